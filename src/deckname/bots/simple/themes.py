"""What goes with what: our own small lists of themes, of words that hint at them and of cards that belong to them.

A list per language in `words/`, and one for what the pictures show, by the ids of their concepts. They are all that
`simple` knows, so that it can play at once and anywhere; they are no dictionary.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache

from deckname.cards.pictures.catalogue import concepts
from deckname.language import LANGUAGES
from deckname.referee.text import fold
from deckname.words import SHARED, entries

HINT_FOR_CARD = 0.6
"""How much a card belongs to a theme that it hints at (TRACTOR to the farm); a card named by the theme belongs by 1."""
MEMBER_FOR_CLUE = 0.6
"""How much a clue means a theme of which it is a mere member; a hint at the theme means it by 1."""


@dataclass(frozen=True, slots=True)
class Theme:
    hints: tuple[str, ...]
    """Clues for it, the best first."""
    members: frozenset[str]
    """Folded words that belong to it."""


@cache
def themes(language: str) -> Mapping[str, Theme]:
    """The themes of a language by their names."""
    pictured = _pictured(language)
    found = {}
    for name, hints, members in _lines(language):
        words = frozenset(fold(word) for word in _listed(members)) | pictured.get(name, frozenset())
        found[name] = Theme(tuple(_listed(hints)), words)
    return found


@lru_cache(maxsize=8_192)
def meaning(clue: str, language: str) -> Mapping[str, float]:
    """The themes that a clue may mean, and how strongly."""
    return _weights(clue, language, for_hint=1.0, for_member=MEMBER_FOR_CLUE)


@lru_cache(maxsize=8_192)
def belonging(word: str, language: str) -> Mapping[str, float]:
    """The themes that what a card shows belongs to, and how strongly."""
    return _weights(word, language, for_hint=HINT_FOR_CARD, for_member=1.0)


def _weights(word: str, language: str, for_hint: float, for_member: float) -> Mapping[str, float]:
    folded = fold(word)
    found = {}
    for name, theme in themes(language).items():
        hints = for_hint if folded in map(fold, theme.hints) else 0.0
        if weight := max(hints, for_member if folded in theme.members else 0.0):
            found[name] = weight
    return found


@cache
def _pictured(language: str) -> Mapping[str, frozenset[str]]:
    """What the pictures show of each theme, in words of the language."""
    column = LANGUAGES.index(language)
    return {
        _listed(names)[column]: frozenset(fold(concepts()[id_].name(language)) for id_ in _listed(ids))
        for names, ids in _lines(SHARED)
    }


def _lines(place: str) -> Iterator[list[str]]:
    return ([part.strip() for part in line.split("|")] for line in entries(place, "themes"))


def _listed(text: str) -> list[str]:
    return [part.strip() for part in text.split(",")]
