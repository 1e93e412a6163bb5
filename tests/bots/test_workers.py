"""The pool of bots with real worker processes: sound ones, and all kinds of bad ones."""

import asyncio
import gc
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from random import Random

import pytest

from deckname.bots.player import Question
from deckname.bots.workers.pool import WorkerPool
from deckname.engine import to_move, view
from deckname.engine.model import GiveClue, Guess, Mode, Options, Phase
from deckname.engine.record import Move
from deckname.server import logs
from tests.bots.bot_play import deal, step
from tests.bots.odd_bots import Moody
from tests.engine.random_play import ENOUGH
from tests.more_editions import EVERY_EDITION
from tests.playing import Game

LONG = 120.0


def pool_of(name, *, workers=1, queue=8, grace=0.2, **arguments):
    return WorkerPool(f"tests.bots.odd_bots:{name}", arguments, workers=workers, queue=queue, grace=grace, pause=0.01)


def question():
    return Question(Game("classic").view("red.giver"), "en")


async def until(condition):
    for _ in range(int(LONG / 0.02)):
        if condition():
            return
        await asyncio.sleep(0.02)
    raise AssertionError("waited in vain")


async def test_a_worker_answers():
    async with pool_of("Steady") as pool:
        await until(lambda: pool.ready)
        answer = await pool.answer(question(), LONG)
        assert isinstance(answer.command, GiveClue)
        assert answer.thought.by == "steady"
        assert await pool.approves(question(), "garden", 2, LONG)
        assert not await pool.approves(question(), "WORD3", 2, LONG)
        assert pool.counts.answers == {"steady": 1}
    assert pool.ready == 0


async def test_what_happened_is_told_in_plain_numbers_for_a_servers_metrics():
    async with pool_of("Steady") as pool:
        await until(lambda: pool.ready)
        await pool.answer(question(), LONG)
        counted = json.loads(json.dumps(vars(pool.counts)))
    nothing = {"timeouts": 0, "queue_full": 0, "not_ready": 0, "failures": 0, "restarts": 0}
    assert counted == {"answers": {"steady": 1}, **nothing}


async def test_many_questions_at_once_are_shared_out():
    async with pool_of("Steady", workers=2, queue=50) as pool:
        await until(lambda: pool.ready == 2)
        answers = await asyncio.gather(*(pool.answer(question(), LONG) for _ in range(50)))
        assert {answer.thought.by for answer in answers} == {"steady"}


async def test_before_a_worker_is_ready_the_simple_bot_answers(tmp_path):
    async with pool_of("WaitingForWord", workers=2, folder=tmp_path) as pool:
        assert (await pool.answer(question(), LONG)).thought.by == "simple"
        assert pool.counts.not_ready == 1
        await until(lambda: pool.progress.done == 0.5)
        assert pool.progress.doing == "half way"
        assert await pool.approves(question(), "garden", 2, LONG)
        (tmp_path / "go").touch()
        await until(lambda: pool.ready == 2)
        assert pool.progress.done == 1
        assert len(list(tmp_path.glob("built by *"))) == 1
        assert (await pool.answer(question(), LONG)).thought.by == "steady"


async def test_a_worker_that_stalls_is_replaced(tmp_path):
    ticks = 0

    async def tick():
        nonlocal ticks
        while True:
            await asyncio.sleep(0.01)
            ticks += 1

    ticker = asyncio.create_task(tick())
    async with pool_of("StallingOnce", folder=tmp_path) as pool:
        await until(lambda: pool.ready)
        before = ticks
        assert (await pool.answer(question(), 0.2)).thought.by == "simple"
        assert ticks > before, "the loop was held up"
        assert pool.counts.timeouts == 1
        await until(lambda: pool.counts.restarts == 1 and pool.ready)
        assert (await pool.answer(question(), LONG)).thought.by == "steady"
        first, second = sorted(tmp_path.iterdir(), key=lambda file: file.stat().st_mtime_ns)
        assert not is_alive(int(first.name))
    ticker.cancel()
    assert not is_alive(int(second.name))


async def test_a_worker_that_dies_is_replaced(tmp_path):
    async with pool_of("DyingOnce", folder=tmp_path) as pool:
        await until(lambda: pool.ready)
        assert (await pool.answer(question(), LONG)).thought.by == "simple"
        assert pool.counts.failures == 1
        await until(lambda: pool.counts.restarts == 1 and pool.ready)
        assert (await pool.answer(question(), LONG)).thought.by == "steady"


async def test_a_worker_that_dies_while_nobody_asks_is_replaced(tmp_path):
    async with pool_of("StallingOnce", folder=tmp_path) as pool:
        await until(lambda: pool.ready)
        (pid,) = (int(file.name) for file in tmp_path.iterdir())
        os.kill(pid, signal.SIGKILL)
        await until(lambda: pool.counts.restarts == 1 and pool.ready)
        assert (await pool.answer(question(), LONG)).thought.by == "steady"
        assert pool.counts.failures == 0


