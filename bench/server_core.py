"""What the store, and rules and store, cost on top of the bare server.

- *store alone*: each command is appended to SQLite, durably and in groups, before it is answered to six sockets. There
  is no rule, no seat, no message of the protocol: a server with our store costs at least this.
- *rules and store*: each command is a move of a game by the rules, told as three kinds of readers would be told. There
  are no people, seats, clocks, limits, talk or referee; nobody is checked: what the server costs beyond is the rest.

Usage: python bench/server_core.py [SECONDS]
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from random import Random

import msgspec
import uvloop
from driver import Load, measure, prepare, report
from picows import WSFrame, WSListener, WSMsgType, WSTransport, WSUpgradeRequest, ws_create_server
from server_bare import MESSAGE_BYTES, NUMBER, SOCKETS, TABLES, Bare

from deckname.cards.library import deck
from deckname.engine import EDITIONS, decide, evolve, new_game
from deckname.engine.model import Command, GiveClue, Guess, Options, Phase
from deckname.engine.record import Move
from deckname.engine.table import to_move
from deckname.protocol import game_projection
from deckname.store import open_store
from deckname.store.store import Store
from deckname.tables.events import MovePlayed
from deckname.tables.game import GameState
from deckname.tables.stored import encode_event

KINDS = 3
WORDS = [face for card in deck("en", "classic").cards for face in (card.front, card.back) if face]


class Durable(Bare):
    """Adapter of the server that only writes down."""

    name = "store alone"

    def __init__(self, folder: Path, message_bytes: int = MESSAGE_BYTES) -> None:
        super().__init__(message_bytes)
        self._folder = folder / self.name.replace(" ", "-")
        self._folder.mkdir(exist_ok=True)

    def start(self, port: int) -> Sequence[str]:
        return [sys.executable, __file__, "--serve", self.name, str(port), str(self._folder), str(self._message_bytes)]


class Core(Durable):
    """Adapter of the server that only plays."""

    name = "rules and store"


class Log:
    """One table: what comes in is written down, then told to all."""

    def __init__(self, name: str, store: Store, message_bytes: int) -> None:
        self.sockets: set[WSTransport] = set()
        self._name, self._store = name, store
        self._seq = 0
        self._padding = b"." * (message_bytes - NUMBER)

    async def take(self, command: bytes) -> None:
        await self.keep(command)
        message = command[:NUMBER] + self._padding
        for socket in self.sockets:
            socket.send(WSMsgType.TEXT, message)

    async def keep(self, body: bytes) -> None:
        self._seq += 1
        await self._store.append(self._name, self._seq, [body])


class Game(Log):
    """One table's games, one after another, played by whatever is legal first."""

    def __init__(self, name: str, store: Store, message_bytes: int) -> None:
        super().__init__(name, store, message_bytes)
        self._rng = Random(name)
        self._begin()

    def _begin(self) -> None:
        table, key = new_game(EDITIONS["classic"], WORDS, self._rng, options=Options())
        self._game = GameState(1, table, table, key, "en", 0.0)

    async def take(self, command: bytes) -> None:
        if self._game.table.phase is Phase.OVER:
            self._begin()
        game, before = self._game, self._game.table
        guessing = before.phase is Phase.GUESS
        move: Command = Guess(before.covers.index(None)) if guessing else GiveClue("zebra", 2)
        seat = to_move(before)[0]
        happened = decide(before, game.key, seat, move)
        await self.keep(encode_event(MovePlayed(0.0, "p", Move(seat, move), happened)))
        for event in happened:
            game.table = evolve(game.table, event)
        moved = game_projection.moved(game, before, happened, seq=self._seq, by="p")
        told = [command[:NUMBER] + msgspec.json.encode(moved) for _ in range(KINDS)]
        for place, socket in enumerate(self.sockets):
            socket.send(WSMsgType.TEXT, told[place % KINDS])


async def serve(kind: type[Log], port: int, folder: Path, message_bytes: int) -> None:
    store = await open_store(None, folder)
    tables: dict[bytes, Log] = {}
    under_way: set[asyncio.Task[None]] = set()

    class Seat(WSListener):
        def __init__(self, table: Log) -> None:
            super().__init__()
            self._table = table

        def on_ws_connected(self, transport: WSTransport) -> None:
            self._table.sockets.add(transport)

        def on_ws_disconnected(self, transport: WSTransport) -> None:
            self._table.sockets.discard(transport)

        def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
            if frame.msg_type == WSMsgType.TEXT:
                task = asyncio.ensure_future(self._table.take(frame.get_payload_as_bytes()))
                under_way.add(task)
                task.add_done_callback(under_way.discard)
            elif frame.msg_type == WSMsgType.CLOSE:
                transport.disconnect()

    def seat(request: WSUpgradeRequest) -> Seat:
        path = bytes(request.path)
        if path not in tables:
            tables[path] = kind(path.decode().strip("/") + "-table", store, message_bytes)
        return Seat(tables[path])

    server = await ws_create_server(seat, "127.0.0.1", port, backlog=2048)
    await server.serve_forever()


async def main(seconds: float) -> None:
    loads = [Load(seconds, rate=500), Load(seconds)]
    rows = []
    with tempfile.TemporaryDirectory() as name:
        for adapter in (Core(Path(name)), Durable(Path(name)), Bare()):
            results = await measure(adapter, TABLES, SOCKETS, loads)
            rows += [(adapter.name, load, result) for load, result in zip(loads, results, strict=True)]
    report(f"{TABLES} tables × {SOCKETS} sockets, a move told to all of its table", rows)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--serve"]:
        kind = Game if sys.argv[2] == Core.name else Log
        uvloop.run(serve(kind, int(sys.argv[3]), Path(sys.argv[4]), int(sys.argv[5])))
    else:
        prepare()
        uvloop.run(main(float(sys.argv[1]) if sys.argv[1:] else 5.0))
