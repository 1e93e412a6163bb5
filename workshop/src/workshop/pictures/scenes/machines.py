"""Machines, music and magic."""

from __future__ import annotations

from workshop.pictures.canvas import Canvas, Figure, Spot, clipped, icons, on_circle, place
from workshop.pictures.scenery import clouds, fading, ground, shadow, sky, strokes, tiles
from workshop.pictures.scenes.scene_registry import scene

_HEAP = [
    (96, 240), (140, 236), (186, 240), (232, 236), (278, 240), (306, 262), (110, 276), (160, 272), (210, 276),
    (258, 272), (300, 282), (88, 282),
]  # fmt: skip


@scene
def claw(c: Canvas, heap: Figure, prize: Figure) -> None:
    c.prop('<rect x="48" y="10" width="304" height="382" rx="14" fill="#999"/>', shade=0.3, angle=90)
    c.prop('<rect x="68" y="58" width="264" height="240" fill="#fff"/>', shade=0)
    c.backdrop(
        fading([(0, 0.4), (1, 0.04)]) + '<rect x="70" y="60" width="260" height="236" fill="url(#fading)"/>',
        spacing=5,
    )
    bulbs = "".join(f'<circle cx="{x}" cy="35" r="7"/>' for x in range(104, 300, 32))
    c.prop(f'<rect x="80" y="20" width="240" height="30" rx="8" fill="#fff"/><g fill="#222">{bulbs}</g>', shade=0)
    pile = icons(heap, [Spot(x, y, 64, 62, ay=0.5, turn=c.chance(-60, 60)) for x, y in _HEAP])
    c.subject(clipped(pile, '<rect x="69" y="59" width="262" height="238"/>', "pane"), halo=2, outline=1.9)
    c.stand(prize, Spot(200, 216, 128, 112, turn=8), halo=5)
    c.prop(
        '<path d="M196 58H204V94H196Z" fill="#888"/><path d="M172 92H228V106H172Z" fill="#666"/>'
        '<path d="M176 104L140 136L156 '
        '172L164 168L154 138L186 106ZM224 104L260 136L244 172L236 168L246 138L214 106Z" fill="#aaa"/>',
        halo=3,
        shade=0.4,
    )
    c.prop(
        '<rect x="68" y="310" width="120" height="64" rx="6" fill="#222"/><rect x="206" y="316" '
        'width="126" height="54" rx="8" '
        'fill="#fff"/><circle cx="298" cy="343" r="14" fill="#666"/><path d="M236 350V326" '
        'stroke="#333" stroke-width="6"/>'
        '<circle cx="236" cy="324" r="11" fill="#444"/>',
        shade=0.2,
    )


@scene
def gramophone(c: Canvas, tune: Figure, listener: Figure) -> None:
    ground(c, 330, 0.22)
    shadow(c, 250, 376, 130)
    c.prop(
        '<path d="M176 312H340V366H176Z" fill="#999"/><path d="M166 362H350V378H166ZM166 304H350'
        'V316H166Z" fill="#666"/>'
        '<ellipse cx="250" cy="302" rx="70" ry="12" fill="#222"/>',
        shade=0.3,
        angle=0,
    )
    c.prop(
        '<path d="M318 300C352 290 352 240 322 214C300 196 276 190 250 176C262 158 272 140 276 122'
        "C312 144 352 176 366 220C380 "
        '270 360 300 330 308Z" fill="#bbb"/>',
        shade=0.5,
    )
    c.prop(
        '<ellipse cx="236" cy="132" rx="46" ry="84" transform="rotate(34 236 132)" fill="#ddd"/>',
        shade=0.2,
        angle=60,
    )
    c.prop(
        '<ellipse cx="232" cy="130" rx="30" ry="62" transform="rotate(34 232 130)" fill="#333"/>',
        shade=0,
        halo=0,
    )
    notes = [
        (212, 126, 62, -12),
        (150, 96, 58, 18),
        (94, 60, 62, -20),
        (146, 170, 50, 8),
        (72, 138, 54, 16),
        (36, 40, 42, 0),
    ]
    c.crowd(tune, [Spot(x, y, w, w, ay=0.5, turn=turn) for x, y, w, turn in notes], halo=4, outline=1.9)
    c.stand(listener, Spot(88, 384, 146, 164, face="right"), halo=6)


