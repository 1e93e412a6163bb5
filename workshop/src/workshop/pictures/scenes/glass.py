"""Things behind glass, in ice and in cups."""

from __future__ import annotations

from workshop.pictures.canvas import Canvas, Figure, Spot, clipped, icon, on_circle, place
from workshop.pictures.scenery import bubbles, fading, glow, ground, rays, shadow, shine, sky, strokes
from workshop.pictures.scenes.scene_registry import scene


@scene
def bulb(c: Canvas, inside: Figure, moth: Figure) -> None:
    rays(c, 200, 168, (136, 196), 40)
    glass = "M160 302C160 262 90 240 86 166A114 114 0 1 1 314 166C310 240 240 262 240 302Z"
    c.prop(
        glow([(0, 0, 1), (0.72, 0.02, 1), (1, 0.3, 1)]) + f'<path d="{glass}" fill="url(#glow)"/>',
        shade=0,
        bend=0,
        angle=60,
    )
    strokes(c, "M184 302C184 270 168 262 172 236M216 302C216 270 232 262 228 236", 2.4)
    c.stand(inside, Spot(200, 244, 164, 160))
    c.prop(
        '<path d="M154 300h92v14h-92z" fill="#bbb"/><path d="M150 312q50 10 100 0v13q-50 10-100 '
        "0zM152 328q48 10 96 "
        '0v13q-48 10-96 0zM156 344q44 10 88 0v12q-44 10-88 0z" fill="#999"/><path d="M168 '
        '358h64l-14 18h-36z" '
        'fill="#333"/>',
        shade=0.5,
        angle=80,
    )
    shine(c, "M112 150C116 112 140 84 168 76")
    shine(c, "M108 182C107 176 107 172 108 166", 6)
    c.stand(moth, Spot(332, 330, 92, 92, ay=0.5, turn=-10, face="left"), halo=5)


@scene
def bottle(c: Canvas, inside: Figure, top: Figure) -> None:
    sky(c, 0.2, 150)
    ground(c, 325, 0.3)
    shadow(c, 200, 344, 170)
    c.stand(top, Spot(150, 134, 100, 92, face="right"))
    glass = (
        "M72 130H262C296 130 306 182 336 184H366V236H336C306 238 296 300 262 300H72C46 300 36 280 "
        "36 254V176C36 150 "
        "46 130 72 130Z"
    )
    stops = [(0, 0.26), (0.2, 0), (0.8, 0.02), (1, 0.34)]
    c.prop(fading(stops) + f'<path d="{glass}" fill="url(#fading)"/>', shade=0, bend=0, angle=0)
    c.stand(inside, Spot(158, 280, 190, 134))
    c.prop(
        '<path d="M46 272q14-12 28 0t28 0t28 0t28 0t28 0t28 0t28 0t28 0V290q-10 6-24 6H74q-20 0-28-12Z" fill="#ddd"/>',
        angle=0,
        shade=0.1,
        outline=1.6,
    )
    c.prop('<path d="M362 178h26v64h-26z" fill="#b9b9b9"/>', angle=70)
    c.prop('<path d="M70 296h40l10 40h-60zM232 296h40l10 40h-60z" fill="#777"/>', angle=10)
    shine(c, "M70 152H240")


_SNOW = [
    (120, 90), (165, 62), (215, 52), (262, 70), (300, 112), (96, 138), (312, 165), (86, 190), (306, 212),
    (104, 236), (292, 252),
]  # fmt: skip


@scene
def globe(c: Canvas, inside: Figure, snow: Figure) -> None:
    shadow(c, 200, 372, 150)
    c.prop(
        glow([(0, 0, 1), (0.75, 0.03, 1), (1, 0.36, 1)]) + '<circle cx="200" cy="166" r="140" fill="url(#glow)"/>',
        shade=0,
        bend=0,
        angle=55,
    )
    c.stand(inside, Spot(200, 272, 164, 164))
    flakes = [Spot(x, y, 36, 36, ay=0.5, turn=c.chance(-40, 40)) for x, y in _SNOW]
    c.crowd(snow, flakes, outline=1.5, halo=2, spacing=3, edge_width=0.6)
    c.prop('<path d="M96 262Q200 246 304 262Q284 300 200 306Q116 300 96 262Z" fill="#fff"/>', shade=0.3, angle=0)
    c.prop(
        '<path d="M92 296Q200 322 308 296L326 352Q200 388 74 352Z" fill="#888"/>'
        '<path d="M150 330Q200 338 250 330V350Q200 358 150 350Z" fill="#fff"/>',
        shade=0.35,
        angle=4,
    )
    shine(c, "M92 132C100 98 124 68 150 54", 8)


