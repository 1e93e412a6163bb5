"""What a program could go on adding to for ever has an end, and people never come near it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial

import pytest

from deckname import protocol as wire
from deckname.tables import bounds, commands
from deckname.tables.commands import TimeUp
from deckname.tables.decisions import askable_places, open_places
from tests.tables.gathering import Gathering, Reader

FOUR = {"Ada": "red.giver", "Bob": "red.guesser", "Cleo": "blue.giver", "Dan": "blue.guesser"}


async def comes(gathering: Gathering, name: str) -> str:
    """Somebody new comes to the table."""
    gathering.persons[name] = f"person-{name}"
    await gathering.do(name, wire.Join(name=name))
    return gathering.persons[name]


async def test_the_last_who_were_sent_away_are_known_again(
    gathering: Gathering, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("deckname.tables.state.REMOVED_KEPT", 3)
    await gathering.open("Ada")
    for number in range(5):
        await gathering.do("Ada", wire.Remove(person=await comes(gathering, f"Troll {number}")))
    assert [*gathering.state.removed] == ["person-Troll 2", "person-Troll 3", "person-Troll 4"]
    assert await gathering.refused("Troll 4", wire.Join(name="Troll")) == "removed"


async def test_a_game_that_has_seen_too_many_is_closed_to_newcomers_only(
    gathering: Gathering, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("deckname.tables.game.PEOPLE_PER_GAME", 7)
    await gathering.open(*FOUR)
    await gathering.seated(**FOUR)
    for number in range(3):
        name = f"Guest {number}"
        guest = await comes(gathering, name)
        await gathering.do(name, wire.RequestPlace(place="red.guesser"))
        agree = number % 2 == 0
        await gathering.do("Bob", wire.AnswerRequest(person=guest, place="red.guesser", agree=agree))
        await gathering.do(name, wire.Leave())
    eve = await comes(gathering, "Eve")
    assert await gathering.refused("Eve", wire.RequestPlace(place="red.guesser")) == "game_full"
    assert await gathering.refused("Ada", wire.MovePerson(person=eve, place="red.guesser")) == "game_full"
    assert not askable_places(gathering.state, eve) and not open_places(gathering.state, eve)
    await comes(gathering, "Guest 0")  # who had a place returns to it
    await gathering.do("Guest 0", wire.Sit(place="red.guesser"))
    await gathering.do("Ada", wire.Abandon())
    assert "red.guesser" in open_places(gathering.state, eve)
    await gathering.do("Eve", wire.Sit(place="red.guesser"))


async def test_bots_that_come_and_go_in_a_game_leave_nothing_behind(gathering: Gathering) -> None:
    await gathering.open("Ada", "Bob", "Cleo")
    await gathering.do("Ada", wire.AddBot(place="blue.giver"))
    places = {"Ada": "red.giver", "Bob": "red.guesser", "Cleo": "blue.guesser"}
    await gathering.seated(**places)
    known = len(gathering.game.seen)
    for _ in range(10):
        (bot,) = [member.id for member in gathering.state.members.values() if member.bot]
        await gathering.do("Ada", wire.MovePerson(person=bot))
        await gathering.do("Ada", wire.AddBot(place="blue.giver"))
    assert len(gathering.game.seen) == known and not gathering.game.left
    for member in gathering.state.members.values():
        gathering.persons[member.name] = member.id
    await gathering.play_on()


async def test_no_turn_ends_by_the_clock_for_ever(gathering: Gathering, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("deckname.tables.game.MOVES_WITH_CLOCK", 6)
    await gathering.open(*FOUR, clock=wire.ClockForm(clue=20))
    await gathering.seated(**FOUR)

    def caller() -> str:
        return gathering.guesser("blue" if gathering.side_to_move() == "red" else "red")

    for _ in range(6):
        gathering.now += 21
        assert "call_time" in gathering.readers[caller()].shown("may")
        await gathering.do(caller(), wire.CallTime(ply=gathering.ply))
    gathering.now += 21
    assert "call_time" not in gathering.readers[caller()].shown("may")
    assert await gathering.refused(caller(), wire.CallTime(ply=gathering.ply)) == "not_now"
    assert await gathering.refused("Ada", TimeUp(gathering.ply)) == "not_now"
    await gathering.play_on()


async def test_who_comes_and_goes_all_the_time_is_there(gathering: Gathering, monkeypatch: pytest.MonkeyPatch) -> None:
    """Alarms ring when we say so."""
    set_up: list[tuple[asyncio.TimerHandle, Callable[[], None]]] = []

    def later(_delay: float, call: Callable[..., None], *arguments: object) -> asyncio.TimerHandle:
        handle = asyncio.get_running_loop().call_later(3600, call, *arguments)
        set_up.append((handle, partial(call, *arguments)))
        return handle

    async def ring() -> None:
        for handle, call in [*set_up]:
            if not handle.cancelled():
                call()
        set_up.clear()
        await gathering.settled()

    await gathering.open("Ada", "Bob")
    monkeypatch.setattr(gathering.tables.background, "later", later)
    before, reader, live = gathering.state.seq, gathering.readers["Bob"], await gathering.live()
    for _ in range(20):
        gathering.tables.exit(live, reader)
        reader = Reader(gathering.persons["Bob"])
        await gathering.tables.enter(gathering.table, reader)
        broken = [*set_up]
        gathering.tables.exit(live, reader)
        set_up[:] = broken  # four seconds since he left for the first time, none since he did for the last
        await ring()
        await gathering.tables.enter(gathering.table, reader)
        await gathering.settled()
    assert gathering.state.seq == before
    gathering.tables.exit(live, reader)
    await ring()
    assert gathering.state.seq == before + 1 and not gathering.state.members[reader.person].online


def test_people_never_come_near() -> None:
    """Twelve of them, talkative, in a long game: a hundred moves, a thousand marks."""
    assert bounds.PEOPLE_PER_GAME > 12 * 8
    assert bounds.MOVES_WITH_CLOCK > 5 * 100
    assert commands.LONGEST_MESSAGE * 4 * bounds.TALK_KEPT < 150_000