async def test_a_late_answer_is_not_taken_for_the_next_question(tmp_path):
    async with pool_of("SlowUntilTold", grace=LONG, folder=tmp_path) as pool:
        await until(lambda: pool.ready)
        assert (await pool.answer(question(), 0.05)).thought.by == "simple"
        (tmp_path / "go").touch()
        game = Game("classic")
        game.play("red.giver garden 2")
        answer = await pool.answer(Question(game.view("red.guesser"), "en"), LONG)
        assert answer.thought.by == "steady"
        assert not isinstance(answer.command, GiveClue)
        assert pool.counts.restarts == 0


@pytest.mark.parametrize("name", ["Raising", "Cheating", "Wordless", "Thoughtless", "Unpicklable"])
async def test_a_bot_that_fails_is_stood_in_for(name):
    async with pool_of(name) as pool:
        await until(lambda: pool.ready)
        answer = await pool.answer(question(), LONG)
        assert answer.thought.by == "simple"
        assert pool.counts.failures == 1
        await until(lambda: pool.ready)
        assert await pool.approves(question(), "garden", 2, LONG)
        assert pool.counts.answers == {"simple": 1}


async def test_a_bot_that_tells_how_far_it_is_gives_its_own_answers():
    async with pool_of("Counting") as pool:
        await until(lambda: pool.ready)
        game = Game("classic")
        assert isinstance((await pool.answer(question(), LONG)).command, GiveClue)
        game.play("red.giver garden 2")
        answer = await pool.answer(Question(game.view("red.guesser"), "en"), LONG)
        assert answer.thought.by == "steady" and isinstance(answer.command, Guess)
        assert pool.counts.failures == 0


async def test_of_what_a_bot_says_only_our_own_logs_are_heard(capfd, caplog):
    async with pool_of("Chatty") as pool:
        await until(lambda: pool.ready)
        assert (await pool.answer(question(), LONG)).thought.by == "steady"
    assert capfd.readouterr() == ("", "")
    (record,) = caplog.records
    assert dict(logs.fields(record)).items() >= {("event", "model.unusable"), ("reason", "the answer is no JSON")}


@pytest.mark.parametrize(
    ("name", "reason"),
    [("Raising", "RuntimeError at odd_bots.py:"), ("Cheating", "an answer against the rules")],
)
async def test_a_failure_is_logged_in_words_that_are_not_hidden(caplog, name, reason):
    async with pool_of(name) as pool:
        await until(lambda: pool.ready)
        await pool.answer(question(), LONG)
    told = [dict(logs.fields(record)) for record in caplog.records]
    (failed,) = [line for line in told if line["event"] == "bot.failed"]
    assert failed["reason"].startswith(reason)
    assert logs.HIDDEN not in str(told) and "no idea" not in str(told)


async def test_a_worker_that_is_replaced_is_logged(caplog, tmp_path):
    async with pool_of("DyingOnce", folder=tmp_path) as pool:
        await until(lambda: pool.ready)
        await pool.answer(question(), LONG)
        await until(lambda: pool.counts.restarts)
    told = [dict(logs.fields(record)) for record in caplog.records]
    assert {"worker.replaced", "bot.failed"} == {line["event"] for line in told}
    assert {"the worker has ended"} == {line["reason"] for line in told}


async def test_a_full_queue_sends_nobody_away(tmp_path, caplog):
    async with pool_of("SlowUntilTold", queue=2, folder=tmp_path) as pool:
        await until(lambda: pool.ready)
        working = asyncio.create_task(pool.answer(question(), LONG))
        await until((tmp_path / "asked").exists)
        waiting = [asyncio.create_task(pool.answer(question(), LONG)) for _ in range(2)]
        await until(lambda: pool.waiting == 2)
        assert (await pool.answer(question(), LONG)).thought.by == "simple"
        assert pool.counts.queue_full == 1
        assert [(line.msg, line.kind, line.count) for line in caplog.records] == [("bot.stood_in", "queue_full", 1)]
        (tmp_path / "go").touch()
        answers = await asyncio.gather(working, *waiting)
        assert {answer.thought.by for answer in answers} == {"steady"}


async def test_who_waits_no_longer_keeps_nobody_out_of_the_queue(tmp_path):
    async with pool_of("SlowUntilTold", queue=2, grace=LONG, folder=tmp_path) as pool:
        await until(lambda: pool.ready)
        working = asyncio.create_task(pool.answer(question(), LONG))
        await until((tmp_path / "asked").exists)
        await asyncio.gather(*(pool.answer(question(), 0.01) for _ in range(2)))
        assert pool.waiting == 0 and pool.counts.timeouts == 2
        (tmp_path / "go").touch()
        assert (await working).thought.by == "steady"


