"""What is known of the words of a language: one read-only file, read with the standard library alone.

`Lexicon` answers for one language and keeps what it has looked up; `EMPTY` stands in while the file is being
built. How the file is made is `build.py`'s business.
"""

import sqlite3
import threading
from dataclasses import dataclass, replace
from enum import IntFlag
from functools import lru_cache
from pathlib import Path

from deckname.referee.text import fold, key

LANGUAGES = ("en", "fr", "de")
NEIGHBOURS = ("es", "it", "nl", "pt")  # known by their frequent words alone
KNOWN = LANGUAGES + NEIGHBOURS

SCHEMA = """
CREATE TABLE word (
  language TEXT, form TEXT, zipf INTEGER, flags INTEGER, lemmas TEXT, sounds TEXT, mentions TEXT,
  PRIMARY KEY (language, form)
) WITHOUT ROWID;
CREATE TABLE spelling (language TEXT, folded TEXT, form TEXT, PRIMARY KEY (language, folded, form)) WITHOUT ROWID;
CREATE TABLE translation (
  language TEXT, form TEXT, other TEXT, foreign_form TEXT, sure INTEGER,
  PRIMARY KEY (language, form, other, foreign_form)
) WITHOUT ROWID;
CREATE TABLE about (name TEXT PRIMARY KEY, value TEXT) WITHOUT ROWID;
"""


class Flag(IntFlag):
    """Where a word was found, and as what."""

    PRIME = 1  # in the everyday dictionary of the language
    HEADWORD = 2  # defined in the large dictionary
    NAME = 4  # a proper name
    ACRONYM = 8  # written in capitals alone
    VERB = 16
    NOUN = 32
    LEMMA = 64  # its own dictionary form


NOTHING = Flag(0)


@dataclass(frozen=True, slots=True)
class Word:
    """One written form; `zipf` is a hundred times the Zipf frequency (300 is once per million words)."""

    form: str
    zipf: int = 0
    flags: Flag = NOTHING
    lemmas: tuple[str, ...] = ()
    sounds: tuple[str, ...] = ()
    mentions: frozenset[str] = frozenset()

    @property
    def in_dictionary(self) -> bool:
        """Whether some dictionary of the language has it as a word and not only as a name."""
        return bool(self.flags & (Flag.PRIME | Flag.HEADWORD))


def _split(text: str) -> tuple[str, ...]:
    return tuple(text.split("|")) if text else ()


class Lexicon:
    """The words of one language. Safe to share between threads: each opens the file for itself."""

    def __init__(self, path: Path | None, language: str) -> None:
        self.path = path
        self.language = language
        self._connections = threading.local()
        self.word = lru_cache(maxsize=8_192)(self._word)
        self.foreign = lru_cache(maxsize=2_048)(self._foreign)

    @property
    def complete(self) -> bool:
        """False while there is no data file: then only looks count."""
        return self.path is not None

    def _rows(self, query: str, *values: str) -> list[tuple[object, ...]]:
        if self.path is None:
            return []
        connection = getattr(self._connections, "it", None)
        if connection is None:
            connection = sqlite3.connect(f"{self.path.resolve().as_uri()}?mode=ro&immutable=1", uri=True)
            self._connections.it = connection
        rows: list[tuple[object, ...]] = connection.execute(query, values).fetchall()
        return rows

    def _read(self, language: str, form: str) -> Word | None:
        rows = self._rows(
            "SELECT zipf, flags, lemmas, sounds, mentions FROM word WHERE language = ? AND form = ?",
            language,
            form,
        )
        if not rows:
            return None
        zipf, flags, lemmas, sounds, mentions = rows[0]
        assert isinstance(zipf, int) and isinstance(flags, int)
        return Word(
            form,
            zipf,
            Flag(flags),
            _split(str(lemmas)),
            _split(str(sounds)),
            frozenset(_split(str(mentions))),
        )

    def _word(self, form: str) -> Word | None:
        """The word written so, or written so but for its accents where that is the only way to read it."""
        found = self._read(self.language, key(form))
        if found is not None and found.flags & ~Flag.LEMMA:
            return found
        plain = fold(form).replace("-", "").replace(" ", "")
        listed = [word for other in {plain, *self.spellings(form)} if (word := self._read(self.language, other))]
        listed = [word for word in listed if word.in_dictionary]
        if len(listed) != 1:
            return found
        # *cowboy* and *cow-boy* are one word, as frequent as the more frequent of the two.
        return replace(listed[0], zipf=max(listed[0].zipf, found.zipf if found else 0))

    def _foreign(self, form: str) -> tuple[tuple[str, Word], ...]:
        """The same letters as words of other languages: (language, word), the most frequent first."""
        found = [(other, self._read(other, key(form))) for other in KNOWN if other != self.language]
        words = [(language, word) for language, word in found if word is not None]
        return tuple(sorted(words, key=lambda pair: -pair[1].zipf))

    def spellings(self, form: str) -> list[str]:
        """Words that differ from this one by accents or hyphens only."""
        folded = fold(form).replace("-", "").replace(" ", "")
        return [
            str(row[0])
            for row in self._rows("SELECT form FROM spelling WHERE language = ? AND folded = ?", self.language, folded)
        ]

    def translations(self, form: str) -> list[tuple[str, str, bool]]:
        """The word in other languages: (language, word, whether a dictionary says so)."""
        return [
            (str(other), str(foreign), bool(sure))
            for other, foreign, sure in self._rows(
                "SELECT other, foreign_form, sure FROM translation WHERE language = ? AND form = ?",
                self.language,
                key(form),
            )
        ]

    def most_frequent(self, forms: list[str]) -> Word | None:
        """The most frequent dictionary word among these forms."""
        best: tuple[int, str] = (0, "")
        for start in range(0, len(forms), 500):
            some = forms[start : start + 500]
            marks = ", ".join("?" * len(some))
            rows = self._rows(
                f"SELECT zipf, form FROM word WHERE language = ? AND form IN ({marks}) AND flags & 3"
                " ORDER BY zipf DESC LIMIT 1",
                self.language,
                *some,
            )
            best = max([best, *((int(str(zipf)), str(form)) for zipf, form in rows)])
        return self.word(best[1]) if best[1] else None

    def exists(self, form: str) -> bool:
        """Whether any dictionary or name list of the language has this form."""
        found = self.word(form)
        return found is not None and (found.in_dictionary or bool(found.flags & Flag.NAME))
