"""Tables that were put aside because nobody had come for long: neither listed nor in memory, and whole.

Whoever opens such a table has it back as it was, without knowing. When a table is closed, and when one is deleted for
good, is not decided here (upkeep.py).
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from typing import NamedTuple

import msgspec
from msgspec import Struct

from deckname.store.store import Place, Store

CLOSED_LIST = "closed"
_PAGE = 500


class Closing(Struct, frozen=True):
    """What is noted of a table when it is closed."""

    seq: int
    """The last number of its log then: if that has grown, it isn't deleted."""
    open_for: float
    """How long the house had been open by then, in all (see upkeep.py)."""
    unfinished: bool
    title: str


class ClosedTable(NamedTuple):
    id: str
    at: float
    closing: Closing


class ClosedTables:
    def __init__(self, store: Store, clock: Callable[[], float]) -> None:
        self._store, self._clock = store, clock

    async def add(self, id: str, closing: Closing) -> None:
        await self._store.enlist(CLOSED_LIST, id, self._clock(), msgspec.json.encode(closing))

    async def has(self, id: str) -> bool:
        return await self._store.listed(CLOSED_LIST, id) is not None

    async def all(self) -> AsyncIterator[ClosedTable]:
        """The newest first."""
        behind: Place | None = None
        while page := await self._store.page(CLOSED_LIST, _PAGE, behind):
            for at, id, body in page:
                yield ClosedTable(id, at, msgspec.json.decode(body, type=Closing))
            behind = page[-1][:2]

    async def restore(self, id: str) -> bool:
        """Whether it was closed. From now on it is open, and its time begins anew."""
        if not await self.has(id):
            return False
        await self._store.touch(id)  # first, or a sweep might find it neither closed nor in use
        return await self._store.strike(CLOSED_LIST, id)

    async def delete(self, table: ClosedTable) -> bool:
        """For good, unless somebody is quicker: whoever strikes it from the list decides what becomes of it."""
        struck = await self._store.strike(CLOSED_LIST, table.id)
        return struck and await self._store.drop_log(table.id, table.closing.seq)