async def test_a_question_taken_the_moment_the_pool_closes_is_answered_at_once():
    pool = pool_of("Steady")
    pool.start()
    await until(lambda: pool.ready)
    asked = asyncio.create_task(pool.answer(question(), LONG))
    for _ in range(2):  # it is put into the queue, and the worker's keeper is about to take it out
        await asyncio.sleep(0)
    await pool.close()
    async with asyncio.timeout(LONG / 2):
        assert await asked


async def test_a_bot_that_can_not_be_made_is_tried_again(tmp_path):
    async with pool_of("unmakeable", folder=tmp_path) as pool:
        await until(lambda: len(list(tmp_path.iterdir())) >= 2)
        assert (await pool.answer(question(), LONG)).thought.by == "simple"
        assert pool.ready == 0


async def test_a_factory_that_does_not_exist_is_survived():
    async with pool_of("Nobody") as pool:
        await until(lambda: pool.counts.restarts)
        assert (await pool.answer(question(), LONG)).thought.by == "simple"


@pytest.mark.parametrize("edition", ["classic", "duet", "three-teams"])
async def test_a_whole_game_goes_on_whatever_the_worker_does(edition):
    """An illegal move would raise Refused. A worker knows of an edition only what a question tells."""
    rng = Random(5)
    game = deal(rng, EVERY_EDITION[edition], Mode.TEAMS, Options(), "de")
    async with pool_of("Moody") as pool:
        while (table := game.tables[-1]).phase is not Phase.OVER:
            assert len(game.moves) < ENOUGH
            await until(lambda: pool.ready)
            seat = rng.choice(to_move(table))
            question = Question(view(table, game.key, seat), "de")
            answer = await pool.answer(question, 0.5 if Moody.mood(question) == "silent" else LONG)
            step(game, Move(seat, answer.command))
        assert pool.counts.answers.total() == len(game.moves)
        assert pool.counts.answers["simple"] and pool.counts.answers["steady"]
        assert pool.counts.failures


@pytest.mark.parametrize("moment", [0.0, 0.02, 0.2, 0.5])
async def test_a_pool_may_be_closed_at_any_moment(tmp_path, moment):
    """While workers start, fail or are being replaced: nobody is left behind (an open transport would be a warning)."""
    pool = pool_of("unmakeable", folder=tmp_path)
    pool.start()
    await asyncio.sleep(moment)
    await pool.close()
    gc.collect()


async def test_whoever_waits_when_the_pool_is_closed_gets_an_answer(tmp_path):
    pool = pool_of("SlowUntilTold", folder=tmp_path)
    pool.start()
    await until(lambda: pool.ready)
    asked = [asyncio.create_task(pool.answer(question(), LONG)) for _ in range(3)]
    await until(lambda: pool.waiting == 2)
    await pool.close()
    assert {answer.thought.by for answer in await asyncio.gather(*asked)} == {"simple"}
    assert (await pool.answer(question(), LONG)).thought.by == "simple"
    await pool.close()


async def test_a_seat_that_is_not_to_move_may_only_object():
    game = Game("classic")
    game.play("red.giver WORD3 2")
    objecting = Question(game.view("blue.giver"), "en")
    pool = pool_of("Steady")
    assert await pool.challenges(objecting)
    with pytest.raises(ValueError, match="turn"):
        await pool.answer(objecting, LONG)


@pytest.mark.parametrize("numbers", [{"workers": 0}, {"queue": 0}])
def test_a_pool_of_nobody_is_refused(numbers):
    with pytest.raises(ValueError, match="at least one"):
        WorkerPool("tests.bots.odd_bots:Steady", **numbers)


PARENT = """
import asyncio, sys
from tests.bots.test_workers import pool_of, question, until

async def main():
    async with pool_of("StallingOnce", folder=sys.argv[1]) as pool:
        await until(lambda: pool.ready)
        asyncio.create_task(pool.answer(question(), 600))
        await asyncio.sleep(0.1)
        print("working", flush=True)
        await asyncio.sleep(600)

asyncio.run(main())
"""


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="a process that ended is told from a zombie by /proc")
def test_the_workers_end_with_their_parent_in_the_middle_of_a_thought(tmp_path):
    command = [sys.executable, "-c", PARENT, str(tmp_path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, cwd=Path(__file__).parents[2]) as parent:
        assert parent.stdout.readline() == b"working\n"
        (pid,) = (int(file.name) for file in tmp_path.iterdir())
        assert is_alive(pid)
        parent.kill()
    for _ in range(3000):
        if not is_alive(pid):
            return
        time.sleep(0.02)
    raise AssertionError("the worker outlived its parent")


def is_alive(pid):
    try:
        return Path(f"/proc/{pid}/stat").read_text("utf-8").rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False
