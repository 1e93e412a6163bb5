"""Dictionaries that the Bureau has not read, as Debian's packages install them; for the arena alone.

A book is a text with an index of its headwords. What is asked of it: a word's articles, how often one word is named in
the other's article, and, if it is a bilingual one, what a word is called there.
"""

from __future__ import annotations

import gzip
import re
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain
from math import log, sqrt
from pathlib import Path

from workshop.referee import dictd

_WORD = re.compile(r"[^\W\d_]{3,}")
_ASIDE = re.compile(r"\([^)]*\)|\[[^\]]*\]|\{[^}]*\}|<[^>]*>|/[^/\n]*/")
_SENSE = re.compile(r"\n\s+(?:\d+\.|\([a-z]\))\s")
_SENSE_WORDS = 22
_MOST_WORDS = 3
"""Of a translation: what is longer explains and does not translate."""
_ARTICLE = 100
"""Words of an article that is not long yet."""
_HEAD, _TAIL = 3, 4
"""The fewest letters of a compound's first and last part."""

Translations = dict[str, float]
"""What a word is called in another language, and how likely that is meant, the likeliest 1."""


@dataclass(frozen=True)
class Book:
    text: bytes
    places: dict[str, list[tuple[int, int]]]
    """By headword, in small letters: where its articles begin, and how long they are."""
    _named: dict[str, tuple[Counter[str], float]] = field(default_factory=dict)

    @classmethod
    def dictd(cls, shelf: Path, name: str) -> Book:
        places = defaultdict(list)
        index = shelf / "dictd" / f"{name}.index"
        for head, start, size in dictd.places(index):
            places[head.lower()].append((start, size))
        return cls(dictd.text(index), dict(places))

    @classmethod
    def stardict(cls, shelf: Path, name: str) -> Book:
        places = defaultdict(list)
        folder = shelf / "stardict" / "dic"
        index = (folder / f"{name}.idx").read_bytes()
        at = 0
        while at < len(index):
            end = index.index(b"\0", at)
            head = re.split(r" \(|,", index[at:end].decode("utf-8", "replace"))[0]
            start, size = (int.from_bytes(index[end + skip : end + skip + 4]) for skip in (1, 5))
            places[head.strip().lower()].append((start, size))
            at = end + 9
        return cls(gzip.decompress((folder / f"{name}.dict.dz").read_bytes()), dict(places))

    def articles(self, word: str) -> list[str]:
        found = dict.fromkeys(self.places.get(word.lower(), ()))
        return [self.text[start : start + size].decode("utf-8", "replace") for start, size in found]

    def senses(self, word: str, most: int) -> list[str]:
        """The numbered senses of a word, shortened."""
        articles = (re.sub(r"\[[^\]]*\]|[{}]", " ", article) for article in self.articles(word))
        parts = chain.from_iterable(_SENSE.split(article)[1:] or [article] for article in articles)
        return [" ".join(part.split()[:_SENSE_WORDS]) for part in parts if part.strip()][:most]

    def told(self, one: str, other: str) -> float:
        """How much is made of one word in the other's article, either way round."""
        return sqrt(self._told_of(one, other.lower()) + self._told_of(other, one.lower()))

    def _told_of(self, head: str, word: str) -> float:
        if head not in self._named:
            said = Counter(_WORD.findall(" ".join(self.articles(head)).lower()))
            self._named[head] = said, 1 + log(1 + said.total() / _ARTICLE)
        said, length = self._named[head]
        times = said[word] + said[f"{word}s"] + (said[word[:-1]] if word.endswith("s") else 0)
        return (1 + log(times)) / length if times else 0.0

    def translations(self, word: str) -> Iterator[tuple[str, float]]:
        """Those of FreeDict's books, earlier ones the likelier."""
        terms = (_bare(term) for article in self.articles(word) for term in dictd.translations(article))
        terms = (term for term in terms if 0 < len(term.split()) <= _MOST_WORDS)
        yield from ((term, 1 / place) for place, term in enumerate(dict.fromkeys(terms), 1))

    @cached_property
    def turned(self) -> dict[str, list[tuple[str, float]]]:
        """The same book read from its other end."""
        found = defaultdict(list)
        for head in self.places:
            for term, weight in self.translations(head):
                found[term.lower()].append((head, weight))
        return dict(found)


def _bare(term: str) -> str:
    """Without remarks, and without what only shows its grammar."""
    told = re.sub(r"\b(?:etw|jdn|jdm|sth|sb)\b\.?", " ", _ASIDE.sub(" ", term))
    return re.sub(r"^(?:to|the|an?) ", "", " ".join(told.split()).strip(" .,;"))


class Ding:
    """The German-English word list of that name: a line has related words, and what each is called in English."""

    def __init__(self, shelf: Path) -> None:
        self._english: dict[str, Translations] = defaultdict(lambda: defaultdict(float))
        lines = defaultdict(set)
        text = (shelf / "trans" / "de-en").read_text("utf-8")
        self._lines = 0
        for line in text.splitlines():
            german, separator, english = line.partition(" :: ")
            if separator and not line.startswith("#"):
                self._lines += 1
                self._file(german.split("|"), english.split("|"))
                for token in _WORD.findall(_ASIDE.sub(" ", german.lower())):
                    lines[token].add(self._lines)
        self._by_token = dict(lines)
        self._tokens = sorted(lines)
        self._endings = sorted(token[::-1] for token in lines)
        self._within: dict[str, set[int]] = {}

    def _file(self, german: list[str], english: list[str]) -> None:
        for place, (names, meanings) in enumerate(zip(german, english, strict=False), 1):
            terms = [term for term in map(_bare, meanings.split(";")) if 0 < len(term.split()) <= _MOST_WORDS]
            for rank, name in enumerate(map(_bare, names.split(";")), 1):
                for turn, term in enumerate(terms, 1):
                    self._english[name.lower()][term] += 1 / (place * rank * turn)

    def translations(self, word: str) -> Iterator[tuple[str, float]]:
        yield from self._english.get(word.lower(), {}).items()

    def told(self, one: str, other: str) -> float:
        """How much more often than by chance two words, or compounds with them, stand in one line."""
        first, second = self._lines_with(one.lower()), self._lines_with(other.lower())
        both = len(first & second)
        return sqrt(max(0.0, log(both * self._lines / (len(first) * len(second) + 1)))) if both else 0.0

    def _lines_with(self, word: str) -> set[int]:
        if word not in self._within:
            tokens = {word}
            tokens.update(found for found in _beginning(self._tokens, word) if len(found) >= len(word) + _TAIL)
            if len(word) >= _TAIL:
                ends = (found[::-1] for found in _beginning(self._endings, word[::-1]))
                tokens.update(found for found in ends if len(found) >= len(word) + _HEAD)
            self._within[word] = set().union(*(self._by_token.get(token, ()) for token in tokens))
        return self._within[word]


def _beginning(words: list[str], start: str) -> Iterator[str]:
    """Those of a sorted list that begin so."""
    for place in range(bisect_left(words, start), len(words)):
        if not words[place].startswith(start):
            return
        yield words[place]
