"""What writes do to the PostgreSQL database, each on a connection that is given."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from deckname.store.checks import Append, Compaction, Document, Enlisted
from deckname.store.postgres_pool import Connection
from deckname.store.store import Stale

GONE = -1
"""The token of the first entry after a compaction. It stays, so that its number is taken; nothing is appended to it."""
MOST_TOKENS = 1024
"""How many appends that went into a snapshot are still recognised when they are tried again."""

# The first body of each append takes its place, if there is no gap before it; then the following ones are free. Rows
# are written in the order of their names, so two nodes can't wait for each other. The lock on the entry before keeps
# whoever drops the log waiting, or makes us wait and see it gone.
APPEND_ONE_EACH = f"""
insert into deckname.entries (log, seq, body, token, at)
select log, seq, body, token, $5::float8
from unnest($1::text[], $2::bigint[], $3::bytea[], $4::bigint[]) as first (log, seq, body, token)
left join lateral (
  select true as there from deckname.entries e
  where e.log = first.log and e.seq = first.seq - 1 and e.token <> {GONE} for key share
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
with lost as (select * from unnest($1::text[], $2::bigint[], $3::bigint[]) as lost (log, seq, token))
select token from lost join deckname.entries using (log, seq, token)
union all
select token from lost join deckname.snapshots using (log) where token = any (tokens)
"""
# Whoever compacts or drops a log does so alone; those who append to it don't mind.
ALONE = "select pg_advisory_xact_lock(hashtextextended($1, 0))"
ENDS = """
select (select coalesce(max(seq), 0) from deckname.entries where log = $1),
  (select coalesce(max(seq), 0) from deckname.snapshots where log = $1)
"""
KEEP_SNAPSHOT = f"""
insert into deckname.snapshots as earlier (log, seq, body, tokens)
values ($1, $2, $3, array(
  select token from deckname.entries where log = $1 and seq <= $2 and token <> {GONE}
  group by token order by max(seq) desc limit {MOST_TOKENS}
))
on conflict (log) do update set
  seq = excluded.seq, body = excluded.body, tokens = (excluded.tokens || earlier.tokens)[:{MOST_TOKENS}]
"""
CLEAR_EXPIRED = """
delete from deckname.documents where (kind, key) in
  (select kind, key from deckname.documents where expires <= $1 for update skip locked)
"""
KEEP = """
with kept as (
  insert into deckname.documents (kind, key, body, expires)
  select * from unnest($1::text[], $2::text[], $3::bytea[], $4::float8[])
  on conflict (kind, key) do update set body = excluded.body, expires = excluded.expires
)
insert into deckname.listings (list, key, at, body)
select * from unnest($5::text[], $6::text[], $7::float8[], $8::bytea[])
on conflict (list, key) do update set at = excluded.at, body = excluded.body
"""


class Attempt(NamedTuple):
    wanted: Append
    token: int


async def append(attempts: list[Attempt], now: float, connection: Connection) -> set[int]:
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


async def compact(wanted: Compaction, connection: Connection) -> None:
    """The last entry of the snapshot stays, empty, and so does the number of the first.

    Entries are deleted and not changed, so whoever would append to one, having fallen behind, waits and sees it gone.
    """
    log, seq, body, forgotten = wanted
    async with connection.transaction():
        await connection.execute(ALONE, log)
        ((last, earlier),) = await connection.fetch(ENDS, log)
        if seq > last:
            raise Stale(log, seq)
        if seq < earlier:
            return
        await connection.execute(KEEP_SNAPSHOT, log, seq, body)
        await connection.execute("delete from deckname.entries where log = $1 and seq < $2", log, seq)
        if seq > 1:
            sql = "insert into deckname.entries (log, seq, body, token, at) values ($1, 1, '', $2, 0)"
            await connection.execute(sql, log, GONE)
        await connection.execute("update deckname.entries set body = '' where log = $1 and seq = $2", log, seq)
        await connection.execute("delete from deckname.secrets where log = $1 and name = any ($2)", log, forgotten)


async def drop_log(log: str, last: int | None, connection: Connection) -> bool:
    """Until nothing is left: while we waited for whoever was appending, their entry was added.

    Where it matters which entry is the last, whoever appends behind it waits for us, or we for them.
    """
    async with connection.transaction():
        await connection.execute(ALONE, log)
        if last is not None:
            await connection.execute("select from deckname.entries where log = $1 and seq = $2 for update", log, last)
            ((end, _),) = await connection.fetch(ENDS, log)
            if end not in (0, last):
                return False
        while await connection.fetch("delete from deckname.entries where log = $1 returning seq", log):
            pass
        await connection.execute("delete from deckname.secrets where log = $1", log)
        await connection.execute("delete from deckname.snapshots where log = $1", log)
    return True


async def keep(wanted: Sequence[Document | Enlisted], now: float, connection: Connection) -> None:
    """All in one statement, of those with the same key the last; in the order of their keys, as in an append."""
    documents = {item[:2]: item for item in wanted if isinstance(item, Document)}
    enlisted = {item[:2]: item for item in wanted if isinstance(item, Enlisted)}
    if any(document.expires is not None for document in documents.values()):
        await connection.execute(CLEAR_EXPIRED, now)  # those who bring what expires clear away what has
    rows = [[found[key] for key in sorted(found)] for found in (documents, enlisted)]
    await connection.execute(KEEP, *_columns(rows[0]), *_columns(rows[1]))
