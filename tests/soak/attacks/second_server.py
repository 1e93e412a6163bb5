"""A second server on one SQLite file: it says so and ends, and the first goes on."""

from __future__ import annotations

import asyncio

from tests.soak.site import Site, deckname


async def attack(site: Site) -> None:
    with site.serving("first") as node:
        done = await asyncio.to_thread(deckname, "serve", "--port=0", "--bots=0", f"--data={node.data}")
        goes_on = (await asyncio.to_thread(node.ask, "GET", "/ready"))[0] == 200
    said = f"exit {done.returncode}: {done.stderr.strip()[:120]}"
    site.find(
        8,
        "A second server on one file is refused in a sentence",
        said,
        done.returncode == 2 and done.stderr.count("\n") == 1,
    )
    site.find(8, "The first goes on", f"ready: {goes_on}", goes_on)
