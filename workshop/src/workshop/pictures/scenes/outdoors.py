"""Outdoors: monuments, rain, giants, walks, islands, fishing."""

from __future__ import annotations

from workshop.pictures.canvas import Canvas, Figure, Spot, on_circle, place
from workshop.pictures.scenery import bubbles, clouds, fading, ground, ripples, shadow, sky, strokes
from workshop.pictures.scenes.scene_registry import scene


@scene
def monument(c: Canvas, statue: Figure, visitor: Figure) -> None:
    sky(c, 0.28, 230)
    clouds(c, (70, 120, 0.8), (336, 90, 0.7))
    ground(c, 346, 0.2)
    shadow(c, 214, 378, 150)
    c.prop(
        '<path d="M128 236H272V258H262V344H284V378H116V344H138V258H128Z" fill="#e6e6e6"/><path '
        'd="M152 272H248V322H152Z" '
        'fill="#fff"/>',
        shade=0.35,
        angle=90,
    )
    strokes(c, "M166 288H234M166 298H234M176 308H224", 2)
    c.stand(statue, Spot(200, 240, 226, 218), angle=90, median=0.8, halo=5)
    c.crowd(visitor, [Spot(62, 386, 90, 84), Spot(336, 388, 82, 76, flip=True), Spot(116, 240, 50, 48)], halo=5)


@scene
def angler(c: Canvas, fisher: Figure, catch: Figure) -> None:
    sky(c, 0.2, 120)
    surface = "M-9 186Q20 178 50 186T110 186T170 186T230 186T290 186T350 186T409 186"
    c.backdrop(fading([(0, 0.16), (1, 0.58)]) + f'<path d="{surface}V409H-9Z" fill="url(#fading)"/>', spacing=5)
    strokes(c, surface, 2)
    strokes(c, "M150 140L268 56", 3, halo=2)
    strokes(c, "M268 56V268", 1.4, halo=2)
    c.stand(fisher, Spot(116, 176, 134, 146, face="right"), halo=3)
    c.prop(
        '<path d="M22 158H214Q204 214 160 214H76Q32 214 22 158Z" fill="#bbb"/><path d="M16 152H220'
        'V166H16Z" fill="#777"/>',
        shade=0.4,
        angle=0,
    )
    c.stand(catch, Spot(262, 262, 196, 124, ay=0), halo=6)
    c.prop('<path d="M268 246V268a9 9 0 0 1-18 0" fill="none" stroke="#ccc" stroke-width="5"/>', outline=1.5)
    bubbles(c, (120, 290, 7), (136, 264, 5), (112, 250, 4), (128, 232, 3))


@scene
def web(c: Canvas, caught: Figure, spinner: Figure) -> None:
    cx, cy, spokes = 190, 220, 11
    angles = [k / spokes * 360 + 9 for k in range(spokes)]
    threads = "".join("M{} {}L{:.1f} {:.1f}".format(cx, cy, *on_circle(cx, cy, 330, angle)) for angle in angles)
    for radius in range(40, 300, 30):
        threads += "M{:.1f} {:.1f}".format(*on_circle(cx, cy, radius, angles[0]))
        for k in range(1, spokes + 1):
            sag = on_circle(cx, cy, radius * 0.84, (k - 0.5) / spokes * 360 + 9)
            threads += "Q{:.1f} {:.1f} {:.1f} {:.1f}".format(*sag, *on_circle(cx, cy, radius, angles[k % spokes]))
    strokes(c, threads, 1.5)
    c.stand(caught, Spot(cx, cy + 6, 196, 190, ay=0.5, turn=-12), halo=4)
    strokes(c, "M322 -9V60", 1.8, halo=2)
    c.stand(spinner, Spot(322, 52, 122, 116, ay=0), halo=6)


