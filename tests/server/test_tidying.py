"""What has gone leaves nothing behind: neither sockets nor tables wait for the collector, and memory is given back."""

from __future__ import annotations

import asyncio
import gc
import os
import weakref
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from deckname.server.tidying import FEW, Tidying
from deckname.tables import presence, registry
from tests.server.serving import AT_ONCE, Node, Party, gathered, handshake, serving
from tests.server.test_floods import PING, TEXT, counted, frame, line
from tests.servers import PATIENCE
from tests.tables.gathering import Gathering, Reader
from tests.tables.test_play import classic

CROWD = 200


@pytest.fixture
def uncollected() -> Iterator[None]:
    """Meanwhile nothing goes but by itself."""
    gc.collect()
    gc.disable()
    yield
    gc.enable()


async def gone(held: weakref.ref[Any]) -> None:
    """Whatever still rings for it does so soon."""
    async with asyncio.timeout(PATIENCE):
        while held() is not None:
            await asyncio.sleep(0.01)


@pytest.mark.usefixtures("uncollected")
async def test_a_socket_that_has_gone_leaves_nothing_for_the_collector() -> None:
    async def application(_scope: Any, receive: Any, send: Any) -> None:
        await send({"type": "websocket.accept"})
        while (await receive())["type"] != "websocket.disconnect":
            pass

    opened, _ = await line(application)
    opened.data_received(frame(TEXT, b"{}") + frame(PING))
    held = weakref.ref(opened)
    opened.connection_lost(None)
    del opened
    await gone(held)


@pytest.mark.usefixtures("uncollected")
async def test_a_table_that_is_let_go_leaves_nothing_for_the_collector(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    gathering = await Gathering.on_file(tmp_path)
    await classic(gathering)
    for module, name in ((registry, "_LINGER"), (presence, "_ABSENCE"), (presence, "_HOST_AWAY")):
        monkeypatch.setattr(module, name, 0.2)
    tables = gathering.another_service()
    for person in gathering.persons.values():
        live = await tables.enter(gathering.table, reader := Reader(person))
        tables.exit(live, reader)
    state = weakref.ref(live.state)
    del live, reader
    await gone(state)
    assert tables.registry.let_go
    await tables.close()
    await gathering.close()


class Circle:
    def __init__(self) -> None:
        self.itself = self


def tied_in_circles() -> weakref.ref[Circle]:
    return weakref.ref(Circle())


@pytest.mark.usefixtures("uncollected")
@pytest.mark.parametrize(("here", "enough"), [(0, FEW), (FEW, FEW), (3 * FEW, 3 * FEW)])
def test_when_as_much_has_gone_as_is_here_it_is_tidied(here: int, enough: int) -> None:
    gone = 0
    tidying = Tidying(lambda: here, lambda: gone)
    for _ in range(2):  # and again, when as much has gone once more
        left = tied_in_circles()
        gone += enough - 1
        assert not tidying.look() and left() is not None
        gone += 1
        assert tidying.look() and left() is None


async def come_and_go(node: Node, party: Party) -> None:
    """A crowd that is there all at once, and then is not."""

    async def come() -> asyncio.StreamWriter:
        reader, writer = await asyncio.open_connection("127.0.0.1", node.port)
        writer.write(handshake(node.port, party.table, party.host.token))
        assert b" 101 " in await reader.readuntil(b"\r\n\r\n")
        return writer

    crowd = await asyncio.gather(*(come() for _ in range(CROWD)))
    for writer in crowd:
        writer.close()
    async with asyncio.timeout(PATIENCE):
        while counted(node, "deckname_sockets") > len(party.seats):
            await asyncio.sleep(0.05)


async def test_crowds_that_come_one_after_the_other_take_no_more_memory_than_one(tmp_path: Path) -> None:
    """Six crowds weigh some 25 MB where they are kept; what one leaves, the next has."""
    if not Path("/proc/self/statm").exists():
        pytest.skip("needs Linux's /proc")

    def resident() -> int:
        return int(Path(f"/proc/{node.pid}/statm").read_text("ascii").split()[1]) * os.sysconf("SC_PAGE_SIZE")

    with serving(tmp_path, **AT_ONCE) as node:
        async with gathered(node.address) as party:
            await come_and_go(node, party)
            first = resident()
            for _ in range(6):
                await come_and_go(node, party)
            assert resident() < 1.1 * first
