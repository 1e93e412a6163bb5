"""The words of the built-in decks: how many, how written, how common, and how far apart.

How they are spelled, and that none is unkind, is checked with all other lists by `tools/words.py`.
"""

import re
import unicodedata
from functools import cache
from itertools import combinations

import pytest
import simplemma
from wordfreq import zipf_frequency

from deckname import words as lists
from deckname.cards.decks import built_in, built_in_ids, format_deck

pytestmark = pytest.mark.slow

LANGUAGES = ("de", "en", "fr")
LETTERS = {"de": "A-ZÄÖÜẞ", "en": "A-Z", "fr": "A-ZÀÂÆÇÈÉÊËÎÏÔŒÙÛÜ"}

# Words that begin alike by chance: none of these pairs has a common ancestor that a player would see.
ALIKE_BY_CHANCE = {
    "de": "KAMEL/KAMERA KELLE/KELLNER STOLLEN/STOLZ STROM/STROPHE TRAUBE/TRAUM",
    "en": """BRIDE/BRIDGE CAMEL/CAMERA CARPENTER/CARPET CHAIN/CHAIR CROWD/CROWN PLANE/PLANT SCREEN/SCREW
        SHARE/SHARK WHISK/WHISTLE""",
    "fr": "CANON/CANOË MARELLE/MARÉE PEINE/PEINTRE PORTE/PORTRAIT ÉCHEC/ÉCHELLE",
}

every_deck = pytest.mark.parametrize(("language", "id"), built_in_ids())
every_language = pytest.mark.parametrize("language", LANGUAGES)


def words(language, id):
    return [face for card in built_in(language, id).cards for face in (card.front, card.back)]


def all_words(language):
    return words(language, "classic") + words(language, "duet")


def plain(word):
    """The word in small letters and without accents."""
    return "".join(c for c in unicodedata.normalize("NFD", word.casefold()) if not unicodedata.combining(c))


@cache
def lemmas(word, language):
    return {simplemma.lemmatize(form, language).casefold() for form in (word.lower(), word.capitalize())}


def look_related(one, other, language):
    """Whether two words share a lemma, one begins or ends with the other, or all but its ending begins the other."""
    short, long = sorted((one.lower(), other.lower()), key=len)
    if lemmas(one, language) & lemmas(other, language):
        return True
    if len(short) > 2 and (long.startswith(short) or long.endswith(short)):
        return True
    short, long = (plain(word).replace("sch", "š") for word in (short, long))
    stem = short[: max(4, len(short) - 1)]
    return len(short) >= 4 and long.startswith(stem)


def test_two_decks_in_each_of_three_languages():
    assert built_in_ids() == tuple((language, id) for language in LANGUAGES for id in ("classic", "duet"))


@every_deck
def test_a_deck_has_200_cards_with_two_faces(language, id):
    deck = built_in(language, id)
    assert (deck.id, deck.language) == (id, language)
    assert len(deck.cards) == 200
    assert all(card.front and card.back for card in deck.cards)


@every_deck
def test_the_files_are_written_as_we_write_decks(language, id):
    _, header, deck = lists.text(language, f"decks/{id}").partition("id:")
    assert header + deck == format_deck(built_in(language, id))


@every_language
def test_no_word_comes_twice_in_a_language(language):
    assert len(all_words(language)) == len(set(map(plain, all_words(language)))) == 800


@every_language
def test_words_are_short_single_and_in_capitals(language):
    shape = re.compile(f"[{LETTERS[language]}]{{2,12}}")
    assert [word for word in all_words(language) if not shape.fullmatch(word)] == []


@every_language
def test_words_are_common(language):
    """At least once in ten million words: everybody has met them."""
    assert [word for word in all_words(language) if zipf_frequency(word, language) < 2] == []


@every_deck
def test_no_two_words_of_a_deck_are_of_one_family(language, id):
    pairs = {"/".join(sorted(pair)) for pair in combinations(words(language, id), 2) if look_related(*pair, language)}
    assert pairs - {*ALIKE_BY_CHANCE[language].split()} == set()


@every_language
def test_every_pair_that_is_alike_by_chance_is_needed(language):
    for pair in ALIKE_BY_CHANCE[language].split():
        assert look_related(*pair.split("/"), language)
        assert any({*pair.split("/")} <= {*words(language, id)} for id in ("classic", "duet")), pair


@pytest.mark.parametrize(
    ("language", "pair"),
    [
        *(("de", pair) for pair in ("HAND/HANDSCHUH", "SCHUH/HANDSCHUH", "MAUS/MÄUSE", "LEHRE/LEHRER", "MALEN/MALER")),
        *(("en", pair) for pair in ("SNOW/SNOWMAN", "MOUSE/MICE", "BAKER/BAKERY", "DANCE/DANCER", "WRITE/WRITING")),
        *(("fr", pair) for pair in ("VOL/VOLEUR", "ŒIL/YEUX", "CHANT/CHANTEUR", "BOULE/BOULON", "ROUE/ROUES")),
    ],
)
def test_families_would_be_noticed(language, pair):
    assert look_related(*pair.split("/"), language)


@every_deck
def test_the_faces_of_a_card_are_unlike_each_other(language, id):
    """Not even the first letter: whoever turns a card over finds something new."""
    for card in built_in(language, id).cards:
        assert plain(card.front)[0] != plain(card.back)[0], card