@scene
def jar(c: Canvas, inside: Figure, lid: Figure) -> None:
    ground(c, 330, 0.25)
    shadow(c, 210, 352, 140)
    glass = (
        "M120 112H280V128C306 134 312 150 312 174V320C312 346 300 354 276 354H124C100 354 88 346 "
        "88 320V174C88 150 94 "
        "134 120 128Z"
    )
    stops = [(0, 0.3), (0.18, 0.02), (0.8, 0), (1, 0.36)]
    c.prop(fading(stops, to=(1, 0)) + f'<path d="{glass}" fill="url(#fading)"/>', shade=0, bend=0, angle=90)
    c.stand(inside, Spot(200, 342, 188, 190))
    shine(c, "M108 178V300", 8)
    c.prop('<path d="M108 96H292V128H108Z" fill="#999"/>', angle=90, shade=0.4)
    c.stand(lid, Spot(200, 102, 120, 90))


@scene
def fishbowl(c: Canvas, inside: Figure, watcher: Figure) -> None:
    ground(c, 322, 0.25)
    shadow(c, 240, 350, 130)
    c.prop(
        '<path d="M168 92H312C300 104 316 108 336 132C392 200 376 304 318 350H162C104 304 88 200 '
        "144 132C164 108 180 "
        '104 168 92Z" fill="#fff"/>',
        shade=0,
    )
    c.backdrop(
        glow([(0, 0.04, 1), (0.75, 0.06, 1), (1, 0.34, 1)])
        + '<path d="M122 176Q240 160 358 176Q384 280 314 344H166Q96 280 122 176Z" fill="url(#glow)"/>',
        spacing=4.4,
    )
    strokes(c, "M122 176Q240 192 358 176Q240 160 122 176", 1.6)
    c.stand(inside, Spot(246, 326, 150, 124, face="left"))
    shine(c, "M126 232C128 200 140 172 152 156", 8)
    bubbles(c, (176, 222, 6), (186, 204, 4), (176, 192, 3))
    c.stand(watcher, Spot(78, 366, 136, 170, face="right"), halo=5)


@scene
def ice(c: Canvas, inside: Figure, watcher: Figure) -> None:
    ground(c, 300, 0.2)
    shadow(c, 215, 356, 150)
    c.prop(
        '<path d="M120 118L188 78H352L300 118Z" fill="#f4f4f4"/><path d="M120 118H300V340H120Z" '
        'fill="#e9e9e9"/>'
        '<path d="M300 118L352 78V300L300 340Z" fill="#c4c4c4"/>',
        shade=0,
        bend=0,
        angle=62,
    )
    c.stand(inside, Spot(212, 326, 164, 190), fade=0.9)
    shine(c, "M136 190L190 134M138 220L164 194M250 330L288 292M322 120V180", 5)
    strokes(c, "M120 118H300V340M300 118L352 78M96 350q20-8 40 0t60 4t80-2t60-10", 1.4)
    c.stand(watcher, Spot(74, 374, 122, 136, face="right"), halo=5)


