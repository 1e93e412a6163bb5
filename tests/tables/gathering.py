"""People around a table of a real service: a SQLite file, a clock that stands still, chance with a seed."""

from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random
from typing import Any

from deckname import protocol as wire
from deckname.engine.errors import Refused
from deckname.engine.model import Role, Seat, parse_seat
from deckname.engine.rules import legal_moves
from deckname.engine.table import to_move
from deckname.people import People
from deckname.protocol import projection
from deckname.store.store import Store, open_store
from deckname.tables.bot_players import bot_names
from deckname.tables.commands import AnyCommand, Presence
from deckname.tables.game import GameState
from deckname.tables.game_summary import GameSummary
from deckname.tables.live import Farewell, LiveTable
from deckname.tables.service import Limits, TableService
from deckname.tables.state import TableState
from deckname.tables.upkeep import Swept


class Reader:
    def __init__(self, person: str) -> None:
        self.person = person
        self.heard: list[wire.AnyMessage] = []
        self.bye: Farewell | None = None

    def tell(self, data: bytes) -> None:
        self.heard.append(wire.decode_message(data))

    def dismiss(self, reason: Farewell) -> None:
        self.bye = reason

    def last(self, kind: type) -> Any:
        return next(message for message in reversed(self.heard) if isinstance(message, kind))

    def shown(self, part: str) -> Any:
        """The newest value of a part of the state."""
        values = [getattr(message, part, wire.UNSET) for message in self.heard]
        return next(value for value in reversed(values) if value is not wire.UNSET)

    def shown_situation(self) -> wire.Situation:
        """Where the game stands by the newest message that tells it."""
        found = [
            message.situation if isinstance(message, wire.Moved) else message.game.situation
            for message in self.heard
            if isinstance(message, wire.Moved)
            or (isinstance(message, wire.StateMessage) and isinstance(message.game, wire.Game))
        ]
        return found[-1]


