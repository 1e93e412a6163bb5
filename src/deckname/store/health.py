"""What goes wrong with a store: counted, and told in the log when it begins, now and then, and when it is over."""

from __future__ import annotations

import logging
import time
from collections.abc import Awaitable, Callable
from functools import wraps
from typing import Any, Literal, Protocol, TypeVar

from deckname.store.store import StoreError

Kind = Literal["read", "write"]
Class = TypeVar("Class", bound=type[Any])

READS = (
    "time", "read", "load", "last_seq", "last_seqs", "secrets", "get", "keys", "page", "listed", "count", "idle_logs",
    "newest_entry",
)  # fmt: skip
WRITES = (
    "append", "compact", "put", "replace", "take", "delete", "enlist", "strike", "strike_before", "touch", "drop_log",
)  # fmt: skip
TOLD_EVERY = 10.0

log = logging.getLogger(__name__)


class StoreHealth:
    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self.failures: dict[str, int] = {"read": 0, "write": 0}
        self._clock = clock
        self._failing: dict[Kind, float] = {}
        """By kind: when it will be told again."""

    def failed(self, kind: Kind, error: StoreError) -> None:
        self.failures[kind] += 1
        now = self._clock()
        if now >= self._failing.get(kind, now):  # a store that is full would fill the log, too
            self._failing[kind] = now + TOLD_EVERY
            told = {"kind": kind, "code": error.code, "error": _root(error), "count": self.failures[kind]}
            log.warning("store.failed", extra=told)

    def worked(self, kind: Kind) -> None:
        if self._failing and self._failing.pop(kind, None) is not None:
            log.warning("store.recovered", extra={"kind": kind, "count": self.failures[kind]})


def _root(error: BaseException) -> str:
    """What is behind it all: FullError, CorruptError, ConnectionRefusedError."""
    while error.__cause__ is not None:
        error = error.__cause__
    return type(error).__name__


class HasHealth(Protocol):
    @property
    def health(self) -> StoreHealth: ...


def watched(store: Class) -> Class:
    """A class of stores whose methods tell its `health` how they ended."""
    kinds: dict[Kind, tuple[str, ...]] = {"read": READS, "write": WRITES}
    for kind, names in kinds.items():
        for name in names:
            setattr(store, name, _telling(kind, getattr(store, name)))
    return store


def _telling(kind: Kind, method: Callable[..., Awaitable[Any]]) -> Callable[..., Awaitable[Any]]:
    @wraps(method)
    async def told(self: HasHealth, *arguments: Any, **options: Any) -> Any:
        try:
            outcome = await method(self, *arguments, **options)
        except StoreError as error:
            if error.code != "closed":
                self.health.failed(kind, error)
            raise
        self.health.worked(kind)
        return outcome

    return told
