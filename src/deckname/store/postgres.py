"""The store in a PostgreSQL database, for houses with several servers.

Appends of one node are grouped, one statement for each group; the primary key arbitrates between nodes. A lost
connection is made anew within a bounded time. Each append carries a token of its own, which stays with its entries: if
the connection breaks during the commit, the next attempt recognises by it what was stored after all.
"""

from __future__ import annotations

import asyncio
import secrets as dice
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from functools import partial
from itertools import count
from typing import Any, NamedTuple, TypeVar

import asyncpg
from asyncpg.pool import PoolConnectionProxy

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

Result = TypeVar("Result")
Connection = PoolConnectionProxy  # what the pool hands out: a connection that finds its way back

PATIENCE = 10.0  # seconds until whoever waits for a lost database is told so
MOST_CONNECTIONS = 8
LANES = 2
"""Groups of appends under way at once, by log: while the database writes one, the other gathers and is answered."""
MOST_UNSETTLED = 4096
MIGRATING = int.from_bytes(b"deckname")  # the advisory lock under which one node migrates
PASSING = (
    OSError,
    asyncpg.PostgresConnectionError,
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,  # what asyncpg says of a connection that ended amid an operation
    asyncpg.OperatorInterventionError,  # the server shuts down, or starts up
    asyncpg.TooManyConnectionsError,
    asyncpg.TransactionRollbackError,
    asyncpg.ReadOnlySQLTransactionError,  # another server is about to take over
)

# The first body of each append takes its place, if there is no gap before it; then the following ones are free. Rows
# are written in the order of their names, so two nodes can't wait for each other. The lock on the entry before keeps
# whoever drops the log waiting, or makes us wait and see it gone.
APPEND_ONE_EACH = """
insert into deckname.entries (log, seq, body, token, at)
select log, seq, body, token, $5::float8
from unnest($1::text[], $2::bigint[], $3::bytea[], $4::bigint[]) as first (log, seq, body, token)
left join lateral (
  select true as there from deckname.entries e where e.log = first.log and e.seq = first.seq - 1 for key share
) as before on true
where seq = 1 or there
order by log
on conflict do nothing returning token
"""
APPEND = f"""
with taken as (
  {APPEND_ONE_EACH}
), following as (
  insert into deckname.entries (log, seq, body, token, at)
  select log, seq, body, token, $5
  from unnest($6::text[], $7::bigint[], $8::bytea[], $9::bigint[]) as other (log, seq, body, token)
  where token in (select token from taken)
), hidden as (
  insert into deckname.secrets (log, name, body)
  select log, name, body
  from unnest($10::text[], $11::text[], $12::bytea[], $13::bigint[]) as secret (log, name, body, token)
  where token in (select token from taken)
  on conflict (log, name) do update set body = excluded.body
)
select token from taken
"""
STORED_BEFORE = """
select token from deckname.entries
join unnest($1::text[], $2::bigint[], $3::bigint[]) as lost (log, seq, token) using (log, seq, token)
"""
LAST_OF_MANY = """
select log, coalesce((select seq from deckname.entries e where e.log = wanted.log order by seq desc limit 1), 0)
from unnest($1::text[]) as wanted (log)
"""
# From log to log by the primary key, then only the last entry of each.
IDLE = """
with recursive logs (log) as (
  select min(log) from deckname.entries
  union all
  select (select min(log) from deckname.entries e where e.log > logs.log) from logs where log is not null
), ends (log, at) as (
  select log, (select at from deckname.entries e where e.log = logs.log order by seq desc limit 1)
  from logs where log is not null
)
select log from ends where at < $1 order by at, log
"""
# Every statement finds its rows by a key; a plan made while a table was empty must not read all of it later.
PREPARE_SESSION = """
select set_config('plan_cache_mode', 'force_generic_plan', false), set_config('enable_seqscan', 'off', false),
  case when current_setting('synchronous_commit') = 'off' then set_config('synchronous_commit', 'on', false) end
"""


class Attempt(NamedTuple):
    wanted: Append
    token: int


async def open_postgres(url: str, clock: Callable[[], float], patience: float = PATIENCE) -> PostgresStore:
    pool = await _patiently(partial(_open_pool, url), patience)
    return PostgresStore(pool, clock, patience)