@scene
def lamp(c: Canvas, spirit: Figure, rubber: Figure) -> None:
    """A magic lamp, and what comes out of it."""
    ground(c, 338, 0.2)
    shadow(c, 250, 372, 120)
    c.prop(
        '<path d="M330 300C350 272 300 262 282 246C250 220 320 214 300 180L210 160C176 206 268 216 '
        "250 254C246 280 300 282 318 "
        '306Z" fill="#fff"/>',
        shade=0.5,
        angle=10,
        round=16,
    )
    c.stand(spirit, Spot(240, 198, 226, 188), halo=4)
    c.prop(
        '<path d="M168 316C150 284 196 276 196 308" fill="none" stroke="#aaa" stroke-width="9"/>'
        '<path d="M180 308Q240 284 300 '
        '306L344 292L350 304Q320 332 300 338Q270 356 240 356T186 336Q172 324 180 308Z" fill="#aaa"/>'
        '<path d="M212 356H268L282 '
        '376H198Z" fill="#888"/><path d="M222 300Q240 276 258 300Z" fill="#777"/>',
        shade=0.55,
        angle=0,
    )
    c.stand(rubber, Spot(92, 384, 134, 140, face="right"), halo=6)


@scene
def puppet(c: Canvas, marionette: Figure, player: Figure) -> None:
    tiles(c, 336)
    spot = Spot(200, 368, 204, 186)
    placed = place(marionette, spot)
    c.stand(player, Spot(200, 130, 176, 126), halo=3)
    hung = [(110, 140, 0.12, 0.5), (160, 132, 0.36, 0.26), (240, 132, 0.64, 0.26), (290, 140, 0.88, 0.5)]
    threads = "".join(
        f"M{x} {y}L{placed.left + placed.width * u:.1f} {placed.top + placed.height * v:.1f}" for x, y, u, v in hung
    )
    strokes(c, threads, 1.5, halo=2)
    c.prop(
        '<path d="M96 126L304 138V150L96 138ZM188 112L216 114L212 168L186 166Z" fill="#999"/>',
        angle=4,
        halo=3,
    )
    c.stand(marionette, spot, halo=5)


@scene
def cage(c: Canvas, captive: Figure, visitor: Figure) -> None:
    ground(c, 336, 0.22)
    shadow(c, 226, 372, 140)
    c.lines('<circle cx="226" cy="24" r="11" fill="none" stroke="#000" stroke-width="4"/>')
    c.stand(captive, Spot(226, 340, 200, 214))
    bars = "".join(f"M{110 + 29 * k} 350V150Q{110 + 29 * k} {80 - (4 - abs(k - 4)) * 6} 226 38" for k in range(9))
    strokes(c, bars + "M110 150Q226 166 342 150M110 250Q226 266 342 250", 3.2, halo=1.6)
    c.prop('<path d="M98 344Q226 362 354 344V366Q226 386 98 366Z" fill="#888"/>', angle=0)
    c.stand(visitor, Spot(64, 382, 122, 146, face="right"), halo=6)


@scene
def typewriter(c: Canvas, author: Figure, story: Figure) -> None:
    """A typewriter types somebody onto its sheet."""
    ground(c, 346, 0.22)
    shadow(c, 230, 384, 160)
    c.prop('<path d="M148 20H324V240H148Z" fill="#fff"/>', shade=0)
    strokes(c, "M166 44H306M166 58H306M166 72H270", 1.6)
    c.stand(story, Spot(236, 220, 142, 136), halo=3)
    c.prop(
        '<rect x="116" y="222" width="240" height="30" rx="15" fill="#555"/><circle cx="108" '
        'cy="237" r="14" fill="#bbb"/><circle cx="364" cy="237" r="14" fill="#bbb"/>',
        shade=0.5,
        angle=90,
    )
    c.prop(
        '<path d="M132 250H340L372 384H100Z" fill="#999"/><path d="M160 262H312L318 288H154Z" fill="#ddd"/>',
        shade=0.35,
        angle=0,
        halo=3,
    )
    keys = [(150 + 28 * k - row * 8, 306 + row * 26) for row in range(3) for k in range(7 if row < 2 else 8)]
    c.prop(
        "".join(f'<circle cx="{x}" cy="{y}" r="10" fill="#fff"/>' for x, y in keys),
        outline=2,
        halo=1.5,
        shade=0.2,
    )
    c.stand(author, Spot(66, 392, 120, 134, face="right"), halo=6)


