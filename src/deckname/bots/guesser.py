"""Guessing: which cards the clue means, what else they could be, and when to stop.

Every open card gets its chances to be an agent, the assassin or something else: from the clue on the table, from
earlier clues that promised more than was found, from the other side's clues, and from the counts that everybody knows
(in Duet also from one's own face of the key). Then the best touch is weighed against stopping.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from deckname.engine import EDITIONS
from deckname.engine.model import ASSASSIN, BYSTANDER, UNLIMITED, Clue, Command, Guess, Stop
from deckname.engine.view import View

from .encoder import Floats
from .listener import Listener, faces_shown
from .player import Manner
from .race import picked_early
from .sight import seat_of, still_meant
from .stakes import Stakes
from .vectors import Words

UNSAID = 2
"""How many cards an unlimited clue is taken to mean, and how many a zero warns of."""
_FADED = 0.7
"""What an earlier clue's promise still counts."""
_THEIRS = 0.6
"""How far a clue of the other side is trusted to mark its cards."""
_AVOIDED = 0.5
"""How much less likely than by chance a card that a clue pulls at is the assassin: its giver saw the key."""
_UNDERRATED = 0.5
"""How much more often than the ears tell a card that a clue may mean is an agent in Duet (docs/bots.md)."""
_EAGER = {Manner.CAUTIOUS: 0.02, Manner.BALANCED: 0.0, Manner.BOLD: -0.02}
"""How much better than stopping a touch has to look."""
_HASTE = 0.5
"""How much of the giver's haste whoever guesses has: they don't see the key."""
_BEYOND = 0.1
"""How much better than stopping a card has to look that nobody meant, beyond the clue's number."""
_NAMED = 0.3
"""A card that no clue means with this chance is touched on a hunch: it has to look better than stopping (`stakes`)."""


@dataclass(frozen=True)
class Belief:
    """Per open card, in the order of `cards`."""

    cards: tuple[int, ...]
    pulls: Floats
    """Where the clue on the table pulls."""
    named: Floats
    """How likely some clue meant the card."""
    agent: Floats
    assassin: Floats
    theirs: Floats


def believe(lore: Words, view: View, listener: Listener) -> Belief:
    cards = view.legal.guess
    faces = faces_shown(view, cards, lore.language)

    def meant(word: str, number: float) -> Floats:
        pulls = listener.pulls(lore.near(faces, word))
        return listener.mean(np.array([picked_early(ear, number) for ear in pulls]))

    unmeant = np.ones(len(cards))
    for clue, number, trust in _promises(view):
        unmeant *= 1 - trust * meant(clue.word, number)
    others: Floats = np.zeros(len(cards))
    for clue, number in _promises_to_others(view):
        others = np.maximum(others, _THEIRS * meant(clue.word, number))
    agent, assassin, theirs = _priors(view, cards)
    warned: Floats = np.zeros(len(cards))
    if view.clue is not None and view.clue.number == 0:
        warned = meant(view.clue.word, UNSAID)
    named = (1 - unmeant) * (1 - others) * (1 - warned)
    named *= min(float(agent.sum()) / max(float(named.sum()), 1e-9), 1.0)  # no more than there are left
    rest = _rest(agent, named) * (1 - others) * (1 - warned)
    chance = named + (1 - named) * rest
    doubt = 1 - chance
    if EDITIONS[view.edition].together:
        chance = chance + _UNDERRATED * named * doubt
    word = view.clue.word if view.clue else None
    pulls = listener.mean(listener.pulls(lore.near(faces, word))) if word else np.full(len(cards), 1 / len(cards))
    danger = assassin * (1 - named) * (1 - _AVOIDED * (1 - unmeant)) * (1 + warned)
    danger *= (1 - chance) / np.maximum(doubt, 1e-9)
    not_ours = np.maximum(theirs, others) * (1 - chance)
    return Belief(cards, pulls, named, chance, np.minimum(danger, 1 - chance), not_ours)


def _rest(agent: Floats, named: Floats) -> Floats:
    """How likely a card that no clue means is an agent all the same: there are only so many."""
    spare = max(float(agent.sum() - named.sum()), 0.0)
    unnamed = agent * (1 - named)
    found: Floats = np.minimum(unnamed * spare / max(float(unnamed.sum()), 1e-9), 0.95)
    return found


def _promises(view: View) -> Iterable[tuple[Clue, float, float]]:
    """The clues for this seat that promise more than was found: how many cards, and how far to trust it."""
    edition = EDITIONS[view.edition]
    for place, clue in enumerate(view.log):
        number = still_meant(edition, clue, UNSAID)
        current = view.clue is not None and place == len(view.log) - 1
        if number and edition.side[clue.side].clues_to == seat_of(view).side:
            yield clue, number, 1.0 if current else _FADED


