"""The crew: bots in worker processes, asked from an event loop that they never hold up.

    async with Crew("package.module:factory", {"argument": 1}, workers=2) as crew:
        answer = await crew.answer(question, patience=2.0)

There is always an answer within the patience, or a moment after it. Where the workers are still getting ready, are
all busy with a full queue, take too long, fail or break the rules, the simple bot answers in their place. A worker that
dies or does not come back is replaced. Not here: pace, and who sits where.
"""

from __future__ import annotations

import asyncio
import logging
import os
import pickle
import sys
from asyncio.subprocess import PIPE, Process
from collections import Counter
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from typing import Any, NoReturn

from deckname.engine.model import Number

from . import fair, worker
from .player import Answer, Question, Thought
from .sight import allows
from .simple import Simple

_LOG = logging.getLogger(__name__)
_LONGEST_PAUSE = 60.0
"""Seconds between two tries to start a worker that keeps failing."""
_FAREWELL = 2.0
"""Seconds a worker has to end by itself."""
_ONE_THREAD = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1", "MKL_NUM_THREADS": "1"}
"""A worker is a core; more threads only get in each other's way."""


@dataclass
class Counts:
    """What happened since the start, for whoever watches the server."""

    answers: Counter[str] = field(default_factory=Counter)
    """Answers by the name of who gave them."""
    timeouts: int = 0
    crowded: int = 0
    """Questions that found the queue full."""
    unready: int = 0
    """Questions that came before any worker was ready."""
    failures: int = 0
    """Questions at which a bot raised, died or broke the rules."""
    restarts: int = 0


class _Gone(Exception):  # noqa: N818 - a worker's end is no error of ours
    """The worker has ended, or has to."""


class _NoReply(Exception):  # noqa: N818
    """The crew has no answer of its own to give."""


@dataclass(slots=True)
class _Job:
    call: worker.Call
    deadline: float
    reply: asyncio.Future[Any]

    def fail(self, why: str) -> None:
        if not self.reply.done():
            self.reply.set_exception(_NoReply(why))


class _Worker:
    """One process, from its start to its end."""

    def __init__(self, process: Process) -> None:
        assert process.stdin and process.stdout
        self._process, self._to, self._from = process, process.stdin, process.stdout
        self.ended = asyncio.ensure_future(process.wait())

    @classmethod
    @asynccontextmanager
    async def employed(cls, recipe: worker.Recipe) -> AsyncIterator[_Worker]:
        """A worker that has been told what to be, and that is gone afterwards."""
        path = os.pathsep.join(filter(None, sys.path))
        environment = {**_ONE_THREAD, **os.environ, "PYTHONPATH": path}
        command = (sys.executable, "-c", f"from {worker.__name__} import main; main()")
        try:
            process = await asyncio.create_subprocess_exec(*command, stdin=PIPE, stdout=PIPE, env=environment)
        except OSError as error:
            raise _Gone("no worker can be started") from error
        member = cls(process)
        try:
            await member.send(recipe)
            yield member
        finally:
            await member._end()

    async def send(self, message: object) -> None:
        try:
            self._to.write(worker.packed(message))
            await self._to.drain()
        except ConnectionError as error:
            raise _Gone("the worker has ended") from error

    async def receive(self) -> object:
        """Its next message; what it logs on the way is logged here."""
        while isinstance(message := await self._message(), logging.LogRecord):
            log = logging.getLogger(message.name)
            if log.isEnabledFor(message.levelno):
                log.handle(message)
        return message

    async def _message(self) -> object:
        try:
            head = await self._from.readexactly(worker.LENGTH.size)
            message: object = pickle.loads(await self._from.readexactly(worker.LENGTH.unpack(head)[0]))
        except asyncio.IncompleteReadError as error:
            raise _Gone("the worker has ended") from error
        except Exception as error:  # bytes that are no pickle, or one of something that is not known here
            raise _Gone("the worker talks nonsense") from error
        return message

    async def _end(self) -> None:
        """Ask it to end, then make it; at once if whoever waits here is to end as well."""
        self._to.close()
        try:
            await asyncio.wait({self.ended}, timeout=_FAREWELL)
        finally:
            if not self.ended.done():
                with suppress(ProcessLookupError):
                    self._process.kill()
            await self.ended


