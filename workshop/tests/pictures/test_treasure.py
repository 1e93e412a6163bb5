"""Treasures as they are drawn: in colour, in a golden frame."""

import pytest
from drawn import assert_self_contained, darkness, elements, parsed

from deckname.cards.family import treasures
from workshop.pictures.icons import IconSet
from workshop.pictures.treasure import draw_treasure, hue

_ELEMENTS = {
    "circle", "clipPath", "defs", "ellipse", "g", "linearGradient", "path", "radialGradient", "rect", "stop", "svg",
    "use",
}  # fmt: skip


@pytest.mark.parametrize("id_", ["apple", "zebra", "clown", "treasure-chest", "swan", "snowman", "spaghetti", "nose"])
def test_treasures_are_drawn_in_colour(id_: str, icons: IconSet):
    treasure = treasures.treasures()[id_]
    svg = draw_treasure(treasure, icons)
    root = parsed(svg)
    assert root.get("viewBox") == "0 0 400 400"
    assert elements(root) <= _ELEMENTS
    assert_self_contained(svg)
    middle = darkness(svg, 400)[60:140, 60:140]
    assert middle.std() > 0.05, "something stands in the middle"


def test_the_backdrop_is_of_the_opposite_hue(icons: IconSet):
    assert hue(icons["red-apple"]) in (*range(20), *range(340, 360))
    assert 180 < hue(icons["dolphin"]) < 240
