"""SVG to pixels: the one place that talks to resvg.

Everything is drawn on a square card of 400 × 400 units. `window` finds out which part of the card a drawing
covers before it renders that part in full, since most drawings cover little of it. Not here: what the
pixels mean.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple

import cv2
import numpy as np
import resvg
from numpy.typing import NDArray

CARD = 400
Pixels = NDArray[np.uint8]
Field = NDArray[np.floating[Any]]
_PROBE = 8  # a drawing is looked for at an eighth of the card's size


class Frame(NamedTuple):
    left: int
    top: int
    width: int
    height: int


class Window(NamedTuple):
    """The part of a card that starts at pixel (left, top): blue, green, red and opacity."""

    left: int
    top: int
    pixels: Pixels


@lru_cache(maxsize=1)
def _options() -> resvg.usvg.Options:
    return resvg.usvg.Options.default()


def document(inner: str, box: tuple[float, float, float, float], pixels: int) -> str:
    x, y, width, height = box
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" '
        f'viewBox="{x} {y} {width} {height}" width="{pixels}" height="{pixels}">{inner}</svg>'
    )


def _render(tree: resvg.usvg.Tree, scale: float, frame: Frame) -> Pixels:
    png = resvg.render(tree, (scale, 0, -frame.left, 0, scale, -frame.top), bg_size=(frame.width, frame.height))
    return np.asarray(cv2.imdecode(np.frombuffer(png, np.uint8), cv2.IMREAD_UNCHANGED), dtype=np.uint8)


def png(svg: str, pixels: int, side: float = CARD) -> bytes:
    """A whole SVG document of `side` units, as PNG."""
    tree = resvg.usvg.Tree.from_str(svg, _options())
    scale = pixels / side
    return resvg.render(tree, (scale, 0, 0, 0, scale, 0), bg_size=(pixels, pixels))


def render(inner: str, pixels: int, box: tuple[float, float, float, float] = (0, 0, CARD, CARD)) -> Pixels:
    """The drawing `inner` within `box`, as blue, green, red and opacity bytes."""
    tree = resvg.usvg.Tree.from_str(document(inner, box, pixels), _options())
    return _render(tree, 1, Frame(0, 0, pixels, pixels))


def window(inner: str, pixels: int, margin: int) -> Window | None:
    """The part of the card that `inner` covers, and `margin` pixels around it; None if it is empty."""
    tree = resvg.usvg.Tree.from_str(document(inner, (0, 0, CARD, CARD), pixels), _options())
    probe = -(-pixels // _PROBE)
    covered = _render(tree, 1 / _PROBE, Frame(0, 0, probe, probe))[..., 3] > 0
    if not covered.any():
        return None
    rows, columns = (np.flatnonzero(covered.any(axis=axis)).tolist() for axis in (1, 0))
    reach = margin + _PROBE
    left, top = (max(0, line[0] * _PROBE - reach) for line in (columns, rows))
    right, bottom = (min(pixels, (line[-1] + 1) * _PROBE + reach) for line in (columns, rows))
    return Window(left, top, _render(tree, 1, Frame(left, top, right - left, bottom - top)))
