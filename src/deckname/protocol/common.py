"""What all messages share: names, numbers and moments, and how they are written."""

from __future__ import annotations

from typing import Annotated, Literal, TypeVar

import msgspec
from msgspec import Meta, Struct

from deckname.engine.errors import CodedError
from deckname.engine.model import MOST_CARDS
from deckname.engine.rules import LONGEST_CLUE

VERSION = 1

SeatId = Annotated[str, Meta(min_length=1, max_length=24, description="`red.giver`, `a.guesser` …")]
ClueWord = Annotated[str, Meta(max_length=LONGEST_CLUE)]
ClueNumber = Annotated[int, Meta(ge=0, le=MOST_CARDS)] | Literal["unlimited"]
CardIndex = Annotated[int, Meta(ge=0, le=MOST_CARDS - 1)]
Milliseconds = Annotated[int, Meta(description="Since 1970, by the server's clock")]

ModeId = Literal["teams", "coop", "trio"]
LanguageId = Literal["en", "fr", "de"]
Details = dict[str, str | int]

encode = msgspec.json.Encoder().encode

_T = TypeVar("_T")


def convert(value: object, kind: type[_T]) -> _T:
    """What a room keeps, in the form that clients get: fields of the same names."""
    return msgspec.convert(value, kind, from_attributes=True)


class Problem(Struct, frozen=True):
    """Why a request was not taken."""

    code: str
    details: Details = {}

    @classmethod
    def of(cls, error: CodedError) -> Problem:
        return cls(error.code, details_of(error))


def details_of(error: CodedError) -> Details:
    """What fills in the sentence that clients have for a code: numbers, and texts that are not too long."""
    return {name: value if isinstance(value, int) else str(value)[:200] for name, value in error.details.items()}
