"""Work that goes on beside what people wait for, until it is done or the service closes."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

from deckname.engine.errors import Refused
from deckname.store.store import StoreError

_FINISHING = 5.0
"""Seconds that work under way has when everything closes."""


class Background:
    def __init__(self) -> None:
        self.tasks: set[asyncio.Future[Any]] = set()

    def spawn(self, work: Awaitable[object]) -> None:
        task = asyncio.ensure_future(work)
        self.tasks.add(task)
        task.add_done_callback(self._finished)

    def later(self, delay: float, call: Callable[..., None], *arguments: object) -> asyncio.TimerHandle:
        return asyncio.get_running_loop().call_later(delay, call, *arguments)

    def _finished(self, task: asyncio.Future[Any]) -> None:
        """What the store or the rules refuse comes again, or somebody else was quicker; all else is a mistake."""
        self.tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) and not isinstance(error, StoreError | Refused):
            raise error

    async def close(self) -> None:
        if self.tasks:
            await asyncio.wait(tuple(self.tasks), timeout=_FINISHING)
