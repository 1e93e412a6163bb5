"""Indoors: portraits, beds and bathtubs, televisions, books, dreams."""

from __future__ import annotations

from workshop.pictures.canvas import Canvas, Figure, Spot, clipped, icon, place
from workshop.pictures.scenery import fading, glow, ground, panelling, rays, shadow, sky, strokes, tiles
from workshop.pictures.scenes.scene_registry import scene


@scene
def portrait(c: Canvas, sitter: Figure, hat: Figure) -> None:
    paper = "".join(f"M{x * 50 + (y % 2) * 25} {y * 50 - 8}l6 8l-6 8l-6-8z" for x in range(9) for y in range(9))
    c.lines(f'<path d="{paper}"/>')
    oval = '<ellipse cx="200" cy="200" rx="{}" ry="{}" fill="{}"/>'
    c.bare(oval.format(182, 196, "#fff"))
    c.prop(oval.format(180, 192, "#999"), shade=0.8, round=13, angle=60)
    c.prop(oval.format(157, 169, "#fff"), shade=0, halo=0)
    c.backdrop(
        glow([(0, 0.06, 1), (0.6, 0.2, 1), (1, 0.5, 1)]) + oval.format(155, 167, "url(#glow)"),
        angle=45,
        spacing=4.6,
    )
    frame = oval.format(155, 167, "#000")
    coat = '<path d="M40 400C44 318 112 288 170 272H230C288 288 356 318 360 400Z" fill="#333"/>'
    c.prop(clipped(coat, frame, "frame"), angle=70, shade=0.3)
    shirt = (
        '<path d="M166 268L200 400L234 268Z" fill="#fff"/><path d="M170 270L146 300L194 396L200 '
        "384L172 268ZM230 270L254 "
        '300L206 396L200 384L228 268Z" fill="#777"/><path d="M198 298L164 280V318ZM202 298L236 280'
        'V318Z" fill="#111"/>'
        '<circle cx="200" cy="298" r="8" fill="#111"/>'
    )
    c.prop(clipped(shirt, frame, "frame"), shade=0, halo=2)
    spot = Spot(200, 288, 176, 168)
    head = place(sitter, spot)
    c.subject(clipped(icon(sitter, spot), frame, "frame"), halo=5)
    c.stand(hat, Spot(200, head.top + head.height * 0.2, max(104, min(146, head.width * 0.86)), 96), halo=4)


@scene
def television(c: Canvas, programme: Figure, viewer: Figure) -> None:
    tiles(c, 322)
    strokes(c, "M200 84L140 16M212 84L276 12", 3.4)
    c.prop(
        '<path d="M96 298L84 348M320 298L334 348" stroke="#555" stroke-width="12"/><rect x="52" '
        'y="78" width="310" '
        'height="226" rx="22" fill="#999"/>',
        shade=0.4,
        angle=0,
    )
    c.prop('<rect x="72" y="98" width="214" height="186" rx="34" fill="#fff"/>', shade=0)
    c.backdrop(
        glow([(0, 0, 1), (0.6, 0.1, 1), (1, 0.42, 1)])
        + '<rect x="75" y="101" width="208" height="180" rx="32" fill="url(#glow)"/>',
        spacing=4,
    )
    c.stand(programme, Spot(179, 270, 174, 158), halo=3)
    vents = "".join(f"M304 {y}h40v6h-40z" for y in (222, 236, 250, 264))
    c.prop(
        '<circle cx="324" cy="134" r="19" fill="#ddd"/><circle cx="324" cy="184" r="19" '
        f'fill="#ddd"/><path d="{vents}" fill="#333"/>',
        halo=1,
        shade=0.3,
    )
    c.stand(viewer, Spot(316, 392, 142, 140, face="left"), halo=7)


