"""What others notice of a flood: how long a command takes on a server that is flooded, beside the same without.

Ten people send ten commands a second each, which are stored durably and answered. Meanwhile one client, or fifty, send
pings, empty pieces of a message, or a message that doesn't end, at 1 MB/s each, from a process of their own; whoever is
closed comes back after a tenth of a second. The first row has no flood; in the last, one client floods a server without
limits. All come from one address.

Usage: python bench/floods.py [SECONDS] [--json]
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import suppress
from itertools import product
from pathlib import Path
from typing import NamedTuple

import uvloop
from driver import DRIVER_CORE, Place, connect, cpu_of, prepare, resident, running
from picows import WSFrame, WSListener, WSMsgType, WSTransport
from rich.console import Console
from rich.table import Table as Report
from server import PLENTY, Deckname

PEOPLE, RATE = 10, 10
PATIENCE = 30
WITHOUT_LIMITS = {
    "frames_per_second": 1_000_000, "frames_burst": 1_000_000, "frames_per_address": PLENTY, "bytes_per_second": PLENTY,
    "bytes_burst": PLENTY, "bytes_per_address": PLENTY,
}  # fmt: skip
PACE = 1_000_000
BACK_AFTER = 0.1
MOST_VISITS = 20_000
MASK = bytes(4)
BEGUN = b"\x01\x81" + MASK + b"{"
FLOODS = {
    "pings": b"\x89\x80" + MASK,
    "empty pieces": b"\x00\x80" + MASK,
    "an endless message": b"\x00\xa0" + MASK + b"x" * 32,
}


class Limited(Deckname):
    """Our server as everybody starts it, or with other limits, and as many tables as there are people."""

    def __init__(self, folder: Path, limits: dict[str, int] | None = None) -> None:
        super().__init__(folder)
        self._limits = limits or {}

    def start(self, port: int) -> Sequence[str]:
        settings = {"bots": 0, "log_level": "error", "sockets_per_device": 1000, **self._limits}
        flags = [f"--{name.replace('_', '-')}={value}" for name, value in settings.items()]
        return [sys.executable, "-m", "deckname", "serve", f"--port={port}", f"--data={self._folder}", *flags]

    def places(self, address: str) -> list[Place]:
        """One at each table: of somebody who guesses, and so may talk."""
        headers = {"Authorization": f"Bearer {self._tokens[1]}"}
        return [Place(f"ws://{address}/api/tables/{table}/socket", headers) for table in self._ids[:PEOPLE]]


class Person(WSListener):
    """Sends commands in its turn, and notes how long each took."""

    def __init__(self) -> None:
        super().__init__()
        self.latencies: list[float] = []
        self._due: asyncio.Future[None] | None = None

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        answered = frame.msg_type == WSMsgType.TEXT and b'"id":1' in frame.get_payload_as_bytes()
        if answered and self._due and not self._due.done():
            self._due.set_result(None)

    async def send(self, transport: WSTransport, after: float, seconds: float) -> None:
        """At its rate; a command counts from when it was due."""
        start, number = time.perf_counter() + after, 0
        while (due := start + number / RATE) < start + seconds:
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            self._due = asyncio.get_running_loop().create_future()
            transport.send(WSMsgType.TEXT, b'{"do":"say","text":"%d","id":1}' % number)
            with suppress(TimeoutError):
                async with asyncio.timeout(PATIENCE):
                    await self._due
            self.latencies.append(time.perf_counter() - due)
            number += 1


class Flooded(NamedTuple):
    latencies: list[float]
    visits: int
    memory: int
    cpu: float
    """The server's, as a part of one core: the only figure here that a busy machine leaves alone."""

    def percentile(self, part: float) -> str:
        return f"{self.latencies[min(len(self.latencies) - 1, int(part * len(self.latencies)))] * 1000:,.1f} ms"


