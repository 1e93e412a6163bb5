"""Objections to clues: the referee's word for all, the clue's side first, then the table; and insisting."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from deckname import protocol as wire
from deckname.engine.model import Phase
from deckname.engine.table import to_move
from deckname.tables.bot_players import BotPlayers
from deckname.tables.commands import ObjectionOverdue
from deckname.tables.objections import PATIENCE
from deckname.tables.stored import encode_key
from tests.tables.gathering import Gathering, Reader
from tests.tables.test_bot_players import Thinkers
from tests.tables.test_compaction import facts, reread
from tests.tables.test_play import FOUR, classic

pytestmark = pytest.mark.rule("T15", "T16")


class Table:
    """Four people, by what they are to the clue on the table: it is `us.giver`'s."""

    def __init__(self, gathering: Gathering) -> None:
        self.gathering = gathering
        us = gathering.side_to_move()
        them = "blue" if us == "red" else "red"
        self.who = {
            f"{name}.{role}": gathering.holder(f"{side}.{role}")
            for name, side in (("us", us), ("them", them))
            for role in ("giver", "guesser")
        }

    async def object(self, who: str = "them.giver") -> None:
        await self.gathering.do(self.who[who], wire.ChallengeMove(ply=self.gathering.ply))

    async def say(self, who: str, valid: bool) -> None:
        await self.gathering.do(self.who[who], wire.AnswerObjection(valid=valid, ply=self.gathering.ply))

    def reader(self, who: str) -> Reader:
        return self.gathering.readers[self.who[who]]

    def shown(self) -> wire.ObjectionLine:
        lines = [self.reader(who).shown("objection") for who in self.who]
        assert all(line == lines[0] for line in lines), "all are shown the same"
        assert isinstance(lines[0], wire.ObjectionLine)
        return lines[0]

    def ended(self) -> tuple[bool, str]:
        said = self.reader("us.guesser").last(wire.Settled)
        assert self.gathering.game.objection is None
        assert self.reader("us.guesser").shown("objection") is None
        return said.valid, said.how

    def waits_for(self) -> set[str]:
        names = {id: name for name, id in self.gathering.persons.items()}
        return {place for place, name in self.who.items() if name in {names[id] for id in self.shown().waits_for}}


async def clue_given(gathering: Gathering, word: str = "zebra", **settings: Any) -> Table:
    await classic(gathering, **settings)
    table = Table(gathering)
    await gathering.clue(word)
    return table


def on_the_table(gathering: Gathering) -> str:
    """A word that nobody may give as a clue."""
    return gathering.game.table.setup.cards[0]


async def test_an_objection_is_talked_about_before_it_costs_anything(gathering: Gathering) -> None:
    table = await clue_given(gathering)
    await table.object()
    shown = table.shown()
    assert (shown.person, shown.referee.verdict) == (gathering.persons[table.who["them.giver"]], "valid")
    assert table.waits_for() == {"us.giver", "us.guesser"}, "the side that gave the clue is asked first"
    assert gathering.game.table.phase is Phase.GUESS
    guesser = table.who["us.guesser"]
    assert table.reader("us.guesser").shown("game").legal == {}
    assert await gathering.refused(guesser, wire.GuessMove(card=0, ply=1)) == "objection_open"
    assert await gathering.refused(table.who["them.guesser"], wire.ChallengeMove(ply=1)) == "objection_open"
    late = Reader(gathering.persons[guesser])
    await gathering.tables.enter(gathering.table, late)
    assert late.shown("objection") == shown


async def test_the_referee_says_to_all_what_is_against_the_clue(gathering: Gathering) -> None:
    await classic(gathering)
    table, word = Table(gathering), on_the_table(gathering)
    await gathering.clue(word)
    await table.object("them.guesser")
    assert (table.shown().referee.verdict, table.shown().referee.card) == ("invalid", word)
    assert table.shown().referee.reason


async def test_who_gave_the_clue_may_accept(gathering: Gathering) -> None:
    table = await clue_given(gathering)
    await table.object("them.guesser")
    await table.say("us.guesser", valid=False)
    assert table.ended() == (False, "accepted")
    assert gathering.game.table.phase is Phase.COVER and gathering.due == table.who["them.giver"]
    assert gathering.game.moves[-1].seat.role == "guesser", "it is the objector's challenge"
    await gathering.do(table.who["them.giver"], wire.WaiveMove(ply=gathering.ply))
    assert gathering.game.table.phase is Phase.GUESS


async def test_an_objection_can_be_withdrawn_and_then_the_clue_stands(gathering: Gathering) -> None:
    table = await clue_given(gathering)
    await table.object()
    assert "withdraw_objection" in table.reader("them.giver").shown("may")
    assert await gathering.refused(table.who["us.giver"], wire.WithdrawObjection(ply=1)) == "nothing_to_withdraw"
    await gathering.do(table.who["them.giver"], wire.WithdrawObjection(ply=1))
    assert table.ended() == (True, "withdrawn")
    assert await gathering.refused(table.who["them.guesser"], wire.ChallengeMove(ply=1)) == "clue_stands"
    assert table.reader("them.guesser").shown("game").legal == {}
    assert table.reader("us.guesser").shown("game").legal
    await gathering.guess("bystander")