class PostgresStore:
    """See `Store` for what each method promises."""

    def __init__(self, pool: asyncpg.Pool, clock: Callable[[], float], patience: float) -> None:
        self._pool = pool
        self._clock = clock
        self._patience = patience
        self._lanes: list[Batches[Attempt]] = [Batches(self._commit) for _ in range(LANES)]
        self._tokens = count(dice.randbits(62))  # no two nodes start near each other
        self._unsettled: dict[Append, int] = {}
        self._closed = False

    async def append(
        self, log: str, seq: int, bodies: Sequence[bytes], secrets: Mapping[str, bytes] = NO_SECRETS
    ) -> None:
        wanted = checked_append(log, seq, bodies, secrets)
        token = self._unsettled.pop(wanted, None) or next(self._tokens)
        try:
            await self._lanes[hash(log) % LANES].submit(Attempt(wanted, token))
        except StoreUnavailable:  # it may have been stored: whoever tries again does so with the same token
            self._unsettled[wanted] = token
            if len(self._unsettled) > MOST_UNSETTLED:
                del self._unsettled[next(iter(self._unsettled))]
            raise

    async def read(self, log: str, after: int = 0) -> list[Entry]:
        check_names(log)
        sql = "select seq, body from deckname.entries where log = $1 and seq > $2 order by seq"
        return [Entry(*row) for row in await self._query(sql, log, clamped(after))]

    async def last_seq(self, log: str) -> int:
        check_names(log)
        ((last,),) = await self._query("select coalesce(max(seq), 0) from deckname.entries where log = $1", log)
        return int(last)

    async def last_seqs(self, logs: Collection[str]) -> dict[str, int]:
        check_names(*logs)
        return {log: last for log, last in await self._query(LAST_OF_MANY, [*logs])}  # noqa: C416 - as below

    async def secrets(self, log: str) -> dict[str, bytes]:
        check_names(log)
        rows = await self._query("select name, body from deckname.secrets where log = $1", log)
        return {name: body for name, body in rows}  # noqa: C416 - dict() would ask a row for keys

    async def put(self, kind: str, key: str, body: bytes, expires: float | None = None) -> None:
        check_names(kind, key)
        check_bodies(body)
        if expires is not None:  # those who bring what expires clear away what has
            await self._query(
                "delete from deckname.documents where (kind, key) in"
                " (select kind, key from deckname.documents where expires <= $1 for update skip locked)",
                self._clock(),
            )
        await self._query(
            "insert into deckname.documents (kind, key, body, expires) values ($1, $2, $3, $4)"
            " on conflict (kind, key) do update set body = excluded.body, expires = excluded.expires",
            *(kind, key, body, expires),
        )

    async def get(self, kind: str, key: str) -> bytes | None:
        check_names(kind, key)
        rows = await self._query(
            "select body from deckname.documents where kind = $1 and key = $2 and coalesce(expires > $3, true)",
            *(kind, key, self._clock()),
        )
        return rows[0][0] if rows else None

    async def take(self, kind: str, key: str) -> bytes | None:
        """Not tried again once it was sent: it might have been taken by the attempt that failed."""
        check_names(kind, key)
        sql = "delete from deckname.documents where kind = $1 and key = $2 returning body, coalesce(expires > $3, true)"
        rows = await self._once(lambda connection: connection.fetch(sql, kind, key, self._clock()))
        return rows[0][0] if rows and rows[0][1] else None

    async def keys(self, kind: str, prefix: str = "", limit: int = 1000) -> list[str]:
        check_names(kind, prefix)
        rows = await self._query(
            "select key from deckname.documents where kind = $1 and key >= $2 and coalesce(key < $3::text, true)"
            " and coalesce(expires > $4, true) order by key limit $5",
            *(kind, prefix, past_prefix(prefix), self._clock(), limit),
        )
        return [key for (key,) in rows]

    async def delete(self, kind: str, key: str) -> None:
        check_names(kind, key)
        await self._query("delete from deckname.documents where kind = $1 and key = $2", kind, key)

    async def idle_logs(self, before: float) -> list[str]:
        return [log for (log,) in await self._query(IDLE, before)]

    async def drop_log(self, log: str) -> None:
        check_names(log)
        await self._again(partial(_drop_log, log))

    async def close(self) -> None:
        for lane in self._lanes:
            await lane.close()
        self._closed = True
        try:
            async with asyncio.timeout(self._patience):
                await self._pool.close()
        except TimeoutError:
            self._pool.terminate()

    async def _commit(self, attempts: list[Attempt]) -> list[object]:
        """An outcome for each. Several appends to one log go one after another, each in a statement of its own.

        If a statement fails, all are told so: those that were stored find out by their tokens.
        """
        outcomes: dict[int, Stale | None] = {}
        rest = attempts
        while rest:
            earliest = {attempt.wanted.log: attempt for attempt in reversed(rest)}
            stored = await self._again(partial(_append, sorted(earliest.values()), self._clock()))
            for wanted, token in earliest.values():
                outcomes[token] = None if token in stored else Stale(wanted.log, wanted.seq)
            rest = [attempt for attempt in rest if attempt.token not in outcomes]
        return [outcomes[attempt.token] for attempt in attempts]

    async def _query(self, sql: str, *values: object) -> list[Any]:
        return await self._again(lambda connection: connection.fetch(sql, *values))

    async def _again(self, action: Callable[[Connection], Awaitable[Result]]) -> Result:
        """For what may be done twice: repeated, on another connection, while the database can't be reached."""

        async def attempt() -> Result:
            self._refuse_if_closed()
            return await _with(await self._pool.acquire(), self._pool, action)

        return await _patiently(attempt, self._patience)

    async def _once(self, action: Callable[[Connection], Awaitable[Result]]) -> Result:
        """For what may not: only getting a connection is repeated."""
        self._refuse_if_closed()
        connection = await _patiently(self._pool.acquire, self._patience)
        try:
            return await _with(connection, self._pool, action)
        except PASSING as error:
            raise _unreachable(error) from error

    def _refuse_if_closed(self) -> None:
        if self._closed:
            raise StoreUnavailable("closed")


