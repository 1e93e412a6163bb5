"""Two nodes on one database whose clocks differ: nobody seems gone, no host is relieved, no turn ends by itself."""

from __future__ import annotations

import asyncio
from random import Random

from deckname import protocol as wire
from deckname.client import TableClient
from tests.server.serving import AT_ONCE, Node, Party
from tests.servers import run_postgres
from tests.soak import shifted_clock
from tests.soak.site import Site

LOOKS = 80
"""Ten a second, three times: longer than nodes take to think that another is dead, or that a host is away."""


async def attack(site: Site) -> None:
    with run_postgres() as postgres:
        for ahead in (30, 600):
            await _differ(site, postgres.new_database(), ahead)


async def _differ(site: Site, url: str, ahead: float) -> None:
    settings = {"database_url": url, "log_level": "info", **AT_ONCE}
    right = Node(site.folder / f"right-{ahead}", **settings)
    wrong = Node(site.folder / f"ahead-{ahead}", program=shifted_clock.program(site.folder, ahead), **settings)
    with right.running(), wrong.running():
        clock = wire.ClockForm(clue=120, guess=120, ends_itself=True)
        party = await _Split.gather(right.address, wrong.address, clock=clock)
        try:
            await party.start()
            host, away, turned = party.host.state.you.person, 0, 0
            for moves in (1, 2, 3):
                await party.play(Random(moves), skill=1.0, moves=moves)
                away, turned = away + await _looks_away(party), turned + (party.host.state.ply != moves)
            relieved = host not in {person.id for person in party.host.state.people if person.host}
        finally:
            await party.close()
    said = f"away in {away} of {3 * LOOKS} looks, host relieved: {relieved}, {turned} turns ended by themselves"
    site.find(9, f"Nobody notices {ahead} s between the clocks of two nodes", said, not (away or relieved or turned))


async def _looks_away(party: Party) -> int:
    """In how many looks somebody who is connected seems to be away."""
    away = 0
    for _ in range(LOOKS):
        await asyncio.sleep(0.1)
        away += any(not person.online for person in party.host.state.people)
    return away


class _Split(Party):
    """Everybody comes to another node than the one before."""

    async def join(self, name: str | None, token: str | None = None) -> TableClient:
        self.addresses = [*self.addresses[1:], self.addresses[0]]
        return await super().join(name, token)
