"""How people fare with bots: a simulated person of usual skill sits with a bot partner, against bots of a level or
against Duet's tokens.

The person hears as the Bureau does, but with a head of their own, another one at each table, chosen so that they find
about 77 of 100 cards that clues mean, as people were seen to. A second card they find less often than careful strangers
did, 57 times of 100 instead of 75. No turns of people were at hand to fit, and `even` has the person's own figures:
that half of its games are won is so by construction. What people *say* can't be simulated so: in Duet the person says
what a bot would, and the bot hears it as badly as people hear bots.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from math import sqrt
from random import Random

from threadpoolctl import threadpool_limits

from deckname.bots.bureau import PARAMETERS, Bureau, OwnHead, Parameters, Skill, open_knowledge
from deckname.bots.player import Answer, Level, Question
from deckname.bots.view_reading import first_to_touch
from deckname.cards.library import deck
from deckname.engine import EDITIONS, decide, evolve, new_game, view
from deckname.engine.model import Options, Phase, Reason, Role, Table, Touch
from deckname.engine.table import to_move

PERSON = Skill(blur=0.45, blind=0.45)
"""Fitted to the share of cards found, by the Bureau's own clues in all three languages; 60 games each."""


@dataclass
class PersonTally:
    """What came of games, and of the clues that a person heard."""

    games: int = 0
    won: int = 0
    turns: int = 0
    assassins: int = 0
    meant: Counter[int] = field(default_factory=Counter)
    """By the place of a card among those that a clue means: how many there were."""
    found: Counter[int] = field(default_factory=Counter)
    """And how many clues led to so many of them and to more."""

    @property
    def understood(self) -> float:
        return self.found.total() / max(self.meant.total(), 1)


def wilson(won: int, games: int) -> tuple[float, float]:
    """Bounds of a share, of 95 %."""
    share, z = won / max(games, 1), 1.96
    middle = (share + z * z / (2 * games)) / (1 + z * z / games)
    width = z * sqrt(share * (1 - share) / games + z * z / (4 * games * games)) / (1 + z * z / games)
    return middle - width, middle + width


def hearing(language: str, skill: Skill, whose: str, parameters: Parameters = PARAMETERS) -> Bureau:
    """Somebody with a head of their own."""
    return Bureau(lambda spoken: OwnHead(open_knowledge(spoken), skill, f"person {whose}"), parameters=parameters)


@dataclass(frozen=True)
class PersonWithBots:
    """Who sits at the tables: bots play by `parameters`, and people hear by `skill`."""

    language: str
    level: Level = Level.EVEN
    edition: str = "classic"
    skill: Skill = PERSON
    parameters: Parameters = PARAMETERS

    def evening(
        self, games: int, first_seed: int, progress: Callable[[float], None] = lambda share: None
    ) -> PersonTally:
        tally, bots = PersonTally(), Bureau(parameters=self.parameters)
        with threadpool_limits(1, "blas"):
            for seed in range(first_seed, first_seed + games):
                self._game(seed, bots, tally)
                progress((seed - first_seed + 1) / games)
        return tally

    def _game(self, seed: int, bots: Bureau, tally: PersonTally) -> None:
        rng = Random(f"people {self.edition} {self.language} {seed}")
        edition = EDITIONS[self.edition]
        words = [face for card in deck(self.language, edition.deck).cards for face in (card.front, card.back) if face]
        table, key = new_game(edition, words, rng, options=Options())
        first, second = (side.id for side in edition.sides)
        side = first if seed % 2 else second
        person = hearing(self.language, self.skill, str(seed), self.parameters)
        heard: list[tuple[Table, Answer]] = []
        while table.phase is not Phase.OVER:
            seat = first_to_touch(table, to_move(table))
            opponent = not edition.together and seat.side != side
            listens = seat.role is Role.GUESSER and not opponent
            question = Question(view(table, key, seat), self.language, level=self.level, opponent=opponent)
            answer = (person if listens else bots).answer(question)
            if table.phase is Phase.CLUE and not opponent:
                heard.append((table, answer))
            for event in decide(table, key, seat, answer.command):
                table = evolve(table, event)
        assert table.outcome
        tally.games += 1
        tally.won += side in table.outcome.winners
        tally.assassins += table.outcome.reason is Reason.ASSASSIN and side not in table.outcome.winners
        tally.turns += len(heard)
        for before, answer in heard:
            _note(tally, answer, table.log[len(before.log)].touched)


def _note(tally: PersonTally, answer: Answer, touched: Sequence[Touch]) -> None:
    """What the person found of what their partner, or in Duet either of them, meant."""
    meant = answer.thought.meant if answer.thought else ()
    hits = sum(touch.card in meant for touch in touched)
    for place in range(len(meant)):
        tally.meant[place] += 1
        tally.found[place] += place < hits
