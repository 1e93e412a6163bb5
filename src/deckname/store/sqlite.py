"""The store in one SQLite file, for a house with one server: what `Store` promises, in terms of the file.

`sqlite_file.py` has the file and its threads, `sqlite_writes.py` what each write does. Writes are grouped: those that
wait together share a commit.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import apsw

from deckname.store import sqlite_writes as writes
from deckname.store.batches import Batches
from deckname.store.checks import (
    begin_behind,
    check_names,
    check_time,
    checked_append,
    checked_compaction,
    checked_document,
    checked_enlisted,
    clamped,
    entries_of,
    log_of,
    past_prefix,
)
from deckname.store.health import StoreHealth, watched
from deckname.store.sqlite_file import SqliteFile
from deckname.store.store import NO_SECRETS, Entry, Listed, Log, Place

# A snapshot that reaches beyond what is asked for comes as a row without a body.
READ = """
select seq, null from snapshots where log = ?1 and seq > ?2
union all select seq, body from entries where log = ?1 and seq > ?2
"""
# One statement, since it sees everything as it is at one moment.
LOAD = """
with base (seq, body) as (select seq, body from snapshots where log = ?1 and seq > ?2)
select 'snapshot', seq, '', body from base
union all
select 'entry', seq, '', body from entries where log = ?1 and seq > max(?2, coalesce((select seq from base), 0))
union all
select 'secret', 0, name, body from secrets where log = ?1
"""
PAGE = """
select at, key, body from listings where list = ? and (at, key) < (?, ?) order by at desc, key desc limit ?
"""
LAST_OF_MANY = """
select value, coalesce((select max(seq) from entries where log = value), 0) from json_each(?)
"""
# From log to log by the primary key, then only the last entry of each.
LAST_ENTRIES = """
with recursive logs (log) as (
  select min(log) from entries
  union all
  select (select min(log) from entries where log > logs.log) from logs where log is not null
), ends (log, at) as (
  select log, (select at from entries where log = logs.log order by seq desc limit 1) from logs where log is not null
)
"""
IDLE = f"{LAST_ENTRIES} select log from ends where at < ? order by at, log"
NEWEST = f"{LAST_ENTRIES} select coalesce(max(at), 0.0) from ends"


async def open_sqlite(path: Path, clock: Callable[[], float]) -> SqliteStore:
    return SqliteStore(await asyncio.to_thread(SqliteFile, path), clock)


@watched
class SqliteStore:
    """See `Store` for what each method promises."""

    def __init__(self, file: SqliteFile, clock: Callable[[], float]) -> None:
        self._file = file
        self._clock = clock
        self._batches: Batches[writes.Write] = Batches(self._commit)
        self.health = StoreHealth()

    @property
    def waiting(self) -> int:
        return self._batches.waiting

    async def time(self) -> float | None:
        return None

    async def append(
        self, log: str, seq: int, bodies: Sequence[bytes], secrets: Mapping[str, bytes] = NO_SECRETS
    ) -> None:
        await self._batches.submit(checked_append(log, seq, bodies, secrets))

    async def read(self, log: str, after: int = 0) -> list[Entry]:
        check_names(log)
        return entries_of(log, await self._query(READ, log, clamped(after)))

    async def load(self, log: str, after: int = 0) -> Log:
        check_names(log)
        return log_of(await self._query(LOAD, log, clamped(after)))

    async def compact(self, log: str, seq: int, snapshot: bytes, forget_secrets: Collection[str] = ()) -> None:
        wanted = checked_compaction(log, seq, snapshot, forget_secrets)
        await self._batches.submit(partial(writes.compact, wanted))

    async def last_seq(self, log: str) -> int:
        check_names(log)
        ((last,),) = await self._query("select coalesce(max(seq), 0) from entries where log = ?", log)
        return int(last)

    async def last_seqs(self, logs: Collection[str]) -> dict[str, int]:
        check_names(*logs)
        return dict(await self._query(LAST_OF_MANY, json.dumps([*logs])))

    async def secrets(self, log: str) -> dict[str, bytes]:
        check_names(log)
        return dict(await self._query("select name, body from secrets where log = ?", log))

    async def put(self, kind: str, key: str, body: bytes, expires: float | None = None) -> None:
        document = checked_document(kind, key, body, expires)
        await self._batches.submit(partial(writes.put, document, self._clock()))

    async def replace(self, kind: str, key: str, body: bytes, expires: float | None = None) -> bool:
        document = checked_document(kind, key, body, expires)
        return bool(await self._batches.submit(partial(writes.replace, document, self._clock())))

    async def get(self, kind: str, key: str) -> bytes | None:
        check_names(kind, key)
        rows = await self._query(
            "select body from documents where kind = ? and key = ? and coalesce(expires > ?, true)",
            *(kind, key, self._clock()),
        )
        return rows[0][0] if rows else None

    async def take(self, kind: str, key: str) -> bytes | None:
        check_names(kind, key)
        body: bytes | None = await self._batches.submit(partial(writes.take, kind, key, self._clock()))
        return body

    async def keys(self, kind: str, prefix: str = "", limit: int = 1000) -> list[str]:
        check_names(kind, prefix)
        rows = await self._query(
            "select key from documents where kind = ?1 and key >= ?2 and coalesce(key < ?3, true)"
            " and coalesce(expires > ?4, true) order by key limit ?5",
            *(kind, prefix, past_prefix(prefix), self._clock(), limit),
        )
        return [key for (key,) in rows]

    async def delete(self, kind: str, key: str) -> None:
        check_names(kind, key)
        await self._batches.submit(partial(writes.take, kind, key, self._clock()))

    async def enlist(self, listing: str, key: str, at: float, body: bytes) -> None:
        await self._batches.submit(partial(writes.enlist, checked_enlisted(listing, key, at, body)))

    async def strike(self, listing: str, key: str) -> bool:
        check_names(listing, key)
        struck: bool = await self._batches.submit(partial(writes.strike, listing, key))
        return struck

    async def strike_before(self, listing: str, at: float) -> None:
        check_names(listing)
        check_time(at)
        await self._batches.submit(partial(writes.strike_before, listing, at))

    async def page(self, listing: str, limit: int, before: Place | None = None) -> list[Listed]:
        check_names(listing)
        rows = await self._query(PAGE, listing, *begin_behind(before), limit)
        return [Listed(*row) for row in rows]

    async def listed(self, listing: str, key: str) -> Listed | None:
        check_names(listing, key)
        sql = "select at, key, body from listings where list = ? and key = ?"
        rows = await self._query(sql, listing, key)
        return Listed(*rows[0]) if rows else None

    async def count(self, listing: str) -> int:
        check_names(listing)
        ((count,),) = await self._query("select count(*) from listings where list = ?", listing)
        return int(count)

    async def idle_logs(self, before: float) -> list[str]:
        return [log for (log,) in await self._query(IDLE, before)]

    async def touch(self, log: str) -> None:
        check_names(log)
        await self._batches.submit(partial(writes.touch, log, self._clock()))

    async def newest_entry(self) -> float:
        ((newest,),) = await self._query(NEWEST)
        return float(newest)

    async def drop_log(self, log: str, last: int | None = None) -> bool:
        check_names(log)
        gone: bool = await self._batches.submit(partial(writes.drop_log, log, last))
        return gone

    async def close(self) -> None:
        await self._batches.close()
        await self._file.close()

    async def _query(self, sql: str, *values: apsw.SQLiteValue) -> list[Any]:
        return await self._file.query(sql, values)

    async def _commit(self, batch: list[writes.Write]) -> list[object]:
        outcomes: list[object] = await self._file.transact(partial(writes.carry_out, batch, self._clock()))
        return outcomes
