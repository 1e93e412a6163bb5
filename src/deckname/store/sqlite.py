"""The store in one SQLite file, for a house with one server.

One thread writes, in group commits; a few read. The event loop only waits for them. The file is in WAL mode and synced
at every commit. Other programs may open it too: SQLite's locks keep everyone in line.
"""

from __future__ import annotations

import asyncio
import json
import queue
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from threading import Thread
from typing import Any, NamedTuple

import apsw
import msgspec

from deckname.store.batches import Batches
from deckname.store.migrations import missing
from deckname.store.store import (
    NO_SECRETS,
    Append,
    Entry,
    Stale,
    StoreError,
    StoreUnavailable,
    check_bodies,
    check_names,
    checked_append,
    clamped,
    past_prefix,
)


class Document(NamedTuple):
    kind: str
    key: str
    body: bytes
    expires: float | None


Write = Append | Callable[[apsw.Connection], Any]
Errand = tuple[list[Write], asyncio.Future[list[object]]]

APPLICATION = int.from_bytes(b"Deck")
BUSY_MILLISECONDS = 5000
READERS = 2
CHECKPOINT_PAGES = 8000
"""The WAL may grow to 32 MB before it is folded into the file: tables that are played at the same time write to the
same few pages again and again, and each of these is then written once."""

APPEND = """
insert into entries select ?1, ?2, ?3, ?4
where ?2 = 1 or exists (select 1 from entries where log = ?1 and seq = ?2 - 1)
on conflict do nothing
"""
# The same for a whole batch, each with one body: a thread that runs one long statement doesn't ask for Python's lock
# again and again, for which it would have to wait in a queue with the event loop.
APPEND_MANY = """
insert into entries
select value ->> 0, value ->> 1, coalesce(substr(?2, value ->> 2, value ->> 3), x''), ?3 from json_each(?1)
where value ->> 1 = 1 or exists (select 1 from entries where log = value ->> 0 and seq = (value ->> 1) - 1)
on conflict do nothing
"""
LAST_OF_MANY = """
select value, coalesce((select max(seq) from entries where log = value), 0) from json_each(?)
"""
# From log to log by the primary key, then only the last entry of each.
IDLE = """
with recursive logs (log) as (
  select min(log) from entries
  union all
  select (select min(log) from entries where log > logs.log) from logs where log is not null
), ends (log, at) as (
  select log, (select at from entries where log = logs.log order by seq desc limit 1) from logs where log is not null
)
select log from ends where at < ? order by at, log
"""


async def open_sqlite(file: Path, clock: Callable[[], float]) -> SqliteStore:
    return await asyncio.to_thread(SqliteStore, file, clock)


