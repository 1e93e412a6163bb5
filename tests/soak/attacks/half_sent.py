"""Requests that never end, and clients that leave amid them: the first are closed, the second leave no errors."""

from __future__ import annotations

import asyncio
import contextlib
import time

from tests.server.serving import Node
from tests.server.test_http_connections import BODY, HEAD
from tests.soak.site import Site

SECONDS = 3.0


async def attack(site: Site) -> None:
    with site.serving("half", request_seconds=SECONDS) as node:
        begun = [HEAD, BODY, BODY + b"{", b"", b"G"]
        took = await asyncio.gather(*(_closed_after(node, data) for data in begun * site.many(20)))
        open_still = sum(one is None for one in took)
        longest = max((one for one in took if one is not None), default=0.0)
        site.find(
            10,
            "Half-sent requests are closed",
            f"{len(took)} begun, {open_still} open for ever, the others for {longest:.1f} s",
            not open_still,
        )
        for _ in range(site.many(200)):
            _, writer = await asyncio.open_connection("127.0.0.1", node.port)
            writer.write(BODY + b'{"name":')
            await writer.drain()
            writer.transport.abort()
        await asyncio.to_thread(node.ask, "GET", "/health")
        errors = node.complaints()
    site.find(10, "Clients that leave in mid-body leave no errors", f"{len(errors)} lines", not errors)


async def _closed_after(node: Node, begun: bytes) -> float | None:
    reader, writer = await asyncio.open_connection("127.0.0.1", node.port)
    writer.write(begun)
    start = time.monotonic()
    try:
        async with asyncio.timeout(SECONDS + 10):
            with contextlib.suppress(ConnectionError):
                while await reader.read(65_536):
                    pass
    except TimeoutError:
        return None
    finally:
        writer.close()
    return time.monotonic() - start
