"""The clock that a house goes by, and what becomes of a game where the clocks of machines are wrong."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random

import pytest

from deckname import protocol as wire
from deckname.client import TableClient, connect
from deckname.engine.names import CLOCK
from deckname.people.devices import UNKNOWN_LOOK
from deckname.server.app import Node as Serving
from deckname.server.house_clock import TOLERANCE, HouseClock
from deckname.server.settings import Settings
from deckname.store import Store, open_store
from deckname.tables import events
from deckname.tables.stored import decode_event
from tests.server.serving import Node, Party
from tests.servers import PATIENCE, Postgres

DAYS = 86_400.0


class Hands:
    """The clocks of a machine, set by hand."""

    def __init__(self) -> None:
        self.system, self.steady = 1_000_000.0, 50.0

    def clock(self) -> HouseClock:
        return HouseClock(lambda: self.system, lambda: self.steady)

    def go_on(self, seconds: float) -> None:
        self.system += seconds
        self.steady += seconds


class SlowDatabase:
    """As much of a store as tells the time: its answer is on the way for a while."""

    def __init__(self, hands: Hands, ahead: float) -> None:
        self.hands, self.ahead = hands, ahead
        self.there = self.back = 0.0

    @property
    def now(self) -> float:
        return 1_000_000.0 + self.hands.steady - 50.0 + self.ahead

    async def time(self) -> float:
        self.hands.go_on(self.there)
        answer = self.now
        self.hands.go_on(self.back)
        return answer


@pytest.fixture
async def file(tmp_path: Path) -> AsyncIterator[Store]:
    store = await open_store(None, tmp_path)
    yield store
    await store.close()


def told(caplog: pytest.LogCaptureFixture) -> list[tuple[str, float]]:
    return [(record.message, record.__dict__["seconds"]) for record in caplog.records]


@pytest.mark.parametrize("jump", [60 * DAYS, -60 * DAYS, 5.0])
async def test_a_jump_is_believed_when_nobody_is_there(
    file: Store, caplog: pytest.LogCaptureFixture, jump: float
) -> None:
    hands = Hands()
    clock = hands.clock()
    hands.system += jump
    for _ in range(3):
        hands.go_on(10)
        await clock.check(file, quiet=False)
    assert clock() == 1_000_030 and clock.skew == jump
    assert told(caplog) == [("clock.jumped", jump)], "once"
    await clock.check(file, quiet=True)
    assert clock() == hands.system and clock.skew == 0
    assert told(caplog)[1:] == [("clock.set", jump)]


async def test_a_second_is_no_jump(file: Store, caplog: pytest.LogCaptureFixture) -> None:
    hands = Hands()
    clock = hands.clock()
    hands.system += TOLERANCE / 2
    await clock.check(file, quiet=False)
    assert clock() == 1_000_000
    await clock.check(file, quiet=True)
    assert clock() == hands.system and told(caplog) == []


@pytest.mark.parametrize("ahead", [600.0, -600.0, 0.0])
async def test_a_node_goes_by_the_database(caplog: pytest.LogCaptureFixture, ahead: float) -> None:
    hands = Hands()
    clock, database = hands.clock(), SlowDatabase(hands, ahead)
    database.there = database.back = 0.5
    for _ in range(3):
        await clock.check(database, quiet=False)  # type: ignore[arg-type]
        assert clock() == database.now
        hands.system += 0.0 if not ahead else 7.0  # what the system's clock does meanwhile is all the same
        hands.go_on(10)
    assert told(caplog) == ([("clock.skewed", -ahead)] if ahead else [])


@pytest.mark.parametrize(("there", "back"), [(3.0, 0.0), (0.0, 3.0)])
async def test_an_answer_that_took_long_says_little(there: float, back: float) -> None:
    hands = Hands()
    clock, database = hands.clock(), SlowDatabase(hands, ahead=0.0)
    database.there, database.back = there, back
    await clock.check(database, quiet=True)  # type: ignore[arg-type]
    assert clock() == database.now, "it was right before, as far as can be known"
    database.ahead = 100.0
    await clock.check(database, quiet=True)  # type: ignore[arg-type]
    assert abs(clock() - database.now) == 1.5, "half of the time that it took"
    database.there = database.back = 0.0
    await clock.check(database, quiet=True)  # type: ignore[arg-type]
    assert clock() == database.now


async def test_a_database_whose_clock_jumps_is_believed_and_told(caplog: pytest.LogCaptureFixture) -> None:
    hands = Hands()
    clock, database = hands.clock(), SlowDatabase(hands, ahead=0.0)
    await clock.check(database, quiet=False)  # type: ignore[arg-type]
    database.ahead = 3600.0
    await clock.check(database, quiet=False)  # type: ignore[arg-type]
    assert clock() == database.now
    assert told(caplog) == [("clock.jumped", 3600.0), ("clock.skewed", -3600.0)]


@pytest.mark.parametrize("wrong_by", [-600.0, 600.0])
async def test_a_real_database_tells_the_time(postgres: Postgres, tmp_path: Path, wrong_by: float) -> None:
    clock = HouseClock(system=lambda: time.time() + wrong_by)
    store = await open_store(postgres.new_database(), tmp_path, clock)
    await clock.check(store, quiet=False)
    answer = await store.time()
    assert answer and abs(clock() - answer) < abs(wrong_by) / 2
    await store.close()


# ---------------------------------------------------------------------------------------------------------------------
# Games


class Spread(Party):
    """Everybody comes to another node first."""

    async def join(self, name: str | None, token: str | None = None) -> TableClient:
        first = len(self.seats) % len(self.addresses)
        return await connect([*self.addresses[first:], *self.addresses[:first]], self.table, token=token, name=name)


class WrongClock(Node):
    """A server whose system's clock is wrong by as much as a file says, and may jump."""

    PROGRAM = """
import pathlib, time
right, wrong_by = time.time, pathlib.Path({file!r})
time.time = lambda: right() + float(wrong_by.read_text())
from deckname.cli import main
main()
"""

    def __init__(self, folder: Path, wrong_by: float, **settings: object) -> None:
        self._file = folder.with_suffix(".seconds")
        self.jump(wrong_by)
        super().__init__(folder, program=("-c", self.PROGRAM.format(file=str(self._file))), **settings)

    def jump(self, wrong_by: float) -> None:
        beside = self._file.with_suffix(".new")
        beside.write_text(str(wrong_by))
        beside.replace(self._file)


