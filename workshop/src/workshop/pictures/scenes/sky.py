"""Up in the air and out in space."""

from __future__ import annotations

import math

import numpy as np

from workshop.pictures.canvas import (
    Canvas,
    Figure,
    Spot,
    clipped,
    icon,
    icons,
    on_circle,
    outline_points,
    place,
    silhouette,
)
from workshop.pictures.engraver import Style
from workshop.pictures.exact import rounded
from workshop.pictures.scenery import (
    clouds,
    grass,
    ground,
    night,
    rays,
    shadow,
    sky,
    stars,
    strokes,
    twinkle,
)
from workshop.pictures.scenes.scene_registry import scene
from workshop.pictures.tracing import STEPS, thinned


@scene
def moonrise(c: Canvas, moon: Figure, herd: Figure) -> None:
    night(c, 46, 300)
    c.bare('<circle cx="205" cy="124" r="112" fill="#fff"/>', wobble=0)
    rays(c, 205, 124, (100, 112), 44)
    c.stand(moon, Spot(205, 124, 178, 178, ay=0.5), halo=2)
    c.prop('<path d="M-9 318Q90 268 200 300T409 284V409H-9Z" fill="#eee"/>', shade=0, angle=0, halo=3)
    far = [Spot(58, 312, 74, 70), Spot(148, 312, 60, 58, flip=True), Spot(352, 312, 72, 68, flip=True)]
    c.crowd(herd, far, halo=3, outline=1.8)
    c.prop('<path d="M-9 366Q120 322 230 350T409 346V409H-9Z" fill="#fff"/>', shade=0, angle=0, halo=3)
    c.crowd(herd, [Spot(250, 382, 124, 116), Spot(96, 394, 98, 92, flip=True)], halo=4)
    grass(c, 372, 14)


@scene
def constellation(c: Canvas, gazer: Figure, pattern: Figure) -> None:
    night(c, 70, 330)
    spot = Spot(212, 146, 300, 236, ay=0.5)
    outline = outline_points(pattern, spot)
    points = np.rint(np.array([*outline, outline[0]]) * STEPS).astype(np.int32)
    tolerance = 1.5 * STEPS
    while len(salient := thinned(points, tolerance) / STEPS) > 18:
        tolerance *= 1.2
    c.add(icon(pattern, spot), Style(negative=True, outline=2.9, halo=0, edge_width=0.9, shade=0, bend=0))
    brightest = [twinkle(float(x), float(y), 8 if k % 3 else 12, 0.3) for k, (x, y) in enumerate(salient)]
    c.bare(f'<path d="{"".join(brightest)}" fill="#fff"/>', wobble=0.3)
    c.prop('<path d="M-9 352Q100 296 210 340T409 336V409H-9Z" fill="#e4e4e4"/>', shade=0, angle=0, halo=4)
    c.stand(gazer, Spot(104, 356, 112, 108, face="right"), halo=4)
    grass(c, 350, 16)


@scene
def balloonist(c: Canvas, envelope: Figure, passenger: Figure) -> None:
    """A hot-air balloon whose envelope is something else."""
    sky(c, 0.3, 260)
    clouds(c, (70, 120, 0.8), (338, 210, 0.9), (86, 300, 0.7))
    strokes(c, "M118 172L160 306M162 220L176 306M238 220L224 306M282 172L240 306", 1.7)
    c.stand(envelope, Spot(200, 224, 220, 212), halo=4)
    height = place(passenger, Spot(200, 0, 104, 90)).height
    c.stand(passenger, Spot(200, 302 + height * 0.12, 104, 90), halo=4)
    c.prop(
        '<path d="M150 304H250L240 372Q200 382 160 372Z" fill="#c6c6c6"/><path d="M144 298H256V312'
        'H144Z" fill="#777"/>'
        '<path d="M166 318V372M186 316V376M206 316V377M226 316V375M154 332H246M157 348H244M160 362'
        'H241" stroke="#555" '
        'stroke-width="2.4" fill="none"/>',
        shade=0.4,
    )


