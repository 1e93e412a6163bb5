"""A device that does as much as it may, at a real server: its table's log stays short, and everybody sees the same."""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
from pathlib import Path

import pytest

from deckname import protocol as wire
from deckname.client import Refused, TableClient, connect
from deckname.tables.bounds import SNAPSHOT_AFTER
from tests.server.serving import AT_ONCE, Node, Party, gathered, serving

FACTS = 10_000
AT_ONCE_SENT = 100
MOST_BYTES = 1_000_000
LIMITS = {
    "sockets_per_device": 16, "connections_per_address": 1000,
    "frames_per_address": 1000, "bytes_per_address": 1_048_576,
}  # fmt: skip
"""As a house has them that sets none."""


def stored(node: Node, table: str) -> tuple[int, int]:
    """How many entries a log has, and how many bytes with its snapshot."""
    with contextlib.closing(sqlite3.connect(f"file:{node.data}/deckname.sqlite?mode=ro", uri=True)) as file:
        entries = "select count(*), coalesce(sum(length(body)), 0) from entries where log = ?"
        ((rows, size),) = file.execute(entries, (table,)).fetchall()
        snapshots = "select coalesce(sum(length(body)), 0) from snapshots where log = ?"
        ((more,),) = file.execute(snapshots, (table,)).fetchall()
        return rows, size + more


async def flood(seat: TableClient, facts: int, node: Node) -> tuple[int, int]:
    """So many marks, words and gestures by one device; the longest and the heaviest that its table's log ever was."""
    longest = heaviest = 0
    for number in range(0, facts, AT_ONCE_SENT):
        marks = [wire.PencilCard(card=n // 2 % 25, on=n % 2 == 0) for n in range(AT_ONCE_SENT - 10)]
        words = [wire.Say(text=f"{number} {n} " + "ö" * 280) for n in range(5)]
        await asyncio.gather(*map(seat.send, [*marks, *words, *5 * [wire.Emote(emote="hmm")]]))
        rows, size = await asyncio.to_thread(stored, node, seat.table)
        longest, heaviest = max(longest, rows), max(heaviest, size)
    return longest, heaviest


async def shown_to_all(party: Party) -> list[bytes]:
    """What everybody at the table is shown when they come back; who is connected is told anew after a restart."""
    shown = []
    for seat in party.seats.values():
        async with await connect(party.addresses, party.table, token=seat.token) as again:
            state = again.state
        people = [(person.id, person.name, person.place, person.host) for person in state.people]
        shown.append(wire.encode([state.you, state.table, people, state.places, state.game, state.pencil, state.talk]))
    return shown


@pytest.mark.slow
async def test_ten_thousand_facts_leave_a_short_log(tmp_path: Path) -> None:
    with serving(tmp_path, **AT_ONCE) as node:
        async with gathered(node.address) as party:
            async with await connect(node.address, party.table, name="Second") as second:  # who hears the first
                await second.sit("red.guesser")
                await party.start()
                longest, heaviest = await flood(party.seats["red.guesser"], FACTS, node)
            before = await shown_to_all(party)
        assert longest < 2 * SNAPSHOT_AFTER and heaviest < MOST_BYTES
        node.terminate()
        node.start()
        assert await shown_to_all(party) == before
        assert node.complaints() == []


async def code_of(seat: TableClient, wanted: wire.AnyRequest) -> str:
    try:
        await seat.send(wanted)
    except Refused as refused:
        return refused.code
    return "done"


async def test_many_sockets_do_not_make_one_person_faster(tmp_path: Path) -> None:
    """Each of them stays below what one may send at once; the others are not slowed down."""
    with serving(tmp_path, **LIMITS) as node:
        async with gathered(node.address) as party, contextlib.AsyncExitStack() as stack:
            await party.start()
            guesser = party.seats["blue.guesser"]
            tabs = [await connect(node.address, party.table, token=guesser.token) for _ in range(8)]
            for tab in tabs:
                await stack.enter_async_context(tab)
            codes = await asyncio.gather(*(code_of(tab, wire.Nudge()) for tab in tabs for _ in range(35)))
            assert {*codes} == {"done", "too_fast"}
            assert await code_of(party.seats["red.guesser"], wire.Emote(emote="wow")) == "done"
            assert await code_of(guesser, wire.PencilCard(card=1)) in ("done", "too_fast")
