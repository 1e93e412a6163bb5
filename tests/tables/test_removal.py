"""Sending somebody away holds beyond a cookie as far as it can, and hits nobody who is there already."""

from __future__ import annotations

from typing import Any

import pytest

from deckname import protocol as wire
from deckname.engine.errors import Refused
from deckname.tables.commands import Presence
from deckname.tables.imprints import imprint
from deckname.tables.service import TableService
from tests.tables.gathering import Gathering, Reader

HOUR, DAY = 3600.0, 86_400.0
EVIL = imprint("home", "firefox")
SAME_HOME = imprint("home", "safari")
ELSEWHERE = imprint("office", "firefox")


async def table_with_mallory(gathering: Gathering, **devices: str) -> Gathering:
    """Ada hosts; Bo, whose device looks like Mallory's, is there as well."""
    await gathering.open("Ada", "Bo", "Mallory")
    for name, device in {"Ada": ELSEWHERE, "Bo": EVIL, "Mallory": EVIL, **devices}.items():
        await seen(gathering, name, device)
    return gathering


async def seen(gathering: Gathering, name: str, device: str) -> None:
    gathering.tables.note_device(gathering.persons[name], device)
    await gathering.do(name, Presence(gathering.tables.node, here=True, device=device))


async def send_away(gathering: Gathering, **how: Any) -> None:
    await gathering.do("Ada", wire.Remove(person=gathering.persons["Mallory"], **how))


async def come(gathering: Gathering, name: str, device: str, tables: TableService | None = None) -> Reader:
    """A newcomer with a cookie of their own, who enters and joins."""
    service = tables or gathering.tables
    if name not in gathering.persons:
        gathering.persons[name] = (await gathering.people.new_device())[1]
    reader = gathering.readers[name] = Reader(gathering.persons[name])
    service.note_device(reader.person, device)
    await service.enter(gathering.table, reader)
    await service.submit(gathering.table, reader.person, wire.Join(name=name))
    return reader


async def kept_out(gathering: Gathering, name: str, device: str, code: str = "kept_out") -> Refused:
    with pytest.raises(Refused) as refused:
        await come(gathering, name, device)
    assert refused.value.code == code
    return refused.value


async def test_by_default_only_the_person_is_sent_away(gathering: Gathering) -> None:
    await table_with_mallory(gathering)
    await send_away(gathering)
    assert gathering.readers["Mallory"].bye == "removed"
    assert (await kept_out(gathering, "Mallory", EVIL, "removed")).details == {}
    await come(gathering, "Child", EVIL)
    assert gathering.state.members[gathering.persons["Child"]].name == "Child"


@pytest.mark.parametrize(("keep_out", "seconds"), [("hour", HOUR), ("day", DAY)])
async def test_a_second_cookie_is_kept_out_until_the_time_is_over(
    gathering: Gathering, keep_out: str, seconds: float
) -> None:
    await table_with_mallory(gathering)
    until = round((gathering.now + seconds) * 1000)
    await send_away(gathering, keep_out=keep_out)
    gathering.now += seconds - 1
    assert (await kept_out(gathering, "Second self", EVIL)).details == {"until": until}
    assert (await kept_out(gathering, "Mallory", EVIL, "removed")).details == {"until": until}
    gathering.now += 1
    await come(gathering, "Second self", EVIL)
    await come(gathering, "Mallory", EVIL)
    assert gathering.state.removed == {}


async def test_as_long_as_the_table_is(gathering: Gathering) -> None:
    await table_with_mallory(gathering)
    await send_away(gathering, keep_out="always")
    gathering.now += 1000 * DAY
    assert (await kept_out(gathering, "Second self", EVIL)).details == {}


async def test_others_of_the_household_come_unless_the_host_wants_it_otherwise(gathering: Gathering) -> None:
    await table_with_mallory(gathering)
    await send_away(gathering, keep_out="day")
    await come(gathering, "Child", SAME_HOME)
    await come(gathering, "Friend", ELSEWHERE)
    gathering.persons["Mallory"] = gathering.persons["Child"]
    await seen(gathering, "Child", SAME_HOME)
    await send_away(gathering, keep_out="day", by="address")
    await kept_out(gathering, "Mother", imprint("home", "opera"))
    await come(gathering, "Neighbour", imprint("next door", "safari"))


