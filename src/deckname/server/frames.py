"""WebSockets as uvicorn speaks them, with a short cut for what we say and for what we are told.

uvicorn makes a message, a frame and a turn of the loop for each reader. A move is the same for most readers of a table,
so here it goes to the transport at once, as a frame of plain bytes; the transport's buffer is the reader's outbox.
A command nearly always comes as one whole frame, which is then read at once. Everything else (the handshake, frames in
pieces, control frames, whatever breaks the protocol) is left to uvicorn, after it has been counted: who sends too much
is told so and not read any more.
"""

from __future__ import annotations

import asyncio
import weakref
from http import HTTPStatus
from typing import Any, cast

from starlette.types import Scope
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request
from websockets.speedups import apply_mask

from deckname import protocol as wire
from deckname.server.traffic import Meter, Traffic

TRY_LATER, TOO_MUCH = 1013, 4429
_LINE = "deckname.line"
_WHOLE_TEXT = b"\x81"
_CONTROLS = (0x88, 0x89, 0x8A)
_MASKED = 0x80
_MASK_BYTES = 4
_MOST_UNREAD = 32
_LINGERING = 1.0
"""Seconds in which a client that was turned away can read why: then it is cut off."""


class SocketLine(WebSocketsSansIOProtocol):
    """A client's connection. The application finds it in its scope, by `line_of`."""

    crowded = False
    """Whether its address has more connections than it may."""
    _at_start = False
    """Whether what comes next begins with a frame, and with a new message: only then there is a short cut."""
    _home: str | None = None
    _meter: Meter | None = None
    _turned_away = False
    _deadline: asyncio.TimerHandle | None = None
    """When a message that has begun must have ended."""

    def __init__(self, traffic: Traffic, **by_uvicorn: Any) -> None:
        super().__init__(**by_uvicorn)
        self._traffic = traffic

    def data_received(self, data: bytes) -> None:
        if self._meter is None:
            self._read(data)
        elif not self._turned_away and not self._is_too_much(data, self._meter):
            self._read(data)
            self._watch(self._meter)

    def _is_too_much(self, data: bytes, meter: Meter) -> bool:
        kind = meter.excess(data)
        if kind is None:
            return False
        self._traffic.flooded(kind, self._home or "")
        self._turn_away(later=kind == "address")
        return True

    def _watch(self, meter: Meter) -> None:
        if not meter.unfinished:
            self._unwatch()
        elif self._deadline is None and not self.disconnected:
            seconds = self._traffic.settings.request_seconds
            self._deadline = self.loop.call_later(seconds, self._due, meter, meter.whole)

    def _unwatch(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _due(self, meter: Meter, whole: int) -> None:
        """Unless it is another one that is under way by now, or waits for us to read on."""
        self._deadline = None
        if meter.whole > whole or self.read_paused:
            self._watch(meter)
        else:
            self._traffic.too_late("message", self._home or "")
            self._turn_away(later=False)

    def _turn_away(self, later: bool) -> None:
        """Say why and close; nothing more is read, so that what still comes costs nothing and undoes no goodbye."""
        self._turned_away = True
        self._unwatch()
        self.stop_keepalive()
        if not self.handshake_complete or self.close_sent or self.transport.is_closing():
            self.transport.abort()
            return
        self.transport.pause_reading()
        self.read_paused = False  # or it would be resumed when the application has read what there is
        bye = wire.encode(wire.Bye(reason="too_fast", retry=later))
        code = TRY_LATER if later else TOO_MUCH
        self.transport.write(text_frame(bye) + close_frame(code))
        self.transport.write_eof()
        self.close_sent = True
        self.queue.put_nowait({"type": "websocket.disconnect", "code": code, "reason": ""})
        self.close_timer = self.loop.call_later(_LINGERING, self.transport.abort)

    def _read(self, data: bytes) -> None:
        if not self.handshake_complete:
            self._at_start = data.endswith(b"\r\n\r\n")
        elif self._at_start:
            data = self._after_texts(data)
            if not data:
                return
            self._at_start = _is_control(data)
        super().data_received(data)

    def _after_texts(self, data: bytes) -> bytes:
        """Hear the whole messages of text with which this begins; what is left."""
        while data[:1] == _WHOLE_TEXT and (span := _masked_span(data)) and span[1] - span[0] <= self.config.ws_max_size:
            start, end = span
            try:
                text = apply_mask(data[start:end], data[start - _MASK_BYTES : start]).decode()
            except UnicodeDecodeError:
                break
            self._hear(text)
            data = data[end:]
        return data

    def _hear(self, text: str) -> None:
        if self.close_sent:
            return
        self.queue.put_nowait({"type": "websocket.receive", "text": text})
        if self.queue.qsize() >= _MOST_UNREAD and not self.read_paused:
            self.read_paused = True
            self.transport.pause_reading()

    def handle_connect(self, event: Request) -> None:
        home = self._traffic.household_of(self.client, event.headers.get_all("X-Forwarded-For"))
        if not self._traffic.may_open(home):
            self._refuse()
            return
        super().handle_connect(event)
        scope = cast("dict[str, Any] | None", getattr(self, "scope", None))
        if scope is None:  # refused already
            return
        scope["extensions"][_LINE] = weakref.ref(self)  # what runs the application holds the line
        self._home = home
        self._meter = self._traffic.meter(home)
        self.crowded = not self._traffic.enter(home)

    def _refuse(self) -> None:
        """Before anything is done for it."""
        self.handshake_complete = self.close_sent = True
        self.conn.send_response(self.conn.reject(HTTPStatus.TOO_MANY_REQUESTS, ""))
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._unwatch()
        if self._home is not None:
            self._traffic.leave(self._home)
        self.conn.parser.close()  # it holds its owner: nothing that lived long may wait for the collector

    @property
    def ended(self) -> bool:
        """Whether it has been closed, by whomever."""
        return self.close_sent or self.disconnected

    @property
    def waiting(self) -> int:
        """Bytes that the client has yet to take."""
        return self.transport.get_write_buffer_size()

    def write(self, frame: bytes) -> None:
        """Send soon; never waits. For an accepted connection that hasn't been closed."""
        if not self.ended:
            self.transport.write(frame)

    def cut(self) -> None:
        """End it without a word: a reader who has stalled would not hear one."""
        self.transport.abort()


def line_of(scope: Scope) -> SocketLine:
    line = scope["extensions"][_LINE]()
    assert isinstance(line, SocketLine)
    return line


def _masked_span(data: bytes) -> tuple[int, int] | None:
    """Where the content of a client's frame begins and ends (RFC 6455, 5.2); None unless all of it is there."""
    if len(data) < 2 + _MASK_BYTES or data[1] < _MASKED:
        return None
    size, start = data[1] - _MASKED, 2 + _MASK_BYTES
    if size == 126:
        size, start = int.from_bytes(data[2:4], "big"), 4 + _MASK_BYTES
    elif size == 127:
        return None
    return (start, start + size) if len(data) >= start + size else None


def _is_control(data: bytes) -> bool:
    """Whether this is one close, ping or pong, and nothing else."""
    span = _masked_span(data)
    return data[0] in _CONTROLS and span is not None and span[1] == len(data)


def text_frame(text: bytes) -> bytes:
    """A whole message of text as a server sends it (RFC 6455, 5.2)."""
    size = len(text)
    if size < 126:
        return b"\x81%c" % size + text
    if size < 65_536:
        return b"\x81\x7e" + size.to_bytes(2, "big") + text
    return b"\x81\x7f" + size.to_bytes(8, "big") + text


def close_frame(code: int) -> bytes:
    return b"\x88\x02" + code.to_bytes(2, "big")
