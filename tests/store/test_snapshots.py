"""What every store promises of snapshots, on every database: a log goes on behind one as if nothing had happened."""

from __future__ import annotations

import asyncio
import random

import pytest

from deckname.store import Compacted, Entry, Log, Snapshot, Stale, Store


async def grown(store: Store, log: str, length: int) -> None:
    await store.append(log, 1, [b"%d" % n for n in range(1, length + 1)], {"key": b"k", "shoe": b"s"})


def behind(seq: int, last: int) -> list[Entry]:
    return [Entry(n, b"%d" % n) for n in range(seq + 1, last + 1)]


async def test_a_log_without_a_snapshot_is_loaded_with_its_secrets(store: Store) -> None:
    await grown(store, "room", 3)
    await store.append("other", 1, [b"x"], {"key": b"other"})
    assert await store.load("room") == Log(None, behind(0, 3), {"key": b"k", "shoe": b"s"})
    assert await store.load("room", after=2) == Log(None, behind(2, 3), {"key": b"k", "shoe": b"s"})
    assert await store.load("nothing") == Log(None, [], {})


@pytest.mark.parametrize("seq", [1, 2, 3, 5])
async def test_a_snapshot_takes_the_place_of_the_entries_up_to_its_number(store: Store, seq: int) -> None:
    await grown(store, "room", 5)
    await grown(store, "other", 5)
    await store.compact("room", seq, b"so far", ["key", "never there"])
    assert await store.load("room") == Log(Snapshot(seq, b"so far"), behind(seq, 5), {"shoe": b"s"})
    assert await store.read("room", after=seq) == behind(seq, 5)
    assert await store.secrets("room") == {"shoe": b"s"}
    assert await store.last_seq("room") == 5
    assert await store.last_seqs(["room", "other"]) == {"room": 5, "other": 5}
    assert await store.load("other") == Log(None, behind(0, 5), {"key": b"k", "shoe": b"s"})


@pytest.mark.parametrize("seq", [1, 2, 5])
async def test_the_numbers_go_on_behind_a_snapshot(store: Store, seq: int) -> None:
    await grown(store, "room", 5)
    await store.compact("room", seq, b"so far")
    for taken in (*range(1, 6), 7):
        with pytest.raises(Stale):
            await store.append("room", taken, [b"x"], {"key": b"new"})
    await asyncio.gather(*(store.append("room", n, [b"%d" % n]) for n in range(6, 9)))
    await store.append("room", 9, [b"9", b"10"])
    loaded = await store.load("room")
    assert loaded == Log(Snapshot(seq, b"so far"), behind(seq, 10), {"key": b"k", "shoe": b"s"})


async def test_whoever_fell_behind_a_snapshot_is_told_and_loads_it(store: Store) -> None:
    await grown(store, "room", 5)
    await store.compact("room", 3, b"so far")
    for after in (-1, 0, 1, 2):
        with pytest.raises(Compacted) as told:
            await store.read("room", after)
        assert (told.value.log, told.value.seq) == ("room", 3)
        assert (await store.load("room", after))[:2] == (Snapshot(3, b"so far"), behind(3, 5))
    for after in (3, 4, 5, 99):
        assert await store.read("room", after) == behind(after, 5)
        assert (await store.load("room", after))[:2] == (None, behind(after, 5))


async def test_a_later_snapshot_takes_the_place_of_an_earlier_one(store: Store) -> None:
    await grown(store, "room", 6)
    await store.compact("room", 2, b"two")
    await store.compact("room", 4, b"four", ["key"])
    await store.compact("room", 4, b"four again")
    assert await store.load("room") == Log(Snapshot(4, b"four again"), behind(4, 6), {"shoe": b"s"})
    await store.compact("room", 3, b"three", ["shoe"])
    assert await store.load("room") == Log(Snapshot(4, b"four again"), behind(4, 6), {"shoe": b"s"})
    await store.compact("room", 6, b"six")
    assert await store.load("room") == Log(Snapshot(6, b"six"), [], {"shoe": b"s"})
    for taken in range(1, 7):
        with pytest.raises(Stale):
            await store.append("room", taken, [b"x"])
    await store.append("room", 7, [b"7"])
    assert (await store.load("room"))[:2] == (Snapshot(6, b"six"), behind(6, 7))


@pytest.mark.parametrize("seq", [4, 2**62, 10**30])
async def test_what_is_not_there_yet_is_not_compacted(store: Store, seq: int) -> None:
    await grown(store, "room", 3)
    for log in ("room", "nothing"):
        with pytest.raises(Stale):
            await store.compact(log, seq, b"beyond", ["key"])
    with pytest.raises(ValueError, match="numbered from 1"):
        await store.compact("room", 0, b"before")
    assert await store.load("room") == Log(None, behind(0, 3), {"key": b"k", "shoe": b"s"})
    assert await store.load("nothing") == Log(None, [], {})