class Crew:
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
        """`factory` names what makes a bot (see `worker.Recipe`); `queue` is how many questions may wait.

        `grace`: seconds after a question's patience until its worker is given up; `pause`: seconds before a worker is
        started again, longer each time that does not help.
        """
        if workers < 1 or queue < 1:
            raise ValueError("a crew needs at least one worker and one place to wait")
        self.counts = Counts()
        self.progress = worker.Progress(0.0, "")
        """How far the first worker is with getting ready; it alone builds what is missing."""
        self.ready = 0
        """How many workers can be asked."""
        self._recipe = worker.Recipe(factory, arguments or {})
        self._workers, self._grace, self._pause = workers, grace, pause
        self._queue: asyncio.Queue[_Job] = asyncio.Queue(queue)
        self._prepared = asyncio.Event()
        self._keepers: list[asyncio.Task[None]] = []
        self._simple = Simple()

    async def __aenter__(self) -> Crew:
        self.start()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    def start(self) -> None:
        """Start the workers in the background. Needs a running event loop."""
        if not self._keepers:
            self._keepers = [asyncio.create_task(self._keep(number)) for number in range(self._workers)]

    async def close(self) -> None:
        """End the workers. Whoever still waits is answered by the simple bot."""
        for keeper in self._keepers:
            keeper.cancel()
        await asyncio.gather(*self._keepers, return_exceptions=True)
        self._keepers = []
        while not self._queue.empty():
            self._queue.get_nowait().fail("the crew was closed")

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
            reply = await self._ask(worker.Call("answer", (question,)), patience)
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
            reply = await self._ask(worker.Call("approves", (question, word, number)), patience)
            if not isinstance(reply, bool):
                raise self._failure("neither yes nor no")
        except _NoReply:
            return await asyncio.to_thread(fair.approves, question, word, number)
        return reply

    async def challenges(self, question: Question) -> bool:
        """Whether a bot in this seat objects to the clue on the table; the referee's word, so no worker is asked."""
        return await asyncio.to_thread(fair.challenges, question)

    async def _ask(self, call: worker.Call, patience: float) -> object:
        if not self.ready:
            self.counts.unready += 1
            raise _NoReply("no worker is ready")
        loop = asyncio.get_running_loop()
        job = _Job(call, loop.time() + patience, loop.create_future())
        try:
            self._queue.put_nowait(job)
            async with asyncio.timeout(patience):
                return await job.reply
        except asyncio.QueueFull:
            self.counts.crowded += 1
            raise _NoReply("the queue is full") from None
        except TimeoutError:
            self._leave_the_queue()
            self.counts.timeouts += 1
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

    async def _keep(self, number: int) -> None:
        """Keep one worker going, whatever happens to it."""
        if number:
            await self._prepared.wait()
        pause, clock = self._pause, asyncio.get_running_loop().time
        while True:
            started = clock()
            try:
                await self._employ()
            except _Gone as gone:
                _LOG.warning("worker.replaced", extra={"reason": str(gone)})
            except Exception:  # whatever it was, a keeper that gives up would leave every table to the simple bot
                _LOG.exception("worker.replaced")
            pause = self._pause if clock() - started > _LONGEST_PAUSE else min(2 * pause, _LONGEST_PAUSE)
            await asyncio.sleep(pause)
            self.counts.restarts += 1

    async def _employ(self) -> NoReturn:
        """Have one worker answer questions until it is gone."""
        async with _Worker.employed(self._recipe) as member:
            await self._warm_up(member)
            self.ready += 1
            try:
                while True:
                    await self._work(member, await self._next_job(member))
            finally:
                self.ready -= 1

    async def _warm_up(self, member: _Worker) -> None:
        while True:
            match await member.receive():
                case worker.Progress() as progress if not self._prepared.is_set():
                    self.progress = progress
                case worker.Ready():
                    self.progress = worker.Progress(1.0, "")
                    self._prepared.set()
                    return
                case worker.Trouble(text):
                    raise _Gone(text)

    async def _next_job(self, member: _Worker) -> _Job:
        """The next question whose patience is not over; _Gone if the worker ends meanwhile."""
        while True:
            job = asyncio.ensure_future(self._queue.get())
            try:
                await asyncio.wait({job, member.ended}, return_when=asyncio.FIRST_COMPLETED)
            except asyncio.CancelledError:
                if not job.cancel():  # it was taken out of the queue this very moment
                    job.result().fail("the crew was closed")
                raise
            if job.cancel():
                raise _Gone("the worker has ended")
            if not job.result().reply.done():
                return job.result()

    async def _work(self, member: _Worker, job: _Job) -> None:
        """Put a question to the worker and pass its reply on, if that is still wanted when it comes."""
        why = "the crew was closed"
        try:
            await member.send(job.call)
            left = job.deadline - asyncio.get_running_loop().time()
            async with asyncio.timeout(left + self._grace):
                while isinstance(received := await member.receive(), worker.Progress):
                    pass  # a bot may go on to tell how far it is
            match received:
                case worker.Result(value) if not job.reply.done():
                    job.reply.set_result(value)
                case worker.Trouble(text):
                    why = text
        except TimeoutError:
            raise _Gone("the worker does not come back") from None
        except _Gone as gone:
            why = str(gone)
            raise
        finally:
            job.fail(why)