async def _with(
    connection: Connection, pool: asyncpg.Pool, action: Callable[[Connection], Awaitable[Result]]
) -> Result:
    """Do something on a connection and give it back; one that may be broken isn't used again."""
    try:
        return await action(connection)
    except PASSING:
        connection.terminate()
        raise
    finally:
        await pool.release(connection)


async def _append(attempts: list[Attempt], now: float, connection: Connection) -> set[int]:
    """The tokens of those that are stored, now or by an earlier attempt."""
    first = [(wanted.log, wanted.seq, wanted.bodies[0], token) for wanted, token in attempts]
    following = [
        (wanted.log, seq, body, token)
        for wanted, token in attempts
        for seq, body in enumerate(wanted.bodies[1:], wanted.seq + 1)
    ]
    secrets = [(wanted.log, name, body, token) for wanted, token in attempts for name, body in wanted.secrets]
    if following or secrets:
        rows = await connection.fetch(APPEND, *_columns(first), now, *_columns(following), *_columns(secrets))
    else:
        rows = await connection.fetch(APPEND_ONE_EACH, *_columns(first), now)
    stored = {token for (token,) in rows}
    lost = [(wanted.log, wanted.seq, None, token) for wanted, token in attempts if token not in stored]
    if lost:
        logs, seqs, _, tokens = _columns(lost)
        stored |= {token for (token,) in await connection.fetch(STORED_BEFORE, logs, seqs, tokens)}
    return stored


def _columns(rows: Sequence[tuple[object, object, object, object]]) -> Sequence[Sequence[object]]:
    return [*zip(*rows, strict=True)] or [()] * 4


async def _drop_log(log: str, connection: Connection) -> None:
    """Until nothing is left: while we waited for whoever was appending, their entry was added."""
    async with connection.transaction():
        while await connection.fetch("delete from deckname.entries where log = $1 returning seq", log):
            pass
        await connection.execute("delete from deckname.secrets where log = $1", log)


async def _patiently(attempt: Callable[[], Awaitable[Result]], patience: float) -> Result:
    """Try until it works or the time is up; what won't pass by itself is told at once."""
    clock = asyncio.get_running_loop().time
    deadline = clock() + patience
    pause = 0.02
    while True:
        try:
            async with asyncio.timeout_at(deadline):
                return await attempt()
        except PASSING as error:
            if clock() + pause >= deadline:
                raise _unreachable(error) from error
        except asyncpg.PostgresError as error:
            raise StoreError("database_unusable", detail=error) from error
        await asyncio.sleep(pause)
        pause = min(2 * pause, 1.0)


def _unreachable(error: Exception) -> StoreUnavailable:
    return StoreUnavailable("database_unreachable", detail=str(error) or type(error).__name__)


async def _open_pool(url: str) -> asyncpg.Pool:
    try:
        connection = await asyncpg.connect(url)
    except ValueError:  # whose text may quote a part of the password
        raise StoreError("database_address") from None
    try:
        await _migrate(connection)
    finally:
        await connection.close()
    return await asyncpg.create_pool(
        url, min_size=1, max_size=MOST_CONNECTIONS, init=_prepare_session, reset=_leave_as_it_is
    )


async def _prepare_session(connection: asyncpg.Connection) -> None:
    await connection.execute(PREPARE_SESSION)


async def _leave_as_it_is(connection: asyncpg.Connection) -> None:
    """Nothing changes the settings of a connection after the first, so none have to be reset."""


async def _migrate(connection: asyncpg.Connection) -> None:
    async with connection.transaction():
        await connection.execute("select pg_advisory_xact_lock($1)", MIGRATING)
        if await connection.fetchval("select to_regclass('deckname.migrations') is null"):
            await connection.execute("create schema if not exists deckname")
            await connection.execute("create table deckname.migrations (number bigint primary key, name text not null)")
        version = await connection.fetchval("select coalesce(max(number), 0) from deckname.migrations")
        for step in missing("postgres", version):
            await connection.execute(step.script)
            await connection.execute("insert into deckname.migrations values ($1, $2)", step.number, step.name)
