"""All decks that come with Deckname, words and pictures alike. Which one is usual for an edition, the edition says."""

from __future__ import annotations

from functools import cache

from deckname.engine.setup import Faces
from deckname.language import LANGUAGES, say

from .decks import Card, Deck, built_in, built_in_ids
from .family import treasures
from .pictures import catalogue

PICTURES, FAMILY = "pictures", "family"
DRAWN = (PICTURES, FAMILY)
"""The decks whose cards show pictures."""


def deck_ids() -> tuple[tuple[str, str], ...]:
    """Language and id of every deck."""
    return tuple(sorted((*built_in_ids(), *((language, id) for language in LANGUAGES for id in DRAWN))))


@cache
def deck(language: str, id: str) -> Deck:
    """A deck as it is played in a language; DeckError if there is none."""
    if id == PICTURES:
        pairs = catalogue.cards()
    elif id == FAMILY:
        pairs = treasures.cards(language)
    else:
        return built_in(language, id)
    return Deck(id, say(language, f"decks.{id}"), language, tuple(Card(front, back) for front, back in pairs))


def readable_faces(deck: Deck) -> Faces:
    """How to lay a deck where no picture can be shown: treasures with their names up."""
    return "back" if deck.id == FAMILY else "mixed"
