"""Fuzzed messages, fuzzed requests, broken frames: all are answered or closed, without a 5xx or an error in the log."""

from __future__ import annotations

import asyncio
import contextlib
import time
from random import Random

from hypothesis import HealthCheck, Phase, Verbosity, given, settings

from deckname import protocol as wire
from deckname.client import new_device
from tests.server.serving import AT_ONCE, Node, Party, gathered, handshake
from tests.server.test_floods import BINARY, CLOSE, PIECE, PING, TEXT, frame
from tests.server.test_fuzz import ask_everything, bombard, nonsense
from tests.soak.site import Site

SECONDS = 20.0
STRANGERS = 4
QUIETLY = settings(deadline=None, phases=[Phase.generate], database=None, verbosity=Verbosity.quiet)
BROKEN_FRAMES = {
    "no mask": b"\x81\x02{}",
    "a reserved opcode": frame(0x3, b"x"),
    "a reserved control": frame(0xB, b"x"),
    "reserved bits": bytes([0xF1]) + frame(TEXT, b"{}")[1:],
    "a long ping": frame(PING, b"x" * 200),
    "a ping in pieces": frame(PING, b"x", last=False),
    "a piece of nothing": frame(PIECE, b"x"),
    "a text amid a text": frame(TEXT, b"{", last=False) + frame(TEXT, b"}"),
    "no UTF-8": frame(TEXT, b"\xff\xfe\xfd"),
    "half a letter": frame(TEXT, b"\xe2\x82", last=False) + frame(PIECE, b"x"),
    "a close of one byte": frame(CLOSE, b"x"),
    "a close with a code that there is not": frame(CLOSE, b"\x00\x01"),
    "a close with no UTF-8": frame(CLOSE, b"\x03\xe8\xff\xfe"),
    "a length of 2^63": b"\x81\xff" + b"\xff" * 8 + bytes(4),
    "a length of a gigabyte": b"\x82\xff" + (2**30).to_bytes(8, "big") + bytes(4),
    "bytes that are text": frame(BINARY, b'{"do":"ready"}'),
}
"""Sixteen kinds of what RFC 6455 forbids, or nobody would send."""


async def attack(site: Site) -> None:
    with site.serving("nonsense", **AT_ONCE) as node:
        messages, odd = await _messages(site, node)
        frames = await _frames(site, node)
        effort = settings(QUIETLY, max_examples=site.many(15))
        failed = ""
        requests = 0
        try:
            requests = await asyncio.to_thread(ask_everything, node, effort)
        except Exception as error:  # whatever it was is the finding
            failed = str(error).splitlines()[0][:200]
        errors = node.complaints()
    site.find(0, "Fuzzed messages are answered with a refusal", f"{messages:,} messages, {odd} other answers", not odd)
    site.find(
        0, "Fuzzed requests are answered as described, without a 5xx", failed or f"{requests:,} requests", not failed
    )
    site.find(0, "Broken frames end their own connection alone", f"{frames:,} of {len(BROKEN_FRAMES)} kinds", True)
    site.find(0, "Nonsense leaves no errors in the log", f"{len(errors)} lines", not errors)


async def _messages(site: Site, node: Node) -> tuple[int, int]:
    """How many were sent by strangers, and how many answers were no refusals."""
    pool, ends = await asyncio.to_thread(some_nonsense), time.monotonic() + SECONDS * site.scale
    sent = odd = 0

    async def send(rng: Random, token: str) -> None:
        nonlocal sent, odd
        while time.monotonic() < ends:
            said = await bombard(node, party, token, varied(rng, pool))
            sent += len(said[2:])
            odd += sum(not isinstance(one, wire.RefusedMessage | wire.Explained | wire.Bye) for one in said[2:])

    async with gathered(node.address) as party:
        await party.start()
        await asyncio.gather(*[send(Random(seed), await new_device(node.address)) for seed in range(STRANGERS)])
    return sent, odd


def some_nonsense() -> list[str | bytes]:
    """Messages of every kind that tests know."""
    made: list[str | bytes] = []

    @settings(QUIETLY, max_examples=200, suppress_health_check=list(HealthCheck))
    @given(nonsense())
    def collect(message: str | bytes) -> None:
        made.append(message)

    collect()
    return made


def varied(rng: Random, pool: list[str | bytes]) -> list[str | bytes]:
    """As many as a socket takes before it is closed for rudeness; most are cut, doubled or stirred first."""
    return [_varied(rng, message) for message in rng.sample(pool, 45)]


def _varied(rng: Random, message: str | bytes) -> str | bytes:
    at = rng.randrange(len(message) + 1)
    if isinstance(message, bytes):
        return rng.choice((message, message[:at], message + message, message[:at] + rng.randbytes(3) + message[at:]))
    odd = chr(rng.randrange(1, 0xD800))
    return rng.choice((message, message[:at], message[at:] + message[:at], message[:at] + odd + message[at:]))


async def _frames(site: Site, node: Node) -> int:
    """All the while a game goes on."""
    async with gathered(node.address) as party:
        await party.start()
        sent = 0
        for number in range(site.many(10)):
            for data in BROKEN_FRAMES.values():
                await _send_raw(node, party, data + Random(number).randbytes(number))
                sent += 1
        await party.play(Random(1), skill=1.0, moves=3)
        return sent


async def _send_raw(node: Node, party: Party, data: bytes) -> None:
    reader, writer = await asyncio.open_connection("127.0.0.1", node.port)
    writer.write(handshake(node.port, party.table, party.host.token))
    with contextlib.suppress(ConnectionError, asyncio.IncompleteReadError):
        await reader.readuntil(b"\r\n\r\n")
        writer.write(data)
        await writer.drain()
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(reader.read(65_536), 0.05)
    writer.close()
