"""The tables in memory: loaded from the store, kept up with it, and let go when nobody looks at them any more.

Whoever wants to know what happens at any of them listens: `registry.listeners`.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import TypeVar

from deckname.engine.errors import Refused
from deckname.store.store import Log, Store, StoreUnavailable
from deckname.tables.background import Background
from deckname.tables.events import TableEvent
from deckname.tables.game import GameState
from deckname.tables.live import Before, LiveTable
from deckname.tables.snapshot import restore
from deckname.tables.state import TableState
from deckname.tables.stored import decode_event, decode_snapshot

_LINGER = 60.0
"""Seconds that a table stays in memory after the last reader has left."""

Listener = Callable[[LiveTable, Before, Sequence[TableEvent]], None]
_T = TypeVar("_T")


async def stored(work: Awaitable[_T]) -> _T:
    """What the store says; Refused while it doesn't answer."""
    try:
        return await work
    except StoreUnavailable:
        raise Refused("unavailable") from None


class Registry:
    def __init__(self, store: Store, background: Background, *, alone: bool, clock: Callable[[], float]) -> None:
        """`alone`: no other node writes to this store."""
        self._clock = clock
        self.alone = alone
        self.listeners: list[Listener] = []
        """Told of all that happens at any table in memory; of a table that was read as a whole, with no events."""
        self.on_load: Callable[[LiveTable, Sequence[GameState]], Awaitable[None]] | None = None
        """Sees a table that was read, and the games that have ended there, before anybody else does."""
        self.on_open: Callable[[str], Awaitable[object]] | None = None
        """Hears that somebody has come to a table which was not in memory."""
        self.let_go = 0
        """How many tables have been in memory and no longer are."""
        self._store, self._background = store, background
        self._tables: dict[str, LiveTable] = {}
        self._loading: dict[str, asyncio.Future[LiveTable]] = {}

    def __len__(self) -> int:
        return len(self._tables)

    def get(self, id: str) -> LiveTable | None:
        """The table, if it is in memory."""
        return self._tables.get(id)

    def holds(self, live: LiveTable) -> bool:
        return self._tables.get(live.id) is live

    def with_readers(self) -> list[LiveTable]:
        return [live for live in self._tables.values() if live.readers]

    async def table(self, id: str) -> LiveTable:
        """The table with this id, from memory or from the store; Refused if there is none."""
        if live := self._tables.get(id):
            return live
        if id in self._loading:
            return await asyncio.shield(self._loading[id])
        future = asyncio.ensure_future(self._load(id))
        self._loading[id] = future
        try:
            return await asyncio.shield(future)
        finally:
            self._loading.pop(id, None)

    async def _load(self, id: str) -> LiveTable:
        live, ended = await self.read(id)
        if self.on_open:
            await stored(self.on_open(id))
        if self.on_load:
            await self.on_load(live, ended)
        if self.alone:  # whoever was connected before we started is not connected now
            for member in live.state.members.values():
                if member.node:
                    member.node, member.away = None, self._clock()
        self._tables[id] = live
        self.let_go_later(live)
        self._notify(live, Before.of(live.state), ())
        return live

    async def read(self, id: str) -> tuple[LiveTable, list[GameState]]:
        """A table made anew of its log, and the games of it that have ended; Refused if there is none."""
        try:
            log = await stored(self._store.load(id))
        except ValueError:  # no name that a table could have
            log = Log(None, [], {})
        if not log.entries and not log.snapshot:
            raise Refused("no_such_table")
        live = LiveTable(TableState(id))
        return live, _replay(live, log)

    def let_go_later(self, live: LiveTable) -> None:
        self._background.later(_LINGER, self._let_go, live)

    def _let_go(self, live: LiveTable) -> None:
        if not live.readers and not live.lock.locked() and self.holds(live):
            live.put_down()
            del self._tables[live.id]
            self.let_go += 1

    # --- what happens

    def apply(self, live: LiveTable, happened: Sequence[TableEvent]) -> None:
        """Change a table by events that are stored, and tell whoever listens."""
        before = Before.of(live.state)
        try:
            for event in happened:
                live.state.apply(event)
        except BaseException:  # never go on with a state that is half changed
            self._tables.pop(live.id, None)
            raise
        self._notify(live, before, happened)

    def _notify(self, live: LiveTable, before: Before, happened: Sequence[TableEvent]) -> None:
        for listener in self.listeners:
            listener(live, before, happened)

    async def heard_of(self, id: str, seq: int) -> None:
        """Another node says that a table has come this far: read what is new, if we have it in memory."""
        live = self._tables.get(id)
        if live and live.state.seq < seq:
            async with live.lock:
                if live.state.seq < seq:
                    await self.catch_up(live)

    async def heal(self) -> None:
        """Read whatever was missed because a poke got lost."""
        for id, seq in (await self._store.last_seqs([live.id for live in self.with_readers()])).items():
            if seq:
                await self.heard_of(id, seq)
            elif live := self._tables.get(id):
                self.dissolve(live)

    async def catch_up(self, live: LiveTable) -> None:
        """Read what was written since; the table's lock is held."""
        log = await stored(self._store.load(live.id, live.state.seq))
        if not log.entries and not log.snapshot and not await stored(self._store.last_seq(live.id)):
            self.dissolve(live)
            raise Refused("no_such_table")
        live.doubtful = False
        if log.snapshot:
            self._begin_anew(live, log)
            return
        live.learn(log.secrets)
        for entry in log.entries:
            self.apply(live, (decode_event(entry.body),))

    def _begin_anew(self, live: LiveTable, log: Log) -> None:
        """We fell so far behind that some of what we missed has been put aside."""
        fresh = LiveTable(TableState(live.id))
        _replay(fresh, log)
        live.state, live.shoe, live.thoughts = fresh.state, fresh.shoe, fresh.thoughts
        live.put_aside, live.snapshot = fresh.put_aside, fresh.snapshot
        self._notify(live, Before.of(live.state), ())

    def dissolve(self, live: LiveTable) -> None:
        """The table is no longer there: whoever still looks at it is told."""
        self._tables.pop(live.id, None)
        live.put_down()
        self.let_go += 1
        for reader in tuple(live.readers):
            reader.dismiss("table_closed")

    def dismiss_all(self) -> None:
        """Tell everybody to come back soon."""
        for live in self._tables.values():
            for reader in tuple(live.readers):
                reader.dismiss("restarting")

    def close(self) -> None:
        for live in self._tables.values():
            live.stop_timers()


def _replay(live: LiveTable, log: Log) -> list[GameState]:
    """Apply what a log holds; the games in it that are over by now."""
    live.learn(log.secrets)
    ended = dict[int, GameState]()

    def note_end() -> None:
        if (game := live.state.game) and not game.running:
            ended[game.number] = game

    if log.snapshot:
        snapshot = decode_snapshot(log.snapshot.body)
        restore(live.state, snapshot)
        live.put_aside, live.snapshot = snapshot.put_aside, snapshot.seq
        note_end()
    for entry in log.entries:
        live.state.apply(decode_event(entry.body))
        note_end()
    return [*ended.values()]
