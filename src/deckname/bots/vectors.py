"""How near a clue is to a card, by five sources. Reads the data that `cache` built; knows no game and no key.

    word     the encoder's vectors of the two words
    sense    the encoder's vector of the clue against each dictionary sense of the card: finds second meanings
    gloss    vectors of words that keep like company in definitions
    mention  whether definitions or compounds mention the two together
    thought  what comes to people's mind: our own dictionary of associations

Raw similarities can't be compared between cards (some words are near to everything). So each is told as a rank: how
few clues of the vocabulary are nearer to this card, on a logarithmic scale, the same for every source. Only thoughts
have a scale of their own, since there a tie is either strong or hardly one.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from deckname.referee.lexicon import Lexicon
from deckname.referee.text import key

from .encoder import Encoder, Floats
from .vocabulary import base_form

SOURCES = ("word", "sense", "gloss", "mention", "thought")
MOST_SENSES = 10
KNOTS = 48
_FIRST_THOUGHT = 8.0
"""How near the first thought is, on the common scale."""
_TABLES = 3
"""How many tables of a language a worker has in mind: a card's nearness to the whole vocabulary takes 200 kB."""
_GLOSS, _MENTION, _THOUGHT = (SOURCES.index(source) for source in ("gloss", "mention", "thought"))


def rank_knots(words: int) -> Floats:
    """The ranks at which a card's similarities are kept, first to last."""
    found: Floats = np.unique(np.geomspace(1, words, KNOTS).round())
    return found


def nearness(ranks: Floats, words: int) -> Floats:
    """A rank on the common scale: about 8 for the nearest clue of ten thousand, 0 for a middling one, at least -1."""
    scaled: Floats = np.log(words) - 1 - np.log(ranks)
    return scaled


@dataclass(frozen=True, slots=True)
class Term:
    """A word as something to be found."""

    word: Floats
    senses: Floats
    term: int
    """Its row among the words of definitions; -1 if it is not among them."""
    thought: int
    """Its row among the words of associations, or -1."""
    knots: Floats
    """Per source, the similarities at `rank_knots`."""


@dataclass(frozen=True, slots=True)
class Clues:
    """Words as something to say."""

    words: Floats
    """The encoder's vectors."""
    glosses: Floats
    """The vectors of their company; zeros for words that no definition uses."""
    terms: NDArray[Any]
    """Their rows among the words of definitions, or -1."""
    thoughts: NDArray[Any]
    """Their rows among the words of associations, or -1."""


class Ties:
    """How strongly words are tied to each other, for each a few."""

    def __init__(self, folder: Path, name: str, rows: dict[str, int]) -> None:
        self.rows = rows
        """By the word's form."""
        self._starts, self._columns, self._values = (
            _load(folder, f"{name}_{part}") for part in ("starts", "columns", "values")
        )

    def of(self, row: int, others: NDArray[Any]) -> Floats:
        """Of the word in this row with others, given by their rows; words without a row have no ties."""
        found = np.zeros(len(self.rows) + 1, np.float32)  # the last one stands for them
        if row >= 0:
            ours = slice(self._starts[row], self._starts[row + 1])
            found[self._columns[ours]] = self._values[ours]
        tied: Floats = found[others]
        return tied


class Words(Protocol):
    """What bots ask of a language: `Lore`, or whatever knows how near words are to cards."""

    language: str
    words: tuple[str, ...]
    """The vocabulary of clues, the most familiar first."""

    def near(self, cards: Sequence[tuple[str, ...]], clue: str) -> Floats:
        """Per source and card, how near a clue is. A card is what it shows: a word, or several things."""

    def near_vocabulary(self, shown: tuple[str, ...]) -> Floats:
        """Per source and word of the vocabulary, how near it is to a card."""


NO_CLUES = Clues(*(np.zeros((0, 0), np.float32) for _ in range(4)))


