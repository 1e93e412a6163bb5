"""The server against its bare limit, in one run: 200 tables × 6 sockets that play whole games.

A command is answered when all six sockets of its table have been sent its outcome. The driver picks random moves from
what each player is told is legal, but leaves the assassin alone, so that games last as long as people's. SQLite as it
is by default, referee off (see bench/referee.py), no bots.

Usage: python bench/server.py [SECONDS] [TABLES]
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import httpx
import msgspec
import uvloop
from driver import Load, Place, measure, memory_each, prepare, report
from server_bare import SOCKETS, TABLES, Bare

from deckname import protocol as wire
from deckname.client import Seat, connect

PLACES = ("red.giver", "red.guesser", "red.guesser", "blue.giver", "blue.guesser", "blue.guesser")
SETTING_UP_AT_ONCE = 8
WORDS = ("anvil", "brook", "candle", "dune", "ember", "fjord", "glade", "harbour")


class Turn(msgspec.Struct):
    """What the driver needs to know of a message, whatever it is."""

    type: str
    situation: dict[str, Any] | None = None
    legal: dict[str, wire.Legal] = {}
    game: dict[str, Any] | None = None
    code: str = ""


_turn = msgspec.json.Decoder(Turn)


class Deckname:
    """Adapter of the real server."""

    name = "deckname"

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._rng = Random(7)
        self._now: dict[int, tuple[int, int]] = {}  # which game of a table is at which ply
        self._before: dict[int, tuple[int, int]] = {}  # the same, when its last command was sent
        self._legal: dict[int, dict[int, wire.Legal]] = {}  # who at a table may do what
        self._assassin: dict[int, int] = {}  # as the spymasters of a table see it

    def start(self, port: int) -> Sequence[str]:
        flags = ["--port", port, "--data", self._folder / str(port), "--bots", 0, "--log-level", "warning"]
        free = ["--commands-per-second", 10_000, "--commands-burst", 100_000, "--sockets-per-device", 100_000]
        return [sys.executable, "-m", "deckname", "serve", *map(str, [*flags, *free])]

    async def seats(self, address: str, tables: int, sockets: int) -> list[list[Place]]:
        doors = asyncio.Semaphore(SETTING_UP_AT_ONCE)
        return await asyncio.gather(*(self._set_up(f"http://{address}", table, doors) for table in range(tables)))

    async def _set_up(self, address: str, number: int, doors: asyncio.Semaphore) -> list[Place]:
        """A table in the middle of its first game. Each device comes from an address of its own: they are counted."""
        async with doors:
            tokens = [await _device(address, number * SOCKETS + seat) for seat in range(SOCKETS)]
            table = await _table(address, number, tokens[0])
            players: list[Seat] = []
            for seat, token in enumerate(tokens):
                players.append(await connect(address, table, token=token, name=f"Player {seat}"))
                await players[-1].sit(PLACES[seat])
            await players[0].start()
            for player in players:
                await player.until(lambda state: state.running)
                await player.close()
        return [_place(address, table, token) for token in tokens]

    async def idle(self, address: str, sockets: int) -> list[Place]:
        """Watchers, six at each table."""
        places: list[Place] = []
        for number in range(0, sockets, SOCKETS):
            token = await _device(f"http://{address}", 100_000 + number)
            table = await _table(f"http://{address}", 100_000 + number, token)
            places += [_place(f"http://{address}", table, token)] * SOCKETS
        return places[:sockets]

    def command(self, table: int) -> tuple[int, bytes]:
        self._before[table] = self._now[table]
        if not self._legal[table]:
            return 0, wire.encode(wire.Again(rotate=False))
        seat, legal = self._rng.choice([*self._legal[table].items()])
        return seat, wire.encode(self._move(legal, self._now[table][1], self._assassin[table]))

    def _move(self, legal: wire.Legal, ply: int, assassin: int) -> wire.AnyCommand:
        if legal.cover:
            return wire.Cover(card=self._rng.choice(legal.cover), ply=ply)
        if legal.clue:
            return wire.GiveClue(word=self._rng.choice(WORDS), number=3, ply=ply)
        return wire.Guess(card=self._rng.choice([card for card in legal.guess if card != assassin]), ply=ply)

    def answers(self, table: int, socket: int, message: bytes) -> bool:
        told = _turn.decode(message)
        if told.type == "refused":
            raise RuntimeError(f"the server refused a legal move: {message.decode()}")
        number, situation, legal = self._now.get(table, (0, 0))[0], told.situation, told.legal
        if told.game:
            number, situation = told.game["number"], told.game["situation"]
            legal = msgspec.convert(told.game["legal"], dict[str, wire.Legal])
            known = [card["known"][0] for card in told.game["cards"]]
            if "assassin" in known:
                self._assassin[table] = known.index("assassin")
        if situation is None:
            return False
        now = number, situation["ply"]
        if now > self._now.get(table, (0, -1)):
            self._now[table] = now
            self._legal[table] = {}
        mine = [each for each in legal.values() if each.clue or each.guess or each.cover]
        if mine and now == self._now[table]:
            self._legal[table][socket] = mine[0]
        return now > self._before.get(table, (0, -1))


async def _device(address: str, number: int) -> str:
    return str((await _post(f"{address}/api/devices", number, {}, wire.NewDevice("")))["token"])


async def _table(address: str, number: int, token: str) -> str:
    settings = wire.TableSettings(referee="off")
    return str((await _post(f"{address}/api/tables", number, {"authorization": f"Bearer {token}"}, settings))["id"])


@cache
def _http() -> httpx.AsyncClient:
    return httpx.AsyncClient(timeout=60, verify=False, limits=httpx.Limits(max_keepalive_connections=0))


async def _post(url: str, number: int, headers: dict[str, str], body: msgspec.Struct) -> Any:
    """As if through a proxy from an address of its own: what one address may ask for is limited."""
    visitor = {"x-forwarded-for": f"10.{number >> 16}.{number >> 8 & 255}.{number & 255}"}
    answer = await _http().post(url, content=wire.encode(body), headers={**headers, **visitor})
    answer.raise_for_status()
    return answer.json()


def _place(address: str, table: str, token: str) -> Place:
    url = f"{address.replace('http', 'ws', 1)}/api/tables/{table}/socket"
    return Place(url, {"authorization": f"Bearer {token}"})


async def main(seconds: float, tables: int) -> None:
    loads = [Load(seconds, rate=500), Load(seconds)]
    with tempfile.TemporaryDirectory(prefix="deckname-bench-") as folder:
        real = await measure(Deckname(Path(folder)), tables, SOCKETS, loads)
        bare = await measure(Bare(round(real[0].bytes_each)), tables, SOCKETS, loads)
        rows = [
            (adapter.name, load, result)
            for load, results in zip(loads, zip(real, bare, strict=True), strict=True)
            for adapter, result in zip((Deckname, Bare), results, strict=True)
        ]
        report(f"{tables} tables × {SOCKETS} sockets, a command answered to all of its table", rows)
        for load, ours, limit in zip(loads, real, bare, strict=True):
            what = "all tables busy" if load.rate is None else f"{load.rate:,.0f} commands/s"
            print(f"CPU per command against the bare limit, {what}: {ours.cpu_each / limit.cpu_each:.2f}×")
        print(f"memory of an idle socket: {await memory_each(Deckname(Path(folder)), 1200) / 1000:.1f} kB")


if __name__ == "__main__":
    prepare()
    seconds, tables, *_ = [*sys.argv[1:], *["5", str(TABLES)][len(sys.argv) - 1 :]]
    uvloop.run(main(float(seconds), int(tables)))
