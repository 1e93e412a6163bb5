"""The clock that a house goes by: whatever is stored, or compared between nodes, has its time from here.

With PostgreSQL it is the database's clock, asked now and then and carried on by the monotonic clock in between: that of
a node's own system may be wrong, or jump, and nothing comes of it. With a file it is the system's as it was at the
start, carried on in the same way; a jump is believed as soon as nobody is there whom it could disturb (docs/decisions/
0010-the-clock-of-a-house.md says why). Not here: the clocks of games (tables/clock.py), which are moments by this one.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable

from deckname.store.store import Store

TOLERANCE = 2.0
"""Seconds that two clocks may differ before anybody is told."""

log = logging.getLogger(__name__)


class HouseClock:
    """Call it for the unix time."""

    def __init__(self, system: Callable[[], float] = time.time, steady: Callable[[], float] = time.monotonic) -> None:
        """`system` may be wrong, and may jump; `steady` only ever goes on, from wherever."""
        self._system, self._steady = system, steady
        self._lead = system() - steady()
        self._follows_database = self._told = False

    def __call__(self) -> float:
        return self._steady() + self._lead

    @property
    def skew(self) -> float:
        """Seconds that the system's own clock is ahead of the house's."""
        return self._system() - self()

    async def check(self, store: Store, *, quiet: bool) -> None:
        """Compare it with whoever knows the time. `quiet`: nobody is there whom a jump could disturb."""
        asked = self()
        answer = await store.time()
        if answer is None:
            self._check_with_system(quiet)
        else:
            self._check_with_database(answer, waited=self() - asked)

    def _check_with_system(self, quiet: bool) -> None:
        jump = self.skew
        self._tell_once("clock.jumped")
        if quiet:
            self._lead += jump
            self._tell_if_far("clock.set", jump)

    def _check_with_database(self, answer: float, waited: float) -> None:
        """The answer was true at some moment while we waited for it: who is within that can't know better."""
        now = self()
        if not answer <= now <= answer + waited:
            step = answer + waited / 2 - now
            self._lead += step
            if self._follows_database:  # or it is we who were wrong, which `clock.skewed` says
                self._tell_if_far("clock.jumped", step)
        self._follows_database = True
        self._tell_once("clock.skewed")

    def _tell_once(self, event: str) -> None:
        """That the system's clock is another one: when it begins, and not again while it lasts."""
        far = abs(self.skew) > TOLERANCE
        if far and not self._told:
            log.warning(event, extra={"seconds": round(self.skew, 1)})
        self._told = far

    def _tell_if_far(self, event: str, step: float) -> None:
        if abs(step) > TOLERANCE:
            log.warning(event, extra={"seconds": round(step, 1)})
