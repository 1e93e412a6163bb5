"""WebSockets as uvicorn speaks them, with a short cut for what we say and for what we are told.

uvicorn makes a message, a frame and a turn of the loop for each reader. A move is the same for most readers of a table,
so here it goes to the transport at once, as a frame of plain bytes; the transport's buffer is the reader's outbox.
A command nearly always comes as one whole frame, which is then read at once. Everything else (the handshake, frames in
pieces, control frames, whatever breaks the protocol) is left to uvicorn.
"""

from __future__ import annotations

from typing import Any, cast

from starlette.types import Scope
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request
from websockets.speedups import apply_mask

_LINE = "deckname.line"
_WHOLE_TEXT = b"\x81"
_CONTROLS = (0x88, 0x89, 0x8A)
_MASKED = 0x80
_MASK_BYTES = 4
_MOST_UNREAD = 32


class Line(WebSocketsSansIOProtocol):
    """A client's connection. The application finds it in its scope, by `line_of`."""

    _at_start = False
    """Whether what comes next begins with a frame, and with a new message: only then there is a short cut."""

    def data_received(self, data: bytes) -> None:
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
        super().handle_connect(event)
        scope = cast("dict[str, Any]", getattr(self, "scope", {}))
        scope.setdefault("extensions", {})[_LINE] = self

    @property
    def waiting(self) -> int:
        """Bytes that the client has yet to take."""
        return self.transport.get_write_buffer_size()

    def write(self, frame: bytes) -> None:
        """Send soon; never waits. For an accepted connection that hasn't been closed."""
        if not self.close_sent and not self.disconnected:
            self.transport.write(frame)

    def cut(self) -> None:
        """End it without a word: a reader who has stalled would not hear one."""
        self.transport.abort()


def line_of(scope: Scope) -> Line:
    line = scope["extensions"][_LINE]
    assert isinstance(line, Line)
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
