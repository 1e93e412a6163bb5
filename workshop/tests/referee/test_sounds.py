"""How words are said that no lexicon lists: a small model computes it, and says the same with every kernel."""

import g2p2
import pytest

SAID = {
    "en": {"gandalf": "ɡændælf", "hogwarts": "hɒɡwɔɹts", "minecraft": "maɪnkɹæft", "zuckerberg": "tsʊkɜːbəɡ"},
    "fr": {"abracadabrantesque": "abʁakadabʁɑ̃tɛsk", "gargamel": "ɡaʁɡamɛl", "zinzinuler": "zɛ̃zinyle"},
    "de": {"gryffindor": "ɡʁɛɪ̯fiːndɔʁ", "hundertwasser": "hʊndɐtvasɐ", "rübezahl": "ʁyːbət͡saːl"},
}


@pytest.mark.floats
@pytest.mark.parametrize("language", SAID)
def test_the_model_says_the_same_on_every_processor(language):
    words = list(SAID[language])
    assert dict(zip(words, g2p2.phonemize_many(words, language), strict=True)) == SAID[language]
