"""The race: cards are picked one after another, each with a chance in proportion to its pull (Plackett-Luce).

Picking so is the same as letting every card ring after a random time, the stronger its pull the sooner. Up to a given
moment the cards ring independently of each other, which makes sums over all orders unnecessary: an integral over that
moment, by twelve points, is exact to the third digit.
"""

from __future__ import annotations

import numpy as np

from .encoder import Floats

_points, _weights = np.polynomial.legendre.leggauss(12)
_POINTS, _WEIGHTS = (_points + 1) / 2, _weights / 2


def right_before_wrong(right: Floats, wrong: Floats, most: int) -> Floats:
    """Chances of 0, 1 … `most` right picks before the first wrong one; the last is for `most` or more.

    `right` holds the pulls of the right cards in its last axis, `wrong` the pull of all wrong cards together.
    """
    pull = right / np.maximum(wrong, 1e-12)[..., None]
    rung = 1 - _POINTS[:, None] ** pull[..., None, :]
    counts = np.zeros((*rung.shape[:-1], most + 1))
    counts[..., 0] = 1
    for card in range(right.shape[-1]):
        step = counts * rung[..., card, None]
        counts -= step
        counts[..., 1:] += step[..., :-1]
        counts[..., -1] += step[..., -1]
    found: Floats = np.einsum("...pn,p->...n", counts, _WEIGHTS)
    return found


def picked_early(pulls: Floats, number: float) -> Floats:
    """Each card's chance to be among the first picks, where `number` of them are expected in all."""
    number = min(number, len(pulls) - 1e-3)
    if number <= 0:
        return np.zeros_like(pulls)
    low, high = -40.0, 40.0  # the logarithm of the moment
    for _ in range(50):
        middle = (low + high) / 2
        low, high = (middle, high) if (1 - np.exp(-np.exp(middle) * pulls)).sum() < number else (low, middle)
    found: Floats = 1 - np.exp(-np.exp(low) * pulls)
    return found
