"""Who somebody is: what is said about devices and names."""

from __future__ import annotations

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


class LinkCode(Struct, frozen=True, forbid_unknown_fields=True):
    """Used once, within ten minutes, makes another device the same person."""

    code: Annotated[str, Meta(max_length=64)]
