"""Drives a server with many tables and measures what a command costs that is answered to every socket of its table.

The server is a process of its own on one core; the driver, this process, has the other to itself. Which server it is,
an `Adapter` knows: how it is started, who sits where, what is sent next, and which message is the answer.
"""

from __future__ import annotations

import asyncio
import os
import resource
import socket
import subprocess
import sys
import time
from collections import deque
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple, Protocol

from picows import WSFrame, WSListener, WSMsgType, WSTransport, ws_connect
from rich.console import Console
from rich.table import Table as Report

CORES = sorted(os.sched_getaffinity(0))
SERVER_CORE, DRIVER_CORE = CORES[0], CORES[-1]
CONNECTING_AT_ONCE = 64
PATIENCE = 60
QUIET = 2.0


class Place(NamedTuple):
    """Where a socket connects."""

    url: str
    headers: Mapping[str, str]


class Adapter(Protocol):
    name: str

    def start(self, port: int) -> Sequence[str]:
        """The command that runs the server on this port of the loopback."""

    async def seats(self, address: str, tables: int, sockets: int) -> list[list[Place]]:
        """Make tables; the places of each."""

    async def idle(self, address: str, sockets: int) -> list[Place]:
        """Places at which nothing will happen."""

    def command(self, table: int) -> tuple[int, bytes]:
        """Which socket of the table sends what, now that all earlier commands are answered."""

    def answers(self, table: int, socket: int, message: bytes) -> bool:
        """Whether this is what the socket was waiting for: the outcome of the table's last command."""


@dataclass(frozen=True)
class Load:
    """So many commands in a second, or as many as there are tables at any time."""

    seconds: float
    rate: float | None = None
    warm_up: float = 1.0


class Result(NamedTuple):
    commands: int
    seconds: float
    server_cpu: float
    driver_cpu: float
    latencies: list[float]  # seconds, sorted; from the moment a command was due
    bytes_each: float

    @property
    def cpu_each(self) -> float:
        return self.server_cpu / self.commands

    def percentile(self, part: float) -> float:
        return self.latencies[min(len(self.latencies) - 1, int(part * len(self.latencies)))]


class Socket(WSListener):
    def __init__(self, floor: Floor, table: int, number: int) -> None:
        super().__init__()
        self._floor, self._table, self._number = floor, table, number
        self.transport: WSTransport | None = None

    def on_ws_connected(self, transport: WSTransport) -> None:
        self.transport = transport

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        if frame.msg_type in (WSMsgType.TEXT, WSMsgType.BINARY):
            self._floor.heard(self._table, self._number, frame.get_payload_as_bytes())
        elif frame.msg_type == WSMsgType.CLOSE:
            self._floor.failure = f"table {self._table}: closed ({frame.get_close_code()})"


class Floor:
    """All tables with their sockets. Each has one command under way at most; what comes due meanwhile waits."""

    def __init__(self, adapter: Adapter, sockets: int) -> None:
        self._adapter = adapter
        self._sockets = sockets
        self.tables: list[list[Socket]] = []
        self.failure = ""
        self._missing: dict[int, set[int]] = {}
        self._due_at: dict[int, float] = {}
        self._free: deque[int] = deque()
        self._due: deque[float] = deque()
        self._endless = False
        self._latencies: list[float] = []
        self._bytes = self._messages = 0

    async def open(self, places: list[list[Place]]) -> None:
        self.tables = [[Socket(self, table, n) for n in range(self._sockets)] for table in range(len(places))]
        doors = asyncio.Semaphore(CONNECTING_AT_ONCE)
        pairs = [pair for seats, row in zip(self.tables, places, strict=True) for pair in zip(seats, row, strict=True)]
        await asyncio.gather(*(connect(listener, place, doors) for listener, place in pairs))
        await self._quiet()
        self._free.extend(range(len(places)))

    async def _quiet(self) -> None:
        """Until nothing more is said because of those who came."""
        heard = -1
        while heard != self._messages:
            heard = self._messages
            await asyncio.sleep(QUIET)

    def heard(self, table: int, number: int, message: bytes) -> None:
        self._bytes += len(message)
        self._messages += 1
        answered = self._adapter.answers(table, number, message)  # it may learn from what answers nothing, too
        missing = self._missing.get(table)
        if missing and answered:
            missing.discard(number)
            if not missing:
                del self._missing[table]
                self._latencies.append(time.perf_counter() - self._due_at[table])
                self._free.append(table)
                self._send_due()

    def _send_due(self) -> None:
        while self._free and (self._due or self._endless):
            table = self._free.popleft()
            self._due_at[table] = self._due.popleft() if self._due else time.perf_counter()
            self._missing[table] = set(range(self._sockets))
            number, command = self._adapter.command(table)
            transport = self.tables[table][number].transport
            assert transport is not None
            transport.send(WSMsgType.TEXT, command)

    async def run(self, load: Load, pid: int) -> Result:
        sending = asyncio.create_task(self._come_due(load))
        await asyncio.sleep(load.warm_up)
        self._latencies, self._bytes, self._messages = [], 0, 0
        server, driver, start = cpu_of(pid), time.process_time(), time.perf_counter()
        await asyncio.sleep(load.seconds)
        commands, seconds = len(self._latencies), time.perf_counter() - start
        result = Result(
            commands, seconds, cpu_of(pid) - server, time.process_time() - driver,
            sorted(self._latencies), self._bytes / max(1, self._messages),
        )  # fmt: skip
        sending.cancel()
        self._endless = False
        self._due.clear()
        await self._settled()
        if not commands:
            raise RuntimeError(f"{self._adapter.name}: no command was answered. {self.failure}")
        return result

    async def _come_due(self, load: Load) -> None:
        if load.rate is None:
            self._endless = True
            self._send_due()
            return
        due = time.perf_counter()
        while True:
            due += 1 / load.rate
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            self._due.append(due)
            self._send_due()

    async def _settled(self) -> None:
        deadline = time.monotonic() + PATIENCE
        while self._missing:
            if self.failure or time.monotonic() > deadline:
                raise RuntimeError(f"{self._adapter.name}: {len(self._missing)} commands got no answer. {self.failure}")
            await asyncio.sleep(0.01)


