"""Clocks (T19): kept by written moments, so right after a restart."""

import asyncio

import msgspec
import pytest

from deckname import protocol as wire
from deckname.tables.commands import TimeUp
from tests.servers import PATIENCE
from tests.tables.gathering import Gathering, Reader
from tests.tables.test_play import classic

pytestmark = pytest.mark.rule("T19")


async def ring(gathering: Gathering) -> str | None:
    """What comes of the clock's bell now: nothing, or why not."""
    try:
        await gathering.tables.submit(gathering.table, "", TimeUp(gathering.ply))
    except Exception as refused:
        return str(refused)
    return None


async def test_there_is_no_clock_unless_asked_for(gathering: Gathering) -> None:
    await classic(gathering)
    assert gathering.readers["Ada"].shown("clock") is None
    assert await ring(gathering) == "not_now"


async def test_guess_time_up_ends_the_turn_even_without_a_guess(gathering: Gathering) -> None:
    await classic(gathering, clock=wire.ClockForm(guess=60))
    side = gathering.side_to_move()
    await gathering.clue()
    assert gathering.readers["Ada"].shown("clock").deadline == round((gathering.now + 60) * 1000)
    gathering.now += 59
    assert await ring(gathering) == "not_now"
    gathering.now += 1
    assert await ring(gathering) is None
    assert gathering.side_to_move() != side


async def test_a_guess_does_not_start_the_time_again(gathering: Gathering) -> None:
    await classic(gathering, clock=wire.ClockForm(guess=60))
    side = gathering.side_to_move()
    await gathering.clue()
    gathering.now += 50
    await gathering.guess(side)
    gathering.now += 10
    assert await ring(gathering) is None


async def test_clue_time_up_is_for_the_others_to_call(gathering: Gathering) -> None:
    await classic(gathering, clock=wire.ClockForm(clue=60))
    side = gathering.side_to_move()
    other = "blue" if side == "red" else "red"
    caller = gathering.guesser(other)
    assert "call_time" in gathering.readers[caller].shown("may")
    assert "call_time" not in gathering.readers[gathering.guesser(side)].shown("may")
    assert await gathering.refused(caller, wire.CallTime(ply=0)) == "not_now"
    gathering.now += 61
    assert await ring(gathering) == "not_now"
    assert await gathering.refused(gathering.guesser(side), wire.CallTime(ply=0)) == "not_now"
    await gathering.do(caller, wire.CallTime(ply=0))
    assert gathering.side_to_move() == other


async def test_clue_time_up_ends_the_turn_by_itself_if_the_host_wants(gathering: Gathering) -> None:
    await classic(gathering, clock=wire.ClockForm(clue=60, ends_itself=True))
    side = gathering.side_to_move()
    gathering.now += 60
    assert await ring(gathering) is None
    assert gathering.side_to_move() != side


async def test_what_happens_when_time_is_up_is_said_before(gathering: Gathering) -> None:
    await classic(gathering, clock=wire.ClockForm(clue=60, guess=60))

    def shown() -> wire.Clock:
        return gathering.readers["Ada"].shown("clock")  # type: ignore[no-any-return]

    assert not shown().ends_itself
    await gathering.clue()
    assert shown().ends_itself


async def test_a_budget_that_is_over_first_ends_the_turn_by_itself(gathering: Gathering) -> None:
    await classic(gathering, clock=wire.ClockForm(clue=60, budget=30))
    assert gathering.readers["Ada"].shown("clock").ends_itself


async def test_everybody_can_read_that_it_was_the_clock_and_who_called(gathering: Gathering) -> None:
    await classic(gathering, clock=wire.ClockForm(clue=60, guess=60))
    first = gathering.side_to_move()
    gathering.now += 61
    caller = gathering.guesser("blue" if first == "red" else "red")
    await gathering.do(caller, wire.CallTime(ply=0))
    second = gathering.side_to_move()
    await gathering.clue()
    gathering.now += 60
    assert await ring(gathering) is None
    lines = (
        wire.TimeUpLine(clues=0, phase="clue", side=first, by=gathering.persons[caller]),
        wire.TimeUpLine(clues=1, phase="guess", side=second, by=None),
    )
    ends = [message for message in gathering.readers["Bob"].heard if isinstance(message, wire.Moved)]
    assert tuple(message.time_up for message in ends if message.time_up is not wire.UNSET) == lines
    gathering.tables = gathering.another_service()  # and who comes later, too
    late = Reader(gathering.persons["Dan"])
    await gathering.tables.enter(gathering.table, late)
    assert late.shown("game").time_ups == lines


