"""Tables that nobody comes to: closed, had back by whoever opens them, deleted in the end. Whatever the clock says."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from deckname import protocol as wire
from deckname.engine.errors import Refused
from deckname.engine.record import parse_record
from deckname.store import StoreUnavailable
from deckname.tables.service import Limits, TableService
from deckname.tables.table_settings import TableSettings
from deckname.tables.upkeep import Keeping, Swept
from tests.tables.gathering import Gathering, Reader

CLOSED, DELETED, RESTORED, NOTHING = Swept(closed=1), Swept(deleted=1), Swept(restored=1), Swept()
DAY = 86_400.0
HOUR = 1 / 24
CLUE = wire.ClueMove(word="zebra", number=2, ply=0)


@pytest.fixture(params=["sqlite", "postgres"])
async def house(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Gathering]:
    """A house with one table, at which a game runs."""
    url = request.getfixturevalue("postgres").new_database() if request.param == "postgres" else None
    made = await Gathering.on_file(tmp_path, url=url)
    await made.open("Ada", "Bob", "Cleo", "Dan")
    await made.seated(Ada="red_giver", Bob="red_guesser", Cleo="blue_giver", Dan="blue_guesser")
    await made.settled()
    yield made
    await made.close()


async def restarted(house: Gathering, **options: object) -> TableService:
    """Everybody has gone home, and the server is another process."""
    await house.settled()
    await house.tables.close()
    house.readers.clear()
    house.tables = house.another_service(**options)
    return house.tables


async def closed(house: Gathering) -> None:
    await restarted(house)
    house.let_pass(days=15)
    assert await house.swept() == CLOSED


async def test_a_table_is_closed_first_and_deleted_long_after(house: Gathering) -> None:
    await house.play_on()
    await restarted(house)
    assert await house.swept() == NOTHING
    house.let_pass(days=15)
    assert await house.swept() == CLOSED
    house.let_pass(days=13)
    assert await house.swept() == NOTHING
    house.let_pass(days=1)
    assert await house.swept() == DELETED
    with pytest.raises(Refused, match="no_such_table"):
        await house.live()
    assert parse_record(await house.tables.history.record(house.table, 1))
    assert await house.tables.directory.visited(house.persons["Ada"]) == []
    assert await house.store.count("closed") == 0


async def test_an_unfinished_game_is_kept_twice_as_long(house: Gathering) -> None:
    await closed(house)
    house.let_pass(days=27)
    assert await house.swept() == NOTHING
    house.let_pass(days=1)
    assert await house.swept() == DELETED


@pytest.mark.parametrize(("sweep_after", "delete_after", "kept"), [(1, 1, False), (30, 1, True), (1, 0, True)])
async def test_how_long_is_for_the_host_to_say(
    house: Gathering, sweep_after: float, delete_after: float, kept: bool
) -> None:
    await restarted(house, limits=Limits(keeping=Keeping(sweep_after * DAY, delete_after * DAY)))
    for _ in range(12):
        house.let_pass(days=2)
        await house.swept()
    assert bool(await house.store.last_seq(house.table)) == kept


@pytest.mark.parametrize("way", ["enter", "get", "submit"])
async def test_whoever_opens_a_closed_table_has_it_back_as_it_was(house: Gathering, way: str) -> None:
    before, due = (house.state.seq, house.game.table, house.game.key), house.due
    await closed(house)
    await restarted(house)
    match way:
        case "enter":
            reader = Reader(house.persons["Bob"])
            house.tables.exit(await house.tables.enter(house.table, reader), reader)
            assert reader.last(wire.StateMessage).you.place == "red.guesser"
        case "get":
            assert (await house.live()).state.running
        case "submit":
            await house.do(due, CLUE)
            assert house.state.seq == before[0] + 1 and house.game.key == before[2]
    if way != "submit":
        assert (house.state.seq, house.game.table, house.game.key) == before
    await house.settled()
    assert [visit.table.id for visit in await house.tables.directory.visited(house.persons["Ada"])] == [house.table]


async def test_the_time_of_a_table_that_was_had_back_begins_anew(house: Gathering) -> None:
    await closed(house)
    await house.live()  # somebody looks, and changes nothing
    await restarted(house)
    house.let_pass(days=13)
    assert await house.swept() == NOTHING
    house.let_pass(days=2)
    assert await house.swept() == CLOSED
    house.let_pass(days=27)
    assert await house.swept() == NOTHING
    house.let_pass(days=1)
    assert await house.swept() == DELETED


async def test_looking_through_ones_tables_opens_none_that_is_closed(house: Gathering) -> None:
    ada, most = house.persons["Ada"], Limits(tables_per_person=1)
    await closed(house)
    await restarted(house, limits=most)
    assert await house.tables.directory.visited(ada) == []
    assert await house.tables.directory.open_table(ada, TableSettings())  # it doesn't count as open, either
    assert await house.store.count("closed") == 1 and await house.store.last_seq(house.table)


async def test_a_table_that_somebody_looks_at_is_not_closed(house: Gathering) -> None:
    house.let_pass(days=15)
    assert await house.swept() == NOTHING


async def test_a_closed_table_is_closed_for_all_nodes_and_had_back_on_any(house: Gathering) -> None:
    await restarted(house, alone=False)
    other = house.another_service(alone=False)
    house.let_pass(days=15)
    assert await house.swept() == CLOSED
    assert await house.swept(other) == NOTHING, "it is closed already"
    assert await other.directory.visited(house.persons["Ada"]) == []
    await other.enter(house.table, Reader(house.persons["Ada"]))
    house.let_pass(days=40)
    assert await house.swept(other) == NOTHING
    await other.close()


async def test_who_looks_at_it_on_another_node_keeps_it(house: Gathering) -> None:
    """A node can't see who looks at a table elsewhere; but what it closes there is open again by the next sweep."""
    here = house.another_service(alone=False)
    there = house.another_service(alone=False)
    await there.enter(house.table, reader := Reader("a watcher"))
    house.let_pass(days=15)
    assert await house.swept(here) == CLOSED
    assert await house.swept(there) == RESTORED
    house.let_pass(days=13)
    assert await house.swept(here) == NOTHING
    assert reader.bye is None
    for service in (here, there):
        await service.close()


