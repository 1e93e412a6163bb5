"""What many scenes share: skies, grounds, shadows, stars, clouds, water and grass, and shades of grey."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

from workshop.pictures.canvas import Canvas, n, on_circle
from workshop.pictures.exact import rounded


def grey(darkness: float) -> str:
    level = round(255 * (1 - darkness))
    return f"rgb({level},{level},{level})"


def fading(
    stops: Sequence[tuple[float, float]],
    name: str = "fading",
    to: tuple[float, float] = (0, 1),
) -> str:
    """A linear gradient of darkness at offsets, downwards unless told otherwise; use it as url(#fading)."""
    marks = "".join(f'<stop offset="{offset}" stop-color="{grey(dark)}"/>' for offset, dark in stops)
    return f'<defs><linearGradient id="{name}" x1="0" y1="0" x2="{to[0]}" y2="{to[1]}">{marks}</linearGradient></defs>'


def glow(stops: Sequence[tuple[float, float, float]], name: str = "glow") -> str:
    """A radial gradient of (offset, darkness, opacity); use it as url(#glow)."""
    marks = "".join(
        f'<stop offset="{offset}" stop-color="{grey(dark)}" stop-opacity="{opacity}"/>'
        for offset, dark, opacity in stops
    )
    return f'<defs><radialGradient id="{name}">{marks}</radialGradient></defs>'


def sky(c: Canvas, darkness: float = 0.3, bottom: float = 210) -> None:
    c.backdrop(
        fading([(0, darkness), (1, 0)])
        + f'<rect x="-9" y="-9" width="418" height="{n(bottom + 9)}" fill="url(#fading)"/>',
        spacing=5.2,
    )


def ground(c: Canvas, y: float = 310, darkness: float = 0.28) -> None:
    c.backdrop(fading([(0, darkness), (1, 0.04)]) + f'<path d="M-9 {y}H409V409H-9Z" fill="url(#fading)"/>', spacing=5)
    c.lines(f'<path d="M-9 {y}H409" stroke="#000" stroke-width="1.8" fill="none"/>', wobble=1.6)


def tiles(c: Canvas, y: float = 290) -> None:
    """A chequered floor in perspective, its vanishing point to the right of the card's middle."""
    depths = (0, 0.07, 0.17, 0.32, 0.54, 0.9, 1.5)
    dark = []
    for row, (far, near) in enumerate(pairwise(depths)):
        ends = [(y + (400 - y) * depth, 1 + depth * 1.9) for depth in (far, near)]
        for column in range(-9, 9):
            if (column + row) % 2:
                (top, narrow), (bottom, wide) = ends
                xs = [226 + 50 * (column + side) * width for side, width in ((0.3, narrow), (1.3, narrow))]
                xe = [226 + 50 * (column + side) * width for side, width in ((1.3, wide), (0.3, wide))]
                dark.append(f"M{n(xs[0])} {n(top)}H{n(xs[1])}L{n(xe[0])} {n(bottom)}H{n(xe[1])}Z")
    c.backdrop(f'<path d="{"".join(dark)}" fill="{grey(0.62)}"/>', spacing=4)
    c.lines(f'<path d="M-9 {y}H409" stroke="#000" stroke-width="1.6"/>')


def panelling(c: Canvas, bottom: float = 409) -> None:
    """The boards of a wall."""
    strokes(c, "".join(f"M{x} -9V{bottom}" for x in range(-10, 410, 44)), 1.2)


def shadow(c: Canvas, x: float, y: float, rx: float, ry: float | None = None) -> None:
    """The soft shadow of something that stands on the ground."""
    stops = [(0.0, 0.62, 1.0), (0.6, 0.5, 0.95), (1.0, 0.31, 0.0)]
    c.backdrop(
        glow(stops) + f'<ellipse cx="{n(x)}" cy="{n(y)}" rx="{n(rx)}" ry="{n(ry or rx * 0.16)}" fill="url(#glow)"/>',
        spacing=3.2,
    )


def twinkle(x: float, y: float, radius: float, waist: float = 0.22, points: int = 4) -> str:
    """A star of `points` rays as path data."""
    corners = []
    for k in range(2 * points):
        px, py = on_circle(x, y, radius * (waist if k % 2 else 1), k * 180 / points - 90)
        corners.append(f"{n(px)} {n(py)}")
    return "M" + "L".join(corners) + "z"


def stars(c: Canvas, count: int, bottom: float = 400) -> str:
    drawn = []
    for _ in range(count):
        x, y, size = c.chance(0, 400), c.chance(0, bottom), 0.9 + rounded(c.random.random() ** 3) * 3
        if size > 2.4:
            drawn.append(f'<path d="{twinkle(x, y, size * 2.4)}"/>')
        else:
            drawn.append(f'<circle cx="{n(x)}" cy="{n(y)}" r="{n(size)}"/>')
    return f'<g fill="#fff">{"".join(drawn)}</g>'


def night(c: Canvas, count: int = 60, bottom: float = 400) -> None:
    c.backdrop(f'<rect x="-9" y="-9" width="418" height="418" fill="#000"/>{stars(c, count, bottom)}', wobble=0)


def rays(c: Canvas, cx: float, cy: float, reach: tuple[float, float], count: int = 36) -> None:
    start, end = reach
    drawn = []
    for k in range(count):
        angle = (k + 0.3 * c.random.random()) / count * 360
        length = start + (end - start) * (0.55 if k % 2 else 1) * c.chance(0.8, 1.1)
        (x1, y1), (x2, y2) = on_circle(cx, cy, start, angle), on_circle(cx, cy, length, angle)
        drawn.append(f'<path d="M{n(x1)} {n(y1)}L{n(x2)} {n(y2)}" stroke-width="{0.9 if k % 2 else 1.7}"/>')
    c.lines(f'<g stroke="#000" stroke-linecap="round">{"".join(drawn)}</g>')


def disc(c: Canvas, cx: float, cy: float, radius: float, darkness: float = 0.3) -> None:
    c.backdrop(
        fading([(0, darkness), (1, darkness * 0.45)])
        + f'<circle cx="{cx}" cy="{cy}" r="{radius}" fill="url(#fading)"/>',
        spacing=5,
    )


def cloud(x: float, y: float, size: float = 1) -> str:
    return (
        f'<g transform="translate({x} {y}) scale({size})">'
        '<path d="M-46 14C-66 14-66-10-46-10C-44-30-18-34-10-20C0-40 34-34 32-12C54-16 58 14 36 14Z"/></g>'
    )


def clouds(c: Canvas, *places: tuple[float, float, float]) -> None:
    drawn = "".join(cloud(*where) for where in places)
    c.prop(f'<g fill="#fff">{drawn}</g>', shade=0.42, outline=1.6, round=14, angle=0, halo=2)


def _strokes(drawn: list[str], width: float = 1.3) -> str:
    return f'<path d="{"".join(drawn)}" stroke="#000" stroke-width="{width}" fill="none" stroke-linecap="round"/>'


def grass(c: Canvas, y: float, count: int = 26) -> None:
    drawn = []
    for _ in range(count):
        x, foot, blade = c.chance(0, 400), c.chance(y, 396), c.chance(5, 12)
        drawn.append(f"M{n(x)} {n(foot)}q-2 {n(-blade * 0.6)} -4 {n(-blade)}")
        drawn.append(f"M{n(x + 2)} {n(foot)}q1 {n(-blade * 0.6)} 3 {n(-blade)}")
    c.lines(_strokes(drawn))


def ripples(c: Canvas, y: float, count: int = 30, bottom: float = 400) -> None:
    drawn = []
    for k in range(count):
        at = y + (bottom - y) * rounded(math.pow(k / count, 1.15)) + 4
        length, rise = c.chance(16, 52), 2 + (at - y) / 40
        start = c.chance(-30, 370)
        drawn.append(f"M{n(start)} {n(at)}q{n(length / 4)} {n(-rise)} {n(length / 2)} 0t{n(length / 2)} 0")
    c.lines(_strokes(drawn))


def bubbles(c: Canvas, *circles: tuple[float, float, float]) -> None:
    drawn = "".join(f'<circle cx="{x}" cy="{y}" r="{r}"/>' for x, y, r in circles)
    c.lines(f'<g fill="none" stroke="#000" stroke-width="1.6">{drawn}</g>')


def shine(c: Canvas, path: str, width: float = 7) -> None:
    """A reflection on glass: bare paper."""
    c.bare(f'<path d="{path}" fill="none" stroke="#fff" stroke-width="{width}" stroke-linecap="round"/>')


def strokes(c: Canvas, path: str, width: float = 2, **style: float) -> None:
    """Black lines along a path."""
    c.lines(
        f'<path d="{path}" fill="none" stroke="#000" stroke-width="{width}" stroke-linecap="round" '
        'stroke-linejoin="round"/>',
        **style,
    )
