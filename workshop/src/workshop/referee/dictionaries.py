"""Translations: our own core list, and on demand FreeDict's dictionaries where the machine has them.

FreeDict is on no Python registry; Debian's `dict-freedict-*` packages install it. It is asked only where
DECKNAME_FREEDICT says `on`: so the referee's file is the same on every machine, and may be passed on as NOTICE says.
"""

import os
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from deckname.referee.text import key
from deckname.words import SHARED, entries
from workshop.referee import dictd

Pair = tuple[str, str, str, str]  # language, word, other language, its word there

_CODES = {"en": "eng", "fr": "fra", "de": "deu", "es": "spa", "it": "ita"}
_GAME = ("en", "fr", "de")
_MOST_MEANINGS = 20


def on_this_machine() -> list[Path]:
    """The FreeDict files between a language of the game and another that we know, if they are wanted."""
    if os.environ.get("DECKNAME_FREEDICT") != "on":
        return []
    paths = [
        dictd.SHELF / f"freedict-{_CODES[a]}-{_CODES[b]}.index"
        for a in _CODES
        for b in _CODES
        if a != b and (a in _GAME or b in _GAME)
    ]
    return [path for path in paths if path.exists()]


def translations() -> Iterator[Pair]:
    """Every translation known, in both directions."""
    for one, word, other, foreign in (*_core(), *_freedict()):
        if one in _GAME:
            yield one, key(word), other, key(foreign)
        if other in _GAME:
            yield other, key(foreign), one, key(word)


def _core() -> Iterator[Pair]:
    head, *rows = [line.split("\t") for line in entries(SHARED, "translations")]
    for row in rows:
        cells = dict(zip(head, row, strict=True))
        for place, one in enumerate(head):
            for other in head[place + 1 :]:
                for word in cells[one].split():
                    yield from ((one, word, other, foreign) for foreign in cells[other].split())


def _freedict() -> Iterator[Pair]:
    names = {code: language for language, code in _CODES.items()}
    for index in on_this_machine():
        one, other = (names[code] for code in index.stem.removeprefix("freedict-").split("-"))
        if not index.with_suffix(".dict.dz").exists():
            continue
        text = dictd.text(index)
        for word, start, size in dictd.places(index):
            if word.replace("-", "").isalpha():
                article = text[start : start + size].decode("utf-8", "replace")
                for foreign in islice(dictd.translations(article), _MOST_MEANINGS):
                    if foreign.replace("-", "").isalpha():
                        yield one, word, other, foreign