@scene
def balloons(c: Canvas, balloon: Figure, load: Figure) -> None:
    clouds(c, (70, 250, 0.75), (332, 300, 0.9))
    knots = [(200, 62), (128, 84), (272, 86), (88, 150), (312, 152), (162, 142), (240, 142)]
    spot = Spot(200, 388, 200, 140, turn=-5)
    top = place(load, spot).top
    strings = [
        f"M{x} {y + 30}Q{(x + 200) / 2 + (x - 200) * 0.1} {(y + top) / 2 + 30:.1f} 200 {top + 8:.1f}" for x, y in knots
    ]
    strokes(c, "".join(strings), 1.3)
    c.crowd(balloon, [Spot(x, y + 2, 84, 86, ay=0.5, turn=(x - 200) * 0.12) for x, y in knots], halo=4)
    c.stand(load, spot, halo=4)


@scene
def kite(c: Canvas, flyer: Figure, motif: Figure) -> None:
    sky(c, 0.26, 220)
    clouds(c, (80, 84, 0.8), (340, 240, 0.7))
    ground(c, 334, 0.22)
    grass(c, 340, 20)
    shadow(c, 96, 376, 90)
    strokes(c, "M150 286C210 300 214 250 258 216M262 232c-20 26 34 34 6 62s40 30 18 58", 1.6)
    c.prop(
        '<g fill="#999"><path d="M254 252l14 10l-16 8zM282 252l-14 10l16 8z"/><path d="M258 286l14 '
        "8l-14 10zM288 288l-16 "
        '6l14 12z"/><path d="M270 330l14 8l-14 10zM300 332l-16 6l14 12z"/></g>',
        outline=1.6,
        halo=1,
    )
    c.prop(
        '<g transform="translate(262 124) rotate(24)"><path d="M0-112L84-10L0 118L-84-10Z" fill="#fff"/>'
        '<path d="M0-112L84-10H0Z" fill="#ddd"/><path d="M0 118L-84-10H0Z" fill="#ddd"/>'
        '<path d="M0-112V118M-84-10H84" stroke="#000" stroke-width="2"/></g>',
        shade=0.1,
        angle=70,
    )
    c.stand(motif, Spot(264, 118, 116, 112, ay=0.5, turn=14), halo=4)
    c.stand(flyer, Spot(96, 374, 162, 162, face="right"), halo=4)


@scene
def parachute(c: Canvas, canopy: Figure, jumper: Figure) -> None:
    sky(c, 0.28, 240)
    clouds(c, (64, 262, 0.8), (342, 300, 0.8))
    spot = Spot(200, 386, 164, 144, turn=4)
    top = place(jumper, spot).top + 16
    strokes(
        c,
        "".join(f"M{x} 150L{200 + (x - 200) * 0.12:.1f} {top:.1f}" for x in (96, 138, 180, 220, 262, 304)),
        1.5,
    )
    c.stand(canopy, Spot(200, 200, 284, 188), halo=4)
    c.stand(jumper, spot, halo=5)


@scene
def cloudburst(c: Canvas, shape: Figure, below: Figure) -> None:
    """A cloud in the shape of something rains on somebody."""
    sky(c, 0.42, 280)
    ground(c, 330, 0.24)
    shadow(c, 200, 378, 110)
    spot = Spot(200, 116, 310, 196, ay=0.5)
    points = outline_points(shape, spot, 0.2)
    puffs, walked = [], 0.0
    for (x1, y1), (x2, y2) in zip(points, [*points[1:], points[0]], strict=True):
        length = rounded(math.hypot(x2 - x1, y2 - y1))
        along = 13 - walked
        while along < length:
            x, y = x1 + (x2 - x1) * along / length, y1 + (y2 - y1) * along / length
            puffs.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{c.chance(8, 14):.1f}"/>')
            along += 13
        walked = length - (along - 13)
    c.prop(
        f'<g fill="#fff">{silhouette(shape, spot, "")}{"".join(puffs)}</g>',
        shade=0.62,
        round=22,
        angle=0,
        outline=2.4,
        halo=5,
    )
    c.add(
        icon(shape, spot),
        Style(median=0.93, gain=0.55, outline=0, halo=0, shade=0, edges=0.9, angle=0, bend=0),
    )
    drops = ""
    for _ in range(40):
        x, y, length = c.chance(60, 340), c.chance(216, 356), c.chance(10, 24)
        drops += f"M{x:.1f} {y:.1f}l{-length * 0.3:.1f} {length:.1f}"
    strokes(c, drops, 1.5)
    c.stand(below, Spot(200, 380, 156, 136), halo=7)


