"""Dictionaries as Debian's `dict-*` packages install them: an index of headwords beside a packed text."""

from __future__ import annotations

import gzip
import re
from collections.abc import Iterator
from pathlib import Path
from string import ascii_lowercase, ascii_uppercase, digits

SHELF = Path("/usr/share/dictd")
_DIGITS = {letter: value for value, letter in enumerate(ascii_uppercase + ascii_lowercase + digits + "+/")}
_NUMBER = re.compile(r"^\s*\d+\.\s*")
_REMARK = re.compile(r"<[^>]*>|\([^)]*\)|\[[^\]]*\]|/[^/]*/|\s\d+\.$")


def places(index: Path) -> Iterator[tuple[str, int, int]]:
    """Every headword, with where its article begins in the text, and how long it is."""
    for line in index.read_text("utf-8", "replace").splitlines():
        head, start, size = line.split("\t")[:3]
        yield head, _number(start), _number(size)


def text(index: Path) -> bytes:
    return gzip.decompress(index.with_suffix(".dict.dz").read_bytes())


def _number(code: str) -> int:
    value = 0
    for letter in code:
        value = value * 64 + _DIGITS[letter]
    return value


def translations(article: str) -> Iterator[str]:
    """What a bilingual dictionary calls its headword: the first line below it, and those with a number. All others
    explain it, in its own language.
    """
    for place, line in enumerate(article.splitlines()[1:]):
        if place == 0 or _NUMBER.match(line):
            terms = re.split(r"[,;]", _REMARK.sub(" ", _NUMBER.sub("", line)))
            yield from (" ".join(term.split()) for term in terms if term.strip())
