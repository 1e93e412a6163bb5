"""What both databases do alike: check what is asked of a store, and put together what was read."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import NamedTuple

from deckname.store.store import Compacted, Entry, Log, Place, Snapshot, Stale

LONGEST_NAME = 512
LARGEST_SEQ = 2**62
LARGEST_BODY = 2**26


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


class Compaction(NamedTuple):
    log: str
    seq: int
    body: bytes
    forgotten: tuple[str, ...]


class Document(NamedTuple):
    kind: str
    key: str
    body: bytes
    expires: float | None


class Enlisted(NamedTuple):
    listing: str
    key: str
    at: float
    body: bytes


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


def checked_compaction(log: str, seq: int, snapshot: bytes, forget_secrets: Collection[str]) -> Compaction:
    check_names(log, *forget_secrets)
    check_bodies(snapshot)
    if seq < 1:
        raise ValueError("A snapshot ends with an entry, and those are numbered from 1.")
    if seq > LARGEST_SEQ:
        raise Stale(log, seq)
    return Compaction(log, seq, snapshot, tuple(forget_secrets))


def checked_document(kind: str, key: str, body: bytes, expires: float | None) -> Document:
    check_names(kind, key)
    check_bodies(body)
    return Document(kind, key, body, expires)


def checked_enlisted(listing: str, key: str, at: float, body: bytes) -> Enlisted:
    check_names(listing, key)
    check_time(at)
    check_bodies(body)
    return Enlisted(listing, key, at, body)


def check_time(at: float) -> None:
    if not math.isfinite(at):
        raise ValueError("A place on a list has a time.")


def begin_behind(before: Place | None) -> Place:
    """The place behind which a page begins: in front of all, unless it goes on behind another."""
    if before is None:
        return math.inf, ""
    check_names(before[1])
    check_time(before[0])
    return before


def entries_of(log: str, rows: Iterable[tuple[int, bytes | None]]) -> list[Entry]:
    """What was read of a log; a row without a body is its snapshot, which is in the way."""
    entries = []
    for seq, body in rows:
        if body is None:
            raise Compacted(log, seq)
        entries.append(Entry(seq, body))
    return sorted(entries)


def log_of(rows: Iterable[tuple[str, int, str, bytes]]) -> Log:
    """Put together what one query has read: of what kind, the number of an entry, the name of a secret, the body."""
    snapshot, entries, secrets = None, [], {}
    for kind, seq, name, body in rows:
        match kind:
            case "snapshot":
                snapshot = Snapshot(seq, body)
            case "entry":
                entries.append(Entry(seq, body))
            case "secret":
                secrets[name] = body
    return Log(snapshot, sorted(entries), secrets)


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
