"""Guessing: which cards the clue means, what else they could be, and when to stop.

Every open card gets its chances to be an agent, the assassin or something else: from the clue on the table, from
earlier clues that promised more than was found, from the other side's clues, and from the counts that everybody knows
(in Duet also from one's own layer of the key). Then the best touch is weighed against stopping.

In Duet a touch is read by the partner, too. Where no clue speaks for any card, one's own layer is not asked, and cards
are judged by what everybody knows: who gives clues that say nothing learns nothing of that layer by what is touched.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from deckname.bots.player import Manner
from deckname.bots.view_reading import rivals, seat_of, still_meant
from deckname.engine.model import ASSASSIN, BYSTANDER, UNLIMITED, Clue, Command, Guess, Identity, Stop
from deckname.engine.view import View

from .encoder import Floats
from .knowledge import Knowledge
from .listener import Listener, faces_shown
from .parameters import Parameters
from .race import picked_early
from .stakes import Stakes


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


def believe(knowledge: Knowledge, view: View, listener: Listener, parameters: Parameters) -> Belief:
    cards = view.legal.guess
    faces = faces_shown(view, cards, knowledge.language)

    def meant(word: str, number: float) -> Floats:
        pulls = listener.pulls(knowledge.near(faces, word))
        return listener.mean(picked_early(pulls, number))

    unmeant, spoken = np.ones(len(cards)), view.sudden_death  # where nobody gives clues any more to find something out
    for clue, number, trust in _promises(view, parameters):
        chances = meant(clue.word, number)
        unmeant *= 1 - trust * chances
        spoken |= _speaks(chances, number, parameters)
    others: Floats = np.zeros(len(cards))
    for clue, number in _promises_to_others(view):
        others = np.maximum(others, parameters.theirs * meant(clue.word, number))
    agent, assassin, theirs = _priors(view, cards, spoken)
    warned: Floats = np.zeros(len(cards))
    if view.clue is not None and view.clue.number == 0:
        warned = meant(view.clue.word, parameters.unsaid)
    named = (1 - unmeant) * (1 - others) * (1 - warned)
    named *= min(float(agent.sum()) / max(float(named.sum()), 1e-9), 1.0)  # no more than there are left
    rest = _rest(agent, named) * (1 - others) * (1 - warned)
    chance = named + (1 - named) * rest
    doubt = 1 - chance
    if view.edition.together:
        chance = chance + parameters.underrated * named * doubt
    word = view.clue.word if view.clue else None
    pulls = listener.mean(listener.pulls(knowledge.near(faces, word))) if word else np.full(len(cards), 1 / len(cards))
    danger = assassin * (1 - named) * (1 - parameters.avoided * (1 - unmeant)) * (1 + warned)
    danger *= (1 - chance) / np.maximum(doubt, 1e-9)
    not_ours = np.maximum(theirs, others) * (1 - chance)
    return Belief(cards, pulls, named, chance, np.minimum(danger, 1 - chance), not_ours)


def _speaks(chances: Floats, number: float, parameters: Parameters) -> bool:
    """Whether a clue speaks for any card: its odds to be meant are far better than by a clue that says nothing."""
    best, even = float(chances.max()), number / max(len(chances) - number, 1e-9)
    return best >= parameters.stands_out * even * (1 - best)


def _rest(agent: Floats, named: Floats) -> Floats:
    """How likely a card that no clue means is an agent all the same: there are only so many."""
    spare = max(float(agent.sum() - named.sum()), 0.0)
    unnamed = agent * (1 - named)
    found: Floats = np.minimum(unnamed * spare / max(float(unnamed.sum()), 1e-9), 0.95)
    return found


def _promises(view: View, parameters: Parameters) -> Iterable[tuple[Clue, float, float]]:
    """The clues for this seat that promise more than was found: how many cards, and how far to trust it."""
    edition = view.edition
    for place, clue in enumerate(view.log):
        number = still_meant(edition, clue, parameters.unsaid)
        current = view.clue is not None and place == len(view.log) - 1
        if number and edition.side[clue.side].clues_to == seat_of(view).side:
            yield clue, number, 1.0 if current else parameters.faded


def _promises_to_others(view: View) -> Iterable[tuple[Clue, float]]:
    """Clues of a side that plays against this one."""
    edition = view.edition
    if edition.together:
        return
    for clue in view.log:
        number = still_meant(edition, clue, 0)
        if number and clue.side != seat_of(view).side:
            yield clue, number


def _priors(view: View, cards: tuple[int, ...], spoken: bool) -> tuple[Floats, Floats, Floats]:
    """Per card, before any clue: the chances to be an agent, an assassin, an agent of somebody who plays against us.

    `spoken` is whether any clue speaks for a card: if not, one's own layer of the key is not asked.
    """
    edition = view.edition
    spec = edition.side[seat_of(view).side]
    if view.pairings:
        face = own_face(view) if spoken else _face_shown_to_all(view)
        agent, assassin = np.array([_across(view, card, face) for card in cards]).T
        return agent, assassin, np.zeros(len(cards))
    count = len(cards)
    ours = view.left[spec.agent]
    deal = edition.deals[view.starts]
    hidden = deal.get((ASSASSIN,), 0) - sum(card.cover == ASSASSIN for card in view.cards)
    if ours == 0 and hidden:  # only the assassin is left to find (P7)
        return np.full(count, hidden / count), np.zeros(count), np.full(count, 0.5)
    other = sum(rivals(view, spec.id))
    return np.full(count, ours / count), np.full(count, hidden / count), np.full(count, other / count)


Face = tuple[Identity | None, ...]
"""One's own layer of the key in Duet, card by card, as far as somebody knows it."""