@scene
def cuckoo(c: Canvas, bird: Figure, weight: Figure) -> None:
    panelling(c)
    c.lines('<path d="M160 290V338M240 290V322" stroke="#000" stroke-width="1.8" stroke-dasharray="5 3"/>')
    c.prop(
        '<path d="M110 120H290V296H110Z" fill="#bbb"/><path d="M200 14L344 132L322 152L200 52L78 '
        '152L56 132Z" fill="#777"/>',
        shade=0.35,
        angle=90,
    )
    c.prop('<path d="M160 178V116A40 40 0 0 1 240 116V178Z" fill="#111"/>', shade=0, halo=1)
    c.prop('<circle cx="200" cy="238" r="54" fill="#fff"/>', shade=0.2)
    c.lines(
        '<g stroke="#000" stroke-width="3">'
        + "".join(f'<path d="M200 189V196" transform="rotate({30 * k} 200 238)"/>' for k in range(12))
        + '<path d="M200 238V204M200 238L222 250" stroke-width="4" stroke-linecap="round"/></g>'
    )
    c.crowd(weight, [Spot(160, 334, 66, 62, ay=0), Spot(240, 318, 66, 62, ay=0)], halo=3)
    c.prop('<path d="M186 166L92 120V108L214 160Z" fill="#ccc"/>', halo=2)
    c.stand(bird, Spot(138, 152, 148, 132, face="left"), halo=6)
    strokes(c, "M52 60L36 44M40 90H20M64 40L58 20", 2)


@scene
def magnifier(c: Canvas, found: Figure, crowd: Figure) -> None:
    among = [
        Spot(
            col * 76 + (26 if row % 2 else -8) + 10,
            row * 72 + 18,
            58,
            54,
            ay=0.5,
            turn=c.chance(-25, 25),
            flip=c.chance(0, 1) < 0.5,
        )
        for row in range(6)
        for col in range(6)
    ]
    c.crowd(crowd, among, outline=1.7, edge_width=0.6, spacing=3.4, halo=0)
    c.prop(
        '<g transform="rotate(42 184 176)"><path d="M296 162H420Q432 176 420 190H296Z" fill="#555"/>'
        '<path d="M284 166H304V186'
        'H284Z" fill="#ccc"/></g>',
        halo=5,
        angle=40,
        shade=0.5,
    )
    lens = '<circle cx="184" cy="176" r="{}" fill="{}"/>'
    c.prop(lens.format(130, "#aaa"), shade=0.7, round=9, halo=5)
    c.prop(lens.format(115, "#fff"), shade=0, halo=0)
    c.subject(clipped(icon(found, Spot(184, 176, 180, 188, ay=0.5)), lens.format(114, "#000"), "lens"))
    c.bare('<path d="M92 150C98 116 118 92 146 80" fill="none" stroke="#fff" stroke-width="8" stroke-linecap="round"/>')
    strokes(c, "M86 152C92 112 114 86 144 74", 1.3)


@scene
def dream(c: Canvas, sleeper: Figure, dreamt: Figure) -> None:
    sky(c, 0.34, 300)
    ground(c, 340, 0.24)
    shadow(c, 120, 374, 120)
    c.prop(
        '<path d="M150 196C104 190 100 130 146 122C134 74 190 46 222 70C246 26 322 34 326 82C372 '
        "76 388 136 350 156C372 200 "
        '318 226 288 204C264 232 196 232 186 206C172 214 158 208 150 196Z" fill="#fff"/>',
        shade=0.12,
        angle=0,
    )
    c.prop('<circle cx="152" cy="238" r="15" fill="#fff"/><circle cx="132" cy="264" r="9" fill="#fff"/>', shade=0)
    c.stand(dreamt, Spot(240, 130, 172, 138, ay=0.5), halo=0)
    c.stand(sleeper, Spot(128, 380, 212, 156, face="right"), halo=4)
    strokes(c, "M262 268h24l-24 26h24M300 302h17l-17 18h17M332 328h12l-12 13h12", 3.4)


@scene
def trophy(c: Canvas, mounted: Figure, hunter: Figure) -> None:
    """A hunting trophy on a panelled wall, with the proud hunter below."""
    panelling(c, 330)
    strokes(c, "M-9 330H409M-9 342H409", 1.8)
    c.prop(
        '<path d="M200 36C270 40 300 60 322 60C338 160 320 270 200 330C80 270 62 160 78 60C100 60 '
        '130 40 200 36Z" fill="#888"/>',
        shade=0.5,
        round=14,
        angle=85,
        halo=4,
    )
    c.prop(
        '<path d="M200 58C258 62 282 76 300 78C310 164 294 248 200 304C106 248 90 164 100 78C118 '
        '76 142 62 200 58Z" fill="#ccc"/>',
        shade=0.1,
        angle=85,
        halo=0,
        outline=1.6,
    )
    c.stand(mounted, Spot(200, 172, 226, 208, ay=0.5), halo=5)
    c.prop('<path d="M150 300H250V326H150Z" fill="#fff"/>', shade=0.2, halo=3)
    strokes(c, "M164 310H236M172 317H228", 2)
    c.stand(hunter, Spot(330, 396, 104, 98, face="left"), halo=6)


