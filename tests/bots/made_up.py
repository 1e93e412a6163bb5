"""Words, listeners and stakes that a test makes up, so that what a bot should think of them is worked out by hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from deckname.bots.bureau import PARAMETERS, SOURCES, Parameters
from deckname.bots.bureau.listener import Listener
from deckname.engine.model import ASSASSIN, BYSTANDER

WORD, THOUGHT = SOURCES.index("word"), SOURCES.index("thought")

SURE = 20.0
"""So near that nobody takes another card."""


class Told:
    """A vocabulary in which each word is near these cards of a `Game`, and far from all others."""

    language = "en"

    def __init__(self, **near: Mapping[int, float] | Sequence[int]) -> None:
        self.words = tuple(near)
        self._near = {
            word: {f"WORD{card}": cards[card] if isinstance(cards, Mapping) else SURE for card in cards}
            for word, cards in near.items()
        }

    def near(self, faces, clue):
        found = np.zeros((len(SOURCES), len(faces)), np.float32)
        found[WORD] = [self._near.get(clue, {}).get(face, 0.0) for (face,) in faces]
        return found

    def near_vocabulary(self, faces):
        return np.stack([self.near(faces, word) for word in self.words], axis=1)


def ears(*weights: float) -> Listener:
    """Listeners that go by the vectors of words, and never stray; the first is a person."""
    by_word = np.zeros((len(weights), len(SOURCES)))
    by_word[:, WORD] = 1.0
    return Listener(by_word, np.zeros(len(weights)), np.array(weights))


ONE_EAR = ears(1.0)


AT_FIRST = 20


@dataclass(frozen=True)
class Points:
    """Beside twenty to begin with, a card found is worth one; one of the other side costs one, the assassin ten."""

    haste: float = 0.0
    honest: float = 0.0
    hunch: float = 0.0
    doubt: float = 1.0
    fear: float = 1.0
    calm: float = 1.0
    for_anybody: bool = False
    parameters: Parameters = PARAMETERS

    def after(self, found, miss):
        return AT_FIRST + found - {None: 0, BYSTANDER: 0, ASSASSIN: 10}.get(miss, 1)
