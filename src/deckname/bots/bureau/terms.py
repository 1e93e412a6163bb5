"""Words as the data has them: as something to be found on a card (`Term`), and as something to say (`Clues`)."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from .encoder import Floats
from .packing import Pieces, unpack_ties


class Tied(NamedTuple):
    """To which words one is tied, by their rows, and how strongly."""

    rows: NDArray[Any]
    strengths: Floats
    words: int
    """How many there are, tied or not."""

    def to(self, others: NDArray[Any]) -> Floats:
        """How strongly to each of these; to those without a row (-1) not at all."""
        found = np.zeros(self.words + 1, np.float32)  # the last one stands for them
        found[self.rows] = self.strengths
        tied: Floats = found[others]
        return tied


@dataclass(frozen=True, slots=True)
class Term:
    """A word as something to be found."""

    word: NDArray[Any]
    senses: NDArray[Any]
    """The encoder's vectors; those of cards are left in their file, and `full` for a moment only."""
    gloss: Floats
    """The vector of its company; zeros if no definition uses it."""
    mentions: Tied
    thoughts: Tied
    knots: Floats
    """Per source but thoughts, which have their own scale, the similarities at `rank_knots`."""


@dataclass(frozen=True, slots=True)
class Clues:
    """Words as something to say."""

    words: Floats
    """The encoder's vectors."""
    glosses: Floats
    """The vectors of their company; zeros for words that no definition uses."""
    terms: NDArray[Any]
    """Their rows among the words of definitions, or -1."""
    thoughts: NDArray[Any]
    """Their rows among the words of associations, or -1."""


class Ties:
    """How strongly words are tied to each other, for each a few."""

    def __init__(self, folder: Path, name: str, rows: dict[str, int]) -> None:
        self.rows = rows
        """By the word's form."""
        self._levels = np.load(folder / f"{name}_levels.npy")
        self._pieces = Pieces(folder, name)

    def of(self, row: int) -> Tied:
        """Of the word in this row; none if it has none (-1)."""
        return Tied(*unpack_ties(self._pieces[row] if row >= 0 else b"", self._levels), len(self.rows))


def rows_by_word(file: Path) -> dict[str, int]:
    """Which word stands in which line."""
    return {word: row for row, word in enumerate(file.read_text("utf-8").splitlines())}
