"""Somebody who plays at the side while others attack, and notes how long each answer takes.

A process of its own: what attackers do must not be mistaken for what the server does. Two people sit at a Duet table
of their own, and one says over and over whether they are ready: a command that is stored, answered and told like any.

Usage, by `Probe.begin` alone: python -m tests.soak.probe ADDRESS; ends with its input, and prints its times.
"""

from __future__ import annotations

import asyncio
import json
import sys
import time
from dataclasses import dataclass, field
from typing import Self

from deckname import protocol as wire
from tests.server.serving import Party, gathered

EVERY = 0.1
LONGEST = 30.0
"""Seconds after which an answer isn't waited for any more, and counts as having taken so long."""


@dataclass
class Probe:
    process: asyncio.subprocess.Process
    times: list[float] = field(default_factory=list)

    @classmethod
    async def begin(cls, address: str) -> Self:
        pipe = asyncio.subprocess.PIPE
        command = [sys.executable, "-m", "tests.soak.probe", address]
        process = await asyncio.create_subprocess_exec(*command, stdin=pipe, stdout=pipe)
        assert process.stdout
        assert (await process.stdout.readline()).strip() == b"ready"
        return cls(process)

    async def end(self) -> None:
        said, _ = await self.process.communicate(b"")
        self.times = sorted(json.loads(said or b"[]"))

    def percentile(self, part: float) -> float:
        return self.times[min(len(self.times) - 1, int(part * len(self.times)))] if self.times else LONGEST

    def __str__(self) -> str:
        found = [f"{name} {self.percentile(part) * 1000:,.0f} ms" for name, part in _PARTS.items()]
        return f"{', '.join(found)} of {len(self.times):,}"


_PARTS = {"p50": 0.5, "p99": 0.99, "max": 1.0}


async def _play(address: str) -> None:
    async with gathered(address, edition="duet") as party:
        over = asyncio.create_task(_input_ends())
        print("ready", flush=True)
        times = []
        while not over.done():
            times.append(await _answered(party, ready=len(times) % 2 == 0))
            await asyncio.wait({over}, timeout=EVERY)
        print(json.dumps(times))


async def _answered(party: Party, ready: bool) -> float:
    began = time.perf_counter()
    try:
        await asyncio.wait_for(party.host.send(wire.Ready(ready=ready)), LONGEST)
    except (ConnectionError, TimeoutError):
        return LONGEST
    return time.perf_counter() - began


async def _input_ends() -> None:
    reader = asyncio.StreamReader()
    await asyncio.get_running_loop().connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
    await reader.read()


if __name__ == "__main__":
    asyncio.run(_play(sys.argv[1]))
