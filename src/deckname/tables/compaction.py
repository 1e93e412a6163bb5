"""Snapshots take the place of what a table's log has gathered, so that it opens as fast after a thousand games, or a
night of chatter, as on day one.

One is made when the next game has begun and when the log has grown. What goes wrong here goes better the next time; no
game leaves the log before its record is kept.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress

from deckname.store.store import Stale, Store
from deckname.tables.background import Background
from deckname.tables.bounds import SNAPSHOT_AFTER
from deckname.tables.events import GameBegan, TableEvent
from deckname.tables.game import GameState
from deckname.tables.history import History
from deckname.tables.live import Before, LiveTable
from deckname.tables.registry import Registry
from deckname.tables.restored import TableRestored
from deckname.tables.snapshot import snapshot_of
from deckname.tables.stored import encode_snapshot


class Compactor:
    def __init__(self, store: Store, registry: Registry, history: History, background: Background) -> None:
        self._store, self._registry, self._history, self._background = store, registry, history, background
        registry.on_load = self._loaded

    def follow(self, live: LiveTable, _before: Before, happened: Sequence[TableEvent]) -> None:
        next_game = any(isinstance(event, GameBegan) and event.number > 1 for event in happened)
        if next_game or self._has_grown(live):
            self._begin(live)

    async def _loaded(self, live: LiveTable, ended: Sequence[GameState]) -> None:
        """What another node, or an older version, has left."""
        await self._history.keep_missing(live, ended)
        if self._has_grown(live) or _puts_aside(live):
            self._begin(live)

    def _has_grown(self, live: LiveTable) -> bool:
        return live.state.seq - live.snapshot >= SNAPSHOT_AFTER

    def _begin(self, live: LiveTable) -> None:
        """Of the table as it is at this moment; whatever is written meanwhile stays behind it."""
        snapshot = snapshot_of(live.state)
        live.snapshot = snapshot.seq
        self._background.spawn(self._compact(live, snapshot))

    async def _compact(self, live: LiveTable, snapshot: TableRestored) -> None:
        gone = range(live.put_aside + 1, snapshot.put_aside + 1)
        if not all([await self._history.keeps(live.id, number) for number in gone]):
            await self._history.keep_missing(*await self._registry.read(live.id))
        first = snapshot.put_aside + 1
        with suppress(Stale):  # the table has been closed
            await self._store.compact(live.id, snapshot.seq, encode_snapshot(snapshot), live.secrets_before(first))
        live.forget_before(first)
        live.put_aside = max(live.put_aside, snapshot.put_aside)


def _puts_aside(live: LiveTable) -> bool:
    """Whether the log still holds games that are over besides the one on the table."""
    return live.state.games - (live.state.game is not None) > live.put_aside