@scene
def popup(c: Canvas, left: Figure, right: Figure) -> None:
    """Two figures rise from an open book."""
    rays(c, 200, 250, (150, 250), 40)
    shadow(c, 200, 384, 190)
    c.stand(right, Spot(288, 308, 174, 200, face="left"), halo=4)
    c.stand(left, Spot(126, 312, 204, 236, face="right"), halo=4)
    c.prop(
        '<path d="M200 316C160 284 80 284 14 300V376C80 360 160 362 200 388C240 362 320 360 386 '
        "376V300C320 284 240 284 200 "
        '316Z" fill="#fff"/>',
        shade=0.15,
    )
    text = "".join(
        f"M40 {y}C90 {y - 10} 140 {y - 6} 180 {y + 10}M220 {y + 10}C260 {y - 6} 310 {y - 10} 360 {y}"
        for y in (318, 334, 350)
    )
    strokes(c, f"M200 316V388{text}", 1.6)


@scene
def bathtub(c: Canvas, bather: Figure, toy: Figure) -> None:
    """A bath with feet and foam."""
    squares = "".join(f"M{x} -9V330M-9 {x - 14}H409" for x in range(20, 400, 44) if x < 330) + "M372 -9V330"
    strokes(c, squares, 1)
    tiles(c, 330)
    shadow(c, 200, 378, 180)
    height = place(bather, Spot(160, 0, 220, 214)).height
    c.stand(bather, Spot(160, 222 + height * 0.12, 220, 214, face="right"), halo=5)
    c.prop(
        '<path d="M342 226V128C342 96 306 96 306 122" fill="none" stroke="#aaa" stroke-width="10"/>'
        '<path d="M288 120H324L332 138H280Z" fill="#777"/>',
        shade=0.4,
    )
    foam = [
        (62, 214, 20),
        (92, 212, 20),
        (124, 216, 18),
        (156, 214, 20),
        (190, 216, 18),
        (224, 214, 20),
        (258, 212, 22),
        (292, 214, 20),
    ]
    c.prop(
        "".join(f'<circle cx="{x}" cy="{y}" r="{r}" fill="#fff"/>' for x, y, r in foam),
        shade=0.42,
        round=12,
        outline=1.7,
        angle=0,
    )
    c.stand(toy, Spot(288, 212, 92, 88, face="left"), halo=4)
    c.prop(
        '<path d="M70 340Q60 376 92 380Q104 366 96 340ZM304 340Q300 370 318 380Q346 374 330 340Z" '
        'fill="#777"/><path d="M40 220H360'
        'C356 300 336 352 286 352H114C64 352 44 300 40 220Z" fill="#e2e2e2"/><path d="M28 210H372'
        'Q380 222 372 234H28Q20 222 28 210Z" fill="#ddd"/>',
        shade=0.5,
        round=30,
        angle=75,
        halo=2,
    )


@scene
def wardrobe(c: Canvas, wearer: Figure, guest: Figure) -> None:
    """A wardrobe opens, and somebody nobody expected is inside."""
    tiles(c, 336)
    c.prop('<path d="M104 40H296V350H104Z" fill="#444"/>', shade=0, angle=90)
    c.backdrop(
        fading([(0, 0.9), (1, 0.5)]) + '<path d="M110 60H290V344H110Z" fill="url(#fading)"/>',
        angle=90,
        spacing=4,
    )
    c.stand(guest, Spot(200, 342, 176, 250), halo=5)
    c.prop(
        '<path d="M96 26H304V50H96ZM96 344H304V362H96Z" fill="#999"/><path d="M104 50L38 72V380'
        "L104 350ZM296 50L362 72V380L296 "
        '350Z" fill="#ccc"/><path d="M92 70L50 86V206L92 200ZM92 220L50 228V360L92 340ZM308 70L350 '
        "86V206L308 200ZM308 220L350 "
        '228V360L308 340Z" fill="#e8e8e8"/>',
        shade=0.25,
        angle=85,
        halo=3,
    )
    c.stand(wearer, Spot(76, 394, 128, 128, face="right"), halo=6)
