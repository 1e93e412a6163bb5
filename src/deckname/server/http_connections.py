"""HTTP connections as uvicorn serves them, with an end to patience: a request has to arrive within a time, and in so
many pieces, and an address has so many connections. What a request asks for is not looked at here.
"""

from __future__ import annotations

import asyncio
from http import HTTPStatus
from typing import Any, cast

import h11
from starlette.responses import Response
from uvicorn.protocols.http.h11_impl import H11Protocol

from deckname.server.api.answers import problem
from deckname.server.traffic import Traffic

_MOST_CHUNKS = 500
"""In how many pieces a request may come: the longest that we take needs a tenth of that."""
_ARRIVING = (h11.IDLE, h11.SEND_BODY)


class HttpLine(H11Protocol):
    """A connection until it is closed, or becomes a socket."""

    _home: str | None = None
    _deadline: asyncio.TimerHandle | None = None
    """When the request that is on its way must be here."""
    _chunks = 0
    _upgraded = False

    def __init__(self, traffic: Traffic, **by_uvicorn: Any) -> None:
        super().__init__(**by_uvicorn)
        self._traffic = traffic

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(cast("asyncio.Transport", transport))
        self._home = self._traffic.household_of_peer(self._peer)
        if self._home is not None and not self._traffic.enter(self._home):
            self._close_with(problem("too_fast"))
        else:
            self._watch()

    @property
    def _peer(self) -> str:
        return self.client[0] if self.client else ""

    def data_received(self, data: bytes) -> None:
        if self.transport.is_closing():
            return
        self._chunks += 1
        super().data_received(data)
        if not self._upgraded:
            self._watch()

    def _watch(self) -> None:
        if self.conn.their_state not in _ARRIVING or self.transport.is_closing():
            self._unwatch()
            self._chunks = 0
        elif self._chunks > _MOST_CHUNKS:
            self._late()
        elif self._deadline is None:
            self._deadline = self.loop.call_later(self._traffic.settings.request_seconds, self._late)

    def _unwatch(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _late(self) -> None:
        kind = "body" if self.conn.their_state is h11.SEND_BODY else "head"
        self._traffic.too_late(kind, self._home or self._peer)
        answering = self.cycle is not None and self.cycle.response_started
        if self._chunks and (kind == "head" or not answering):
            self._close_with(problem("too_late"))
        else:
            self.transport.close()

    def _close_with(self, response: Response) -> None:
        """Answer without asking the application, and close."""
        self._unwatch()
        status = f"HTTP/1.1 {response.status_code} {HTTPStatus(response.status_code).phrase}".encode()
        headers = [b"%s: %s" % header for header in (*response.raw_headers, (b"connection", b"close"))]
        self.transport.write(b"\r\n".join([status, *headers, b"", bytes(response.body)]))
        self.transport.close()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """From here on the socket's line counts it."""
        self._upgraded = True
        self._unwatch()
        self._leave()
        super().handle_websocket_upgrade(event)

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._unwatch()
        self._leave()

    def _leave(self) -> None:
        if self._home is not None:
            self._traffic.leave(self._home)
            self._home = None
