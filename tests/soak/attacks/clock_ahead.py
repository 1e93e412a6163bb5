"""A server whose clock is weeks ahead for a while: the running games that it finds are not deleted."""

from __future__ import annotations

import asyncio
from random import Random

from deckname.client import Refused, connect
from tests.server.serving import AT_ONCE, Party
from tests.soak import shifted_clock
from tests.soak.site import Site

AHEAD = 30 * 86_400


async def attack(site: Site) -> None:
    tables, tokens = [], []
    with site.serving("clock", sweep_after_days=14, **AT_ONCE) as node:
        for number in range(site.many(10)):
            party = await Party.gather(node.address)
            await party.start()
            await party.play(Random(number), skill=1.0, moves=3)
            tables.append(party.table)
            tokens.append(party.host.token)
            await party.close()
    ahead = shifted_clock.program(site.folder, AHEAD)
    with site.serving("clock", sweep_after_days=14, program=ahead, **AT_ONCE):
        await asyncio.sleep(3)  # it sweeps as soon as it starts
    gone = 0
    with site.serving("clock", sweep_after_days=14, **AT_ONCE) as node:
        for table, token in zip(tables, tokens, strict=True):
            gone += await _is_gone(node.address, table, token)
    site.find(5, "A clock that is 30 days ahead deletes no running game", f"{gone} of {len(tables)} deleted", not gone)


async def _is_gone(address: str, table: str, token: str) -> bool:
    try:
        seat = await connect(address, table, token=token)
    except Refused:
        return True
    running = seat.state.running
    await seat.close()
    return not running
