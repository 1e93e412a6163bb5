"""The relay of marks: which cards lie covered on somebody's real table, from phone to phone.

Each phone writes a sheet of its own and reads those of all, so nobody overwrites anybody, and it does not matter which
node they ask. What is on a sheet is not this room's affair. A sheet has no place for a key, and a table's name here is
made by chance, not from its code: who reads the whole store learns nothing that the covered cards don't say.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable

from deckname.engine.errors import Refused
from deckname.store.store import Store

MOST_PHONES = 8
KEPT_SECONDS = 86_400.0
"""Since a sheet was last written."""
_KIND = "marks"
_TABLE, _PHONE = re.compile(r"[A-Za-z0-9_-]{16,32}"), re.compile(r"[A-Za-z0-9_-]{8,16}")


class MarkRelay:
    def __init__(self, store: Store, clock: Callable[[], float]) -> None:
        self._store, self._clock = store, clock

    async def read(self, table: str) -> dict[str, bytes]:
        """The sheets of all phones at a table, by the phones' names; none for a table that nobody has written of."""
        _check(_TABLE, table)
        names = await self._store.keys(_KIND, f"{table}.", MOST_PHONES)
        sheets = await asyncio.gather(*(self._store.get(_KIND, name) for name in names))
        return {name.partition(".")[2]: sheet for name, sheet in zip(names, sheets, strict=True) if sheet is not None}

    async def is_new(self, table: str, phone: str) -> bool:
        return await self._store.get(_KIND, _name(table, phone)) is None

    async def write(self, table: str, phone: str, sheet: bytes) -> None:
        """Keep what a phone has marked, in place of what it wrote before."""
        name = _name(table, phone)
        there = await self._store.keys(_KIND, f"{table}.", MOST_PHONES)
        if name not in there and len(there) >= MOST_PHONES:
            raise Refused("table_full")
        await self._store.put(_KIND, name, sheet, self._clock() + KEPT_SECONDS)


def _name(table: str, phone: str) -> str:
    _check(_TABLE, table)
    _check(_PHONE, phone)
    return f"{table}.{phone}"


def _check(form: re.Pattern[str], name: str) -> None:
    if not form.fullmatch(name):
        raise Refused("not_found")