async def test_what_goes_on_although_it_is_closed_is_not_deleted(house: Gathering) -> None:
    """Somebody at another node has made a move that the sweep there has yet to notice."""
    here = house.another_service(alone=False)
    house.let_pass(days=15)
    assert await house.swept(here) == CLOSED
    seq = await house.do(house.due, CLUE)
    house.let_pass(days=40)
    assert await house.swept(here) == NOTHING
    assert await house.store.last_seq(house.table) == seq
    await here.close()


async def test_of_those_who_delete_a_table_and_come_to_it_one_wins(house: Gathering) -> None:
    due = house.persons[house.due]
    await restarted(house, alone=False)
    house.let_pass(days=15)
    assert await house.swept() == CLOSED
    house.let_pass(days=28)
    other = house.another_service(alone=False)
    (seq, refused), swept = await asyncio.gather(_attempt(house, other, due), house.swept())
    if refused is None:
        assert swept == NOTHING and await house.store.last_seq(house.table) == seq
    else:
        assert refused == "no_such_table" and swept == DELETED
    await other.close()


async def _attempt(house: Gathering, service: TableService, person: str) -> tuple[int, str | None]:
    try:
        return await service.submit(house.table, person, CLUE.command), None
    except Refused as refused:
        return 0, refused.code


# ---------------------------------------------------------------------------------------------------------------------
# Clocks that are wrong


async def test_nothing_is_swept_within_hours_of_a_start(house: Gathering) -> None:
    house.let_pass(days=60)
    await restarted(house)
    for _ in range(5):
        house.let_pass(days=HOUR)
        assert await house.swept() == NOTHING
    house.let_pass(days=HOUR)
    assert await house.swept() == CLOSED


