"""People around a table of a real house: a SQLite file, a clock that stands still, chance with a seed."""

from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random
from typing import Any

from deckname import protocol as wire
from deckname.engine.model import Role, Seat, parse_seat
from deckname.engine.rules import legal_moves
from deckname.engine.table import to_move
from deckname.store.store import Store, open_store
from deckname.tables.decisions import AnyWish, Refused
from deckname.tables.house import House, Limits, LiveTable
from deckname.tables.room import GameState, Room


class Reader:
    def __init__(self, person: str) -> None:
        self.person = person
        self.heard: list[wire.AnyMessage] = []
        self.bye: wire.Bye | None = None

    def tell(self, data: bytes) -> None:
        self.heard.append(wire.decode_message(data))

    def dismiss(self, bye: wire.Bye) -> None:
        self.bye = bye

    def last(self, kind: type) -> Any:
        return next(message for message in reversed(self.heard) if isinstance(message, kind))

    def shown(self, part: str) -> Any:
        """The newest value of a part of the state."""
        values = [getattr(message, part, wire.UNSET) for message in self.heard]
        return next(value for value in reversed(values) if value is not wire.UNSET)


class Gathering:
    """`await gathering.do("Ada", wire.Sit(place="red.giver"))`. Everybody who joins watches what happens."""

    store: Store
    house: House
    table: str

    def __init__(self, seed: int = 1) -> None:
        self.now = 1_000_000.0
        self.rng = Random(seed)
        self.persons: dict[str, str] = {}
        self.readers: dict[str, Reader] = {}

    @classmethod
    async def on_file(cls, folder: Path, seed: int = 1) -> Gathering:
        gathering = cls(seed)
        gathering.store = await open_store(None, folder, clock=lambda: gathering.now)
        gathering.house = gathering.new_house()
        return gathering

    def new_house(self, **options: Any) -> House:
        """Another house on the same store, as after a restart or on another node."""
        limits = options.pop("limits", Limits())
        return House(self.store, clock=lambda: self.now, rng=self.rng, limits=limits, **options)

    async def open(self, *names: str, **settings: Any) -> Gathering:
        """A table with these people, the first of whom is the host."""
        for name in names:
            self.persons[name] = (await self.house.people.new_device(name))[1]
        wanted = wire.TableSettings(**{"referee": "off", **settings})
        self.table = await self.house.open_table(self.persons[names[0]], wanted)
        for name in names:
            self.readers[name] = Reader(self.persons[name])
            await self.house.enter(self.table, self.readers[name])
            await self.do(name, wire.Join(name=name))
        await self.settled()
        return self

    async def settled(self) -> None:
        """What the house does in the background has been done."""
        while self.house._tasks:
            await asyncio.gather(*self.house._tasks, return_exceptions=True)

    async def seated(self, **places: str) -> Gathering:
        """Ada="red.giver" and so on; then the game starts."""
        for name, place in places.items():
            await self.do(name, wire.Sit(place=place.replace("_", ".")))
        await self.do(next(iter(self.persons)), wire.Start())
        return self

    async def do(self, name: str, wish: AnyWish) -> int:
        return await self.house.submit(self.table, self.persons[name], wish)

    async def refused(self, name: str, wish: AnyWish) -> str:
        """The code with which it is refused; fails if it isn't."""
        await self.settled()
        before = (await self.live()).room.seq
        try:
            await self.do(name, wish)
        except Refused as refused:
            assert (await self.live()).room.seq == before
            return refused.code
        raise AssertionError("it was not refused")

    async def live(self) -> LiveTable:
        return await self.house.table(self.table)

    @property
    def room(self) -> Room:
        return self.house._tables[self.table].room

    @property
    def game(self) -> GameState:
        game = self.room.game
        assert game
        return game

    @property
    def ply(self) -> int:
        return self.game.ply

    def holder(self, seat: str | Seat) -> str:
        """The name of whoever acts from a seat."""
        member = self.room.holders(parse_seat(seat) if isinstance(seat, str) else seat)[0]
        return member.name

    @property
    def due(self) -> str:
        """Whoever is to move."""
        return self.holder(to_move(self.game.table)[0])

    async def clue(self, word: str = "zebra", number: int = 2) -> None:
        await self.do(self.due, wire.GiveClue(word=word, number=number, ply=self.ply))

    async def guess(self, identity: str) -> int:
        """Whoever is to guess touches the first open card that is this for them."""
        seat = to_move(self.game.table)[0]
        spec = self.game.table.setup.edition.side[seat.side]
        face = self.game.key.faces[spec.judged_by]
        card = next(c for c in legal_moves(self.game.table, self.game.key, seat).guess if face[c] == identity)
        await self.do(self.holder(seat), wire.Guess(card=card, ply=self.ply))
        return card

    async def play_on(self) -> None:
        """Random moves until the game is over."""
        while self.room.running:
            seat = self.rng.choice(to_move(self.game.table))
            moves = legal_moves(self.game.table, self.game.key, seat)
            wish: AnyWish
            if moves.clue:
                wish = wire.GiveClue(word=f"word{self.ply}", number=2, ply=self.ply)
            elif moves.cover:
                wish = wire.Cover(card=self.rng.choice(moves.cover), ply=self.ply)
            elif moves.stop and self.rng.random() < 0.3:
                wish = wire.Stop(ply=self.ply)
            else:
                wish = wire.Guess(card=self.rng.choice(moves.guess), ply=self.ply)
            await self.do(self.holder(seat), wish)

    def side_to_move(self) -> str:
        return to_move(self.game.table)[0].side

    def giver(self, side: str) -> str:
        return self.holder(Seat(side, Role.GIVER))

    def guesser(self, side: str) -> str:
        return self.holder(Seat(side, Role.GUESSER))

    async def close(self) -> None:
        await self.house.close()
        await self.store.close()
