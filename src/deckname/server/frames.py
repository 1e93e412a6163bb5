"""WebSockets as uvicorn speaks them, with a short cut for what we say.

uvicorn makes a message, a frame and a turn of the loop for each reader. A move is the same for most readers of a table,
so here it goes to the transport at once, as a frame of plain bytes; the transport's buffer is the reader's outbox.
"""

from __future__ import annotations

from typing import Any, cast

from starlette.types import Scope
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request

_LINE = "deckname.line"


class Line(WebSocketsSansIOProtocol):
    """A client's connection. The application finds it in its scope, by `line_of`."""

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


def text_frame(text: bytes) -> bytes:
    """A whole message of text as a server sends it (RFC 6455, 5.2)."""
    size = len(text)
    if size < 126:
        return b"\x81%c" % size + text
    if size < 65_536:
        return b"\x81\x7e" + size.to_bytes(2, "big") + text
    return b"\x81\x7f" + size.to_bytes(8, "big") + text