def _promises_to_others(view: View) -> Iterable[tuple[Clue, float]]:
    """Clues of a side that plays against this one."""
    edition = EDITIONS[view.edition]
    if edition.together:
        return
    for clue in view.log:
        number = still_meant(edition, clue, 0)
        if number and clue.side != seat_of(view).side:
            yield clue, number


def _priors(view: View, cards: tuple[int, ...]) -> tuple[Floats, Floats, Floats]:
    """Per card, before any clue: the chances to be an agent, the assassin, an agent of the other side."""
    edition = EDITIONS[view.edition]
    spec = edition.side[seat_of(view).side]
    if view.pairings:
        agent, assassin = np.array([_across(view, card) for card in cards]).T
        return agent, assassin, np.zeros(len(cards))
    count = len(cards)
    ours = view.left[spec.agent]
    deal = edition.deals[view.starts]
    hidden = deal.get((ASSASSIN,), 0) - sum(card.cover == ASSASSIN for card in view.cards)
    if ours == 0 and hidden:  # only the assassin is left to find (P7)
        return np.full(count, hidden / count), np.zeros(count), np.full(count, 0.5)
    other = view.left[edition.side[edition.opponent[spec.id]].agent]
    return np.full(count, ours / count), np.full(count, hidden / count), np.full(count, other / count)


def _across(view: View, card: int) -> tuple[float, float]:
    """In Duet, what one's own face and the cards found so far tell of a card on the other face (D2, D22)."""
    spec = EDITIONS[view.edition].side[seat_of(view).side]
    (mine,) = spec.guesser_sees
    own = view.cards[card].known[mine]
    counts = {pair.identities[spec.judged_by]: pair.count for pair in view.pairings if pair.identities[mine] == own}
    for place, seen in enumerate(view.cards):
        if place != card and seen.known[mine] == own:
            told = BYSTANDER if spec.id in seen.marks else _found_across(view, place)
            if told in counts and counts[told] > 0:
                counts[told] -= 1
    total = max(sum(counts.values()), 1)
    return counts.get(spec.agent, 0) / total, counts.get(ASSASSIN, 0) / total


def _found_across(view: View, card: int) -> str | None:
    """A card that this side touched and found: green on the other face. What is touched in sudden death is in no clue's
    line; there a card tells that is covered in green and not green on one's own face.
    """
    edition = EDITIONS[view.edition]
    spec = edition.side[seat_of(view).side]
    (mine,) = spec.guesser_sees
    answered = any(
        touch == (card, spec.agent)
        for clue in view.log
        if edition.side[clue.side].clues_to == spec.id
        for touch in clue.touched
    )
    seen = view.cards[card]
    found = answered or (seen.cover == spec.agent and seen.known[mine] != spec.agent)
    return spec.agent if found else None


def _hunch(view: View, stakes: Stakes) -> float:
    """How much better than stopping a card has to look that no clue means: a lot, once all that was meant is found."""
    clue = view.clue
    if clue is None or clue.number in (0, UNLIMITED):
        return stakes.hunch
    return stakes.hunch if still_meant(EDITIONS[view.edition], clue, 0) else max(stakes.hunch, _BEYOND)


def gains(belief: Belief, stakes: Stakes) -> Floats:
    """How much better than stopping each touch looks, a card found at once counted in."""
    found: Floats = (
        belief.agent * (stakes.after(1, None) + _HASTE * stakes.haste)
        + belief.assassin * stakes.after(0, ASSASSIN)
        + belief.theirs * stakes.after(0, "theirs")
        + np.maximum(1 - belief.agent - belief.assassin - belief.theirs, 0) * stakes.after(0, BYSTANDER)
        - stakes.after(0, None)
    )
    return found


def discount(belief: Belief, stakes: Stakes, hunch: float) -> Floats:
    """What a card has to look better by that no clue means in all likelihood: `hunch`, and there is no haste for it."""
    found: Floats = np.where(belief.named < _NAMED, belief.agent * _HASTE * stakes.haste + hunch, 0.0)
    return found


def choose(belief: Belief, view: View, stakes: Stakes, manner: Manner) -> tuple[Command, float]:
    """The best touch, or stopping; and how much better (or worse) than stopping the best touch looks."""
    gain_of = gains(belief, stakes)
    best = int(np.argmax(gain_of + 1e-6 * belief.pulls))
    gain = float(gain_of[best] - discount(belief, stakes, _hunch(view, stakes))[best]) - _EAGER[manner]
    lost = view.last_stretch is not None or stakes.after(0, None) == 0  # to stop, that is: then any touch is better
    if view.legal.stop and gain <= 0 and not lost:
        return Stop(), gain
    return Guess(belief.cards[best]), gain
