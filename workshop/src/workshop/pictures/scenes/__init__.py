"""Scenes: small functions that blend two or three figures into one picture.

A scene takes the canvas and its figures; the props around them are drawn by our own code. To add one, write
a function with `@scene` in one of these modules and give it a sentence in each language in `scenes.toml`.
"""

from workshop.pictures.scenes import (
    doubles,
    garden,
    glass,
    machines,
    outdoors,
    rooms,
    sky,
    stunts,
    travel,
)
from workshop.pictures.scenes.scene_registry import SCENES, scene

__all__ = [
    "SCENES",
    "doubles",
    "garden",
    "glass",
    "machines",
    "outdoors",
    "rooms",
    "scene",
    "sky",
    "stunts",
    "travel",
]