async def test_a_clock_that_is_ahead_at_the_start_loses_nothing(house: Gathering) -> None:
    await house.play_on()
    house.now += 60 * DAY
    await restarted(house)
    house.let_pass(days=1)
    assert await house.swept() == CLOSED
    for _ in range(13):
        house.let_pass(days=1)
        assert await house.swept() == NOTHING
    assert (await house.live()).state.games == 1


async def test_a_clock_that_is_ahead_and_comes_back_loses_nothing(
    house: Gathering, caplog: pytest.LogCaptureFixture
) -> None:
    house.now += 60 * DAY
    await restarted(house)
    house.let_pass(days=1)
    assert await house.swept() == CLOSED
    house.now -= 60 * DAY
    house.let_pass(days=HOUR)
    with caplog.at_level("INFO"):
        assert await house.swept() == RESTORED, "it was closed at a time that is yet to come"
    told = {record.message: record.__dict__ for record in caplog.records}
    assert told["clock.behind"]["seconds"] > 59 * DAY and told["tables.restored"]["tables"] == 1
    assert house.tables.upkeep.behind > 59 * DAY
    assert [visit.table.id for visit in await house.tables.directory.visited(house.persons["Ada"])] == [house.table]


@pytest.mark.parametrize("restarts", [False, True])
async def test_a_clock_that_jumps_ahead_again_and_again_loses_nothing(house: Gathering, restarts: bool) -> None:
    """Each time far enough for every table to be closed and for every closed one to be deleted."""
    await restarted(house)
    house.let_pass(days=1)
    assert await house.swept() == NOTHING
    total = Swept()
    for _ in range(6):
        house.now += 60 * DAY
        if restarts:
            await restarted(house)
        house.let_pass(days=0.3)
        total.closed += (await house.swept()).closed
        assert house.tables.upkeep.swept.deleted == 0
    assert total.closed == 1
    assert (await house.live()).state.running


async def test_where_the_newest_entry_is_from_the_future_nothing_is_swept(house: Gathering) -> None:
    await restarted(house)
    house.let_pass(days=15)
    house.now += 60 * DAY
    other = await house.tables.directory.open_table(house.persons["Ada"], TableSettings())
    house.now -= 60 * DAY
    assert await house.swept() == NOTHING
    assert house.tables.upkeep.behind > 0
    await house.store.drop_log(other)
    assert await house.swept() == CLOSED
    assert house.tables.upkeep.behind == 0


async def test_a_little_ahead_is_not_the_future(house: Gathering) -> None:
    await restarted(house)
    house.let_pass(days=15)
    house.now += 60
    await house.tables.directory.open_table(house.persons["Ada"], TableSettings())
    house.now -= 60
    assert await house.swept() == CLOSED


async def test_several_nodes_count_an_hour_once(house: Gathering) -> None:
    await restarted(house, alone=False)
    others = [house.another_service(alone=False) for _ in range(3)]
    house.let_pass(days=15)
    assert await house.swept() == CLOSED
    for _ in range(9):
        house.let_pass(days=3)
        for service in (house.tables, *others):
            assert (await house.swept(service)).deleted == 0
    house.let_pass(days=3)
    assert await house.swept(others[0]) == DELETED
    for service in others:
        await service.close()


async def test_time_in_which_the_house_was_not_open_does_not_count(house: Gathering) -> None:
    await closed(house)
    house.now += 365 * DAY
    await restarted(house)
    house.let_pass(days=1)
    assert await house.swept() == NOTHING


async def test_a_sweep_that_the_store_breaks_off_is_done_by_the_next(
    house: Gathering, monkeypatch: pytest.MonkeyPatch
) -> None:
    await restarted(house)
    house.let_pass(days=15)

    async def unavailable(*_arguments: object) -> None:
        raise StoreUnavailable("failed", detail="on purpose")

    with monkeypatch.context() as patched:
        patched.setattr(house.store, "enlist", unavailable)
        with pytest.raises(StoreUnavailable):
            await house.swept()
    assert await house.swept() == CLOSED