class SqliteStore:
    """See `Store` for what each method promises."""

    def __init__(self, file: Path, clock: Callable[[], float]) -> None:
        self._file = file
        self._clock = clock
        self._readers: queue.SimpleQueue[apsw.Connection] = queue.SimpleQueue()
        self._writer = _connect(file)
        try:
            _migrate(self._writer, file)
            for _ in range(READERS):
                self._readers.put(_connect(file, reading=True))
        except BaseException:
            self._close_connections()
            raise
        self._writing: queue.SimpleQueue[Errand | None] = queue.SimpleQueue()
        self._writer_thread = Thread(target=self._keep_writing, name="store-writer", daemon=True)
        self._writer_thread.start()
        self._reading = ThreadPoolExecutor(READERS, "store-reader")
        self._batches: Batches[Write] = Batches(self._commit)
        self._closed = False

    async def append(
        self, log: str, seq: int, bodies: Sequence[bytes], secrets: Mapping[str, bytes] = NO_SECRETS
    ) -> None:
        wanted = checked_append(log, seq, bodies, secrets)
        await self._batches.submit(wanted)

    async def read(self, log: str, after: int = 0) -> list[Entry]:
        check_names(log)
        sql = "select seq, body from entries where log = ? and seq > ? order by seq"
        return [Entry(*row) for row in await self._query(sql, log, clamped(after))]

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
        check_names(kind, key)
        check_bodies(body)
        await self._batches.submit(partial(_put, Document(kind, key, body, expires), self._clock()))

    async def get(self, kind: str, key: str) -> bytes | None:
        check_names(kind, key)
        rows = await self._query(
            "select body from documents where kind = ? and key = ? and coalesce(expires > ?, true)",
            *(kind, key, self._clock()),
        )
        return rows[0][0] if rows else None

    async def take(self, kind: str, key: str) -> bytes | None:
        check_names(kind, key)
        body: bytes | None = await self._batches.submit(partial(_take, kind, key, self._clock()))
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
        await self._batches.submit(partial(_take, kind, key, self._clock()))

    async def idle_logs(self, before: float) -> list[str]:
        return [log for (log,) in await self._query(IDLE, before)]

    async def drop_log(self, log: str) -> None:
        check_names(log)
        await self._batches.submit(partial(_drop_log, log))

    async def close(self) -> None:
        await self._batches.close()
        self._closed = True
        await asyncio.to_thread(self._let_go)

    async def _query(self, sql: str, *values: apsw.SQLiteValue) -> list[Any]:
        if self._closed:
            raise StoreUnavailable("closed")
        return await asyncio.get_running_loop().run_in_executor(self._reading, self._fetch, sql, values)

    def _fetch(self, sql: str, values: tuple[apsw.SQLiteValue, ...]) -> list[Any]:
        connection = self._readers.get()
        try:
            return connection.execute(sql, values).fetchall()
        except apsw.Error as error:
            raise StoreUnavailable("file_unusable", file=self._file.name, detail=error) from error
        finally:
            self._readers.put(connection)

    async def _commit(self, writes: list[Write]) -> list[object]:
        """Handed to the thread without an executor, whose futures would cost as much as the transaction."""
        future: asyncio.Future[list[object]] = asyncio.get_running_loop().create_future()
        self._writing.put((writes, future))
        return await future

    def _keep_writing(self) -> None:
        while errand := self._writing.get():
            writes, future = errand
            try:
                answer = partial(_settle, future.set_result, future, self._transact(writes))
            except Exception as error:
                answer = partial(_settle, future.set_exception, future, error)
            future.get_loop().call_soon_threadsafe(answer)

    def _transact(self, writes: list[Write]) -> list[object]:
        """All writes in one transaction. One that is stale leaves the others alone; a full disk fails them all."""
        connection, now = self._writer, self._clock()
        with _clear_errors(self._file):
            try:
                connection.execute("begin immediate")
                outcomes = _all_at_once(connection, writes, now) or _one_by_one(connection, writes, now)
                connection.execute("commit")
            finally:
                if connection.in_transaction:
                    connection.execute("rollback")
        return outcomes

    def _let_go(self) -> None:
        self._reading.shutdown()
        self._writing.put(None)
        self._writer_thread.join()
        self._close_connections()

    def _close_connections(self) -> None:
        """The writer last: whoever closes last tidies up the WAL."""
        while not self._readers.empty():
            self._readers.get().close()
        self._writer.close()


def _settle(outcome: Callable[[Any], None], future: asyncio.Future[list[object]], value: object) -> None:
    if not future.done():  # whoever waited may be gone
        outcome(value)


def _all_at_once(connection: apsw.Connection, writes: list[Write], now: float) -> list[object] | None:
    """The quick way: appends of one body, which most writes are, in one statement after all others.

    None, with nothing written, if any of them was stale: then it matters who came first.
    """
    if len(writes) == 1:
        return None
    outcomes = [None if _is_plain(write) else _attempt(connection, write, now) for write in writes]
    plain = [write for write in writes if isinstance(write, Append) and _is_plain(write)]
    if plain:
        _append_many(connection, plain, now)
    missed = plain and connection.changes() < len(plain)
    if not missed and not any(isinstance(outcome, Stale) for outcome in outcomes):
        return outcomes
    connection.execute("rollback")
    connection.execute("begin immediate")
    return None