async def probed(server: Limited, flood: str = "", clients: int = 0, seconds: float = 5.0) -> Flooded:
    async with running(server) as (address, pid):
        people = [Person() for _ in range(PEOPLE)]
        doors = asyncio.Semaphore(PEOPLE)
        lines = [
            await connect(person, place, doors) for person, place in zip(people, server.places(address), strict=True)
        ]
        flooding = await _flooding(server.places(address)[0], flood, clients, seconds) if clients else None
        before, spent, start = resident(pid), cpu_of(pid), time.perf_counter()
        turns = enumerate(zip(people, lines, strict=True))
        await asyncio.gather(*(person.send(line, n / RATE / PEOPLE, seconds) for n, (person, line) in turns))
        memory, cpu = resident(pid) - before, (cpu_of(pid) - spent) / (time.perf_counter() - start)
        visits = int((await flooding.communicate())[0]) if flooding else 0
        return Flooded(sorted(one for person in people for one in person.latencies), visits, memory, cpu)


async def _flooding(place: Place, flood: str, clients: int, seconds: float) -> asyncio.subprocess.Process:
    task = json.dumps([place.url, dict(place.headers), flood, clients, seconds])
    return await asyncio.create_subprocess_exec(
        sys.executable, __file__, "--flood", task, stdout=asyncio.subprocess.PIPE
    )


async def flood(url: str, headers: dict[str, str], kind: str, clients: int, seconds: float) -> int:
    """How often they came, all together."""
    visits, end = 0, time.monotonic() + seconds
    chunk = FLOODS[kind] * (PACE // 50 // len(FLOODS[kind]))

    async def visit() -> None:
        nonlocal visits
        doors = asyncio.Semaphore(1)
        while time.monotonic() < end and visits < MOST_VISITS:
            visits += 1
            with suppress(Exception):  # closed, refused, or too busy to answer
                line = await connect(WSListener(), Place(url, headers), doors)
                bare = line.underlying_transport
                bare.write(BEGUN)
                while not line.is_disconnected and time.monotonic() < end:
                    if bare.get_write_buffer_size() < PACE:
                        bare.write(chunk)
                    await asyncio.sleep(1 / 50)
                line.disconnect(False)
            await asyncio.sleep(BACK_AFTER)

    with suppress(TimeoutError):
        async with asyncio.timeout(seconds + 5):
            await asyncio.gather(*(visit() for _ in range(clients)))
    return visits


async def measure(seconds: float) -> list[tuple[str, str, Flooded]]:
    """What was sent, by how many, and what others noticed."""
    rows: list[tuple[str, str, Flooded]] = []
    with tempfile.TemporaryDirectory() as name:
        server = Limited(Path(name))
        await server.set_up(PEOPLE)
        rows.append(("none", "", await probed(server, seconds=seconds)))
        for kind, clients in product(FLOODS, (1, 50)):
            rows.append((kind, str(clients), await probed(server, kind, clients, seconds)))
        server._limits = WITHOUT_LIMITS
        rows.append(("pings, no limits", "1", await probed(server, "pings", 1, seconds)))
    return rows


def show(rows: list[tuple[str, str, Flooded]]) -> None:
    table = Report("flood", "clients", title=f"{PEOPLE} people, {RATE} commands a second each (p99 at most: 50 ms)")
    for column in ("p50", "p99", "max", "visits", "memory", "server CPU"):
        table.add_column(column, justify="right")
    for kind, count, found in rows:
        times = [found.percentile(part) for part in (0.5, 0.99, 1)]
        table.add_row(kind, count, *times, f"{found.visits:,}", f"{found.memory / 1e6:+.1f} MB", f"{found.cpu:.0%}")
    Console(width=None if sys.stdout.isatty() else 120).print(table)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--flood"]:
        os.sched_setaffinity(0, {DRIVER_CORE})
        os.nice(10)
        print(uvloop.run(flood(*json.loads(sys.argv[2]))))
    else:
        prepare()
        asked = [argument for argument in sys.argv[1:] if argument != "--json"]
        found = uvloop.run(measure(float(asked[0]) if asked else 5.0))
        if "--json" in sys.argv:
            print(json.dumps([[kind, count, flooded._asdict()] for kind, count, flooded in found]))
        else:
            show(found)
