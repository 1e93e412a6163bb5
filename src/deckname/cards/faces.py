"""What a face shows, in words: for those who can't see it, for bots, and for the referee.

A face is `picture:` and the id of an engraved picture, `treasure:` and the id of a treasure, or a plain word, which
shows itself. Not here: drawing (pictures.gallery), and the pictures of a host's own (pictures.packs).
"""

from __future__ import annotations

from deckname.cards.family import treasures
from deckname.cards.pictures import catalogue


def is_drawn(face: str) -> bool:
    """Whether the gallery has a picture for a face."""
    return face.startswith((catalogue.PREFIX, treasures.PREFIX))


def describe(face: str, language: str) -> str:
    """What a face shows, as an alternative text; KeyError if there is no such picture."""
    if face.startswith(catalogue.PREFIX):
        return catalogue.describe(face, language)
    if face.startswith(treasures.PREFIX):
        return treasures.treasure(face).name(language)
    return face


def concepts(face: str, language: str) -> tuple[str, ...]:
    """The things that a face shows, as nouns without an article; KeyError if there is no such picture."""
    if face.startswith(catalogue.PREFIX):
        return catalogue.concept_names(face, language)
    if face.startswith(treasures.PREFIX):
        return (treasures.treasure(face).concept.name(language),)
    return (face,)
