"""A program that appends without end and tells what was acknowledged, until it is killed.

With --compact each log begins with a snapshot again and again, and what it forgets with it are secrets.

Usage: python -m tests.store.writer [--compact] FOLDER [URL]
"""

from __future__ import annotations

import asyncio
import os
import sys
from pathlib import Path

from deckname.store import Log, Store, open_store

LOGS = 8


def body(log: str, seq: int) -> bytes:
    return f"{log}/{seq}".encode() * (1 + seq % 40)


def snapshot(log: str, seq: int) -> bytes:
    return f"{log} up to {seq}".encode() * 100


def is_whole(name: str, log: Log) -> bool:
    """Whether a log that was compacted has a snapshot with everything behind it, and the secrets of that alone."""
    begin = log.snapshot.seq if log.snapshot else 0
    numbers = range(begin + 1, begin + 1 + len(log.entries))
    return (
        (log.snapshot is None or log.snapshot.body == snapshot(name, begin))
        and log.entries == [(seq, body(name, seq)) for seq in numbers]
        and log.secrets.keys() == {str(seq) for seq in numbers}
    )


async def write(store: Store, log: str) -> None:
    seq = await store.last_seq(log)
    while True:
        size = 1 + seq % 3
        bodies = [body(log, number) for number in range(seq + 1, seq + 1 + size)]
        await store.append(log, seq + 1, bodies, {"key": bodies[-1]})
        seq += size
        tell(log, seq)


async def write_and_compact(store: Store, log: str) -> None:
    seq, compacted = await store.last_seq(log), 0
    while True:
        numbers = [*range(seq + 1, seq + 4)]
        secrets = {str(number): b"" for number in numbers}
        await store.append(log, seq + 1, [body(log, number) for number in numbers], secrets)
        seq += 3
        tell(log, seq)
        begin = seq - seq % 2
        await store.compact(log, begin, snapshot(log, begin), [str(n) for n in range(compacted, begin + 1)])
        compacted = begin


def tell(log: str, seq: int) -> None:
    os.write(1, f"{log} {seq}\n".encode())  # one write, so a line is whole or absent


async def main(*arguments: str) -> None:
    compacting = arguments[0] == "--compact"
    folder, url = (*arguments[compacting:], None)[:2]
    store = await open_store(url, Path(str(folder)))
    job = write_and_compact if compacting else write
    await asyncio.gather(*(job(store, f"log{n}") for n in range(LOGS)))


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
