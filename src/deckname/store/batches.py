"""Group commit: writes that wait together are committed together, and each is answered after the commit.

A sync to disk costs the same for one write as for a hundred; so while one batch is being committed, the next gathers.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Generic, TypeVar

from deckname.store.store import StoreUnavailable

Work = TypeVar("Work")

LARGEST_BATCH = 512
MOST_PENDING = 4096


class Batches(Generic[Work]):
    """Hands batches to `commit`, one at a time; `commit` gives an outcome for each: a result or an exception."""

    def __init__(self, commit: Callable[[list[Work]], Awaitable[Sequence[object]]]) -> None:
        self._commit = commit
        self._waiting: deque[tuple[Work, asyncio.Future[Any]]] = deque()
        self._room = asyncio.Event()
        self._outside = 0
        """How many wait for room before they may wait for the commit."""
        self._closing = False
        self._worker: asyncio.Task[None] | None = None

    @property
    def waiting(self) -> int:
        """How many wait for their commit, or for room to wait."""
        return len(self._waiting) + self._outside

    async def submit(self, work: Work) -> Any:
        """The outcome of this work. Whoever comes while too many wait, waits for room first."""
        if self._closing:
            raise StoreUnavailable("closed")
        if len(self._waiting) >= MOST_PENDING:
            await self._wait_for_room()
        future = asyncio.get_running_loop().create_future()
        self._waiting.append((work, future))
        if self._worker is None or self._worker.done():
            self._worker = asyncio.create_task(self._work_off())
        return await future

    async def _wait_for_room(self) -> None:
        self._outside += 1
        try:
            while len(self._waiting) >= MOST_PENDING:
                self._room.clear()
                await self._room.wait()
        finally:
            self._outside -= 1

    async def close(self) -> None:
        """Refuse new work and finish what was submitted."""
        self._closing = True
        while self._outside or (self._worker is not None and not self._worker.done()):
            if self._worker is not None and not self._worker.done():
                await asyncio.wait([self._worker])
            await asyncio.sleep(0)  # let those who were answered, or who waited for room, go on

    async def _work_off(self) -> None:
        while self._waiting:
            batch = [self._waiting.popleft() for _ in range(min(len(self._waiting), LARGEST_BATCH))]
            self._room.set()
            try:
                outcomes = await self._commit([work for work, _ in batch])
            except Exception as error:
                outcomes = [_unavailable(error) for _ in batch]
            for (_, future), outcome in zip(batch, outcomes, strict=True):
                if future.done():  # the caller went away
                    continue
                if isinstance(outcome, BaseException):
                    future.set_exception(outcome)
                else:
                    future.set_result(outcome)


def _unavailable(error: Exception) -> StoreUnavailable:
    """One for each caller: a traceback belongs to one raise."""
    unavailable = StoreUnavailable("failed", detail=error)
    unavailable.__cause__ = error
    return unavailable
