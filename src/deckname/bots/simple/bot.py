"""The simple bot: needs no data but our short lists of themes, and always has a legal answer at once.

It is who plays when the better bot is not ready, fails or takes too long. It gives clues by theme, checked by the
referee, and guesses by the themes a clue may mean. It neither calculates a race nor learns from its partner.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random

from deckname.bots import fair_play
from deckname.bots.player import Answer, Manner, Question, Thought
from deckname.bots.view_reading import answering_side, judged, open_to, said, seat_of, shown, still_meant, targets
from deckname.engine.model import ASSASSIN, BYSTANDER, UNLIMITED, Clue, GiveClue, Guess, Number, Stop
from deckname.engine.view import View
from deckname.referee import Ruling
from deckname.referee.text import fold

from .themes import belonging, meaning, themes

NAME = "simple"

_MOST = {Manner.CAUTIOUS: 2, Manner.BALANCED: 3, Manner.BOLD: 4}
"""The largest number of a clue."""
_FEAR = {Manner.CAUTIOUS: 1.5, Manner.BALANCED: 1.0, Manner.BOLD: 0.6}
"""How much a card that a clue might lead to by mistake weighs against a right one."""
_COST = {ASSASSIN: 9.0, BYSTANDER: 0.8}
_COST_OF_THEIRS = 1.2
_IN_THE_DARK = -3.0
"""What a clue is worth that leads to none of ours: a guess by chance may well find the assassin."""
_NAMED = 2.0
"""How strongly a clue leads to a picture that shows just that."""
_EARLIER = 0.3
"""What an earlier clue that was not fully answered counts, compared with the one on the table."""
_NO_IDEA = 0.03
"""How strongly any clue leads to any card."""


class Simple:
    """A `Bot` without a memory of its own; one can serve every table."""

    def answer(self, question: Question) -> Answer:
        view, legal = question.view, question.view.legal

        def likeness(one: int, other: int) -> float:
            return _likeness(view, question.language, one, other)

        if command := fair_play.other_move(question, likeness):
            return Answer(command, Thought(by=NAME))
        if legal.clue:
            return _clue(question)
        if legal.guess:
            return _guess(question)
        raise ValueError("nothing is to be answered: a seat that can only challenge is asked fair_play.challenges")

    def approves(self, question: Question, word: str, number: Number) -> bool:
        return fair_play.approves(question, word, number)


# ---------------------------------------------------------------------------------------------------------------------
# Giving clues


def _clue(question: Question) -> Answer:
    view, language = question.view, fair_play.spoken(question.language)
    ours = targets(view)
    used = set(map(fold, said(view)))
    least_bad: tuple[int, str, tuple[int, ...]] | None = None
    for word, meant in _candidates(question, ours, language):
        if fold(word) in used:
            continue
        severity = fair_play.ruling(question, word, _number(question, meant)).severity
        if least_bad is None or severity < least_bad[0]:
            least_bad = severity, word, meant
        if severity == Ruling.VALID.severity:
            break
    if least_bad is None:  # more clues than we have words: a game that only a clock can make so long
        least_bad = 0, next(_candidates(question, ours, language))[0], ()
    _, word, meant = least_bad
    opened = open_to(view, answering_side(view))
    weights = {at: _NO_IDEA + _strength(word, view.cards[at].face, language) for at in opened}
    number = _number(question, meant)
    return Answer(GiveClue(word, number), _thought(view, meant[:number], weights))


def _number(question: Question, meant: tuple[int, ...]) -> int:
    return max(1, min(len(meant), _MOST[question.manner]))


def _candidates(question: Question, ours: tuple[int, ...], language: str) -> Iterator[tuple[str, tuple[int, ...]]]:
    """Hints with the cards they are meant for, the most promising themes first; no theme is left out."""
    view, fear = question.view, _FEAR[question.manner]
    costs = {at: _COST.get(identity, _COST_OF_THEIRS) for at, identity in judged(view).items() if at not in ours}
    belongs = {at: _themes_of(view.cards[at].face, language) for at in (*ours, *costs)}

    def worth(name: str) -> float:
        gain = sum(belongs[at].get(name, 0.0) for at in ours)
        loss = fear * sum(cost * belongs[at].get(name, 0.0) for at, cost in costs.items())
        return (gain or _IN_THE_DARK) - loss

    names = list(themes(language))
    _chance(view).shuffle(names)
    for name in sorted(names, key=worth, reverse=True):
        meant = sorted((at for at in ours if name in belongs[at]), key=lambda at: -belongs[at][name])
        for hint in themes(language)[name].hints:
            yield hint, tuple(meant)


# ---------------------------------------------------------------------------------------------------------------------
# Guessing


def _guess(question: Question) -> Answer:
    view, language = question.view, fair_play.spoken(question.language)
    strengths = {at: _evidence(view, at, language) for at in view.legal.guess}
    priors, chance = _priors(view, strengths), _chance(view)
    weights = {
        at: priors[at] * (_NO_IDEA + strength) / (_NO_IDEA + _warning(view, at, language))
        for at, strength in strengths.items()
    }
    ranked = sorted(weights, key=lambda at: (weights[at], chance.random()), reverse=True)
    likely = tuple(at for at in ranked if strengths[at] > 0)
    if view.legal.stop and view.last_stretch is None and _is_enough(view, strengths[ranked[0]]):
        return Answer(Stop(), _thought(view, likely, weights, stopping=True))
    return Answer(Guess(ranked[0]), _thought(view, likely, weights))


def _is_enough(view: View, best: float) -> bool:
    number = view.clue.number if view.clue else 0
    wanted = len(view.cards) if number == UNLIMITED else int(number)
    return view.guesses >= wanted or best == 0


def _evidence(view: View, card: int, language: str) -> float:
    """How strongly the clues given to this seat lead to a card: the one on the table, and those left unanswered."""
    face = view.cards[card].face
    total = _strength(view.clue.word, face, language) if view.clue and view.clue.number != 0 else 0.0
    for clue in view.log[:-1] if view.clue else view.log:
        if _is_open(view, clue):
            total += _EARLIER * _strength(clue.word, face, language)
    return total


def _warning(view: View, card: int, language: str) -> float:
    """How strongly a clue of zero warns of a card."""
    if view.clue is None or view.clue.number != 0:
        return 0.0
    return _strength(view.clue.word, view.cards[card].face, language)


def _is_open(view: View, clue: Clue) -> bool:
    """Whether a clue was for this seat, and promised more than was found."""
    edition = view.edition
    return edition.side[clue.side].clues_to == seat_of(view).side and still_meant(edition, clue, 0) > 0


def _priors(view: View, strengths: Mapping[int, float]) -> Mapping[int, float]:
    """How good each card is before any clue: where one sees a layer of the key, the deal tells of the other (D2).

    Of a card that no clue leads to the layer is not asked: the partner would read it off what is touched.
    """
    if not view.pairings:
        return dict.fromkeys(strengths, 1.0)
    spec = view.edition.side[seat_of(view).side]
    (mine,) = spec.guesser_sees
    priors = {}
    for at, strength in strengths.items():
        own = view.cards[at].known[mine] if strength > 0 else None
        alike = [pair for pair in view.pairings if own in (None, pair.identities[mine])]
        share = {
            identity: sum(pair.count for pair in alike if pair.identities[spec.judged_by] == identity)
            for identity in (spec.agent, ASSASSIN)
        }
        total = sum(pair.count for pair in alike)
        priors[at] = share[spec.agent] / total * (1 - share[ASSASSIN] / total)
    return priors


# ---------------------------------------------------------------------------------------------------------------------
# What goes with what


def _themes_of(face: str, language: str) -> Mapping[str, float]:
    found: dict[str, float] = {}
    for word in shown(face, language):
        for name, weight in belonging(word, language).items():
            found[name] = max(weight, found.get(name, 0.0))
    return found


def _strength(clue: str, face: str, language: str) -> float:
    """How strongly a clue leads to a face."""
    if fold(clue) in map(fold, shown(face, language)):
        return _NAMED
    belongs = _themes_of(face, language)
    return sum(weight * belongs.get(name, 0.0) for name, weight in meaning(clue, language).items())


def _likeness(view: View, language: str, one: int, other: int) -> float:
    first, second = (_themes_of(view.cards[at].face, fair_play.spoken(language)) for at in (one, other))
    return sum(weight * second.get(name, 0.0) for name, weight in first.items())


def _chance(view: View) -> Random:
    """Dice that fall alike whenever the same seat is asked the same, in whatever process."""
    faces = "|".join(card.face for card in view.cards)
    return Random(f"{faces}|{view.seat}|{len(view.log)}|{view.guesses}")


def _thought(view: View, meant: tuple[int, ...], weights: Mapping[int, float], stopping: bool = False) -> Thought:
    """Chances that add up to 1 with the stop, which is as likely as the best card where it was chosen."""
    stop = max(weights.values()) if stopping else 0.0
    total = sum(weights.values()) + stop
    chances = tuple(weights.get(at, 0.0) / total for at in range(len(view.cards)))
    return Thought(meant, chances, stop / total, NAME)
