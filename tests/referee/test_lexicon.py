"""The words of the data file: written short, and read as they were."""

import sqlite3

import pytest

from deckname.referee.lexicon import SCHEMA, Flag, Lexicon, Word, read_words, write_words

WORDS = [
    Word("mücke", 330, Flag.PRIME | Flag.NOUN | Flag.LEMMA, sounds=("mʏkə",)),
    Word("mucke", 210, Flag.PRIME | Flag.NOUN | Flag.LEMMA),
    Word("mücken", 310, Flag.PRIME, lemmas=("mücke", "mucke"), mentions=frozenset({"tier", "mückenstich"})),
    Word("cow-boy", 120, Flag.LEMMA),
    Word("cowboy", 300, Flag.HEADWORD | Flag.LEMMA),
    Word("élève", 420, Flag.PRIME | Flag.LEMMA),
    Word("x" * 120, 0, Flag.HEADWORD, lemmas=("x" * 119,)),
]


@pytest.fixture
def lexicon(tmp_path):
    path = tmp_path / "words.sqlite"
    database = sqlite3.connect(path)
    database.executescript(SCHEMA)
    write_words(database, "de", WORDS)
    write_words(database, "es", [Word("mucke", 100)])
    database.commit()
    database.close()
    return Lexicon(path, "de")


def test_words_are_read_as_they_were_written(lexicon):
    database = sqlite3.connect(lexicon.path)
    found = read_words(database, "de")
    database.close()
    assert sorted(found, key=lambda word: word.form) == sorted(WORDS, key=lambda word: word.form)


def test_a_word_is_found_by_its_form_and_else_by_its_letters(lexicon):
    assert lexicon.word("Mücke").form == "mücke"
    assert lexicon.word("MUCKE").form == "mucke"
    assert lexicon.word("Muckén") == lexicon.word("mücken"), "the only way to read it"
    assert lexicon.word("cow-boy") == Word("cowboy", 300, Flag.HEADWORD | Flag.LEMMA), "what a dictionary has"
    assert lexicon.word("eleve").form == "élève"
    assert lexicon.word("mück") is None


def test_the_most_frequent_of_forms_is_one_of_them(lexicon):
    assert lexicon.most_frequent(["mucke", "macke"]).form == "mucke"
    assert lexicon.most_frequent(["mucke", "mücke"]).form == "mücke"
    assert lexicon.most_frequent(["macke"]) is None


def test_other_languages_are_asked_for_the_same_form(lexicon):
    assert lexicon.foreign("Mucke") == (("es", Word("mucke", 100)),)
    assert lexicon.foreign("Mücke") == ()
