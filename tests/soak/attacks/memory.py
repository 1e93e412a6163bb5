"""Three phases of abuse, and then quiet: the memory that they took comes back."""

from __future__ import annotations

import asyncio
import contextlib
from random import Random

from deckname.client import new_device
from tests.server.serving import AT_ONCE, Node, Party, gathered, handshake, stalled
from tests.server.test_floods import FLOODS, raw_socket
from tests.server.test_fuzz import bombard
from tests.soak.attacks.nonsense import some_nonsense, varied
from tests.soak.site import Site, megabytes, resident

ALLOWED = 1.15
PAUSE = 75.0
"""Seconds: tables stay for a minute after everybody has left."""
AT_A_TIME = 250


async def attack(site: Site) -> None:
    with site.serving("memory", **AT_ONCE) as node:
        await _games(node, 6)
        before = resident(node.pid)
        found = [before]
        for phase in (_nonsense, _sockets, _tables):
            await phase(site, node)
            found.append(resident(node.pid))
        await asyncio.sleep(PAUSE)
        after = resident(node.pid)
    grown = after / before
    figures = f"{', '.join(map(megabytes, found))}, after a pause {megabytes(after)}: {grown:.0%} of before"
    site.find(
        10, f"Memory after three phases of abuse is within {ALLOWED - 1:.0%} of before", figures, grown <= ALLOWED
    )


async def _nonsense(site: Site, node: Node) -> None:
    async with gathered(node.address) as party:
        await party.start()
        token, pool, rng = await new_device(node.address), await asyncio.to_thread(some_nonsense), Random(1)
        for _ in range(site.many(100)):
            await bombard(node, party, token, varied(rng, pool))


async def _sockets(site: Site, node: Node) -> None:
    """Thousands that are opened and left, floods of all kinds, and some who never read."""
    async with gathered(node.address) as party:
        await party.start()
        for _ in range(site.many(3_000) // AT_A_TIME):
            opened = await asyncio.gather(*(_open(node, party) for _ in range(AT_A_TIME)))
            for writer in opened:
                writer.close()
        for data in [*FLOODS.values()] * site.many(10):
            async with raw_socket(node, party.table, party.host.token) as flooding:
                await flooding.send(data)
                await asyncio.sleep(0.02)
        stuck = [stalled(node.port, party) for _ in range(60)]
        await party.play(Random(1))
        for reader in stuck:
            reader.close()


async def _open(node: Node, party: Party) -> asyncio.StreamWriter:
    reader, writer = await asyncio.open_connection("127.0.0.1", node.port)
    writer.write(handshake(node.port, party.table, party.host.token))
    with contextlib.suppress(ConnectionError, asyncio.IncompleteReadError):
        await reader.readuntil(b"\r\n\r\n")
    return writer


async def _tables(site: Site, node: Node) -> None:
    await _games(node, site.many(100))


async def _games(node: Node, count: int) -> None:
    """So many tables with a whole game at each, some at a time."""
    room = asyncio.Semaphore(12)

    async def play(number: int) -> None:
        async with room, gathered(node.address, edition=("classic", "duet", "pictures")[number % 3]) as party:
            await party.start()
            await party.play(Random(number), skill=0.95)

    await asyncio.gather(*(play(number) for number in range(count)))
