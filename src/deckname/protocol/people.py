"""Who somebody is: what is said about devices and names."""

from __future__ import annotations

from datetime import date
from typing import Annotated

from msgspec import Meta, Struct

from deckname.tables.commands import PersonId


class Me(Struct, frozen=True):
    """Who this device is."""

    person: PersonId
    name: str


class NewDevice(Struct, frozen=True, forbid_unknown_fields=True):
    name: Annotated[str, Meta(max_length=30)] = ""


class Device(Struct, frozen=True):
    """For programs: send `Authorization: Bearer <token>`. Browsers get a cookie instead. It is not shown again."""

    token: str
    person: PersonId


class MyDevice(Struct, frozen=True):
    """A device that is the same person as the one that asks."""

    id: str
    browser: str
    """`Firefox`, `Safari` …; empty if it is a program, or none that we know."""
    system: str
    """`Android`, `Windows` …; empty if it didn't say."""
    seen: date
    """The day on which it was here last."""
    this: bool
    """The one that asks."""


class LinkCode(Struct, frozen=True, forbid_unknown_fields=True):
    """Used once, within ten minutes, makes another device the same person."""

    code: Annotated[str, Meta(max_length=64)]
