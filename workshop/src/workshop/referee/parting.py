"""A part of the data file, made in a process of its own: `python -m workshop.referee.parting FILE PART`.

A part is a language, or the neighbouring ones together. A line on standard output is a step begun.
"""

import sqlite3
import sys
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from deckname.referee.lexicon import NEIGHBOURS, NOTHING, SCHEMA, Flag, Word, write_words
from workshop.referee.build import NEXT_DOOR, QUICK

if TYPE_CHECKING:
    from workshop.referee.sources.gather import Entries


def make(path: Path, part: str) -> None:
    """Gather the words of a part and write them to a file."""
    database = sqlite3.connect(path)
    database.executescript(QUICK + SCHEMA)
    source = import_module(f"workshop.referee.sources.{part}")
    if part == NEXT_DOOR:
        _say("neighbouring languages")
        for language in NEIGHBOURS:
            _write(database, language, source.gather(language))
    else:
        _write(database, part, source.gather(_say))
    database.commit()
    database.close()


def _say(doing: str) -> None:
    print(doing, flush=True)


def _write(database: sqlite3.Connection, language: str, entries: "Entries") -> None:
    words = (
        Word(
            form,
            known.zipf,
            known.flags | (Flag.LEMMA if form in known.lemmas or not known.lemmas else NOTHING),
            tuple(sorted(_each(known.lemmas) - {form})),
            tuple(known.sounds[:4]),
            frozenset(known.mentions),
        )
        for form, known in entries.items()
    )
    write_words(database, language, words)


def _each(lemmas: frozenset[str]) -> set[str]:
    """Some are several: *er|es|sie* of *sich*."""
    return {one for lemma in lemmas for one in lemma.split("|")}


if __name__ == "__main__":
    make(Path(sys.argv[1]), sys.argv[2])