def own_face(view: View) -> Face:
    (mine,) = view.edition.side[seat_of(view).side].guesser_sees
    return tuple(card.known[mine] for card in view.cards)


def _face_shown_to_all(view: View) -> Face:
    """What everybody knows of it: where the partner was wrong, there is a bystander (D8)."""
    partners = {side.id for side in view.edition.sides} - {seat_of(view).side}
    return tuple(BYSTANDER if partners.intersection(card.marks) else None for card in view.cards)


def _across(view: View, card: int, face: Face) -> tuple[float, float]:
    """In Duet, what one's own face and the cards found so far tell of a card on the other face (D2, D22). Where its
    identity on one's own face is not known, every card that was touched tells.
    """
    spec = view.edition.side[seat_of(view).side]
    (mine,) = spec.guesser_sees
    own = face[card]
    counts: Counter[Identity] = Counter()
    for pair in view.pairings:
        if own in (None, pair.identities[mine]):
            counts[pair.identities[spec.judged_by]] += pair.count
    for place, seen in enumerate(view.cards):
        if place != card and own in (None, face[place]):
            told = BYSTANDER if spec.id in seen.marks else _found_across(view, place, face)
            if told and counts[told] > 0:
                counts[told] -= 1
    total = max(counts.total(), 1)
    return counts[spec.agent] / total, counts[ASSASSIN] / total


def _found_across(view: View, card: int, face: Face) -> Identity | None:
    """A card that this side touched and found: green on the other face. Of a board that was only described nobody may
    know who found what; there a card tells that is covered in green and not green on one's own face.
    """
    spec = view.edition.side[seat_of(view).side]
    seen = view.cards[card]
    found = seen.covered_by == spec.id or (seen.cover == spec.agent and face[card] not in (None, spec.agent))
    return spec.agent if found else None


def _hunch(view: View, stakes: Stakes) -> float:
    """How much better than stopping a card has to look that no clue means: a lot, once all that was meant is found."""
    clue = view.clue
    if clue is None or clue.number in (0, UNLIMITED):
        return stakes.hunch
    return (
        stakes.hunch
        if still_meant(view.edition, clue, 0)
        else max(stakes.hunch, stakes.parameters.beyond * stakes.calm)
    )


def gains(belief: Belief, stakes: Stakes) -> Floats:
    """How much better than stopping each touch looks, a card found at once counted in."""
    found: Floats = (
        belief.agent * (stakes.after(1, None) + stakes.parameters.guesser_haste * stakes.haste)
        + belief.assassin * stakes.after(0, ASSASSIN)
        + belief.theirs * stakes.after(0, "theirs")
        + np.maximum(1 - belief.agent - belief.assassin - belief.theirs, 0) * stakes.after(0, BYSTANDER)
        - stakes.after(0, None)
    )
    return found


def discount(belief: Belief, stakes: Stakes, hunch: float) -> Floats:
    """What a card has to look better by that no clue means in all likelihood: `hunch`, and there is no haste for it."""
    parameters = stakes.parameters
    no_haste = belief.agent * parameters.guesser_haste * stakes.haste
    found: Floats = np.where(belief.named < parameters.named, no_haste + hunch, 0.0)
    return found


def choose(belief: Belief, view: View, stakes: Stakes, manner: Manner) -> tuple[Command, float]:
    """The best touch, or stopping; and how much better (or worse) than stopping the best touch looks."""
    gain_of = gains(belief, stakes)
    best = int(np.argmax(gain_of + 1e-6 * belief.pulls))
    unmeant = discount(belief, stakes, _hunch(view, stakes))[best]
    gain = float(gain_of[best] - unmeant) - stakes.parameters.eager.of(manner)
    lost = view.last_stretch is not None or stakes.after(0, None) == 0  # to stop, that is: then any touch is better
    if view.legal.stop and gain <= 0 and not lost:
        return Stop(), gain
    return Guess(belief.cards[best]), gain
