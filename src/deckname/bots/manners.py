"""Who the bots are: a name and a character for every manner, in every language."""

from __future__ import annotations

from typing import NamedTuple

from deckname.language import say

from .player import Manner


class Introduction(NamedTuple):
    name: str
    character: str
    """One sentence."""


def introduce(manner: Manner, language: str) -> Introduction:
    return Introduction(say(language, f"manner.{manner}_name"), say(language, f"manner.{manner}_character"))
