"""What docs/example-game.md says: a complete game as one socket saw it. The same game every time."""

from __future__ import annotations

import asyncio
import tempfile
from pathlib import Path
from random import Random

from msgspec.structs import replace

from deckname import __version__
from deckname import protocol as wire
from deckname.engine.errors import Refused
from deckname.engine.model import Cover, GiveClue, Mode
from deckname.engine.rules import legal_moves
from deckname.engine.table import to_move
from deckname.people import People
from deckname.protocol import projection
from deckname.store import open_store
from deckname.tables.commands import Play
from deckname.tables.live import Farewell
from deckname.tables.service import TableService
from deckname.tables.table_settings import TableSettings

PAGE = Path(__file__).parents[1] / "docs" / "example-game.md"
TITLE = """# A complete game

Ada and Ben play *family-easy* together against an imaginary team: Ada gives clues, Ben guesses. This is everything that
went over Ben's socket, `>` from him and `<` to him. `make format` writes this page; a test compares.

```text
"""


class BensSocket:
    def __init__(self, person: str) -> None:
        self.person = person
        self.lines: list[str] = []
        self.tell(wire.encode(wire.Welcome(protocol=wire.VERSION, server=__version__)))

    def tell(self, data: bytes) -> None:
        self.lines.append(f"< {data.decode()}")

    def dismiss(self, reason: Farewell) -> None:
        self.tell(wire.encode(wire.Bye(reason=reason, retry=False)))


class Example:
    def __init__(self, tables: TableService, people: People, rng: Random) -> None:
        self.tables, self.people = tables, people
        self.rng = rng
        self.asked = 0

    async def play(self) -> list[str]:
        tables = self.tables
        (_, ada), (_, ben) = await self.people.new_device("Ada"), await self.people.new_device("Ben")
        settings = TableSettings(edition="family-easy", mode=Mode.COOP, referee="off")
        self.table = await tables.directory.open_table(ada, settings)
        await tables.submit(self.table, ada, wire.Join(name="Ada"))
        await tables.submit(self.table, ada, wire.Sit(place="red.giver"))
        self.socket = BensSocket(ben)
        await tables.enter(self.table, self.socket)
        await self.say(wire.Join(name="Ben"))
        state = (await tables.table(self.table)).state
        while not state.members[ben].online:  # that he is there is noted a little later
            await asyncio.sleep(0.01)
        await self.say(wire.Sit(place="red.guesser"))
        await tables.submit(self.table, ada, wire.Start())
        await self.say(wire.GuessMove(card=0, ply=0))  # too early
        await self._moves(ada)
        names = {self.table: "TABLE", ada: "person-ada", ben: "person-ben"}
        text = "\n".join(self.socket.lines)
        for secret, name in names.items():
            text = text.replace(secret, name)
        return text.splitlines()

    async def say(self, request: wire.Join | wire.Sit | wire.AnyOwnForm) -> None:
        """What Ben asks for, and its answer."""
        self.asked += 1
        self.socket.lines.append(f"> {wire.encode(replace(request, id=self.asked)).decode()}")
        try:
            seq = await self.tables.submit(self.table, self.socket.person, wire.command_of(request))
            answer: wire.AnyMessage = wire.Done(id=self.asked, seq=seq)
        except Refused as refused:
            answer = wire.RefusedMessage(id=self.asked, code=refused.code, details=wire.details_of(refused))
        self.socket.tell(wire.encode(answer))

    async def _moves(self, ada: str) -> None:
        state = (await self.tables.table(self.table)).state
        while game := state.running:
            (seat,) = to_move(game.table)
            moves = legal_moves(game.table, game.key, seat)
            if moves.clue:
                clue = GiveClue(self.rng.choice(["NATURE", "HOUSE", "SKY"]), 2)
                await self.tables.submit(self.table, ada, Play(clue, game.ply))
            elif moves.cover:
                await self.tables.submit(self.table, ada, Play(Cover(moves.cover[0]), game.ply))
            elif moves.stop and self.rng.random() < 0.4:
                await self.say(wire.StopMove(ply=game.ply))
            else:
                right = [card for card in moves.guess if game.key.layers[0][card] == "red"]
                await self.say(wire.GuessMove(card=self.rng.choice(right), ply=game.ply))


async def _lines() -> list[str]:
    with tempfile.TemporaryDirectory() as folder:
        store = await open_store(None, Path(folder))
        tables = TableService(store, projection, clock=lambda: 1_800_000_000.0, rng=Random(7))
        lines = await Example(tables, People(store, tables.clock), Random(7)).play()
        await tables.close()
        await store.close()
        return lines


def page() -> str:
    return TITLE + "\n".join(asyncio.run(_lines())) + "\n```\n"
