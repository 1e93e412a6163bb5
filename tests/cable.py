"""A cable between a client and a server on the loopback that a test can cut, at the worst moment too."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager


class Cable:
    """Forwards bytes both ways, until it is cut; new connections are refused while it is."""

    def __init__(self, to_port: int) -> None:
        self.port = 0
        self.whole = True
        self.cut_at_reply_to: bytes | None = None
        self.cuts = 0
        self._to_port = to_port
        self._ends: set[asyncio.StreamWriter] = set()
        self._moving = asyncio.Event()
        self._moving.set()

    def cut(self) -> None:
        self.whole = False
        self._break()

    def mend(self) -> None:
        self.whole = True
        self.cut_at_reply_to = None

    def freeze(self) -> None:
        """Nothing gets through any more, and nobody is told."""
        self._moving.clear()

    def thaw(self) -> None:
        self._moving.set()

    def _break(self) -> None:
        self.cuts += 1
        for end in self._ends:
            end.transport.abort()

    async def connect(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if not self.whole:
            writer.transport.abort()
            return
        server_reader, server_writer = await asyncio.open_connection("127.0.0.1", self._to_port)
        ends = {writer, server_writer}
        self._ends |= ends
        swallow = asyncio.Event()
        try:
            await asyncio.gather(
                self._forward(reader, server_writer, swallow, sending=True),
                self._forward(server_reader, writer, swallow, sending=False),
            )
        finally:
            self._ends -= ends
            for end in ends:
                end.transport.abort()

    async def _forward(
        self, source: asyncio.StreamReader, target: asyncio.StreamWriter, swallow: asyncio.Event, sending: bool
    ) -> None:
        try:
            while data := await source.read(1 << 16):
                await self._moving.wait()
                if sending and self.cut_at_reply_to is not None and self.cut_at_reply_to in data:
                    swallow.set()
                elif not sending and swallow.is_set():  # the server has done it; the client won't hear of it
                    self._break()
                    return
                target.write(data)
                await target.drain()
        except ConnectionError:
            pass
        finally:
            target.transport.abort()


@asynccontextmanager
async def laid_to(port: int) -> AsyncIterator[Cable]:
    cable = Cable(port)
    server = await asyncio.start_server(cable.connect, "127.0.0.1", 0)
    cable.port = server.sockets[0].getsockname()[1]
    async with server:
        yield cable
        cable.cut()
