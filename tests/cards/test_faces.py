"""What a face shows, in words."""

import pytest

from deckname.cards import faces
from deckname.language import LANGUAGES


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_drawn_face_can_be_described(language: str):
    for face in faces.drawn_faces():
        assert faces.is_drawn(face)
        assert faces.describe(face, language)
        assert all(faces.concepts(face, language))


def test_concepts_are_plain_nouns():
    assert faces.concepts("picture:mirror-sheep-wolf", "de") == ("Schaf", "Wolf")
    assert faces.concepts("treasure:apple", "fr") == ("pomme",)
    assert faces.describe("treasure:apple", "fr") == "Pomme"


def test_a_word_shows_itself():
    assert not faces.is_drawn("GLACE")
    assert faces.describe("GLACE", "fr") == "GLACE"
    assert faces.concepts("GLACE", "fr") == ("GLACE",)
