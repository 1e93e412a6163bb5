"""One language's data for the bots, made from dictionaries and the encoder: `python -m workshop.bots.building`.

`build` runs it in a process per language; a line on standard output is a step done.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping
from itertools import pairwise
from math import inf
from pathlib import Path

import numpy as np
from scipy import sparse

from deckname.bots.bureau import Floats, StoredKnowledge, open_encoder
from deckname.bots.bureau.packing import EVERY_LEVEL, levels, pack_ties, small, to_levels, write_pieces
from deckname.bots.bureau.word_index import MOST_SENSES
from deckname.referee.text import key

from . import associations, corpus, vocabulary

_BATCH = 1_000
_CARDS = 50
"""How many cards are compared with the vocabulary at once."""
_LEVELS = {"mentions": (256, 1), "thoughts": (1_024, 2)}
"""How many strengths of ties are told apart, and which root of them: thoughts go by the square root and decide most."""
_DEFINED = 256
"""Words whose senses are packed together: the more, the smaller, and the longer it takes to read one."""


def build_language(folder: Path, language: str, referee: Path, exact: bool = False) -> None:
    """`referee` is the referee's file; `exact` keeps float16 throughout, to see what the small form costs."""
    folder.mkdir(parents=True)
    known = vocabulary.read_words(referee, language)
    dictionary = corpus.read_dictionary(known, language)
    words = vocabulary.clue_words(known, dictionary.written, language, associations.thoughts(language))
    _write_senses(folder, dictionary.senses)
    _report(language, "dictionary")
    company = corpus.keep_company(known, dictionary, language)
    _write_lines(folder, "terms", company.terms)
    nowhere = np.zeros_like(company.vectors[:1])  # the last row (-1) is that of words which no definition uses
    _write_vectors(folder, "glosses", np.concatenate([company.vectors, nowhere]), exact)
    _write_ties(folder, "mentions", company.mentions, exact)
    every_word = corpus.Bases(known, empty=inf)  # *time* is in every definition, but who writes it down here means it
    thinking, ties = associations.ties(language, known, every_word)
    _write_lines(folder, "thoughts", thinking)
    _write_ties(folder, "thoughts", ties, exact)
    _report(language, "company")
    _write_lines(folder, "words", words)
    _write_vectors(folder, "words", _encoded(words, language), exact)
    knowledge = StoredKnowledge(folder, language, open_encoder(), referee)
    rows = np.array([knowledge.index.rows_of(word) for word in words], np.int32)
    for name, of_words in zip(("words_terms", "words_thoughts"), rows.T, strict=True):
        _save(folder, name, of_words)
    _write_cards(folder, knowledge, vocabulary.card_words(language), exact)
    _report(language, "cards")


def _write_senses(folder: Path, senses: Mapping[str, list[str]]) -> None:
    lines = sorted("\t".join([word, *found[:MOST_SENSES]]) for word, found in senses.items() if " " not in word)
    pieces = [lines[start : start + _DEFINED] for start in range(0, len(lines), _DEFINED)]
    _write_lines(folder, "senses", (first.partition("\t")[0] for first, *_ in pieces))
    write_pieces(folder, "senses", ("\n".join(piece).encode() for piece in pieces))


def _write_vectors(folder: Path, name: str, vectors: Floats, exact: bool) -> None:
    _save(folder, name, vectors.astype(np.float16) if exact else small(vectors))


def _write_ties(folder: Path, name: str, ties: sparse.csr_matrix, exact: bool) -> None:
    ties.sort_indices()
    known = EVERY_LEVEL if exact else levels(ties.data, *_LEVELS[name])
    places = to_levels(ties.data, known)
    _save(folder, f"{name}_levels", known)
    rows = (pack_ties(ties.indices[start:end], places[start:end]) for start, end in pairwise(ties.indptr))
    write_pieces(folder, name, rows)


def _write_cards(folder: Path, knowledge: StoredKnowledge, words: list[str], exact: bool) -> None:
    meanings = [knowledge.index.meanings(word) for word in words]
    _write_lines(folder, "cards", [key(word) for word in words])
    _write_vectors(
        folder, "cards", _encoded([knowledge.index.written(word) for word in words], knowledge.language), exact
    )
    senses = _encoded([meaning for some in meanings for meaning in some], knowledge.language)
    _write_vectors(folder, "cards_senses", senses, exact)
    _save(folder, "cards_starts", np.cumsum([0, *map(len, meanings)]))
    terms = [
        knowledge.card_term(word, row) for row, word in enumerate(words)
    ]  # as they are read, so that ranks are right
    knots = [knowledge.knots(terms[start : start + _CARDS]) for start in range(0, len(terms), _CARDS)]
    _save(folder, "cards_knots", np.concatenate(knots))


def _encoded(texts: list[str], language: str) -> Floats:
    parts = []
    for start in range(0, len(texts), _BATCH):
        parts.append(open_encoder().encode(texts[start : start + _BATCH]))
        if start % (4 * _BATCH) == 0:
            _report(language, "vectors")
    return np.concatenate(parts)


def _write_lines(folder: Path, name: str, lines: Iterable[str]) -> None:
    (folder / f"{name}.txt").write_text("".join(f"{line}\n" for line in lines), "utf-8")


def _save(folder: Path, name: str, values: object) -> None:
    np.save(folder / f"{name}.npy", np.ascontiguousarray(values))


def _report(language: str, doing: str) -> None:
    print(f"{language}: {doing}", flush=True)


if __name__ == "__main__":
    build_language(Path(sys.argv[1]), sys.argv[2], Path(sys.argv[3]), exact=sys.argv[4:] == ["exact"])
