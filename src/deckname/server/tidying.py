"""Memory that comes back: what a crowd has left behind is given to the system again once it has gone.

Connections and tables are made so that they go by themselves (`frames.SocketLine`, `LiveTable.put_down`), and the
collector is put off while people play. Two things remain. What others' libraries tie in circles waits for a full
collection, which looks at all that is there; and the C library keeps freed memory in case it is needed again. Both are
seen to here, when at least as much has gone as is still there: so what is looked through is always paid for.
"""

from __future__ import annotations

import asyncio
import ctypes
import gc
import sys
from collections.abc import Callable
from contextlib import suppress

EVERY = 10.0
FEW = 100
"""Connections and tables that may go before it is worth the while."""


class Tidying:
    def __init__(self, here: Callable[[], int], gone: Callable[[], int]) -> None:
        """`here`: how many connections and tables there are; `gone`: how many there have been before."""
        self._here, self._gone = here, gone
        self._seen = 0
        self._trim = _trimmer()

    async def go_on(self) -> None:
        while True:
            await asyncio.sleep(EVERY)
            self.look()

    def look(self) -> bool:
        """Tidy up if enough has gone since the last time; whether it had."""
        gone = self._gone()
        if gone - self._seen < max(FEW, self._here()):
            return False
        self._seen = gone
        gc.collect()
        self._trim(0)
        return True


def _trimmer() -> Callable[[int], object]:
    """What gives freed memory back to the system: glibc's word for it, which other libraries do without."""
    if sys.platform == "linux":
        with suppress(OSError, AttributeError):
            trim: Callable[[int], object] = ctypes.CDLL(None).malloc_trim
            return trim
    return lambda _kept: None
