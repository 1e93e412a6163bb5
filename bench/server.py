"""The server under load, beside its bare limit in the same run: picows with the same fan-out and nothing else.

- CPU per command that is answered to all six sockets of its table, in 200 tables, against the limit, and against what
  the store, and rules and store, cost on top of it (`server_core.py`);
- latency at 500 commands per second, alone and beside 10,000 sockets that only listen;
- memory of such a socket; bytes of a guess for one client.

Games are played by the rules and stored durably in SQLite: clues, guesses, the end, and again. The referee is off: it
has a benchmark of its own.

Usage: python bench/server.py [SECONDS]
"""

from __future__ import annotations

import asyncio
import re
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

import uvloop
from driver import Load, Place, measure, memory_each, prepare, report
from rich.console import Console
from rich.table import Table as Report
from server_bare import Bare
from server_core import Core, Durable

from deckname import protocol as wire
from deckname.people import People
from deckname.protocol import game_projection, projection
from deckname.store import open_store
from deckname.tables.commands import AnyCommand
from deckname.tables.service import Limits, TableService
from deckname.tables.state import TableState
from deckname.tables.table_settings import TableSettings

TABLES, SOCKETS, IDLE = 200, 6, 10_000
PLACES = ("red.giver", "red.guesser", "blue.giver", "blue.guesser", "red.guesser", "blue.guesser")
PLENTY = 1_000_000_000
SETTINGS = {
    "bots": 0, "log_level": "warning", "sockets_per_device": PLENTY, "commands_per_second": 10_000,
    "commands_burst": 100_000, "bytes_per_second": PLENTY, "bytes_burst": PLENTY, "frames_per_address": PLENTY,
    "bytes_per_address": PLENTY, "connections_per_address": PLENTY,
}  # fmt: skip
TOLD = re.compile(rb'\{"type":"(?:moved","seq":(?=\d+,"by")|state","seq":(?=\d+,"table"))(\d+)')


class Deckname:
    """Adapter of our server: six people who sit at all tables and play whatever is legal."""

    name = "deckname"

    def __init__(self, folder: Path) -> None:
        self.guesses: list[int] = []
        """Bytes of what one client was sent because of a guess."""
        self._folder = folder
        self._tokens: list[str] = []
        self._ids: list[str] = []
        self._hands: list[Hand] = []

    async def set_up(self, tables: int) -> None:
        """All tables, with a game begun at each, in a store that the server will open."""
        store = await open_store(None, self._folder)
        service = TableService(store, projection, clock=time.time, limits=Limits(tables_per_person=PLENTY))
        people = People(store, time.time)
        devices = [await people.new_device() for _ in range(SOCKETS)]
        self._tokens = [token for token, _ in devices]
        persons = [person for _, person in devices]
        self._ids = await asyncio.gather(*(_begin(service, persons) for _ in range(tables)))
        self._hands = [Hand((await service.table(id)).state) for id in self._ids[:TABLES]]
        await service.close()
        await store.close()

    def start(self, port: int) -> Sequence[str]:
        flags = [f"--{name.replace('_', '-')}={value}" for name, value in SETTINGS.items()]
        return [sys.executable, "-m", "deckname", "serve", f"--port={port}", f"--data={self._folder}", *flags]

    async def seats(self, address: str, tables: int, sockets: int) -> list[list[Place]]:
        return [[_place(address, table, token) for token in self._tokens] for table in self._ids[:tables]]

    async def idle(self, address: str, sockets: int) -> list[Place]:
        """Six at each table, as where games rest."""
        every = [(table, token) for table in self._ids[TABLES:] for token in self._tokens]
        return [_place(address, table, token) for table, token in every[:sockets]]

    def command(self, table: int) -> tuple[int, bytes]:
        return self._hands[table].command()

    def answers(self, table: int, socket: int, message: bytes) -> bool:
        hand = self._hands[table]
        if message[9:14] == b"moved" and hand.guessing:
            self.guesses.append(len(message))
        return hand.hears(message, first=socket == 0)


