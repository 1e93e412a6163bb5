"""Draw one picture: its scene on a canvas, engraved, traced and wrapped into an SVG."""

from __future__ import annotations

from deckname.cards.pictures.catalogue import Picture
from workshop.pictures.canvas import Canvas, Figure
from workshop.pictures.engraver import engrave
from workshop.pictures.icons import IconSet
from workshop.pictures.scenes import SCENES
from workshop.pictures.tracing import SIDE, trace_within

INK, PAPER = "#1f1b18", "#f7f1e3"
PIXELS = 680
LARGEST, LARGEST_PACKED = 56_000, 17_200  # bytes of the path; gzip, as it is sent, makes some 12 % more of the latter


def draw_picture(picture: Picture, icons: IconSet) -> bytes:
    """The picture as an SVG: the same bytes each time."""
    canvas = Canvas(picture.id)
    figures = {part: Figure(icons[concept.icon], concept.faces) for part, concept in picture.parts().items()}
    SCENES[picture.scene](canvas, **figures)
    path = trace_within(engrave(canvas.layers, PIXELS), LARGEST, LARGEST_PACKED)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {SIDE} {SIDE}">'
        f'<path fill="{PAPER}" d="M0 0h{SIDE}v{SIDE}H0z"/>'
        f'<path fill="{INK}" fill-rule="evenodd" d="{path}"/></svg>'
    ).encode()
