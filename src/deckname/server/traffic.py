"""How much comes in: frames and bytes by connection and by address, connections by address, and who is turned away.

Everything on a socket counts, not only whole messages: pings, pieces of messages, empty frames, crumbs of a byte. What
exceeds a limit is found before anybody spends time on it. How they are turned away is the affair of `frames` and
`http_connections`; what a command may ask for, that of `sockets`.
"""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Iterator, Sequence

from deckname.seldom import Seldom
from deckname.server.headers import Proxies, household
from deckname.server.limits import Bucket, Buckets
from deckname.server.settings import Settings

_LAST = 0x80
_OPCODE = 0x0F
_CONTROLS = 0x08
_MASK_BYTES = 4
_LONGER = {126: 2, 127: 8}  # bytes of a length that doesn't fit into the second byte
_OPENING = 10
"""To open a socket costs as much as so many frames. They are counted apart: who opens too many closes nobody's."""

log = logging.getLogger(__name__)


class Traffic:
    """Of all connections to this node."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.floods: Counter[str] = Counter()
        """Sockets that were closed because they sent too much, by what it was."""
        self.late: Counter[str] = Counter()
        """Requests and messages that were not complete in time, by what was missing."""
        self.turned_away = 0
        """Connections of addresses that had too many, or opened them too fast."""
        self.left = 0
        """Connections that have ended."""
        self._open: Counter[str] = Counter()
        self._proxies = Proxies(settings.trusted_proxies)
        self._frames = Buckets(settings.frames_per_address, 2 * settings.frames_per_address)
        self._openings = Buckets(
            settings.frames_per_address / _OPENING, max(1, 2 * settings.frames_per_address / _OPENING)
        )
        self._bytes = Buckets(settings.bytes_per_address, 2 * settings.bytes_per_address)
        self._log = Seldom(log)

    def household_of_peer(self, peer: str) -> str | None:
        """Whose connection this is; of a proxy's, only what it brings will tell."""
        return None if self._proxies.trusts(peer) else household(peer)

    def household_of(self, peer: tuple[str, int] | None, forwarded: Sequence[str]) -> str:
        """Whose connection this is, by what proxies have brought."""
        headers = [(b"x-forwarded-for", value.encode("latin-1", "replace")) for value in forwarded]
        return household(self._proxies.visitor({"client": peer, "headers": headers}))

    def may_open(self, home: str) -> bool:
        """Whether an address may have a socket now: opening one is the most that it can ask for at once."""
        if self._openings.take(home):
            return True
        self._refused(home)
        return False

    def enter(self, home: str) -> bool:
        """Count a connection until it leaves; whether its address may have so many."""
        self._open[home] += 1
        if self._open[home] <= self.settings.connections_per_address:
            return True
        self._refused(home)
        return False

    def _refused(self, home: str) -> None:
        self.turned_away += 1
        self._log.warn("connection.refused", "address", self.turned_away, client=home)

    @property
    def here(self) -> int:
        """Connections that are open."""
        return self._open.total()

    def leave(self, home: str) -> None:
        self.left += 1
        self._open[home] -= 1
        if not self._open[home]:
            del self._open[home]

    def meter(self, home: str) -> Meter:
        return Meter(self.settings, self._frames.of(home), self._bytes.of(home))

    def flooded(self, kind: str, home: str) -> None:
        self.floods[kind] += 1
        self._log.warn("socket.flooded", kind, self.floods[kind], client=home)

    def too_late(self, kind: str, home: str) -> None:
        self.late[kind] += 1
        self._log.warn("request.late", kind, self.late[kind], client=home)


class Meter:
    """What one socket may still send, and its address."""

    def __init__(self, settings: Settings, address_frames: Bucket, address_bytes: Bucket) -> None:
        self._frames = Bucket(
            settings.frames_per_second + settings.commands_per_second, settings.frames_burst + settings.commands_burst
        )
        self._bytes = Bucket(settings.bytes_per_second, settings.bytes_burst)
        self._address_frames, self._address_bytes = address_frames, address_bytes
        self._most_pieces = settings.frames_burst
        self._heads = FrameHeads()
        self._pieces = 0
        self.whole = 0
        """Messages that have begun and ended."""

    @property
    def unfinished(self) -> bool:
        """Whether a message, or a frame, has begun and not ended."""
        return self._pieces > 0 or self._heads.within

    def excess(self, data: bytes) -> str | None:
        """What there is too much of, if there is. It isn't looked at any further then."""
        if not self._bytes.take(len(data)):
            return "bytes"
        frames = 0
        for head in self._heads.read(data):
            frames += 1
            if not self._frames.take():
                return _kind(head)
            self._follow(head)
            if self._pieces > self._most_pieces:
                return "unfinished"
        if not frames and not self._frames.take():  # a crumb of a frame costs as much as one
            return "pieces"
        if not self._address_frames.take(frames or 1) or not self._address_bytes.take(len(data)):
            return "address"
        return None

    def _follow(self, head: int) -> None:
        if head & _CONTROLS:
            return
        if head & _LAST:
            self._pieces = 0
            self.whole += 1
        else:
            self._pieces += 1


def _kind(head: int) -> str:
    if head & _CONTROLS:
        return "pings"
    return "messages" if head & _LAST and head & _OPCODE else "pieces"


class FrameHeads:
    """Finds where frames begin in what a client sends (RFC 6455, 5.2), however it is cut up.

    It only counts: what breaks the protocol is left to those who read it.
    """

    def __init__(self) -> None:
        self._begun = b""
        """Of a head that isn't all there."""
        self._left = 0
        """Bytes of the frame's content that are still to come."""

    @property
    def within(self) -> bool:
        return bool(self._left or self._begun)

    def read(self, data: bytes) -> Iterator[int]:
        """The first byte of each frame whose length is known by now. Lazily: whoever counts may stop."""
        if self._begun:
            data, self._begun = self._begun + data, b""
        at, end = self._left, len(data)
        while at < end:
            size = data[at + 1] & 0x7F if at + 2 <= end else 126
            start = at + 2 + _LONGER.get(size, 0)
            if start > end:
                self._begun, self._left = data[at:], 0
                return
            if size > 125:
                size = int.from_bytes(data[at + 2 : start], "big")
            head = data[at]
            at = start + _MASK_BYTES + size
            yield head
        self._left = at - end
