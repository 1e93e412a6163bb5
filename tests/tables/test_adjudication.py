"""The referee at the tables: nobody waits for what somebody else has sent to it."""

import asyncio
import threading
from collections.abc import Iterator
from typing import Any

import pytest

from deckname import protocol as wire
from deckname.referee import Ruling, Verdict, referee
from deckname.server.metrics import Figures
from deckname.tables import adjudication
from deckname.tables.adjudication import Adjudication
from tests.hostile import KNOWN, Steps
from tests.servers import PATIENCE
from tests.tables.gathering import Gathering
from tests.tables.test_play import classic


class SlowReferee:
    """Thinks about *granite* until it is let go on, and takes notes."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, tuple[str, ...]]] = []
        self.thinks, self.may_go_on = threading.Event(), threading.Event()

    complete = True

    def judge(self, word: str, _number: int | None, board: tuple[str, ...], *_: Any) -> Verdict:
        self.asked.append((word, board))
        if word == "granite":
            self.thinks.set()
            assert self.may_go_on.wait(PATIENCE)
        ruling = Ruling.INVALID if word in board else Ruling.VALID
        return Verdict(ruling, "K1", None, "")

    def no_verdict(self, clue: str, language: str) -> Verdict:
        return Verdict(Ruling.ASK, None, None, f"too busy for {clue} in {language}")

    async def is_thinking(self) -> None:
        assert await asyncio.to_thread(self.thinks.wait, PATIENCE)


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> Iterator[SlowReferee]:
    made = SlowReferee()
    monkeypatch.setattr(adjudication, "referee", lambda: made)
    yield made
    made.may_go_on.set()


@pytest.fixture
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody is left without a verdict, however busy this machine is."""
    monkeypatch.setattr(adjudication, "_DEADLINE", PATIENCE)


async def soon(work: Any) -> Any:
    """What must not wait for the slow referee."""
    return await asyncio.wait_for(work, PATIENCE / 4)


@pytest.mark.usefixtures("patient")
async def test_the_table_goes_on_while_the_referee_thinks(gathering: Gathering, slow: SlowReferee) -> None:
    await classic(gathering, referee="strict")
    side = gathering.side_to_move()
    clue = asyncio.create_task(gathering.clue("granite", 1))
    await slow.is_thinking()
    await soon(gathering.do(gathering.guesser(side), wire.Emote(emote="coffee")))
    slow.may_go_on.set()
    await clue
    assert gathering.game.table.log[-1].word == "granite"


@pytest.mark.usefixtures("patient")
async def test_a_clue_is_judged_again_if_the_cards_have_changed_meanwhile(
    gathering: Gathering, slow: SlowReferee
) -> None:
    await classic(gathering, referee="strict")
    side, first = gathering.side_to_move(), gathering.game.table.setup.cards
    clue = asyncio.create_task(gathering.clue("granite", 1))
    await slow.is_thinking()
    while gathering.game.table.setup.cards == first or gathering.side_to_move() != side:
        await soon(gathering.do("Ada", wire.Abandon()))
        await soon(gathering.do("Ada", wire.Again(rotate=False)))
    slow.may_go_on.set()
    await clue
    assert [set(board) for _, board in slow.asked] == [set(first), set(gathering.game.table.setup.cards)]
    assert gathering.game.table.log[-1].word == "granite"


@pytest.mark.usefixtures("patient")
async def test_a_clue_that_comes_too_late_is_refused_though_it_was_judged(
    gathering: Gathering, slow: SlowReferee
) -> None:
    await classic(gathering, referee="strict")
    late = asyncio.create_task(gathering.clue("granite", 1))
    await slow.is_thinking()
    await soon(gathering.clue("lion", 1))
    slow.may_go_on.set()
    with pytest.raises(Exception, match="stale"):
        await late
    assert [clue.word for clue in gathering.game.table.log] == ["lion"]


