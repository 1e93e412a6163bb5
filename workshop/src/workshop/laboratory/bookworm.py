"""A partner for the arena who has read other books than the Bureau: an English encoder, and dictionaries on paper.

It thinks as the Bureau does, but how near words are it knows from elsewhere: MiniLM instead of our encoder, Webster's
dictionary (GCIDE), Littré's and the word list Ding instead of our definitions, vectors of the company that words keep
in texts (GloVe's, spaCy's) or of what a small language model has in mind after them (Gemma's), and no associations at
all. Only which words are familiar it takes from our vocabulary. French and German words stand for what bilingual
dictionaries call them in English.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate
from pathlib import Path

import numpy as np

from deckname.bots.bureau import SOURCES, Encoder, Floats, open_knowledge

from .books import Book, Ding, Translations

_FAMILIAR = 3_000
"""How many words it would say, the most familiar first."""
_READINGS = 6
"""How many English words a word stands for at most."""
_RARE = 0.1
"""What a reading that is e times as unlikely loses in similarity."""
_READ_CLOSELY, _MOST_SENSES = 2, 6
"""Of how many readings a card's senses are looked up, and how many each."""
_BY_WAY_OF = 0.5
"""What a translation by way of a third language counts."""
_OWN_BOOK, _WEBSTER, _COMPANY = (SOURCES.index(source) for source in ("gloss", "mention", "thought"))


@dataclass(frozen=True)
class Reading:
    """What is read in a language: what words are called in English, and what its own book tells of two of them."""

    readings: Callable[[str], Translations]
    told: Callable[[str, str], float]


def _english(_: Path) -> Reading:
    return Reading(lambda word: {word.lower(): 1.0}, lambda one, other: 0.0)


def _french(shelf: Path) -> Reading:
    to_english, from_english, to_german, from_german = (
        Book.dictd(shelf, f"freedict-{pair}") for pair in ("fra-eng", "eng-fra", "fra-deu", "deu-fra")
    )
    ding = Ding(shelf)

    def readings(word: str) -> Translations:
        found: Translations = defaultdict(float)
        for term, weight in (*to_english.translations(word), *from_english.turned.get(word.lower(), ())):
            found[term] += weight
        for german, weight in (*to_german.translations(word), *from_german.turned.get(word.lower(), ())):
            for term, share in _likeliest(ding.translations(german)).items():
                found[term] += _BY_WAY_OF * weight * share
        return _likeliest(found.items())

    return Reading(readings, Book.stardict(shelf, "XMLittre").told)


def _german(shelf: Path) -> Reading:
    ding = Ding(shelf)
    return Reading(lambda word: _likeliest(ding.translations(word)), ding.told)


_READ = {"en": _english, "fr": _french, "de": _german}
_BOOKS = {
    "en": "dict-gcide",
    "fr": "dict-gcide stardict-xmlittre trans-de-en dict-freedict-{fra-eng,eng-fra,fra-deu,deu-fra}",
    "de": "dict-gcide trans-de-en",
}
"""Debian's packages of them."""


def _likeliest(terms: Iterable[tuple[str, float]]) -> Translations:
    best = sorted(terms, key=lambda item: -item[1])[:_READINGS]
    return {term: weight / best[0][1] for term, weight in best}


@dataclass(frozen=True)
class _Term:
    """A card's word: the vectors of its readings, what they lose by being unlikely, and the vectors of their senses."""

    words: Floats
    discounts: Floats
    senses: Floats


def _discounts(reading: Translations) -> Floats:
    return _RARE * np.log(np.array(list(reading.values()), np.float32))


class CompanyLikeness:
    """How alike the company is that words keep, for each card on the scale of all familiar words."""

    def __init__(self, model: Encoder, words: Sequence[str]) -> None:
        self._familiar, self._model = model.encode(words), model
        self._vectors: dict[str, Floats] = dict(zip(words, self._familiar, strict=True))
        self._spread = lru_cache(maxsize=1_024)(self._spread_of)

    def alike(self, word: str, clues: Sequence[str]) -> Floats:
        middle, width = self._spread(word)
        found: Floats = (np.stack([self._vector(clue) for clue in clues]) @ self._vector(word) - middle) / width
        return found

    def _vector(self, word: str) -> Floats:
        if word not in self._vectors:
            self._vectors[word] = self._model.encode([word])[0]
        return self._vectors[word]

    def _spread_of(self, word: str) -> tuple[float, float]:
        similar = self._familiar @ self._vector(word)
        return float(similar.mean()), max(float(similar.std()), 1e-6)