async def test_whoever_is_at_the_table_stays_and_may_come_back(gathering: Gathering) -> None:
    await table_with_mallory(gathering)
    await send_away(gathering, keep_out="always", by="address")
    assert gathering.readers["Bo"].bye is None
    await gathering.do("Bo", wire.Say(text="I am not Mallory"))
    await come(gathering, "Bo", EVIL)  # after a reload


async def test_who_had_a_place_in_the_game_returns_to_it(gathering: Gathering) -> None:
    await gathering.open("Ada", "Bo", "Cleo", "Mallory")
    await gathering.seated(Ada="red_giver", Bo="red_guesser", Cleo="blue_giver", Mallory="blue_guesser")
    for name in ("Bo", "Mallory"):
        await seen(gathering, name, EVIL)
    await gathering.do("Bo", wire.Leave())
    await send_away(gathering, keep_out="day")
    await come(gathering, "Bo", EVIL)
    await kept_out(gathering, "Mallory", EVIL, "removed")


async def test_a_watcher_who_looks_the_same_is_told_to_go(gathering: Gathering) -> None:
    await table_with_mallory(gathering)
    watcher = Reader((await gathering.people.new_device())[1])
    gathering.tables.note_device(watcher.person, EVIL)
    await gathering.tables.enter(gathering.table, watcher)
    await send_away(gathering, keep_out="hour")
    assert watcher.bye == "kept_out"
    with pytest.raises(Refused, match="kept_out"):
        await gathering.tables.submit(gathering.table, watcher.person, wire.Join(name="Second self"))


async def test_the_host_alone_sees_who_is_out_and_lets_them_in(gathering: Gathering) -> None:
    await table_with_mallory(gathering)
    until = round((gathering.now + HOUR) * 1000)
    await send_away(gathering, keep_out="hour")
    mallory = gathering.persons["Mallory"]
    assert gathering.readers["Ada"].shown("removals") == (wire.RemovalLine(mallory, "Mallory", until, "device"),)
    assert gathering.readers["Bo"].shown("removals") == ()
    assert not any("home" in str(message) for reader in gathering.readers.values() for message in reader.heard)
    assert await gathering.refused("Bo", wire.LetIn(person=mallory)) == "not_host"
    assert await gathering.refused("Ada", wire.LetIn(person=gathering.persons["Bo"])) == "no_such_person"
    await gathering.do("Ada", wire.HandOver(person=gathering.persons["Bo"]))
    assert gathering.readers["Bo"].shown("removals") and gathering.readers["Ada"].shown("removals") == ()
    await gathering.do("Bo", wire.LetIn(person=mallory))
    assert gathering.readers["Bo"].shown("removals") == ()
    await come(gathering, "Second self", EVIL)
    await come(gathering, "Mallory", EVIL)


async def test_it_outlives_games_and_restarts(gathering: Gathering) -> None:
    """Also when the log was put aside, and on another node."""
    await gathering.open("Ada", "Bo", "Mallory")
    await seen(gathering, "Mallory", EVIL)
    await send_away(gathering, keep_out="always", by="address")
    for _ in range(3):
        await gathering.do("Ada", wire.Again() if gathering.state.game else wire.Start(bots=True))
        await gathering.do("Ada", wire.Abandon())
        await gathering.settled()
    assert (await gathering.store.load(gathering.table)).snapshot
    gathering.tables = gathering.another_service()
    await kept_out(gathering, "Mallory", EVIL, "removed")
    await kept_out(gathering, "Second self", SAME_HOME)


async def test_a_bot_is_simply_gone(gathering: Gathering) -> None:
    await gathering.open("Ada")
    await gathering.do("Ada", wire.AddBot(place="red.giver"))
    bot = next(member.id for member in gathering.state.members.values() if member.bot)
    await gathering.do("Ada", wire.Remove(person=bot, keep_out="always"))
    assert gathering.readers["Ada"].shown("removals") == ()
