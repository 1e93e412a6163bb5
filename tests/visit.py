"""A visitor of an installed house, run by the house's own Python: lets bots play, and prints what it found."""

import asyncio
import gzip
import json
import sys
import time
import urllib.error
import urllib.request
from contextlib import suppress

from deckname import protocol as wire
from deckname.client import connect, new_device, open_table

PATIENCE = 120.0
BOTS_MOVED = 'deckname_bot_moves_total{by="'


def fetch(address: str, path: str) -> tuple[dict[str, str], bytes]:
    request = urllib.request.Request(address + path, headers={"Accept-Encoding": "gzip"})
    with urllib.request.urlopen(request, timeout=30) as answer:
        return {name.lower(): value for name, value in answer.headers.items()}, answer.read()


def wait_for(address: str) -> None:
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        with suppress(OSError):
            fetch(address, "/health")
            return
        time.sleep(0.1)
    sys.exit("nobody opens the door")


async def watch_bots(address: str, moves: int) -> tuple[str, ...]:
    """A game of pictures that bots play alone, for some moves; its board."""
    token = await new_device(address, "Ada")
    table = await open_table(address, token, wire.SettingsForm(edition="pictures", pace="quick", language="de"))
    async with await connect(address, table, token=token, name="Ada") as seat:
        await seat.send(wire.Stand())
        await seat.start(bots=True)
        await seat.until(lambda state: state.ply >= moves or not state.running)
        return tuple(card.face for card in seat.state.game.cards)


def main(address: str) -> None:
    wait_for(address)
    at_first = json.loads(fetch(address, "/api/workshop")[1])
    board = asyncio.run(watch_bots(address, moves=12))
    pictures = json.loads(fetch(address, "/api/pictures")[1])
    headers, svg = fetch(address, pictures[board[0]])
    figures = fetch(address, "/metrics")[1].decode().splitlines()
    found = {
        "workshop": at_first,
        "page": gzip.decompress(fetch(address, "/")[1])[:15].decode(),
        "pictures": len(pictures),
        "board": len(set(board) & pictures.keys()),
        "picture": [headers["content-type"], headers["content-encoding"], headers["cache-control"], len(svg)],
        "moved": [line.removeprefix(BOTS_MOVED).partition('"')[0] for line in figures if line.startswith(BOTS_MOVED)],
    }
    print(json.dumps(found))


if __name__ == "__main__":
    main(sys.argv[1])
