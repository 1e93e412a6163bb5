"""The race: cards are picked one after another, each with a chance in proportion to its pull (Plackett-Luce).

Picking so is the same as letting every card ring after a random time, the stronger its pull the sooner. Up to a given
moment the cards ring independently of each other, which makes sums over all orders unnecessary: an integral over that
moment, by twelve points, is exact to the third digit.
"""

from __future__ import annotations

import numpy as np

from .encoder import Floats

_points, _weights = np.polynomial.legendre.leggauss(12)
_LOGS, _WEIGHTS = np.log((_points + 1) / 2), _weights / 2


def right_before_wrong(right: Floats, wrong: Floats, most: int) -> Floats:
    """Chances of 0, 1 … `most` right picks before the first wrong one; the last is for `most` or more.

    `right` holds the pulls of the right cards in its last axis, `wrong` the pull of all wrong cards together.
    """
    pull = right / np.maximum(wrong, 1e-12)[..., None]
    counts = [np.zeros((*pull.shape[:-1], len(_LOGS))) for _ in range(most + 1)]
    counts[0] += 1
    for card in range(right.shape[-1]):
        rung = 1 - np.exp(pull[..., card, None] * _LOGS)
        for count in range(most, 0, -1):  # from the top: each takes what was below it before this card
            counts[count] += rung * (counts[count - 1] - (counts[count] if count < most else 0))
        counts[0] *= 1 - rung
    found: Floats = np.stack([count @ _WEIGHTS for count in counts], axis=-1)
    return found


def picked_early(pulls: Floats, number: float) -> Floats:
    """Each card's chance to be among the first picks, where `number` of them are expected in all. Cards are the last
    axis of `pulls`.
    """
    number = min(number, pulls.shape[-1] - 1e-3)
    if number <= 0:
        return np.zeros_like(pulls)
    low, high = np.full((*pulls.shape[:-1], 1), -40.0), np.full((*pulls.shape[:-1], 1), 40.0)  # logs of the moment
    for _ in range(50):
        middle = (low + high) / 2
        few = (1 - np.exp(-np.exp(middle) * pulls)).sum(axis=-1, keepdims=True) < number
        low, high = np.where(few, middle, low), np.where(few, high, middle)
    found: Floats = 1 - np.exp(-np.exp(low) * pulls)
    return found
