"""Servers that die, databases that restart, buses that are cut: every acknowledged move is there, and games go on.

`make soak` runs the same for as long as one likes: DECKNAME_SOAK_MINUTES says how long each of them goes on.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import random
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from random import Random

import pytest

from deckname import protocol as wire
from deckname.client import Refused, Seat
from deckname.store import open_store
from deckname.tables import facts
from deckname.tables.facts import decode_fact
from tests.server.serving import AT_ONCE, Node, Party

SOAK = float(os.environ.get("DECKNAME_SOAK_MINUTES", "0")) * 60
KILLS = 50
CONVERGENCE = 2.0


class Evening(Party):
    """A table that plays game after game, and notes every move that the server said was done."""

    noted: list[tuple[int, int, str]]
    """The number of the game, how many moves it had, and the word of the clue or the card."""
    games = 0
    leisure = 0.02

    async def spend(self, rng: Random, over: asyncio.Event) -> None:
        self.noted = []
        while not over.is_set():
            await self.persist(lambda: self.host.send(wire.Start() if self.games == 0 else wire.Again(rotate=False)))
            for seat in self.seats.values():
                await seat.until(lambda state: state.table.game > self.games)
            await asyncio.gather(*(self._moves(seat, rng) for seat in self.seats.values()))
            self.games += 1

    async def persist(self, attempt: Callable[[], Awaitable[object]]) -> None:
        """Until it is done, or was done before the connection broke."""
        while True:
            try:
                await attempt()
            except Refused as refused:
                if refused.code in ("unavailable", "busy"):
                    await asyncio.sleep(0.1)
                    continue
                assert refused.code == "game_running"
            except (ConnectionError, TimeoutError):
                continue
            return

    async def _moves(self, seat: Seat, rng: Random) -> None:
        game = seat.state.table.game
        while await seat.until(lambda s: s.my_turn or not s.running, 120) and seat.state.running:
            await asyncio.sleep(rng.random() * self.leisure)
            move = self.random_move(seat, rng, skill=0.9)
            try:
                await seat.send(move)
            except Refused as refused:
                assert refused.code in ("stale", "unavailable", "busy", "game_over"), refused.code
                if refused.code in ("unavailable", "busy"):
                    await asyncio.sleep(0.1)
                    continue
            except (ConnectionError, TimeoutError):
                continue
            else:
                self.noted.append((game, move.ply, str(getattr(move, "word", getattr(move, "card", "")))))
            with contextlib.suppress(TimeoutError):
                await seat.until(lambda s, ply=move.ply: s.ply > ply or not s.running, 2)


async def stored(url: str | None, data: Path, table: str) -> dict[tuple[int, int], str]:
    """What the store holds: by game and number of the move, its word or card. Facts that don't follow would fail."""
    store = await open_store(url, data)
    found: dict[tuple[int, int], str] = {}
    game = ply = 0
    for number, entry in enumerate(await store.read(table)):
        assert entry.seq == number + 1
        fact = decode_fact(entry.body)
        if isinstance(fact, facts.Began):
            game, ply = fact.number, 0
        if isinstance(fact, facts.Played):
            found[game, ply] = fact.word or str("" if fact.card is None else fact.card)
            ply += 1
    await store.close()
    return found


async def check_nothing_lost(evenings: list[Evening], url: str | None, data: Path) -> int:
    """How many moves were acknowledged; each is in the store, where it was made."""
    moves = 0
    for evening in evenings:
        found = await stored(url, data, evening.table)
        for game, ply, what in evening.noted:
            assert found[game, ply] == what
        moves += len(evening.noted)
    return moves


@contextlib.asynccontextmanager
async def evenings(addresses: list[str], tables: int) -> AsyncIterator[list[Evening]]:
    """Tables that go on playing within the context, and finish their games after it."""
    editions = ("classic", "duet", "pictures", "classic")
    modes = ("teams", "teams", "coop", "trio")
    over = asyncio.Event()
    found = [await Evening.gather(*addresses, edition=editions[n % 4], mode=modes[n % 4]) for n in range(tables)]
    spent = asyncio.gather(*(evening.spend(Random(n), over) for n, evening in enumerate(found)))
    try:
        yield found
        over.set()
        async with asyncio.timeout(60):
            await spent
    finally:
        spent.cancel()
        await asyncio.gather(spent, return_exceptions=True)
        for evening in found:
            await evening.close()


@pytest.mark.slow
async def test_fifty_times_the_plug_is_pulled(tmp_path: Path) -> None:
    node = Node(tmp_path, log_level="info", **AT_ONCE)
    ends = time.monotonic() + SOAK
    with node.running():
        async with evenings([node.address], tables=8) as playing:
            kills = 0
            while kills < KILLS or time.monotonic() < ends:
                await asyncio.sleep(random.random() * 0.3)
                node.kill()
                await asyncio.to_thread(node.start)
                kills += 1
        moves = await check_nothing_lost(playing, None, node.data)
        assert moves > 10 * len(playing)
        assert all(evening.games for evening in playing)
    assert node.complaints() == []
