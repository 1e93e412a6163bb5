"""Tables that nobody comes to any more are forgotten; the records of their games stay."""

from __future__ import annotations

from collections.abc import Callable

from deckname.store.store import Store
from deckname.tables.history import History
from deckname.tables.registry import Registry

PUBLIC_LIST = "listed"
LISTED_SECONDS = 86_400.0
"""Seconds that a table where nothing changes stays in the public list."""


class Upkeep:
    def __init__(
        self, store: Store, registry: Registry, history: History, clock: Callable[[], float], sweep_after: float
    ) -> None:
        """`sweep_after`: seconds after which a table that nobody touched is forgotten."""
        self._store, self._registry, self._history = store, registry, history
        self._clock, self._sweep_after = clock, sweep_after

    async def sweep(self) -> int:
        """How many tables were forgotten."""
        await self._store.strike_before(PUBLIC_LIST, self._clock() - LISTED_SECONDS)
        gone = 0
        for id in await self._store.idle_logs(self._clock() - self._sweep_after):
            live = self._registry.get(id)
            if live and live.readers:
                continue
            await self.close_table(id)
            gone += 1
        return gone

    async def close_table(self, id: str) -> None:
        await self._history.keep_missing(*await self._registry.read(id))
        await self._store.drop_log(id)
        await self._store.strike(PUBLIC_LIST, id)
        if live := self._registry.get(id):
            self._registry.dissolve(live)
