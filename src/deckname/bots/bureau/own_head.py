"""An opponent's own head: it hears clues as somebody else would who has grown up with other thoughts than their giver.

What strays and what does not come to mind is drawn from the words on the table alone, so that the same question gets
the same answer in every process and a card that was missed stays missed. The key has no part in it.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b
from statistics import NormalDist

import numpy as np

from .encoder import Floats
from .knowledge import SOURCES, Knowledge
from .parameters import Skill

_MIND = tuple(SOURCES.index(source) for source in ("mention", "thought"))
_NORMAL = NormalDist()


class OwnHead:
    """`Knowledge` of somebody else."""

    def __init__(self, knowledge: Knowledge, skill: Skill, whose: str) -> None:
        """`whose` tells heads apart: one table's from another's, one side's from the other's."""
        self.language, self.words = knowledge.language, knowledge.words
        self._knowledge, self._skill, self._whose = knowledge, skill, whose

    def near(self, cards: Sequence[tuple[str, ...]], clue: str) -> Floats:
        found = np.array(self._knowledge.near(cards, clue))
        for place, shown in enumerate(cards):
            seen, strayed = self._chance("seen", clue, shown), self._chance("strayed", clue, shown)
            if seen < self._skill.blind:
                found[_MIND, place] = 0.0
            found[:, place] += self._skill.blur * _NORMAL.inv_cdf(strayed)
        return found

    def near_vocabulary(self, cards: Sequence[tuple[str, ...]]) -> Floats:
        return self._knowledge.near_vocabulary(cards)

    def _chance(self, what: str, clue: str, shown: tuple[str, ...]) -> float:
        """The same for the same words, and else anything between 0 and 1."""
        text = "\n".join((self._whose, what, clue, *shown)).encode()
        return (int.from_bytes(blake2b(text, digest_size=6).digest(), "big") + 0.5) / 2**48
