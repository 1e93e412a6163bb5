"""What a bot knows of a language: how near a clue is to a card, by five sources. Knows no game and no key.

    word     the encoder's vectors of the two words
    sense    the encoder's vector of the clue against each dictionary sense of the card: finds second meanings
    gloss    vectors of words that keep like company in definitions
    mention  whether definitions or compounds mention the two together
    thought  what comes to people's mind: our own dictionary of associations

Raw similarities can't be compared between cards (some words are near to everything). So each is told as a rank: how
few clues of the vocabulary are nearer to this card, on a logarithmic scale, the same for every source. Only thoughts
have a scale of their own, since there a tie is either strong or hardly one.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import numpy as np

from .encoder import Floats

SOURCES = ("word", "sense", "gloss", "mention", "thought")
_KNOTS = 48


class Knowledge(Protocol):
    """`StoredKnowledge`, or whatever else knows how near words are to cards."""

    language: str
    words: tuple[str, ...]
    """The vocabulary of clues, the most familiar first."""

    def near(self, cards: Sequence[tuple[str, ...]], clue: str) -> Floats:
        """Per source and card, how near a clue is. A card is what it shows: a word, or several things."""

    def near_vocabulary(self, cards: Sequence[tuple[str, ...]]) -> Floats:
        """Per source, word of the vocabulary and card, how near the word is."""


def rank_knots(words: int) -> Floats:
    """The ranks at which a card's similarities are kept, first to last."""
    found: Floats = np.unique(np.geomspace(1, words, _KNOTS).round())
    return found


def nearness(ranks: Floats, words: int) -> Floats:
    """A rank on the common scale: about 8 for the nearest clue of ten thousand, 0 for a middling one, at least -1."""
    scaled: Floats = np.log(words) - 1 - np.log(ranks)
    return scaled
