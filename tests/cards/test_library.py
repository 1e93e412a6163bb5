"""Every deck that comes with Deckname, in every language."""

from random import Random

import pytest

from deckname.cards.decks import open_shoe
from deckname.cards.faces import describe
from deckname.cards.library import deck, deck_ids, readable_faces
from deckname.engine import new_table
from deckname.language import LANGUAGES
from tests.more_editions import EVERY_EDITION


@pytest.mark.rule("P9", "F6")
@pytest.mark.parametrize("edition", EVERY_EDITION.values(), ids=lambda edition: edition.id)
def test_every_deck_goes_on_every_grid(edition):
    starts = next(iter(edition.deals))
    for language, id in deck_ids():
        board = open_shoe([deck(language, id)], "mixed", Random(1)).deal(edition.size, Random(2)).board
        assert new_table(edition, board, starts).setup.cards == board
        assert all(describe(face, language) for face in board)


@pytest.mark.rule("F4")
def test_a_treasure_has_its_picture_on_one_face_and_its_name_on_the_other():
    for language in LANGUAGES:
        for card in deck(language, "family").cards:
            assert card.front.startswith("treasure:")
            assert card.back == describe(card.front, language)


@pytest.mark.rule("P8")
def test_a_picture_card_has_a_picture_on_both_faces():
    cards = deck("en", "pictures").cards
    assert len(cards) == 140
    assert len({face for card in cards for face in (card.front, card.back)}) == 280


@pytest.mark.parametrize("edition", EVERY_EDITION.values(), ids=lambda edition: edition.id)
def test_every_edition_has_a_usual_deck_that_can_be_read_aloud(edition):
    for language in LANGUAGES:
        usual = deck(language, edition.deck)
        shoe = open_shoe([usual], readable_faces(usual), Random(3))
        assert len(shoe.deal(edition.size, Random(4)).board) == edition.size
