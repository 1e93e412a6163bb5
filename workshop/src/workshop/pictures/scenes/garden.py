"""Kitchen and garden: what grows, hatches, melts or is watered."""

from __future__ import annotations

from workshop.pictures.canvas import Canvas, Figure, Spot, clipped, icon, place
from workshop.pictures.scenery import disc, ground, rays, shadow, sky, strokes
from workshop.pictures.scenes.scene_registry import scene


@scene
def flowerpot(c: Canvas, blossom: Figure, badge: Figure) -> None:
    shadow(c, 200, 384, 120)
    c.prop(
        '<g fill="none" stroke="#999" stroke-width="7" stroke-linecap="round"><path d="M200 290'
        "C198 250 204 210 200 168M200 "
        '286C190 250 150 236 116 196M200 286C212 250 250 240 286 204"/></g>',
        outline=1.8,
    )
    c.prop(
        '<g fill="#bbb"><path d="M202 236C226 208 252 212 262 222C246 244 222 248 202 236ZM198 250'
        "C174 228 150 232 140 "
        '246C158 264 184 264 198 250Z"/></g>',
        shade=0.3,
    )
    c.stand(blossom, Spot(108, 164, 108, 108, ay=0.5, turn=-18), halo=4)
    c.stand(blossom, Spot(294, 170, 108, 108, ay=0.5, turn=16, flip=True), halo=4)
    c.stand(blossom, Spot(200, 98, 162, 158, ay=0.5), halo=4)
    c.prop(
        '<path d="M126 292H274L252 388H148Z" fill="#ddd"/><path d="M114 276H286V304H114Z" fill="#bbb"/>',
        shade=0.4,
        angle=80,
    )
    c.stand(badge, Spot(200, 346, 74, 70, ay=0.5), halo=3, edge_width=0.6)


@scene
def watering(c: Canvas, drop: Figure, bloom: Figure) -> None:
    sky(c, 0.26, 260)
    ground(c, 350, 0.2)
    shadow(c, 284, 380, 100)
    c.prop(
        '<path d="M284 386C282 350 288 320 284 290" fill="none" stroke="#999" stroke-width="8"/>'
        '<path d="M286 346C306 322 '
        "334 326 344 338C328 358 304 360 286 346ZM282 356C262 334 238 338 228 350C244 368 268 370 "
        '282 356Z" fill="#bbb"/>',
        shade=0.3,
    )
    c.stand(bloom, Spot(284, 334, 190, 136), halo=4)
    c.prop(
        '<g transform="translate(96 96) rotate(24)"><path d="M-10-66C-84-76-96 50-40 56" '
        'fill="none" stroke="#aaa" '
        'stroke-width="11"/><path d="M-52-44H52L60 70H-60Z" fill="#ccc"/><path d="M-58-50H58V-36'
        'H-58Z" fill="#888"/>'
        '<path d="M50 40L132-26L146-8L58 62Z" fill="#bbb"/><path d="M124-46L168 6L150 14L118-24Z" '
        'fill="#777"/></g>',
        shade=0.42,
        angle=70,
        halo=5,
    )
    falling = [(258, 138, 50), (308, 168, 50), (218, 176, 44), (326, 108, 46), (362, 176, 46)]
    c.crowd(
        drop,
        [Spot(x, y, w, w, ay=0.5, turn=c.chance(-40, 40)) for x, y, w in falling],
        halo=3,
        outline=1.8,
        edge_width=0.6,
        spacing=3.2,
    )