async def test_a_compacted_log_is_idle_since_its_last_append(store: Store, clock) -> None:
    await grown(store, "old", 3)
    clock.now += 10
    await grown(store, "later", 3)
    clock.now += 10
    await store.compact("old", 3, b"all")
    await store.compact("later", 2, b"most")
    assert await store.idle_logs(clock.now - 15) == ["old"]
    assert await store.idle_logs(clock.now - 5) == ["old", "later"]
    await store.append("old", 4, [b"4"])
    assert await store.idle_logs(clock.now - 5) == ["later"]


async def test_a_dropped_log_is_gone_with_its_snapshot(store: Store) -> None:
    for length in (3, 1):
        await grown(store, "room", length)
        await store.compact("room", length, b"all")
        await store.drop_log("room")
        assert await store.load("room") == Log(None, [], {})
        assert (await store.last_seq("room"), await store.idle_logs(2e6)) == (0, [])
    await grown(store, "room", 2)
    assert await store.read("room") == behind(0, 2)


@pytest.mark.parametrize("stale", [False, True])
async def test_whatever_waits_together_with_a_compaction_is_done(store: Store, stale: bool) -> None:
    await grown(store, "room", 3)
    outcomes = await asyncio.gather(
        store.append("room", 4, [b"4"]),
        store.compact("room", 9 if stale else 3, b"so far"),
        store.append("hall", 1, [b"1"]),
        store.append("room", 5, [b"5"]),
        return_exceptions=True,
    )
    assert [type(outcome) for outcome in outcomes if outcome is not None] == ([Stale] if stale else [])
    expected = (None, behind(0, 5)) if stale else (Snapshot(3, b"so far"), behind(3, 5))
    assert (await store.load("room"))[:2] == expected
    assert await store.last_seq("hall") == 1


@pytest.mark.parametrize("seed", range(3))
async def test_those_who_read_see_everything_while_others_append_and_compact(store: Store, another, seed: int) -> None:
    """A snapshot here says which entries went into it. Two nodes; some of them far behind when they append."""
    stores, choose, last, busy = [store, await another()], random.Random(seed), 0, True
    given: set[int] = set()

    async def compact(mine: Store) -> None:
        while busy:
            seq = choose.randint(max(1, last - 4), last + 1)
            try:
                await mine.compact("room", seq, b"1-%d" % seq, [f"secret{n}" for n in range(seq + 1)])
            except Stale:
                await asyncio.sleep(0)

    async def append(mine: Store) -> None:
        nonlocal last
        while last < 150:
            seq = choose.choice([1, 2, max(1, last), *[last + 1] * 6])
            bodies = [b"%d" % n for n in range(seq, seq + choose.randint(1, 3))]
            try:
                await mine.append("room", seq, bodies, {f"secret{n}": b"" for n in range(seq, seq + len(bodies))})
            except Stale:
                continue
            numbers = range(seq, seq + len(bodies))
            assert given.isdisjoint(numbers), "a number was given twice"
            given.update(numbers)
            # Who wrote first need not hear of it first.
            last = max(last, numbers[-1])

    async def read(mine: Store) -> None:
        while busy:
            known = last
            snapshot, entries, secrets = await mine.load("room")
            begin = snapshot.seq if snapshot else 0
            assert snapshot is None or snapshot.body == b"1-%d" % begin
            assert entries == behind(begin, begin + len(entries))
            assert begin + len(entries) >= known
            assert {f"secret{seq}" for seq, _ in entries} <= secrets.keys()
            try:
                again = await mine.read("room", begin)
                assert again == behind(begin, begin + len(again))
                assert len(again) >= len(entries)
            except Compacted as compacted:
                assert compacted.seq > begin

    others = [asyncio.ensure_future(do(mine)) for do in (compact, read) for mine in stores]
    await asyncio.gather(*(append(mine) for mine in stores * 2))
    busy = False
    await asyncio.gather(*others)
    assert await store.last_seq("room") == last
    snapshot, entries, _ = await store.load("room")
    assert snapshot is not None, "nothing was ever compacted"
    assert entries == behind(snapshot.seq, last)


async def test_compacting_while_others_drop_leaves_nothing_half(store: Store, another) -> None:
    other = await another()

    async def grow() -> None:
        for _ in range(30):
            try:
                seq = await store.last_seq("room")
                await store.append("room", seq + 1, [b"x", b"y"], {"key": b"k"})
                await store.compact("room", seq + 1, b"%d" % (seq + 1))
            except Stale:
                continue

    async def drop() -> None:
        for _ in range(15):
            await other.drop_log("room")

    await asyncio.gather(grow(), grow(), drop())
    snapshot, entries, _ = await store.load("room")
    begin = snapshot.seq if snapshot else 0
    assert snapshot is None or snapshot.body == b"%d" % begin
    assert [entry.seq for entry in entries] == [*range(begin + 1, await store.last_seq("room") + 1)]
    await store.drop_log("room")
    assert await store.load("room") == Log(None, [], {})
