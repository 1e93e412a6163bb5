"""What a store promises, and how one is opened.

A store keeps logs, secrets and documents as opaque bytes; what they mean is not its affair. It is the arbiter between
all who write: a place in a log is given to one append only, and what was acknowledged survives a crash.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple, Protocol

from deckname.language import say

LONGEST_NAME = 512
LARGEST_SEQ = 2**62
LARGEST_BODY = 2**26
NO_SECRETS: Mapping[str, bytes] = MappingProxyType({})


class Stale(Exception):  # noqa: N818
    """Somebody else appended first, or the append would leave a gap: read the log again, then decide anew."""

    def __init__(self, log: str, seq: int) -> None:
        super().__init__(f"{seq} is not the next number of the log {log}")
        self.log = log
        self.seq = seq


class StoreError(Exception):
    """The store can't be used as it is, and why: a code of the catalogue, with its details."""

    def __init__(self, code: str, **details: object) -> None:
        super().__init__(code)
        self.code = code
        self.details = details

    def sentence(self, language: str) -> str:
        return say(language, f"store_error.{self.code}", **self.details)

    def __str__(self) -> str:
        return self.sentence("en")


class StoreUnavailable(StoreError):  # noqa: N818
    """The store doesn't answer now. Trying again may help; whether a write took place is not known.

    Repeating an append with the same number and bodies is safe: it ends as done if the first attempt was stored.
    """


class Entry(NamedTuple):
    seq: int
    body: bytes


class Store(Protocol):
    """All methods may be called from many tasks at once. Names are up to 512 bytes long and without NUL."""

    async def append(
        self, log: str, seq: int, bodies: Sequence[bytes], secrets: Mapping[str, bytes] = NO_SECRETS
    ) -> None:
        """Add bodies, numbered from `seq`, and set secrets, all or nothing, durable before this returns.

        Raises Stale unless `seq` is exactly the next number of the log (the first is 1). Cancelling the wait doesn't
        call it back: then only reading tells whether it took place.
        """

    async def read(self, log: str, after: int = 0) -> list[Entry]:
        """What was appended behind the number `after`, in order."""

    async def last_seq(self, log: str) -> int:
        """The number of the last entry, 0 if there is none."""

    async def last_seqs(self, logs: Collection[str]) -> dict[str, int]:
        """The same for many logs at once, each of which is in the answer."""

    async def secrets(self, log: str) -> dict[str, bytes]: ...

    async def put(self, kind: str, key: str, body: bytes, expires: float | None = None) -> None:
        """Keep a document, in place of an earlier one; from the unix time `expires` on it is gone."""

    async def get(self, kind: str, key: str) -> bytes | None: ...

    async def take(self, kind: str, key: str) -> bytes | None:
        """Get and delete in one: of all who try, one gets it."""

    async def keys(self, kind: str, prefix: str = "", limit: int = 1000) -> list[str]:
        """The keys that start so, in the order of their code points."""

    async def delete(self, kind: str, key: str) -> None: ...

    async def idle_logs(self, before: float) -> list[str]:
        """Logs to which nothing was appended since this unix time, the longest idle first."""

    async def drop_log(self, log: str) -> None:
        """Forget a log and its secrets. Its numbers start again at 1."""

    async def close(self) -> None:
        """Finish what is under way, then let go of everything. What is asked later is refused."""


async def open_store(url: str | None, folder: Path, clock: Callable[[], float] = time.time) -> Store:
    """The PostgreSQL database at `url`, or without one the SQLite file in `folder`; either is set up as needed."""
    if not url:
        from deckname.store.sqlite import open_sqlite  # noqa: PLC0415

        return await open_sqlite(folder / "deckname.sqlite", clock)
    if url.startswith(("postgresql://", "postgres://")):
        from deckname.store.postgres import open_postgres  # noqa: PLC0415

        return await open_postgres(url, clock)
    raise StoreError("not_postgres")


def check_names(*names: str) -> None:
    """Both databases take the same names: whatever either of them can't hold is refused."""
    for name in names:
        if "\0" in name:
            raise ValueError("A name in the store has no NUL character.")
        if len(name.encode()) > LONGEST_NAME:  # a lone surrogate raises UnicodeEncodeError, which is a ValueError
            raise ValueError(f"A name in the store has at most {LONGEST_NAME} bytes.")


class Append(NamedTuple):
    """An append as it was asked for; two that are equal ask for the same."""

    log: str
    seq: int
    bodies: tuple[bytes, ...]
    secrets: tuple[tuple[str, bytes], ...]

    @property
    def last(self) -> int:
        return self.seq + len(self.bodies) - 1


def checked_append(log: str, seq: int, bodies: Sequence[bytes], secrets: Mapping[str, bytes]) -> Append:
    check_names(log, *secrets)
    if seq < 1:
        raise ValueError("The entries of a log are numbered from 1.")
    if not bodies:
        raise ValueError("An append has at least one body.")
    check_bodies(*bodies, *secrets.values())
    if seq > LARGEST_SEQ:
        raise Stale(log, seq)
    return Append(log, seq, tuple(bodies), tuple(sorted(secrets.items())))


def check_bodies(*bodies: bytes) -> None:
    for body in bodies:
        if not isinstance(body, bytes):
            raise TypeError("The store keeps bytes.")
        if len(body) > LARGEST_BODY:
            raise ValueError(f"The store keeps bodies of at most {LARGEST_BODY} bytes.")


def clamped(seq: int) -> int:
    """A number from outside may be one that no database can hold; no entry is beyond these."""
    return max(0, min(seq, LARGEST_SEQ))


def past_prefix(prefix: str) -> str | None:
    """The least string that is greater than all that start with `prefix`; None if there is no such string."""
    head = prefix.rstrip("\U0010ffff")
    if not head:
        return None
    following = ord(head[-1]) + 1
    return head[:-1] + chr(0xE000 if following == 0xD800 else following)  # surrogates are no characters
