"""From a field of ink to one compact SVG path of whole numbers.

The contour of the ink is found by contourpy and thinned by OpenCV. A drawing that turns out too large is
traced again more coarsely until it fits, so that no picture is ever above its size.
"""

from __future__ import annotations

import gzip
from collections.abc import Sequence
from typing import NamedTuple

import cv2
import numpy as np
from contourpy import LineType, contour_generator
from numpy.typing import NDArray

from deckname.cards.pictures.raster import CARD, Field

GRID = 5  # steps of a path per card unit
SIDE = CARD * GRID
_LEVEL = 0.44


class Fineness(NamedTuple):
    tolerance: float  # how far a path may stray from the ink, in units
    speck: float  # the smallest island of ink or paper worth keeping, in square units


FINE = Fineness(0.24, 1.0)
_COARSER = 1.22


def rings(field: Field, level: float = _LEVEL) -> list[NDArray[np.float32]]:
    """The closed contours of a field, in pixels (the middle of the first pixel is 0.5)."""
    padded = np.pad(field, 1)
    found = contour_generator(z=padded, line_type=LineType.Separate, name="serial").lines(level)
    return [np.asarray(ring, dtype=np.float32) - 0.5 for ring in found]


def thinned(ring: NDArray[np.float32], tolerance: float) -> NDArray[np.float32]:
    """A closed ring with as few points as stay within `tolerance` of it."""
    return np.asarray(cv2.approxPolyDP(ring[:-1], tolerance, closed=True), dtype=np.float32)[:, 0]


def _steps(points: NDArray[np.int32]) -> str:
    """One closed ring as a relative path."""
    moves = np.diff(points, axis=0)
    numbers = " ".join(map(str, moves[moves.any(axis=1)].ravel().tolist()))
    return f"M{points[0][0]} {points[0][1]}l{numbers.replace(' -', '-')}z"


def _path(found: Sequence[NDArray[np.float32]], scale: float, fineness: Fineness) -> str:
    parts = []
    for ring in found:
        if abs(cv2.contourArea(ring)) < fineness.speck * scale * scale:
            continue
        points = np.round(thinned(ring, fineness.tolerance * scale) * (GRID / scale)).astype(np.int32)
        if len(points) > 2:
            parts.append(_steps(points))
    return "".join(parts)


def trace(ink: Field, fineness: Fineness = FINE) -> str:
    """The path data of the ink, on a square of `SIDE` steps; to be filled by the even-odd rule."""
    return _path(rings(ink), ink.shape[0] / CARD, fineness)


def trace_within(ink: Field, largest: int, largest_compressed: int) -> str:
    """The finest tracing that is no larger than both limits, in bytes."""
    found, scale, fineness = rings(ink), ink.shape[0] / CARD, FINE
    while True:
        path = _path(found, scale, fineness)
        data = path.encode()
        if len(data) <= largest and len(gzip.compress(data, 9, mtime=0)) <= largest_compressed:
            return path
        fineness = Fineness(fineness.tolerance * _COARSER, fineness.speck * _COARSER**2)
