"""Circus acts and balancing."""

from __future__ import annotations

from workshop.pictures.canvas import Canvas, Figure, Spot, place
from workshop.pictures.scenery import cloud, clouds, disc, ground, rays, shadow, sky, strokes
from workshop.pictures.scenes.scene_registry import scene


@scene
def totem(c: Canvas, bottom: Figure, middle: Figure, top: Figure) -> None:
    disc(c, 200, 190, 176, 0.24)
    ground(c, 350, 0.2)
    shadow(c, 200, 384, 140)
    first = Spot(200, 386, 270, 176, face="left")
    base = place(bottom, first)
    second = Spot(205, base.top + base.height * 0.12, 184, 128, face="right")
    torso = place(middle, second)
    room = max(54.0, min(96.0, torso.top + torso.height * 0.12 - 8))
    c.stand(top, Spot(202, torso.top + torso.height * 0.12, 120, room, face="left"), halo=4)
    c.stand(middle, second, halo=4)
    c.stand(bottom, first, halo=4)


_SCALLOPS = "".join(f"Q{x - 25} 84 {x - 50} 62" for x in range(415, -35, -50))


@scene
def ballwalker(c: Canvas, acrobat: Figure, ball: Figure) -> None:
    """A circus act: somebody balances on something round."""
    c.backdrop(f'<path d="M-9-9H415V62{_SCALLOPS}Z" fill="#666"/>', angle=90)
    strokes(c, f"M415 62{_SCALLOPS}", 2.2)
    shadow(c, 200, 386, 150)
    c.prop(
        '<path d="M96 352L120 300H280L304 352L296 390H104Z" fill="#fff"/><path d="M120 300L150 390'
        "H120L104 390L96 352Z"
        'M180 300H220L230 390H170ZM280 300L250 390H296L304 352Z" fill="#888"/>',
        shade=0.15,
    )
    spot = Spot(200, 306, 118, 118)
    c.stand(ball, spot, halo=4)
    top = place(ball, spot).top
    c.stand(acrobat, Spot(200, top + 8, 184, min(158, top - 14), turn=-6), halo=4)
    strokes(c, "M92 150q-12 18-4 40M74 160q-8 14-3 28M310 150q12 18 4 40M328 160q8 14 3 28", 2)


@scene
def unicycle(c: Canvas, rider: Figure, wheel: Figure) -> None:
    sky(c, 0.22, 200)
    clouds(c, (66, 90, 0.7), (336, 150, 0.8))
    strokes(c, "M-9 346Q200 398 409 346", 4)
    spot = Spot(200, 372, 138, 138)
    c.stand(wheel, spot, halo=4)
    placed = place(wheel, spot)
    top, hub = placed.top, placed.middle[1]
    c.prop(
        f'<path d="M172 {hub:.1f}V{top - 6:.1f}Q172 {top - 18:.1f} 186 {top - 18:.1f}H214Q228 '
        f'{top - 18:.1f} 228 {top - 6:.1f}V{hub:.1f}" '
        f'fill="none" stroke="#ddd" stroke-width="8"/><path d="M196 {top - 18:.1f}h8'
        f"V{top - 44:.1f}h-8zM154 {top - 52:.1f}Q200 "
        f"{top - 34:.1f} 246 {top - 52:.1f}Q240 {top - 30:.1f} 200 {top - 30:.1f}Q160 "
        f'{top - 30:.1f} 154 {top - 52:.1f}Z" fill="#333"/>'
        f'<path d="M166 {hub:.1f}h-14v26h-20v9h46zM234 {hub:.1f}h14v-26h20v-9h-46z" fill="#777"/>',
        halo=3,
    )
    c.stand(rider, Spot(200, top - 40, 196, top - 48, turn=4), halo=4)


@scene
def seesaw(c: Canvas, light: Figure, heavy: Figure) -> None:
    sky(c, 0.24, 170)
    ground(c, 352, 0.2)
    shadow(c, 200, 378, 150)
    c.prop('<path d="M200 288L244 376H156Z" fill="#888"/>')
    c.prop('<g transform="rotate(14 200 288)"><path d="M10 280H390V294H10Z" fill="#c8c8c8"/></g>', angle=14)
    c.stand(light, Spot(94, 258, 178, 220, turn=12, face="right"), halo=4)
    c.stand(heavy, Spot(322, 316, 118, 118, turn=12, face="left"), halo=4)


@scene
def scales(c: Canvas, heavy: Figure, light: Figure) -> None:
    disc(c, 200, 190, 180, 0.2)
    shadow(c, 200, 384, 110)
    c.prop(
        '<path d="M193 60H207V360H193Z" fill="#bbb"/><path d="M130 360H270L284 388H116Z" '
        'fill="#888"/><circle cx="200" '
        'cy="56" r="14" fill="#999"/>',
        shade=0.5,
    )
    c.prop('<path d="M70 116L200 70L330 44L332 54L202 84L74 126Z" fill="#aaa"/>', shade=0.3)
    strokes(c, "M74 120L20 286M74 120L142 286M328 50L268 206M328 50L388 206", 1.8)
    c.stand(heavy, Spot(82, 290, 118, 132), halo=4)
    c.stand(light, Spot(328, 210, 114, 124), halo=4)
    c.prop(
        '<path d="M8 284H156Q140 326 82 326T8 284Z" fill="#ccc"/><path d="M256 204H400Q384 246 328 '
        '246T256 204Z" fill="#ccc"/>',
        shade=0.5,
        angle=0,
    )