class Bookworm:
    """`Knowledge` by those books. Of our sources it has its own kind: `word`, `sense`, for `gloss` and `mention` what
    the language's own book and the English one tell, and for `thought` the company that words keep.
    """

    def __init__(
        self, language: str, model: Encoder, company: Encoder | None, shelf: Path = Path("/usr/share")
    ) -> None:
        knowledge = open_knowledge(language)
        self.language, self.words = language, knowledge.words[:_FAMILIAR]
        self._written, self._model = knowledge.index.written, model
        try:
            self._read, self._webster = _READ[language](shelf), Book.dictd(shelf, "gcide")
        except FileNotFoundError as missing:
            raise RuntimeError(f"bookworm needs its books: apt install {_BOOKS[language]}") from missing
        self._readings = lru_cache(maxsize=None)(self._readings_of)
        self._term = lru_cache(maxsize=1_024)(self._term_of)
        self._spread = lru_cache(maxsize=1_024)(self._spread_of)
        self._whole = lru_cache(maxsize=1_024)(self._near_vocabulary)
        readings = [self._readings(word) for word in self.words]
        terms = list(dict.fromkeys(term for reading in readings for term in reading))
        self._vectors = dict(zip(terms, model.encode(terms), strict=True))
        self._vocabulary = np.concatenate([self._vectors_of(reading) for reading in readings])
        self._discounts = np.concatenate([_discounts(reading) for reading in readings])
        self._starts = [0, *accumulate(len(reading) for reading in readings)][:-1]
        self._company = CompanyLikeness(company, self.words) if company else None

    def near(self, cards: Sequence[tuple[str, ...]], clue: str) -> Floats:
        said = self._readings(clue)
        vectors, discounts = self._vectors_of(said), _discounts(said)

        def one(word: str) -> Floats:
            return self._scaled(word, self._similar(word, vectors, discounts).max(axis=1, keepdims=True), [clue])[:, 0]

        nothing = np.zeros(len(SOURCES), np.float32)
        return np.stack([np.max([one(word) for word in shown] or [nothing], axis=0) for shown in cards], axis=-1)

    def near_vocabulary(self, cards: Sequence[tuple[str, ...]]) -> Floats:
        nothing = np.zeros((len(SOURCES), len(self.words)), np.float32)
        return np.stack(
            [np.max([self._whole(word) for word in shown] or [nothing], axis=0) for shown in cards], axis=-1
        )

    def _near_vocabulary(self, word: str) -> Floats:
        return self._scaled(word, self._similar_vocabulary(word), self.words)

    def _scaled(self, word: str, similar: Floats, clues: Sequence[str]) -> Floats:
        found = np.zeros((len(SOURCES), len(clues)), np.float32)
        middle, width = self._spread(word)
        found[: len(similar)] = (similar - middle) / width
        written = self._written(word)
        found[_OWN_BOOK] = [self._read.told(written, clue) for clue in clues]
        found[_WEBSTER] = [self._told_in_english(word, clue) for clue in clues]
        if self._company:
            found[_COMPANY] = self._company.alike(written, clues)
        return found

    def _told_in_english(self, word: str, clue: str) -> float:
        return max(
            weight * share * self._webster.told(term, said)
            for term, weight in self._readings(word).items()
            for said, share in self._readings(clue).items()
        )

    def _spread_of(self, word: str) -> tuple[Floats, Floats]:
        """How near the vocabulary is to a card, and how much that differs: some words are near to everything."""
        similar = self._similar_vocabulary(word)
        return similar.mean(axis=1, keepdims=True), similar.std(axis=1, keepdims=True)

    def _similar_vocabulary(self, word: str) -> Floats:
        per_reading = self._similar(word, self._vocabulary, self._discounts)
        found: Floats = np.maximum.reduceat(per_reading, self._starts, axis=1)
        return found

    def _similar(self, word: str, clues: Floats, discounts: Floats) -> Floats:
        """To a card's readings, and to their senses, of each of a clue's readings."""
        term = self._term(word)
        to_words = (clues @ term.words.T + term.discounts).max(axis=1)
        to_senses = (clues @ term.senses.T).max(axis=1) if len(term.senses) else to_words
        return np.stack([to_words, to_senses]) + discounts

    def _term_of(self, word: str) -> _Term:
        reading = self._readings(word)
        senses = [
            f"{term}: {sense}"
            for term in list(reading)[:_READ_CLOSELY]
            for sense in self._webster.senses(term, _MOST_SENSES)
        ]
        vectors = self._model.encode(senses) if senses else np.zeros((0, 0), np.float32)
        return _Term(self._vectors_of(reading), _discounts(reading), vectors)

    def _readings_of(self, word: str) -> Translations:
        """A word that no book translates stands for itself: most are names, or the same in English."""
        return self._read.readings(self._written(word)) or {word.lower(): 1.0}

    def _vectors_of(self, reading: Translations) -> Floats:
        new = [term for term in reading if term not in self._vectors]
        if new:
            self._vectors.update(zip(new, self._model.encode(new), strict=True))
        return np.stack([self._vectors[term] for term in reading])
