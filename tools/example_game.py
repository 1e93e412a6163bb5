"""Writes docs/example-game.md: a complete game as one socket saw it. The same game every time."""

from __future__ import annotations

import asyncio
import tempfile
from pathlib import Path
from random import Random

from msgspec.structs import replace

from deckname import __version__
from deckname import protocol as wire
from deckname.engine.rules import legal_moves
from deckname.engine.table import to_move
from deckname.store import open_store
from deckname.tables.decisions import Refused
from deckname.tables.house import House

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

    def dismiss(self, bye: wire.Bye) -> None:
        self.tell(wire.encode(bye))


class Example:
    def __init__(self, house: House, rng: Random) -> None:
        self.house = house
        self.rng = rng
        self.asked = 0

    async def play(self) -> list[str]:
        house = self.house
        (_, ada), (_, ben) = await house.people.new_device("Ada"), await house.people.new_device("Ben")
        settings = wire.TableSettings(edition="family-easy", mode="coop", referee="off")
        self.table = await house.open_table(ada, settings)
        await house.submit(self.table, ada, wire.Join(name="Ada"))
        await house.submit(self.table, ada, wire.Sit(place="red.giver"))
        self.socket = BensSocket(ben)
        await house.enter(self.table, self.socket)
        await self.say(wire.Join(name="Ben"))
        await asyncio.sleep(0.1)  # that he is there is noted a little later
        await self.say(wire.Sit(place="red.guesser"))
        await house.submit(self.table, ada, wire.Start())
        await self.say(wire.Guess(card=0, ply=0))  # too early
        await self._moves(ada)
        names = {self.table: "TABLE", ada: "person-ada", ben: "person-ben"}
        text = "\n".join(self.socket.lines)
        for secret, name in names.items():
            text = text.replace(secret, name)
        return text.splitlines()

    async def say(self, command: wire.AnyCommand) -> None:
        """What Ben asks for, and its answer."""
        self.asked += 1
        self.socket.lines.append(f"> {wire.encode(replace(command, id=self.asked)).decode()}")
        try:
            answer: wire.AnyMessage = wire.Done(
                id=self.asked, seq=await self.house.submit(self.table, self.socket.person, command)
            )
        except Refused as refused:
            answer = wire.Refused(id=self.asked, code=refused.code, details=refused.details)
        self.socket.tell(wire.encode(answer))

    async def _moves(self, ada: str) -> None:
        room = (await self.house.table(self.table)).room
        while game := room.running:
            (seat,) = to_move(game.table)
            moves = legal_moves(game.table, game.key, seat)
            if moves.clue:
                clue = wire.GiveClue(word=self.rng.choice(["NATURE", "HOUSE", "SKY"]), number=2, ply=game.ply)
                await self.house.submit(self.table, ada, clue)
            elif moves.cover:
                await self.house.submit(self.table, ada, wire.Cover(card=moves.cover[0], ply=game.ply))
            elif moves.stop and self.rng.random() < 0.4:
                await self.say(wire.Stop(ply=game.ply))
            else:
                right = [card for card in moves.guess if game.key.faces[0][card] == "red"]
                await self.say(wire.Guess(card=self.rng.choice(right), ply=game.ply))


async def _lines() -> list[str]:
    with tempfile.TemporaryDirectory() as folder:
        store = await open_store(None, Path(folder))
        house = House(store, clock=lambda: 1_800_000_000.0, rng=Random(7))
        lines = await Example(house, Random(7)).play()
        await house.close()
        await store.close()
        return lines


def page() -> str:
    return TITLE + "\n".join(asyncio.run(_lines())) + "\n```\n"


if __name__ == "__main__":
    PAGE.write_text(page(), "utf-8")