@scene
def jackbox(c: Canvas, jack: Figure, badge: Figure) -> None:
    rays(c, 200, 130, (96, 190), 30)
    shadow(c, 200, 386, 150)
    c.prop(
        '<path d="M120 246L280 246L268 210H150Z" fill="#444"/><path d="M286 244L356 190L344 160'
        'L276 214Z" fill="#ccc"/>',
        halo=3,
    )
    spring = "".join(f'<ellipse cx="200" cy="{238 - 15 * k}" rx="32" ry="9"/>' for k in range(5))
    c.prop(f'<g fill="none" stroke="#aaa" stroke-width="6">{spring}</g>', shade=0, outline=1.8, halo=1.5)
    c.stand(jack, Spot(200, 188, 194, 178), halo=4)
    c.prop(
        '<path d="M112 244H288V388H112Z" fill="#fff"/><path d="M112 244H288V258H112ZM112 374H288'
        "V388H112ZM112 244H126V388"
        'H112ZM274 244H288V388H274Z" fill="#888"/>',
        shade=0.1,
        bend=0,
    )
    c.prop('<circle cx="200" cy="316" r="52" fill="#e2e2e2"/>', shade=0, halo=2, angle=0)
    c.stand(badge, Spot(200, 316, 80, 80, ay=0.5), halo=3)
    c.prop('<path d="M288 320h24v-18h14v-6h-20v18h-18z" fill="#777"/>')


@scene
def cannon(c: Canvas, shot: Figure, target: Figure) -> None:
    sky(c, 0.26, 250)
    ground(c, 338, 0.24)
    shadow(c, 110, 370, 110)
    c.stand(target, Spot(310, 100, 156, 156, ay=0.5), halo=5)
    strokes(c, "M150 262L190 222M176 284L214 246M138 232L170 200", 1.8)
    c.prop(
        f'<g fill="#fff">{cloud(158, 246, 0.62)}{cloud(190, 262, 0.44)}{cloud(150, 222, 0.4)}</g>',
        shade=0.4,
        round=12,
    )
    c.stand(shot, Spot(228, 184, 124, 120, ay=0.5, turn=24, face="right"), halo=5)
    c.prop(
        '<g transform="translate(84 318) rotate(-42)"><path d="M-44-30Q-64 0-44 30L84 24V-24Z" '
        'fill="#555"/><path d="M80-30'
        'H98V30H80ZM-10-29H4V29H-10ZM34-27H46V27H34Z" fill="#888"/><circle cx="-58" cy="0" r="9" '
        'fill="#333"/></g>',
        shade=0.5,
    )
    c.prop('<circle cx="78" cy="346" r="36" fill="#aaa"/>', shade=0.2, halo=3)
    c.lines(
        '<g stroke="#000" stroke-width="3"><path d="M78 312V380M44 346H112M54 322L102 370M102 322L54 370"/>'
        '<circle cx="78" cy="346" r="7"/></g>'
    )


@scene
def juggler(c: Canvas, artist: Figure, thing: Figure) -> None:
    ground(c, 352, 0.22)
    shadow(c, 200, 382, 120)
    arc = [(70, 236, -30), (88, 142, -20), (144, 76, -8), (224, 58, 10), (298, 100, 20), (332, 186, 34)]
    c.crowd(thing, [Spot(x, y, 76, 76, ay=0.5, turn=turn) for x, y, turn in arc], halo=3)
    strokes(
        c,
        "M58 290q-4-10-2-18M76 292q-3-9-1-17M340 246q5-8 4-18M322 250q5-8 4-16M184 42q14-12 30-14M262 48q12 2 22 12",
        1.8,
    )
    c.stand(artist, Spot(200, 388, 220, 216), halo=5)


@scene
def tightrope(c: Canvas, walker: Figure, parasol: Figure) -> None:
    """Somebody walks a rope between two posts, high above the clouds."""
    sky(c, 0.34, 260)
    clouds(c, (90, 352, 1.1), (300, 372, 1.2), (200, 392, 1.0), (336, 90, 0.7))
    c.prop('<path d="M6 220H24V409H6ZM376 220H394V409H376Z" fill="#888"/>', angle=90, halo=3)
    strokes(c, "M14 232Q200 316 386 232", 3.2)
    c.prop(
        '<path d="M40 216L356 176" stroke="#777" stroke-width="6" stroke-linecap="round"/>',
        halo=2,
        outline=1.5,
    )
    c.crowd(parasol, [Spot(50, 214, 84, 84, ay=0.5), Spot(348, 178, 84, 84, ay=0.5, flip=True)], halo=4)
    c.stand(walker, Spot(200, 280, 186, 216, turn=-3), halo=5)
