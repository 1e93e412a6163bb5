"""Tables that nobody comes to any more are closed, and after a while deleted; the records of their games stay.

A clock that is wrong must not lose a game. So closing, which goes by the clock, loses nothing: whoever comes has the
table back. And deleting doesn't go by the clock, but by how long the house has been open since: time that passed while
it ran, measured by the monotonic clock and added up from sweep to sweep. Where the store says that it is later than
the clock does, nothing is done at all.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass

import msgspec
from msgspec import Struct

from deckname.engine.errors import Refused
from deckname.store.store import Store
from deckname.tables.closed import ClosedTable, ClosedTables, Closing
from deckname.tables.history import History
from deckname.tables.registry import Registry
from deckname.tables.state import TableState

DAY = 86_400.0
PUBLIC_LIST = "listed"
LISTED_SECONDS = DAY
"""Seconds that a table where nothing changes stays in the public list."""
SETTLING = 6 * 3600.0
"""Seconds after a start in which nothing is swept: by then a clock is right, or somebody has seen that it isn't."""
FUTURE = 300.0
"""Seconds by which what is stored may be ahead of the clock."""
UNFINISHED = 2
"""How many times as long a closed table is kept if its game was not over."""

log = logging.getLogger(__name__)


class SweepNote(Struct, frozen=True):
    """What a sweep leaves for the next, on whichever node."""

    at: float = 0.0
    open_for: float = 0.0
    """Seconds that the house has been open, as sweeps have counted them."""


@dataclass(frozen=True)
class Keeping:
    """How long tables are kept that nobody touches, in seconds."""

    sweep_after: float = 14 * DAY
    """Then they are closed."""
    delete_after: float = 14 * DAY
    """So much later they are deleted; 0: never."""

    def is_over(self, closing: Closing, open_for: float) -> bool:
        return self.delete_after > 0 and self.left(closing, open_for) <= 0

    def left(self, closing: Closing, open_for: float) -> float:
        """Seconds until a closed table is deleted, of those in which the house is open."""
        patience = self.delete_after * (UNFINISHED if closing.unfinished else 1)
        return patience - (open_for - closing.open_for)


@dataclass
class Swept:
    """How many tables, since the start."""

    closed: int = 0
    deleted: int = 0
    restored: int = 0


class Upkeep:
    def __init__(
        self,
        store: Store,
        registry: Registry,
        history: History,
        closed: ClosedTables,
        *,
        keeping: Keeping,
        clock: Callable[[], float],
        steady: Callable[[], float],
    ) -> None:
        self._store, self._registry, self._history, self._closed = store, registry, history, closed
        self._keeping, self._clock, self._steady = keeping, clock, steady
        self._started = self._counted = steady()
        self.swept = Swept()
        self.behind = 0.0
        """Seconds that the clock was behind what is stored when a sweep last compared them; 0 if it wasn't."""

    async def sweep(self) -> None:
        await self._restore([live.id for live in self._registry.with_readers()])
        if self._steady() - self._started < SETTLING:
            return
        note = await last_note(self._store)
        if await self._is_behind(note):
            return
        open_for = await self._count_on(note)
        await self._store.strike_before(PUBLIC_LIST, self._clock() - LISTED_SECONDS)
        closed = [table async for table in self._closed.all()]
        await self._delete([table for table in closed if self._keeping.is_over(table.closing, open_for)])
        await self._close_idle({table.id for table in closed}, open_for)

    async def forget(self, id: str) -> None:
        """A table that everybody has left: it is deleted at once."""
        await self._keep_games(id)
        await self._store.drop_log(id)
        self._take_away(id)
        await self._store.strike(PUBLIC_LIST, id)

    # --- the clock

    async def _is_behind(self, note: SweepNote) -> bool:
        """Whether what is stored comes from the future. What was closed there was closed by a clock that was wrong."""
        latest = max(note.at, await self._store.newest_entry())
        behind = latest - self._clock()
        self.behind = behind if behind > FUTURE else 0.0
        if not self.behind:
            return False
        log.warning("clock.behind", extra={"seconds": round(behind)})
        bound = self._clock() + FUTURE
        await self._restore([table.id async for table in self._closed.all() if table.at > bound])
        return True

    async def _count_on(self, note: SweepNote) -> float:
        """How long the house has been open by now. Another node may have counted part of our time already."""
        steady, now = self._steady(), self._clock()
        passed = min(steady - self._counted, max(0.0, now - note.at))
        counted = SweepNote(now, note.open_for + passed)
        await self._store.put("sweep", "last", msgspec.json.encode(counted))
        self._counted = steady
        return counted.open_for

    # --- the steps

    async def _close_idle(self, closed: set[str], open_for: float) -> None:
        idle = await self._store.idle_logs(self._clock() - self._keeping.sweep_after)
        done = [id for id in idle if id not in closed and await self._close(id, open_for)]
        self.swept.closed += len(done)
        _tell("tables.closed", len(done))

    async def _close(self, id: str, open_for: float) -> bool:
        if self._is_used(id):
            return False
        try:
            state = await self._keep_games(id)
        except Refused:  # another node has deleted it
            return False
        await self._closed.add(id, Closing(state.seq, open_for, state.running is not None, state.settings.title))
        if self._is_used(id):  # by somebody who came just now
            await self._closed.restore(id)
            return False
        self._take_away(id)
        await self._store.strike(PUBLIC_LIST, id)
        return True

    async def _keep_games(self, id: str) -> TableState:
        """Make the records that are missing, also of a game whose end nobody is there any more to take back."""
        live, ended = await self._registry.read(id)
        game = live.state.game
        held = [game] if game and game.held else []
        await self._history.keep_missing(live, [*ended, *held])
        return live.state

    async def _delete(self, due: list[ClosedTable]) -> None:
        done = [table for table in due if not self._is_used(table.id) and await self._closed.delete(table)]
        self.swept.deleted += len(done)
        _tell("tables.deleted", len(done))

    async def _restore(self, ids: list[str]) -> None:
        done = [id for id in ids if await self._closed.restore(id)]
        self.swept.restored += len(done)
        _tell("tables.restored", len(done))

    def _is_used(self, id: str) -> bool:
        live = self._registry.get(id)
        return live is not None and bool(live.readers)

    def _take_away(self, id: str) -> None:
        if live := self._registry.get(id):
            self._registry.dissolve(live)


async def last_note(store: Store) -> SweepNote:
    body = await store.get("sweep", "last")
    return msgspec.json.decode(body, type=SweepNote) if body else SweepNote()


def _tell(event: str, tables: int) -> None:
    if tables:
        log.info(event, extra={"tables": tables})
