"""Arithmetic that gives the same bits on every processor, so that a picture is the same bytes everywhere.

What NumPy does element by element with + - * / and square roots is rightly rounded, hence the same everywhere. The
rest is not: sums depend on their order, which differs with the width of a register; some processors multiply and add
in one go; sines, powers and the like differ in their last digit. So here

- sums are of whole numbers that the float at hand holds exactly, up to 2²⁴ in 32 bits: no order changes them;
- sines, powers and exponentials are taken one by one and rounded far above their noise.

Whoever draws takes from NumPy only what works element by element, comparisons, and sums of whole numbers.
"""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from workshop.pictures.raster import Field, Pixels

cv2.setNumThreads(1)  # the gallery runs one process per core

_STEPS, _WEIGHTS = 2**14, 2**10  # of a value and of a kernel that is laid over it: their product is 2²⁴
_SUBPIXEL = 2**5
_LONE = np.ones(1, dtype=np.float32)


def rounded(value: float) -> float:
    """A sine, a power or the like without the digits in which machines differ."""
    return round(value, 9)


@lru_cache(maxsize=1024)
def direction(degrees: float) -> tuple[float, float]:
    """Cosine and sine."""
    angle = math.radians(degrees)
    return rounded(math.cos(angle)), rounded(math.sin(angle))


def angle_of(x: float, y: float) -> float:
    """The direction of a point in degrees, -180 … 180."""
    return rounded(math.degrees(math.atan2(y, x)))


@lru_cache(maxsize=64)
def _bell(sigma: float) -> NDArray[np.float32]:
    """A Gaussian of whole numbers."""
    reach = math.ceil(4 * sigma)
    heights = [math.exp(-at * at / (2 * sigma * sigma)) for at in range(reach + 1)]
    total = 2 * math.fsum(heights) - heights[0]
    side = [weight for height in heights[1:] if (weight := round(_WEIGHTS * height / total))]
    return np.array([*reversed(side), _WEIGHTS - 2 * sum(side), *side], dtype=np.float32)


def blurred(field: Field, sigma: float, largest: int) -> Field:
    """A Gaussian blur of values within ± `largest`, a power of two."""
    bell, step = _bell(sigma), _STEPS / largest
    across = cv2.sepFilter2D(np.rint(field * step), cv2.CV_32F, bell, _LONE)
    down = cv2.sepFilter2D(np.rint(across / _WEIGHTS), cv2.CV_32F, _LONE, bell)
    return np.asarray(down) / np.float32(step * _WEIGHTS)


def moved(planes: Field, columns: Field, rows: Field) -> Field:
    """Planes of whole numbers below 2¹⁴, looked up between their pixels: a mean of four, weighed by 32nds."""
    columns, rows = (np.rint(at * _SUBPIXEL) / _SUBPIXEL for at in (columns, rows))
    return np.asarray(cv2.remap(planes, columns, rows, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE))


def depths(inside: NDArray[np.bool_]) -> Field:
    """How many pixels it is to the nearest pixel outside, in whole steps of 2⁻¹⁶."""
    cv2.ipp.setUseIPP(False)  # Intel's library measures in floats; this holds for the current thread only
    return np.asarray(cv2.distanceTransform(inside.astype(np.uint8), cv2.DIST_L2, 5))


def grey(pixels: Pixels) -> NDArray[np.integer[Any]]:
    """How light the eye finds blue, green and red, 0 … 255."""
    blue, green, red = (pixels[..., channel].astype(np.uint16) for channel in range(3))
    return (29 * blue + 150 * green + 77 * red + 128) >> 8


def grown(table: Field, side: int, pixels: int) -> Field:
    """A square table as a smooth square of `side` pixels, of which only the first `pixels` each way are wanted."""
    nodes = len(table)
    at = (np.arange(pixels) + 0.5) * (nodes / side) - 0.5
    first = np.floor(at).astype(np.intp)
    t = at - first
    here, next_ = ((1.25 * away - 2.25) * away * away + 1 for away in (t, 1 - t))  # cubics over the four nodes around
    before, after = (((-0.75 * away + 3.75) * away - 6) * away + 3 for away in (1 + t, 2 - t))
    weights = enumerate((before, here, next_, after), start=-1)
    taps = [(np.clip(first + k, 0, nodes - 1), weight) for k, weight in weights]
    down = sum(table[node] * weight[:, None] for node, weight in taps)
    return np.asarray(sum(down[:, node] * weight for node, weight in taps), dtype=np.float32)


def spread(points: NDArray[Any]) -> tuple[list[int], list[list[int]]]:
    """The sum of points of whole numbers, one a row; and their covariance times the square of their number."""
    whole = points.astype(np.float64)
    sums, products = whole.sum(axis=0).tolist(), (whole.T @ whole).tolist()
    together = [
        [len(points) * int(product) - int(one) * int(other) for product, other in zip(row, sums, strict=True)]
        for row, one in zip(products, sums, strict=True)
    ]
    return [int(total) for total in sums], together


def main_axis(together: list[list[int]], length: int) -> list[int] | None:
    """The direction in which points of that spread vary most, as whole numbers; None if they are all the same."""
    size = range(len(together))
    power: list[list[float]] = [[float(value) for value in row] for row in together]
    for _ in range(12):  # squared again and again, nothing but the strongest direction is left
        trace = math.fsum(power[k][k] for k in size)
        if not trace:
            return None
        power = [[value / trace for value in row] for row in power]
        power = [[math.fsum(power[i][k] * power[k][j] for k in size) for j in size] for i in size]
    axis = power[max(size, key=lambda k: power[k][k])]
    norm = math.sqrt(math.fsum(value * value for value in axis))
    return [round(length * value / norm) for value in axis]
