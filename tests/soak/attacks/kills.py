"""The plug is pulled under load, again and again: no move that was acknowledged is lost."""

from __future__ import annotations

import asyncio
import random
import signal

from tests.server.serving import AT_ONCE, QuickNode
from tests.server.test_outages import check_nothing_lost, evenings
from tests.soak.site import Site, ends_within


async def attack(site: Site) -> None:
    node = QuickNode(site.folder / "kills", log_level="info", **AT_ONCE)
    kills = site.many(30)
    with node.running():
        async with evenings([node.address], tables=6) as playing:
            for _ in range(kills):
                await asyncio.sleep(random.random() * 0.5)
                node.kill()
                await asyncio.to_thread(node.start)
            node.send_signal(signal.SIGSTOP)
            await asyncio.sleep(2)
            node.send_signal(signal.SIGCONT)
        lost, moves = "none", 0
        try:
            moves = await check_nothing_lost(playing, None, node.data)
        except (AssertionError, KeyError) as error:
            lost = f"some ({error})"
        ended = await asyncio.to_thread(ends_within, node)
    site.find(
        0,
        "No acknowledged move is lost",
        f"{kills} kill -9 and a SIGSTOP, {moves:,} moves, lost: {lost}",
        moves > 0 and lost == "none",
    )
    site.find(0, "SIGTERM ends within 5 s", f"{ended:.1f} s", ended < 5)
    site.find(0, "No errors in the log", f"{len(node.complaints())} lines", not node.complaints())