@scene
def clockwork(c: Canvas, toy: Figure, key: Figure) -> None:
    """A wind-up toy: a key in its side, wheels beneath."""
    tiles(c, 330)
    shadow(c, 190, 372, 170)
    spot = Spot(186, 344, 264, 262, face="left")
    placed = place(toy, spot)
    hub = placed.top + placed.height * 0.5
    edge = min(placed.left + placed.width - 8, 318)
    c.prop(f'<path d="M{edge - 30:.1f} {hub - 6:.1f}H352V{hub + 6:.1f}H{edge - 30:.1f}Z" fill="#777"/>', angle=90)
    c.stand(key, Spot(344, hub, 104, 118, ay=0.5), halo=4)
    c.stand(toy, spot, halo=4)
    wheels = "".join(f'<circle cx="{x}" cy="354" r="25" fill="#ccc"/>' for x in (118, 254))
    c.prop(wheels, shade=0.4, halo=4, round=8)
    teeth = "".join(
        "M{:.1f} {:.1f}L{:.1f} {:.1f}".format(*on_circle(x, 354, 8, a), *on_circle(x, 354, 22, a))
        for x in (118, 254)
        for a in range(0, 360, 45)
    )
    strokes(c, teeth, 2.4)
    strokes(c, f"M372 {hub - 62:.1f}q22 22 16 54M360 {hub - 76:.1f}q-14-6-30-4", 2.2)


@scene
def washing(c: Canvas, outer: Figure, inner: Figure) -> None:
    """A washing line."""
    sky(c, 0.22, 70)
    clouds(c, (330, 46, 0.6))
    ground(c, 352, 0.22)
    c.prop(
        '<path d="M22 60H34V372H22ZM366 60H378V372H366ZM6 90H52V100H6ZM348 90H394V100H348Z" fill="#888"/>',
        angle=90,
    )
    strokes(c, "M28 96Q200 142 372 96", 2.2)
    pegs = ""
    for figure, x, turn, flip in ((outer, 84, 5, False), (outer, 316, 6, True), (inner, 200, -4, False)):
        y = 96 + 23 * (1 - ((x - 200) / 172) ** 2)
        c.stand(figure, Spot(x, y - 4, 130, 200, ay=0, turn=turn, flip=flip), halo=3)
        pegs += f"M{x - 22} {y - 14:.1f}h9v30h-9zM{x + 14} {y - 14:.1f}h9v30h-9z"
    c.prop(f'<path d="{pegs}" fill="#ddd"/>', outline=1.7, halo=1.5)
    c.prop(
        '<path d="M140 322H260L248 384H152Z" fill="#bbb"/><path d="M132 314H268V328H132Z" '
        'fill="#888"/><path d="M160 330L166 384M'
        '184 330L186 384M216 330L214 384M240 330L234 384M148 346H252M150 364H250" stroke="#555" '
        'stroke-width="2"/>',
        shade=0.3,
    )


@scene
def tophat(c: Canvas, conjured: Figure, wand: Figure) -> None:
    """A conjuror's hat on a small table."""
    tiles(c, 352)
    c.prop(
        '<path d="M96 330H304V346H96Z" fill="#bbb"/><path d="M190 346H210V392H190ZM150 386H250V398H150Z" fill="#888"/>',
        angle=90,
        shade=0.4,
    )
    height = place(conjured, Spot(200, 0, 190, 196)).height
    c.stand(conjured, Spot(200, 210 + height * 0.18, 190, 196), halo=3)
    c.prop(
        '<path d="M138 212L124 326Q200 344 276 326L262 212Z" fill="#222"/><path d="M135 292Q200 '
        '308 265 292L269 316Q200 332 131 316Z" '
        'fill="#ddd"/>',
        shade=0.3,
        angle=85,
        halo=2,
    )
    c.prop(
        '<path d="M96 204Q200 236 304 204Q300 226 262 230Q200 244 138 230Q100 226 96 204Z" fill="#555"/>',
        shade=0.4,
        angle=0,
        halo=2,
    )
    c.prop(
        '<g transform="rotate(-38 340 300)"><path d="M290 294H390V306H290Z" fill="#222"/><path '
        'd="M376 294H392V306H376Z" fill="#fff"/></g>',
        halo=3,
    )
    sparks = [(332, 176, 62, 10), (72, 150, 58, -14), (346, 88, 52, 20), (56, 252, 52, 12)]
    c.crowd(wand, [Spot(x, y, w, w, ay=0.5, turn=turn) for x, y, w, turn in sparks], halo=4, outline=1.9)