@scene
def teacup(c: Canvas, bather: Figure, treat: Figure) -> None:
    ground(c, 318, 0.22)
    shadow(c, 200, 362, 170)
    c.prop(
        '<path d="M36 336Q200 312 364 336Q340 376 200 378Q60 376 36 336Z" fill="#f0f0f0"/>',
        shade=0.25,
        angle=0,
    )
    c.prop('<path d="M296 214C360 196 372 290 284 292" fill="none" stroke="#ddd" stroke-width="17"/>', shade=0.35)
    c.prop(
        '<path d="M82 194Q190 168 298 194Q296 300 240 342H140Q84 300 82 194Z" fill="#fff"/>',
        shade=0.5,
        angle=70,
        round=40,
    )
    c.prop('<ellipse cx="190" cy="194" rx="108" ry="19" fill="#999"/>', shade=0, angle=0, bend=0)
    depth = place(bather, Spot(190, 0, 196, 200)).height * 0.26
    brim = '<path d="M-50 -50H450V196H292Q190 222 88 196H-50Z"/>'
    c.subject(clipped(icon(bather, Spot(190, 206 + depth, 196, 200)), brim, "brim"))
    strokes(c, "M104 206Q190 224 276 206", 1.6)
    strokes(c, "M74 160q-14-18 0-36t0-36M312 150q14-18 0-36t0-36", 2.2)
    c.stand(treat, Spot(96, 374, 88, 74), halo=4)


@scene
def porthole(c: Canvas, ship: Figure, inside: Figure) -> None:
    shadow(c, 200, 372, 150)
    spot = Spot(200, 374, 350, 346)
    c.stand(ship, spot)
    placed, box = place(ship, spot), ship.icon.box()
    x, y, radius = ship.icon.roomiest()
    cx, cy = placed.left + (x - box.x) * placed.scale, placed.top + (y - box.y) * placed.scale
    rim = max(56, min(radius * placed.scale * 0.88, 96))
    circle = f'<circle cx="{cx:.1f}" cy="{cy:.1f}" r="{{:.1f}}" fill="{{}}"/>'
    c.prop(circle.format(rim, "#c8c8c8"), shade=0.6, round=8, halo=3)
    c.prop(circle.format(rim * 0.82, "#fff"), shade=0, halo=0)
    c.backdrop(fading([(0, 0.4), (1, 0.02)]) + circle.format(rim * 0.8, "url(#fading)"), spacing=4)
    view = icon(inside, Spot(cx, cy + rim * 0.66, rim * 1.36, rim * 1.3))
    c.subject(clipped(view, circle.format(rim * 0.79, "#000"), "pane"), edge_width=0.6, spacing=3.2)
    bolts = [on_circle(cx, cy, rim * 0.91, k * 45 + 11.5) for k in range(8)]
    c.lines("".join(f'<circle cx="{bx:.1f}" cy="{by:.1f}" r="2.6"/>' for bx, by in bolts))


@scene
def hourglass(c: Canvas, upper: Figure, lower: Figure) -> None:
    """A figure runs through the neck of an hourglass and piles up as another."""
    shadow(c, 200, 382, 130)
    glass = "M84 40H316C316 136 218 160 218 196C218 226 316 246 316 366H84C84 246 182 226 182 196C182 160 84 136 84 40Z"
    stops = [(0, 0.34), (0.2, 0.02), (0.8, 0), (1, 0.36)]
    c.prop(fading(stops, to=(1, 0)) + f'<path d="{glass}" fill="url(#fading)"/>', shade=0, bend=0, angle=90)
    top = [(200, 140, 62), (152, 102, 66), (244, 102, 66), (198, 74, 62), (282, 64, 50), (118, 64, 50)]
    heap = [Spot(x, y, w, w, ay=0.5, turn=c.chance(-50, 50)) for x, y, w in top]
    c.crowd(
        upper,
        [*heap, Spot(200, 194, 30, 30, ay=0.5), Spot(200, 228, 26, 26, ay=0.5)],
        halo=2.5,
        outline=1.7,
        edge_width=0.6,
    )
    c.stand(lower, Spot(200, 360, 190, 120), halo=3)
    c.prop(
        '<path d="M56 18H344V42H56ZM56 362H344V386H56Z" fill="#999"/><path d="M60 42H74V362H60'
        'ZM326 42H340V362H326Z" '
        'fill="#bbb"/>',
        angle=90,
        shade=0.4,
        halo=2,
    )
    shine(c, "M98 62C102 98 122 124 144 140", 6)
