"""A program that appends without end and tells what was acknowledged, until it is killed.

Usage: python -m tests.store.writer FOLDER [URL]
"""

from __future__ import annotations

import asyncio
import os
import sys
from pathlib import Path

from deckname.store import Store, open_store

LOGS = 8


def body(log: str, seq: int) -> bytes:
    return f"{log}/{seq}".encode() * (1 + seq % 40)


async def write(store: Store, log: str) -> None:
    seq = await store.last_seq(log)
    while True:
        size = 1 + seq % 3
        bodies = [body(log, number) for number in range(seq + 1, seq + 1 + size)]
        await store.append(log, seq + 1, bodies, {"key": bodies[-1]})
        seq += size
        os.write(1, f"{log} {seq}\n".encode())  # one write, so a line is whole or absent


async def main(folder: str, url: str | None = None) -> None:
    store = await open_store(url, Path(folder))
    await asyncio.gather(*(write(store, f"log{n}") for n in range(LOGS)))


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
