"""Questions to the bots from outside a game, as the commands get them: what is asked, or what is wrong with it."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from deckname.engine.model import UNLIMITED, Number
from deckname.engine.rules import LONGEST_CLUE
from deckname.language import LANGUAGES, say

LARGEST_NUMBER = 99
MOST_CARDS = 100


class AskedWrongly(ValueError):  # noqa: N818 - the mistake is the asker's
    """What can't be answered: a code of the catalogue, with its details."""

    def __init__(self, code: str, **details: object) -> None:
        super().__init__(code)
        self.code, self.details = code, details

    def sentence(self, language: str) -> str:
        return say(language, f"bots_error.{self.code}", **self.details)


@dataclass(frozen=True)
class Query:
    """What does this clue mean?"""

    cards: tuple[str, ...]
    clue: str
    number: Number
    language: str
    top: int | None

    @classmethod
    def read(cls, line: str, language: str, top: int | None) -> Query:
        """A line of JSON; `language` and `top` are for those that name none."""
        asked = {"language": language, "number": 1, "top": top, **_object(line)}
        match asked.get("cards"):
            case [str(), *_] as cards if all(isinstance(card, str) for card in cards):
                pass
            case _:
                raise AskedWrongly("bad_cards", most=MOST_CARDS, longest=LONGEST_CLUE)
        if not isinstance(asked.get("clue"), str):
            raise AskedWrongly("bad_clue", longest=LONGEST_CLUE)
        if asked["number"] != UNLIMITED and not _whole(asked["number"], 0, LARGEST_NUMBER):
            raise AskedWrongly("bad_number", most=LARGEST_NUMBER)
        if asked["top"] is not None and not _whole(asked["top"], 1):
            raise AskedWrongly("bad_top")
        if asked["language"] not in LANGUAGES:
            raise AskedWrongly("bad_language", known=", ".join(LANGUAGES))
        return cls(tuple(cards), asked["clue"], asked["number"], asked["language"], asked["top"])


def _object(line: str) -> dict[str, Any]:
    try:
        found = json.loads(line.removeprefix("\ufeff"))  # some systems begin every text with this mark
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, dict):
        raise AskedWrongly("not_object")
    return found


def _whole(value: object, least: int, most: int | None = None) -> bool:
    """True and false are whole numbers to Python alone."""
    return type(value) is int and least <= value and (most is None or value <= most)
