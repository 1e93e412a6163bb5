"""What is said to whom: every word of the vocabulary is understood, and not every one of them is said.

Brands, films and slang stay unsaid (`words/…/unsaid.txt`). At an easy table only the most familiar words are said, and
no names: a six-year-old knows neither Gotham nor Caesar.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from deckname.bots.player import Level
from deckname.words import entries

_SMALL = "small:"


@cache
def unsaid_words(language: str, to_small: bool) -> frozenset[str]:
    """What is not said at all, or not to small children, as the vocabulary writes it."""
    lines = entries(language, "unsaid")
    said = (line.removeprefix(_SMALL) for line in lines if to_small or not line.startswith(_SMALL))
    return frozenset(word for line in said for word in line.split())


@cache
def sayable(words: tuple[str, ...], language: str, level: Level, simple: int) -> NDArray[np.bool_]:
    """Of each word of a vocabulary, whether it is said at a table of this level; `simple` is how many of the most
    familiar are at an easy one.
    """
    small = level is Level.EASY
    unsaid = unsaid_words(language, small)
    found: list[Any] = [
        word not in unsaid and not (small and (place >= simple or (language != "de" and word[0].isupper())))
        for place, word in enumerate(words)
    ]
    return np.array(found, bool)