def _is_plain(write: Write) -> bool:
    return isinstance(write, Append) and len(write.bodies) == 1 and not write.secrets


def _append_many(connection: apsw.Connection, appends: list[Append], now: float) -> None:
    rows: list[tuple[str, int, int, int]] = []
    start = 1
    for log, seq, (body,), _ in appends:
        rows.append((log, seq, start, len(body)))
        start += len(body)
    together = b"".join([append.bodies[0] for append in appends])
    connection.execute(APPEND_MANY, (msgspec.json.encode(rows).decode(), together, now))


def _one_by_one(connection: apsw.Connection, writes: list[Write], now: float) -> list[object]:
    return [_attempt(connection, write, now) for write in writes]


def _attempt(connection: apsw.Connection, write: Write, now: float) -> object:
    """A stale append is found out before it has written anything, so there is nothing to undo."""
    try:
        if not isinstance(write, Append):
            return write(connection)
        _append(write, now, connection)
    except Stale as stale:
        return stale
    return None


def _append(wanted: Append, now: float, connection: apsw.Connection) -> None:
    """The first body takes its place, if there is no gap before it; then the following ones are free."""
    log, seq, (first, *others), secrets = wanted
    connection.execute(APPEND, (log, seq, first, now))
    if not connection.changes():
        raise Stale(log, seq)
    for number, body in enumerate(others, seq + 1):
        connection.execute("insert into entries values (?, ?, ?, ?)", (log, number, body, now))
    for name, body in secrets:
        connection.execute(
            "insert into secrets values (?, ?, ?) on conflict do update set body = excluded.body", (log, name, body)
        )


def _put(document: Document, now: float, connection: apsw.Connection) -> None:
    if document.expires is not None:  # those who bring what expires clear away what has
        connection.execute("delete from documents where expires <= ?", (now,))
    connection.execute(
        "insert into documents values (?, ?, ?, ?)"
        " on conflict do update set body = excluded.body, expires = excluded.expires",
        document,
    )


def _take(kind: str, key: str, now: float, connection: apsw.Connection) -> bytes | None:
    rows: list[Any] = connection.execute(
        "delete from documents where kind = ? and key = ? returning body, coalesce(expires > ?, true)",
        (kind, key, now),
    ).fetchall()
    return rows[0][0] if rows and rows[0][1] else None


def _drop_log(log: str, connection: apsw.Connection) -> None:
    connection.execute("delete from entries where log = ?", (log,))
    connection.execute("delete from secrets where log = ?", (log,))


def _connect(file: Path, reading: bool = False) -> apsw.Connection:
    """A connection to the file, which nobody else may read: it holds the keys of running games."""
    with _clear_errors(file):
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        file.touch(mode=0o600)
        file.chmod(0o600)
        connection = apsw.Connection(str(file))
        connection.set_busy_timeout(BUSY_MILLISECONDS)
        connection.pragma("synchronous", "full")
        connection.pragma("wal_autocheckpoint", CHECKPOINT_PAGES)
        connection.pragma("query_only", reading)
        return connection


def _migrate(connection: apsw.Connection, file: Path) -> None:
    with _clear_errors(file):
        ((tables,),) = connection.execute("select count(*) from sqlite_schema").fetchall()
        if tables and connection.pragma("application_id") != APPLICATION:
            raise StoreError("file_of_another", file=file)
        if connection.pragma("journal_mode", "wal") != "wal":
            raise StoreError("file_not_local", file=file)
        connection.execute("begin immediate")
        connection.pragma("application_id", APPLICATION)
        for step in missing("sqlite", connection.pragma("user_version")):
            connection.execute(step.script)
            connection.pragma("user_version", step.number)
        connection.execute("commit")


@contextmanager
def _clear_errors(file: Path) -> Iterator[None]:
    try:
        yield
    except apsw.BusyError as error:
        raise StoreUnavailable("file_locked", file=file) from error
    except (OSError, apsw.Error) as error:
        raise StoreError("file_unusable", file=file, detail=error) from error
