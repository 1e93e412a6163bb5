"""Who somebody is, without accounts: a device holds a secret token, and one or several devices are a person.

The store never sees a token, only its hash, so finding it tells nothing about how much of a guess was right.
`devices.py` has the tokens; here are persons, their names, and the codes that make another device the same person.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable

import msgspec

from deckname.lettering import without_bidi_controls_in
from deckname.people.devices import UNKNOWN_LOOK, DeviceLook, Devices, Recognised, SeenDevice, hashed
from deckname.store.store import Store

__all__ = ["FORGET_AFTER_DAYS", "DeviceLook", "Devices", "People", "Recognised", "SeenDevice"]

LINK_SECONDS = 600
FORGET_AFTER_DAYS = 400


class _Person(msgspec.Struct, frozen=True):
    name: str = ""


class _Link(msgspec.Struct, frozen=True):
    """Who asked for a code, and by which device: if that is forgotten, so is the code."""

    person: str
    device: str


class People:
    def __init__(self, store: Store, clock: Callable[[], float], forget_after_days: int = FORGET_AFTER_DAYS) -> None:
        self._store = store
        self._clock = clock
        self.devices = Devices(store, clock, forget_after_days)

    async def new_device(
        self, name: str = "", person: str | None = None, look: DeviceLook = UNKNOWN_LOOK
    ) -> tuple[str, str]:
        """A token, which is shown this once, and the person it stands for: a new one unless one is given."""
        if person is None:
            person = secrets.token_urlsafe(9)
            await self.rename(person, name)
        return await self.devices.new(person, look), person

    async def name(self, person: str) -> str:
        body = await self._store.get("person", person)
        return msgspec.json.decode(without_bidi_controls_in(body), type=_Person).name if body else ""

    async def rename(self, person: str, name: str) -> None:
        await self._store.put("person", person, msgspec.json.encode(_Person(name)))

    async def link_code(self, asking: Recognised) -> str:
        """A code that makes another device this person, once, soon."""
        code = secrets.token_urlsafe(16)
        body = msgspec.json.encode(_Link(asking.person, asking.device))
        await self._store.put("link", hashed(code), body, self._clock() + LINK_SECONDS)
        return code

    async def link(self, code: str, look: DeviceLook = UNKNOWN_LOOK) -> tuple[str, str] | None:
        """A new token for the person who asked for the code; None if it is wrong, used or too old."""
        body = await self._store.take("link", hashed(code))
        if body is None:
            return None
        asked = msgspec.json.decode(body, type=_Link) if body.startswith(b"{") else _Link(body.decode(), "")
        if asked.device and not await self.devices.exists(asked.device):
            return None
        return await self.new_device(person=asked.person, look=look)
