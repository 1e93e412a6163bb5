"""Draw one treasure: the icon in colour in a golden frame, with the engraver's lines over it.

The backdrop takes the hue opposite to the treasure's own, so that the treasure stands out. The other face,
the name, is plain text: whoever shows a card sets it.
"""

from __future__ import annotations

import colorsys
import math

from deckname.cards.family.treasures import Treasure
from workshop.pictures.canvas import Figure, Spot, icon, n, on_circle
from workshop.pictures.engraver import Layer, Style, engrave
from workshop.pictures.exact import angle_of, direction
from workshop.pictures.icons import Icon, IconSet
from workshop.pictures.raster import CARD, render
from workshop.pictures.tracing import SIDE, Fineness, trace

_PAPER, _GOLD, _INK = "#fbf4e2", "#a9803a", "#2b1a12"
_PIXELS = 640
_FINENESS = Fineness(0.3, 1.5)
_LINES = Style(wobble=0, halo=0, outline=2.6, median=0.86, gain=0.8, shade=0.4, spacing=4.4)


def hue(picture: Icon) -> int:
    """The hue that most of an icon has, in degrees: the mean of all its hues, weighed by their strength."""
    pixels = render(picture.svg, 64, (0, 0, picture.width, picture.height))
    x, y = [], []
    for blue, green, red in (pixels[pixels[..., 3] > 127][:, :3] / 255).tolist():
        turn, saturation, value = colorsys.rgb_to_hsv(red, green, blue)
        across, down = direction(round(360 * turn))
        x.append(across * saturation * value)
        y.append(down * saturation * value)
    return round(angle_of(math.fsum(x), math.fsum(y))) % 360


def _colour(degrees: int, saturation: float, lightness: float) -> str:
    red, green, blue = colorsys.hls_to_rgb(degrees / 360, lightness, saturation)
    return f"#{round(red * 255):02x}{round(green * 255):02x}{round(blue * 255):02x}"


def _frame() -> str:
    corners = "".join(f"M{x} {y - 11}l11 11l-11 11l-11-11z" for x in (38, 362) for y in (38, 362))
    return (
        f'<g fill="none" stroke="{_GOLD}"><rect x="14" y="14" width="372" height="372" rx="22" '
        'stroke-width="5"/>'
        '<rect x="23" y="23" width="354" height="354" rx="16" stroke-width="1.6"/></g><path '
        f'd="{corners}" fill="{_GOLD}"/>'
    )


def _backdrop(name: str, degrees: int) -> str:
    rays = ""
    for start in range(0, 360, 30):
        (x1, y1), (x2, y2) = on_circle(200, 200, 300, start), on_circle(200, 200, 300, start + 15)
        rays += f"M200 200L{n(x1)} {n(y1)}L{n(x2)} {n(y2)}z"
    return (
        f'<defs><radialGradient id="{name}-light"><stop offset="0" '
        f'stop-color="{_colour(degrees, 0.6, 0.95)}"/>'
        f'<stop offset="1" stop-color="{_colour(degrees, 0.48, 0.76)}"/></radialGradient>'
        f'<clipPath id="{name}-frame"><rect x="23" y="23" width="354" height="354" rx="16"/>'
        "</clipPath></defs>"
        f'<rect width="{CARD}" height="{CARD}" rx="18" fill="{_PAPER}"/><g clip-path="url(#{name}-frame)">'
        f'<rect width="{CARD}" height="{CARD}" fill="url(#{name}-light)"/>'
        f'<path d="{rays}" fill="{_colour(degrees, 0.5, 0.8)}" fill-opacity=".5"/>'
        f'<ellipse cx="200" cy="340" rx="120" ry="12" fill="{_colour(degrees, 0.3, 0.45)}" '
        'fill-opacity=".35"/></g>'
    )


def draw_treasure(treasure: Treasure, icons: IconSet) -> bytes:
    """The picture face of a treasure as an SVG: the same bytes each time."""
    figure = Figure(icons[treasure.concept.icon], None)
    coloured = icon(figure, Spot(200, 198, 264, 264, ay=0.5))
    lines = trace(engrave([Layer(coloured, _LINES)], _PIXELS), _FINENESS)
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" '
        f'viewBox="0 0 {CARD} {CARD}">'
        f"{_backdrop(treasure.concept.id, (hue(figure.icon) + 180) % 360)}{_frame()}{coloured}"
        f'<path transform="scale({CARD / SIDE})" fill="{_INK}" fill-opacity=".78" '
        f'fill-rule="evenodd" d="{lines}"/></svg>'
    ).encode()