def skew(node: Node) -> float:
    _, figures, _ = node.ask("GET", "/metrics")
    (line,) = [line for line in figures.splitlines() if line.startswith("deckname_clock_skew_seconds ")]
    return float(line.split()[1])


CLOCK_FORM = wire.ClockForm(clue=300, guess=300, ends_itself=True)
"""More than anybody here waits for, and less than clocks are wrong by."""


@asynccontextmanager
async def playing(*nodes: Node) -> AsyncIterator[Spread]:
    party = await Spread.gather(*(node.address for node in nodes), clock=CLOCK_FORM)
    try:
        await party.start()
        yield party
    finally:
        await party.close()


async def waited_for(state: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not await asyncio.to_thread(state):
            await asyncio.sleep(0.1)


async def happened(url: str | None, data: Path, table: str) -> list[events.TableEvent]:
    store = await open_store(url, data)
    found = [decode_event(entry.body) for entry in await store.read(table)]
    await store.close()
    return found


def disturbances(found: list[events.TableEvent]) -> list[events.TableEvent]:
    """Turns that the clock ended, people who seemed to go, and hosts who were relieved."""
    return [
        event
        for event in found
        if isinstance(event, events.PersonDisconnected | events.HostChanged)
        or (isinstance(event, events.MovePlayed) and event.move.seat == CLOCK)
    ]


@pytest.mark.slow
@pytest.mark.parametrize("wrong_by", [-600.0, 30.0])
async def test_nobody_notices_a_node_whose_clock_is_wrong(postgres: Postgres, tmp_path: Path, wrong_by: float) -> None:
    url = postgres.new_database()
    right = Node(tmp_path / "right", database_url=url)
    wrong = WrongClock(tmp_path / "wrong", wrong_by, database_url=url)
    with right.running(), wrong.running():
        async with playing(right, wrong) as party:
            await party.play(Random(1), skill=1.0, moves=4)
            for _ in range(3):  # both nodes have said that they live, and looked for the other
                await _both_nodes_lived_on(postgres, url)
            await party.play(Random(2), skill=1.0, moves=6)
            found = await happened(url, tmp_path, party.table)
        assert disturbances(found) == []
        assert abs(skew(wrong) - wrong_by) < abs(wrong_by) / 2 and abs(skew(right)) < abs(wrong_by) / 2
        assert wrong.log().count("clock.skewed") == 1 and "clock.skewed" not in right.log()


async def _both_nodes_lived_on(postgres: Postgres, url: str) -> None:
    def signs() -> set[str]:
        sql = "select key, expires from deckname.documents where kind = 'node'"
        return {*postgres.psql(sql, url.rpartition("/")[2]).splitlines()}

    before = await asyncio.to_thread(signs)
    await waited_for(lambda: len(now := signs()) == 2 and not now & before)


@pytest.mark.slow
@pytest.mark.parametrize("jump", [60 * DAYS, -60 * DAYS])
async def test_a_clock_that_jumps_ends_nobodys_turn(tmp_path: Path, jump: float) -> None:
    node = WrongClock(tmp_path / "node", 0.0)
    with node.running():
        async with playing(node) as party:
            await party.play(Random(1), skill=1.0, moves=2)
            node.jump(jump)
            await waited_for(lambda: "clock.jumped" in node.log())
            await party.play(Random(2), skill=1.0, moves=4)
            found = await happened(None, node.data, party.table)
        assert disturbances(found) == []
        assert abs(skew(node) - jump) < DAYS
        times = [event.at for event in found if isinstance(event, events.MovePlayed)]
        assert times == sorted(times) and times[-1] - times[0] < DAYS


async def test_a_server_takes_its_time_from_the_house(tmp_path: Path) -> None:
    """Tables, people, the store and readiness: whoever sets the house's clock sets theirs."""
    node = Serving(Settings(data=tmp_path, bots=0))
    hands = Hands()
    node.clock = hands.clock()
    async with node.running():
        assert node.tables.clock() == hands.system
        token, person = await node.people.new_device("Ada")
        ada = await node.people.devices.recognise(token, UNKNOWN_LOOK)
        assert ada and ada.person == person
        code = await node.people.link_code(ada)
        assert await node.readiness.trouble() is None
        table = await node.tables.directory.open_table(person, wire.SettingsForm().settings)
        assert await node.store.newest_entry() == hands.system
        assert await node.store.keys("ready") == [node.tables.node]
        hands.steady += 3600
        assert await node.store.keys("ready") == [] and await node.people.link(code) is None
        assert (await node.tables.table(table)).state.seq == 1
