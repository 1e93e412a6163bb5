"""Durable appends per second, each writer with a log of its own, against the bare drivers with the same grouping.

The bare driver inserts the same rows into the same table, as many in a transaction as there are writers, and does
nothing else: no number to check, nobody to answer. It is the limit, not a rival.

Usage: python bench/store.py [SECONDS]
"""

from __future__ import annotations

import asyncio
import itertools
import sys
import tempfile
from collections.abc import Awaitable, Callable
from pathlib import Path
from statistics import median
from time import perf_counter

import apsw
import asyncpg
from rich.console import Console
from rich.table import Table as Report

from deckname.store import open_store

sys.path.insert(0, str(Path(__file__).parents[1]))
from tests.servers import run_postgres

BODY = bytes(range(200))
WRITERS = (1, 8, 64, 512)
ROUNDS = 9
Insert = Callable[[list[tuple[str, int, bytes]]], Awaitable[None]]


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


async def through_the_driver(insert: Insert, logs: list[str], seconds: float) -> float:
    """Rows per second."""
    start = perf_counter()
    seq = 0
    while perf_counter() - start < seconds:
        seq += 1
        await insert([(log, seq, BODY) for log in logs])
    return seq * len(logs) / (perf_counter() - start)


async def bare_sqlite(folder: Path, logs: list[str], seconds: float) -> float:
    connection = apsw.Connection(str(folder / "deckname.sqlite"))
    connection.pragma("synchronous", "full")

    async def insert(rows: list[tuple[str, int, bytes]]) -> None:
        connection.execute("begin immediate")
        connection.executemany("insert into entries values (?, ?, ?, 0)", rows)
        connection.execute("commit")

    rate = await through_the_driver(insert, logs, seconds)
    connection.close()
    return rate


async def bare_postgres(url: str, logs: list[str], seconds: float) -> float:
    connection = await asyncpg.connect(url)
    statement = await connection.prepare(
        "insert into deckname.entries select log, seq, body, 0, 0"
        " from unnest($1::text[], $2::bigint[], $3::bytea[]) as e (log, seq, body)"
    )

    async def insert(rows: list[tuple[str, int, bytes]]) -> None:
        await statement.fetch(*([row[column] for row in rows] for column in range(3)))

    rate = await through_the_driver(insert, logs, seconds)
    await connection.close()
    return rate


async def measure(report: Report, name: str, url: str | None, folder: Path, seconds: float) -> None:
    await (await open_store(url, folder)).close()
    numbers = itertools.count()
    for writers in WRITERS:
        ours, limit = [], []
        for _ in range(ROUNDS):  # in turns, so that a slow moment of the machine hits both
            logs = [f"log{next(numbers)}" for _ in range(writers)]
            ours.append(await through_the_store(url, folder, logs, seconds))
            logs = [f"log{next(numbers)}" for _ in range(writers)]
            limit.append(await (bare_postgres(url, logs, seconds) if url else bare_sqlite(folder, logs, seconds)))
        ratio = median(mine / theirs for mine, theirs in zip(ours, limit, strict=True))
        report.add_row(name, str(writers), f"{median(ours):,.0f}", f"{median(limit):,.0f}", f"{ratio:.2f}")


def main() -> None:
    seconds = float(sys.argv[1]) if sys.argv[1:] else 0.25
    report = Report("database", "writers", "appends/s", "bare driver/s", "ratio", title="Durable appends")
    with tempfile.TemporaryDirectory() as name:
        asyncio.run(measure(report, "SQLite", None, Path(name), seconds))
        with run_postgres() as server:
            asyncio.run(measure(report, "PostgreSQL", server.url(), Path(name), seconds))
    Console().print(report)


if __name__ == "__main__":
    main()
