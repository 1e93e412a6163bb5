"""Everything on a socket counts: whoever sends too much of anything is told so and closed, and nobody else notices."""

from __future__ import annotations

import asyncio
import contextlib
import re
import struct
from collections.abc import AsyncIterator, Iterator
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import pytest
import uvicorn
from hypothesis import given
from hypothesis import strategies as st
from uvicorn.server import ServerState

from deckname import protocol as wire
from deckname.client import Refused, connect, new_device, open_table
from deckname.server.frames import SocketLine
from deckname.server.settings import Settings
from deckname.server.traffic import FrameHeads, Traffic
from tests.server.serving import Node, gathered, handshake, serving
from tests.servers import PATIENCE

TEXT, BINARY, PIECE, CLOSE, PING, PONG = 0x1, 0x2, 0x0, 0x8, 0x9, 0xA
LAST_PING = b"the last"


def frame(opcode: int, content: bytes = b"", last: bool = True) -> bytes:
    """As a client sends it, under a mask of zeros."""
    size = len(content)
    length = bytes([0x80 | size]) if size < 126 else b"\xfe" + size.to_bytes(2, "big")
    return bytes([(0x80 if last else 0) | opcode]) + length + bytes(4) + content


BEGUN = frame(TEXT, b"{", last=False)
FLOODS = {
    "pings": frame(PING) * 5_000,
    "pieces": (BEGUN + frame(PIECE)) * 5_000,
    "unfinished": BEGUN + frame(PIECE, last=False) * 5_000,
    "messages": frame(TEXT) * 5_000,
    "bytes": frame(BINARY, b"x" * 5_000) * 60,
}
"""What there is too much of, and how. All of it is less than a megabyte."""


class RawSocket:
    """A client that writes what it likes."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader, self._writer = reader, writer

    async def send(self, data: bytes) -> None:
        """As far as the server takes it."""
        with contextlib.suppress(ConnectionError):
            self._writer.write(data)
            await self._writer.drain()

    async def hear(self) -> tuple[int, bytes]:
        """The next frame: its kind and content."""
        first, size = await self._reader.readexactly(2)
        if size == 126:
            (size,) = struct.unpack(">H", await self._reader.readexactly(2))
        elif size == 127:
            (size,) = struct.unpack(">Q", await self._reader.readexactly(8))
        return first & 0xF, await self._reader.readexactly(size)

    async def farewell(self) -> tuple[wire.Bye, int]:
        """What it is told before it is closed, and with which code; an answer to the last ping would be neither."""
        bye: wire.AnyMessage | None = None
        async with asyncio.timeout(PATIENCE):
            while True:
                kind, content = await self.hear()
                assert (kind, content) != (PONG, LAST_PING), "it was heard to the end"
                if kind == TEXT:
                    bye = wire.decode_message(content)
                if kind == CLOSE:
                    assert isinstance(bye, wire.Bye), content
                    return bye, int.from_bytes(content[:2], "big")

    async def ended(self) -> None:
        async with asyncio.timeout(PATIENCE):
            with contextlib.suppress(ConnectionError):
                while await self._reader.read(65_536):
                    pass


@contextlib.asynccontextmanager
async def raw_socket(node: Node, table: str, token: str, *headers: str) -> AsyncIterator[RawSocket]:
    reader, writer = await asyncio.open_connection("127.0.0.1", node.port)
    try:
        writer.write(handshake(node.port, table, token, *headers))
        assert b" 101 " in await reader.readuntil(b"\r\n\r\n")
        yield RawSocket(reader, writer)
    finally:
        writer.close()


def counted(node: Node, name: str, **labels: str) -> float:
    """A figure of the server's; nothing is counted as none."""
    within = ",".join(f'{label}="{value}"' for label, value in labels.items())
    said = re.escape(f"{name}{{{within}}}" if within else name)
    found = re.search(rf"^{said} (\S+)$", node.ask("GET", "/metrics")[1], re.MULTILINE)
    return float(found[1]) if found else 0.0


@pytest.fixture(scope="module")
def guarded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Node]:
    """A server with the limits that everybody has, but for bytes, so that little is enough."""
    with serving(tmp_path_factory.mktemp("guarded"), bytes_burst=131_072) as running:
        yield running
        assert running.complaints() == []


# ---------------------------------------------------------------------------------------------------------------------
# One socket, and fifty


@pytest.mark.parametrize("kind", FLOODS)
async def test_who_floods_is_told_and_closed(guarded: Node, kind: str) -> None:
    before = counted(guarded, "deckname_floods_total", kind=kind)
    async with gathered(guarded.address) as party, raw_socket(guarded, party.table, party.host.token) as flooding:
        await flooding.send(FLOODS[kind] + frame(PING, LAST_PING))
        assert await flooding.farewell() == (wire.Bye(reason="too_fast", retry=False), 4429)
        await flooding.ended()
        assert counted(guarded, "deckname_floods_total", kind=kind) == before + 1
        assert f"socket.flooded kind={kind} count=" in guarded.log()
        await party.start()  # others go on, on a socket of the same device, too
        await party.play(Random(1), skill=1.0, moves=3)