class Lore:
    """What one language's data tells. Opened in milliseconds: files are mapped, and shared between processes."""

    def __init__(
        self, folder: Path, language: str, encoder: Encoder, referee: Path | None, vocabulary: Clues | None = None
    ) -> None:
        self.language = language
        self.words: tuple[str, ...] = tuple((folder / "words.txt").read_text("utf-8").splitlines())
        self._folder, self._encoder = folder, encoder
        self._lexicon = Lexicon(referee, language)
        self._glosses = _load(folder, "glosses")
        self._mentions = Ties(folder, "mentions", _rows(folder / "terms.txt"))
        self._thoughts = Ties(folder, "thoughts", _rows(folder / "thoughts.txt"))
        parts = ("words", "words_glosses", "words_terms", "words_thoughts")
        self._vocabulary = vocabulary or Clues(*(_load(folder, part) for part in parts))
        self._place = {key(word): place for place, word in enumerate(self.words)}
        self._scale = nearness(rank_knots(len(self.words)), len(self.words))[::-1]
        self._nearest = lru_cache(maxsize=_TABLES * 25)(self._near_vocabulary)
        self._pair = lru_cache(maxsize=4_096)(self._near_card)
        self.term = lru_cache(maxsize=512)(self._term)
        self._clue = lru_cache(maxsize=512)(self._make_clue)

    def near(self, cards: Sequence[tuple[str, ...]], clue: str) -> Floats:
        return np.stack([self._pair(shown, clue) for shown in cards], axis=-1)

    def _near_card(self, shown: tuple[str, ...], clue: str) -> Floats:
        said = self._clue(clue)
        rows = [self._near(self.term(word), said)[:, 0] for word in shown]
        found: Floats = np.max(rows, axis=0) if rows else np.zeros(len(SOURCES), np.float32)
        return found

    def near_vocabulary(self, shown: tuple[str, ...]) -> Floats:
        return self._nearest(shown)

    def _near_vocabulary(self, shown: tuple[str, ...]) -> Floats:
        if not shown:
            return np.zeros((len(SOURCES), len(self.words)), np.float32)
        rows = [self._near(self.term(word), self._vocabulary) for word in shown]
        found: Floats = np.max(rows, axis=0)
        return found

    def _near(self, term: Term, clues: Clues) -> Floats:
        raw = self.similarities(term, clues)
        found = np.empty_like(raw)
        for source in range(len(SOURCES)):
            found[source] = np.interp(raw[source], term.knots[source][::-1], self._scale)
        found[_GLOSS][(clues.terms < 0) | (term.term < 0)] = 0.0  # who stands in no definition is neither near nor far
        found[_MENTION][raw[_MENTION] <= 0] = 0.0
        found[_THOUGHT] = _FIRST_THOUGHT * np.sqrt(raw[_THOUGHT])
        return found

    def similarities(self, term: Term, clues: Clues) -> Floats:
        """Per source and clue, as the source measures it."""
        raw = np.zeros((len(SOURCES), len(clues.terms)), np.float32)
        table = np.vstack([term.word[None], term.senses]) @ clues.words.T
        raw[0] = table[0]
        raw[1] = table[1:].max(axis=0) if len(term.senses) else table[0]
        if term.term >= 0:
            raw[2] = clues.glosses @ self._glosses[term.term]
        raw[_MENTION] = self._mentions.of(term.term, clues.terms)
        raw[_THOUGHT] = self._thoughts.of(term.thought, clues.thoughts)
        return raw

    # --- words

    @cached_property
    def _cards(self) -> dict[str, int]:
        return _rows(self._folder / "cards.txt")

    @cached_property
    def _card_data(self) -> tuple[Floats, Floats, Floats, Floats]:
        names = ("cards", "cards_senses", "cards_starts", "cards_knots")
        words, senses, starts, knots = (_load(self._folder, name) for name in names)
        return words, senses, starts, knots

    def _term(self, word: str) -> Term:
        row = self._cards.get(key(word))
        if row is None:
            return self.new_term(word)
        words, senses, starts, knots = self._card_data
        return Term(words[row], senses[starts[row] : starts[row + 1]], *self._rows_of(word), knots[row])

    def new_term(self, word: str) -> Term:
        """A word that the data was not made for: it takes some milliseconds, most of them the encoder's."""
        written = self.written(word)
        meanings = [f"{written}: {sense}" for sense in self.senses(word)]
        vectors = self._encoder.encode([written, *meanings])
        return self.with_knots(word, vectors[0], vectors[1:])

    def with_knots(self, word: str, vector: Floats, senses: Floats) -> Term:
        """The same with vectors at hand. Its knots are how similar the vocabulary's words are, at `rank_knots`."""
        bare = Term(vector, senses, *self._rows_of(word), np.empty(0, np.float32))
        raw = self.similarities(bare, self._vocabulary)
        ranks = rank_knots(len(self.words)).astype(int) - 1
        return replace(bare, knots=np.sort(raw, axis=1)[:, ::-1][:, ranks])

    def written(self, word: str) -> str:
        """A word of a card as texts have it: cards are set in capitals."""
        if not word.isupper():
            return word
        return word.capitalize() if self.language == "de" else word.lower()

    def senses(self, word: str) -> list[str]:
        """The dictionary's senses of a word, the first ones."""
        with sqlite3.connect(f"{(self._folder / 'senses.sqlite').resolve().as_uri()}?mode=ro", uri=True) as database:
            found = database.execute("SELECT senses FROM sense WHERE word = ?", (key(word),)).fetchone()
        database.close()
        return found[0].split("\n")[:MOST_SENSES] if found else []

    def _rows_of(self, word: str) -> tuple[int, int]:
        """A word's rows in definitions and in associations."""
        thoughts = self._thoughts.rows
        return self._row(word, self._mentions.rows), thoughts.get(key(word), self._row(word, thoughts))

    def _row(self, word: str, rows: dict[str, int]) -> int:
        form = key(word)
        known = self._lexicon.word(form)
        if known is not None and known.lemmas:
            base = base_form(known.form, known.zipf, known.lemmas, self._frequency)
            if base in rows:
                return rows[base]
        return rows.get(known.form if known else form, rows.get(form, -1))

    def _frequency(self, form: str) -> int:
        known = self._lexicon.word(form)
        return known.zipf if known else 0

    def _make_clue(self, word: str) -> Clues:
        place = self._place.get(key(word))
        if place is None:
            return self.clues([word], self._encoder.encode([word]))
        known = self._vocabulary
        parts = known.words, known.glosses, known.terms, known.thoughts
        return Clues(*(part[place : place + 1] for part in parts))

    def clues(self, words: Sequence[str], vectors: Floats) -> Clues:
        """Words that the encoder has seen, with what definitions tell of them."""
        terms, thoughts = np.array([self._rows_of(word) for word in words], np.int32).T
        return Clues(vectors, np.where(terms[:, None] >= 0, self._glosses[terms], np.float32(0)), terms, thoughts)


def _load(folder: Path, name: str) -> Floats:
    found: Floats = np.load(folder / f"{name}.npy", mmap_mode="r")
    return found


def _rows(file: Path) -> dict[str, int]:
    """Which word stands in which line."""
    return {word: row for row, word in enumerate(file.read_text("utf-8").splitlines())}
