"""The canvas that a scene is drawn on: icons are put in their places, and layers pile up for the engraver.

A scene says what it adds: a `backdrop`, a `prop` (drawn by our own code in shades of grey), a `subject`
(icons), pure black `lines`, or `bare` paper. Each kind has its own manner of engraving. All lengths are
card units.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, replace
from typing import Any, Literal, NamedTuple

import numpy as np

from workshop.pictures.engraver import Layer, Style
from workshop.pictures.exact import direction
from workshop.pictures.icons import Icon

Facing = Literal["left", "right"]


class Figure(NamedTuple):
    """An icon and the way it looks on its own (None: it has no front)."""

    icon: Icon
    faces: Facing | None


@dataclass(frozen=True, slots=True)
class Spot:
    """Where an icon goes: its visible box fits into w × h, with its anchor (ax, ay of 0 … 1) at x, y."""

    x: float
    y: float
    w: float = 400
    h: float = 400
    ax: float = 0.5
    ay: float = 1
    turn: float = 0
    flip: bool = False
    face: Facing | None = None
    upside_down: bool = False


@dataclass(frozen=True, slots=True)
class Placed:
    """An icon in its place: its box before it is turned, and the transform that brings it there."""

    left: float
    top: float
    width: float
    height: float
    scale: float
    transform: str

    @property
    def middle(self) -> tuple[float, float]:
        return self.left + self.width / 2, self.top + self.height / 2


_BACKDROP = Style(
    normalise=False, outline=0, halo=0, edges=0, shade=0, bend=0, angle=0, cross=90, crossed=False, wobble=1.4
)
_PROP = Style(normalise=False, shade=0.28)
_LINES = Style(normalise=False, solid=1, outline=0, halo=0, edges=0, shade=0, bend=0)
_BARE = replace(_LINES, solid=0)


def n(value: float) -> str:
    """A number as SVG takes it."""
    return f"{value:.2f}".rstrip("0").rstrip(".")


def place(figure: Figure, spot: Spot) -> Placed:
    box = figure.icon.box()
    scale = min(spot.w / box.width, spot.h / box.height)
    width, height = box.width * scale, box.height * scale
    flip = spot.flip
    if spot.face and figure.faces:
        flip = spot.face != figure.faces
    ax = 1 - spot.ax if flip else spot.ax
    ay = 1 - spot.ay if spot.upside_down else spot.ay
    transform = (
        f"translate({n(spot.x)} {n(spot.y)}) rotate({n(spot.turn)}) "
        f"scale({-1 if flip else 1} {-1 if spot.upside_down else 1}) "
        f"translate({n(-width * ax)} {n(-height * ay)}) scale({scale:.5f}) translate({n(-box.x)} {n(-box.y)})"
    )
    return Placed(spot.x - width * spot.ax, spot.y - height * spot.ay, width, height, scale, transform)


def icon(figure: Figure, spot: Spot) -> str:
    return f'<g transform="{place(figure, spot).transform}">{figure.icon.svg}</g>'


def icons(figure: Figure, spots: list[Spot]) -> str:
    """The same icon many times."""
    name = f"many-{figure.icon.name}"
    uses = "".join(f'<use xlink:href="#{name}" transform="{place(figure, spot).transform}"/>' for spot in spots)
    return f'<defs><g id="{name}">{figure.icon.svg}</g></defs>{uses}'


def outline_path(figure: Figure, tolerance: float = 0.35) -> str:
    return "".join(
        "M" + " ".join(f"{n(x)} {n(y)}" for x, y in polygon.tolist()) + "z"
        for polygon in figure.icon.outlines(tolerance)
    )


def silhouette(figure: Figure, spot: Spot, attributes: str) -> str:
    return f'<path transform="{place(figure, spot).transform}" d="{outline_path(figure)}" {attributes}/>'


def outline_points(figure: Figure, spot: Spot, tolerance: float = 0.35) -> list[tuple[float, float]]:
    """The longest outline of an icon that is neither turned nor flipped, on the card."""
    box, placed = figure.icon.box(), place(figure, spot)
    polygon = figure.icon.outlines(tolerance)[0]
    on_card = (polygon - np.array([box.x, box.y])) * placed.scale + np.array([placed.left, placed.top])
    return [(float(x), float(y)) for x, y in on_card]


def clipped(inner: str, shape: str, name: str) -> str:
    """`inner` where it lies within `shape`."""
    return f'<defs><clipPath id="{name}">{shape}</clipPath></defs><g clip-path="url(#{name})">{inner}</g>'


class Canvas:
    def __init__(self, seed: str) -> None:
        self.random = random.Random(seed)
        self.layers: list[Layer] = []

    def chance(self, low: float, high: float) -> float:
        return self.random.uniform(low, high)

    def add(self, svg: str, style: Style, **changes: Any) -> None:
        self.layers.append(Layer(svg, replace(style, **changes)))

    def backdrop(self, svg: str, **changes: Any) -> None:
        self.add(svg, _BACKDROP, **changes)

    def prop(self, svg: str, **changes: Any) -> None:
        self.add(svg, _PROP, **changes)

    def lines(self, svg: str, **changes: Any) -> None:
        self.add(svg, _LINES, **changes)

    def bare(self, svg: str, **changes: Any) -> None:
        self.add(svg, _BARE, **changes)

    def subject(self, svg: str, **changes: Any) -> None:
        self.add(svg, Style(angle=self.chance(25, 55)), **changes)

    def stand(self, figure: Figure, spot: Spot, **changes: Any) -> None:
        """One icon as a subject of its own."""
        self.subject(icon(figure, spot), **changes)

    def crowd(self, figure: Figure, spots: list[Spot], **changes: Any) -> None:
        self.subject(icons(figure, spots), **changes)


def on_circle(cx: float, cy: float, radius: float, angle: float) -> tuple[float, float]:
    """The point of a circle at an angle in degrees."""
    across, down = direction(angle)
    return cx + across * radius, cy + down * radius
