"""Servers that die, databases that restart, buses that are cut: every acknowledged move is there, and games go on.

`make soak` runs the same for as long as one likes: SOAK_MINUTES says how long each of them goes on.
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
from deckname.client import Refused, TableClient, connect
from deckname.engine import model
from deckname.engine.record import parse_record
from deckname.store import open_store
from deckname.tables import events
from deckname.tables.bounds import SNAPSHOT_AFTER
from deckname.tables.stored import decode_event, decode_snapshot, read_event
from tests.cable import Cable, laid_to
from tests.server.serving import AT_ONCE, Party, QuickNode, stalled
from tests.servers import PATIENCE, Postgres, Server

SOAK = float(os.environ.get("SOAK_MINUTES", "0")) * 60
KILLS = 50


class Evening(Party):
    """A table that plays game after game, and notes every move that the server said was done.

    With several nodes, everybody comes to another one first.
    """

    noted: list[tuple[int, int, str]]
    """The number of the game, how many moves it had, and the word of the clue or the card."""
    playing: asyncio.Task[None]
    games = 0
    leisure = 0.1

    async def join(self, name: str | None, token: str | None = None) -> TableClient:
        first = len(self.seats) % len(self.addresses)
        return await connect([*self.addresses[first:], *self.addresses[:first]], self.table, token=token, name=name)

    async def spend(self, rng: Random, over: asyncio.Event) -> None:
        self.noted = []
        while not over.is_set():
            await self.persist(lambda: self.host.send(wire.Start() if self.games == 0 else wire.Again(rotate=False)))
            for seat in self.seats.values():
                await seat.until(lambda state: state.table.game > self.games)
            await asyncio.gather(*(self._moves(seat, rng) for seat in self.seats.values()))
            self.games += 1

    async def chat(self, over: asyncio.Event) -> None:
        """Somebody makes marks and gestures as fast as they can: every second or so a snapshot takes their place."""
        seat = self.seats[[*self.seats][-1]]
        marks = [wire.PencilCard(card=number // 2 % 16, on=number % 2 == 0) for number in range(50)]
        while not over.is_set():  # some are refused: no game is on, a card is covered, a node is gone
            await asyncio.gather(*map(seat.send, marks), seat.send(wire.Emote(emote="hmm")), return_exceptions=True)
            await asyncio.sleep(0.01)

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
                await asyncio.sleep(0)
                continue
            return

    async def _moves(self, seat: TableClient, rng: Random) -> None:
        game = seat.state.table.game
        while await seat.until(lambda s: s.my_turn or not s.running, 120) and seat.state.running:
            await asyncio.sleep(rng.random() * self.leisure)
            if not seat.state.my_turn:  # a move whose answer was lost has been made after all
                continue
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


def told_by(command: model.Command) -> str:
    """What a move says: its word or card."""
    return str(getattr(command, "word", getattr(command, "card", "")))


async def stored(url: str | None, data: Path, table: str) -> dict[tuple[int, int], str]:
    """What the store holds: by game and number of the move, its word or card. Entries that don't follow would fail."""
    store = await open_store(url, data)
    found: dict[tuple[int, int], str] = {}
    log = await store.load(table)
    happened: list[events.TableEvent] = []
    game = ply = first = 0
    if log.snapshot:
        restored = decode_snapshot(log.snapshot.body)
        first = restored.seq
        for game in range(1, restored.put_aside + 1):
            record = await store.get("record", f"{table}/{game}")
            assert record
            for ply, move in enumerate(parse_record(record).moves):
                found[game, ply] = told_by(move.command)
        if restored.game:
            happened += [restored.game.began, *map(read_event, restored.game.played)]
    for number, entry in enumerate(log.entries, start=first + 1):
        assert entry.seq == number
        happened.append(decode_event(entry.body))
    for event in happened:
        if isinstance(event, events.GameBegan):
            game, ply = event.number, 0
        if isinstance(event, events.MovePlayed):
            found[game, ply] = told_by(event.move.command)
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
async def evenings(addresses: list[str], tables: int, *, chatty: bool = False) -> AsyncIterator[list[Evening]]:
    """Tables that go on playing within the context, and finish their games after it."""
    editions = ("classic", "duet", "pictures", "classic")
    modes = ("teams", "teams", "coop", "trio")
    over = asyncio.Event()
    found = [await Evening.gather(*addresses, edition=editions[n % 4], mode=modes[n % 4]) for n in range(tables)]
    for number, evening in enumerate(found):
        evening.playing = asyncio.create_task(evening.spend(Random(number), over))
    chats = [evening.chat(over) for evening in found] if chatty else []
    spent = asyncio.gather(*(evening.playing for evening in found), *chats)
    try:
        yield found
        over.set()
        async with asyncio.timeout(2 * PATIENCE):  # whole games
            await spent
    finally:
        spent.cancel()
        await asyncio.gather(spent, return_exceptions=True)
        for evening in found:
            await evening.close()


@pytest.mark.slow
async def test_fifty_times_the_plug_is_pulled(tmp_path: Path) -> None:
    node = QuickNode(tmp_path, log_level="info", **AT_ONCE)
    ends = time.monotonic() + SOAK
    with node.running():
        async with evenings([node.address], tables=6) as playing:
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


@pytest.mark.slow
async def test_the_plug_is_pulled_amid_snapshots(tmp_path: Path) -> None:
    node = QuickNode(tmp_path, log_level="info", **AT_ONCE)
    with node.running():
        async with evenings([node.address], tables=2, chatty=True) as playing, asyncio.timeout(2 * PATIENCE):
            kills = 0
            while kills < 10 or not await put_aside(None, node.data, playing):
                await asyncio.sleep(0.5 + random.random())
                node.kill()
                await asyncio.to_thread(node.start)
                kills += 1
            await gone_on(playing)
        assert await check_nothing_lost(playing, None, node.data) > 5 * len(playing)
    assert node.complaints() == []


