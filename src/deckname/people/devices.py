"""The devices of people: their tokens, when each was here last, and how one is forgotten.

A token lasts until it is forgotten or has not been used for long. The store knows it by its hash alone, with the person
it stands for, the browser and the system in a word each, and the day on which it was seen. A day is enough for people,
and means one write a day. Other nodes hear of a forgotten device by a list that each of them reads every second.
"""

from __future__ import annotations

import asyncio
import hashlib
import secrets
import time
from collections import OrderedDict
from collections.abc import Callable
from typing import NamedTuple

import msgspec

from deckname.store.store import Store, StoreUnavailable

TOKEN_BYTES = 32
_LONGEST_TOKEN = 200
_DAY = 86_400
_REMEMBERED = 10_000
_TRUSTED = 5.0
"""Seconds for which we don't ask the store again about a device."""
_FORGOTTEN = "forgotten"
_TOLD_FOR = 3600.0
"""Seconds for which a forgotten device stays on the list for other nodes."""
_SLACK = 60.0
"""Seconds by which the clocks of nodes may differ."""
_PAGE = 100
_MOST_LISTED = 100


class DeviceLook(NamedTuple):
    """What a device is, in words that we know: `Firefox`, `Android`. Empty where we don't."""

    browser: str = ""
    system: str = ""


UNKNOWN_LOOK = DeviceLook()


class Recognised(NamedTuple):
    """A device, and whose it is."""

    device: str
    person: str


class SeenDevice(NamedTuple):
    id: str
    look: DeviceLook
    seen: float
    """The beginning of the day on which it was here last."""


class _Noted(msgspec.Struct, frozen=True, omit_defaults=True):
    person: str
    browser: str = ""
    system: str = ""
    seen: int = 0
    """The day, counted from 1970; 0 if an older version wrote it."""


class Devices:
    def __init__(self, store: Store, clock: Callable[[], float], forget_after_days: int) -> None:
        """`forget_after_days`: of disuse; 0 for never."""
        self._store, self._clock, self._forget_after = store, clock, forget_after_days
        self._known: OrderedDict[str, tuple[_Noted, float]] = OrderedDict()
        self._forgotten: OrderedDict[str, None] = OrderedDict()
        self._heard_at = clock()
        self.listeners: list[Callable[[str], None]] = []
        """Called with each device that is forgotten, here or on another node."""

    async def new(self, person: str, look: DeviceLook) -> str:
        """A token for another device of somebody; it is shown this once."""
        token = secrets.token_urlsafe(TOKEN_BYTES)
        noted = _Noted(person, *look, self._today)
        await self._store.put("device", hashed(token), msgspec.json.encode(noted), self._expiry)
        await self._enlist(hashed(token), noted)
        return token

    async def recognise(self, token: str, look: DeviceLook) -> Recognised | None:
        """Whose device this is; None for a token that nobody was given, or that is no longer good."""
        if len(token) > _LONGEST_TOKEN:
            return None
        device = hashed(token)
        noted = self._trusted(device) or await self._read(device)
        if noted and noted.seen != self._today:
            noted = await self._see(device, noted, look)
        return Recognised(device, noted.person) if noted and not self.is_forgotten(device) else None

    def _trusted(self, device: str) -> _Noted | None:
        noted, until = self._known.get(device, (None, 0.0))
        return noted if time.monotonic() < until else None

    async def _read(self, device: str) -> _Noted | None:
        body = await self._store.get("device", device)
        if body is None:
            self._known.pop(device, None)
            return None
        noted = msgspec.json.decode(body, type=_Noted) if body.startswith(b"{") else _Noted(body.decode())
        self._trust(device, noted)
        return noted

    def _trust(self, device: str, noted: _Noted) -> None:
        self._known[device] = noted, time.monotonic() + _TRUSTED
        self._known.move_to_end(device)
        if len(self._known) > _REMEMBERED:
            self._known.popitem(last=False)

    async def _see(self, device: str, before: _Noted, look: DeviceLook) -> _Noted | None:
        """Its first sign of life today. One that was forgotten in this very moment is not called back by it."""
        noted = _Noted(before.person, *look, self._today)
        self._trust(device, noted)
        try:
            if not await self._store.replace("device", device, msgspec.json.encode(noted), self._expiry):
                self._known.pop(device, None)
                return None
            await self._enlist(device, noted)
        except StoreUnavailable:  # a full disk is no reason to know nobody: it is noted some other time
            self._known.pop(device, None)
        return noted

    async def _enlist(self, device: str, noted: _Noted) -> None:
        await self._store.enlist(f"devices/{noted.person}", device, float(noted.seen * _DAY), b"")

    @property
    def _today(self) -> int:
        return int(self._clock() // _DAY)

    @property
    def _expiry(self) -> float | None:
        """A whole day later than said: the day on which it was seen counts for all of it."""
        return (self._today + 1 + self._forget_after) * float(_DAY) if self._forget_after else None

    # --- one's own

    async def of(self, person: str) -> list[SeenDevice]:
        """Somebody's devices, the one that was here last first."""
        listed = await self._store.page(f"devices/{person}", _MOST_LISTED)
        bodies = await asyncio.gather(*(self._store.get("device", one.key) for one in listed))
        found = []
        for one, body in zip(listed, bodies, strict=True):
            if body is None:  # it expired
                await self._store.strike(f"devices/{person}", one.key)
                continue
            noted = msgspec.json.decode(body, type=_Noted)
            found.append(SeenDevice(one.key, DeviceLook(noted.browser, noted.system), one.at))
        return found

    async def exists(self, device: str) -> bool:
        return not self.is_forgotten(device) and await self._store.get("device", device) is not None

    # --- forgetting

    async def forget(self, person: str, device: str) -> None:
        """From now on its token is nobody's. Other nodes are told first, should the line break amid it."""
        now = self._clock()
        await self._store.strike_before(_FORGOTTEN, now - _TOLD_FOR)
        await self._store.enlist(_FORGOTTEN, device, now, b"")
        await self._store.delete("device", device)
        await self._store.strike(f"devices/{person}", device)
        self._forget(device)

    def _forget(self, device: str) -> None:
        self._known.pop(device, None)
        self._forgotten[device] = None
        if len(self._forgotten) > _REMEMBERED:
            self._forgotten.popitem(last=False)
        for listener in self.listeners:
            listener(device)

    def is_forgotten(self, device: str) -> bool:
        """Whether it was forgotten of late; one that expired is not known to the store."""
        return device in self._forgotten

    async def hear_of_forgotten(self) -> None:
        """Of those that other nodes have forgotten since we last asked."""
        since, before = self._heard_at - _SLACK, None
        asked_at = self._clock()
        while page := await self._store.page(_FORGOTTEN, _PAGE, before):
            for device in [one.key for one in page if one.at >= since]:
                self._forget(device)
            before = page[-1].at, page[-1].key
            if page[-1].at < since or len(page) < _PAGE:
                break
        self._heard_at = asked_at


def hashed(secret: str) -> str:
    return hashlib.sha256(secret.encode("utf-8", "replace")).hexdigest()
