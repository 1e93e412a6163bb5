"""One device that writes as fast as it may, and strangers who have the table read again: the log stays bounded."""

from __future__ import annotations

import asyncio
import contextlib
import time

from deckname import protocol as wire
from deckname.client import Refused
from deckname.store import open_store
from tests.server.serving import Node, gathered
from tests.soak.site import Site, megabytes, resident

SECONDS = 20.0
MOST_ENTRIES = 2_000
READERS = 8


async def attack(site: Site) -> None:
    with site.serving("logs") as node:
        async with gathered(node.address) as party:
            sent = await _flood_facts(party.host, SECONDS * max(1.0, site.scale))
            table = party.table
            before = resident(node.pid)
            async with site.probing(node) as probe:
                await _read_again(site, node, table)
            grown = resident(node.pid) - before
        site.find(
            6,
            "Commands beside anonymous readers of a long log",
            f"{probe}; memory {megabytes(grown)} more",
            probe.percentile(1.0) < 1.0,
        )
    entries = await _entries(node, table)
    figures = f"{sent:,} facts accepted, {entries:,} entries kept"
    site.find(6, f"A flood of facts leaves at most {MOST_ENTRIES:,} entries", figures, entries <= MOST_ENTRIES)


async def _flood_facts(host: object, seconds: float) -> int:
    """Facts of the lobby that are kept, at the limits that everybody has."""
    done, ends = 0, time.monotonic() + seconds
    while time.monotonic() < ends:
        wishes = [
            wire.Ready(ready=True),
            wire.Ready(ready=False),
            wire.Rename(name=f"N{done}"),
            wire.Say(text="x" * 300),
        ]
        for wish in wishes:
            with contextlib.suppress(Refused):
                await host.send(wish)  # type: ignore[attr-defined]
                done += 1
    return done


async def _read_again(site: Site, node: Node, table: str) -> None:
    """What nobody has in memory is read from the store: games that there are not, by people who are nobody."""

    async def read() -> None:
        for number in range(site.many(20)):
            await asyncio.to_thread(node.ask, "GET", f"/api/tables/{table}/games/{number % 2}")

    await asyncio.gather(*(read() for _ in range(READERS)))


async def _entries(node: Node, table: str) -> int:
    store = await open_store(None, node.data)
    try:
        return len((await store.load(table)).entries)
    finally:
        await store.close()
