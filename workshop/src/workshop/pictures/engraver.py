"""The engraver: layers of coloured SVG become one plate of black ink, in the manner of a copper engraving.

Each layer is pressed on top of those before it: its colours become a tone, its colour changes inner lines,
its rim an outline that swells on the shady side, and a thin halo of bare paper keeps it apart from what
lies behind. Then lines are cut over the whole plate, the wider the darker the tone, bent over the swelling
form of each layer and crossed where it is dark. All lengths are in card units. Not here: turning the plate
into a path (tracing), and how the plate comes to be the same on every machine (exact).
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from workshop.pictures.exact import blurred, depths, direction, grey, grown, main_axis, moved, rounded, spread
from workshop.pictures.raster import CARD, Field, Pixels, Window, window

_Area = tuple[slice, slice]
LIGHT = (-0.62, -0.78)  # the lamp stands at the upper left, as on every old engraving
_FAINTEST, _SOLID = 0.085, 0.94  # tones below and above which nothing and everything is black
_FAR = 64  # units from the rim that are as good as any further
_TONES = 4080  # whole steps of opacity and of what it is multiplied by: 16 for each of a byte


@dataclass(frozen=True, slots=True)
class Style:
    """How a layer is engraved."""

    angle: float = 35  # of the lines, in degrees
    cross: float = 68  # between the lines and those that cross them
    crossed: bool = True
    spacing: float = 3.8
    bend: float = 0.42  # how far lines follow the form
    outline: float = 2.2
    halo: float = 3.2
    shade: float = 0.35  # strength of the shadow on the form
    round: float = 26  # how deep from its rim a form is round
    normalise: bool = True  # stretch the tones of a coloured icon; else grey is taken as it is
    median: float = 0.76  # lightness that the middle tone is brought to
    gain: float = 1
    edges: float = 1  # strength of inner lines
    edge_width: float = 0.75
    fade: float = 1
    wobble: float = 1.1  # how unsteady the hand is
    solid: float | None = None  # 1 all black, 0 bare paper
    negative: bool = False  # white lines scratched out of black


@dataclass(frozen=True, slots=True)
class Layer:
    svg: str
    style: Style


def ramp(start: Field | float, width: float, value: Field) -> Field:
    """0 below `start`, 1 from `width` above it, and smooth in between."""
    t: Field = np.clip((value - start) * np.float32(1 / width), 0, 1)
    return t * t * (3 - 2 * t)


def _noise(cell: float, seed: int, pixels: int) -> Field:
    """Smooth noise of about -1 … 1 whose hills are `cell` units wide."""
    nodes = int(CARD / cell) + 4
    table = np.random.Generator(np.random.PCG64(seed)).uniform(-1, 1, (nodes, nodes)).astype(np.float32)
    side = round(nodes * cell * pixels / CARD)
    return grown(table, side, pixels)


@dataclass(frozen=True, slots=True)
class _Hand:
    """The unsteadiness of the engraver's hand: the same for every picture."""

    sideways: Field
    upwards: Field
    pressure: Field
    outline: Field
    line: Field


@lru_cache(maxsize=2)
def _hand(pixels: int) -> _Hand:
    scale = pixels / CARD
    return _Hand(
        sideways=scale * (_noise(26, 1, pixels) + 0.3 * _noise(9, 2, pixels)),
        upwards=scale * (_noise(26, 3, pixels) + 0.3 * _noise(9, 4, pixels)),
        pressure=_noise(11, 5, pixels),
        outline=_noise(14, 6, pixels),
        line=_noise(17, 7, pixels),
    )


def _principal(pixels: Pixels) -> Field:
    """Position along the colour axis that varies most: tells apart hues that are equally light."""
    coarse = pixels[::2, ::2]
    sample = coarse[coarse[..., 3] > 127][:, :3]
    sums, together = spread(sample)
    axis = main_axis(together, 1000)
    if axis is None:
        return np.zeros(pixels.shape[:2], dtype=np.float32)
    blue, green, red = axis
    if blue + 6 * green + 3 * red < 0:
        axis = [-blue, -green, -red]
    middle = sum(total * part for total, part in zip(sums, axis, strict=True)) / len(sample)
    along = pixels[..., :3].astype(np.float32) @ np.array(axis, dtype=np.float32)
    return 0.5 + (along - np.float32(middle)) * np.float32(1 / 400_000)


def _tone_curve(light: Field, opacity: Field, style: Style) -> Field:
    """Darkness for each of 256 steps of lightness."""
    steps = np.linspace(0, 1, 256, dtype=np.float32)
    if not style.normalise:
        return 1 - steps
    inner = light[opacity > 0.9]
    if not inner.size:
        return 1 - steps
    low, middle, high = (np.percentile(np.round(inner * 255), [2, 50, 97]) / 255).tolist()
    low = min(low, 0.18)
    high = max(high, low + 0.25)
    middle = min(max((middle - low) / (high - low), 0.06), 0.94)
    gamma = rounded(min(max(math.log(style.median) / math.log(middle), 0.3), 2.2))
    stretched = np.clip((steps - low) / (high - low), 0, 1)
    return np.array([1 - rounded(math.pow(step, gamma)) for step in stretched.tolist()], dtype=np.float32)


