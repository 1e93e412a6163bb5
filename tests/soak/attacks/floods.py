"""Too much of everything: pings, pieces and endless messages; sockets before their handshake; huge heads; pipelines."""

from __future__ import annotations

import asyncio
import contextlib
import json
import sys
from random import Random
from typing import Any

from deckname.server.settings import Settings
from tests.server.serving import Node, Party, gathered, stalled
from tests.soak.site import ROOT, Site, megabytes, milliseconds, resident

LONGEST = 0.050
"""Seconds within which 99 of 100 commands are answered, on a machine that does nothing else."""
BUSY = 2.0
"""On a busy machine: how many times as long as without a flood."""
HALF_OPEN = 1_000


async def attack(site: Site) -> None:
    await _flooded_sockets(site)
    limits = ("connections_per_address", "frames_per_address", "bytes_per_address")
    defaults = {name: getattr(Settings(), name) for name in limits}
    with site.serving("crowds", **defaults) as node:
        await _beside(site, node, "half-open connections", _half_open)
        await _beside(site, node, "requests in one pipeline", _pipelines)
        await _beside(site, node, "heads and cookies of 100 kB", _huge_heads)
    with site.serving("stalled") as node:
        await _stalled_readers(site, node)


async def _flooded_sockets(site: Site) -> None:
    """The benchmark measures, we judge: it has the server and the flood on cores of their own."""
    command = [sys.executable, str(ROOT / "bench" / "floods.py"), str(2 * max(1.0, site.scale)), "--json"]
    process = await asyncio.create_subprocess_exec(*command, stdout=asyncio.subprocess.PIPE)
    rows: list[tuple[str, str, dict[str, Any]]] = json.loads((await process.communicate())[0])
    quiet = _percentile(rows[0][2], 0.99)
    allowed = max(LONGEST, BUSY * quiet)
    site.find(2, "Commands without a flood", f"p99 {milliseconds(quiet)}", True)
    for kind, clients, found in rows[1:-1]:
        p99, longest = _percentile(found, 0.99), _percentile(found, 1.0)
        figures = f"p99 {milliseconds(p99)}, max {milliseconds(longest)}, {found['visits']:,} visits, "
        figures += f"memory {megabytes(found['memory'])} more"
        site.find_time(
            2, f"Commands beside {clients} who send {kind}: p99 under {milliseconds(allowed)}", figures, p99 < allowed
        )


def _percentile(found: dict[str, Any], part: float) -> float:
    times: list[float] = found["latencies"]
    return times[min(len(times) - 1, int(part * len(times)))]


async def _beside(site: Site, node: Node, what: str, attack: Any) -> None:
    before = resident(node.pid)
    async with site.probing(node) as probe:
        count = await attack(site, node)
    grown = resident(node.pid) - before
    held = probe.percentile(0.99) < 0.25 and grown < 100e6
    site.find_time(2, f"Commands beside {what}", f"{count:,} of them: {probe}; memory {megabytes(grown)} more", held)


async def _half_open(site: Site, node: Node) -> int:
    """From one address: they come, say half a word or nothing, and stay."""
    opened = []
    for number in range(site.many(HALF_OPEN)):
        with contextlib.suppress(OSError):
            _, writer = await asyncio.open_connection("127.0.0.1", node.port)
            writer.write(b"GET /api/tables/x/socket HTTP/1.1\r\nHost: x\r\n"[: number % 40])
            opened.append(writer)
    await asyncio.sleep(1)
    for writer in opened:
        writer.close()
    return len(opened)


async def _pipelines(site: Site, node: Node) -> int:
    """Everything at once on each connection, without waiting for an answer."""
    each = 100
    request = b"GET /api/choices HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"

    async def one() -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", node.port)
        writer.write(request * each)
        with contextlib.suppress(TimeoutError, ConnectionError):
            async with asyncio.timeout(5):
                while await reader.read(65_536):
                    pass
        writer.close()

    count = site.many(20)
    await asyncio.gather(*(one() for _ in range(count)))
    return count * each


async def _huge_heads(site: Site, node: Node) -> int:
    count, answers = site.many(100), []
    for number in range(count):
        reader, writer = await asyncio.open_connection("127.0.0.1", node.port)
        name = (b"Cookie", b"X-Forwarded-For", b"Authorization", b"Sec-WebSocket-Protocol")[number % 4]
        with contextlib.suppress(ConnectionError, TimeoutError):
            async with asyncio.timeout(10):
                writer.write(b"GET /health HTTP/1.1\r\nHost: x\r\n%s: %s\r\n\r\n" % (name, b"x" * 100_000))
                answers.append((await reader.readline()).split()[1:2])
        writer.close()
    broken = [answer for answer in answers if answer and answer[0].startswith(b"5")]
    site.find(2, "Huge heads are refused without a 5xx", f"{len(broken)} of {count}", not broken)
    return count


async def _stalled_readers(site: Site, node: Node) -> None:
    async with gathered(node.address) as party:
        await party.start()
        stuck = [stalled(node.port, party) for _ in range(60)]
        async with site.probing(node) as probe:
            await _talk(party)
        for reader in stuck:
            reader.close()
    site.find_time(2, "Commands beside 60 who never read", f"{probe}", probe.percentile(0.99) < 0.25)


async def _talk(party: Party) -> None:
    await party.play(Random(1), skill=0.9)
