"""The treasures of the family game: things that every six-year-old knows, each with a picture and a name.

A card has the picture on one face and the name in the table's language on the other. Not here: the drawing.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from deckname.cards.pictures.catalogue import Concept, concepts
from deckname.cards.pictures.grammar import capitalised
from deckname.words import SHARED, entries

PREFIX = "treasure:"


@dataclass(frozen=True, slots=True)
class Treasure:
    concept: Concept

    @property
    def face(self) -> str:
        return PREFIX + self.concept.id

    def name(self, language: str) -> str:
        """The name as it stands on the card."""
        return capitalised(self.concept.name(language))


@cache
def treasures() -> dict[str, Treasure]:
    """Every treasure by its id."""
    ids = (id_ for line in entries(SHARED, "treasures") for id_ in line.split())
    return {id_: Treasure(concepts()[id_]) for id_ in ids}


def treasure(face: str) -> Treasure:
    """The treasure of a face such as `treasure:apple`; KeyError if there is none."""
    return treasures()[face.removeprefix(PREFIX)]


def cards(language: str) -> tuple[tuple[str, str], ...]:
    """The faces of every card: the picture, and the name in a language."""
    return tuple((item.face, item.name(language)) for item in treasures().values())