async def test_both_spymasters_decide_where_they_agree(gathering: Gathering) -> None:
    table = await clue_given(gathering)
    await table.object("them.guesser")
    await table.say("us.giver", valid=True)
    assert table.waits_for() == {"us.guesser", "them.giver"}
    await table.say("them.giver", valid=True)
    assert table.ended() == (True, "spymasters")


@pytest.mark.parametrize(("against", "valid"), [(False, True), (True, False)])
async def test_no_side_has_a_majority_by_itself_and_then_the_referee_decides(
    gathering: Gathering, against: bool, valid: bool
) -> None:
    """So nobody gets a free agent for a clue that nobody can fault."""
    await classic(gathering)
    table = Table(gathering)
    await gathering.clue(on_the_table(gathering) if against else "zebra")
    await table.object()
    await table.say("us.giver", valid=True)
    await table.say("us.guesser", valid=True)
    assert table.waits_for() == {"them.guesser"}
    await table.say("them.guesser", valid=False)
    assert table.ended() == (valid, "referee")


async def test_either_of_those_who_gave_the_clue_may_still_accept(gathering: Gathering) -> None:
    table = await clue_given(gathering)
    await table.object()
    await table.say("us.giver", valid=True)
    await table.say("us.guesser", valid=False)
    assert table.ended() == (False, "accepted")


async def test_who_watches_is_heard_as_well(gathering: Gathering) -> None:
    await gathering.open(*FOUR, "Eve")
    await gathering.do("Eve", wire.Stand())
    await gathering.seated(**FOUR)
    table = Table(gathering)
    await gathering.clue()
    await table.object()
    await table.say("us.giver", valid=True)
    await table.say("us.guesser", valid=True)
    await gathering.do("Eve", wire.AnswerObjection(valid=True, ply=1))
    await table.say("them.guesser", valid=False)
    assert table.ended() == (True, "table")


async def test_who_says_nothing_is_not_waited_for_for_ever(gathering: Gathering) -> None:
    table = await clue_given(gathering)
    await table.object()
    assert await gathering.refused("Ada", ObjectionOverdue(1)) == "not_now"
    gathering.now += PATIENCE - 1
    await table.say("us.guesser", valid=True)
    gathering.now += PATIENCE - 1
    assert await gathering.refused("Ada", ObjectionOverdue(1)) == "not_now", "all the others have as much time"
    gathering.now += 1
    await gathering.do("Ada", ObjectionOverdue(1))
    assert table.ended() == (True, "referee")


async def test_the_alarm_rings_by_itself(gathering: Gathering) -> None:
    table = await clue_given(gathering)
    await table.object()
    gathering.now += PATIENCE
    await gathering.do(table.who["us.guesser"], wire.Emote(emote="hmm"))  # anything that happens winds it anew
    async with asyncio.timeout(20):
        while gathering.game.objection:
            await asyncio.sleep(0.005)


async def test_who_is_away_is_not_asked(gathering: Gathering) -> None:
    table = await clue_given(gathering)
    live = await gathering.live()
    for who in ("us.giver", "us.guesser"):
        gathering.state.members[gathering.persons[table.who[who]]].node = None
    await table.object()
    assert table.ended() == (True, "referee")
    assert live.state.game is gathering.game


@pytest.mark.rule("T19")
async def test_the_clocks_stand_meanwhile(gathering: Gathering) -> None:
    table = await clue_given(gathering, clock=wire.ClockForm(guess=60))
    deadline = table.reader("us.guesser").shown("clock").deadline
    gathering.now += 10
    await table.object()
    assert table.reader("us.guesser").shown("clock").deadline is None
    gathering.now += 30
    await gathering.do(table.who["them.giver"], wire.WithdrawObjection(ply=1))
    assert table.reader("us.guesser").shown("clock").deadline == deadline + 30_000


async def test_a_restart_in_the_middle_changes_nothing(anywhere: Gathering) -> None:
    table = await clue_given(anywhere)
    await table.object()
    shown = table.shown()
    other = anywhere.another_service(alone=False)
    reader = Reader(anywhere.persons[table.who["us.giver"]])
    await other.enter(anywhere.table, reader)
    assert reader.shown("objection") == shown and "judge_objection" in reader.shown("may")
    await other.submit(anywhere.table, reader.person, wire.AnswerObjection(valid=False, ply=1))
    await anywhere.tables.registry.heal()
    assert table.ended() == (False, "accepted")
    await other.close()


