"""Requests arrive in time or not at all, an address has so many connections, and who leaves midway is no error."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from deckname import protocol as wire
from deckname.client import new_device, open_table
from tests.server.serving import Node, serving
from tests.server.test_floods import PIECE, TEXT, counted, frame, raw_socket
from tests.servers import PATIENCE

HEAD = b"GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\n"
BODY = b"POST /api/devices HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 100\r\n\r\n"
GARBLED = b"POST /api/devices HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 2\r\n\r\n"


@contextlib.asynccontextmanager
async def connection(node: Node) -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
    reader, writer = await asyncio.open_connection("127.0.0.1", node.port)
    try:
        yield reader, writer
    finally:
        writer.close()


async def until_closed(reader: asyncio.StreamReader) -> bytes:
    async with asyncio.timeout(PATIENCE):
        said = b""
        with contextlib.suppress(ConnectionError):
            while data := await reader.read(65_536):
                said += data
        return said


@pytest.fixture(scope="module")
def hasty(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Node]:
    """A server that waits half a second for the rest of a request."""
    with serving(tmp_path_factory.mktemp("hasty"), request_seconds=0.5) as running:
        yield running
        assert running.complaints() == []


@pytest.mark.parametrize(("begun", "missing"), [(HEAD, "head"), (BODY, "body"), (BODY + b"{", "body")])
async def test_a_half_sent_request_is_closed(hasty: Node, begun: bytes, missing: str) -> None:
    before = counted(hasty, "deckname_late_total", kind=missing)
    async with connection(hasty) as (reader, writer):
        writer.write(begun)
        assert (await until_closed(reader)).startswith(b"HTTP/1.1 408 ")
    assert counted(hasty, "deckname_late_total", kind=missing) == before + 1
    assert f"request.late kind={missing} count=" in hasty.log()


async def test_a_connection_on_which_nothing_is_asked_is_closed(hasty: Node) -> None:
    async with connection(hasty) as (reader, _):
        assert await until_closed(reader) == b""


@pytest.mark.parametrize("drip", [b"X-Slow: 1\r\n", b"x"])
async def test_a_drip_is_not_enough(hasty: Node, drip: bytes) -> None:
    missing = "head" if drip != b"x" else "body"
    before = counted(hasty, "deckname_late_total", kind=missing)
    async with connection(hasty) as (reader, writer):
        writer.write(HEAD if missing == "head" else BODY)
        closed = asyncio.create_task(until_closed(reader))
        while not closed.done():
            with contextlib.suppress(ConnectionError):
                writer.write(drip)
                await writer.drain()
            await asyncio.sleep(0.05)
    assert counted(hasty, "deckname_late_total", kind=missing) == before + 1


async def test_the_second_request_of_a_connection_has_a_time_too(hasty: Node) -> None:
    async with connection(hasty) as (reader, writer):
        writer.write(HEAD + b"\r\n")
        assert (await reader.readuntil(b"\r\n\r\n")).startswith(b"HTTP/1.1 200 ")
        writer.write(HEAD)
        assert b"HTTP/1.1 408 " in await until_closed(reader)


async def test_a_request_in_crumbs_is_closed(tmp_path: Path) -> None:
    """However much time there is: every crumb costs."""
    with serving(tmp_path, request_seconds=3600) as node:
        async with connection(node) as (reader, writer):
            writer.write(HEAD)
            closed = asyncio.create_task(until_closed(reader))
            while not closed.done():
                with contextlib.suppress(ConnectionError):
                    writer.write(b"X-Slow: 1\r\n")
                    await writer.drain()
                await asyncio.sleep(0.001)
        assert counted(node, "deckname_late_total", kind="head") == 1


@pytest.mark.parametrize("begun", [frame(TEXT, b"{", last=False), frame(TEXT, b"{" * 50)[:20], b"\x81"])
async def test_a_message_that_is_not_finished_in_time(hasty: Node, begun: bytes) -> None:
    token = await new_device(hasty.address)
    before = counted(hasty, "deckname_late_total", kind="message")
    async with raw_socket(hasty, await open_table(hasty.address, token), token) as socket:
        await socket.send(begun)
        assert await socket.farewell() == (wire.Bye(reason="too_fast", retry=False), 4429)
    assert counted(hasty, "deckname_late_total", kind="message") == before + 1


async def test_messages_that_end_in_time_may_come_in_pieces(hasty: Node) -> None:
    token = await new_device(hasty.address)
    async with raw_socket(hasty, await open_table(hasty.address, token), token) as socket:
        for _ in range(8):  # there is always one under way, and never the same
            await socket.send(frame(TEXT, b'{"do":', last=False))
            await asyncio.sleep(0.1)
            await socket.send(frame(PIECE, b'"ready","id":7}') + frame(TEXT, b"{", last=False) + frame(PIECE, b"}"))
        answers = [wire.decode_message((await socket.hear())[1]) for _ in range(18)]
    assert sum(isinstance(answer, wire.RefusedMessage) and answer.id == 7 for answer in answers) == 8


async def test_an_address_has_so_many_connections(tmp_path: Path) -> None:
    with serving(tmp_path, connections_per_address=4, trusted_proxies="192.0.2.1") as node:
        async with contextlib.AsyncExitStack() as stack:
            for _ in range(4):
                await stack.enter_async_context(connection(node))
            async with connection(node) as (reader, _):
                said = await until_closed(reader)
                assert said.startswith(b"HTTP/1.1 429 ") and b'"too_fast"' in said
        while counted_or_refused(node) is None:  # until the server knows that they have gone
            await asyncio.sleep(0.05)
        assert counted(node, "deckname_connections_refused_total") >= 1


def counted_or_refused(node: Node) -> float | None:
    status, said, _ = node.ask("GET", "/metrics")
    return None if status == 429 else float(len(said))


async def test_sockets_and_requests_are_counted_once(tmp_path: Path) -> None:
    """What becomes a socket is the same connection still, and is forgotten when it ends."""
    with serving(tmp_path, connections_per_address=4, trusted_proxies="192.0.2.1") as node:
        token = await new_device(node.address)
        table = await open_table(node.address, token)
        for _ in range(10):
            async with contextlib.AsyncExitStack() as stack:
                for _ in range(3):
                    await stack.enter_async_context(raw_socket(node, table, token))
            while node.ask("GET", "/api/me", token=token)[0] == 429:
                await asyncio.sleep(0.05)
        assert node.ask("GET", "/api/me", token=token)[0] == 200


@pytest.mark.parametrize("begun", [BODY, BODY + b"{", BODY[:-2]])
async def test_who_leaves_amid_a_request_is_no_error(tmp_path: Path, begun: bytes) -> None:
    with serving(tmp_path) as node:
        for _ in range(3):
            async with connection(node) as (_, writer):
                writer.write(begun)
                await writer.drain()
        async with connection(node) as (reader, writer):  # by now it has heard of those who left
            writer.write(GARBLED + b"x}")
            assert (await reader.readuntil(b"\r\n\r\n")).startswith(b"HTTP/1.1 400 ")
        await asyncio.to_thread(node.terminate)
        assert node.complaints() == []
