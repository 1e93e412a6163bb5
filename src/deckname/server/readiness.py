"""Whether this node can do what people come for, which is to write: found out by writing.

Not whether it lives, which `/health` tells: a node with a full disk lives, and can't take a move.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable

from deckname.store.store import Store, StoreError

PATIENCE = 3.0
LASTING = 1.0
"""Seconds for which an answer holds: however many ask, one of them causes a write."""


class Readiness:
    def __init__(
        self, store: Store, node: str, clock: Callable[[], float], steady: Callable[[], float] = time.monotonic
    ) -> None:
        """`clock`: the house's."""
        self._store, self._node, self._clock, self._steady = store, node, clock, steady
        self._asking: asyncio.Task[str | None] | None = None
        self._asked = 0.0

    async def trouble(self) -> str | None:
        """The code of what is in the way; None if nothing is."""
        if self._asking is None or (self._asking.done() and self._steady() >= self._asked + LASTING):
            self._asked = self._steady()
            self._asking = asyncio.create_task(self._write())
        return await asyncio.shield(self._asking)

    async def _write(self) -> str | None:
        try:
            async with asyncio.timeout(PATIENCE):
                await self._store.put("ready", self._node, b"", expires=self._clock() + 60)
        except TimeoutError:
            return "too_late"
        except StoreError as error:
            return error.code
        return None
