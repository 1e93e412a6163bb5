"""What one language's data tells (`Knowledge`): compares the vectors, ranks and ties that the workshop made."""

from __future__ import annotations

import re
from collections import OrderedDict
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cached_property, lru_cache
from itertools import accumulate, pairwise
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from deckname.referee.text import key

from .encoder import Encoder, Floats
from .knowledge import SOURCES, nearness, rank_knots
from .packing import Vectors, full, mapped
from .parameters import PARAMETERS, ThoughtScale
from .terms import Clues, Term, rows_by_word
from .word_index import WordIndex

_WORD = re.compile(r"[^\W\d_]{3,}")
_TABLES = 3
"""How many tables of a language a worker has in mind: a card's nearness to the whole vocabulary takes 100 kB."""
_TERMS = 512
"""How many words of cards it has in mind."""
_AT_ONCE = 2_000
"""Clues that are compared at once, so that vectors take their full digits for a moment only."""
_GLOSS, _MENTION, _THOUGHT = (SOURCES.index(source) for source in ("gloss", "mention", "thought"))


class StoredKnowledge:
    """`Knowledge` from one language's data. Opened in milliseconds: files are mapped, and shared between processes."""

    def __init__(
        self,
        folder: Path,
        language: str,
        encoder: Encoder,
        referee: Path | None,
        thoughts: ThoughtScale = PARAMETERS.thoughts,
    ) -> None:
        self.index = WordIndex(folder, language, referee)
        self.language, self.words = language, self.index.words
        self._folder, self._encoder, self._thought_scale = folder, encoder, thoughts
        self._glosses = Vectors(folder, "glosses")
        self._scale = nearness(rank_knots(len(self.words)), len(self.words))[::-1]
        self._nearest: OrderedDict[tuple[str, ...], Floats] = OrderedDict()
        self._terms: OrderedDict[str, Term] = OrderedDict()
        self._pair = lru_cache(maxsize=4_096)(self._near_card)
        self._clue = lru_cache(maxsize=4_096 // 25)(self._make_clue)
        self._defining = lru_cache(maxsize=512)(self._find_defining)

    def near(self, cards: Sequence[tuple[str, ...]], clue: str) -> Floats:
        clue = self.index.spelled(clue)
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
            one[_THOUGHT] = max(one[_THOUGHT], self._thought_scale.first * np.sqrt(by_definition))
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
            near = self._near(terms, self._said(part))
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
            near[_THOUGHT] = self._thought_scale.first * np.sqrt(near[_THOUGHT])
        return found

    def _similarities(self, terms: Sequence[Term], clues: Clues) -> Floats:
        """Per term, source and clue, as the source measures it."""
        words = np.stack([full(term.word) for term in terms])
        senses = [
            full(term.senses) if len(term.senses) else word[None] for term, word in zip(terms, words, strict=True)
        ]
        starts = [*accumulate(map(len, senses), initial=0)][:-1]
        raw = np.zeros((len(terms), len(SOURCES), len(clues.terms)), np.float32)
        raw[:, 0] = words @ clues.words.T
        raw[:, 1] = np.maximum.reduceat(np.concatenate(senses) @ clues.words.T, starts)
        raw[:, _GLOSS] = np.stack([term.gloss for term in terms]) @ clues.glosses.T
        for similar, term in zip(raw, terms, strict=True):
            similar[_MENTION] = term.mentions.to(clues.terms)
            similar[_THOUGHT] = term.thoughts.to(clues.thoughts)
        return raw

    # --- words

    @cached_property
    def _vocabulary(self) -> tuple[Vectors, NDArray[Any], NDArray[Any]]:
        terms, thoughts = (mapped(self._folder, f"words_{rows}") for rows in ("terms", "thoughts"))
        return Vectors(self._folder, "words"), terms, thoughts

    def _said(self, which: slice) -> Clues:
        """Words of the vocabulary as something to say."""
        words, terms, thoughts = self._vocabulary
        return Clues(words[which], self._glosses[terms[which]], terms[which], thoughts[which])

    @cached_property
    def _cards(self) -> dict[str, int]:
        return rows_by_word(self._folder / "cards.txt")

    @cached_property
    def _card_data(self) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any]]:
        words, senses, starts = (mapped(self._folder, name) for name in ("cards", "cards_senses", "cards_starts"))
        return words, senses, starts

    @cached_property
    def _card_knots(self) -> Floats:
        return mapped(self._folder, "cards_knots")

    def terms(self, words: Sequence[str]) -> list[Term]:
        """Words as something to be found."""
        new = [word for word in dict.fromkeys(words) if word not in self._terms]
        prepared = {word: row for word in new if (row := self._cards.get(key(word))) is not None}
        self._terms.update(
            (word, replace(self.card_term(word, row), knots=self._card_knots[row])) for word, row in prepared.items()
        )
        self._terms.update(self._new_terms([word for word in new if word not in prepared]))
        found = [self._terms[word] for word in words]
        for word in words:
            self._terms.move_to_end(word)
        while len(self._terms) > _TERMS:
            self._terms.popitem(last=False)
        return found

    def card_term(self, word: str, row: int) -> Term:
        """The word of a card that vectors were prepared for, without knots."""
        words, senses, starts = self._card_data
        return self._bare_term(word, words[row], senses[starts[row] : starts[row + 1]])

    def _new_terms(self, words: Sequence[str]) -> dict[str, Term]:
        """Words that the data was not made for. Together, for most of the time is taken by reading the vocabulary."""
        if not words:
            return {}
        texts = [[self.index.written(word), *self.index.meanings(word)] for word in words]
        ends = [*accumulate(map(len, texts), initial=0)]
        vectors = self._encoder.encode([text for some in texts for text in some])
        bare = [
            self._bare_term(word, vectors[start], vectors[start + 1 : end])
            for word, (start, end) in zip(words, pairwise(ends), strict=True)
        ]
        return {
            word: replace(term, knots=knots) for word, term, knots in zip(words, bare, self.knots(bare), strict=True)
        }

    def _bare_term(self, word: str, vector: NDArray[Any], senses: NDArray[Any]) -> Term:
        """With vectors at hand, and without knots."""
        row, thought = self.index.rows_of(word)
        ties = self.index.mentions.of(row), self.index.thoughts.of(thought)
        return Term(vector, senses, self._glosses[row], *ties, np.empty(0, np.float32))

    def knots(self, terms: Sequence[Term]) -> Floats:
        """As a `Term` has them: how similar the vocabulary's words are, per term and source."""
        raw = [self._similarities(terms, self._said(part))[:, :_THOUGHT] for part in self._parts()]
        ranks = rank_knots(len(self.words)).astype(int) - 1
        found: Floats = np.sort(np.concatenate(raw, axis=-1))[..., ::-1][..., ranks]
        return found

    def _make_clue(self, word: str) -> Clues:
        place = self.index.places.get(key(word))
        if place is None:
            row, thought = (np.array([row], np.int32) for row in self.index.rows_of(word))
            return Clues(self._encoder.encode([word]), self._glosses[row], row, thought)
        return self._said(slice(place, place + 1))

    def _find_defining(self, word: str) -> tuple[NDArray[Any], Floats]:
        """The words that a clue is defined by, as rows among those of associations, and what each counts: less in later
        senses, and the less, the more comes to mind with the clue itself.

        It is how to understand a word that we would not say. Those of the vocabulary go without: two bots have to hear
        them as they were meant.
        """
        if key(word) in self.index.places:
            return np.zeros(0, np.int32), np.zeros(0, np.float32)
        scale = self._thought_scale
        counts: dict[int, float] = {}
        for place, sense in enumerate(self.index.senses_of_base(word)):
            for part in _WORD.findall(sense):
                counts.setdefault(self.index.rows_of(part)[1], 1 / (1 + scale.later_sense * place))
        counts.pop(-1, None)
        thoughts = self.index.thoughts.of(self.index.rows_of(word)[1]).strengths
        doubt = scale.by_definition / max(int((thoughts > scale.strong).sum()), 1) ** 2  # one is the word itself
        return np.array(list(counts), np.int32), doubt * np.array(list(counts.values()), np.float32)
