"""One device that writes as fast as it may, and strangers who have the table read again: the log stays bounded."""

from __future__ import annotations

import asyncio
import time

from deckname import protocol as wire
from deckname.client import Refused, TableClient
from deckname.server.settings import Settings
from deckname.store import open_store
from tests.server.serving import Node, Party, gathered
from tests.soak.site import Site, megabytes, resident

SECONDS = 20.0
MOST_ENTRIES = 2_000
READERS = 8


async def attack(site: Site) -> None:
    with site.serving("logs") as node:
        async with gathered(node.address) as party:
            sent = await _flood_facts(party, SECONDS * max(1.0, site.scale))
            table = party.table
            before = resident(node.pid)
            async with site.probing(node) as probe:
                await _read_again(site, node, table)
            grown = resident(node.pid) - before
        site.find_time(
            6,
            "Commands beside anonymous readers of a long log",
            f"{probe}; memory {megabytes(grown)} more",
            probe.percentile(1.0) < 1.0,
        )
    entries = await _entries(node, table)
    figures = f"{sent:,} facts accepted, {entries:,} entries kept"
    site.find(6, f"A flood of facts leaves at most {MOST_ENTRIES:,} entries", figures, entries <= MOST_ENTRIES)


async def _flood_facts(party: Party, seconds: float) -> int:
    """Facts that are kept, by one device on as many sockets as it may have, as fast as each of them may."""
    ends = time.monotonic() + seconds
    tabs = [await party.join(None, token=party.host.token) for _ in range(Settings().sockets_per_device - 1)]
    try:
        return sum(await asyncio.gather(*(_flood(tab, number, ends) for number, tab in enumerate(tabs))))
    finally:
        await asyncio.gather(*(tab.close() for tab in tabs))


async def _flood(tab: TableClient, number: int, ends: float) -> int:
    done = 0
    while time.monotonic() < ends:
        wishes = (wire.Ready(ready=bool(done % 2)), wire.Rename(name=f"N{number}-{done}"), wire.Say(text="x" * 300))
        try:
            await tab.send(wishes[done % 3])
            done += 1
        except (Refused, ConnectionError):
            await asyncio.sleep(0.2)  # too fast: who goes on is closed
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
