"""The store in a PostgreSQL database, for houses with several servers: what `Store` promises, in terms of the database.

`postgres_pool.py` has the connections, `postgres_writes.py` what each write does. Appends of one node are grouped, one
statement for each group, and so are documents and what goes on lists; the primary key arbitrates between nodes. Each
append carries a token of its own, which stays with its entries: if the connection breaks during the commit, the next
attempt recognises by it what was stored after all.
"""

from __future__ import annotations

import secrets as dice
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial
from itertools import count
from typing import Any

from deckname.store import postgres_writes as writes
from deckname.store.batches import Batches
from deckname.store.checks import (
    Append,
    Document,
    Enlisted,
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
from deckname.store.postgres_pool import PATIENCE, PostgresPool
from deckname.store.postgres_writes import Attempt
from deckname.store.store import NO_SECRETS, Entry, Listed, Log, Place, Stale, StoreUnavailable

LANES = 2
"""Groups of appends under way at once, by log: while the database writes one, the other gathers and is answered."""
MOST_UNSETTLED = 4096

# A snapshot that reaches beyond what is asked for comes as a row without a body.
READ = """
select seq, null::bytea from deckname.snapshots where log = $1 and seq > $2
union all select seq, body from deckname.entries where log = $1 and seq > $2
"""
# One statement, since it sees everything as it is at one moment.
LOAD = """
with base (seq, body) as (select seq, body from deckname.snapshots where log = $1 and seq > $2)
select 'snapshot', seq, '', body from base
union all
select 'entry', seq, '', body from deckname.entries
where log = $1 and seq > greatest($2, coalesce((select seq from base), 0))
union all
select 'secret', 0, name, body from deckname.secrets where log = $1
"""
PAGE = """
select at, key, body from deckname.listings
where list = $1 and (at, key) < ($2, $3) order by at desc, key desc limit $4
"""
REPLACE = """
update deckname.documents set body = $3, expires = $4
where kind = $1 and key = $2 and coalesce(expires > $5, true) returning true
"""
LAST_OF_MANY = """
select log, coalesce((select seq from deckname.entries e where e.log = wanted.log order by seq desc limit 1), 0)
from unnest($1::text[]) as wanted (log)
"""
# From log to log by the primary key, then only the last entry of each.
LAST_ENTRIES = """
with recursive logs (log) as (
  select min(log) from deckname.entries
  union all
  select (select min(log) from deckname.entries e where e.log > logs.log) from logs where log is not null
), ends (log, at) as (
  select log, (select at from deckname.entries e where e.log = logs.log order by seq desc limit 1)
  from logs where log is not null
)
"""
IDLE = f"{LAST_ENTRIES} select log from ends where at < $1 order by at, log"
NEWEST = f"{LAST_ENTRIES} select coalesce(max(at), 0.0) from ends"
TOUCH = """
update deckname.entries set at = $2
where log = $1 and seq = (select max(seq) from deckname.entries where log = $1)
"""


async def open_postgres(
    url: str, clock: Callable[[], float], patience: float = PATIENCE, waits: Callable[[], None] = lambda: None
) -> PostgresStore:
    return PostgresStore(await PostgresPool.open(url, patience, waits), clock)


@watched
class PostgresStore:
    """See `Store` for what each method promises."""

    def __init__(self, pool: PostgresPool, clock: Callable[[], float]) -> None:
        self._pool = pool
        self._clock = clock
        self._lanes: list[Batches[Attempt]] = [Batches(self._commit) for _ in range(LANES)]
        self._keeping: Batches[Document | Enlisted] = Batches(self._keep)
        self._tokens = count(dice.randbits(62))  # no two nodes start near each other
        self._unsettled: dict[Append, int] = {}
        self.health = StoreHealth()

    @property
    def waiting(self) -> int:
        return self._keeping.waiting + sum(lane.waiting for lane in self._lanes)

    async def time(self) -> float | None:
        ((now,),) = await self._query("select extract(epoch from clock_timestamp())::float8")
        return float(now)

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
        return entries_of(log, await self._query(READ, log, clamped(after)))

    async def load(self, log: str, after: int = 0) -> Log:
        check_names(log)
        return log_of(await self._query(LOAD, log, clamped(after)))

    async def compact(self, log: str, seq: int, snapshot: bytes, forget_secrets: Collection[str] = ()) -> None:
        wanted = checked_compaction(log, seq, snapshot, forget_secrets)
        await self._pool.again(partial(writes.compact, wanted))

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
        await self._keeping.submit(checked_document(kind, key, body, expires))

    async def replace(self, kind: str, key: str, body: bytes, expires: float | None = None) -> bool:
        document = checked_document(kind, key, body, expires)
        return bool(await self._query(REPLACE, *document, self._clock()))

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
        rows = await self._pool.once(lambda connection: connection.fetch(sql, kind, key, self._clock()))
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

    async def enlist(self, listing: str, key: str, at: float, body: bytes) -> None:
        await self._keeping.submit(checked_enlisted(listing, key, at, body))

    async def strike(self, listing: str, key: str) -> bool:
        check_names(listing, key)
        sql = "delete from deckname.listings where list = $1 and key = $2 returning key"
        return bool(await self._query(sql, listing, key))

    async def strike_before(self, listing: str, at: float) -> None:
        check_names(listing)
        check_time(at)
        await self._query("delete from deckname.listings where list = $1 and at < $2", listing, at)

    async def page(self, listing: str, limit: int, before: Place | None = None) -> list[Listed]:
        check_names(listing)
        rows = await self._query(PAGE, listing, *begin_behind(before), limit)
        return [Listed(*row) for row in rows]

    async def listed(self, listing: str, key: str) -> Listed | None:
        check_names(listing, key)
        sql = "select at, key, body from deckname.listings where list = $1 and key = $2"
        rows = await self._query(sql, listing, key)
        return Listed(*rows[0]) if rows else None

    async def count(self, listing: str) -> int:
        check_names(listing)
        ((found,),) = await self._query("select count(*) from deckname.listings where list = $1", listing)
        return int(found)

    async def idle_logs(self, before: float) -> list[str]:
        return [log for (log,) in await self._query(IDLE, before)]

    async def touch(self, log: str) -> None:
        check_names(log)
        await self._query(TOUCH, log, self._clock())

    async def newest_entry(self) -> float:
        ((newest,),) = await self._query(NEWEST)
        return float(newest)

    async def drop_log(self, log: str, last: int | None = None) -> bool:
        check_names(log)
        return await self._pool.again(partial(writes.drop_log, log, last))

    async def close(self) -> None:
        for lane in self._lanes:
            await lane.close()
        await self._keeping.close()
        await self._pool.close()

    async def _commit(self, attempts: list[Attempt]) -> list[object]:
        """An outcome for each. Several appends to one log go one after another, each in a statement of its own.

        If a statement fails, all are told so: those that were stored find out by their tokens.
        """
        outcomes: dict[int, Stale | None] = {}
        rest = attempts
        while rest:
            earliest = {attempt.wanted.log: attempt for attempt in reversed(rest)}
            stored = await self._pool.again(partial(writes.append, sorted(earliest.values()), self._clock()))
            for wanted, token in earliest.values():
                outcomes[token] = None if token in stored else Stale(wanted.log, wanted.seq)
            rest = [attempt for attempt in rest if attempt.token not in outcomes]
        return [outcomes[attempt.token] for attempt in attempts]

    async def _keep(self, wanted: list[Document | Enlisted]) -> list[object]:
        await self._pool.again(partial(writes.keep, wanted, self._clock()))
        return [None] * len(wanted)

    async def _query(self, sql: str, *values: object) -> list[Any]:
        return await self._pool.query(sql, *values)
