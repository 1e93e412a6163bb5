"""Connections to a PostgreSQL database, its migrations, and patience with it. No statement of what is kept is here.

A lost connection is made anew within a bounded time.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any, TypeVar

import asyncpg
from asyncpg.pool import PoolConnectionProxy

from deckname.store.migrations import missing
from deckname.store.store import StoreError, StoreUnavailable

Result = TypeVar("Result")
Connection = PoolConnectionProxy  # what the pool hands out: a connection that finds its way back

PATIENCE = 10.0  # seconds until whoever waits for a lost database is told so
SILENCE = 1.0  # seconds until somebody is told that we wait
MOST_CONNECTIONS = 8
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

# Every statement finds its rows by a key; a plan made while a table was empty must not read all of it later.
PREPARE_SESSION = """
select set_config('plan_cache_mode', 'force_generic_plan', false), set_config('enable_seqscan', 'off', false),
  case when current_setting('synchronous_commit') = 'off' then set_config('synchronous_commit', 'on', false) end
"""


class PostgresPool:
    def __init__(self, pool: asyncpg.Pool, patience: float) -> None:
        self._pool = pool
        self.patience = patience
        self._closed = False

    @classmethod
    async def open(cls, url: str, patience: float, waits: Callable[[], None]) -> PostgresPool:
        """`waits` is called once it takes longer than one would sit through in silence."""
        telling = asyncio.get_running_loop().call_later(SILENCE, waits)
        try:
            return cls(await _patiently(partial(_open_pool, url), patience), patience)
        finally:
            telling.cancel()

    async def query(self, sql: str, *values: object) -> list[Any]:
        return await self.again(lambda connection: connection.fetch(sql, *values))

    async def again(self, action: Callable[[Connection], Awaitable[Result]]) -> Result:
        """For what may be done twice: repeated, on another connection, while the database can't be reached."""

        async def attempt() -> Result:
            self._refuse_if_closed()
            return await _with(await self._pool.acquire(), self._pool, action)

        return await _patiently(attempt, self.patience)

    async def once(self, action: Callable[[Connection], Awaitable[Result]]) -> Result:
        """For what may not: only getting a connection is repeated."""
        self._refuse_if_closed()
        connection = await _patiently(self._pool.acquire, self.patience)
        try:
            return await _with(connection, self._pool, action)
        except PASSING as error:
            raise _unreachable(error) from error

    async def close(self) -> None:
        self._closed = True
        try:
            async with asyncio.timeout(self.patience):
                await self._pool.close()
        except TimeoutError:
            self._pool.terminate()

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
