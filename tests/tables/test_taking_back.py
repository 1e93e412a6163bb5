"""Taking the last move back: who may ask, who has to agree, and what it leaves (G14)."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from deckname import protocol as wire
from deckname.engine.errors import Refused
from deckname.engine.model import Undo
from deckname.protocol import projection
from deckname.tables.commands import KeyDue
from deckname.tables.stored import encode_key
from tests.tables.gathering import Gathering, Reader
from tests.tables.test_bot_players import Thinkers, practising, thinkers
from tests.tables.test_compaction import facts, reread
from tests.tables.test_play import classic

__all__ = ["thinkers"]
pytestmark = pytest.mark.rule("G14")
SECONDS = 15.0


def may(gathering: Gathering, name: str) -> tuple[str, ...]:
    return tuple(gathering.readers[name].shown("may"))


async def asked(gathering: Gathering, **settings: Any) -> tuple[str, str, int]:
    """A guesser who missed asks; the names of a mate and of an opponent, and the card."""
    await classic(gathering, **settings)
    side = gathering.side_to_move()
    other = "blue" if side == "red" else "red"
    await gathering.clue()
    card = await gathering.guess("bystander")
    assert "take_back" in may(gathering, gathering.guesser(side)) and "take_back" in may(
        gathering, gathering.giver(side)
    )
    assert "take_back" not in may(gathering, gathering.giver(other)), "it was not their move"
    await gathering.do(gathering.guesser(side), wire.AskTakeBack(ply=2))
    return gathering.giver(side), gathering.guesser(other), card


async def test_the_other_side_agrees_and_the_card_lies_open_again(gathering: Gathering) -> None:
    mate, opponent, card = await asked(gathering)
    for name in gathering.persons:
        assert gathering.readers[name].shown("take_back").person in gathering.persons.values()
    assert await gathering.refused(mate, wire.AnswerTakeBack(agree=True, ply=2)) == "nothing_to_answer"
    assert "answer_take_back" in may(gathering, opponent)
    await gathering.do(opponent, wire.AnswerTakeBack(agree=True, ply=2))
    assert gathering.game.table.covers[card] is None and gathering.game.table.phase == "guess"
    assert gathering.game.moves[-1].command == Undo()
    assert gathering.readers[opponent].shown("take_back") is None
    game = gathering.readers[opponent].shown("game")
    assert [line.touch.card for line in game.taken_back if line.touch] == [card], "what was seen stays seen"
    await gathering.guess("bystander")


async def test_one_no_is_enough_until_the_game_goes_on(gathering: Gathering) -> None:
    mate, opponent, _ = await asked(gathering)
    await gathering.do(opponent, wire.AnswerTakeBack(agree=False, ply=2))
    assert gathering.readers[mate].shown("take_back").declined
    assert await gathering.refused(mate, wire.AskTakeBack(ply=2)) == "not_now"
    assert await gathering.refused(opponent, wire.AnswerTakeBack(agree=True, ply=2)) == "nothing_to_answer"


@pytest.mark.parametrize("how", ["withdrawn", "the game goes on"])
async def test_a_request_ends(gathering: Gathering, how: str) -> None:
    mate, opponent, _ = await asked(gathering)
    asking = next(name for name, id in gathering.persons.items() if id == gathering.game.take_back.by)  # type: ignore[union-attr]
    assert await gathering.refused(mate, wire.WithdrawTakeBack(ply=2)) == "nothing_to_withdraw"
    if how == "withdrawn":
        await gathering.do(asking, wire.WithdrawTakeBack(ply=2))
    else:
        await gathering.clue("quartz")
    assert gathering.game.take_back is None
    assert await gathering.refused(opponent, wire.AnswerTakeBack(agree=True, ply=gathering.ply)) == "nothing_to_answer"


@pytest.mark.rule("T19")
async def test_the_clocks_stand_while_it_is_asked(gathering: Gathering) -> None:
    _, opponent, _ = await asked(gathering, clock=wire.ClockForm(clue=60))
    clock = gathering.readers[opponent].shown("clock")
    assert clock.deadline is None and not clock.paused
    gathering.now += 500
    await gathering.do(opponent, wire.AnswerTakeBack(agree=False, ply=2))
    assert gathering.readers[opponent].shown("clock").deadline == (gathering.now + 60) * 1000


async def test_in_duet_the_partner_agrees(gathering: Gathering) -> None:
    await gathering.open("Ada", "Bob", edition="duet")
    await gathering.seated(Ada="a", Bob="b")
    await gathering.do("Ada", wire.ClueMove(word="zebra", number=1, ply=0))
    await gathering.do("Ada", wire.AskTakeBack(ply=1))
    await gathering.do("Bob", wire.AnswerTakeBack(agree=True, ply=1))
    assert gathering.game.table.log == () and gathering.game.table.phase == "clue"


async def test_alone_with_bots_one_goes_back_at_once_to_before_ones_own_move(
    gathering: Gathering, thinkers: Thinkers
) -> None:
    await practising(gathering, "red.guesser", mode="coop")
    card = await gathering.guess("bystander")
    await gathering.settled()
    after = gathering.ply
    await gathering.do("Ada", wire.AskTakeBack(ply=after))
    assert gathering.game.table.covers[card] is None and gathering.due == "Ada"
    undone = [move for move in gathering.game.moves if move.command == Undo()]
    assert len(undone) == after - 1, "the bots' moves after it, too, each with a line of its own"


async def test_outside_practice_it_is_not_offered_where_only_bots_could_agree(
    gathering: Gathering, thinkers: Thinkers
) -> None:
    await gathering.open("Ada", mode="coop", pace="quick")
    await gathering.do("Ada", wire.Sit(place="red.guesser"))
    await gathering.do("Ada", wire.Start(bots=True))
    await gathering.settled()
    await gathering.guess("red")
    assert "take_back" not in may(gathering, "Ada")
    assert await gathering.refused("Ada", wire.AskTakeBack(ply=gathering.ply)) == "not_now"


async def test_a_restart_in_the_middle_changes_nothing(anywhere: Gathering) -> None:
    _, opponent, card = await asked(anywhere)
    keys = {f"key:{number}": encode_key(key) for number, key in anywhere.state.keys.items()}
    assert facts(reread(anywhere.state, keys)) == facts(anywhere.state)
    other, reader = anywhere.another_service(alone=False), Reader(anywhere.persons[opponent])
    await other.enter(anywhere.table, reader)
    assert reader.shown("take_back") == anywhere.readers[opponent].shown("take_back")
    await other.submit(anywhere.table, reader.person, wire.AnswerTakeBack(agree=True, ply=2))
    await anywhere.tables.registry.heal()
    assert anywhere.game.table.covers[card] is None
    await other.close()


# ---------------------------------------------------------------------------------------------------------------------
# A game that a touch has ended


def knows(gathering: Gathering, name: str) -> set[tuple[str | None, ...]]:
    """What somebody is told of the cards that lie open, by the newest news and by a new connection."""
    told: set[tuple[str | None, ...]] = set()
    anew = wire.decode_message(projection.complete(gathering.state, gathering.persons[name], gathering.now))
    assert isinstance(anew, wire.StateMessage)
    for game in (gathering.readers[name].shown("game"), anew.game):
        told |= {card.known for card, cover in zip(game.cards, gathering.game.table.covers, strict=True) if not cover}
    return told


async def ended(gathering: Gathering, how: str = "assassin", **settings: Any) -> tuple[str, str, int]:
    """A guesser ends the game; the names of the guesser and of an opponent, and the card."""
    gathering.tables = gathering.another_service(take_back_seconds=SECONDS)
    await classic(gathering, **settings)
    side = gathering.side_to_move()
    await gathering.clue(number=9)
    if how == "won":
        for _ in range(gathering.game.table.setup.edition.deals[gathering.game.table.setup.starts][(side,)] - 1):
            await gathering.guess(side)
    card = await gathering.guess(side if how == "won" else how)
    return gathering.guesser(side), gathering.guesser("blue" if side == "red" else "red"), card


async def later(gathering: Gathering) -> str | None:
    """The time is over: what is said to whoever keeps the clock."""
    gathering.now += SECONDS
    return await gathering.tables._submitter.quietly(gathering.table, "", KeyDue(gathering.ply))


async def kept(gathering: Gathering) -> list[bool]:
    await gathering.settled()
    return [game.won for name in gathering.persons for game in await gathering.games_of(name)]


@pytest.mark.parametrize("how", ["assassin", "won"])
async def test_a_game_that_a_touch_has_ended_goes_on_and_nobody_was_told_the_key(
    gathering: Gathering, how: str
) -> None:
    guesser, opponent, card = await ended(gathering, how)
    for name in gathering.persons:
        assert gathering.readers[name].shown_situation().end.reason == ("all_found" if how == "won" else how)  # type: ignore[union-attr]
        assert "show_key" in may(gathering, name)
    assert gathering.state.stage == "game" and await kept(gathering) == []
    with pytest.raises(Refused, match="game_running"):
        await gathering.tables.history.record(gathering.table, 1)
    for name in (guesser, opponent):
        assert knows(gathering, name) == {(None,)}, "those who guess still see nothing of the key"
    assert await gathering.refused("Ada", wire.Again()) == "game_running"
    assert await gathering.refused("Ada", wire.Abandon()) == "game_over"
    assert await gathering.refused(gathering.giver("red"), wire.Emote(emote="hmm")) == "be_silent"
    ply = gathering.ply
    await gathering.do(guesser, wire.AskTakeBack(ply=ply))
    assert await gathering.refused(guesser, wire.ShowKey(ply=ply)) == "not_now"
    assert await later(gathering) == "not_now", "while somebody is asked"
    await gathering.do(opponent, wire.AnswerTakeBack(agree=True, ply=ply))
    assert gathering.game.table.covers[card] is None and gathering.game.table.phase == "guess"
    assert not gathering.game.held and gathering.game.players == ()
    for name in (guesser, opponent):
        assert knows(gathering, name) == {(None,)}
    await gathering.guess("bystander")


@pytest.mark.parametrize("who", ["a person", "the clock", "another node"])
async def test_once_the_key_is_shown_it_is_over_for_good(anywhere: Gathering, who: str) -> None:
    guesser, _, _ = await ended(anywhere)
    ply, other = anywhere.ply, anywhere.another_service(alone=False, take_back_seconds=SECONDS)
    keys = {f"key:{number}": encode_key(key) for number, key in anywhere.state.keys.items()}
    assert facts(reread(anywhere.state, keys)) == facts(anywhere.state)
    assert await anywhere.refused(guesser, KeyDue(ply)) == "not_now"
    if who == "a person":
        await anywhere.do(guesser, wire.ShowKey(ply=ply))
    elif who == "the clock":
        assert await later(anywhere) is None
    else:
        anywhere.now += SECONDS
        reader = Reader(anywhere.persons[guesser])
        await other.enter(anywhere.table, reader)
        while reader.shown("table").stage != "over":  # it is overdue as soon as the table is read
            await asyncio.sleep(0.01)
        await anywhere.tables.registry.heal()
    await anywhere.settled(other)
    assert anywhere.state.stage == "over"
    for name in anywhere.persons:
        assert (None,) not in knows(anywhere, name) and not {"show_key", "take_back"} & {*may(anywhere, name)}
    assert await anywhere.refused(guesser, wire.AskTakeBack(ply=ply)) == "game_over"
    assert await anywhere.refused(guesser, wire.ShowKey(ply=ply)) == "game_over"
    assert sorted(await kept(anywhere)) == [False, False, True, True], "once for each of the four"
    await other.close()


async def test_nobody_is_waited_for_who_has_gone(gathering: Gathering) -> None:
    guesser, _, _ = await ended(gathering)
    await gathering.do(guesser, wire.AskTakeBack(ply=gathering.ply))
    for name in {*gathering.persons} - {guesser}:
        await gathering.goes(name)
    assert await later(gathering) is None


async def test_the_record_of_a_table_that_everybody_left_is_kept(gathering: Gathering) -> None:
    await ended(gathering)
    gathering.let_pass(days=1)
    await gathering.tables.upkeep.forget(gathering.table)
    assert len(await kept(gathering)) == 4


async def test_where_nobody_could_agree_the_key_is_shown_at_once(gathering: Gathering, thinkers: Thinkers) -> None:
    gathering.tables = gathering.another_service(take_back_seconds=SECONDS)
    await gathering.open("Ada", "Bob", mode="coop")
    await gathering.do("Ada", wire.Sit(place="red.giver"))
    await gathering.do("Bob", wire.Sit(place="red.guesser"))
    await gathering.do("Ada", wire.Start())
    await gathering.clue()
    await gathering.goes("Ada")
    await gathering.guess("assassin")
    assert gathering.state.stage == "over" and not gathering.game.held


async def test_alone_in_practice_one_goes_on_after_the_end(gathering: Gathering, thinkers: Thinkers) -> None:
    gathering.tables._submitter._surroundings.take_back_seconds = SECONDS
    await practising(gathering, "red.guesser", mode="coop")
    card = await gathering.guess("assassin")
    assert gathering.game.held
    await gathering.do("Ada", wire.AskTakeBack(ply=gathering.ply))
    assert gathering.game.table.covers[card] is None and gathering.due == "Ada"
