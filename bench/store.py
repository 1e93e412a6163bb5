"""Durable appends per second, each writer with a log of its own, against the raw drivers; and what reading costs where
little is kept and where much is: the newest of a list, and a log behind its snapshot.

- raw driver: every writer inserts its rows by itself, each in a transaction of its own, in PostgreSQL on a connection
  of its own; SQLite has one writer at a time.

Two harder limits have our grouping, too, but no tasks, queue or answers: as many rows in a transaction as there are
writers, all ready at the same moment.
- grouped insert: the rows are just inserted; a number that is taken would fail all of them, a gap would go unnoticed;
- same statement: what the store itself sends, which refuses what is stale and takes the rest.

Usage: python bench/store.py [SECONDS]
"""

from __future__ import annotations

import asyncio
import itertools
import sys
import tempfile
from collections.abc import Awaitable, Callable
from functools import partial
from operator import truediv
from pathlib import Path
from statistics import median
from time import perf_counter

import apsw
import asyncpg
import uvloop
from rich.console import Console
from rich.table import Table as Report

from deckname.store import open_store, postgres_writes, sqlite_writes
from deckname.store.postgres_pool import PREPARE_SESSION

sys.path.insert(0, str(Path(__file__).parents[1]))
from tests.servers import run_postgres

BODY = bytes(range(200))
WRITERS = (1, 8, 64, 512)
ROUNDS = 9
SQLITE_INSERT = "insert into entries values (?, ?, ?, ?)"
POSTGRES_INSERT = """
insert into deckname.entries (log, seq, body, token, at)
select log, seq, body, token, $5::float8
from unnest($1::text[], $2::bigint[], $3::bytea[], $4::bigint[]) as e (log, seq, body, token)
"""
CONNECTIONS = 64
LENGTHS = (50, 5000)
SHOWN = 20
READS = 300
Insert = Callable[[list[tuple[str, int, bytes]]], Awaitable[None]]
Way = Callable[[list[Insert], list[str], float], Awaitable[float]]


async def through_the_store(url: str | None, folder: Path, logs: list[str], seconds: float) -> float:
    """Rows per second."""
    store = await open_store(url, folder)
    start = perf_counter()

    async def write(log: str) -> int:
        seq = 0
        while perf_counter() - start < seconds:
            seq += 1
            await store.append(log, seq, [BODY])
        return seq

    rows = sum(await asyncio.gather(*(write(log) for log in logs)))
    rate = rows / (perf_counter() - start)
    await store.close()
    return rate


async def one_by_one(inserts: list[Insert], logs: list[str], seconds: float) -> float:
    """Rows per second, each in a transaction of its own; more logs than connections take turns."""
    free: asyncio.Queue[Insert] = asyncio.Queue()
    for insert in inserts:
        free.put_nowait(insert)
    start = perf_counter()

    async def write(log: str) -> int:
        seq = 0
        while perf_counter() - start < seconds:
            insert = await free.get()
            seq += 1
            await insert([(log, seq, BODY)])
            free.put_nowait(insert)
        return seq

    return sum(await asyncio.gather(*map(write, logs))) / (perf_counter() - start)


async def grouped(inserts: list[Insert], logs: list[str], seconds: float) -> float:
    """Rows per second, all writers' rows together."""
    start = perf_counter()
    seq = 0
    while perf_counter() - start < seconds:
        seq += 1
        await inserts[0]([(log, seq, BODY) for log in logs])
    return seq * len(logs) / (perf_counter() - start)


async def bare_sqlite(folder: Path, way: Way, statement: str, logs: list[str], seconds: float) -> float:
    connection = apsw.Connection(str(folder / "deckname.sqlite"))
    connection.pragma("synchronous", "full")

    async def insert(rows: list[tuple[str, int, bytes]]) -> None:
        connection.execute("begin immediate")
        connection.executemany(statement, ((*row, 0.0) for row in rows))
        connection.execute("commit")

    rate = await way([insert], logs, seconds)
    connection.close()
    return rate