async def test_fifty_who_flood_are_closed_while_others_play(guarded: Node) -> None:
    async def flood(table: str, token: str, kind: str) -> None:
        async with raw_socket(guarded, table, token) as flooding:
            await flooding.send(FLOODS[kind] + frame(PING, LAST_PING))
            assert (await flooding.farewell())[1] == 4429

    async with gathered(guarded.address) as party:
        await party.start()
        token = await new_device(guarded.address)
        table = await open_table(guarded.address, token)
        kinds = [kind for _ in range(10) for kind in FLOODS]
        before = sum(counted(guarded, "deckname_floods_total", kind=kind) for kind in FLOODS)
        await asyncio.gather(party.play(Random(1), moves=20), *(flood(table, token, kind) for kind in kinds))
        assert sum(counted(guarded, "deckname_floods_total", kind=kind) for kind in FLOODS) == before + 50
        assert all(person.online for person in party.host.state.people)


async def test_a_client_of_ours_that_is_turned_away_says_why(guarded: Node) -> None:
    token = await new_device(guarded.address)
    async with await connect(guarded.address, await open_table(guarded.address, token), token=token) as seat:
        assert seat._socket
        for _ in range(200):
            with contextlib.suppress(Exception):
                await seat._socket.ping()
        with pytest.raises(Refused, match="too_fast"):
            await seat.until(lambda _state: False)


async def test_whole_games_come_nowhere_near_a_limit(tmp_path: Path) -> None:
    """A class of thirty behind one router, quicker than people are, at what anybody is allowed by default."""
    defaults = Settings()
    limits = {
        name: getattr(defaults, name) for name in ("frames_per_address", "bytes_per_address", "connections_per_address")
    }
    with serving(tmp_path, **limits) as node:
        async with contextlib.AsyncExitStack() as stack:
            parties = [await stack.enter_async_context(gathered(node.address, crowd=2)) for _ in range(5)]
            await asyncio.gather(*(party.start() for party in parties))
            await asyncio.gather(*(party.play(Random(n)) for n, party in enumerate(parties)))
        assert "deckname_floods_total{" not in node.ask("GET", "/metrics")[1]
        assert counted(node, "deckname_connections_refused_total") == 0


# ---------------------------------------------------------------------------------------------------------------------
# One address


async def test_an_address_that_floods_by_many_sockets_may_come_back_later(tmp_path: Path) -> None:
    with serving(tmp_path, frames_per_address=100) as node:
        token = await new_device(node.address)
        table = await open_table(node.address, token)
        async with contextlib.AsyncExitStack() as stack:
            opened = [await stack.enter_async_context(raw_socket(node, table, token)) for _ in range(8)]
            for each in opened:  # less than one may, together more than their address may
                await each.send(frame(PING) * 50)
            leaving = [asyncio.create_task(each.farewell()) for each in opened]
            first, others = await asyncio.wait(leaving, return_when=asyncio.FIRST_COMPLETED)
            assert {task.result() for task in first} == {(wire.Bye(reason="too_fast", retry=True), 1013)}
            for task in others:
                task.cancel()
        assert counted(node, "deckname_floods_total", kind="address") >= 1


async def test_an_address_opens_only_so_many_sockets_at_once(tmp_path: Path) -> None:
    with serving(tmp_path, frames_per_address=20) as node:
        token = await new_device(node.address)
        table = await open_table(node.address, token)
        answers = []
        for _ in range(40):
            reader, writer = await asyncio.open_connection("127.0.0.1", node.port)
            writer.write(handshake(node.port, table, token))
            answers.append((await reader.readline()).split()[1])
            writer.close()
        assert {*answers[:4]} == {b"101"} and b"429" in answers
        assert counted(node, "deckname_connections_refused_total") >= 1
        async with await connect(node.address, table, token=token) as seat:  # who waits a little gets in
            assert seat.state.you.host


async def test_behind_a_proxy_each_visitor_counts_apart(tmp_path: Path) -> None:
    with serving(tmp_path, connections_per_address=2) as node:
        token = await new_device(node.address)
        table = await open_table(node.address, token)
        one, other = "X-Forwarded-For: 2001:db8::1", "X-Forwarded-For: 2001:db8:0:0:1::2"
        elsewhere = "X-Forwarded-For: 2001:db8:0:9::1"
        async with contextlib.AsyncExitStack() as stack:
            for header in (one, other, elsewhere):
                socket = await stack.enter_async_context(raw_socket(node, table, token, header))
                assert isinstance(wire.decode_message((await socket.hear())[1]), wire.Welcome)
            third = await stack.enter_async_context(raw_socket(node, table, token, one))
            assert await third.farewell() == (wire.Bye(reason="too_many_sockets", retry=False), 4429)
        assert counted(node, "deckname_connections_refused_total") == 1


