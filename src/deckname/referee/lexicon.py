"""What is known of the words of a language: one read-only file, read with the standard library alone.

`Lexicon` answers for one language and keeps what it has looked up. How the file is made is `build.py`'s business.

The file has a table per language, in which words stand under their plain spelling, so that *Mücke* and *Mucke* are read
together. Their forms, lemmas and mentions share their first letters with what they stand beside, and only the rest is
written: that and the order make the file a third smaller.
"""

import sqlite3
import threading
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import IntFlag
from functools import lru_cache
from pathlib import Path

from deckname.referee.text import common_prefix, fold, key

LANGUAGES = ("en", "fr", "de")
NEIGHBOURS = ("es", "it", "nl", "pt")  # known by their frequent words alone
KNOWN = LANGUAGES + NEIGHBOURS

SCHEMA = (
    "".join(
        f"""
CREATE TABLE word_{language} (
  plain TEXT, form TEXT, zipf INTEGER, flags INTEGER, lemmas TEXT, sounds TEXT, mentions TEXT,
  PRIMARY KEY (plain, form)
) WITHOUT ROWID;
"""
        for language in KNOWN
    )
    + """
CREATE TABLE translation (
  language TEXT, form TEXT, other TEXT, foreign_form TEXT, sure INTEGER,
  PRIMARY KEY (language, form, other, foreign_form)
) WITHOUT ROWID;
CREATE TABLE about (name TEXT PRIMARY KEY, value TEXT) WITHOUT ROWID;
"""
)
_AT_ONCE = 500
_MOST_SHARED = 90  # so that how many letters are shared is told by one that is no `|`


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


def plain(form: str) -> str:
    """A form without accents, hyphens and spaces: what it is looked up under."""
    simple = form.isascii() and form.isalpha() and form.islower()
    return form if simple else fold(form).replace("-", "").replace(" ", "")


def _shorten(words: Iterable[str], beside: str) -> str:
    """Words as they are written beside another: how many first letters they share with it, and the rest."""
    shared = ((min(common_prefix(word, beside), _MOST_SHARED), word) for word in words)
    return "|".join(chr(ord(" ") + count) + word[count:] for count, word in shared)


def _lengthen(text: str, beside: str) -> tuple[str, ...]:
    return tuple(beside[: ord(part[0]) - ord(" ")] + part[1:] for part in text.split("|")) if text else ()


def written(bare: str, short: str) -> str:
    """A form by its columns; the second is empty where it is plain."""
    return _lengthen(short, bare)[0] if short else bare


def write_words(database: sqlite3.Connection, language: str, words: Iterable[Word]) -> None:
    """In the order of the table, which keeps it small."""
    rows = sorted(
        (
            bare := plain(word.form),
            _shorten([word.form], bare) if word.form != bare else "",
            word.zipf,
            word.flags,
            _shorten(word.lemmas, word.form),
            "|".join(word.sounds),
            _shorten(sorted(word.mentions), word.form),
        )
        for word in words
    )
    database.executemany(f"INSERT INTO word_{language} VALUES (?, ?, ?, ?, ?, ?, ?)", rows)


def read_words(
    database: sqlite3.Connection, language: str, condition: str = "1", values: Sequence[str] = ()
) -> list[Word]:
    """The words of a language, or those that a condition holds of."""
    query = f"SELECT plain, form, zipf, flags, lemmas, sounds, mentions FROM word_{language} WHERE {condition}"
    return [
        Word(
            form := written(bare, short),
            zipf,
            Flag(flags),
            _lengthen(lemmas, form),
            tuple(sounds.split("|")) if sounds else (),
            frozenset(_lengthen(mentions, form)),
        )
        for bare, short, zipf, flags, lemmas, sounds, mentions in database.execute(query, values)
    ]


class _Connection:
    """A thread's own way into the file, closed when the thread has gone: newer Pythons complain where nobody does."""

    def __init__(self, path: Path) -> None:
        uri = f"{path.resolve().as_uri()}?mode=ro&immutable=1"
        self.it = sqlite3.connect(uri, uri=True, check_same_thread=False)

    def __del__(self) -> None:
        self.it.close()


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

    @property
    def _database(self) -> sqlite3.Connection | None:
        if self.path is None:
            return None
        own: _Connection | None = getattr(self._connections, "own", None)
        if own is None:
            own = self._connections.own = _Connection(self.path)
        return own.it

    def _read(self, language: str, form: str) -> dict[str, Word]:
        """The words that differ from this one by accents or hyphens only, and itself."""
        database = self._database
        found = read_words(database, language, "plain = ?", [plain(form)]) if database else []
        return {word.form: word for word in found}

    def _word(self, form: str) -> Word | None:
        """The word written so, or written so but for its accents where that is the only way to read it."""
        alike = self._read(self.language, form)
        found = alike.get(key(form))
        if found is not None and found.flags & ~Flag.LEMMA:
            return found
        listed = [word for word in alike.values() if word.in_dictionary]
        if len(listed) != 1:
            return found
        # *cowboy* and *cow-boy* are one word, as frequent as the more frequent of the two.
        return replace(listed[0], zipf=max(listed[0].zipf, found.zipf if found else 0))

    def _foreign(self, form: str) -> tuple[tuple[str, Word], ...]:
        """The same letters as words of other languages: (language, word), the most frequent first."""
        found = [(other, self._read(other, form).get(key(form))) for other in KNOWN if other != self.language]
        words = [(language, word) for language, word in found if word is not None]
        return tuple(sorted(words, key=lambda pair: -pair[1].zipf))

    def translations(self, form: str) -> list[tuple[str, str, bool]]:
        """The word in other languages: (language, word, whether a dictionary says so)."""
        database = self._database
        if database is None:
            return []
        return [
            (str(other), str(foreign), bool(sure))
            for other, foreign, sure in database.execute(
                "SELECT other, foreign_form, sure FROM translation WHERE language = ? AND form = ?",
                (self.language, key(form)),
            )
        ]

    def most_frequent(self, forms: list[str]) -> Word | None:
        """The most frequent dictionary word among these forms."""
        database = self._database
        if database is None:
            return None
        wanted, bare = set(forms), sorted({plain(form) for form in forms})
        found: list[Word] = []
        for start in range(0, len(bare), _AT_ONCE):
            some = bare[start : start + _AT_ONCE]
            condition = f"plain IN ({', '.join('?' * len(some))}) AND flags & {Flag.PRIME | Flag.HEADWORD:d}"
            found += read_words(database, self.language, condition, some)
        best = max(
            (word for word in found if word.form in wanted), key=lambda word: (word.zipf, word.form), default=None
        )
        return self.word(best.form) if best else None

    def exists(self, form: str) -> bool:
        """Whether any dictionary or name list of the language has this form."""
        found = self.word(form)
        return found is not None and (found.in_dictionary or bool(found.flags & Flag.NAME))
