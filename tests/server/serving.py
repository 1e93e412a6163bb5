"""Real `deckname serve` processes on the loopback, and people who play on them through `deckname.client`."""

from __future__ import annotations

import asyncio
import base64
import contextlib
import json
import multiprocessing
import os
import signal
import socket
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import AsyncIterator, Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any, Self

from deckname import protocol as wire
from deckname.cli import main
from deckname.client import KnownState, Refused, TableClient, connect, new_device, open_table
from deckname.tables.places import places_of
from tests.servers import PATIENCE, Server, free_port

PLENTY = {
    "new_per_minute": 1_000_000, "tables_per_device": 1_000_000, "sockets_per_device": 1_000_000,
    "connections_per_address": 1_000_000, "frames_per_address": 1_000_000, "bytes_per_address": 100_000_000,
}  # fmt: skip
"""All clients of a test come from one address."""
AT_ONCE = {
    "commands_per_second": 10_000, "commands_burst": 100_000, "bytes_per_second": 10_000_000, "bytes_burst": 10_000_000,
}  # fmt: skip


class Node(Server):
    """A server process of ours: `stop(signal.SIGKILL)` pulls its plug, `stop(signal.SIGTERM)` asks it to end."""

    def __init__(
        self,
        folder: Path,
        *,
        data: Path | None = None,
        port: int | None = None,
        program: Sequence[str] = ("-m", "deckname"),
        **settings: object,
    ) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.data = data or folder / "data"
        chosen = {"log_level": "debug", "bots": 0, "take_back_seconds": 0, **PLENTY, **settings}
        flags = [f"--{name.replace('_', '-')}={value}" for name, value in chosen.items()]
        port = port or free_port()
        command = [sys.executable, *program, "serve", f"--port={port}", f"--data={self.data}", *flags]
        super().__init__(command, port, folder)

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def pid(self) -> int:
        assert self._process
        return self._process.pid

    def kill(self) -> None:
        self.stop(signal.SIGKILL)

    def terminate(self) -> None:
        self.stop(signal.SIGTERM)

    def send_signal(self, number: signal.Signals) -> None:
        os.kill(self.pid, number)

    def log(self) -> str:
        return (self._folder / "server.log").read_text("utf-8")

    def complaints(self) -> list[str]:
        """What it logged as an error."""
        return [line for line in self.log().splitlines() if " ERROR " in line or "Traceback" in line]

    def ask(
        self, method: str, path: str, body: object = None, token: str | None = None, **headers: str
    ) -> tuple[int, Any, dict[str, str]]:
        """One HTTP request: status, decoded body, headers."""
        sent = {name.replace("_", "-"): value for name, value in headers.items()}
        if token:
            sent["authorization"] = f"Bearer {token}"
        data = body if isinstance(body, bytes) else None if body is None else wire.encode(body)
        request = urllib.request.Request(self.address + path, data, sent, method=method)
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
                return answer.status, _decoded(answer.read()), dict(answer.headers)
        except urllib.error.HTTPError as error:
            with error:
                return error.code, _decoded(error.read()), dict(error.headers)

    def _answers(self) -> bool:
        with contextlib.suppress(OSError):
            return self.ask("GET", "/health")[0] == 200
        return False


class QuickNode(Node):
    """Born by a process that has imported everything already, for tests that start it dozens of times."""

    def _spawn(self, log: Path) -> Any:
        return Born(log, self._command[self._command.index("serve") :])


class Born:
    """As much of Popen as a server needs."""

    def __init__(self, log: Path, arguments: list[str]) -> None:
        context = multiprocessing.get_context("forkserver")
        context.set_forkserver_preload(["deckname.cli", "deckname.server.app", "tests.server.serving"])
        self._process = context.Process(target=_serve, args=(log, arguments), daemon=True)
        self._process.start()

    @property
    def pid(self) -> int:
        return self._process.pid or 0

    def poll(self) -> int | None:
        return self._process.exitcode

    def send_signal(self, number: signal.Signals) -> None:
        os.kill(self.pid, number)

    def kill(self) -> None:
        self._process.kill()

    def wait(self, timeout: float | None = None) -> None:
        self._process.join(timeout)
        if self._process.is_alive():
            raise subprocess.TimeoutExpired("serve", timeout or 0)


def _serve(log: Path, arguments: list[str]) -> None:
    with log.open("ab") as output:
        os.dup2(output.fileno(), 1)
        os.dup2(output.fileno(), 2)
    sys.exit(main(arguments))


def _decoded(data: bytes) -> Any:
    try:
        return json.loads(data)
    except ValueError:
        return data.decode("utf-8", "replace")


@contextlib.contextmanager
def serving(folder: Path, **settings: Any) -> Iterator[Node]:
    node = Node(folder, **settings)
    with node.running():
        yield node


