"""What phones at a real table tell each other: which cards are covered there. No field can hold a key or its code."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from deckname.engine.editions import MOST_TOKENS
from deckname.protocol.common import CardIndex, ClueNumber

MarkNumber = Annotated[int, Meta(ge=1, le=100_000)]
TokenNumber = Annotated[int, Meta(ge=0, le=MOST_TOKENS)]


class TableMark(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Something that was done at the table: a clue for a number, a covered card, a turn that ended, tokens laid out."""

    at: MarkNumber
    """Its place in the order of all marks; of equal ones the phone decides."""
    do: Literal["clue", "cover", "stop", "lay", "undo"]
    number: ClueNumber | None = None
    card: CardIndex | None = None
    by: Literal["a", "b"] | None = None
    """In Duet: whose touch it was, and `found`: what was said of it."""
    found: Literal["green", "bystander", "assassin"] | None = None
    turns: TokenNumber | None = None
    mistakes: TokenNumber | None = None


class MarkSheet(Struct, frozen=True, forbid_unknown_fields=True):
    """All that one phone has marked."""

    marks: Annotated[tuple[TableMark, ...], Meta(max_length=300)]


class MarkSheets(Struct, frozen=True):
    """The sheets of all phones at a table, by the names that the phones gave themselves."""

    sheets: dict[str, MarkSheet]
