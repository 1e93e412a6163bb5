"""SVG to pixels: the one place that talks to resvg.

Everything is drawn on a square card of 400 × 400 units. `window` finds out which part of the card a drawing
covers before it renders that part in full, since most drawings cover little of it. Not here: what the pixels mean.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import cv2
import numpy as np
import resvg
from numpy.typing import NDArray

CARD = 400
Pixels = NDArray[np.uint8]
_PROBE = 8  # a drawing is looked for at an eighth of the card's size


class Window(NamedTuple):
    """Premultiplied colour and opacity (0 … 1) of the part of a card that starts at pixel (left, top)."""

    left: int
    top: int
    colour: NDArray[np.float32]
    opacity: NDArray[np.float32]


@lru_cache(maxsize=1)
def _options() -> resvg.usvg.Options:
    return resvg.usvg.Options.default()


def document(inner: str, box: tuple[float, float, float, float], pixels: int) -> str:
    x, y, width, height = box
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" '
        f'viewBox="{x} {y} {width} {height}" width="{pixels}" height="{pixels}">{inner}</svg>'
    )


def _render(tree: resvg.usvg.Tree, scale: float, left: float, top: float, width: int, height: int) -> Pixels:
    png = resvg.render(tree, (scale, 0, -left, 0, scale, -top), bg_size=(width, height))
    return np.asarray(cv2.imdecode(np.frombuffer(png, np.uint8), cv2.IMREAD_UNCHANGED), dtype=np.uint8)


def png(svg: str, pixels: int, side: float = CARD) -> bytes:
    """A whole SVG document of `side` units, as PNG."""
    tree = resvg.usvg.Tree.from_str(svg, _options())
    scale = pixels / side
    return resvg.render(tree, (scale, 0, 0, 0, scale, 0), bg_size=(pixels, pixels))


def render(inner: str, pixels: int, box: tuple[float, float, float, float] = (0, 0, CARD, CARD)) -> Pixels:
    """The drawing `inner` within `box`, as blue, green, red and opacity bytes."""
    tree = resvg.usvg.Tree.from_str(document(inner, box, pixels), _options())
    return _render(tree, 1, 0, 0, pixels, pixels)


def window(inner: str, pixels: int, margin: int) -> Window | None:
    """The part of the card that `inner` covers, and `margin` pixels around it; None where it covers nothing."""
    tree = resvg.usvg.Tree.from_str(document(inner, (0, 0, CARD, CARD), pixels), _options())
    probe = -(-pixels // _PROBE)
    covered = _render(tree, 1 / _PROBE, 0, 0, probe, probe)[..., 3] > 0
    if not covered.any():
        return None
    rows, columns = np.flatnonzero(covered.any(axis=1)), np.flatnonzero(covered.any(axis=0))
    reach = margin + _PROBE
    left, top = max(0, columns[0] * _PROBE - reach), max(0, rows[0] * _PROBE - reach)
    right = min(pixels, (columns[-1] + 1) * _PROBE + reach)
    bottom = min(pixels, (rows[-1] + 1) * _PROBE + reach)
    drawn = _render(tree, 1, left, top, int(right - left), int(bottom - top)).astype(np.float32) / 255
    opacity = np.ascontiguousarray(drawn[..., 3])
    return Window(int(left), int(top), drawn[..., :3] * opacity[..., None], opacity)
