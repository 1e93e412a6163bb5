"""Which drawn faces look so alike that a board shows only one of them: those of one scene, or with a thing in common.

Words have no twins here, and neither has a picture that is not ours.
"""

from __future__ import annotations

from functools import cache

from deckname.cards.family import treasures
from deckname.cards.pictures import catalogue

_SCENE = {
    "balloonist": "balloons",
    "hatching": "nest",
    "reflection": "mirror",
    "teacup": "bathtub",
    "unicycle": "tightrope",
}
"""Scenes that the eye takes for another one: two baths, two ropes."""


@cache
def motifs(face: str) -> frozenset[str]:
    """What one would call a face by: its scene and the things in it. Two faces that share one are twins."""
    if face.startswith(catalogue.PREFIX) and (picture := catalogue.pictures().get(face.removeprefix(catalogue.PREFIX))):
        return frozenset((_SCENE.get(picture.scene, picture.scene), *picture.names))
    if face.startswith(treasures.PREFIX) and (
        treasure := treasures.treasures().get(face.removeprefix(treasures.PREFIX))
    ):
        return frozenset((treasure.concept.name("en"),))
    return frozenset()
