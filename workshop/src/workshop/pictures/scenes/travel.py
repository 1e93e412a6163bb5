"""On the move: cars, trains, rides, stamps."""

from __future__ import annotations

from workshop.pictures.canvas import Canvas, Figure, Spot, place
from workshop.pictures.scenery import clouds, fading, ground, ripples, shadow, sky, strokes
from workshop.pictures.scenes.scene_registry import scene


@scene
def car(c: Canvas, driver: Figure, wheel: Figure) -> None:
    sky(c, 0.2, 110)
    ground(c, 338, 0.24)
    shadow(c, 200, 366, 190)
    strokes(c, "M388 214H350M392 246H362M386 276H366", 2)
    c.stand(driver, Spot(214, 262, 180, 214, face="left"), halo=4)
    c.prop(
        '<path d="M118 232L96 168L106 164L132 232Z" fill="#fff"/><path d="M20 286C22 252 50 246 96 '
        "242L128 232H170C176 262 262 262 "
        '268 228H344C366 230 374 262 370 306H20Z" fill="#ddd"/><path d="M20 286C22 252 50 246 96 '
        '242L128 232L126 306H20Z" '
        'fill="#bbb"/><circle cx="36" cy="270" r="14" fill="#fff"/><path d="M12 298H378V314H12Z" '
        'fill="#666"/><path d="M150 252h30v6'
        'h-30z" fill="#333"/>',
        shade=0.32,
        angle=6,
    )
    c.prop('<path d="M142 236a34 10 60 1 1 8 6z" fill="#555"/>', halo=0)
    c.crowd(wheel, [Spot(96, 370, 100, 100), Spot(298, 370, 100, 100)], halo=4)


@scene
def flight(c: Canvas, rider: Figure, mount: Figure) -> None:
    """Somebody rides a flying thing through the clouds."""
    sky(c, 0.34, 300)
    clouds(c, (74, 330, 0.95), (330, 356, 0.8), (340, 66, 0.8))
    lean = mount.icon.lean()
    turn = -12 - lean if abs(lean) > 8 else -8
    strokes(c, "M372 250h24M366 276h30M376 300h20", 2)
    c.stand(rider, Spot(200, 262, 176, 200, face="left", turn=-4), halo=4)
    c.stand(mount, Spot(200, 272, 272, 272, ay=0.5, turn=turn), halo=5)


@scene
def train(c: Canvas, engine: Figure, wagon: Figure) -> None:
    sky(c, 0.3, 160)
    clouds(c, (86, 70, 0.9), (318, 100, 1))
    c.prop(
        '<path d="M-9 262L60 190L104 236L170 140L246 244L300 198L409 280V409H-9Z" fill="#e8e8e8"/>',
        shade=0.3,
        angle=60,
        round=30,
        outline=1.6,
    )
    c.prop('<path d="M-9 330Q150 250 280 300T409 290V409H-9Z" fill="#fff"/>', shade=0, angle=0)
    strokes(c, "M-9 366Q120 352 240 360T409 338M-9 380Q120 368 240 376T409 354", 2.4)
    wagons = [(196, 340, 92), (284, 336, 84), (362, 326, 76)]
    c.crowd(wagon, [Spot(x, y, w, w) for x, y, w in wagons], halo=4)
    c.prop(
        "".join(
            f'<path d="M{x - w * 0.46:.1f} {y - 6}H{x + w * 0.46:.1f}V{y + 6}H{x - w * 0.46:.1f}Z" fill="#888"/>'
            for x, y, w in wagons
        ),
        shade=0.2,
    )
    c.prop(
        "".join(
            f'<circle cx="{x + side * w * 0.28:.1f}" cy="{y + 13}" r="{w * 0.13:.1f}" fill="#ddd"/>'
            for x, y, w in wagons
            for side in (-1, 1)
        ),
        shade=0.2,
        halo=1,
    )
    strokes(c, "M130 340H152", 3)
    c.stand(engine, Spot(84, 368, 160, 196, face="left"), halo=5)


