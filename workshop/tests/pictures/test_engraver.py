"""The engraver and the tracing on drawings so simple that one knows what should come out."""

import numpy as np
import pytest

from workshop.pictures.engraver import Layer, Style, engrave
from workshop.pictures.tracing import FINE, SIDE, Fineness, trace, trace_within

_PLAIN = Style(normalise=False, outline=0, halo=0, edges=0, shade=0, bend=0, wobble=0)
_SQUARE = '<rect x="100" y="100" width="200" height="200" fill="{}"/>'


def _inside(ink: np.ndarray) -> float:
    return float((ink[110:290, 110:290] > 0.44).mean())


def test_the_darker_the_tone_the_wider_the_lines():
    inks = [_inside(engrave([Layer(_SQUARE.format(grey), _PLAIN)], 400)) for grey in ("#fff", "#bbb", "#777", "#333")]
    assert inks[0] == 0
    assert inks == sorted(inks)
    assert inks[-1] > 0.7


def test_black_is_solid_and_nothing_is_drawn_outside():
    ink = engrave([Layer(_SQUARE.format("#000"), _PLAIN)], 400)
    assert _inside(ink) == 1
    ink[98:302, 98:302] = 0
    assert ink.max() == 0


def test_a_layer_keeps_clear_of_what_lies_behind():
    wall = Layer('<rect width="400" height="400" fill="#000"/>', _PLAIN)
    front = Layer(_SQUARE.format("#fff"), Style(normalise=False, outline=0, halo=6, edges=0, shade=0, bend=0, wobble=0))
    ink = engrave([wall, front], 400)
    assert ink[200, 97] < 0.1, "halo"
    assert ink[200, 80] == 1, "the wall goes on behind it"


def test_the_outline_is_thicker_on_the_shady_side():
    style = Style(normalise=False, outline=4, halo=0, edges=0, shade=0, bend=0, wobble=0)
    ink = engrave([Layer('<circle cx="200" cy="200" r="100" fill="#fff"/>', style)], 800)
    diagonal = ink[np.arange(800), np.arange(800)] > 0.44
    assert diagonal[400:].sum() > diagonal[:400].sum()


def test_white_lines_on_black():
    night = Layer('<rect width="400" height="400" fill="#000"/>', _PLAIN)
    drawing = Layer(_SQUARE.format("#888"), Style(negative=True, halo=0, shade=0, bend=0, wobble=0))
    ink = engrave([night, drawing], 400)
    assert ink[200, 100] < 0.2
    assert ink[200, 200] == 1


def test_an_empty_layer_changes_nothing():
    assert engrave([Layer("<g/>", _PLAIN)], 200).max() == 0


def test_a_square_is_traced_with_few_points():
    ink = np.zeros((400, 400), dtype=np.float32)
    ink[100:300, 100:300] = 1
    path = trace(ink)
    assert path.count("M") == 1
    assert len(path) < 80
    assert SIDE == 2000


def test_specks_are_left_out():
    ink = np.zeros((400, 400), dtype=np.float32)
    ink[10, 10] = 1
    assert trace(ink, Fineness(0.2, 4)) == ""


@pytest.mark.parametrize("limit", [20_000, 6_000])
def test_a_tracing_keeps_its_size(limit: int):
    noise = np.random.default_rng(1).uniform(0, 1, (200, 200)).astype(np.float32)
    assert len(trace(noise, FINE)) > 20_000
    assert len(trace_within(noise, limit, limit)) <= limit
