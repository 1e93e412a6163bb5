"""What it costs to open a table at which much has happened, beside one at which little has: in one running game each,
one person made so many marks and said so many things. Side by side in one run, on SQLite and PostgreSQL.

Usage: python bench/tables.py [FACTS]
"""

from __future__ import annotations

import asyncio
import gc
import sys
import tempfile
from pathlib import Path
from statistics import median
from time import perf_counter

import uvloop
from rich.console import Console
from rich.table import Table as Report

from deckname.store.store import Log
from deckname.tables import commands

sys.path.insert(0, str(Path(__file__).parents[1]))
from tests.servers import run_postgres
from tests.tables.gathering import Gathering

FEW = 500
OPENINGS = 200
PEOPLE = {"Ada": "red.giver", "Bob": "red.guesser", "Cleo": "blue.giver", "Dan": "blue.guesser"}


async def lived(folder: Path, url: str | None, facts: int) -> Gathering:
    """A table with a running game, at which so much has happened."""
    folder.mkdir(exist_ok=True)
    gathering = await Gathering.on_file(folder, url=url)
    await gathering.open(*PEOPLE)
    await gathering.seated(**PEOPLE)
    await gathering.clue()
    for number in range(facts):
        mark = commands.Pencil(number // 2 % 25, number % 2 == 0)
        await gathering.do("Bob", mark if number % 10 else commands.Say(text=f"what about {number}"))
        if number % 100 == 0:
            await gathering.settled()
    await gathering.settled()
    return gathering


async def opening(gathering: Gathering) -> float:
    """Milliseconds."""
    start = perf_counter()
    await gathering.tables.registry.read(gathering.table)
    return (perf_counter() - start) * 1000


def rows(log: Log) -> str:
    size = sum(len(entry.body) for entry in log.entries) + (len(log.snapshot.body) if log.snapshot else 0)
    return f"{len(log.entries)} entries, {size / 1000:,.0f} kB"


async def measure(report: Report, name: str, folder: Path, urls: tuple[str | None, str | None], facts: int) -> None:
    tables = [await lived(folder / str(much), url, much) for url, much in zip(urls, (FEW, facts), strict=True)]
    times: list[list[float]] = [[], []]
    gc.collect()
    for _ in range(OPENINGS):  # in turns, so that a slow moment of the machine hits both
        for gathering, found in zip(tables, times, strict=True):
            found.append(await opening(gathering))
    logs = [rows(await gathering.store.load(gathering.table)) for gathering in tables]
    few, many = map(median, times)
    report.add_row(name, f"{few:.2f} ms", f"{many:.2f} ms", f"{many / few:.2f}", *logs)
    await asyncio.gather(*(gathering.close() for gathering in tables))


def main() -> None:
    facts = int(sys.argv[1]) if sys.argv[1:] else 30_000
    columns = ("database", f"after {FEW}", f"after {facts:,}", "ratio", f"kept of {FEW}", f"kept of {facts:,}")
    report = Report(*columns, title="Opening a table")
    with tempfile.TemporaryDirectory() as name:
        uvloop.run(measure(report, "SQLite", Path(name), (None, None), facts))
        with run_postgres() as server:
            urls = (server.new_database(), server.new_database())
            uvloop.run(measure(report, "PostgreSQL", Path(name), urls, facts))
    Console(width=120).print(report)


if __name__ == "__main__":
    main()
