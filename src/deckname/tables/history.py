"""What stays of games that are over: their records, what bots thought in them, and who has played which.

All of it outlives its table, whose log lets go of a game as soon as the next one has begun (`compaction`). Nothing here
is asked while a game runs.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Iterable, Sequence
from typing import NamedTuple

import msgspec
from msgspec import Struct

from deckname.engine.errors import Refused
from deckname.engine.record import format_record
from deckname.lettering import without_bidi_controls_in
from deckname.store.store import Place, Store, StoreUnavailable
from deckname.tables.background import Background
from deckname.tables.events import MAY_END, TableEvent
from deckname.tables.game import GameState
from deckname.tables.game_summary import GameSummary, summaries
from deckname.tables.live import Before, LiveTable
from deckname.tables.registry import Registry, stored

_KEEP_AGAIN = (1.0, 10.0, 60.0)
"""Seconds after which keeping the record of a game is tried again."""


class NotedThought(Struct, frozen=True):
    """What a bot thought when it made a move, as it is kept."""

    ply: int
    person: str
    meant: tuple[int, ...]
    chances: tuple[float, ...]
    stop: float
    by: str
    clue: bool = True
    """Whether it gave a clue and `meant` the cards; else it took the clue for them. Older notes don't tell."""


class NotedThoughts(Struct, frozen=True):
    """What the bots of a finished game thought, and who sat where."""

    people: dict[str, str]
    thoughts: tuple[NotedThought, ...]


class Page(NamedTuple):
    games: list[GameSummary]
    rest: Place | None
    """Behind which the next page begins; None if there is none."""


class History:
    def __init__(self, store: Store, registry: Registry, background: Background) -> None:
        self._store, self._registry, self._background = store, registry, background

    # --- keeping

    def follow(self, live: LiveTable, _before: Before, happened: Sequence[TableEvent]) -> None:
        game = live.state.game
        if game and not game.running and any(isinstance(event, MAY_END) for event in happened):
            self._background.spawn(self._keep_patiently(live, game))

    async def _keep(self, live: LiveTable, game: GameState) -> None:
        """Keeping a game twice changes nothing."""
        key = f"{live.id}/{game.number}"
        names = {member.id: member.name for member in game.players}
        noted = tuple(
            msgspec.json.decode(body, type=NotedThought)
            for (number, _), body in sorted(live.thoughts.items())
            if number == game.number
        )
        writes: list[Awaitable[None]] = [
            self._store.put("thoughts", key, msgspec.json.encode(NotedThoughts(names, noted))),
            self._store.put("record", key, format_record(game.record).encode()),
        ]
        for person, summary in summaries(live.id, game):
            body = msgspec.json.encode(summary)
            writes.append(self._store.enlist(f"played/{person}", key, summary.at / 1000, body))
        await asyncio.gather(*writes)  # in one commit

    async def _keep_patiently(self, live: LiveTable, game: GameState) -> None:
        """A store that doesn't answer now may in a moment; if not, the record is made when somebody asks for it."""
        for pause in _KEEP_AGAIN:
            try:
                await self._keep(live, game)
                return
            except StoreUnavailable:
                await asyncio.sleep(pause)

    async def keep_missing(self, live: LiveTable, ended: Iterable[GameState]) -> None:
        """Make the records of games that ended when none could be kept."""
        for game in ended:
            if not await self.keeps(live.id, game.number):
                await stored(self._keep(live, game))

    async def keeps(self, id: str, number: int) -> bool:
        """Whether there is a record of a game."""
        return await stored(self._store.get("record", f"{id}/{number}")) is not None

    # --- asking

    async def games_of(self, person: str, limit: int, before: Place | None = None) -> Page:
        """The games that somebody has played, the newest first, page by page."""
        found = await stored(self._store.page(f"played/{person}", limit + 1, before))
        games = [
            msgspec.json.decode(without_bidi_controls_in(listed.body), type=GameSummary) for listed in found[:limit]
        ]
        return Page(games, (found[limit - 1].at, found[limit - 1].key) if len(found) > limit else None)

    async def record(self, id: str, number: int) -> bytes:
        """The record of a finished game; Refused while it runs or if there was none."""
        return without_bidi_controls_in(await self._document("record", id, number))

    async def thoughts(self, id: str, number: int) -> NotedThoughts:
        found = await self._document("thoughts", id, number)
        return msgspec.json.decode(without_bidi_controls_in(found), type=NotedThoughts)

    async def _document(self, kind: str, id: str, number: int) -> bytes:
        key = f"{id}/{number}"
        try:
            found = await stored(self._store.get(kind, key))
        except ValueError:  # no name that a table could have
            raise Refused("no_such_game") from None
        if found is None:
            live = await self._registry.table(id)
            state = live.state
            if state.running and state.games == number:
                raise Refused("game_running")
            if live.put_aside < number <= state.games:  # it may have ended just now, or while no store answered
                await self.keep_missing(*await self._registry.read(id))
                found = await stored(self._store.get(kind, key))
        if found is None:
            raise Refused("no_such_game")
        return found
