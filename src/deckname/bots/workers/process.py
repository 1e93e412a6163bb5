"""One worker process as its parent sees it, from its start to its end."""

from __future__ import annotations

import asyncio
import logging
import os
import pickle
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

from deckname.bots.factory import Recipe

from . import worker
from .calls import LENGTH, packed

_FAREWELL = 2.0
"""Seconds a worker has to end by itself."""
_ONE_THREAD = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1", "MKL_NUM_THREADS": "1"}
"""A worker is a core; more threads only get in each other's way."""


class WorkerGone(Exception):  # noqa: N818 - a worker's end is no error of ours
    """The worker has ended, or has to."""


class WorkerProcess:
    """Starts in `started`, and is gone when that is left."""

    def __init__(self, process: Process) -> None:
        assert process.stdin and process.stdout
        self._process, self._to, self._from = process, process.stdin, process.stdout
        self.ended = asyncio.ensure_future(process.wait())

    @classmethod
    @asynccontextmanager
    async def started(cls, recipe: Recipe) -> AsyncIterator[WorkerProcess]:
        """A worker that has been told what to be, and that is gone afterwards."""
        path = os.pathsep.join(filter(None, sys.path))
        environment = {**_ONE_THREAD, **os.environ, "PYTHONPATH": path}
        command = (sys.executable, "-c", f"from {worker.__name__} import main; main()")
        try:
            process = await asyncio.create_subprocess_exec(*command, stdin=PIPE, stdout=PIPE, env=environment)
        except OSError as error:
            raise WorkerGone("no worker can be started") from error
        ours = cls(process)
        try:
            await ours.send(recipe)
            yield ours
        finally:
            await ours._end()

    async def send(self, message: object) -> None:
        try:
            self._to.write(packed(message))
            await self._to.drain()
        except ConnectionError as error:
            raise WorkerGone("the worker has ended") from error

    async def receive(self) -> object:
        """Its next message; what it logs on the way is logged here."""
        while isinstance(message := await self._message(), logging.LogRecord):
            log = logging.getLogger(message.name)
            if log.isEnabledFor(message.levelno):
                log.handle(message)
        return message

    async def _message(self) -> object:
        try:
            head = await self._from.readexactly(LENGTH.size)
            message: object = pickle.loads(await self._from.readexactly(LENGTH.unpack(head)[0]))
        except asyncio.IncompleteReadError as error:
            raise WorkerGone("the worker has ended") from error
        except Exception as error:  # bytes that are no pickle, or one of something that is not known here
            raise WorkerGone("the worker talks nonsense") from error
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
