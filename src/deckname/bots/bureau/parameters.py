"""Every figure of the Bureau's that was fitted, tuned or set by hand: one frozen value, with what each is and where it
comes from.

    Bureau(parameters=replace(PARAMETERS, team_haste=0.3))     another head

*By hand* means that nobody has measured it. Constants of mathematics, of formats and of memory stay where they are
used, and so do those that the data is made with (`workshop`). The figures behind it all: docs/bots-measured.md.
"""

from __future__ import annotations

from dataclasses import dataclass

from deckname.bots.player import Level, Manner


@dataclass(frozen=True, slots=True)
class ByManner:
    cautious: float
    balanced: float
    bold: float

    def of(self, manner: Manner) -> float:
        return {Manner.CAUTIOUS: self.cautious, Manner.BALANCED: self.balanced, Manner.BOLD: self.bold}[manner]


@dataclass(frozen=True, slots=True)
class BySource:
    """What each source of nearness counts (`knowledge.SOURCES`)."""

    word: float = 0.0
    sense: float = 0.0
    gloss: float = 0.0
    mention: float = 0.0
    thought: float = 0.0


@dataclass(frozen=True, slots=True)
class ThoughtScale:
    """How near what comes to mind is, on a scale of its own: as a rank like the other sources it took 5.5 turns with
    a twin, and said *scythe 4* for SATURN, ROCKET, DECK and NUT.
    """

    first: float = 8.0
    """How near the first thought is: as near as a source's nearest clue of ten thousand. By hand."""
    strong: float = 0.3
    """A tie from here on is a thought of its own: looser ones follow from what two words share. By hand."""
    by_definition: float = 0.5
    """What the ties of all the words count that define a clue, if it has none of its own. By hand."""
    later_sense: float = 0.3
    """How much less each later sense of such a definition counts. By hand."""


@dataclass(frozen=True, slots=True)
class Skill:
    """How an opponent of a level listens: with a head of its own, beside which ours would read its giver's mind."""

    blur: float
    """How far a clue's nearness to a card strays from ours, as a standard deviation on the common scale."""
    blind: float
    """How often what ties a clue to a card does not come to its mind at all."""


@dataclass(frozen=True, slots=True)
class BySkill:
    easy: Skill
    even: Skill
    hard: Skill

    def of(self, level: Level) -> Skill | None:
        """None for who listens exactly as we think."""
        return {Level.EASY: self.easy, Level.EVEN: self.even, Level.HARD: self.hard}.get(level)


