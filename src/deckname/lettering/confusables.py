"""Which characters look alike: the Unicode Consortium's table (UTS 39), followed to the end.

It comes with the package `confusable-homoglyphs`, of which nothing else is used.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

import msgspec

_BELOW = (202, 220)
_DOT_ABOVE = "\u0307"
_ACCENTS = range(0x300, 0x370)
_MARK = "\u200e"


class _Alike(msgspec.Struct):
    c: str


_read = msgspec.json.Decoder(dict[str, list[_Alike]]).decode


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
    """By character, what stands for it. Width is not looked up: a wide hyphen is one, whatever else it resembles.

    The package lists what looks alike in both directions, some of it between marks of direction that don't belong to
    it. Of two that have only each other, either could stand for both.
    """
    listed = _read((files("confusable_homoglyphs") / "confusables.json").read_bytes())
    alike = {one.strip(_MARK): [other.c.strip(_MARK) for other in others] for one, others in listed.items()}
    pairs = ((source, others[0]) for source, others in alike.items() if len(source) == len(others) == 1)
    found = {one: other for one, other in pairs if alike.get(other) != [one] or len(other) > 1 or other < one}
    return {source: prototype for source, prototype in found.items() if not _is_of_another_width(source)}


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
