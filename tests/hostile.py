"""Words that somebody sends who means no good: made of parts that can be taken for words in ever so many ways."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import cycle
from random import Random

import pytest

from deckname.cards.decks import built_in
from deckname.referee import Referee
from deckname.referee.languages import LANGUAGES
from deckname.referee.lexicon import Word

KNOWN = ("xqztortortortortortortortortortortortor", "Xyzautobahnhausbootbaumhausbootautobahn")
"""Those that once stopped every German table."""
HARDEST = "ermittlerkontaktgrünerlöwensegelbutterissumkreissamthermannsüssenpflastereinsehe"
"""The German word of 80 letters with the most steps that a search has found."""
ODD = (
    "🐶" * 50,
    "👨‍👩‍👧" * 20,
    "\u202e" + "كلب" * 26,
    "שלום" * 20,
    "пёс" * 26,
    "犬" * 80,
    "ᄀ\u1161" * 40,
    "Ａ" * 80,
    "ﬃ" * 80,
    "ß" * 80,
    "İ" * 80,
    "½" * 80,
    "a" + "\u0301" * 79,
    "a\u0323\u0301" * 26,
    "x" * 100,
    "-" * 80,
    "a-" * 40,
    "a b " * 20,
    "d'" * 40,
    "ue" * 40,
    "our" * 26,
    "\u200b" * 80 + "tor",
    "\x00" * 80,
)
ENOUGH = 5_000
"""Steps for a clue on a board that has been seen: far more than any word of a dictionary takes."""
_LENGTHS = (12, 20, 30, 39, 50, 65, 80)
_HEADS = ("", "", "xqz", "Xyz", "ßß", "ÿ")


def hostile_words(language: str, count: int, seed: int = 5) -> Iterator[str]:
    """So many of them, none longer than the referee reads."""
    rng = Random(seed)
    spoken = LANGUAGES[language]
    cards = [card.front.lower() for card in built_in(language, "classic").cards if card.front.isalpha()]
    short = [word for word in cards if len(word) <= 5]
    before, after = ([affix.text for affix in affixes] for affixes in (spoken.prefixes, spoken.suffixes))

    def several(parts: list[str], between: tuple[str, ...] = ("",)) -> str:
        return "".join(rng.choice(parts) + rng.choice(between) for _ in range(30))

    kinds = cycle((
        lambda: rng.choice(short) * 30,
        lambda: "".join(rng.sample(cards, 3)) * 10,
        lambda: several(cards),
        lambda: several(cards, spoken.links),
        lambda: several(short, spoken.links),
        lambda: several(before)[:30] + rng.choice(cards) + several(after),
        lambda: rng.choice(cards) + rng.choice(after) * 30,
        lambda: several(short, ("-",)),
        lambda: several(short, (" ",)),
    ))  # fmt: skip
    for make in (next(kinds) for _ in range(count)):
        yield (rng.choice(_HEADS) + make())[: rng.choice(_LENGTHS)].strip("- ")


class Steps:
    """Counts what a referee looks up in a language, and fails rather than hang."""

    def __init__(self, referee: Referee, language: str, monkeypatch: pytest.MonkeyPatch, most: int = ENOUGH) -> None:
        self.taken, self._most = 0, most
        lexicon = referee._benches[language].lexicon
        self._look_up = lexicon.word
        monkeypatch.setattr(lexicon, "word", self._counted)

    def _counted(self, form: str) -> Word | None:
        self.taken += 1
        assert self.taken <= self._most, "judging one clue has no end"
        return self._look_up(form)
