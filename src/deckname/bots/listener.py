"""Who hears a clue: how strongly it pulls towards each card, for listeners of several kinds.

Nobody knows which sources a partner's ear resembles, so there are several ears, each with a weight. The weights move
with every card that the partner actually touches. The scales are calibrated: `exp` of a pull is what a softmax takes,
fitted to clues that people would give (docs/bots.md).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from deckname.engine.view import View

from .encoder import Floats
from .sight import shown
from .vectors import Words

_EARS: Floats = np.array(
    [  # word, sense, gloss, mention
        [0.31, 0.56, 0.23, 0.53],
        [0.39, 0.79, 0.00, 0.00],
        [0.96, 0.00, 0.00, 0.00],
        [0.00, 0.00, 0.53, 0.65],
        [0.67, 0.00, 0.31, 0.60],
    ]
)
_PRIOR: Floats = np.array([0.4, 0.2, 0.15, 0.1, 0.15])
_LAPSE = 0.04
"""How often anybody picks a card for reasons that nobody else sees."""
_MEMORY = 0.5
"""How far one pick is trusted to tell ears apart."""


@dataclass(frozen=True)
class Listener:
    """A partner as far as we know them."""

    ears: Floats
    """Per ear, what each source counts."""
    weights: Floats
    """Of the ears, summing up to 1."""

    def pulls(self, near: Floats) -> Floats:
        """Per ear (and whatever else `near` has) each card's share of the pull, lapses included.

        `near` has the sources first and the cards last.
        """
        heard = np.tensordot(self.ears, near, axes=1)
        heard -= heard.max(axis=-1, keepdims=True)
        shares = np.exp(heard)
        shares /= shares.sum(axis=-1, keepdims=True)
        mixed: Floats = (1 - _LAPSE) * shares + _LAPSE / shares.shape[-1]
        return mixed

    def mean(self, per_ear: Floats) -> Floats:
        found: Floats = np.tensordot(self.weights, per_ear, axes=1)
        return found


STRANGER = Listener(_EARS, _PRIOR)


def acquainted(stranger: Listener, lore: Words, view: View, side: str, right_only: bool) -> Listener:
    """The listener that the touches so far speak for. `side` is who gave the clues."""
    weights = np.log(stranger.weights)
    gone: set[int] = set()
    faces = [shown(card.face, lore.language) for card in view.cards]
    for clue in view.log:
        ours = clue.side == side and clue.touched and clue.number != 0
        near = lore.near(faces, clue.word) if ours else None
        for touch in clue.touched:
            opened = [at for at in range(len(faces)) if at not in gone]
            right = touch.identity not in ("bystander", "assassin")
            if near is not None and touch.card in opened and (right or not right_only):
                shares = stranger.pulls(near[:, opened])[:, opened.index(touch.card)]
                weights = weights + _MEMORY * np.log(shares)
            gone.add(touch.card)
    weights = np.exp(weights - weights.max())
    return Listener(stranger.ears, weights / weights.sum())


def faces_shown(view: View, cards: Sequence[int], language: str) -> list[tuple[str, ...]]:
    return [shown(view.cards[at].face, language) for at in cards]
