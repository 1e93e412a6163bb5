"""Every manner has a name and a character of its own, in every language."""

import pytest

from deckname.bots.player import Manner, introduce
from deckname.language import LANGUAGES


@pytest.mark.parametrize("language", LANGUAGES)
def test_everybody_has_a_name_and_a_character(language):
    people = [introduce(manner, language) for manner in Manner]
    assert len({person.character for person in people}) == len(Manner)
    assert len({name for person in people for name in person.names}) == 2 * len(Manner), "four bots are four people"


def test_names_are_at_home_in_their_language():
    assert introduce(Manner.BOLD, "en").names[0] == "Captain Aquafortis"
    assert introduce(Manner.BOLD, "fr").names[0] == "Capitaine Eau-Forte"
    assert introduce(Manner.BOLD, "de").names[0] == "Hauptmann Scheidewasser"