@dataclass(frozen=True)
class Parameters:
    # --- What the words' data tells

    thoughts: ThoughtScale = ThoughtScale()

    # --- Listeners: what a partner may go by, and how closely

    kinds: tuple[BySource, ...] = (
        BySource(word=0.35, sense=0.27, gloss=0.12, mention=0.28, thought=0.68),
        BySource(word=0.9),
        BySource(sense=0.9),
        BySource(gloss=0.5, mention=0.5),
        BySource(sense=0.2, gloss=0.2, mention=0.35, thought=0.8),
    )
    """What listeners may go by: everything, one kind of source alone, or all but the two words' vectors, which take
    letters for meaning. The first was fitted to clues that people would give (the tuned half), the others rounded."""
    kinds_likely: tuple[float, ...] = (0.82, 0.06, 0.03, 0.03, 0.06)
    """How many are of each kind. Fitted to what careful strangers touched in 144 games."""
    person: int = 4
    """Which kind every number has to be honest to, however little it seems to be the partner's: the one that knows no
    letters. Chosen when clues such as *Matrose* for ROSE were one in twenty; now one in a hundred."""
    sharpness: tuple[float, float, float] = (1.6, 1.0, 0.6)
    """How closely they listen: well, as usual, or badly. Fitted with `kinds_likely`."""
    sharpness_likely: tuple[float, float, float] = (0.15, 0.75, 0.1)
    """How many do so. Fitted with `kinds_likely`."""
    lapses: tuple[float, float, float] = (0.05, 0.1, 0.3)
    """How often they lapse: they do not know what the others know, and stray. Tuned with MiniLM, seeds 1000 to 1239."""
    strays: BySource = BySource(word=0.6, sense=0.2, gloss=0.15, mention=0.05, thought=0.15)
    """Where they stray to: what sounds near. Fitted to 523 cards that MiniLM touched by mistake."""
    memory: float = 0.5
    """How far one pick is trusted to tell kinds apart. Twice and half as fast were worse (240 boards with MiniLM)."""
    likely_ear: float = 0.08
    """The chance from which on a listener is among those whose worst case counts. By hand."""
    twin_sharpness: float = 3.0
    """How closely another bot of our kind listens. By hand; bots that know each
    other take four turns instead of six."""
    twin_lapse: float = 0.02
    """How often it errs about what we find likeliest. By hand."""

    skills: BySkill = BySkill(
        easy=Skill(blur=0.75, blind=0.6), even=Skill(blur=0.45, blind=0.45), hard=Skill(blur=0.3, blind=0.2)
    )
    """How opponents listen, by level. By hand."""

    # --- What a turn is worth

    pace: tuple[float, ...] = (0.08, 0.28, 0.36, 0.20, 0.08)
    """How often a turn of a team finds none, one, two … cards of its own. By hand, after the arena's first games."""
    duet_pace: tuple[float, ...] = (0.20, 0.42, 0.28, 0.08, 0.02)
    """The same in Duet, slower than good pairs are: who counts on a quick future wastes the tokens of the present. At
    two cards a turn its twin won half of the games instead of nearly all."""
    slip: float = 0.10
    """How often a turn ends with a card of the other side. By hand."""
    death: float = 0.02
    """How often it ends with the assassin. By hand."""
    clean_card: float = 0.45
    """How likely a card is found without a mistake, where the first mistake loses. By hand."""
    unspoken_card: float = 0.2
    """The same of a card that no clue speaks for, as whoever gives clues has to reckon with. Set after eleven of
    strangers' 24 lost games of Duet had ended in sudden death."""
    team_haste: float = 0.2
    """What a card found now is worth beyond the chance to win: who is well ahead would otherwise crawl to the end one
    by one. Chosen with strangers, from .05 to .35; with MiniLM .1 is as good."""
    duet_haste: float = 0.6
    """The same in Duet, at most, for whoever has fewer clues to give than agents to lead to. Three tenths and all of it
    won as many games (200 each)."""
    team_honest: float = 0.4
    """How likely a card must be found, once those before it are, to be counted in a clue's number, for people go on to
    the last. Chosen with strangers, .4 instead of .5 together with the haste."""
    duet_honest: float = 0.5
    """The same in Duet: with .3 strangers met the assassin 15 times in 30 games, with .5 8 times."""
    duet_need: tuple[float, float] = (2.0, 4.0)
    """How many agents each of one's own clues has to lead to for less to be honest, and for as little as in the last.
    By hand."""
    duet_honest_last: float = 0.2
    """The same of the last clue in Duet, which has to speak for whatever is left. Set when givers
    began to count their clues: 99 of 150 simulated games won instead of 65 of 120."""
    team_calm: float = 0.3
    """The chance to win after one card found below which there is no time to be careful: whatever is said of honesty,
    doubt, fear and hunches counts the less, the less of it is left. By hand; at 3 to find and 1 for the others a clue
    had been for one, which could not win."""
    team_hunch: float = 0.05
    """How much better than stopping a card must look that no clue means in all likelihood. By hand; going on
    for any trifle met the assassin in every fourth game."""
    duet_hunch: float = 0.0
    """The same in Duet, where a bystander costs no more than stopping does: 10 of 40 games won with the bookworm, with
    two points 4."""
    team_doubt: float = 1.0
    """How much of a manner's caution is in place."""
    duet_doubt: float = 0.5
    """The same in Duet: one card at a time is safe, and too slow for the tokens. With all of it strangers won 11 of 36
    games."""
    team_fear: float = 4.0
    """How much stronger than measured the assassin is taken to pull, on top of a manner's own fear. Chosen on 320
    German boards with the bookworm: 38 assassins instead of 46 with half of it."""
    duet_fear: float = 1.0
    """The same in Duet. Twice as much won 23 games instead of 39 with the bookworm (240 boards)."""

    # --- The spymaster

    largest_number: int = 4
    """Of a clue: of five cards people found no more than of four, and every fourth time the assassin (148 games)."""
    shortlists: tuple[int, ...] = (200, 200, 120, 60)
    """How many words are looked at closely for having one, two … cards near. By hand, by what a clue may take."""
    worst_case: ByManner = ByManner(cautious=0.5, balanced=0.3, bold=0.0)
    """How much the least favourable of the likely listeners counts. Chosen with strangers: no assassin in 42
    games, with half of it two. With 35 % of all listeners it gave single-card clues only."""
    fear: ByManner = ByManner(cautious=3.0, balanced=2.0, bold=1.0)
    """How much stronger than measured the assassin is taken to pull, by manner. Tuned with MiniLM."""
    understood: float = 0.4
    """How likely a clue must lead to one of our cards first, as long as there is such a clue. Set with `person`."""
    simple: int = 2_500
    """How many words of the vocabulary, the most familiar first, are said at an easy table. By hand: *harbour* and
    *trumpet* are among them, *sovereign* is not."""
    unthought: float = 1.0
    """How much less near a card of ours is that nobody thinks of, whatever vectors and definitions say, on the scale of
    thoughts. By hand, after *kämpfen* for SIEB."""
    unwary: float = 0.5
    """How much of what a sense or a definition tells of a wrong card is taken for a missing thought. By hand,
    after *fleuve* beside TIGRE."""
    recalled: float = 0.5
    """How far a card that an earlier clue still speaks for is left to be found by that one: what it counts less, as a
    share of the haste. By hand."""
    familiar: float = 0.03
    """What the most frequent word of the vocabulary is worth more than the rarest. By hand."""
    unlimited_promised: int = 2
    """From how many cards on that earlier clues still promise a clue is unlimited, if the other side is close. By
    hand."""
    unlimited_their_left: int = 2
    """How few cards the other side has left then, at most. By hand."""

    # --- The guesser

    unsaid: int = 2
    """How many cards an unlimited clue is taken to mean, and how many a zero warns of. By hand."""
    faded: float = 0.7
    """What an earlier clue's promise still counts. By hand; more trust won no more games of Duet."""
    theirs: float = 0.6
    """How far a clue of the other side is trusted to mark its cards. By hand."""
    avoided: float = 0.5
    """How much less likely than by chance a card that a clue pulls at is the assassin: its giver saw the key. By hand;
    fair in 60 games, which met 12 assassins where 16 were reckoned with."""
    underrated: float = 0.5
    """How much more often than the listeners tell a card that a clue may mean is an agent in Duet. Chosen from two
    values by strangers' 139 clues and 120 boards with the bookworm."""
    eager: ByManner = ByManner(cautious=0.02, balanced=0.0, bold=-0.02)
    """How much better than stopping a touch has to look. By hand."""
    guesser_haste: float = 0.5
    """How much of the giver's haste whoever guesses has: they don't see the key. With all of it MiniLM and the bookworm
    went on to the assassin more often."""
    beyond: float = 0.1
    """How much better than stopping a card has to look that nobody meant, beyond the clue's number. Chosen after 108
    touches beyond it in 60 games of Duet: 30 agents, 67 bystanders, 11 assassins."""
    named: float = 0.3
    """A card that no clue means with this chance is touched on a hunch. One in five or ten instead met the assassin in
    13 to 15 % of the games with MiniLM."""
    stands_out: float = 10.0
    """How much better than even a card's odds to be meant must be for a clue to speak for it: where none does, one's
    own face in Duet is not asked. Set so high that words without meaning speak for none: with 6, what was touched
    varied with that face in 7 of 1,200 cases, with 10 in none."""
    stop_slope: float = 25.0
    """How quickly a worse touch makes stopping likely, in what a thought shows. By hand."""


PARAMETERS = Parameters()
"""The Bureau's own."""