@scene
def cone(c: Canvas, scoop: Figure, cherry: Figure) -> None:
    disc(c, 200, 170, 160, 0.22)
    c.prop(
        '<path d="M118 232H282L206 396Q200 402 194 396Z" fill="#ddd"/><path d="M140 232L224 360'
        "M172 232L240 326M206 232L258 "
        '290M260 232L176 360M228 232L160 326M194 232L142 290M120 236L208 390M280 236L192 390" stroke="#666" '
        'stroke-width="3" fill="none"/>',
        shade=0.35,
    )
    lower = Spot(200, 252, 172, 150)
    top = place(scoop, lower).top
    c.stand(cherry, Spot(200, top + 20, 132, min(126, top + 12)), halo=4)
    c.stand(scoop, lower, halo=4)
    c.prop(
        '<path d="M112 232Q124 246 138 236Q150 258 168 240Q184 264 200 242Q216 262 232 240Q250 256 '
        "262 236Q276 246 288 "
        '232Q284 220 270 224H130Q114 220 112 232Z" fill="#fff"/>',
        shade=0.2,
        halo=2,
    )


@scene
def fruittree(c: Canvas, fruit: Figure, gardener: Figure) -> None:
    ground(c, 344, 0.24)
    shadow(c, 190, 374, 150)
    c.prop(
        '<path d="M206 380C214 330 204 290 196 250H250C244 290 244 336 262 380Q232 368 206 380Z" fill="#999"/>',
        shade=0.5,
        angle=85,
    )
    c.prop(
        '<path d="M110 236C56 244 44 184 84 168C60 118 116 84 146 104C156 48 250 40 264 88C304 66 '
        "356 104 334 150C382 168 "
        '370 238 318 234C300 266 246 262 234 244C212 270 142 270 110 236Z" fill="#eee"/>',
        shade=0.55,
        round=40,
        angle=-20,
    )
    hanging = [(124, 150), (186, 110), (252, 120), (306, 150), (152, 206), (220, 184), (288, 208)]
    c.crowd(
        fruit,
        [Spot(x, y, 58, 60, ay=0.5, turn=c.chance(-20, 20)) for x, y in hanging],
        halo=3,
        outline=1.9,
        edge_width=0.6,
    )
    c.stand(fruit, Spot(306, 384, 50, 50, turn=30), halo=3)
    c.stand(gardener, Spot(112, 386, 140, 138, face="right"), halo=5)


@scene
def hatching(c: Canvas, chick: Figure, parent: Figure) -> None:
    rays(c, 240, 236, (128, 230), 34)
    c.bare('<rect x="-9" y="330" width="418" height="80" fill="#fff"/>')
    ground(c, 330, 0.22)
    shadow(c, 236, 376, 140)
    height = place(chick, Spot(240, 0, 190, 232)).height
    sunk = max(4.0, min(66.0, (height - 60) * 0.38))
    shell = '<path d="M-9-9H409V262L350 300H120L-9 290Z"/>'
    c.subject(clipped(icon(chick, Spot(240, 258 + sunk, 190, 232)), shell, "shell"))
    c.prop(
        '<path d="M138 262L164 240L186 268L212 240L240 270L266 240L292 268L314 242L342 262C352 330 '
        "304 384 240 384S128 330 "
        '138 262Z" fill="#fff"/>',
        shade=0.55,
        round=50,
        angle=60,
        halo=3,
    )
    strokes(c, "M300 300l10 14l-8 10l12 14M170 310l8 10l-6 12", 1.8)
    c.stand(parent, Spot(76, 380, 138, 174, face="right"), halo=6)


@scene
def nest(c: Canvas, egg: Figure, brooder: Figure) -> None:
    sky(c, 0.22, 150)
    c.prop(
        '<path d="M-9 352C100 330 300 340 409 300V328C300 366 100 366 -9 384Z" fill="#888"/><path '
        'd="M330 318C350 280 372 '
        '268 392 262C384 284 366 306 344 322Z" fill="#ddd"/>',
        shade=0.4,
        angle=80,
    )
    c.stand(brooder, Spot(190, 254, 250, 226), halo=4)
    eggs = [(110, 262), (164, 248), (222, 248), (276, 262), (194, 276)]
    c.crowd(egg, [Spot(x, y, 72, 76, ay=0.5, turn=c.chance(-20, 20)) for x, y in eggs], halo=3)
    c.prop('<path d="M58 270Q194 304 330 270Q318 356 194 358T58 270Z" fill="#bbb"/>', shade=0.4, angle=0)
    twigs = ""
    for _ in range(60):
        across = c.chance(-1, 1)
        x, y = 194 + across * 104, 290 + c.chance(0, 1) * 56 * (1 - across * across)
        twigs += f"M{x - 26:.1f} {y + c.chance(-8, 8):.1f}Q{x:.1f} {y + 8:.1f} {x + 26:.1f} {y + c.chance(-8, 8):.1f}"
    strokes(c, twigs, 1.7)