async def connect(listener: WSListener, place: Place, doors: asyncio.Semaphore) -> WSTransport:
    async with doors:
        transport, _ = await ws_connect(
            lambda: listener, place.url, extra_headers=dict(place.headers), websocket_handshake_timeout=PATIENCE
        )
    return transport


@asynccontextmanager
async def running(adapter: Adapter) -> AsyncIterator[tuple[str, int]]:
    """The server's address and process id."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    process = subprocess.Popen([*adapter.start(port)], stdout=subprocess.DEVNULL)
    try:
        os.sched_setaffinity(process.pid, {SERVER_CORE})  # its threads will inherit it
        deadline = time.monotonic() + PATIENCE
        while process.poll() is None and time.monotonic() < deadline:
            try:
                socket.create_connection(("127.0.0.1", port), timeout=1).close()
                break
            except OSError:
                await asyncio.sleep(0.05)
        else:
            raise RuntimeError(f"{adapter.name} did not start")
        yield f"127.0.0.1:{port}", process.pid
    finally:
        process.terminate()
        try:
            process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


async def measure(adapter: Adapter, tables: int, sockets: int, loads: Sequence[Load], idle: int = 0) -> list[Result]:
    """One result for each load, one after another on the same tables, beside so many sockets that only listen."""
    async with running(adapter) as (address, pid):
        bystanders = await hold(adapter, address, idle)
        floor = Floor(adapter, sockets)
        await floor.open(await adapter.seats(address, tables, sockets))
        results = [await floor.run(load, pid) for load in loads]
        if any(transport.is_disconnected for transport in bystanders):
            raise RuntimeError(f"{adapter.name}: a socket that only listened was closed")
        return results


async def memory_each(adapter: Adapter, sockets: int) -> float:
    """Bytes of the server's resident memory for each socket that only listens."""
    async with running(adapter) as (address, pid):
        await hold(adapter, address, sockets // 20)  # what is set up once isn't counted
        places = await adapter.idle(address, sockets)
        before = resident(pid)
        kept = await asyncio.gather(*_connecting(places))
        await asyncio.sleep(1)
        after = resident(pid)
        assert len(kept) == sockets
        return (after - before) / sockets


async def hold(adapter: Adapter, address: str, sockets: int) -> list[WSTransport]:
    return await asyncio.gather(*_connecting(await adapter.idle(address, sockets))) if sockets else []


def _connecting(places: list[Place]) -> list[asyncio.Future[WSTransport]]:
    doors = asyncio.Semaphore(CONNECTING_AT_ONCE)
    return [asyncio.ensure_future(connect(WSListener(), place, doors)) for place in places]


def cpu_of(pid: int) -> float:
    """Seconds of processor time of another process and all its threads, to the nanosecond."""
    return time.clock_gettime((~pid << 3) | 2)  # what clock_getcpuclockid() gives


def resident(pid: int) -> int:
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * resource.getpagesize()


def prepare() -> None:
    """Give this process the driver's core, and as many sockets as the system allows."""
    os.sched_setaffinity(0, {DRIVER_CORE})
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    if SERVER_CORE == DRIVER_CORE:
        print("There is one core only: server and driver share it, and latencies mean little.", file=sys.stderr)


def report(title: str, rows: Sequence[tuple[str, Load, Result]]) -> None:
    table = Report("server", "load", title=title)
    for column in ("commands/s", "CPU each", "p50", "p99", "max", "bytes", "server CPU", "driver CPU"):
        table.add_column(column, justify="right")
    for name, load, result in rows:
        table.add_row(
            name,
            "all tables" if load.rate is None else f"{load.rate:,.0f}/s",
            f"{result.commands / result.seconds:,.0f}",
            f"{result.cpu_each * 1e6:,.0f} µs",
            *(f"{result.percentile(part) * 1000:,.1f} ms" for part in (0.5, 0.99, 1)),
            f"{result.bytes_each:,.0f}",
            f"{result.server_cpu / result.seconds:.0%}",
            f"{result.driver_cpu / result.seconds:.0%}",
        )
    Console(width=None if sys.stdout.isatty() else 120).print(table)
