"""What can happen often is logged now and then, with how often it has happened: trouble must not fill the log, too."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable

TOLD_EVERY = 10.0


class Seldom:
    def __init__(self, log: logging.Logger, clock: Callable[[], float] = time.monotonic) -> None:
        self._log, self._clock = log, clock
        self._again: dict[tuple[str, str], float] = {}
        """By event and kind: from when on it may be told again."""

    def warn(self, event: str, kind: str, count: int, **fields: object) -> None:
        """Each kind of an event at once, and then every ten seconds at most."""
        now = self._clock()
        if now >= self._again.get((event, kind), now):
            self._again[event, kind] = now + TOLD_EVERY
            self._log.warning(event, extra={"kind": kind, "count": count, **fields})
