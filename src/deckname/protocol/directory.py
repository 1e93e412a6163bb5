"""Tables, from outside: how they are found and joined."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from deckname.protocol.common import LanguageId, Milliseconds, ModeId


class TableLink(Struct, frozen=True):
    id: str
    path: str
    """The address to share, from the server's root: whoever has it may come."""


class JoinCode(Struct, frozen=True, forbid_unknown_fields=True):
    """A few letters to read out in a room; valid for some minutes."""

    code: Annotated[str, Meta(min_length=1, max_length=12)]


class MyTable(Struct, frozen=True):
    id: str
    title: str
    edition: str
    stage: str
    at: Milliseconds


class ListedTable(Struct, frozen=True):
    id: str
    title: str
    edition: str
    mode: ModeId
    language: LanguageId
    people: int
    stage: str
