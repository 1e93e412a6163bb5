"""Opening tables and finding them: by link, by a code that is read out, in the public list, among one's own."""

from __future__ import annotations

import asyncio
import secrets as tokens
from collections.abc import Callable, Sequence
from typing import NamedTuple
from weakref import WeakValueDictionary

import msgspec
from msgspec import Struct

from deckname.engine.errors import Refused
from deckname.engine.model import Mode
from deckname.lettering import without_bidi_controls_in
from deckname.store.store import Store
from deckname.tables.background import Background
from deckname.tables.closed import ClosedTables
from deckname.tables.decisions import check_settings
from deckname.tables.events import PersonJoined, TableEvent, TableOpened
from deckname.tables.live import Before, LiveTable
from deckname.tables.registry import Registry, stored
from deckname.tables.state import Stage
from deckname.tables.stored import encode_event
from deckname.tables.table_settings import TableSettings
from deckname.tables.upkeep import LISTED_SECONDS, PUBLIC_LIST, Upkeep

TABLE_BYTES = 16
JOIN_SECONDS = 900
_JOIN_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ"
"""Letters alone: they are typed with remote controls, too."""
_MY_TABLES = 20


class TableSummary(Struct, frozen=True):
    """A table in a few words."""

    id: str
    title: str
    edition: str
    mode: Mode
    language: str
    people: int
    stage: Stage


class Visit(NamedTuple):
    """A table that somebody has come to, and when."""

    table: LiveTable
    at: float


def summary(live: LiveTable) -> TableSummary:
    state, settings = live.state, live.state.settings
    people = sum(member.online and not member.bot for member in state.members.values())
    return TableSummary(
        state.id, settings.title, settings.edition, settings.mode, settings.language, people, state.stage
    )


class Directory:
    def __init__(
        self,
        store: Store,
        registry: Registry,
        upkeep: Upkeep,
        *,
        closed: ClosedTables,
        background: Background,
        clock: Callable[[], float],
        tables_per_person: int,
    ) -> None:
        self._store, self._registry, self._upkeep, self._closed = store, registry, upkeep, closed
        self._background, self._clock, self._most = background, clock, tables_per_person
        self._opening: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._listed: dict[str, TableSummary] = {}
        """What the public list says of the tables in memory."""

    def follow(self, live: LiveTable, _before: Before, happened: Sequence[TableEvent]) -> None:
        for event in happened:
            if isinstance(event, PersonJoined) and event.bot is None:
                self._background.spawn(self._store.enlist(f"tables/{event.person}", live.id, self._clock(), b""))
        if happened:
            self._list(live)

    # --- opening

    async def open_table(self, host: str, settings: TableSettings) -> str:
        check_settings(settings)
        async with self._opening.setdefault(host, asyncio.Lock()):  # or they could open many at the same moment
            mine = await stored(self._store.keys("opened", f"{host}/"))
            if len(mine) >= self._most:
                mine = await stored(self._in_use(mine))
            if len(mine) >= self._most:
                raise Refused("too_many_tables", most=self._most)
            id = tokens.token_urlsafe(TABLE_BYTES)
            opened = encode_event(TableOpened(self._clock(), host, settings))
            await stored(self._store.append(id, 1, [opened]))
            await stored(self._store.put("opened", f"{host}/{id}", b""))
            return id

    async def _in_use(self, keys: Sequence[str]) -> list[str]:
        """Which of these tables are open and have not been left by everybody who ever came; those are forgotten."""
        ids = {key: key.rpartition("/")[2] for key in keys}
        last = await self._store.last_seqs([*ids.values()])
        used = []
        for key, id in ids.items():
            live = await self._registry.table(id) if last[id] and not await self._is_closed(id) else None
            if live and (live.readers or live.state.is_awaited):
                used.append(key)
                continue
            if live:
                await self._upkeep.forget(id)
            await self._store.delete("opened", key)
        return used

    async def _is_closed(self, id: str) -> bool:
        """Looking through many tables opens none of those that were put aside."""
        return self._registry.get(id) is None and await self._closed.has(id)

    # --- finding

    def _list(self, live: LiveTable) -> None:
        """Keep the public list true."""
        said = self._listed.get(live.id)
        if not live.state.settings.listed and said is None:
            return
        wanted = summary(live)
        if not live.state.settings.listed or not wanted.people:
            if self._listed.pop(live.id, None):
                self._background.spawn(self._store.strike(PUBLIC_LIST, live.id))
        elif wanted != said:
            self._listed[live.id] = wanted
            body = msgspec.json.encode(wanted)
            self._background.spawn(self._store.enlist(PUBLIC_LIST, live.id, self._clock(), body))

    async def listed(self, limit: int = 100) -> list[TableSummary]:
        """The tables that anybody may find, the liveliest first."""
        oldest = self._clock() - LISTED_SECONDS
        found = await stored(self._store.page(PUBLIC_LIST, limit))
        return [
            msgspec.json.decode(without_bidi_controls_in(one.body), type=TableSummary)
            for one in found
            if one.at > oldest
        ]

    async def visited(self, person: str) -> list[Visit]:
        """The tables that somebody has come to and still belongs to, the newest first."""
        found = []
        for listed in await stored(self._store.page(f"tables/{person}", _MY_TABLES)):
            if await stored(self._is_closed(listed.key)):
                continue
            try:
                live = await self._registry.table(listed.key)
            except Refused as refused:
                if refused.code == "no_such_table":
                    await self._store.strike(f"tables/{person}", listed.key)
                continue
            if person in live.state.members:
                found.append(Visit(live, listed.at))
        return found

    async def join_code(self, id: str, person: str) -> str:
        """A few letters that lead to a table for a quarter of an hour."""
        if person not in (await self._registry.table(id)).state.members:
            raise Refused("not_joined")
        code = "".join(tokens.choice(_JOIN_LETTERS) for _ in range(6))
        await stored(self._store.put("join", code, id.encode(), self._clock() + JOIN_SECONDS))
        return code

    async def table_for_code(self, code: str) -> str:
        found = None
        if set(code.upper()) <= set(_JOIN_LETTERS):
            found = await stored(self._store.get("join", code.upper()))
        if found is None:
            raise Refused("no_such_code")
        return found.decode()
