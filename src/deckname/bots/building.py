"""One language's data for `Lore`, made from dictionaries and the encoder: `python -m deckname.bots.building`.

`cache` runs it in a process per language; a line on standard output is a step done.
"""

from __future__ import annotations

import sqlite3
import sys
from collections.abc import Iterable, Mapping
from itertools import pairwise
from math import inf
from pathlib import Path

import numpy as np
from scipy import sparse

from deckname.referee.build import locate
from deckname.referee.text import key

from . import associations, corpus, vocabulary
from .encoder import Floats, encoder
from .vectors import MOST_SENSES, NO_CLUES, Lore

_BATCH = 1_000
_CARDS = 50
"""How many cards are compared with the vocabulary at once."""
_DIGITS = np.float16
"""Of vectors: `Lore` says why."""


def build_language(folder: Path, language: str) -> None:
    folder.mkdir(parents=True)
    referee = locate()
    if referee is None:
        raise FileNotFoundError("the referee's data has to be built first")
    known = vocabulary.read_words(referee, language)
    dictionary = corpus.read_dictionary(known, language)
    words = vocabulary.clue_words(known, dictionary.written, language, associations.thoughts(language))
    _write_senses(folder, dictionary.senses)
    _report(language, "dictionary")
    company = corpus.keep_company(known, dictionary, language)
    _write_lines(folder, "terms", company.terms)
    _save(folder, "glosses", company.vectors.astype(_DIGITS))
    _write_ties(folder, "mentions", company.mentions)
    every_word = corpus.Bases(known, empty=inf)  # *time* is in every definition, but who writes it down here means it
    thinking, ties = associations.ties(language, known, every_word)
    _write_lines(folder, "thoughts", thinking)
    _write_ties(folder, "thoughts", ties)
    _report(language, "company")
    _write_lines(folder, "words", words)
    lore = Lore(folder, language, encoder(), referee, NO_CLUES)
    clues = lore.clues(words, _encoded(words, language))
    for name in ("words", "glosses", "terms", "thoughts"):
        _save(folder, "words" if name == "words" else f"words_{name}", getattr(clues, name))
    _write_cards(folder, Lore(folder, language, encoder(), referee), vocabulary.card_words(language))
    _report(language, "cards")


def _write_senses(folder: Path, senses: Mapping[str, list[str]]) -> None:
    database = sqlite3.connect(folder / "senses.sqlite")
    with database:
        database.execute("CREATE TABLE sense (word TEXT PRIMARY KEY, senses TEXT) WITHOUT ROWID")
        rows = ((word, "\n".join(found[:MOST_SENSES])) for word, found in senses.items() if " " not in word)
        database.executemany("INSERT INTO sense VALUES (?, ?)", rows)
    database.close()


def _write_ties(folder: Path, name: str, ties: sparse.csr_matrix) -> None:
    _save(folder, f"{name}_starts", ties.indptr)
    _save(folder, f"{name}_columns", ties.indices.astype(np.uint16))
    _save(folder, f"{name}_values", ties.data.astype(np.float16))


def _write_cards(folder: Path, lore: Lore, words: list[str]) -> None:
    written = [lore.written(word) for word in words]
    meanings = [lore.meanings(word) for word in words]
    starts = np.cumsum([0, *map(len, meanings)])
    vectors = _encoded(written, lore.language)
    senses = _encoded([meaning for some in meanings for meaning in some], lore.language)
    terms = [
        lore.bare_term(word, vector, senses[start:end])
        for word, vector, (start, end) in zip(words, vectors, pairwise(starts), strict=True)
    ]
    knots = [lore.knots(terms[start : start + _CARDS]) for start in range(0, len(terms), _CARDS)]
    _write_lines(folder, "cards", [key(word) for word in words])
    _save(folder, "cards", vectors)
    _save(folder, "cards_senses", senses)
    _save(folder, "cards_starts", starts)
    _save(folder, "cards_knots", np.concatenate(knots))


def _encoded(texts: list[str], language: str) -> Floats:
    parts = []
    for start in range(0, len(texts), _BATCH):
        parts.append(encoder().encode(texts[start : start + _BATCH]))
        if start % (4 * _BATCH) == 0:
            _report(language, "vectors")
    return np.concatenate(parts).astype(_DIGITS)


def _write_lines(folder: Path, name: str, lines: Iterable[str]) -> None:
    (folder / f"{name}.txt").write_text("".join(f"{line}\n" for line in lines), "utf-8")


def _save(folder: Path, name: str, values: object) -> None:
    np.save(folder / f"{name}.npy", np.ascontiguousarray(values))


def _report(language: str, doing: str) -> None:
    print(f"{language}: {doing}", flush=True)


if __name__ == "__main__":
    build_language(Path(sys.argv[1]), sys.argv[2])
