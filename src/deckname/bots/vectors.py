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

import re
import sqlite3
from collections import OrderedDict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from itertools import accumulate, pairwise
from pathlib import Path
from typing import Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from deckname.referee.lexicon import Flag, Lexicon
from deckname.referee.text import key, letters

from .encoder import Encoder, Floats
from .vocabulary import base_form

SOURCES = ("word", "sense", "gloss", "mention", "thought")
MOST_SENSES = 10
KNOTS = 48
_FIRST_THOUGHT = 8.0
"""How near the first thought is, on the common scale."""
_BY_DEFINITION = 0.5
"""What the ties of all the words count that define a clue, if it has none of its own."""
_LATER_SENSE = 0.3
_STRONG = 0.3
"""A tie that is a thought of its own: looser ones follow from what two words share."""
_UMLAUTS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue"})
_WORD = re.compile(r"[^\W\d_]{3,}")
_TABLES = 3
"""How many tables of a language a worker has in mind: a card's nearness to the whole vocabulary takes 100 kB."""
_TERMS = 512
"""How many words of cards it has in mind."""
_AT_ONCE = 2_000
"""Clues that are compared at once, so that vectors take their full digits for a moment only."""
_GLOSS, _MENTION, _THOUGHT = (SOURCES.index(source) for source in ("gloss", "mention", "thought"))


def rank_knots(words: int) -> Floats:
    """The ranks at which a card's similarities are kept, first to last."""
    found: Floats = np.unique(np.geomspace(1, words, KNOTS).round())
    return found


def nearness(ranks: Floats, words: int) -> Floats:
    """A rank on the common scale: about 8 for the nearest clue of ten thousand, 0 for a middling one, at least -1."""
    scaled: Floats = np.log(words) - 1 - np.log(ranks)
    return scaled


class Tied(NamedTuple):
    """To which words one is tied, by their rows, and how strongly."""

    rows: NDArray[Any]
    strengths: Floats
    words: int
    """How many there are, tied or not."""

    def to(self, others: NDArray[Any]) -> Floats:
        """How strongly to each of these; to those without a row (-1) not at all."""
        found = np.zeros(self.words + 1, np.float32)  # the last one stands for them
        found[self.rows] = self.strengths
        tied: Floats = found[others]
        return tied


@dataclass(frozen=True, slots=True)
class Term:
    """A word as something to be found."""

    word: Floats
    senses: Floats
    gloss: Floats
    """The vector of its company; zeros if no definition uses it."""
    mentions: Tied
    thoughts: Tied
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

    def part(self, which: slice) -> Clues:
        return Clues(self.words[which], self.glosses[which], self.terms[which], self.thoughts[which])


class Rows:
    """An array in a file of which a row is read now and then: mapped, it would bring all its neighbours into memory."""

    def __init__(self, folder: Path, name: str) -> None:
        mapped = np.load(folder / f"{name}.npy", mmap_mode="r")
        self._file, self._offset = folder / f"{name}.npy", mapped.offset
        self._type, self._shape, self._size = mapped.dtype, mapped.shape[1:], mapped.strides[0]

    def between(self, start: int, end: int) -> Floats:
        size = (end - start) * self._size // self._type.itemsize
        read = np.fromfile(self._file, self._type, count=size, offset=self._offset + start * self._size)
        return read.reshape(-1, *self._shape)


class Ties:
    """How strongly words are tied to each other, for each a few."""

    def __init__(self, folder: Path, name: str, rows: dict[str, int]) -> None:
        self.rows = rows
        """By the word's form."""
        self._starts = _load(folder, f"{name}_starts")
        self._columns, self._values = Rows(folder, f"{name}_columns"), Rows(folder, f"{name}_values")

    def of(self, row: int) -> Tied:
        """Of the word in this row; none if it has none (-1)."""
        start, end = (int(self._starts[row]), int(self._starts[row + 1])) if row >= 0 else (0, 0)
        return Tied(self._columns.between(start, end), self._values.between(start, end), len(self.rows))