async def put_aside(url: str | None, data: Path, playing: list[Evening]) -> bool:
    """Whether the past of every table has gone into snapshots, more than once; no log is long."""
    store = await open_store(url, data)
    try:
        logs = [await store.load(evening.table) for evening in playing]
    finally:
        await store.close()
    assert all(len(log.entries) < 2 * SNAPSHOT_AFTER for log in logs)
    return all(log.snapshot and log.snapshot.seq > 2 * SNAPSHOT_AFTER for log in logs)


# ---------------------------------------------------------------------------------------------------------------------
# Two nodes


class House:
    """Two nodes on one PostgreSQL, with what can happen to them."""

    def __init__(self, folder: Path, postgres: Postgres, url: str, redis: Server | None, cables: list[Cable]) -> None:
        buses = [{"redis_url": f"redis://127.0.0.1:{cable.port}"} for cable in cables] or [{}, {}]
        self.url = url
        self.nodes = [
            QuickNode(folder / str(number), log_level="info", database_url=url, **bus, **AT_ONCE)
            for number, bus in enumerate(buses)
        ]
        self.addresses = [node.address for node in self.nodes]
        self._postgres = postgres
        self._redis = redis
        self._cables = cables

    async def kill_one(self) -> None:
        self.nodes[0].kill()
        await asyncio.sleep(1.0)
        await asyncio.to_thread(self.nodes[0].start)

    async def restart_database(self) -> None:
        await asyncio.to_thread(self._postgres.stop)
        await asyncio.sleep(0.3)
        await asyncio.to_thread(self._postgres.start)

    async def restart_bus(self) -> None:
        if self._redis:
            await asyncio.to_thread(self._redis.stop)
            await asyncio.sleep(0.3)
            await asyncio.to_thread(self._redis.start)

    def cut_bus(self) -> None:
        """Nobody is woken any more; what happened elsewhere is found in the store."""
        for cable in self._cables:
            cable.cut()
        if not self._cables:
            self._postgres.psql(
                "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'deckname bus'"
            )

    def mend_bus(self) -> None:
        for cable in self._cables:
            cable.mend()


@pytest.fixture(params=["listen/notify", "redis"])
async def house(request: pytest.FixtureRequest, postgres: Postgres, tmp_path: Path) -> AsyncIterator[House]:
    async with contextlib.AsyncExitStack() as stack:
        redis: Server | None = None
        cables: list[Cable] = []
        if request.param == "redis":
            redis = request.getfixturevalue("redis")
            cables = [await stack.enter_async_context(laid_to(redis.port)) for _ in range(2)]
        made = House(tmp_path, postgres, postgres.new_database(), redis, cables)
        for node in made.nodes:
            await asyncio.to_thread(node.start)
            stack.callback(node.stop)
        yield made


@pytest.mark.slow
async def test_two_nodes_through_every_outage(house: House) -> None:
    ends = time.monotonic() + SOAK
    async with evenings(house.addresses, tables=4) as playing:
        stuck = [stalled(node.port, playing[0]) for node in house.nodes]
        while True:
            for outage in (house.kill_one, house.restart_database, house.restart_bus):
                await outage()
                await gone_on(playing)
            house.cut_bus()
            await gone_on(playing)
            house.mend_bus()
            if time.monotonic() >= ends:
                break
        for reader in stuck:
            reader.close()
    for evening in playing:
        assert len({common(seat) for seat in evening.seats.values()}) == 1
    assert await check_nothing_lost(playing, house.url, Path()) > 10 * len(playing)
    assert all(evening.games for evening in playing)
    assert [node.complaints() for node in house.nodes] == [[], []]


@pytest.mark.slow
async def test_two_nodes_and_snapshots_within_games(house: House) -> None:
    """Each writes snapshots of tables that the other has in memory, too; one is killed amid them."""
    async with evenings(house.addresses, tables=2, chatty=True) as playing, asyncio.timeout(2 * PATIENCE):
        while not await put_aside(house.url, Path(), playing):
            await house.kill_one()
            await gone_on(playing)
    for evening in playing:
        assert len({common(seat) for seat in evening.seats.values()}) == 1
    assert await check_nothing_lost(playing, house.url, Path()) > 10 * len(playing)
    assert [node.complaints() for node in house.nodes] == [[], []]


async def gone_on(playing: list[Evening]) -> None:
    """Until every table has made a few more moves, or begun another game."""
    before = [len(evening.noted) for evening in playing]
    async with asyncio.timeout(PATIENCE):
        while any(len(evening.noted) < moves + 5 for evening, moves in zip(playing, before, strict=True)):
            await asyncio.sleep(0.05)
            for evening in playing:
                if evening.playing.done():
                    evening.playing.result()  # says what has gone wrong there


def common(seat: TableClient) -> bytes:
    """What everybody at a table must agree on in the end."""
    game = seat.state.game
    assert game
    return wire.encode([seat.state.table.game, game.situation, game.log, game.cards])


@pytest.mark.slow
async def test_a_lost_poke_is_healed(house: House) -> None:
    """With the bus cut, those at the other node learn of a move from the store."""
    party = await Evening.gather(*house.addresses)
    try:
        await party.start()
        house.cut_bus()
        for _ in range(3):
            due = next(seat for seat in party.seats.values() if seat.state.my_turn)
            await due.send(party.random_move(due, Random(1), skill=1.0))
            for seat in party.seats.values():
                await seat.until(lambda state, ply=due.state.ply: state.ply >= ply)
    finally:
        await party.close()
