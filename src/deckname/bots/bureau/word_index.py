"""How a word is found in a language's data: the vocabulary of clues, dictionary senses, and rows of ties.

It goes by the referee's lexicon: a form is looked up under its lemma, and what is typed without accents is understood.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Callable
from functools import cached_property
from pathlib import Path

from deckname.referee.lexicon import Flag, Lexicon
from deckname.referee.text import key, letters

from .packing import Pieces
from .terms import Ties, rows_by_word

MOST_SENSES = 10
"""How many senses of a word the data has at most."""
_UMLAUTS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue"})


def base_form(form: str, zipf: int, lemmas: tuple[str, ...], frequency: Callable[[str], int]) -> str:
    """The word that a form is looked up under: its lemma, unless people say the form far more often."""
    if not lemmas:
        return form
    best = max(lemmas, key=frequency)
    return best if frequency(best) >= zipf - 50 else form


class WordIndex:
    def __init__(self, folder: Path, language: str, referee: Path | None) -> None:
        self.language = language
        self.words: tuple[str, ...] = tuple((folder / "words.txt").read_text("utf-8").splitlines())
        """The vocabulary of clues, the most familiar first."""
        self.places = {key(word): place for place, word in enumerate(self.words)}
        """Where a word stands in it, by its key."""
        self.mentions = Ties(folder, "mentions", rows_by_word(folder / "terms.txt"))
        self.thoughts = Ties(folder, "thoughts", rows_by_word(folder / "thoughts.txt"))
        self._folder, self._lexicon = folder, Lexicon(referee, language)

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
        form, pieces = key(word), self._definitions
        piece = bisect(self._first_defined, form) - 1
        lines = pieces[piece].decode().split("\n") if piece >= 0 else []
        return next((senses for head, *senses in (line.split("\t") for line in lines) if head == form), [])

    def senses_of_base(self, word: str) -> list[str]:
        """Of the word, or of the form that it is one of."""
        known = self._lexicon.word(key(word))
        return next(filter(None, map(self.senses, (word, *(known.lemmas if known else ())))), [])

    @cached_property
    def _definitions(self) -> Pieces:
        return Pieces(self._folder, "senses")

    @cached_property
    def _first_defined(self) -> list[str]:
        """The first word of each piece."""
        return (self._folder / "senses.txt").read_text("utf-8").splitlines()

    def rows_of(self, word: str) -> tuple[int, int]:
        """A word's rows in definitions and in associations, or -1."""
        thoughts = self.thoughts.rows
        return self._row(word, self.mentions.rows), thoughts.get(key(word), self._row(word, thoughts))

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

    def spelled(self, clue: str) -> str:
        """The word of the vocabulary that somebody means who leaves out accents or hyphens, or writes *ue* for *ü*."""
        form = key(clue)
        known = self._lexicon.word(form)
        joined = "".join(filter(str.isalnum, form))
        own = known and known.form == form and known.flags & Flag.PRIME
        if form in self.places or (own and joined not in self.places):
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
