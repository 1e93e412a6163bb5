"""All decks that come with Deckname, words and pictures alike, and which of them an edition is usually played with."""

from __future__ import annotations

from functools import cache

from deckname.language import LANGUAGES, say

from .decks import Card, Deck, Faces, built_in, built_in_ids
from .family import treasures
from .pictures import catalogue

PICTURES, FAMILY = "pictures", "family"

USUAL = {"classic": "classic", "duet": "duet", "pictures": PICTURES, "family-easy": FAMILY, "family-advanced": FAMILY}
"""By edition. Only a habit: any deck goes on any grid (P9, F6)."""


def deck_ids() -> tuple[tuple[str, str], ...]:
    """Language and id of every deck."""
    return tuple(sorted((*built_in_ids(), *((language, id) for language in LANGUAGES for id in (PICTURES, FAMILY)))))


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


def usual_deck(edition: str, language: str) -> Deck:
    return deck(language, USUAL[edition])


def readable_faces(edition: str) -> Faces:
    """How to lay the usual deck where no picture can be shown: treasures with their names up."""
    return "back" if USUAL[edition] == FAMILY else "mixed"
