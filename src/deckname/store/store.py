"""What a store promises, and how one is opened.

A store keeps logs, secrets, documents and lists as opaque bytes; what they mean is not its affair. It is the arbiter
between all who write: a place in a log is given to one append only, and what was acknowledged survives a crash.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple, Protocol

from deckname.extras import needs
from deckname.language import SpokenError

if TYPE_CHECKING:
    from deckname.store.health import StoreHealth

SQLITE_NAME = "deckname.sqlite"
"""The file of a house, in its folder."""
NO_SECRETS: Mapping[str, bytes] = MappingProxyType({})


class Stale(Exception):  # noqa: N818
    """Somebody else appended first, or the append would leave a gap: read the log again, then decide anew."""

    def __init__(self, log: str, seq: int) -> None:
        super().__init__(f"{seq} is not the next number of the log {log}")
        self.log = log
        self.seq = seq


class Compacted(Exception):  # noqa: N818
    """What was asked for is part of a snapshot by now, which ends with the number `seq`: load the log anew."""

    def __init__(self, log: str, seq: int) -> None:
        super().__init__(f"the log {log} begins with a snapshot up to {seq}")
        self.log = log
        self.seq = seq


class StoreError(SpokenError):
    """The store can't be used as it is, and why."""

    sentences = "store_error"


class StoreUnavailable(StoreError):  # noqa: N818
    """The store doesn't answer now. Trying again may help; whether a write took place is not known.

    Repeating an append with the same number and bodies is safe: it ends as done if the first attempt was stored.
    """


class Entry(NamedTuple):
    seq: int
    body: bytes


class Snapshot(NamedTuple):
    """What a log was, up to and including the entry `seq`."""

    seq: int
    body: bytes


class Log(NamedTuple):
    """A log at one moment: the snapshot it begins with, if there is one, what was appended behind it, its secrets."""

    snapshot: Snapshot | None
    entries: list[Entry]
    secrets: dict[str, bytes]


class Listed(NamedTuple):
    """What a list says under a key. The first two fields are its place: a page goes on behind it."""

    at: float
    key: str
    body: bytes


Place = tuple[float, str]


class Store(Protocol):
    """All methods may be called from many tasks at once. Names are up to 512 bytes long and without NUL."""

    @property
    def health(self) -> StoreHealth:
        """What has gone wrong so far."""

    @property
    def waiting(self) -> int:
        """Writes that wait for their commit."""

    async def time(self) -> float | None:
        """What time it is by the database's own clock, which all nodes share; None for a file, which has none."""

    async def append(
        self, log: str, seq: int, bodies: Sequence[bytes], secrets: Mapping[str, bytes] = NO_SECRETS
    ) -> None:
        """Add bodies, numbered from `seq`, and set secrets, all or nothing, durable before this returns.

        Raises Stale unless `seq` is exactly the next number of the log (the first is 1). Cancelling the wait doesn't
        call it back: then only reading tells whether it took place.
        """

    async def read(self, log: str, after: int = 0) -> list[Entry]:
        """What was appended behind the number `after`, in order; Compacted is raised if some of that is gone."""

    async def load(self, log: str, after: int = 0) -> Log:
        """All that whoever knows a log up to the number `after` needs to know it now, as it is at one moment.

        There is a snapshot in it only if it reaches beyond `after`; the entries are those behind both.
        """

    async def compact(self, log: str, seq: int, snapshot: bytes, forget_secrets: Collection[str] = ()) -> None:
        """Keep a snapshot instead of the entries up to and including `seq`, and forget these secrets: all or nothing.

        It takes the place of an earlier snapshot; where there is a later one, nothing is done. The numbers go on.
        Raises Stale if the log isn't that long. A secret that a later append might set again must not be named.
        """

    async def last_seq(self, log: str) -> int:
        """The number of the last entry, 0 if there is none."""

    async def last_seqs(self, logs: Collection[str]) -> dict[str, int]:
        """The same for many logs at once, each of which is in the answer."""

    async def secrets(self, log: str) -> dict[str, bytes]: ...

    async def put(self, kind: str, key: str, body: bytes, expires: float | None = None) -> None:
        """Keep a document, in place of an earlier one; from the unix time `expires` on it is gone."""

    async def replace(self, kind: str, key: str, body: bytes, expires: float | None = None) -> bool:
        """The same, but only where there is one: whether there was. What somebody has deleted stays so."""

    async def get(self, kind: str, key: str) -> bytes | None: ...

    async def take(self, kind: str, key: str) -> bytes | None:
        """Get and delete in one: of all who try, one gets it."""

    async def keys(self, kind: str, prefix: str = "", limit: int = 1000) -> list[str]:
        """The keys that start so, in the order of their code points."""

    async def delete(self, kind: str, key: str) -> None: ...

    async def enlist(self, listing: str, key: str, at: float, body: bytes) -> None:
        """Put something on a list, in place of what it said under this key; `at` is a unix time."""

    async def strike(self, listing: str, key: str) -> bool:
        """Take something off a list; whether it was there. Of all who try at once, one is told so at most."""

    async def strike_before(self, listing: str, at: float) -> None:
        """Take everything off a list that is older than this."""

    async def page(self, listing: str, limit: int, before: Place | None = None) -> list[Listed]:
        """The newest on a list, or what follows behind the place `before`; of equal times the greatest key first.

        It costs what it shows, however long the list is.
        """

    async def listed(self, listing: str, key: str) -> Listed | None:
        """What a list says under this key."""

    async def count(self, listing: str) -> int:
        """How many there are on a list."""

    async def idle_logs(self, before: float) -> list[str]:
        """Logs to which nothing was appended since this unix time, the longest idle first."""

    async def touch(self, log: str) -> None:
        """From now on a log is as idle as if its last entry had just been appended."""

    async def newest_entry(self) -> float:
        """The unix time since which nothing was appended to any log; 0 if there is none."""

    async def drop_log(self, log: str, last: int | None = None) -> bool:
        """Forget a log, its snapshot and its secrets. Its numbers start again at 1.

        With `last`, only if that is the number of its last entry. Whether the log is gone.
        """

    async def close(self) -> None:
        """Finish what is under way, then let go of everything. What is asked later is refused."""


async def open_store(
    url: str | None, folder: Path, clock: Callable[[], float] = time.time, waits: Callable[[], None] = lambda: None
) -> Store:
    """The PostgreSQL database at `url`, or without one the SQLite file in `folder`; either is set up as needed.

    `waits` is called if a database keeps us waiting.
    """
    if not url:
        from deckname.store.sqlite import open_sqlite  # noqa: PLC0415

        return await open_sqlite(folder / SQLITE_NAME, clock)
    if url.startswith(("postgresql://", "postgres://")):
        with needs("postgres"):
            from deckname.store.postgres import open_postgres  # noqa: PLC0415

        return await open_postgres(url, clock, waits=waits)
    raise StoreError("not_postgres")