async def test_in_duet_the_partner_calls_time_and_it_costs_a_token(gathering: Gathering) -> None:
    await gathering.open("Ada", "Bob", edition="duet", clock=wire.ClockForm(clue=60))
    await gathering.seated(Ada="a", Bob="b")
    gathering.now += 1000  # whoever speaks first, begins: nobody is late
    for name in ("Ada", "Bob"):
        assert gathering.readers[name].shown("clock").deadline is None
        assert await gathering.refused(name, wire.CallTime(ply=0)) == "not_now"
    await gathering.do("Ada", wire.ClueMove(word="zebra", number=1, ply=0))
    await gathering.guess("bystander")
    assert gathering.side_to_move() == "b"
    tokens = gathering.game.table.tokens
    gathering.now += 60
    assert "call_time" not in gathering.readers["Bob"].shown("may")
    await gathering.do("Ada", wire.CallTime(ply=gathering.ply))
    assert tokens and gathering.game.table.tokens and gathering.game.table.tokens.left == tokens.left - 1


@pytest.mark.parametrize(
    "mode, places", [("coop", ("giver", "guesser")), ("trio", ("red.giver", "blue.giver", "guesser"))]
)
async def test_time_is_called_in_small_rounds_too(gathering: Gathering, mode: str, places: tuple[str, ...]) -> None:
    names = ("Ada", "Bob", "Cleo")[: len(places)]
    await gathering.open(*names, mode=mode, clock=wire.ClockForm(clue=60))
    known = list(gathering.state.places)
    await gathering.seated(
        **{n: next(at for at in known if at.endswith(p)) for n, p in zip(names, places, strict=True)}
    )
    first = gathering.due
    gathering.now += 60
    may_call = [name for name in names if "call_time" in gathering.readers[name].shown("may")]
    assert may_call and first not in may_call
    await gathering.do(may_call[0], wire.CallTime(ply=0))
    assert gathering.ply == 1


async def test_nobody_gets_less_time_than_one_can_play_in(gathering: Gathering) -> None:
    form = b'{"clock":{"clue":%d}}'
    assert msgspec.json.decode(form % 15, type=wire.SettingsForm).clock == wire.ClockForm(clue=15)
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(form % 14, type=wire.SettingsForm)


async def test_a_budget_is_spent_over_all_turns_of_a_side(gathering: Gathering) -> None:
    await classic(gathering, clock=wire.ClockForm(budget=100))
    side = gathering.side_to_move()
    gathering.now += 40
    await gathering.clue()
    left = gathering.readers["Ada"].shown("clock").left
    assert left == {side: 60_000, "blue" if side == "red" else "red": 100_000}
    gathering.now += 59
    assert await ring(gathering) == "not_now"
    gathering.now += 1
    assert await ring(gathering) is None
    gathering.now += 5
    await gathering.clue()
    await gathering.guess("bystander")
    assert gathering.side_to_move() == side
    gathering.now += 14  # nothing is left, but a little time there always is
    assert await ring(gathering) == "not_now"
    gathering.now += 1
    assert await ring(gathering) is None


async def test_a_pause_stops_everything(gathering: Gathering) -> None:
    await classic(gathering, clock=wire.ClockForm(guess=60, budget=600))
    side = gathering.side_to_move()
    await gathering.clue()
    assert await gathering.refused("Bob", wire.Pause()) == "not_host"
    gathering.now += 50
    await gathering.do("Ada", wire.Pause())
    assert gathering.readers["Bob"].shown("clock").deadline is None
    gathering.now += 1000
    assert await ring(gathering) == "not_now"
    assert await gathering.refused(gathering.guesser(side), wire.GuessMove(card=0, ply=1)) == "paused"
    await gathering.do("Ada", wire.Resume())
    assert gathering.readers["Bob"].shown("clock").deadline == round((gathering.now + 10) * 1000)
    gathering.now += 9
    assert await ring(gathering) == "not_now"
    gathering.now += 1
    assert await ring(gathering) is None


async def test_clocks_are_right_after_a_restart(gathering: Gathering) -> None:
    await classic(gathering, clock=wire.ClockForm(clue=30, guess=60, budget=600))
    gathering.now += 20
    await gathering.clue()
    before = gathering.state.clock
    gathering.now += 30
    gathering.tables = gathering.another_service()
    state = (await gathering.live()).state
    assert state.clock == before
    assert state.clock.deadline(state.settings.clock, gathering.game.table) == gathering.now + 30


async def test_the_house_rings_by_itself(gathering: Gathering) -> None:
    """The one test with a bell that really rings: time is up the moment that the table is loaded."""
    await classic(gathering, clock=wire.ClockForm(guess=60))
    side = gathering.side_to_move()
    await gathering.clue()
    gathering.now += 61
    gathering.tables = gathering.another_service()
    await gathering.live()
    async with asyncio.timeout(PATIENCE):
        while gathering.side_to_move() == side:
            await asyncio.sleep(0.01)
    assert gathering.side_to_move() != side