def _inner_lines(channels: list[Field], opacity: Field, style: Style, scale: float) -> Field:
    """Dark lines where the colour changes: a difference of Gaussians that does not see the rim."""
    weight = (opacity > 0.6).astype(np.float32)
    narrow, wide = style.edge_width * scale, style.edge_width * scale * 2.1
    weights = [blurred(weight, sigma, 1) + 1e-6 for sigma in (narrow, wide)]
    strongest = np.zeros_like(opacity)
    for channel in channels:
        masked = channel * weight
        near, far = (blurred(masked, sigma, 2) / w for sigma, w in zip((narrow, wide), weights, strict=True))
        np.maximum(strongest, far - near, out=strongest)
    return ramp(0.022, 0.028, strongest) * weight * style.edges


def _slopes(field: Field) -> tuple[Field, Field]:
    across, down = np.zeros_like(field), np.zeros_like(field)
    across[:, 1:-1] = (field[:, 2:] - field[:, :-2]) / 2
    down[1:-1] = (field[2:] - field[:-2]) / 2
    return across, down


class Plate:
    """The copper plate while it is worked on: tone and ink of every pixel, and whose form it belongs to."""

    def __init__(self, pixels: int) -> None:
        self.pixels = pixels
        self.scale = pixels / CARD
        self.hand = _hand(pixels)
        self.tone: Field = np.zeros((pixels, pixels), dtype=np.float32)
        self.ink: Field = np.zeros((pixels, pixels), dtype=np.float32)
        self.height: Field = np.zeros((pixels, pixels), dtype=np.float32)
        self.owner: NDArray[np.uint8] = np.zeros((pixels, pixels), dtype=np.uint8)

    def press(self, index: int, layer: Layer) -> None:
        style = layer.style
        margin = int((style.halo + style.outline + 3) * self.scale) + 4
        part = window(layer.svg, self.pixels, margin)
        if part is None:
            return
        area = np.s_[part.top : part.top + part.pixels.shape[0], part.left : part.left + part.pixels.shape[1]]
        opacity, light, channels = self._redrawn(part, area, style)
        rim, height = self._form(opacity, style)
        if style.halo and rim is not None:
            self._clear_halo(area, rim, style.halo)
        if style.solid is not None:
            self._paint(area, opacity, style.solid)
        else:
            lines = _inner_lines(channels, opacity, style, self.scale) if style.edges else None
            if not style.negative:
                steps = np.clip(light * 255, 0, 255).astype(np.uint8)
                tone = _tone_curve(light, opacity, style)[steps] * style.gain
                self._lay(area, opacity, self._shaded(tone, height, style), lines)
                self._own(index, area, opacity > 0.5, height)
            elif lines is not None:
                self._scratch(area, lines * opacity)
        if style.outline and rim is not None:
            self._draw_outline(area, rim, style)

    def _redrawn(self, part: Window, area: _Area, style: Style) -> tuple[Field, Field, list[Field]]:
        """Opacity, lightness and the channels that inner lines are found in, drawn by an unsteady hand."""
        opacity = part.pixels[..., 3].astype(np.float32)
        planes = [opacity, grey(part.pixels) * opacity * np.float32(1 / 255)]
        if style.edges:
            planes.append(_principal(part.pixels) * opacity)
        stack = np.dstack(planes)
        np.rint(np.multiply(stack, _TONES / 255, out=stack), out=stack)
        if style.wobble:
            rows, columns = np.mgrid[: stack.shape[0], : stack.shape[1]].astype(np.float32)
            columns += self.hand.sideways[area] * style.wobble
            rows += self.hand.upwards[area] * style.wobble
            stack = moved(stack, columns, rows)
        stack *= np.float32(1 / _TONES)
        opacity = np.ascontiguousarray(stack[..., 0])
        safe = np.maximum(opacity, 1e-3)
        return opacity, stack[..., 1] / safe, [stack[..., k] / safe for k in range(1, stack.shape[2])]

    def _form(self, opacity: Field, style: Style) -> tuple[Field | None, Field | None]:
        """Signed distance from the rim (negative inside), and the height of the inflated form."""
        swells = bool(style.shade or style.bend) and style.solid is None
        if not (style.outline or style.halo or swells):
            return None, None
        inside = opacity > 0.5
        depth = depths(inside) / self.scale
        rim = None
        if style.outline or style.halo:
            away = depths(~inside) / self.scale
            rim = blurred(np.clip(away - depth, -_FAR, _FAR), 0.8, _FAR)
        if not swells:
            return rim, None
        reach = min(style.round, max(4.0, float(depth.max())))
        rest = 1 - np.minimum(1, depth / reach)
        return rim, blurred(reach * np.sqrt(1 - rest * rest), 1.6 * self.scale, _FAR)

    def _shaded(self, tone: Field, height: Field | None, style: Style) -> Field:
        if height is not None and style.shade:
            across, down = (slope * self.scale for slope in _slopes(height))
            lit = -(across * LIGHT[0] + down * LIGHT[1]) / np.sqrt(across * across + down * down + 1)
            tone = tone + style.shade * np.maximum(-0.35, -lit)
        return np.clip(tone, 0, 1) * style.fade

    def _clear_halo(self, area: _Area, rim: Field, halo: float) -> None:
        keep = np.where(rim > 0, ramp(halo * 0.55, halo * 0.45, rim), 1)
        self.tone[area] *= keep
        self.ink[area] *= keep

    def _scratch(self, area: _Area, white: Field) -> None:
        self.ink[area] = np.minimum(self.ink[area], 1 - white)
        self.tone[area] *= 1 - white

    def _paint(self, area: _Area, opacity: Field, ink: float) -> None:
        """Black or bare paper as it is, without lines: however thin, it stays whole."""
        self.ink[area] += (ink - self.ink[area]) * opacity
        self.tone[area] *= 1 - opacity

    def _lay(self, area: _Area, opacity: Field, dark: Field, lines: Field | None) -> None:
        cover = np.where(opacity > 0.02, opacity, 0)
        self.tone[area] = self.tone[area] * (1 - cover) + dark * cover
        self.ink[area] *= 1 - cover
        if lines is not None:
            self.ink[area] += lines * cover

    def _own(self, index: int, area: _Area, mine: NDArray[np.bool_], height: Field | None) -> None:
        self.owner[area][mine] = index
        self.height[area][mine] = 0 if height is None else height[mine]

    def _draw_outline(self, area: _Area, rim: Field, style: Style) -> None:
        across, down = _slopes(rim)
        length = np.sqrt(across * across + down * down) + 1e-6
        shady = np.maximum(0, -(across * LIGHT[0] + down * LIGHT[1]) / length)
        half = style.outline * (0.8 + 0.46 * shady + 0.24 * self.hand.outline[area]) / 2
        stroke = 1 - ramp(half - 0.25, 0.5, np.abs(rim))
        if style.negative:
            self._scratch(area, stroke)
        else:
            self.ink[area] = np.maximum(self.ink[area], stroke)

    def cut(self, layers: list[Layer]) -> Field:
        """Cut the lines, and give the ink of the finished plate."""
        self.ink[self.tone > _SOLID] = 1
        rows, columns = np.nonzero((self.tone >= _FAINTEST) & (self.ink <= 0.98))
        owner = self.owner[rows, columns]
        styles = [layer.style for layer in layers]

        def of(values: list[float]) -> Field:
            return np.array(values, dtype=np.float32)[owner]

        tone = self.tone[rows, columns] * (1 + 0.2 * self.hand.pressure[rows, columns])
        crossed = np.array([style.crossed for style in styles])[owner]
        spacing = of([style.spacing for style in styles])
        swell = self.height[rows, columns] * of([style.bend for style in styles])
        shiver = 0.5 * self.hand.line[rows, columns]
        x, y = (columns / self.scale).astype(np.float32), (rows / self.scale).astype(np.float32)

        finest = 0.52 / self.scale  # a line thinner than a pixel would fall to pieces

        def lines(angles: list[float], shift: Field, width: Field) -> Field:
            along, upright = (of(list(parts)) for parts in zip(*map(direction, angles), strict=True))
            phase = (y * along - x * upright + shift) / spacing
            off = np.abs(phase - np.floor(phase) - 0.5) * spacing
            half = np.maximum(0.5 * spacing * width, finest)
            return 1 - ramp(half - 0.22, 0.44, off)

        first = np.minimum(0.045 + tone * 0.8, np.where(crossed, 0.64, 0.8))
        ink = lines([style.angle for style in styles], shiver - swell, first)
        second = np.where(crossed, np.minimum(0.6, tone - 0.44), 0)
        crossing = lines([style.angle + style.cross for style in styles], -shiver - 0.6 * swell, second)
        ink = np.maximum(ink, np.where(second > 0.08, crossing, 0))
        ink = np.maximum(ink, np.where(crossed, ramp(0.88, 0.04, tone), 0))
        self.ink[rows, columns] = np.maximum(self.ink[rows, columns], ink)
        return self.ink


def engrave(layers: list[Layer], pixels: int) -> Field:
    plate = Plate(pixels)
    for index, layer in enumerate(layers):
        plate.press(index, layer)
    return plate.cut(layers)
