"""Three teams of people around a table of the house, in an edition that it was given as one value (section N)."""

from collections.abc import AsyncIterator

import pytest

from deckname import protocol as wire
from deckname.tables.places import places_of
from tests.more_editions import THREE, added
from tests.tables.gathering import Gathering

NAMES = ("Ada", "Bob", "Cleo", "Dora", "Emil", "Fay")
CLOCK = wire.ClockForm(clue=30)


@pytest.fixture
async def table(gathering: Gathering) -> AsyncIterator[Gathering]:
    with added():
        await gathering.open(*NAMES, edition=THREE.id, clock=CLOCK)
        yield await gathering.seated(**dict(zip(NAMES, places_of(THREE.id, "teams"), strict=True)))


def in_order(table: Gathering) -> tuple[str, str, str]:
    """The sides as they play, whoever starts first."""
    sides, first = list(THREE.side), list(THREE.side).index(table.side_to_move())
    one, two, three = sides[first:] + sides[:first]
    return one, two, three


async def lose_by_assassin(table: Gathering) -> None:
    await table.clue()
    await table.guess("assassin")


async def test_everybody_is_told_who_is_out_and_how_the_edition_looks(table: Gathering) -> None:
    first, second, third = in_order(table)
    shown = table.readers["Ada"].shown("game")
    assert shown.brief.name == "Three teams"
    assert shown.brief.agents == {side: side for side in (*THREE.side,)}
    assert {look.pattern for look in shown.brief.looks.values()} == {"rising", "falling", "upright", "dots", "solid"}
    await lose_by_assassin(table)
    moved = table.readers["Ada"].last(wire.Moved)
    assert [event.event for event in moved.events] == ["CardTouched", "SideOut", "TurnEnded"]
    assert moved.situation.out == (first,)
    assert table.side_to_move() == second
    await table.clue()
    await table.guess("bystander")
    assert table.side_to_move() == third


@pytest.mark.rule("N7")
async def test_a_spymaster_asks_the_one_of_the_next_team_that_is_still_in(table: Gathering) -> None:
    first, second, third = in_order(table)

    async def may_answer() -> set[str]:
        await table.do(table.due, wire.AskAboutClue(word="zebra", number=1, ply=table.ply))
        return {name for name in NAMES if "answer" in table.readers[name].shown("may")}

    assert await may_answer() == {table.giver(second)}
    await table.do(table.giver(second), wire.AnswerQuestion(agree=True, ply=table.ply))
    await lose_by_assassin(table)
    assert await may_answer() == {table.giver(third)}
    await table.do(table.giver(third), wire.AnswerQuestion(agree=False, ply=table.ply))
    await table.clue("yak")
    await table.guess("bystander")
    assert table.side_to_move() == third
    assert await may_answer() == {table.giver(second)}
    assert first in table.game.table.out


@pytest.mark.rule("N9")
async def test_any_other_team_that_is_still_in_may_call_time(table: Gathering) -> None:
    first, second, third = in_order(table)

    def may_call() -> set[str]:
        return {name for name in NAMES if "call_time" in table.readers[name].shown("may")}

    both = {side: {table.giver(side), table.guesser(side)} for side in (first, second, third)}
    assert may_call() == both[second] | both[third]
    await lose_by_assassin(table)
    assert may_call() == both[third]
    table.now += CLOCK.clue or 0
    assert await table.refused(table.giver(first), wire.CallTime(ply=table.ply)) == "not_now"
    await table.do(table.guesser(third), wire.CallTime(ply=table.ply))
    assert table.side_to_move() == third


@pytest.mark.rule("N6")
async def test_whoever_challenges_first_covers_a_card(table: Gathering) -> None:
    _, second, third = in_order(table)
    await table.clue()
    await table.challenge(table.guesser(third))
    assert await table.refused(table.giver(second), wire.ChallengeMove(ply=table.ply)) == "nothing_to_challenge"
    assert table.due == table.giver(third)
    assert table.readers["Ada"].shown_situation().covering == third


async def test_the_game_is_played_to_its_end_and_opens_again_from_its_log(table: Gathering) -> None:
    await table.play_on()
    again = table.another_service()
    game = (await again.table(table.table)).state.game
    assert game
    assert game.table == table.game.table
    await again.close()
