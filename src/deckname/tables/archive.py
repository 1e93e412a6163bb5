"""What stays of games that are over: their records, what bots thought in them, and who has played which.

Everything is a document of the store, so it outlives its table. Nothing here is asked while a game runs.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from deckname import protocol as wire
from deckname.engine.record import format_record
from deckname.engine.view import score, winning_seats
from deckname.store.store import Store
from deckname.tables.room import GameState, places_of


class Archive:
    def __init__(self, store: Store) -> None:
        self._store = store

    async def keep(self, table: str, game: GameState, thoughts: Sequence[bytes]) -> None:
        """A game that has ended. Keeping it twice changes nothing."""
        key = f"{table}/{game.number}"
        names = {member.id: member.name for member in game.players}
        noted = tuple(msgspec.json.decode(body, type=wire.Thought) for body in thoughts)
        documents = [
            ("thoughts", key, msgspec.json.encode(wire.Thoughts(names, noted))),
            ("record", key, format_record(game.record).encode()),
            *(_history(table, game) if not game.abandoned else ()),
        ]
        await asyncio.gather(*(self._store.put(*document) for document in documents))  # in one commit

    async def numbers(self, table: str) -> set[int]:
        """The numbers of those of a table's games that have a record."""
        keys = await self._store.keys("record", f"{table}/")
        return {int(key.rpartition("/")[2]) for key in keys}

    async def document(self, kind: str, table: str, number: int) -> bytes | None:
        """The record or the thoughts of a game; None if there are none, ValueError for what is no table's name."""
        return await self._store.get(kind, f"{table}/{number}")

    async def games_of(self, person: str, limit: int) -> list[wire.PlayedGame]:
        """The games that somebody has played, the newest first."""
        keys = await self._store.keys("played", f"{person}/")
        bodies = [await self._store.get("played", key) for key in keys]
        games = [msgspec.json.decode(body, type=wire.PlayedGame) for body in bodies if body]
        return sorted(games, key=lambda game: -game.at)[:limit]


def _history(table: str, game: GameState) -> Iterator[tuple[str, str, bytes]]:
    """For everybody who played: that they did, and how it ended."""
    setup, winners, points = game.table.setup, set(winning_seats(game.table)), score(game.table)
    places = places_of(setup.edition.id, setup.mode)
    mode: Any = setup.mode.value
    language: Any = game.language
    for member in game.players:
        if member.bot or not member.place:
            continue
        played = wire.PlayedGame(
            table=table,
            number=game.number,
            edition=setup.edition.id,
            mode=mode,
            language=language,
            place=member.place,
            won=not winners.isdisjoint(places[member.place]),
            score=points.points if points else None,
            at=round(game.began * 1000),
        )
        yield "played", f"{member.id}/{table}/{game.number}", wire.encode(played)