class Gathering:
    """`await gathering.do("Ada", wire.Sit(place="red.giver"))`. Everybody who joins watches what happens."""

    store: Store
    people: People
    tables: TableService
    table: str

    def __init__(self, seed: int = 1) -> None:
        self.now = 1_000_000.0
        self.steady = 0.0
        self.rng = Random(seed)
        self.persons: dict[str, str] = {}
        self.readers: dict[str, Reader] = {}

    @classmethod
    async def on_file(cls, folder: Path, seed: int = 1, url: str | None = None) -> Gathering:
        """With the store in this folder, or in the database at `url`."""
        gathering = cls(seed)
        gathering.store = await open_store(url, folder, clock=lambda: gathering.now)
        gathering.people = People(gathering.store, lambda: gathering.now)
        gathering.tables = gathering.another_service()
        return gathering

    def another_service(self, **options: Any) -> TableService:
        """Another one on the same store, as after a restart or on another node."""
        limits = options.pop("limits", Limits())
        clocks = {"clock": lambda: self.now, "steady": lambda: self.steady}
        return TableService(
            self.store, projection, **clocks, rng=self.rng, limits=limits, bot_names=bot_names, **options
        )

    def let_pass(self, days: float) -> None:
        """While the house is open, and its clock is right."""
        self.now += days * 86_400
        self.steady += days * 86_400

    async def swept(self, tables: TableService | None = None) -> Swept:
        """What a sweep does with tables now."""
        upkeep = (tables or self.tables).upkeep
        upkeep.swept = Swept()
        await upkeep.sweep()
        return upkeep.swept

    async def open(self, *names: str, **settings: Any) -> Gathering:
        """A table with these people, the first of whom is the host."""
        for name in names:
            self.persons[name] = (await self.people.new_device(name))[1]
        wanted = wire.SettingsForm(**{"referee": "off", **settings})
        self.table = await self.tables.directory.open_table(self.persons[names[0]], wanted.settings)
        for name in names:
            self.readers[name] = Reader(self.persons[name])
            await self.tables.enter(self.table, self.readers[name])
            await self.do(name, wire.Join(name=name))
        await self.settled()
        return self

    async def settled(self, *others: TableService) -> None:
        """What is done in the background has been done, by other nodes too."""
        for service in (*others, self.tables):
            while service.background.tasks:
                await asyncio.gather(*service.background.tasks, return_exceptions=True)

    async def seated(self, **places: str) -> Gathering:
        """Ada="red.giver" and so on; then the game starts."""
        for name, place in places.items():
            await self.do(name, wire.Sit(place=place.replace("_", ".")))
        await self.do(next(iter(self.persons)), wire.Start())
        return self

    async def goes(self, name: str) -> None:
        """Their connection breaks, and does not come back."""
        self.tables.exit(await self.live(), self.readers[name])
        await self.do(name, Presence(self.tables.node, here=False))

    async def do(self, name: str, wanted: wire.OwnForm | AnyCommand) -> int:
        """What somebody sends, or asks for."""
        command = wanted.command if isinstance(wanted, wire.OwnForm) else wanted
        return await self.tables.submit(self.table, self.persons[name], command)

    async def refused(self, name: str, wanted: wire.OwnForm | AnyCommand) -> str:
        """The code with which it is refused; fails if it isn't."""
        await self.settled()
        before = (await self.live()).state.seq
        try:
            await self.do(name, wanted)
        except Refused as refused:
            assert (await self.live()).state.seq == before
            return refused.code
        raise AssertionError("it was not refused")

    async def games_of(self, name: str) -> list[GameSummary]:
        """The games that somebody has played."""
        return (await self.tables.history.games_of(self.persons[name], limit=20)).games

    async def live(self) -> LiveTable:
        return await self.tables.table(self.table)

    @property
    def state(self) -> TableState:
        live = self.tables.registry.get(self.table)
        assert live
        return live.state

    @property
    def game(self) -> GameState:
        game = self.state.game
        assert game
        return game

    @property
    def ply(self) -> int:
        return self.game.ply

    def holder(self, seat: str | Seat) -> str:
        """The name of whoever acts from a seat."""
        member = self.state.holders(parse_seat(seat) if isinstance(seat, str) else seat)[0]
        return member.name

    @property
    def due(self) -> str:
        """Whoever is to move."""
        return self.holder(to_move(self.game.table)[0])

    async def clue(self, word: str = "zebra", number: int = 2) -> None:
        await self.do(self.due, wire.ClueMove(word=word, number=number, ply=self.ply))

    async def challenge(self, name: str) -> None:
        """They call the clue invalid, and the side that gave it accepts that; where sides play together, it is so."""
        await self.do(name, wire.ChallengeMove(ply=self.ply))
        if self.game.objection:
            await self.do(self.giver(self.game.table.turn or ""), wire.AnswerObjection(valid=False, ply=self.ply))

    async def guess(self, identity: str) -> int:
        """Whoever is to guess touches the first open card that is this for them."""
        seat = to_move(self.game.table)[0]
        spec = self.game.table.setup.edition.side[seat.side]
        face = self.game.key.layers[spec.judged_by]
        card = next(c for c in legal_moves(self.game.table, self.game.key, seat).guess if face[c] == identity)
        await self.do(self.holder(seat), wire.GuessMove(card=card, ply=self.ply))
        return card

    async def play_on(self) -> None:
        """Random moves until the game is over."""
        while self.state.running:
            seat = self.rng.choice(to_move(self.game.table))
            moves = legal_moves(self.game.table, self.game.key, seat)
            wish: wire.OwnForm
            if moves.clue:
                wish = wire.ClueMove(word=f"word{self.ply}", number=2, ply=self.ply)
            elif moves.cover:
                wish = wire.CoverMove(card=self.rng.choice(moves.cover), ply=self.ply)
            elif moves.stop and self.rng.random() < 0.3:
                wish = wire.StopMove(ply=self.ply)
            else:
                wish = wire.GuessMove(card=self.rng.choice(moves.guess), ply=self.ply)
            await self.do(self.holder(seat), wish)

    def side_to_move(self) -> str:
        return to_move(self.game.table)[0].side

    def giver(self, side: str) -> str:
        return self.holder(Seat(side, Role.GIVER))

    def guesser(self, side: str) -> str:
        return self.holder(Seat(side, Role.GUESSER))

    async def close(self) -> None:
        await self.tables.close()
        await self.store.close()