async def bare_postgres(url: str, way: Way, statement: str, logs: list[str], seconds: float) -> float:
    connections = [await asyncpg.connect(url) for _ in logs[:CONNECTIONS]]
    inserts = [await _inserting(connection, statement) for connection in connections]
    rate = await way(inserts, logs, seconds)
    for connection in connections:
        await connection.close()
    return rate


async def _inserting(connection: asyncpg.Connection, statement: str) -> Insert:
    await connection.execute(PREPARE_SESSION)
    prepared = await connection.prepare(statement)

    async def insert(rows: list[tuple[str, int, bytes]]) -> None:
        await prepared.fetch(*zip(*rows, strict=True), [0] * len(rows), 0.0)

    return insert


async def measure(report: Report, name: str, url: str | None, folder: Path, seconds: float) -> None:
    await (await open_store(url, folder)).close()
    if url:
        bare, plain, ours = partial(bare_postgres, url), POSTGRES_INSERT, postgres_writes.APPEND_ONE_EACH
    else:
        bare, plain, ours = partial(bare_sqlite, folder), SQLITE_INSERT, sqlite_writes.APPEND
    ways = [partial(bare, one_by_one, plain), partial(bare, grouped, plain), partial(bare, grouped, ours)]
    ways.append(partial(through_the_store, url, folder))
    numbers = itertools.count()
    for writers in WRITERS:
        rates: list[list[float]] = [[] for _ in ways]
        for _ in range(ROUNDS):  # in turns, so that a slow moment of the machine hits all
            for way, found in zip(ways, rates, strict=True):
                found.append(await way([f"log{next(numbers)}" for _ in range(writers)], seconds))
        ratios = [median(map(truediv, rates[-1], limit)) for limit in rates[:-1]]
        figures = [f"{median(found):,.0f}" for found in rates] + [f"{ratio:.2f}" for ratio in ratios]
        report.add_row(name, str(writers), *figures)


async def measure_reading(report: Report, name: str, url: str | None, folder: Path) -> None:
    store = await open_store(url, folder)
    for length in LENGTHS:
        await asyncio.gather(*(store.enlist(f"list{length}", f"{n:09}", n, BODY) for n in range(length)))
        await store.append(f"compacted{length}", 1, [BODY] * (length + SHOWN))
        await store.compact(f"compacted{length}", length, BODY * 20)
    pages = [partial(store.page, f"list{length}", SHOWN) for length in LENGTHS]
    logs = [partial(store.load, f"compacted{length}") for length in LENGTHS]
    report.add_row(name, f"newest {SHOWN} of a list", *await _compared(*pages))
    report.add_row(name, f"log with {SHOWN} entries behind a snapshot", *await _compared(*logs))
    await store.close()


async def _compared(*ways: Callable[[], Awaitable[object]]) -> list[str]:
    """The median of each in microseconds, taken in turns, and how many times the first the last is."""
    times: list[list[float]] = [[] for _ in ways]
    for _ in range(READS):
        for way, found in zip(ways, times, strict=True):
            start = perf_counter()
            await way()
            found.append((perf_counter() - start) * 1e6)
    medians = [median(found) for found in times]
    return [*(f"{each:,.0f} µs" for each in medians), f"{medians[-1] / medians[0]:.2f}"]


def main() -> None:
    seconds = float(sys.argv[1]) if sys.argv[1:] else 0.25
    limits = ("raw driver", "grouped insert", "same statement")
    columns = ("database", "writers", *limits, "store", *(f"of {limit}" for limit in limits))
    report = Report(*columns, title="Durable appends per second")
    reading = Report("database", "what is read", *(f"of {length:,}" for length in LENGTHS), "ratio", title="Reading")
    with tempfile.TemporaryDirectory() as name:
        uvloop.run(measure_reading(reading, "SQLite", None, Path(name)))
        uvloop.run(measure(report, "SQLite", None, Path(name), seconds))
        with run_postgres() as server:
            uvloop.run(measure_reading(reading, "PostgreSQL", server.url(), Path(name)))
            uvloop.run(measure(report, "PostgreSQL", server.url(), Path(name), seconds))
    Console().print(report, reading)


if __name__ == "__main__":
    main()
