"""One thing seen as another: reflections, shadows, mirrors, halves, mosaics, paintings."""

from __future__ import annotations

from workshop.pictures.canvas import (
    Canvas,
    Figure,
    Spot,
    clipped,
    icon,
    icons,
    outline_path,
    place,
    silhouette,
)
from workshop.pictures.scenery import disc, fading, glow, ground, shadow, shine, sky, strokes, tiles
from workshop.pictures.scenes.scene_registry import scene


@scene
def reflection(c: Canvas, above: Figure, below: Figure) -> None:
    sky(c, 0.26, 130)
    c.backdrop(
        fading([(0, 0.36), (0.6, 0.16), (1, 0.06)])
        + '<rect x="-9" y="204" width="418" height="210" fill="url(#fading)"/>',
        spacing=5,
    )
    c.prop('<path d="M60 204Q110 186 200 188T345 204Q300 214 200 214T60 204Z" fill="#ddd"/>', angle=0)
    c.subject(icon(below, Spot(200, 218, 260, 174, ay=0, upside_down=True)), halo=5, outline=2.4, median=0.6)
    shine(
        c,
        "M84 246q20-4 40 0t40 0t40 0M190 270q22-4 44 0t44 0t30 0M96 296q20-4 40 0t40 0M150 "
        "322q22-4 44 0t44 0t44 0M110 "
        "348q20-4 40 0t40 0",
        2.6,
    )
    c.stand(above, Spot(200, 203, 240, 182))
    strokes(c, "M10 226h50M330 232h60M20 262h34M346 270h40M12 310h60M340 322h50M60 366h70M260 372h90", 1.5)


@scene
def silhouetted(c: Canvas, small: Figure, cast: Figure) -> None:
    """A small thing throws the shadow of a great one on the wall."""
    c.backdrop(
        glow([(0, 0, 0), (0.62, 0.03, 0), (1, 0.42, 1)]) + '<circle cx="230" cy="160" r="330" fill="url(#glow)"/>',
        angle=90,
        spacing=5,
    )
    strokes(c, "M-9 312H409", 1.8)
    c.lines(silhouette(cast, Spot(258, 312, 256, 290, flip=True), 'fill="#000"'), angle=62)
    c.backdrop('<path d="M70 366L150 366L330 312H196Z" fill="#000"/>', angle=0, spacing=3.4)
    c.stand(small, Spot(104, 378, 160, 158, face="right"), halo=6)


@scene
def mirror(c: Canvas, viewer: Figure, seen: Figure) -> None:
    tiles(c, 318)
    c.prop('<path d="M262 340L240 392M286 340L310 392M232 384H316" stroke="#555" stroke-width="9" fill="none"/>')
    c.prop('<ellipse cx="272" cy="182" rx="114" ry="166" fill="#999"/>', shade=0.8, round=12, angle=60)
    glass = '<ellipse cx="272" cy="182" rx="{}" ry="{}" fill="{}"/>'
    c.prop(glass.format(95, 147, "#fff"), shade=0, halo=0)
    stops = [(0, 0.3), (0.5, 0.06), (1, 0.22)]
    c.backdrop(fading(stops, to=(1, 1)) + glass.format(94, 146, "url(#fading)"), angle=45, spacing=5)
    c.subject(
        clipped(icon(seen, Spot(270, 308, 176, 230, face="left")), glass.format(93, 145, "#000"), "glass"),
        halo=3,
    )
    shine(c, "M204 120L238 78M206 150L262 80", 4)
    c.stand(viewer, Spot(92, 380, 174, 200, face="right"), halo=6)


@scene
def easel(c: Canvas, painter: Figure, model: Figure) -> None:
    ground(c, 322, 0.24)
    shadow(c, 240, 372, 120, 12)
    c.prop(
        '<path d="M262 30L190 384M268 30L352 384M265 40V340" stroke="#777" stroke-width="9" fill="none" '
        'stroke-linecap="round"/><path d="M176 282H362V294H176Z" fill="#666"/>',
        shade=0.3,
    )
    c.prop('<path d="M172 62H368V282H172Z" fill="#fff"/>', shade=0)
    c.backdrop(fading([(0, 0.02), (1, 0.26)]) + '<path d="M180 70H360V274H180Z" fill="url(#fading)"/>', spacing=5)
    c.stand(model, Spot(274, 264, 164, 180), halo=3)
    c.stand(painter, Spot(92, 378, 166, 200, face="right"), halo=6)
    c.prop(
        '<g transform="translate(168 262) rotate(-36)"><path d="M-40 -3H20V3H-40Z" fill="#eee"/>'
        '<path d="M20-5H32V5H20Z" '
        'fill="#777"/><path d="M32-7Q50 0 58-1Q48 8 32 7Z" fill="#111"/></g>',
        outline=1.8,
    )


@scene
def halves(c: Canvas, left: Figure, right: Figure) -> None:
    """Two faces sewn together down the middle."""
    disc(c, 200, 200, 182, 0.3)
    seam = "".join(f"L{193 if k % 2 else 207} {k * 20}" for k in range(21))
    wholes = [place(figure, Spot(200, 200, 330, 300, ay=0.5)) for figure in (left, right)]
    height = min(whole.height for whole in wholes)
    spot = Spot(200, 200, 340, max(height, 270), ay=0.5)
    c.subject(clipped(icon(left, spot), f'<path d="M-9-9H207{seam}V409H-9Z"/>', "left"), angle=30)
    c.subject(clipped(icon(right, spot), f'<path d="M409-9H207{seam}V409H409Z"/>', "right"), angle=-30)
    c.lines(f'<path d="M207 0{seam}" fill="none" stroke="#000" stroke-width="3"/>', halo=2)
    stitches = "".join(f"M189 {y}h22" for y in range(40, 380, 40))
    strokes(c, stitches, 2.6)


