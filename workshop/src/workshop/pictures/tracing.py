"""From a field of ink to one compact SVG path of whole numbers.

The contour of the ink is found by contourpy and thinned by OpenCV. A drawing that turns out too large is
traced again more coarsely until it fits, so that no picture is ever above its size.

Both libraries are given whole numbers, so that they come to the same result on every machine. Where a contour crosses
between two pixels is then a simple fraction: either right in the middle between two of our steps, which a float holds
exactly, or far enough from it to be rounded alike everywhere.
"""

from __future__ import annotations

import bz2
from collections.abc import Sequence
from typing import NamedTuple

import cv2
import numpy as np
from contourpy import LineType, contour_generator
from numpy.typing import NDArray

from workshop.pictures.raster import CARD, Field

Points = NDArray[np.int32]
STEPS = 32  # of a contour per pixel
_TONES = 4096
GRID = 5  # steps of a path per card unit
SIDE = CARD * GRID
_LEVEL = 0.44


class Fineness(NamedTuple):
    tolerance: float  # how far a path may stray from the ink, in units
    speck: float  # the smallest island of ink or paper worth keeping, in square units


FINE = Fineness(0.24, 1.0)
_COARSER = 1.22


def rings(field: Field, level: float = _LEVEL) -> list[Points]:
    """The closed contours of a field, in steps (the middle of the first pixel is half a pixel)."""
    padded = np.pad(np.rint(field * np.float32(_TONES)), 1)
    between = int(level * _TONES) + 0.5  # no pixel lies on the contour itself
    found = contour_generator(z=padded, line_type=LineType.Separate, name="serial").lines(between)
    return [np.rint(np.asarray(ring) * STEPS).astype(np.int32) - STEPS // 2 for ring in found]


def thinned(ring: Points, tolerance: float) -> Points:
    """A closed ring with as few points as stay within `tolerance` steps of it."""
    return np.asarray(cv2.approxPolyDP(ring[:-1], tolerance, closed=True), dtype=np.int32)[:, 0]


def _moves(points: Points) -> str:
    """One closed ring as a relative path."""
    moves = np.diff(points, axis=0)
    numbers = " ".join(map(str, moves[moves.any(axis=1)].ravel().tolist()))
    return f"M{points[0][0]} {points[0][1]}l{numbers.replace(' -', '-')}z"


def _path(found: Sequence[Points], pixels: int, fineness: Fineness) -> str:
    parts, unit = [], pixels * STEPS / CARD
    for ring in found:
        if abs(cv2.contourArea(ring)) < fineness.speck * unit * unit:
            continue
        points = np.rint(thinned(ring, fineness.tolerance * unit) * (GRID / unit)).astype(np.int32)
        if len(points) > 2:
            parts.append(_moves(points))
    return "".join(parts)


def trace(ink: Field, fineness: Fineness = FINE) -> str:
    """The path data of the ink, on a square of `SIDE` steps; to be filled by the even-odd rule."""
    return _path(rings(ink), len(ink), fineness)


def trace_within(ink: Field, largest: int, largest_packed: int) -> str:
    """The finest tracing that is no larger than both limits, in bytes as it is and packed by bzip2.

    Of bzip2 there is but one; what gzip makes of a drawing depends on which zlib a machine has.
    """
    found, fineness = rings(ink), FINE
    while True:
        path = _path(found, len(ink), fineness)
        data = path.encode()
        if len(data) <= largest and len(bz2.compress(data)) <= largest_packed:
            return path
        fineness = Fineness(fineness.tolerance * _COARSER, fineness.speck * _COARSER**2)