@pytest.mark.usefixtures("patient")
async def test_one_clue_that_takes_long_holds_up_no_other(gathering: Gathering, slow: SlowReferee) -> None:
    await classic(gathering, referee="advise")
    ada, cleo = (gathering.persons[gathering.giver(side)] for side in ("red", "blue"))
    thinking = asyncio.create_task(gathering.tables.judge_for(gathering.table, ada, "granite", 1))
    await slow.is_thinking()
    verdict = await soon(gathering.tables.judge_for(gathering.table, cleo, "lion", 1))
    assert verdict.verdict == "valid" and not thinking.done()
    slow.may_go_on.set()
    assert (await thinking).verdict == "valid"


async def test_a_clue_that_nobody_could_judge_in_time_is_left_to_people(
    gathering: Gathering, slow: SlowReferee, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(adjudication, "_DEADLINE", 0.1)
    await classic(gathering, referee="strict")
    giver = gathering.persons[gathering.due]
    verdict = await soon(gathering.tables.judge_for(gathering.table, giver, "granite", 1))
    assert (verdict.verdict, verdict.reason) == ("ask", "too busy for granite in en")
    await soon(gathering.clue("granite", 1))
    assert gathering.game.table.log[-1].word == "granite"


async def test_what_is_left_to_people_is_counted_and_told(
    gathering: Gathering, slow: SlowReferee, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """A judge that thinks for ever takes too long; once both do so, the next clue finds none that is free."""
    monkeypatch.setattr(adjudication, "_DEADLINE", 0.1)
    await classic(gathering, referee="strict")
    judges, figures = gathering.tables.adjudication, Figures(gathering.tables)
    command = wire.ClueMove(word="granite", number=1, ply=0).command
    case = judges.case(gathering.state, gathering.persons[gathering.due], command)
    assert case
    number = 1
    while judges.left_to_people["too_long"] < adjudication._JUDGES:  # a thread may be late to begin: then it was busy
        number += 1
        assert (await soon(judges.verdict(case._replace(number=number)))).verdict == "ask"
    busy = judges.left_to_people["too_busy"]
    never = asyncio.create_task(judges.verdict(case._replace(word="never")))
    await asyncio.sleep(0)
    assert judges.waiting == 1 and "deckname_judges_waiting 1.0" in figures.text()
    await soon(never)
    slow.may_go_on.set()
    assert judges.left_to_people == {"too_busy": busy + 1, "too_long": adjudication._JUDGES} and judges.waiting == 0
    assert f'deckname_clues_left_total{{kind="too_busy"}} {busy + 1}.0' in figures.text()
    told = [record.__dict__ for record in caplog.records if record.msg == "clue.left_to_people"]
    assert {(line["kind"], line["count"]) for line in told} >= {("too_busy", 1), ("too_long", 1)}
    assert "never" not in {word for word, _ in slow.asked}


@pytest.mark.usefixtures("patient")
async def test_what_still_waits_when_the_house_closes_is_never_judged(gathering: Gathering, slow: SlowReferee) -> None:
    await classic(gathering, referee="strict")
    judges: Adjudication = gathering.tables.adjudication
    command = wire.ClueMove(word="granite", number=1, ply=0).command
    case = judges.case(gathering.state, gathering.persons[gathering.due], command)
    assert case
    asked = [
        asyncio.create_task(judges.verdict(case._replace(word=word)))
        for word in (*["granite"] * adjudication._JUDGES, "never")
    ]
    await slow.is_thinking()
    await soon(gathering.tables.close())
    slow.may_go_on.set()
    await asyncio.wait(asked)
    assert asked[-1].cancelled() and "never" not in {word for word, _ in slow.asked}


async def test_no_word_stops_a_table(gathering: Gathering, monkeypatch: pytest.MonkeyPatch) -> None:
    await classic(gathering, referee="strict", language="de")
    giver = gathering.persons[gathering.due]
    steps = Steps(referee(), "de", monkeypatch)
    for word in KNOWN:
        steps.taken = 0
        assert (await soon(gathering.tables.judge_for(gathering.table, giver, word, 1))).verdict == "ask"
    await soon(gathering.clue(KNOWN[0], 1))
    assert gathering.game.table.log[-1].word == KNOWN[0]