@scene
def umbrella(c: Canvas, sheltered: Figure, rain: Figure) -> None:
    ground(c, 346, 0.26)
    shadow(c, 190, 378, 110)
    falling = [
        (44, 60, -20), (110, 30, 24), (290, 32, 30), (360, 72, -24), (32, 180, 16), (370, 184, 10),
        (30, 292, -28), (372, 290, 30), (340, 372, 70), (62, 380, -60),
    ]  # fmt: skip
    c.crowd(rain, [Spot(x, y, 62, 62, ay=0.5, turn=turn) for x, y, turn in falling], halo=2, outline=1.9)
    strokes(c, "M44 12v14M362 22v14M30 128v18M374 132v18M24 242v18M378 238v18", 1.4)
    c.stand(sheltered, Spot(186, 380, 190, 200), halo=4)
    c.prop(
        '<path d="M254 176V330a16 16 0 0 0 32 0" fill="none" stroke="#777" stroke-width="8" stroke-linecap="round"/>',
        halo=4,
    )
    c.prop(
        '<path d="M56 182C66 100 136 66 200 64S334 100 344 182Q320 160 296 180Q272 160 248 180Q224 '
        "160 200 180Q176 160 152 "
        '180Q128 160 104 180Q80 160 56 182Z" fill="#bbb"/><path d="M200 64C160 90 150 140 152 180'
        "Q176 160 200 180Q224 160 248 "
        '180C250 140 240 90 200 64Z" fill="#fff"/><path d="M196 46H204V66H196Z" fill="#333"/>',
        shade=0.45,
        angle=0,
        halo=4,
    )


@scene
def giant(c: Canvas, colossus: Figure, town: Figure) -> None:
    sky(c, 0.5, 320)
    c.stand(colossus, Spot(200, 336, 340, 320), halo=5)
    c.bare('<path d="M-9 322Q200 304 409 322V409H-9Z" fill="#fff"/>')

    def row(y: float, width: float, count: int, shift: float) -> list[Spot]:
        return [Spot((k + 0.5 + shift) * 400 / count, y + c.chance(0, 4), width, width) for k in range(count)]

    c.crowd(town, row(338, 52, 8, 0), outline=1.6, halo=3, edge_width=0.55, spacing=3)
    c.crowd(town, row(368, 74, 6, 0.2), outline=1.8, halo=3)
    c.crowd(town, row(399, 104, 4, 0), halo=4)


@scene
def pulltoy(c: Canvas, walker: Figure, pet: Figure) -> None:
    sky(c, 0.18, 120)
    ground(c, 332, 0.24)
    shadow(c, 110, 360, 90)
    shadow(c, 290, 366, 110)
    strokes(c, "M140 270C180 330 190 340 222 336", 2)
    c.stand(pet, Spot(300, 334, 184, 216), halo=4)
    c.prop('<path d="M212 328H388V344H212Z" fill="#999"/>')
    c.prop(
        '<circle cx="244" cy="354" r="19" fill="#ddd"/><circle cx="356" cy="354" r="19" fill="#ddd"/>',
        shade=0.3,
    )
    c.lines('<circle cx="244" cy="354" r="5"/><circle cx="356" cy="354" r="5"/>')
    c.stand(walker, Spot(100, 364, 180, 240, face="left"), halo=4)


@scene
def snailshell(c: Canvas, shell: Figure, rider: Figure) -> None:
    ground(c, 342, 0.2)
    shadow(c, 200, 374, 180)
    spot = Spot(236, 344, 220, 196)
    top = place(shell, spot).top
    c.stand(rider, Spot(236, top + 10, 124, max(76, min(128, top)), face="left"), halo=4)
    c.prop(
        '<path d="M60 232C56 206 60 190 52 168M92 230C96 206 92 190 104 170" fill="none" '
        'stroke="#eee" stroke-width="9" '
        'stroke-linecap="round"/><circle cx="51" cy="162" r="11" fill="#fff"/><circle cx="106" '
        'cy="163" r="11" fill="#fff"/>',
        shade=0.2,
    )
    c.lines('<circle cx="49" cy="161" r="5"/><circle cx="104" cy="162" r="5"/>')
    c.stand(shell, spot, halo=3)
    c.prop(
        '<path d="M40 262C34 220 112 210 118 258C124 304 150 322 220 326C300 330 350 336 388 364'
        "Q300 376 120 374C60 372 48 322 "
        '40 262Z" fill="#fff"/>',
        shade=0.5,
        angle=60,
    )
    strokes(c, "M52 276q10 12 24 8", 2.4)


