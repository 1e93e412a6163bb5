"""A pool of bots in worker processes, asked from an event loop that they never hold up.

    async with WorkerPool("package.module:factory", {"argument": 1}, workers=2) as pool:
        answer = await pool.answer(question, patience=2.0)

There is always an answer within the patience, or a moment after it. Where the workers are still getting ready, are
all busy with a full queue, take too long, fail or break the rules, the simple bot answers in their place. A worker that
dies or does not come back is replaced. Not here: pace, and who sits where.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, NoReturn

from deckname.bots import fair_play
from deckname.bots.factory import Recipe
from deckname.bots.player import Answer, Question, Thought
from deckname.bots.simple import Simple
from deckname.bots.view_reading import allows
from deckname.engine.model import Number
from deckname.seldom import Seldom

from .calls import Call, Prepared, Progress, Result, Trouble
from .process import WorkerGone, WorkerProcess

_LOG = logging.getLogger(__name__)
_LONGEST_PAUSE = 60.0
"""Seconds between two tries to start a worker that keeps failing."""
_SOON = 2.0
"""Seconds that a question waits for the first worker to be ready, if its patience lasts."""


@dataclass
class PoolCounts:
    """What happened since the start, for whoever watches the server: plain numbers that only grow, to be read at any
    time from the event loop. A server's metrics take them from `WorkerPool.counts` when they are asked for.
    """

    answers: Counter[str] = field(default_factory=Counter)
    """Answers by the name of who gave them."""
    timeouts: int = 0
    """Questions whose patience was over."""
    queue_full: int = 0
    """Questions that found no place to wait."""
    not_ready: int = 0
    """Questions that came before any worker was ready."""
    failures: int = 0
    """Questions at which a bot raised, died or broke the rules."""
    restarts: int = 0
    """Workers that were started in place of another."""


class _NoReply(Exception):  # noqa: N818
    """The pool has no answer of its own to give."""


@dataclass(slots=True)
class _Job:
    call: Call
    deadline: float
    reply: asyncio.Future[Any]

    def fail(self, why: str) -> None:
        if not self.reply.done():
            self.reply.set_exception(_NoReply(why))


class WorkerPool:
    def __init__(
        self,
        factory: str,
        arguments: Mapping[str, Any] | None = None,
        *,
        workers: int = 1,
        queue: int = 64,
        grace: float = 5.0,
        pause: float = 0.5,
    ) -> None:
        """`factory` names what makes a bot (see `Recipe`); `queue` is how many questions may wait.

        `grace`: seconds after a question's patience until its worker is given up; `pause`: seconds before a worker is
        started again, longer each time that does not help.
        """
        if workers < 1 or queue < 1:
            raise ValueError("a pool needs at least one worker and one place to wait")
        self.counts = PoolCounts()
        self.progress = Progress(0.0, "")
        """How far the first worker is with getting ready; it alone builds what is missing."""
        self.ready = 0
        """How many workers can be asked."""
        self._recipe = Recipe(factory, arguments or {})
        self._workers, self._grace, self._pause = workers, grace, pause
        self._queue: asyncio.Queue[_Job] = asyncio.Queue(queue)
        self._prepared = asyncio.Event()
        self._supervisors: list[asyncio.Task[None]] = []
        self._simple = Simple()
        self._log = Seldom(_LOG)

    async def __aenter__(self) -> WorkerPool:
        self.start()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    def start(self) -> None:
        """Start the workers in the background. Needs a running event loop."""
        if not self._supervisors:
            self._supervisors = [asyncio.create_task(self._supervise(number)) for number in range(self._workers)]

    async def close(self) -> None:
        """End the workers. Whoever still waits is answered by the simple bot."""
        for supervisor in self._supervisors:
            supervisor.cancel()
        await asyncio.gather(*self._supervisors, return_exceptions=True)
        self._supervisors = []
        while not self._queue.empty():
            self._queue.get_nowait().fail("the pool was closed")

    @property
    def waiting(self) -> int:
        """How many questions wait for a worker."""
        return self._queue.qsize()

    # -----------------------------------------------------------------------------------------------------------------
    # Asking

    async def answer(self, question: Question, patience: float) -> Answer:
        """What a bot does in this seat, which must be to move; a seat that can only challenge: `challenges`."""
        if question.view.seat not in question.view.to_move:
            raise ValueError("it is not this seat's turn")
        try:
            reply = await self._ask(Call("answer", (question,)), patience)
            if not isinstance(reply, Answer) or not isinstance(reply.thought, Thought | None):
                raise self._failure("no answer at all")
            if not allows(question.view, reply.command):
                raise self._failure("an answer against the rules")
            answer = reply
        except _NoReply:
            answer = await asyncio.to_thread(self._simple.answer, question)
        self.counts.answers[answer.thought.by if answer.thought else "unnamed"] += 1
        return answer

    async def approves(self, question: Question, word: str, number: Number, patience: float) -> bool:
        """Whether the spymaster in this seat, asked beforehand, lets a clue pass (T17)."""
        try:
            reply = await self._ask(Call("approves", (question, word, number)), patience)
            if not isinstance(reply, bool):
                raise self._failure("neither yes nor no")
        except _NoReply:
            return await asyncio.to_thread(fair_play.approves, question, word, number)
        return reply

    async def challenges(self, question: Question) -> bool:
        """Whether a bot in this seat objects to the clue on the table; the referee's word, so no worker is asked."""
        return await asyncio.to_thread(fair_play.challenges, question)

    async def _ask(self, call: Call, patience: float) -> object:
        if not self.ready and self._supervisors:
            with suppress(TimeoutError):  # the first worker is ready within a second, and worth it
                async with asyncio.timeout(min(patience / 2, _SOON)):
                    await self._prepared.wait()
        if not self.ready:
            self.counts.not_ready += 1
            self._log.warn("bot.stood_in", "not_ready", self.counts.not_ready)
            raise _NoReply("no worker is ready")
        loop = asyncio.get_running_loop()
        job = _Job(call, loop.time() + patience, loop.create_future())
        try:
            self._queue.put_nowait(job)
            async with asyncio.timeout(patience):
                return await job.reply
        except asyncio.QueueFull:
            self.counts.queue_full += 1
            self._log.warn("bot.stood_in", "queue_full", self.counts.queue_full)
            raise _NoReply("the queue is full") from None
        except TimeoutError:
            self._leave_the_queue()
            self.counts.timeouts += 1
            self._log.warn("bot.stood_in", "too_late", self.counts.timeouts)
            raise _NoReply("the patience is over") from None
        except _NoReply as failed:
            raise self._failure(str(failed)) from None

    def _leave_the_queue(self) -> None:
        """Take out questions that nobody waits for any more, or they would keep others out."""
        for job in [self._queue.get_nowait() for _ in range(self._queue.qsize())]:
            if not job.reply.done():
                self._queue.put_nowait(job)

    def _failure(self, why: str) -> _NoReply:
        """`why` is logged: it quotes no card and no clue."""
        self.counts.failures += 1
        _LOG.warning("bot.failed", extra={"reason": why})
        return _NoReply(why)

    # -----------------------------------------------------------------------------------------------------------------
    # Workers

    async def _supervise(self, number: int) -> None:
        """Keep one worker going, whatever happens to it."""
        if number:
            await self._prepared.wait()
        pause, clock = self._pause, asyncio.get_running_loop().time
        while True:
            started = clock()
            try:
                await self._run_worker()
            except WorkerGone as gone:
                _LOG.warning("worker.replaced", extra={"reason": str(gone)})
            except Exception:  # whatever it was, a supervisor that gives up would leave every table to the simple bot
                _LOG.exception("worker.replaced")
            pause = self._pause if clock() - started > _LONGEST_PAUSE else min(2 * pause, _LONGEST_PAUSE)
            await asyncio.sleep(pause)
            self.counts.restarts += 1

    async def _run_worker(self) -> NoReturn:
        """Have one worker answer questions until it is gone."""
        async with WorkerProcess.started(self._recipe) as process:
            await self._warm_up(process)
            self.ready += 1
            try:
                while True:
                    await self._work(process, await self._next_job(process))
            finally:
                self.ready -= 1

    async def _warm_up(self, process: WorkerProcess) -> None:
        while True:
            match await process.receive():
                case Progress() as progress if not self._prepared.is_set():
                    self.progress = progress
                case Prepared():
                    self.progress = Progress(1.0, "")
                    self._prepared.set()
                    return
                case Trouble(text):
                    raise WorkerGone(text)

    async def _next_job(self, process: WorkerProcess) -> _Job:
        """The next question whose patience is not over; WorkerGone if the worker ends meanwhile."""
        while True:
            job = asyncio.ensure_future(self._queue.get())
            try:
                await asyncio.wait({job, process.ended}, return_when=asyncio.FIRST_COMPLETED)
            except asyncio.CancelledError:
                if not job.cancel():  # it was taken out of the queue this very moment
                    job.result().fail("the pool was closed")
                raise
            if job.cancel():
                raise WorkerGone("the worker has ended")
            if not job.result().reply.done():
                return job.result()

    async def _work(self, process: WorkerProcess, job: _Job) -> None:
        """Put a question to the worker and pass its reply on, if that is still wanted when it comes."""
        why = "the pool was closed"
        try:
            await process.send(job.call)
            left = job.deadline - asyncio.get_running_loop().time()
            async with asyncio.timeout(left + self._grace):
                while isinstance(received := await process.receive(), Progress):
                    pass  # a bot may go on to tell how far it is
            match received:
                case Result(value) if not job.reply.done():
                    job.reply.set_result(value)
                case Trouble(text):
                    why = text
        except TimeoutError:
            raise WorkerGone("the worker does not come back") from None
        except WorkerGone as gone:
            why = str(gone)
            raise
        finally:
            job.fail(why)
