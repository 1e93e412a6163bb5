"""What writes do to the SQLite database: each kind of write, and a batch of them in one transaction."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import apsw
import msgspec

from deckname.store.checks import Append, Compaction, Document, Enlisted
from deckname.store.store import Stale

Write = Append | Callable[[apsw.Connection], Any]

APPEND = """
insert into entries select ?1, ?2, ?3, ?4
where ?2 - 1 = (select coalesce(max(seq), 0) from entries where log = ?1)
"""
# The same for a whole batch, each with one body: a thread that runs one long statement doesn't ask for Python's lock
# again and again, for which it would have to wait in a queue with the event loop.
APPEND_MANY = """
insert into entries
select value ->> 0, value ->> 1, coalesce(substr(?2, value ->> 2, value ->> 3), x''), ?3 from json_each(?1)
where (value ->> 1) - 1 = (select coalesce(max(seq), 0) from entries where log = value ->> 0)
on conflict do nothing
"""
ENDS = """
select (select coalesce(max(seq), 0) from entries where log = ?1),
  (select coalesce(max(seq), 0) from snapshots where log = ?1)
"""


def carry_out(writes: list[Write], now: float, connection: apsw.Connection) -> list[object]:
    """An outcome for each. One that is stale leaves the others alone; a full disk fails them all."""
    return _all_at_once(connection, writes, now) or _one_by_one(connection, writes, now)


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


def compact(wanted: Compaction, connection: apsw.Connection) -> None:
    """The last entry of the snapshot stays, empty: so the numbers go on, and when it was appended is known."""
    log, seq, body, forgotten = wanted
    rows: list[Any] = connection.execute(ENDS, (log,)).fetchall()
    ((last, earlier),) = rows
    if seq > last:
        raise Stale(log, seq)
    if seq < earlier:
        return
    connection.execute(
        "insert into snapshots values (?, ?, ?) on conflict do update set seq = excluded.seq, body = excluded.body",
        (log, seq, body),
    )
    connection.execute("delete from entries where log = ? and seq < ?", (log, seq))
    connection.execute("update entries set body = x'' where log = ? and seq = ?", (log, seq))
    connection.executemany("delete from secrets where log = ? and name = ?", [(log, name) for name in forgotten])


def touch(log: str, now: float, connection: apsw.Connection) -> None:
    connection.execute(
        "update entries set at = ?2 where log = ?1 and seq = (select max(seq) from entries where log = ?1)", (log, now)
    )


def drop_log(log: str, last: int | None, connection: apsw.Connection) -> bool:
    rows: list[Any] = connection.execute(ENDS, (log,)).fetchall()
    ((end, _),) = rows
    if last is not None and end not in (0, last):
        return False
    for table in ("entries", "secrets", "snapshots"):
        connection.execute(f"delete from {table} where log = ?", (log,))
    return True


def put(document: Document, now: float, connection: apsw.Connection) -> None:
    if document.expires is not None:  # those who bring what expires clear away what has
        connection.execute("delete from documents where expires <= ?", (now,))
    connection.execute(
        "insert into documents values (?, ?, ?, ?)"
        " on conflict do update set body = excluded.body, expires = excluded.expires",
        document,
    )


def replace(document: Document, now: float, connection: apsw.Connection) -> bool:
    kind, key, body, expires = document
    connection.execute(
        "update documents set body = ?, expires = ? where kind = ? and key = ? and coalesce(expires > ?, true)",
        (body, expires, kind, key, now),
    )
    return bool(connection.changes())


def take(kind: str, key: str, now: float, connection: apsw.Connection) -> bytes | None:
    rows: list[Any] = connection.execute(
        "delete from documents where kind = ? and key = ? returning body, coalesce(expires > ?, true)",
        (kind, key, now),
    ).fetchall()
    return rows[0][0] if rows and rows[0][1] else None


def enlist(enlisted: Enlisted, connection: apsw.Connection) -> None:
    connection.execute(
        "insert into listings values (?, ?, ?, ?) on conflict do update set at = excluded.at, body = excluded.body",
        enlisted,
    )


def strike(listing: str, key: str, connection: apsw.Connection) -> bool:
    connection.execute("delete from listings where list = ? and key = ?", (listing, key))
    return connection.changes() > 0


def strike_before(listing: str, at: float, connection: apsw.Connection) -> None:
    connection.execute("delete from listings where list = ? and at < ?", (listing, at))