@scene
def island(c: Canvas, castaway: Figure, crown: Figure) -> None:
    """A desert island whose palm bears something else."""
    sky(c, 0.26, 150)
    c.prop('<circle cx="66" cy="76" r="32" fill="#fff"/>', shade=0)
    c.backdrop(
        fading([(0, 0.22), (1, 0.42)]) + '<rect x="-9" y="262" width="418" height="150" fill="url(#fading)"/>',
        spacing=6,
    )
    strokes(c, "M-9 262H409", 1.6)
    c.prop('<path d="M44 348Q110 288 206 288T358 348Q300 372 200 372T44 348Z" fill="#fff"/>', shade=0.35, angle=0)
    c.prop(
        '<path d="M250 330C236 262 246 210 268 150L286 156C266 214 262 262 282 330Z" fill="#bbb"/>'
        '<path d="M247 300l28-4M245 276l'
        '26-3M246 250l24-1M250 224l22 3M257 198l20 5" stroke="#333" stroke-width="3"/>',
        shade=0.4,
    )
    c.stand(crown, Spot(276, 104, 196, 166, ay=0.5), halo=4)
    c.stand(castaway, Spot(146, 338, 150, 150, face="right"), halo=4)
    ripples(c, 372, 8)


@scene
def snowfall(c: Canvas, skater: Figure, peak: Figure) -> None:
    """Somebody glides over a frozen lake in front of mountains made of something else."""
    sky(c, 0.34, 200)
    c.crowd(peak, [Spot(76, 262, 156, 170), Spot(330, 262, 160, 176, flip=True), Spot(204, 262, 190, 216)], halo=4)
    c.prop('<path d="M-9 258Q100 246 200 256T409 252V409H-9Z" fill="#fff"/>', shade=0, angle=0, halo=2)
    strokes(c, "M30 300h70M300 296h80M40 372q80 22 180 6M120 330h50M310 344h60M180 390q80 4 150-16", 1.5)
    shadow(c, 200, 376, 90)
    c.stand(skater, Spot(200, 380, 176, 168, turn=-8, face="left"), halo=5)


@scene
def scarecrow(c: Canvas, head: Figure, crows: Figure) -> None:
    """A scarecrow with the wrong head, and nobody is afraid."""
    sky(c, 0.24, 200)
    ground(c, 330, 0.22)
    c.prop('<path d="M192 170H208V390H192ZM52 214H348V228H52Z" fill="#999"/>', angle=90, shade=0.4)
    c.prop(
        '<path d="M92 206L160 198Q200 214 240 198L308 206L312 244L256 246L264 344L236 332L214 350'
        'L196 334L170 348L140 336L146 246L88 244Z" '
        'fill="#bbb"/><path d="M160 270h34v34h-34z" fill="#888"/><path d="M196 198L200 334" '
        'stroke="#333" stroke-width="3"/>',
        shade=0.4,
        angle=80,
        halo=3,
    )
    straw = "".join(
        f"M{x} {y}l{dx} {dy}"
        for x, y, dx, dy in (
            (92, 214, -18, -8),
            (90, 224, -22, 2),
            (90, 234, -18, 10),
            (308, 214, 18, -8),
            (310, 224, 22, 2),
            (310, 234, 18, 10),
        )
    )
    strokes(c, straw, 2.4)
    c.stand(head, Spot(200, 212, 150, 140), halo=5)
    c.crowd(
        crows,
        [Spot(88, 210, 70, 72), Spot(318, 210, 70, 72, flip=True), Spot(330, 388, 84, 80, flip=True)],
        halo=4,
    )