class Words(Protocol):
    """What bots ask of a language: `Lore`, or whatever knows how near words are to cards."""

    language: str
    words: tuple[str, ...]
    """The vocabulary of clues, the most familiar first."""

    def near(self, cards: Sequence[tuple[str, ...]], clue: str) -> Floats:
        """Per source and card, how near a clue is. A card is what it shows: a word, or several things."""

    def near_vocabulary(self, cards: Sequence[tuple[str, ...]]) -> Floats:
        """Per source, word of the vocabulary and card, how near the word is."""


NO_CLUES = Clues(*(np.zeros((0, 0), np.float32) for _ in range(4)))


class Lore:
    """What one language's data tells. Opened in milliseconds: files are mapped, and shared between processes.

    Vectors are kept in half the digits, which tells similarities apart as well and takes half the memory.
    """

    def __init__(
        self, folder: Path, language: str, encoder: Encoder, referee: Path | None, vocabulary: Clues | None = None
    ) -> None:
        self.language = language
        self.words: tuple[str, ...] = tuple((folder / "words.txt").read_text("utf-8").splitlines())
        self._folder, self._encoder = folder, encoder
        self._lexicon = Lexicon(referee, language)
        self._glosses = Rows(folder, "glosses")
        self._mentions = Ties(folder, "mentions", _rows(folder / "terms.txt"))
        self._thoughts = Ties(folder, "thoughts", _rows(folder / "thoughts.txt"))
        parts = ("words", "words_glosses", "words_terms", "words_thoughts")
        self._vocabulary = vocabulary or Clues(*(_load(folder, part) for part in parts))
        self._place = {key(word): place for place, word in enumerate(self.words)}
        self._scale = nearness(rank_knots(len(self.words)), len(self.words))[::-1]
        self._nearest: OrderedDict[tuple[str, ...], Floats] = OrderedDict()
        self._terms: OrderedDict[str, Term] = OrderedDict()
        self._pair = lru_cache(maxsize=4_096)(self._near_card)
        self._clue = lru_cache(maxsize=512)(self._make_clue)
        self._defining = lru_cache(maxsize=512)(self._find_defining)

    def near(self, cards: Sequence[tuple[str, ...]], clue: str) -> Floats:
        clue = self._spelled(clue)
        self.terms([word for shown in cards for word in shown])  # those that are new are made together
        return np.stack([self._pair(shown, clue) for shown in cards], axis=-1)

    def _near_card(self, shown: tuple[str, ...], clue: str) -> Floats:
        if not shown:
            return np.zeros(len(SOURCES), np.float32)
        terms = self.terms(shown)
        near = self._near(terms, self._clue(clue))[..., 0]
        rows, counts = self._defining(clue)
        for one, term in zip(near, terms, strict=True):
            by_definition = min(float(term.thoughts.to(rows) @ counts), 1.0)
            one[_THOUGHT] = max(one[_THOUGHT], _FIRST_THOUGHT * np.sqrt(by_definition))
        found: Floats = near.max(axis=0)
        return found

    def near_vocabulary(self, cards: Sequence[tuple[str, ...]]) -> Floats:
        new = [shown for shown in dict.fromkeys(cards) if shown not in self._nearest]
        self._nearest.update(zip(new, self._look_through(new), strict=True))
        found = np.empty((len(SOURCES), len(self.words), len(cards)), np.float32)
        for place, shown in enumerate(cards):
            found[..., place] = self._nearest[shown]
            self._nearest.move_to_end(shown)
        while len(self._nearest) > _TABLES * 25:
            self._nearest.popitem(last=False)
        return found

    def _look_through(self, cards: Sequence[tuple[str, ...]]) -> Floats:
        """Per card, source and word of the vocabulary. For all cards at once: reading vectors is what takes time."""
        found = np.zeros((len(cards), len(SOURCES), len(self.words)), np.float16)
        terms = self.terms([word for shown in cards for word in shown])
        ends = [*accumulate(map(len, cards), initial=0)]
        for part in self._parts() if terms else ():
            near = self._near(terms, self._vocabulary.part(part))
            for card, (start, end) in enumerate(pairwise(ends)):
                if start < end:
                    found[card, :, part] = near[start:end].max(axis=0)
        return found

    def _parts(self) -> Iterator[slice]:
        return (slice(start, start + _AT_ONCE) for start in range(0, len(self.words), _AT_ONCE))

    def _near(self, terms: Sequence[Term], clues: Clues) -> Floats:
        """Per term, source and clue."""
        found = self._similarities(terms, clues)
        for near, term in zip(found, terms, strict=True):
            unmentioned = near[_MENTION] <= 0
            for source in range(_THOUGHT):
                near[source] = np.interp(near[source], term.knots[source][::-1], self._scale)
            if not term.gloss.any():
                near[_GLOSS] = 0.0
            near[_GLOSS][clues.terms < 0] = 0.0  # who stands in no definition is neither near nor far
            near[_MENTION][unmentioned] = 0.0
            near[_THOUGHT] = _FIRST_THOUGHT * np.sqrt(near[_THOUGHT])
        return found

    def _similarities(self, terms: Sequence[Term], clues: Clues) -> Floats:
        """Per term, source and clue, as the source measures it."""
        senses = [term.senses if len(term.senses) else term.word[None] for term in terms]
        starts = [*accumulate(map(len, senses), initial=0)][:-1]
        raw = np.zeros((len(terms), len(SOURCES), len(clues.terms)), np.float32)
        words = np.asarray(clues.words, np.float32).T
        raw[:, 0] = np.asarray([term.word for term in terms], np.float32) @ words
        raw[:, 1] = np.maximum.reduceat(np.concatenate(senses, dtype=np.float32) @ words, starts)
        glosses = np.asarray([term.gloss for term in terms], np.float32)
        raw[:, _GLOSS] = glosses @ np.asarray(clues.glosses, np.float32).T
        for similar, term in zip(raw, terms, strict=True):
            similar[_MENTION] = term.mentions.to(clues.terms)
            similar[_THOUGHT] = term.thoughts.to(clues.thoughts)
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

    def terms(self, words: Sequence[str]) -> list[Term]:
        """Words as something to be found."""
        new = [word for word in dict.fromkeys(words) if word not in self._terms]
        prepared = {word: row for word in new if (row := self._cards.get(key(word))) is not None}
        self._terms.update((word, self._prepared_term(word, row)) for word, row in prepared.items())
        self._terms.update(self._new_terms([word for word in new if word not in prepared]))
        found = [self._terms[word] for word in words]
        for word in words:
            self._terms.move_to_end(word)
        while len(self._terms) > _TERMS:
            self._terms.popitem(last=False)
        return found

    def _prepared_term(self, word: str, row: int) -> Term:
        words, senses, starts, knots = self._card_data
        bare = self.bare_term(word, words[row], senses[starts[row] : starts[row + 1]])
        return replace(bare, knots=knots[row])

    def _new_terms(self, words: Sequence[str]) -> dict[str, Term]:
        """Words that the data was not made for. Together, for most of the time is taken by reading the vocabulary."""
        if not words:
            return {}
        texts = [[self.written(word), *self.meanings(word)] for word in words]
        ends = [*accumulate(map(len, texts), initial=0)]
        vectors = self._encoder.encode([text for some in texts for text in some])
        bare = [
            self.bare_term(word, vectors[start], vectors[start + 1 : end])
            for word, (start, end) in zip(words, pairwise(ends), strict=True)
        ]
        return {
            word: replace(term, knots=knots) for word, term, knots in zip(words, bare, self.knots(bare), strict=True)
        }

    def bare_term(self, word: str, vector: Floats, senses: Floats) -> Term:
        """With vectors at hand, and without knots."""
        row, thought = self._rows_of(word)
        ties = self._mentions.of(row), self._thoughts.of(thought)
        return Term(vector, senses, self._gloss(row), *ties, np.empty(0, np.float32))

    def _gloss(self, row: int) -> Floats:
        found: Floats = self._glosses.between(max(row, 0), max(row, 0) + 1)[0]
        return found if row >= 0 else np.zeros_like(found)

    def knots(self, terms: Sequence[Term]) -> Floats:
        """Per term and source, how similar the vocabulary's words are at `rank_knots`."""
        raw = [self._similarities(terms, self._vocabulary.part(part)) for part in self._parts()]
        ranks = rank_knots(len(self.words)).astype(int) - 1
        found: Floats = np.sort(np.concatenate(raw, axis=-1))[..., ::-1][..., ranks]
        return found

    def written(self, word: str) -> str:
        """A word of a card as texts have it: cards are set in capitals."""
        if not word.isupper():
            return word
        return word.capitalize() if self.language == "de" else word.lower()

    def meanings(self, word: str) -> list[str]:
        """A word with each of its senses, as the encoder reads them."""
        return [f"{self.written(word)}: {sense}" for sense in self.senses(word)]

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

    def _spelled(self, clue: str) -> str:
        """The word of the vocabulary that somebody means who leaves out accents or hyphens, or writes *ue* for *ü*."""
        form = key(clue)
        known = self._lexicon.word(form)
        joined = "".join(filter(str.isalnum, form))
        own = known and known.form == form and known.flags & Flag.PRIME
        if form in self._place or (own and joined not in self._place):
            return clue
        return self._loosely.get(letters(clue), clue)

    @cached_property
    def _loosely(self) -> dict[str, str]:
        found: dict[str, str] = {}
        for word in self.words:
            found.setdefault(letters(word), word)
            if self.language == "de":
                found.setdefault(letters(key(word).translate(_UMLAUTS)), word)
        return found

    def _make_clue(self, word: str) -> Clues:
        place = self._place.get(key(word))
        if place is None:
            return self.clues([word], self._encoder.encode([word]))
        return self._vocabulary.part(slice(place, place + 1))

    def _find_defining(self, word: str) -> tuple[NDArray[Any], Floats]:
        """The words that a clue is defined by, as rows among those of associations, and what each counts: less in later
        senses, and the less, the more comes to mind with the clue itself.

        It is how to understand a word that we would not say. Those of the vocabulary go without: two bots have to hear
        them as they were meant.
        """
        if key(word) in self._place:
            return np.zeros(0, np.int32), np.zeros(0, np.float32)
        known = self._lexicon.word(key(word))
        senses = next(filter(None, map(self.senses, (word, *(known.lemmas if known else ())))), [])
        counts: dict[int, float] = {}
        for place, sense in enumerate(senses):
            for part in _WORD.findall(sense):
                counts.setdefault(self._rows_of(part)[1], 1 / (1 + _LATER_SENSE * place))
        counts.pop(-1, None)
        thoughts = self._thoughts.of(self._rows_of(word)[1]).strengths
        doubt = _BY_DEFINITION / max(int((thoughts > _STRONG).sum()), 1) ** 2  # one is the word itself
        return np.array(list(counts), np.int32), doubt * np.array(list(counts.values()), np.float32)

    def clues(self, words: Sequence[str], vectors: Floats) -> Clues:
        """Words that the encoder has seen, with what definitions tell of them."""
        terms, thoughts = np.array([self._rows_of(word) for word in words], np.int32).T
        return Clues(vectors, np.stack([self._gloss(row) for row in terms]), terms, thoughts)


def _load(folder: Path, name: str) -> Floats:
    found: Floats = np.load(folder / f"{name}.npy", mmap_mode="r")
    return found


def _rows(file: Path) -> dict[str, int]:
    """Which word stands in which line."""
    return {word: row for row, word in enumerate(file.read_text("utf-8").splitlines())}