@pytest.mark.parametrize("stage", [0, 1])
async def test_it_is_in_a_snapshot(gathering: Gathering, stage: int) -> None:
    table = await clue_given(gathering)
    await table.object()
    if stage:
        await gathering.do(table.who["them.giver"], wire.WithdrawObjection(ply=1))
    keys = {f"key:{number}": encode_key(key) for number, key in gathering.state.keys.items()}
    assert facts(reread(gathering.state, keys)) == facts(gathering.state)


# ---------------------------------------------------------------------------------------------------------------------
# With bots


async def among_bots(gathering: Gathering, side: str, **settings: Any) -> None:
    """Ada is the spymaster of red, and bots are everybody else; it is this side's clue."""
    await gathering.open("Ada", **settings)
    while True:
        await gathering.do("Ada", wire.Sit(place="red.giver"))
        await gathering.do("Ada", wire.Start(bots=True))
        if gathering.side_to_move() == side:
            return
        await gathering.do("Ada", wire.Abandon())


async def test_bots_stand_by_what_the_referee_finds_nothing_against(gathering: Gathering) -> None:
    await among_bots(gathering, "blue")
    gathering.persons["bot"] = gathering.state.holders(to_move(gathering.game.table)[0])[0].id
    await gathering.do("bot", wire.ClueMove(word="zebra", number=1, ply=0))
    await gathering.do("Ada", wire.ChallengeMove(ply=1))
    said = gathering.readers["Ada"].last(wire.Settled)
    assert (said.valid, said.how) == (True, "referee")
    assert gathering.readers["Ada"].shown("objection") is None


async def test_what_a_bot_says_against_a_clue_its_giver_may_answer(gathering: Gathering) -> None:
    """Where nobody else is there to be heard, it is as the referee says."""
    await among_bots(gathering, "red", referee="advise")
    BotPlayers(gathering.tables, Thinkers(), pace=3600.0)
    await gathering.clue(on_the_table(gathering))
    async with asyncio.timeout(PATIENCE):
        while gathering.game.objection is None:
            await asyncio.sleep(0.005)
    assert gathering.state.members[gathering.game.objection.by].bot
    await gathering.do("Ada", wire.AnswerObjection(valid=True, ply=1))
    said = gathering.readers["Ada"].last(wire.Settled)
    assert (said.valid, said.how) == (False, "referee")
    assert gathering.game.table.phase is Phase.COVER


# ---------------------------------------------------------------------------------------------------------------------
# Sides that play together


@pytest.mark.rule("D16")
async def test_in_duet_the_partner_decides_at_once(gathering: Gathering) -> None:
    await gathering.open("Ada", "Bob", edition="duet")
    await gathering.seated(Ada="a", Bob="b")
    await gathering.do("Ada", wire.ClueMove(word="zebra", number=1, ply=0))
    await gathering.do("Bob", wire.ChallengeMove(ply=1))
    assert gathering.game.table.log[-1].status == "invalid"
    assert gathering.game.table.tokens and gathering.game.table.tokens.left == 8


@pytest.mark.rule("D16")
@pytest.mark.parametrize(("edition", "mode"), [("duet", "teams"), ("classic", "coop")])
async def test_a_giver_may_insist_where_nobody_else_could_be_asked(
    gathering: Gathering, edition: str, mode: str
) -> None:
    await gathering.open("Ada", "Bob", edition=edition, mode=mode, referee="strict")
    duet = edition == "duet"
    await gathering.seated(Ada="a" if duet else "red.giver", Bob="b" if duet else "red.guesser")
    word = on_the_table(gathering)
    assert await gathering.refused("Ada", wire.ClueMove(word=word, number=1, ply=0)) == "clue_invalid"
    assert "insist" in gathering.readers["Ada"].shown("may")
    await gathering.do("Ada", wire.ClueMove(word=word, number=1, ply=0, insist=True))
    told = gathering.readers["Bob"].shown_situation().overruled
    assert told and (told.verdict, told.card) == ("invalid", word) and told.reason
    assert "insist" not in gathering.readers["Ada"].shown("may")
    again = gathering.another_service(alone=False)
    late = Reader(gathering.persons["Bob"])
    await again.enter(gathering.table, late)
    assert late.shown_situation().overruled == told, "it is in the log"
    await again.close()
    if duet:
        await gathering.do("Bob", wire.ChallengeMove(ply=1))
    card = await gathering.guess("green" if duet else "bystander")
    assert gathering.game.table.log[0].touched[0].card == card
    if not duet:
        assert gathering.readers["Bob"].shown_situation().overruled is None, "the turn is over"


@pytest.mark.rule("T17")
async def test_nobody_insists_where_another_spymaster_can_be_asked(gathering: Gathering) -> None:
    await classic(gathering, referee="strict")
    word = on_the_table(gathering)
    assert "insist" not in gathering.readers[gathering.due].shown("may")
    wish = wire.ClueMove(word=word, number=1, ply=0, insist=True)
    assert await gathering.refused(gathering.due, wish) == "clue_invalid"
