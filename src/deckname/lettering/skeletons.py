"""What a name looks like, so that nobody takes one that looks like another's: skeletons after UTS 39.

The skeleton of a text is the same as that of any other which can't be told from it: each character stands for all that
look like it. It is only for comparing. Where UTS 39 keeps characters apart because they decompose otherwise, we don't
(full width is no other letter), and we leave out marks that hardly show: those below a letter, and dots above it. Other
accents count: Dung and Dũng are two people.

Capitals are no other letters either, but what looks alike depends on them: a capital I looks like an l, and a Greek Β
like a B although its small letter does not. So a name has several looks, and two are alike if they share one.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

from deckname.lettering.confusables import prototypes
from deckname.lettering.person_names import UNSEEN

_UNSEEN = re.compile(f"[{UNSEEN}]")


def look_alike(one: str, other: str) -> bool:
    return any(a == b for a, b in zip(_looks(one), _looks(other), strict=True))


def skeleton(text: str) -> str:
    """Twice through the table: what a wide or a circled letter is made of may itself look like something else."""
    table = prototypes()
    seen = unicodedata.normalize("NFD", _UNSEEN.sub("", text)).translate(table)
    seen = unicodedata.normalize("NFKD", seen).translate(table)
    return unicodedata.normalize("NFD", seen)


@lru_cache(4096)
def _looks(name: str) -> tuple[str, str, str]:
    """As it stands; in small letters; and in small letters after foreign capitals were read as Latin ones."""
    latin = "".join(letter if letter.isascii() else skeleton(letter) or letter for letter in name)
    return skeleton(name), skeleton(name.casefold()).casefold(), skeleton(latin.casefold()).casefold()