class Hand:
    """Plays one table: knows of it what all six are told."""

    def __init__(self, state: TableState) -> None:
        assert state.game
        self.situation = game_projection.situation(state.game)
        self.guessing = False
        self._open = set(range(state.edition.size))
        self._seq = self._answered = state.seq

    def command(self) -> tuple[int, bytes]:
        self._answered, now = self._seq, self.situation
        self.guessing = now.phase == "guess"
        if not now.to_move:
            return 0, b'{"do":"again","rotate":false,"id":1}'
        number = PLACES.index(now.to_move[0])
        if self.guessing:
            return number, b'{"do":"guess","card":%d,"ply":%d,"id":1}' % (min(self._open), now.ply)
        return number, b'{"do":"clue","word":"zebra","number":2,"ply":%d,"id":1}' % now.ply

    def hears(self, message: bytes, first: bool) -> bool:
        """Whether this tells of the last command: a move, or everything about a new game."""
        found = TOLD.match(message)
        if found is None or int(found[1]) <= self._answered:
            return False
        if first:
            self._seq = int(found[1])
            told = wire.decode_message(message)
            if isinstance(told, wire.Moved):
                self.situation = told.situation
                self._open -= {change.card for change in told.cards}
            elif isinstance(told, wire.StateMessage) and isinstance(told.game, wire.Game):
                self.situation = told.game.situation
                self._open = {index for index, card in enumerate(told.game.cards) if card.cover is None}
        return True


def _place(address: str, table: str, token: str) -> Place:
    return Place(f"ws://{address}/api/tables/{table}/socket", {"Authorization": f"Bearer {token}"})


async def _begin(service: TableService, people: list[str]) -> str:
    table = await service.directory.open_table(people[0], TableSettings(referee="off"))
    commands: list[tuple[str, AnyCommand]] = [(person, wire.Join(name=f"P{n}")) for n, person in enumerate(people)]
    commands += [(person, wire.Sit(place=place)) for person, place in zip(people, PLACES, strict=True)]
    for person, command in [*commands, (people[0], wire.Start())]:
        await service.submit(table, person, command)
    return table


async def main(seconds: float) -> None:
    with tempfile.TemporaryDirectory() as name:
        ours = Deckname(Path(name))
        await ours.set_up(TABLES + IDLE // SOCKETS + 1)
        loads = [Load(seconds, rate=500), Load(seconds)]
        results = await measure(ours, TABLES, SOCKETS, loads)
        rows = [(ours.name, load, result) for load, result in zip(loads, results, strict=True)]
        size = round(results[-1].bytes_each)
        bare, durable, core = Bare(size), Durable(Path(name), size), Core(Path(name), size)
        cpu = {ours.name: results[-1].cpu_each}
        for other in (core, durable, bare):
            found = await measure(other, TABLES, SOCKETS, loads)
            rows += [(other.name, load, result) for load, result in zip(loads, found, strict=True)]
            cpu[other.name] = found[-1].cpu_each
        report(f"{TABLES} tables x {SOCKETS} sockets, a command answered to all of its table", rows)
        (crowded,) = await measure(ours, TABLES, SOCKETS, [Load(seconds, rate=500)], idle=IDLE)
        memory = await memory_each(ours, IDLE // 2)
    figures = [
        ("CPU per command, of the bare limit", f"{cpu[ours.name] / cpu[bare.name]:.2f}", "2.5"),
        ("the same for rules and store", f"{cpu[core.name] / cpu[bare.name]:.2f}", ""),
        ("the same for the store alone", f"{cpu[durable.name] / cpu[bare.name]:.2f}", ""),
        ("p99 at 500 commands per second", f"{results[0].percentile(0.99) * 1000:.1f} ms", "30 ms"),
        (f"the same beside {IDLE:,} idle sockets", f"{crowded.percentile(0.99) * 1000:.1f} ms", "100 ms"),
        ("memory of an idle socket", f"{memory / 1000:.1f} kB", "40 kB"),
        ("bytes of a guess for one client, the mean", f"{sum(ours.guesses) / len(ours.guesses):,.0f}", "2,000"),
        ("bytes of a guess for one client, at most", f"{max(ours.guesses):,}", "2,000"),
    ]
    table = Report("", "measured", "at most", title="The server")
    for row in figures:
        table.add_row(*row)
    Console(width=None if sys.stdout.isatty() else 120).print(table)


if __name__ == "__main__":
    prepare()
    uvloop.run(main(float(sys.argv[1]) if sys.argv[1:] else 5.0))
