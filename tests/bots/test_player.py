"""Every manner has a name and a character of its own, in every language."""

import pytest

from deckname.bots.player import Manner, introduce
from deckname.language import LANGUAGES


@pytest.mark.parametrize("language", LANGUAGES)
def test_everybody_has_a_name_and_a_character(language):
    people = [introduce(manner, language) for manner in Manner]
    assert len({person.name for person in people}) == len({person.character for person in people}) == len(Manner)


def test_names_are_at_home_in_their_language():
    assert introduce(Manner.BOLD, "en").name == "Captain Aquafortis"
    assert introduce(Manner.BOLD, "fr").name == "Capitaine Eau-Forte"
    assert introduce(Manner.BOLD, "de").name == "Hauptmann Scheidewasser"
