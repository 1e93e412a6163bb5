"""The family deck: 200 treasures with names in three languages."""

from collections import Counter

import pytest

from deckname.cards.family import treasures
from deckname.cards.family.drawing import draw_treasure, hue
from deckname.cards.pictures.icons import IconSet
from deckname.language import LANGUAGES
from tests.cards.pictures.drawn import assert_self_contained, darkness, elements, parsed

_ELEMENTS = {
    "circle", "clipPath", "defs", "ellipse", "g", "linearGradient", "path", "radialGradient", "rect", "stop", "svg",
    "use",
}  # fmt: skip


@pytest.mark.rule("F4")
@pytest.mark.parametrize("language", LANGUAGES)
def test_200_cards_with_a_picture_and_a_name(language: str):
    cards = treasures.cards(language)
    assert len(cards) == 200
    assert len({picture for picture, _ in cards}) == 200
    names = Counter(name for _, name in cards)
    assert [name for name, count in names.items() if count > 1] == []
    assert all(name[0].isupper() and len(name) <= 22 for name in names)


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


def test_an_unknown_treasure_is_a_key_error():
    with pytest.raises(KeyError):
        treasures.treasure("treasure:nothing")