@scene
def mosaic(c: Canvas, piece: Figure, whole: Figure) -> None:
    disc(c, 200, 200, 188, 0.22)
    spot = Spot(200, 200, 352, 344, ay=0.5)
    placed = place(whole, spot)
    c.prop(silhouette(whole, spot, 'fill="#fff"'), shade=0, outline=4.2, halo=4)
    step, row, tesserae = 46, 0, []
    y = placed.top
    while y < placed.top + placed.height + 30:
        x = placed.left - 20 + (step / 2 if row % 2 else 0)
        while x < placed.left + placed.width + 20:
            tesserae.append(Spot(x + c.chance(0, 6), y + c.chance(0, 6), 44, 44, ay=0.5, turn=c.chance(-35, 35)))
            x += step
        y, row = y + step * 0.86, row + 1
    shape = f'<path transform="{placed.transform}" d="{outline_path(whole)}"/>'
    c.subject(
        clipped(icons(piece, tesserae), shape, "whole"),
        outline=1.6,
        halo=0,
        spacing=3.2,
        edge_width=0.6,
        shade=0.2,
    )
    c.lines(
        silhouette(
            whole,
            spot,
            f'fill="none" stroke="#000" stroke-width="{3.6 / placed.scale:.3f}" stroke-linejoin="round"',
        )
    )


_CELL = 74


def _cut(x: float, y: float, across: bool, side: int) -> str:
    """One edge of a jigsaw piece, with its knob."""
    straight, knob, out = _CELL * 0.38, _CELL * 0.24, -14 * side
    if across:
        return f"M{x:.1f} {y:.1f}h{straight:.1f}c-4 {out} {knob + 8:.1f} {out} {knob:.1f} 0h{straight:.1f}"
    return f"M{x:.1f} {y:.1f}v{straight:.1f}c{out}-4 {out} {knob + 8:.1f} 0 {knob:.1f}v{straight:.1f}"


def _piece(x: float, y: float) -> str:
    s, k = _CELL * 0.38, _CELL * 0.24
    return (
        f"M{x:.1f} {y:.1f}h{s:.1f}c-4 -13 {k + 8:.1f} -13 {k:.1f} 0h{s:.1f}v{s:.1f}c13-4 13 "
        f"{k + 8:.1f} 0 {k:.1f}v{s:.1f}"
        f"h{-s:.1f}c4 13 {-k - 8:.1f} 13 {-k:.1f} 0h{-s:.1f}v{-s:.1f}c-13 4 -13 {-k - 8:.1f} 0 {-k:.1f}z"
    )


@scene
def jigsaw(c: Canvas, puzzle: Figure, finder: Figure) -> None:
    shadow(c, 190, 330, 160)
    spot = Spot(190, 332, 330, 306)
    placed = place(puzzle, spot)
    left, top = 190 - _CELL * 2.5, placed.top - 10
    cuts = "".join(
        _cut(left + i * _CELL, top + j * _CELL, across, 1 if (i + j + across) % 2 else -1)
        for i in range(6)
        for j in range(6)
        for across in (True, False)
    )
    hole_x = left + 2 * _CELL
    hole_y = top + max(0, min(3, round((placed.height * 0.42 + 10) / _CELL - 0.5))) * _CELL
    shape = f'<path transform="{placed.transform}" d="{outline_path(puzzle)}"/>'
    c.stand(puzzle, spot)
    joints = '<path d="{}" fill="none" stroke="{}" stroke-width="{}"/>'
    c.bare(clipped(joints.format(cuts, "#fff", 4.4), shape, "joints"))
    c.lines(clipped(joints.format(cuts, "#000", 1.5), shape, "joints"))
    c.bare(f'<path d="{_piece(hole_x, hole_y)}" fill="#fff"/>')
    c.lines(joints.format(_piece(hole_x, hole_y), "#000", 2))
    middle_x, middle_y = hole_x + _CELL / 2, hole_y + _CELL / 2
    picture = clipped(icon(puzzle, spot), f'<path d="{_piece(hole_x, hole_y)}"/>', "missing")
    c.subject(
        f'<g transform="translate({318 - middle_x:.1f} {232 - middle_y:.1f}) rotate(14 '
        f'{middle_x:.1f} {middle_y:.1f})">'
        f'<path d="{_piece(hole_x, hole_y)}" fill="#eee"/>{picture}</g>',
        halo=5,
    )
    c.stand(finder, Spot(318, 384, 130, 126, face="left"), halo=6)


@scene
def peeled(c: Canvas, skin: Figure, flesh: Figure) -> None:
    """A sheet with one picture is torn open, and another looks out of it."""
    c.backdrop('<rect x="-9" y="-9" width="418" height="418" fill="#c9c9c9"/>', angle=45, spacing=5)
    c.stand(skin, Spot(200, 196, 380, 380, ay=0.5), median=0.6)
    tear = (
        "M108 130L140 104L170 116L204 92L240 108L276 98L300 132L292 168L312 204L290 236L300 272"
        "L262 296L232 286L198 308L"
        "164 290L128 300L108 264L118 230L94 196L116 164Z"
    )
    c.prop(f'<path d="{tear}" fill="#fff"/>', shade=0, halo=7, outline=2.6)
    c.stand(flesh, Spot(202, 200, 150, 150, ay=0.5), halo=3)
    c.prop(
        '<path d="M108 130L140 104L170 116L204 92L176 74Q128 78 96 112ZM198 308L232 286L262 296'
        "L300 272L306 300Q262 336 "
        '212 330Z" fill="#f4f4f4"/>',
        shade=0.6,
        round=12,
        angle=20,
    )
