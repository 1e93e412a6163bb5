"""What a face shows, in words: for those who can't see it, for bots, and for the referee.

A face is `picture:` and the id of an engraved picture, `treasure:` and the id of a treasure, or a plain word, which
shows itself. Not here: drawing (the workshop's), and the pictures of a host's own (pictures.packs).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache

from deckname.cards.family import treasures
from deckname.cards.pictures import catalogue


@cache
def drawn_faces() -> Mapping[str, None]:
    """Every face that is a picture, pictures before treasures."""
    pictures = [picture.face for picture in catalogue.pictures().values()]
    return dict.fromkeys([*pictures, *(treasure.face for treasure in treasures.treasures().values())])


def is_drawn(face: str) -> bool:
    """Whether a face is drawn."""
    return face.startswith((catalogue.PREFIX, treasures.PREFIX))


def words_in_play(
    faces: Iterable[str], covers: Iterable[str | None], marks: Iterable[Sequence[str]], sides: int
) -> tuple[str, ...]:
    """The words that a clue must keep clear of (K1): not the pictures, not what is covered, by whatever."""
    cards = zip(faces, covers, marks, strict=True)
    return tuple(face for face, cover, tried in cards if cover is None and len(tried) < sides and not is_drawn(face))


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