@scene
def stamp(c: Canvas, hero: Figure, place_: Figure) -> None:
    c.backdrop('<rect x="-9" y="-9" width="418" height="418" fill="#888"/>', angle=30)
    step = 340 / 14
    holes = [30 + (k + 0.5) * step for k in range(14)]
    dots = "".join(
        f'<circle cx="{x:.1f}" cy="{y:.1f}" r="7"/>' for t in holes for x, y in ((t, 30), (t, 370), (30, t), (370, t))
    )
    c.prop(
        f'<defs><mask id="teeth"><rect width="400" height="400" fill="#fff"/>{dots}</mask></defs>'
        '<rect x="30" y="30" width="340" height="340" fill="#fff" mask="url(#teeth)"/>',
        shade=0,
        outline=1.6,
        halo=0,
    )
    c.lines('<rect x="52" y="52" width="296" height="296" fill="none" stroke="#000" stroke-width="2.4"/>')
    stops = [(0, 0.5), (0.7, 0.04), (1, 0.2)]
    c.backdrop(fading(stops) + '<rect x="58" y="58" width="284" height="284" fill="url(#fading)"/>', spacing=4.6)
    c.stand(place_, Spot(262, 286, 156, 186), halo=3, fade=0.9)
    c.prop('<path d="M58 270Q200 250 342 276V342H58Z" fill="#eee"/>', angle=0, shade=0)
    c.stand(hero, Spot(160, 334, 194, 200, face="right"), halo=5)
    c.lines(
        '<g fill="none" stroke="#000" stroke-width="3"><circle cx="322" cy="76" r="44"/><circle '
        'cx="322" cy="76" r="30"/><path '
        'd="M230 60q14-10 28 0t28 0M226 78q14-10 28 0t28 0M230 96q14-10 28 0t28 0"/></g>'
    )


@scene
def sailing(c: Canvas, captain: Figure, hull: Figure) -> None:
    """Somebody sails the sea in an unusual hull, under a patched sail."""
    sky(c, 0.26, 130)
    clouds(c, (70, 70, 0.8), (340, 130, 0.7))
    c.backdrop(
        fading([(0, 0.2), (1, 0.5)]) + '<rect x="-9" y="290" width="418" height="120" fill="url(#fading)"/>',
        spacing=5.4,
    )
    strokes(c, "M-9 290H409", 1.6)
    c.prop('<path d="M226 44H236V300H226Z" fill="#777"/>', angle=90)
    c.prop(
        '<path d="M240 50Q340 120 344 232Q290 216 240 230Z" fill="#fff"/><path d="M222 62Q170 130 '
        '150 214Q190 204 222 216Z" fill="#eee"/>',
        shade=0.4,
        angle=80,
        round=30,
    )
    strokes(c, "M244 110Q290 112 316 130M244 170Q300 168 336 184", 1.4)
    spot = Spot(200, 360, 320, 150)
    top = place(hull, spot).top
    c.stand(captain, Spot(168, top + 38, 132, 150, face="left"), halo=5)
    c.stand(hull, spot, halo=4)
    c.prop(
        '<path d="M-9 338Q20 322 50 338T110 338T170 338T230 338T290 338T350 338T409 338V409H-9Z" fill="#f2f2f2"/>',
        shade=0.1,
        angle=0,
        outline=2,
        halo=2,
    )
    ripples(c, 350, 14)


@scene
def suitcase(c: Canvas, traveller: Figure, souvenir: Figure) -> None:
    """A suitcase full of the same souvenir, and its owner."""
    ground(c, 330, 0.24)
    shadow(c, 220, 376, 160)
    c.prop(
        '<path d="M104 64H364V218H104Z" fill="#ccc"/><path d="M118 78H350V206H118Z" fill="#f2f2f2"/>',
        shade=0.2,
        angle=45,
    )
    pile = [
        (136, 246, -20),
        (186, 226, 14),
        (238, 236, -10),
        (290, 224, 18),
        (332, 248, 30),
        (162, 200, 26),
        (216, 186, -16),
        (272, 192, 8),
        (318, 200, -24),
    ]
    c.crowd(souvenir, [Spot(x, y, 78, 78, ay=0.5, turn=turn) for x, y, turn in pile], halo=3, outline=1.9)
    c.prop(
        '<path d="M92 250H376V372Q376 384 364 384H104Q92 384 92 372Z" fill="#aaa"/><path d="M92 '
        '250H376V264H92Z" fill="#777"/>'
        '<path d="M120 264H136V384H120ZM332 264H348V384H332Z" fill="#666"/><path d="M208 282Q208 '
        '270 220 270H250Q262 270 262 282V296H208Z" fill="#444"/>',
        shade=0.3,
        angle=12,
        halo=3,
    )
    c.stand(traveller, Spot(70, 392, 130, 160, face="right"), halo=6)
