"""The family deck: 200 treasures with names in three languages."""

from collections import Counter

import pytest

from deckname.cards.family import treasures
from deckname.language import LANGUAGES


@pytest.mark.rule("F4")
@pytest.mark.parametrize("language", LANGUAGES)
def test_200_cards_with_a_picture_and_a_name(language: str):
    cards = treasures.cards(language)
    assert len(cards) == 200
    assert len({picture for picture, _ in cards}) == 200
    names = Counter(name for _, name in cards)
    assert [name for name, count in names.items() if count > 1] == []
    assert all(name[0].isupper() and len(name) <= 22 for name in names)


def test_an_unknown_treasure_is_a_key_error():
    with pytest.raises(KeyError):
        treasures.treasure("treasure:nothing")
