"""A part of the data file, made in a process of its own: `python -m deckname.referee.parting FILE PART`.

A part is a language, or the neighbouring ones together. A line on standard output is a step begun.
"""

import sqlite3
import sys
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from deckname.referee.build import NEXT_DOOR, QUICK
from deckname.referee.lexicon import NEIGHBOURS, SCHEMA, Flag
from deckname.referee.text import fold, key

if TYPE_CHECKING:
    from deckname.referee.sources.gather import Entries


def make(path: Path, part: str) -> None:
    """Gather the words of a part and write them to a file."""
    database = sqlite3.connect(path)
    database.executescript(QUICK + SCHEMA)
    source = import_module(f"deckname.referee.sources.{part}")
    if part == NEXT_DOOR:
        _say("neighbouring languages")
        for language in NEIGHBOURS:
            _write_words(database, language, source.gather(language))
    else:
        _write_words(database, part, source.gather(_say))
    database.commit()
    database.close()


def _say(doing: str) -> None:
    print(doing, flush=True)


def _write_words(database: sqlite3.Connection, language: str, entries: "Entries") -> None:
    rows = [
        (
            language,
            form,
            known.zipf,
            known.flags | (Flag.LEMMA if form in known.lemmas or not known.lemmas else 0),
            "|".join(sorted(known.lemmas - {form})),
            "|".join(known.sounds[:4]),
            "|".join(sorted(known.mentions)),
        )
        for form, known in sorted(entries.items())
    ]
    database.executemany("INSERT INTO word VALUES (?, ?, ?, ?, ?, ?, ?)", rows)
    spellings = {
        (language, plain, form)
        for form in entries
        if (plain := fold(form).replace("-", "").replace(" ", "")) != key(form)
    }
    database.executemany("INSERT INTO spelling VALUES (?, ?, ?)", sorted(spellings))


if __name__ == "__main__":
    make(Path(sys.argv[1]), sys.argv[2])