@scene
def saucer(c: Canvas, prey: Figure, pilot: Figure) -> None:
    """A flying saucer beams somebody up."""
    c.backdrop('<rect x="-9" y="-9" width="418" height="360" fill="#3a3a3a"/>' + stars(c, 30, 320), spacing=4.4)
    c.prop('<path d="M-9 340Q200 318 409 340V409H-9Z" fill="#fff"/>', shade=0, halo=1)
    c.bare('<path d="M150 116L70 372Q200 396 330 372L250 116Z" fill="#fff"/>')
    strokes(c, "M150 118L70 372M250 118L330 372M70 372A130 17 0 0 0 330 372A130 17 0 0 0 70 372", 1.4)
    c.lines('<path d="M176 140L136 360M224 140L264 360M200 140V366" stroke="#000" stroke-dasharray="9 12"/>')
    c.stand(prey, Spot(200, 262, 150, 146, ay=0.5, turn=-14), halo=4)
    c.prop('<path d="M144 88A56 66 0 0 1 256 88Z" fill="#fff"/>', shade=0.1)
    dome = '<path d="M148 92A52 62 0 0 1 252 92Z"/>'
    c.subject(
        clipped(icon(pilot, Spot(200, 100, 72, 70)), dome, "dome"),
        outline=1.6,
        halo=1,
        edge_width=0.55,
        spacing=3,
    )
    lamps = "".join(
        f'<circle cx="{x}" cy="{y}" r="8"/>' for x, y in ((110, 108), (155, 116), (200, 119), (245, 116), (290, 108))
    )
    c.prop(
        f'<path d="M64 106Q200 58 336 106Q300 142 200 142Q100 142 64 106Z" fill="#bbb"/><g fill="#fff">{lamps}</g>',
        shade=0.5,
        angle=0,
    )
    grass(c, 376, 12)


@scene
def planet(c: Canvas, dweller: Figure, world: Figure) -> None:
    """A tiny planet with its inhabitants all around."""
    night(c, 60)
    c.bare('<circle cx="200" cy="204" r="96" fill="#fff"/>')
    around = []
    for k in range(7):
        angle = k / 7 * 360 - 90
        x, y = on_circle(200, 204, 80, angle)
        around.append(Spot(x, y, 80, 90, turn=angle + 90, flip=k % 2 == 1))
    c.subject(icons(dweller, around), halo=4)
    c.stand(world, Spot(200, 204, 172, 172, ay=0.5), halo=4)


@scene
def comet(c: Canvas, head: Figure, watcher: Figure) -> None:
    """Something crosses the night with a tail of fire."""
    night(c, 50, 330)
    tail = "M292 92C220 116 140 170 20 262C110 214 180 186 250 166C170 214 130 250 74 318C160 240 220 206 296 170Z"
    c.bare(f'<path d="{tail}" fill="#fff"/>')
    strokes(
        c,
        "M268 120C190 150 130 196 76 238M262 140C200 166 150 200 100 246M272 160C220 190 176 222 128 270",
        1.5,
    )
    c.stand(head, Spot(292, 122, 150, 150, ay=0.5, turn=14), halo=5)
    c.prop('<path d="M-9 356Q120 318 230 344T409 334V409H-9Z" fill="#eee"/>', shade=0, angle=0, halo=4)
    c.stand(watcher, Spot(286, 384, 124, 120, face="left"), halo=4)
    grass(c, 360, 16)
