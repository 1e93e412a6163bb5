"""What rules and store alone cost: the bare server that also plays, writes down durably and encodes what it sends.

Each command is a move of a game by the rules, appended to SQLite in groups, and told to six sockets as three kinds of
readers would be told; there are no people, seats, clocks, limits, talk or referee, and nobody is checked. A server with
our rules and our store costs at least this; what it costs beyond is the rest of the server.

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

from deckname.cards.library import usual_deck
from deckname.engine import EDITIONS, decide, evolve, new_game
from deckname.engine.model import Command, GiveClue, Guess, Options, Phase
from deckname.engine.table import to_move
from deckname.store import open_store
from deckname.store.store import Store
from deckname.tables import sight
from deckname.tables.facts import note_event
from deckname.tables.room import GameState

KINDS = 3
WORDS = [face for card in usual_deck("classic", "en").cards for face in (card.front, card.back) if face]


class Core(Bare):
    """Adapter of the server that only plays."""

    name = "rules and store"

    def __init__(self, folder: Path) -> None:
        super().__init__()
        folder.mkdir(exist_ok=True)
        self._folder = folder

    def start(self, port: int) -> Sequence[str]:
        return [sys.executable, __file__, "--serve", str(port), str(self._folder)]


class Game:
    """One table's games, one after another, played by whatever is legal first."""

    def __init__(self, log: str, store: Store) -> None:
        self.sockets: set[WSTransport] = set()
        self._log, self._store = log, store
        self._seq = 0
        self._rng = Random(log)
        self._begin()

    def _begin(self) -> None:
        table, key = new_game(EDITIONS["classic"], WORDS, self._rng, options=Options())
        self._game = GameState(1, table, table, key, "en", 0.0)

    async def play(self, number: bytes) -> None:
        game = self._game
        if game.table.phase is Phase.OVER:
            self._begin()
            game = self._game
        seat = to_move(game.table)[0]
        guessing = game.table.phase is Phase.GUESS
        command: Command = Guess(game.table.covers.index(None)) if guessing else GiveClue("zebra", 2)
        events = tuple(map(note_event, happened := decide(game.table, game.key, seat, command)))
        self._seq += 1
        await self._store.append(self._log, self._seq, [msgspec.json.encode(events)])
        before = game.table
        for event in happened:
            game.table = evolve(game.table, event)
        moved = sight._moved(game, before, events, seq=self._seq, by="p")
        told = [number + msgspec.json.encode(moved) for _ in range(KINDS)]
        for place, socket in enumerate(self.sockets):
            socket.send(WSMsgType.TEXT, told[place % KINDS])


async def serve(port: int, folder: Path) -> None:
    store = await open_store(None, folder)
    tables: dict[bytes, Game] = {}
    under_way: set[asyncio.Task[None]] = set()

    class Seat(WSListener):
        def __init__(self, game: Game) -> None:
            super().__init__()
            self._game = game

        def on_ws_connected(self, transport: WSTransport) -> None:
            self._game.sockets.add(transport)

        def on_ws_disconnected(self, transport: WSTransport) -> None:
            self._game.sockets.discard(transport)

        def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
            if frame.msg_type == WSMsgType.TEXT:
                task = asyncio.ensure_future(self._game.play(frame.get_payload_as_bytes()[:NUMBER]))
                under_way.add(task)
                task.add_done_callback(under_way.discard)
            elif frame.msg_type == WSMsgType.CLOSE:
                transport.disconnect()

    def seat(request: WSUpgradeRequest) -> Seat:
        path = bytes(request.path)
        if path not in tables:
            tables[path] = Game(path.decode().strip("/") + "-table", store)
        return Seat(tables[path])

    server = await ws_create_server(seat, "127.0.0.1", port, backlog=2048)
    await server.serve_forever()


async def main(seconds: float) -> None:
    loads = [Load(seconds, rate=500), Load(seconds)]
    rows = []
    with tempfile.TemporaryDirectory() as name:
        for adapter in (Core(Path(name)), Bare(MESSAGE_BYTES)):
            results = await measure(adapter, TABLES, SOCKETS, loads)
            rows += [(adapter.name, load, result) for load, result in zip(loads, results, strict=True)]
    report(f"{TABLES} tables × {SOCKETS} sockets, a move told to all of its table", rows)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--serve"]:
        uvloop.run(serve(int(sys.argv[2]), Path(sys.argv[3])))
    else:
        prepare()
        uvloop.run(main(float(sys.argv[1]) if sys.argv[1:] else 5.0))