# ---------------------------------------------------------------------------------------------------------------------
# What waits in memory


class Pipe(asyncio.Transport):
    """A transport that notes what is written."""

    def __init__(self) -> None:
        super().__init__()
        self.written = b""
        self.reading = True
        self.aborted = False

    def write(self, data: Any) -> None:
        self.written += data

    def write_eof(self) -> None: ...

    def is_closing(self) -> bool:
        return self.aborted

    def pause_reading(self) -> None:
        self.reading = False

    def resume_reading(self) -> None:
        self.reading = True

    def abort(self) -> None:
        self.aborted = True

    close = abort


async def deaf(_scope: Any, _receive: Any, send: Any) -> None:
    """An application that lets somebody in and then hears nothing."""
    await send({"type": "websocket.accept"})
    await asyncio.Event().wait()


async def line(application: Any = deaf, **settings: Any) -> tuple[SocketLine, Pipe]:
    """A socket that was let in."""
    config = uvicorn.Config(application, ws_max_size=1024, lifespan="off", log_config=None)
    traffic = Traffic(Settings(**settings))
    opened = SocketLine(traffic, config=config, server_state=ServerState(), app_state={})
    pipe = Pipe()
    opened.connection_made(pipe)
    opened.data_received(handshake(1, "table", "token"))
    while not opened.handshake_complete:
        await asyncio.sleep(0)
    return opened, pipe


def held(opened: SocketLine) -> int:
    """Bytes of a message that isn't complete, and its pieces, which have some each."""
    return len(opened.frames) + sum(map(len, opened.frames)) + len(opened.conn.reader.buffer)


@pytest.mark.parametrize("piece", [b"", b"x", b"x" * 100])
async def test_an_unfinished_message_does_not_grow_beyond_the_largest(piece: bytes) -> None:
    opened, pipe = await line(frames_per_second=1_000_000, frames_burst=50)
    opened.data_received(frame(TEXT, b"x", last=False))
    most = 0
    for _ in range(5_000):
        opened.data_received(frame(PIECE, piece, last=False))
        most = max(most, held(opened))
    assert most <= 1024 + 50
    assert not pipe.reading or pipe.aborted


async def test_what_comes_after_the_goodbye_is_not_even_read() -> None:
    opened, pipe = await line()
    opened.data_received(frame(PING) * 1_000)
    assert not pipe.reading and opened._traffic.floods == {"pings": 1}
    said, waiting = pipe.written, opened.queue.qsize()
    for _ in range(100):
        opened.data_received(frame(PING) * 1_000 + frame(TEXT, b"{}"))
    assert (pipe.written, opened.queue.qsize()) == (said, waiting)
    assert opened._traffic.floods == {"pings": 1}


async def test_a_flood_before_anybody_was_let_in_is_cut() -> None:
    opened, pipe = await line()
    opened.handshake_complete = False
    opened.data_received(frame(PING) * 1_000)
    assert pipe.aborted


async def test_who_waits_for_us_to_read_on_is_not_late() -> None:
    opened, pipe = await line(request_seconds=0.01)
    opened.data_received(frame(TEXT, b"{}") * 40 + frame(TEXT, b"{}")[:5])
    assert not pipe.reading and opened.queue.qsize() >= 32
    await asyncio.sleep(0.05)
    assert not opened._traffic.late and not opened.close_sent
    while not opened.queue.empty():
        await opened.receive()
    assert pipe.reading
    async with asyncio.timeout(PATIENCE):
        while not opened._traffic.late:
            await asyncio.sleep(0.01)
    assert opened._traffic.late == {"message": 1} and opened.close_sent


async def test_crumbs_of_a_frame_count() -> None:
    opened, pipe = await line()
    for byte in frame(TEXT, b"x" * 1000):
        opened.data_received(bytes([byte]))
    assert not pipe.reading and opened._traffic.floods == {"pieces": 1}


# ---------------------------------------------------------------------------------------------------------------------
# Where frames begin


FRAMES = st.builds(
    frame, st.sampled_from([TEXT, BINARY, PIECE, PING, PONG]), st.binary(max_size=300), st.booleans()
)  # fmt: skip


@given(st.lists(FRAMES, max_size=8), st.data())
def test_frames_are_found_however_they_are_cut(frames: list[bytes], data: st.DataObject) -> None:
    stream = b"".join(frames)
    cuts = sorted(data.draw(st.sets(st.integers(0, len(stream)), max_size=10)) | {0, len(stream)})
    heads = FrameHeads()
    found = [head for start, end in pairwise(cuts) for head in heads.read(stream[start:end])]
    assert found == [each[0] for each in frames]
    assert not heads.within


def test_frames_of_great_length_are_found() -> None:
    heads = FrameHeads()
    long = b"\x82\xff" + (70_000).to_bytes(8, "big") + bytes(4)
    assert [*heads.read(long + bytes(69_999))] == [0x82]
    assert heads.within
    assert [*heads.read(bytes(1) + frame(PING))] == [0x89]
    assert not heads.within
