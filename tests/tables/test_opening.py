"""No clock runs, and no bot moves, before everybody has seen where they sit; nor does anybody wait for ever."""

import asyncio
from typing import Any

import pytest

from deckname import protocol as wire
from deckname.tables.bot_players import BotPlayers
from deckname.tables.decisions import automatic_end
from tests.servers import PATIENCE
from tests.tables.gathering import Gathering
from tests.tables.test_bot_players import Thinkers
from tests.tables.test_play import FOUR, classic

pytestmark = pytest.mark.rule("T19")
LOOK = 20.0
CLOCK = {"clock": wire.ClockForm(clue=60, guess=60, budget=600, ends_itself=True)}


@pytest.fixture(autouse=True)
def slow_eyes(quick_eyes: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("deckname.tables.decisions.games.OPENING", LOOK)


def deadline(gathering: Gathering) -> float:
    """When time is up, from now."""
    end = automatic_end(gathering.state)
    assert end is not None and gathering.readers["Ada"].shown("clock").deadline == round(end * 1000)
    return end - gathering.now


async def look(gathering: Gathering, *names: str) -> None:
    for name in names:
        await gathering.do(name, wire.Seen())


async def test_the_clock_starts_when_the_last_has_seen_their_place(gathering: Gathering) -> None:
    await classic(gathering, **CLOCK)
    assert deadline(gathering) == LOOK + 60
    gathering.now += 5
    await look(gathering, "Ada", "Bob", "Cleo")
    assert gathering.readers["Ada"].shown("opening").unseen == (gathering.persons["Dan"],)
    assert deadline(gathering) == LOOK + 55
    await look(gathering, "Dan")
    assert gathering.readers["Ada"].shown("opening") is None
    assert deadline(gathering) == 60
    assert all(left == 600_000 for left in gathering.readers["Ada"].shown("clock").left.values())


async def test_who_does_not_look_is_waited_for_no_longer_than_that(gathering: Gathering) -> None:
    await classic(gathering, **CLOCK)
    await look(gathering, "Ada", "Bob", "Cleo")
    gathering.now += LOOK + 10
    assert deadline(gathering) == 50
    await look(gathering, "Dan", "Dan")
    assert deadline(gathering) == 50


async def test_nobody_waits_for_those_who_are_away_or_are_no_people(gathering: Gathering) -> None:
    await gathering.open(*FOUR, **CLOCK)
    await gathering.goes("Dan")
    await gathering.seated(Ada="red.giver", Bob="red.guesser", Dan="blue.giver")
    assert set(gathering.game.unseen) == {gathering.persons[name] for name in ("Ada", "Bob", "Cleo")}


async def test_a_move_ends_the_waiting(gathering: Gathering) -> None:
    await classic(gathering, **CLOCK)
    gathering.now += 4
    await gathering.clue()
    assert deadline(gathering) == 60
    side = gathering.side_to_move()
    assert gathering.readers["Ada"].shown("clock").left[side] == 600_000


async def test_a_pause_in_the_waiting(gathering: Gathering) -> None:
    await classic(gathering, **CLOCK)
    await gathering.do("Ada", wire.Pause())
    await look(gathering, *FOUR)
    gathering.now += 100
    await gathering.do("Ada", wire.Resume())
    assert deadline(gathering) == 60


async def test_another_node_waits_as_long(anywhere: Gathering) -> None:
    await classic(anywhere, **CLOCK)
    await look(anywhere, "Ada", "Bob")
    anywhere.tables = anywhere.another_service()
    state = (await anywhere.live()).state
    assert state.running and state.running.unseen == {anywhere.persons["Cleo"], anywhere.persons["Dan"]}
    assert automatic_end(state) == anywhere.now + LOOK + 60
    await look(anywhere, "Cleo", "Dan")
    assert automatic_end(anywhere.state) == anywhere.now + 60


async def asked(thinkers: Thinkers) -> None:
    async with asyncio.timeout(PATIENCE):
        while not thinkers.asked:
            await asyncio.sleep(0.005)


@pytest.mark.parametrize("how", ["seen", "in time"])
async def test_bots_wait_with_the_clocks(gathering: Gathering, monkeypatch: pytest.MonkeyPatch, how: str) -> None:
    thinkers, wakes = Thinkers(), list[Any]()
    BotPlayers(gathering.tables, thinkers, pace=0.0, courtesy=0.0)
    monkeypatch.setattr(gathering.tables.background, "later", lambda delay, *call: wakes.append((delay, *call)))
    await gathering.open("Ada", mode="coop", pace="quick")
    await gathering.do("Ada", wire.Sit(place="red.guesser"))
    await gathering.do("Ada", wire.Start(bots=True))
    await gathering.settled()
    assert not thinkers.asked
    if how == "seen":
        await look(gathering, "Ada")
    else:
        gathering.now += LOOK + 1
        delay, wake, *arguments = next(wake for wake in wakes if wake[1].__name__ == "_wake")
        assert delay >= LOOK
        wake(*arguments)
    await asked(thinkers)
    await gathering.settled()