class Party:
    """People in all places of one table, each with a connection of their own; the first is the host."""

    def __init__(self, addresses: list[str], table: str) -> None:
        self.addresses = addresses
        self.table = table
        self.seats: dict[str, TableClient] = {}
        self.acknowledged = 0
        """Moves that the server said were done."""

    @classmethod
    async def gather(
        cls, *addresses: str, crowd: int = 0, places: Sequence[str] | None = None, **settings: Any
    ) -> Self:
        """A table with somebody in each place, or in those that are named, and a crowd that only watches."""
        wanted = wire.SettingsForm(**{"referee": "off", "pace": "quick", **settings})
        host = await new_device(addresses[0], "Host")
        party = cls(list(addresses), await open_table(addresses[0], host, wanted))
        for number, place in enumerate(places or places_of(wanted.edition, wanted.mode)):
            seat = await party.join(f"P{number}", token=None if number else host)
            await seat.sit(place)
            party.seats[place] = seat
        for number in range(crowd):
            party.seats[f"watcher {number}"] = await party.join(f"W{number}")
        return party

    async def join(self, name: str | None, token: str | None = None) -> TableClient:
        return await connect(self.addresses, self.table, token=token, name=name)

    @property
    def host(self) -> TableClient:
        return next(iter(self.seats.values()))

    async def start(self) -> None:
        await self.host.start()
        for seat in self.seats.values():
            await seat.until(lambda state: state.running)

    async def play(self, rng: Random, skill: float = 0.8, moves: int = 1000) -> None:
        """Everybody moves when it is their turn, until the game is over or so many moves are made."""
        playing = (self._play(seat, rng, skill, moves) for seat in self.seats.values())
        await asyncio.gather(*playing)

    async def _play(self, seat: TableClient, rng: Random, skill: float, moves: int) -> None:
        def due(state: KnownState) -> bool:
            return not state.running or state.my_turn or state.ply >= moves

        while await seat.until(due) and seat.state.running and seat.state.ply < moves:
            command = self.random_move(seat, rng, skill)
            ply = seat.state.ply
            try:
                await seat.send(command)
                self.acknowledged += 1
            except Refused as refused:
                if refused.code not in ("stale", "unavailable", "game_over"):
                    raise
            except (ConnectionError, TimeoutError):
                pass
            with contextlib.suppress(TimeoutError):
                await seat.until(lambda state, ply=ply: state.ply > ply or not state.running, 2)

    def random_move(self, seat: TableClient, rng: Random, skill: float) -> wire.OwnForm:
        state = seat.state
        if numbers := state.legal("clue"):
            return wire.ClueMove(word=f"clue{rng.randrange(10**6)}", number=rng.choice(numbers[:3]), ply=state.ply)
        if cards := state.legal("cover"):
            return wire.CoverMove(card=rng.choice(cards), ply=state.ply)
        if state.legal("stop") and rng.random() < 0.2:
            return wire.StopMove(ply=state.ply)
        assert state.game
        cards = state.legal("guess")
        good = [card for card in cards if self._is_agent(state.game, card)]
        return wire.GuessMove(card=rng.choice(good if good and rng.random() < skill else cards), ply=state.ply)

    def _is_agent(self, game: wire.Game, card: int) -> bool:
        """What the guesser can't know, but somebody at the table does."""
        side = game.situation.turn
        for seat in self.seats.values():
            for known in seat.state.game.cards[card].known if seat.state.game else ():
                if known == side or (known == "green" and seat.state.you.place == side):
                    return True
        return False

    async def close(self) -> None:
        await asyncio.gather(*(seat.close() for seat in self.seats.values()))


@contextlib.asynccontextmanager
async def gathered(*addresses: str, **settings: Any) -> AsyncIterator[Party]:
    party = await Party.gather(*addresses, **settings)
    try:
        yield party
    finally:
        await party.close()


def handshake(port: int, table: str, token: str, *headers: str) -> bytes:
    """How somebody who writes frames by hand asks for a socket."""
    key = base64.b64encode(os.urandom(16)).decode()
    lines = [
        f"GET /api/tables/{table}/socket HTTP/1.1",
        f"Host: 127.0.0.1:{port}",
        f"Authorization: Bearer {token}",
        "Upgrade: websocket",
        "Connection: Upgrade",
        "Sec-WebSocket-Version: 13",
        f"Sec-WebSocket-Key: {key}",
        *headers,
        "",
        "",
    ]
    return "\r\n".join(lines).encode()


def stalled(port: int, party: Party) -> socket.socket:
    """Somebody who connects and then never reads."""
    stuck = socket.socket()
    stuck.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    stuck.connect(("127.0.0.1", port))
    stuck.sendall(handshake(port, party.table, party.host.token))
    assert stuck.recv(12) == b"HTTP/1.1 101"
    return stuck
