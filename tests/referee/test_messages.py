"""Every sentence exists in every language, with the same slots."""

import re

import pytest

from deckname.referee.languages import LANGUAGES
from deckname.referee.lexicon import KNOWN
from deckname.referee.messages import catalogue, language_name

SLOT = re.compile(r"\{(\w+)\}")


@pytest.mark.parametrize("language", sorted(LANGUAGES))
def test_every_language_is_complete(language: str) -> None:
    english, here = catalogue("en"), catalogue(language)
    assert here.keys() == english.keys()
    for name, text in here.items():
        assert set(SLOT.findall(text)) == set(SLOT.findall(english[name])), name
        assert text[0].isupper() or text[0] in "*{", name
        assert text[-1] in ".?", name


@pytest.mark.parametrize("language", sorted(LANGUAGES))
def test_every_language_names_every_other(language: str) -> None:
    assert all(language_name(language, code) for code in KNOWN)
