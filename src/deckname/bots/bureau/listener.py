"""Who hears a clue: how strongly it pulls towards each card, for listeners of several kinds.

Nobody knows which sources a partner's ear resembles, so there are several ears, each with a weight. The weights move
with every card that the partner actually touches. The scales are calibrated: `exp` of a pull is what a softmax takes,
fitted to clues that people would give (docs/bots.md).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import astuple, dataclass, field, replace

import numpy as np

from deckname.bots.view_reading import shown
from deckname.engine.model import BYSTANDER, ClueStatus, Mode
from deckname.engine.view import View

from .encoder import Floats
from .knowledge import SOURCES, Knowledge
from .parameters import PARAMETERS, Parameters


@dataclass(frozen=True)
class Listener:
    """A partner as far as we know them."""

    ears: Floats
    """Per ear, what each source counts."""
    lapses: Floats
    """Per ear, how often it strays."""
    weights: Floats
    """Of the ears, summing up to 1."""
    strays: Floats = field(default_factory=lambda: np.zeros(len(SOURCES)))
    """What each source counts for an ear that strays; nothing: it may touch anything."""
    person: int = 0
    """The ear that every number has to be honest to, however little it seems to be the partner's: a person listens."""
    likely: float = PARAMETERS.likely_ear
    """The weight from which on an ear counts among the worst."""
    memory: float = PARAMETERS.memory
    """How far one touch is trusted to tell ears apart."""

    def pulls(self, near: Floats, there: Floats | float = 1.0) -> Floats:
        """Per ear (and whatever else `near` has) each card's share of the pull, lapses included.

        `near` has the sources first and the cards last; `there` is per card how likely it lies open.
        """
        shares = _softmax(np.tensordot(self.ears, near, axes=1), there)
        lapses = self.lapses.reshape(-1, *[1] * (shares.ndim - 1))
        mixed: Floats = (1 - lapses) * shares + lapses * _softmax(np.tensordot(self.strays, near, axes=1), there)
        return mixed

    def mean(self, per_ear: Floats) -> Floats:
        found: Floats = np.tensordot(self.weights, per_ear, axes=1)
        return found

    def worst(self, per_ear: Floats) -> Floats:
        """Of the ears that are still likely."""
        found: Floats = per_ear[self.weights >= self.likely].min(axis=0)
        return found


def _softmax(heard: Floats, there: Floats | float) -> Floats:
    shares: Floats = np.exp(heard - heard.max(axis=-1, keepdims=True)) * there
    shares /= shares.sum(axis=-1, keepdims=True)
    return shares


def several_ears(
    kinds: Sequence[Sequence[float]],
    likely: Sequence[float],
    strays: Sequence[float],
    person: int,
    parameters: Parameters = PARAMETERS,
) -> Listener:
    """Somebody of whom we don't know what they go by. `kinds` has what each source counts for listeners that are so
    `likely`, `strays` where they lapse to; one of the kinds is to be taken for a `person`. How closely they listen, and
    what we make of it, are the parameters'.
    """
    ears = np.concatenate([sharpness * np.asarray(kinds) for sharpness in parameters.sharpness])
    lapses = np.repeat(parameters.lapses, len(kinds))
    usual = len(kinds) + person
    lapses[usual] = 0.0  # or its strays would let letters in again: *Matrose* for ROSE
    weights = np.outer(parameters.sharpness_likely, likely).ravel()
    return Listener(ears, lapses, weights, np.asarray(strays), usual, parameters.likely_ear, parameters.memory)


def stranger_of(parameters: Parameters) -> Listener:
    """Who a bot takes a partner for that it has not seen guess yet."""
    kinds = [astuple(kind) for kind in parameters.kinds]
    return several_ears(
        kinds, parameters.kinds_likely, astuple(parameters.strays), person=parameters.person, parameters=parameters
    )


def twin_of(parameters: Parameters) -> Listener:
    """Another bot of our kind: it goes by everything, as we do, and hardly ever errs about what we find likeliest."""
    ears = parameters.twin_sharpness * np.array([astuple(parameters.kinds[0])])
    lapses, weights = np.array([parameters.twin_lapse]), np.array([1.0])
    return Listener(ears, lapses, weights, likely=parameters.likely_ear, memory=parameters.memory)


def acquainted(stranger: Listener, knowledge: Knowledge, view: View, side: str, right_only: bool) -> Listener:
    """The listener that the touches so far speak for. `side` is who gave the clues."""
    weights = np.log(stranger.weights)
    gone: set[int] = set()
    edition = view.edition
    agent = edition.side[edition.side[side].clues_to].agent
    faces = [shown(card.face, knowledge.language) for card in view.cards]
    for place, clue in enumerate(view.log):
        ours = clue.side == side
        there = _there(view, place)
        near = knowledge.near(faces, clue.word) if ours and clue.touched and clue.number != 0 else None
        for touch in clue.touched:
            opened = [at for at in range(len(faces)) if at not in gone]
            if near is not None and touch.card in opened and (touch.identity == agent or not right_only):
                shares = stranger.pulls(near[:, opened], there[opened])[:, opened.index(touch.card)]
                weights = weights + stranger.memory * np.log(shares)
            if ours or not (edition.together and touch.identity == BYSTANDER):  # D9: it is marked for one side alone
                gone.add(touch.card)
    weights = np.exp(weights - weights.max())
    return replace(stranger, weights=weights / weights.sum())


def _there(view: View, place: int) -> Floats:
    """How likely each card lay open for the clue at this place of the log, but for what touches have covered.

    Cards that a spymaster covers (V2, T15) are in no clue's line. A view tells which ones they are and, by the clues
    that led to it, how many were covered by then at least; which of them came first nobody can tell.
    """
    chances = np.ones(len(view.cards))
    edition = view.edition
    if edition.together:  # what is covered without a clue there was found in sudden death, after all clues (D15)
        return chances
    touched = {touch.card for clue in view.log for touch in clue.touched}
    for owner in edition.sides:
        chosen = [at for at, card in enumerate(view.cards) if card.cover == owner.agent and at not in touched]
        earlier = [clue for clue in view.log[:place] if clue.side != owner.id]
        known = sum(view.mode is Mode.COOP or clue.status is ClueStatus.INVALID for clue in earlier)
        chances[chosen] = 1 - min(known / max(len(chosen), 1), 1.0)
    return chances


def faces_shown(view: View, cards: Sequence[int], language: str) -> list[tuple[str, ...]]:
    return [shown(view.cards[at].face, language) for at in cards]