@scene
def sardines(c: Canvas, packed: Figure, label: Figure) -> None:
    shadow(c, 200, 372, 180)
    c.prop('<path d="M60 120C40 60 70 26 200 26S360 60 340 120Q200 96 60 120Z" fill="#ddd"/>', shade=0.6, angle=0)
    c.stand(label, Spot(200, 70, 94, 66, ay=0.5), halo=3)
    c.prop('<rect x="22" y="112" width="356" height="262" rx="60" fill="#bbb"/>', shade=0.6, round=16)
    c.lines('<rect x="42" y="130" width="316" height="222" rx="46" fill="#000"/>', angle=20)
    c.crowd(packed, _packed(packed), halo=3)


def _packed(figure: Figure) -> list[Spot]:
    """Four in a row, laid along the tin; or eight in two rows if the figure is neither long nor slanting."""
    whole = place(figure, Spot(0, 0))
    shape, lean = whole.width / whole.height, figure.icon.lean()
    columns = [88 + k * 75 for k in range(4)]
    if shape > 1.45:
        return [Spot(x, 241, 206, 90, ay=0.5, turn=90 if k % 2 else -90) for k, x in enumerate(columns)]
    if shape < 0.69:
        return [Spot(x, 241, 92, 210, ay=0.5) for x in columns]
    if abs(abs(lean) - 45) < 20:
        return [Spot(x, 241, 152, 152, ay=0.5, turn=90 - lean + 180 * (k % 2)) for k, x in enumerate(columns)]
    return [Spot(x, y, 96, 98, ay=0.5) for y in (190, 292) for x in columns]


@scene
def sandwich(c: Canvas, filling: Figure, topping: Figure) -> None:
    """Something between two halves of a bun, with a flag of toothpick and topping."""
    shadow(c, 200, 380, 170)
    c.prop('<path d="M48 338H352Q348 384 296 384H104Q52 384 48 338Z" fill="#ddd"/>', shade=0.45, angle=0)
    c.prop(
        '<path d="M36 330Q60 312 84 328T136 326T188 330T240 326T292 330T364 326Q372 346 348 344'
        "Q320 358 292 344Q264 358 236 "
        '344Q208 358 180 344Q150 358 122 344Q92 358 64 344Q34 352 36 330Z" fill="#bbb"/>',
        shade=0.3,
        angle=70,
    )
    c.stand(filling, Spot(200, 336, 262, 168), halo=4)
    c.prop(
        '<path d="M52 196C52 110 128 84 200 84S348 110 348 196Q348 214 326 214Q200 190 74 214Q52 '
        '214 52 196Z" fill="#e6e6e6"/>',
        shade=0.6,
        round=44,
        angle=20,
        halo=4,
    )
    seeds = [
        (120, 138),
        (160, 112),
        (208, 128),
        (250, 108),
        (284, 142),
        (180, 156),
        (238, 160),
        (136, 174),
        (306, 176),
    ]
    c.prop(
        "".join(
            f'<ellipse cx="{x}" cy="{y}" rx="7" ry="4" fill="#fff" transform="rotate({k * 37 % 90} {x} {y})"/>'
            for k, (x, y) in enumerate(seeds)
        ),
        outline=1.4,
        shade=0,
        halo=1,
    )
    strokes(c, "M200 96V20", 3)
    c.stand(topping, Spot(200, 70, 92, 72, ay=0.5), halo=4)
