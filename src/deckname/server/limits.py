"""How much anybody may ask for: buckets that fill up again with time."""

from __future__ import annotations

import time
from collections import OrderedDict

_REMEMBERED = 20_000


class Bucket:
    """Holds a burst of permits and gets new ones at a rate per second."""

    __slots__ = ("_at", "_burst", "_left", "_rate")

    def __init__(self, rate: float, burst: float) -> None:
        self._rate = rate
        self._burst = burst
        self._left = burst
        self._at = time.monotonic()

    def take(self, permits: int = 1) -> bool:
        """All of these, or none."""
        now = time.monotonic()
        self._left = min(self._burst, self._left + (now - self._at) * self._rate)
        self._at = now
        if self._left < permits:
            return False
        self._left -= permits
        return True


class Buckets:
    """A bucket for each of many, such as addresses; those not heard of for the longest are forgotten."""

    def __init__(self, rate: float, burst: float) -> None:
        self._rate = rate
        self._burst = burst
        self._known: OrderedDict[str, Bucket] = OrderedDict()

    def of(self, who: str) -> Bucket:
        bucket = self._known.pop(who, None) or Bucket(self._rate, self._burst)
        self._known[who] = bucket
        if len(self._known) > _REMEMBERED:
            self._known.popitem(last=False)
        return bucket

    def take(self, who: str) -> bool:
        return self.of(who).take()
