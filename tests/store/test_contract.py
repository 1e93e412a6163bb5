"""What every store promises, on every database."""

from __future__ import annotations

import asyncio
import random
import threading

import pytest

from deckname.store import Entry, Listed, Log, Snapshot, Stale, Store, StoreError, StoreUnavailable, open_store
from deckname.store.checks import past_prefix
from deckname.store.migrations import migrations


async def test_a_log_is_read_as_it_was_appended(store: Store) -> None:
    await store.append("room", 1, [b"one", b"two"])
    await store.append("room", 3, [b"\0\xff"])
    await store.append("elsewhere", 1, [b""])
    assert await store.read("room") == [Entry(1, b"one"), Entry(2, b"two"), Entry(3, b"\0\xff")]
    assert await store.read("room", after=1) == [Entry(2, b"two"), Entry(3, b"\0\xff")]
    assert await store.read("room", after=3) == []
    assert await store.last_seq("room") == 3
    assert await store.read("elsewhere") == [Entry(1, b"")]


async def test_what_was_never_appended_is_empty(store: Store) -> None:
    assert await store.read("room") == []
    assert await store.last_seq("room") == 0
    assert await store.secrets("room") == {}


async def test_the_last_numbers_of_many_logs_are_asked_for_at_once(store: Store) -> None:
    logs = ["room", 'Stra\u00dfe "7", \\n', "\U0001f0cf", "\u007f\ufffe", "'", "[]", "0"]
    for length, log in enumerate(logs, 1):
        await store.append(log, 1, [b"x"] * length)
    await store.append("not asked for", 1, [b"x"])
    expected = {log: length for length, log in enumerate(logs, 1)}
    assert await store.last_seqs([*logs, "empty", "room"]) == expected | {"empty": 0}
    assert await store.last_seqs(set(logs)) == expected
    assert await store.last_seqs([]) == {}
    many = [f"log {number}" for number in range(3000)]
    assert await store.last_seqs([*many, "room"]) == dict.fromkeys(many, 0) | {"room": 1}
    with pytest.raises(ValueError, match="no NUL"):
        await store.last_seqs(["room", "a\0b"])


@pytest.mark.parametrize(("seq", "bodies"), [(1, [b"x"]), (2, [b"x"]), (1, [b"x"] * 5), (4, [b"x"]), (9, [b"x"])])
async def test_only_the_next_number_is_free(store: Store, seq: int, bodies: list[bytes]) -> None:
    await store.append("room", 1, [b"one", b"two"], {"key": b"old"})
    with pytest.raises(Stale) as refused:
        await store.append("room", seq, bodies, {"key": b"new", "other": b"new"})
    assert (refused.value.log, refused.value.seq) == ("room", seq)
    assert await store.read("room") == [Entry(1, b"one"), Entry(2, b"two")]
    assert await store.secrets("room") == {"key": b"old"}


async def test_a_log_starts_at_one(store: Store) -> None:
    with pytest.raises(Stale):
        await store.append("room", 2, [b"x"])
    with pytest.raises(ValueError, match="numbered from 1"):
        await store.append("room", 0, [b"x"])
    with pytest.raises(ValueError, match="at least one"):
        await store.append("room", 1, [])
    assert await store.last_seq("room") == 0


@pytest.mark.parametrize("seq", [2**62, 2**63 - 1, 2**63, 10**30])
async def test_numbers_that_no_log_reaches(store: Store, seq: int) -> None:
    await store.append("room", 1, [b"one"])
    assert await store.read("room", after=seq) == []
    assert await store.read("room", after=-seq) == [Entry(1, b"one")]
    with pytest.raises(Stale):
        await store.append("room", seq, [b"x", b"y"])


async def test_the_same_bodies_at_a_taken_number_are_stale_too(store: Store) -> None:
    await store.append("room", 1, [b"guess"])
    with pytest.raises(Stale):
        await store.append("room", 1, [b"guess"])


async def test_a_stale_append_fails_alone(store: Store) -> None:
    await store.append("taken", 1, [b"first"])
    appends = [store.append("taken" if n == 5 else f"log{n}", 1, [b"%d" % n]) for n in range(10)]
    outcomes = await asyncio.gather(*appends, return_exceptions=True)
    assert [type(outcome) for outcome in outcomes] == [type(None)] * 5 + [Stale] + [type(None)] * 4
    assert await store.read("taken") == [Entry(1, b"first")]
    for n in {*range(10)} - {5}:
        assert await store.read(f"log{n}") == [Entry(1, b"%d" % n)]


async def test_appends_to_one_log_that_wait_together_go_in_order(store: Store) -> None:
    await asyncio.gather(*(store.append("room", seq, [b"%d" % seq]) for seq in range(1, 21)))
    assert await store.read("room") == [Entry(seq, b"%d" % seq) for seq in range(1, 21)]


@pytest.mark.parametrize("stale", [False, True])
async def test_whatever_waits_together_is_done_as_if_one_by_one(store: Store, stale: bool) -> None:
    outcomes = await asyncio.gather(
        store.append("room", 1, [b"one"]),
        store.append("room", 2, [b"two"], {"key": b"secret"}),
        store.append("room", 3, [b"three"]),
        store.put("note", "a", b"noted"),
        store.append("hall", 2 if stale else 1, [b"hall"]),
        store.put("note", "b", b"noted"),
        store.append("room", 4, [b"four", b"five"]),
        store.append("room", 6, [b"six"]),
        return_exceptions=True,
    )
    assert [type(outcome) for outcome in outcomes if outcome is not None] == ([Stale] if stale else [])
    bodies = [entry.body for entry in await store.read("room")]
    assert bodies == [b"one", b"two", b"three", b"four", b"five", b"six"]
    assert await store.last_seq("hall") == (0 if stale else 1)
    assert await store.secrets("room") == {"key": b"secret"} and await store.keys("note") == ["a", "b"]


async def test_secrets_are_set_with_the_append_and_kept_apart(store: Store) -> None:
    await store.append("room", 1, [b"dealt"], {"key": b"k1", "seed": b"s"})
    await store.append("room", 2, [b"dealt again"], {"key": b"k2"})
    await store.append("other", 1, [b"dealt"], {"key": b"k3"})
    assert await store.secrets("room") == {"key": b"k2", "seed": b"s"}
    assert b"k" not in b"".join(entry.body for entry in await store.read("room"))


async def test_a_dropped_log_is_gone_with_its_secrets(store: Store) -> None:
    await store.append("room", 1, [b"a", b"b"], {"key": b"k"})
    await store.append("other", 1, [b"a"], {"key": b"k"})
    await store.drop_log("room")
    await store.drop_log("never there")
    assert (await store.read("room"), await store.secrets("room"), await store.last_seq("room")) == ([], {}, 0)
    assert await store.secrets("other") == {"key": b"k"}
    with pytest.raises(Stale):
        await store.append("room", 3, [b"c"])
    await store.append("room", 1, [b"anew"])
    assert await store.read("room") == [Entry(1, b"anew")]


async def test_logs_are_idle_since_their_last_append(store: Store, clock) -> None:
    await store.append("old", 1, [b"a"])
    clock.now += 10
    await store.append("busy", 1, [b"a"])
    await store.append("later", 1, [b"a"])
    clock.now += 10
    await store.append("busy", 2, [b"b"])
    assert await store.idle_logs(clock.now - 20) == []
    assert await store.idle_logs(clock.now - 5) == ["old", "later"]
    await store.drop_log("old")
    assert sorted(await store.idle_logs(clock.now + 1)) == ["busy", "later"]


async def test_a_log_that_was_touched_is_idle_since_then(store: Store, clock) -> None:
    await store.append("old", 1, [b"a", b"b"])
    await store.append("compacted", 1, [b"a", b"b"])
    await store.compact("compacted", 2, b"both")
    await store.append("left alone", 1, [b"a"])
    clock.now += 20
    for log in ("old", "compacted", "never there"):
        await store.touch(log)
    assert await store.idle_logs(clock.now - 5) == ["left alone"]
    assert await store.read("old") == [Entry(1, b"a"), Entry(2, b"b")]
    assert await store.last_seq("never there") == 0
    await store.append("old", 3, [b"c"])
    await store.append("compacted", 3, [b"c"])


async def test_the_newest_entry_of_all_logs_is_known(store: Store, clock) -> None:
    assert await store.newest_entry() == 0
    await store.append("room", 1, [b"a"])
    clock.now += 10
    await store.append("hall", 1, [b"a", b"b"])
    clock.now -= 5
    await store.append("room", 2, [b"b"])
    assert await store.newest_entry() == clock.now + 5
    await store.compact("hall", 2, b"both")
    assert await store.newest_entry() == clock.now + 5
    await store.drop_log("hall")
    assert await store.newest_entry() == clock.now


async def test_a_log_that_has_gone_on_is_not_dropped(store: Store) -> None:
    await store.append("room", 1, [b"a", b"b"], {"key": b"k"})
    for other in (0, 1, 3):
        assert not await store.drop_log("room", last=other)
    assert (await store.last_seq("room"), await store.secrets("room")) == (2, {"key": b"k"})
    assert await store.drop_log("room", last=2)
    assert (await store.last_seq("room"), await store.secrets("room")) == (0, {})
    assert await store.drop_log("room", last=2), "it is gone"


async def test_of_an_append_and_the_drop_of_what_it_builds_on_one_wins(store: Store, another) -> None:
    other = await another()
    for n in range(40):
        await store.append(f"room{n}", 1, [b"a"])
        appended, dropped = await asyncio.gather(
            store.append(f"room{n}", 2, [b"b"]), other.drop_log(f"room{n}", last=1), return_exceptions=True
        )
        assert isinstance(appended, Stale) == dropped
        assert await store.last_seq(f"room{n}") == (0 if dropped else 2)


async def test_nodes_read_the_time_from_the_database(store: Store, database, another) -> None:
    """A file has no clock of its own; and that of the stores stands still here."""
    other = await another()
    times = [await store.time(), await other.time(), await store.time()]
    if database.url is None:
        assert times == [None] * 3
    else:
        assert times == sorted(times) and times[0] > 1.7e9


async def test_documents_are_put_got_replaced_and_deleted(store: Store) -> None:
    assert await store.get("device", "a") is None
    await store.put("device", "a", b"1")
    await store.put("listing", "a", b"other kind")
    await store.put("device", "a", b"2")
    assert await store.get("device", "a") == b"2"
    await store.delete("device", "a")
    await store.delete("device", "never there")
    assert await store.get("device", "a") is None
    assert await store.get("listing", "a") == b"other kind"


async def test_a_document_is_gone_when_it_expires(store: Store, clock) -> None:
    for key in ("got", "taken", "kept", "lasting"):
        await store.put("code", key, b"body", expires=clock.now + 60)
    await store.put("code", "kept", b"body", expires=clock.now + 61)
    await store.put("code", "lasting", b"body")
    clock.now += 59
    assert await store.get("code", "got") == b"body"
    clock.now += 1
    assert await store.get("code", "got") is None
    assert await store.take("code", "taken") is None
    assert await store.keys("code") == ["kept", "lasting"]
    await store.put("code", "new", b"body", expires=clock.now + 1)
    clock.now -= 60
    assert await store.keys("code") == ["kept", "lasting", "new"], "what expired was cleared away"


async def test_a_document_is_replaced_only_where_there_is_one(store: Store, another, clock) -> None:
    await store.put("device", "a", b"old", expires=clock.now + 60)
    assert await store.replace("device", "a", b"new", expires=clock.now + 600)
    clock.now += 60
    assert await (await another()).get("device", "a") == b"new"
    assert await store.replace("device", "a", b"newer")
    await store.delete("device", "a")
    assert not await store.replace("device", "a", b"back again")
    assert not await store.replace("device", "never there", b"x")
    assert await store.keys("device") == []
    await store.put("device", "b", b"old", expires=clock.now + 60)
    clock.now += 60
    assert not await store.replace("device", "b", b"too late", expires=clock.now + 600)
    assert await store.get("device", "b") is None


async def test_a_document_is_taken_once(store: Store, another) -> None:
    stores = [store, await another()]
    for code in range(20):
        await store.put("code", str(code), b"device")
        taken = await asyncio.gather(*(stores[n % 2].take("code", str(code)) for n in range(6)))
        assert (taken.count(b"device"), taken.count(None)) == (1, 5)


async def test_keys_are_listed_by_prefix_in_order(store: Store) -> None:
    names = ["a", "aB", "ab", "a%", "a_", "b", "ä", "a\U0010ffff", "a\ud7ff", "a\ud7ffz", "a\ue000", "\U0010ffff!"]
    for name in random.Random(1).sample(names, len(names)):
        await store.put("kind", name, b"")
    await store.put("other", "a", b"")
    for prefix in ("", "a", "aB", "a%", "a_", "a\ud7ff", "\U0010ffff", "z"):
        assert await store.keys("kind", prefix) == sorted(name for name in names if name.startswith(prefix))
    assert await store.keys("kind", "a", limit=2) == ["a", "a%"]
    assert await store.keys("nothing") == []


def test_the_end_of_a_prefix() -> None:
    assert past_prefix("ab") == "ac"
    assert past_prefix("a\U0010ffff\U0010ffff") == "b"
    assert past_prefix("a\ud7ff") == "a\ue000"
    assert past_prefix("") is None
    assert past_prefix("\U0010ffff") is None


@pytest.mark.parametrize("name", ["a\0b", "\ud800", "x" * 513, "ü" * 257])
async def test_a_name_that_a_database_cannot_hold_is_refused(store: Store, name: str) -> None:
    for attempt in (
        store.append(name, 1, [b""]),
        store.append("room", 1, [b""], {name: b""}),
        store.read(name),
        store.last_seq(name),
        store.secrets(name),
        store.put(name, "a", b""),
        store.put("a", name, b""),
        store.replace("a", name, b""),
        store.get("a", name),
        store.take("a", name),
        store.keys("a", name),
        store.delete("a", name),
        store.drop_log(name),
        store.touch(name),
        store.load(name),
        store.compact(name, 1, b""),
        store.compact("room", 1, b"", [name]),
        store.enlist(name, "a", 0.0, b""),
        store.enlist("a", name, 0.0, b""),
        store.strike(name, "a"),
        store.strike("a", name),
        store.strike_before(name, 0.0),
        store.page(name, 1),
        store.page("a", 1, (0.0, name)),
        store.listed(name, "a"),
        store.listed("a", name),
        store.count(name),
    ):
        with pytest.raises(ValueError, match=r"name in the store|surrogates"):
            await attempt
    assert await store.last_seq("room") == 0
    await store.append("ü" * 256, 1, [b""], {"ü" * 256: b""})
    await store.put("ü" * 256, "ü" * 256, b"")


@pytest.mark.parametrize("body", ["text", None, bytearray(b"x")])
async def test_only_bytes_are_kept(store: Store, body) -> None:
    with pytest.raises(TypeError):
        await store.append("room", 1, [b"fine", body])
    with pytest.raises(TypeError):
        await store.append("room", 1, [b"fine"], {"key": body})
    with pytest.raises(TypeError):
        await store.put("kind", "key", body)
    with pytest.raises(TypeError):
        await store.enlist("list", "key", 0.0, body)
    await store.append("room", 1, [b"fine"])
    with pytest.raises(TypeError):
        await store.compact("room", 1, body)


async def test_a_body_beyond_all_measure_is_refused(store: Store) -> None:
    with pytest.raises(ValueError, match="at most"):
        await store.append("room", 1, [b"fine", bytes(2**26 + 1)])
    with pytest.raises(ValueError, match="at most"):
        await store.put("kind", "key", bytes(2**26 + 1))
    with pytest.raises(ValueError, match="at most"):
        await store.enlist("list", "key", 0.0, bytes(2**26 + 1))


async def test_large_bodies_and_long_logs(store: Store) -> None:
    large = random.Random(1).randbytes(1 << 20)
    await store.append("room", 1, [large, *(b"%d" % n for n in range(2000))], {"key": large})
    entries = await store.read("room")
    assert entries[0].body == large
    assert [entry.seq for entry in entries] == [*range(1, 2002)]
    assert entries[-1].body == b"1999"
    assert await store.secrets("room") == {"key": large}


@pytest.mark.parametrize("seed", range(3))
async def test_of_those_who_append_at_once_one_wins_each_number(store: Store, another, seed: int) -> None:
    """Two nodes, several writers each, two logs, random sizes and pauses: no fork, no gap, nothing lost."""
    stores = [store, await another()]
    won: dict[str, list[tuple[int, bytes]]] = {"a": [], "b": []}

    async def write(writer: int) -> int:
        choose = random.Random(seed * 100 + writer)
        mine, stale = stores[writer % 2], 0
        for n in range(25):
            log = choose.choice("ab")
            seq = await mine.last_seq(log) + 1
            bodies = [b"%d.%d.%d" % (writer, n, part) for part in range(choose.randint(1, 3))]
            if choose.random() < 0.3:
                await asyncio.sleep(choose.random() / 1000)
            try:
                await mine.append(log, seq, bodies, {"last": bodies[-1]})
            except Stale:
                stale += 1
            else:
                won[log] += enumerate(bodies, seq)
        return stale

    stale = await asyncio.gather(*(write(writer) for writer in range(6)))
    assert sum(stale) > 0, "the writers never met"
    for log, expected in won.items():
        assert await stores[1].read(log) == sorted(expected)
        assert [seq for seq, _ in sorted(expected)] == [*range(1, len(expected) + 1)]
        assert await store.last_seq(log) == len(expected)
        assert await store.secrets(log) == {"last": max(expected)[1]}


async def test_dropping_while_others_append_leaves_nothing_half(store: Store, another) -> None:
    other = await another()

    async def grow() -> None:
        for _ in range(40):
            try:
                await store.append("room", await store.last_seq("room") + 1, [b"x", b"y"], {"key": b"k"})
            except Stale:
                continue

    async def drop() -> None:
        for _ in range(20):
            await other.drop_log("room")

    await asyncio.gather(grow(), grow(), drop())
    entries = await store.read("room")
    assert [entry.seq for entry in entries] == [*range(1, await store.last_seq("room") + 1)]
    await store.drop_log("room")
    assert (await store.read("room"), await store.secrets("room")) == ([], {})


async def test_everything_is_there_when_opened_again(store: Store, another) -> None:
    await store.append("room", 1, [b"one"], {"key": b"k"})
    await store.put("device", "a", b"d")
    await store.enlist("list", "a", 5.5, b"e")
    await store.append("hall", 1, [b"one", b"two"])
    await store.compact("hall", 1, b"first")
    await store.close()
    again = await another()
    assert await again.read("room") == [Entry(1, b"one")]
    assert await again.secrets("room") == {"key": b"k"}
    assert await again.get("device", "a") == b"d"
    assert await again.page("list", 9) == [Listed(5.5, "a", b"e")]
    assert await again.load("hall") == Log(Snapshot(1, b"first"), [Entry(2, b"two")], {})


async def test_closing_finishes_what_is_under_way_and_refuses_the_rest(store: Store, another) -> None:
    threads = {thread for thread in threading.enumerate() if thread.name.startswith("store-")}
    appends = [asyncio.create_task(store.append(f"log{n}", 1, [b"x"])) for n in range(5000)]
    await asyncio.sleep(0)
    await asyncio.gather(store.close(), store.close())
    assert await asyncio.gather(*appends) == [None] * 5000
    for attempt in (
        store.append("late", 1, [b"x"]),
        store.read("late"),
        store.take("a", "b"),
        store.put("a", "b", b""),
        store.replace("a", "b", b""),
        store.enlist("a", "b", 0.0, b""),
        store.page("a", 1),
        store.compact("log0", 1, b""),
        store.load("log0"),
    ):
        with pytest.raises(StoreUnavailable, match="closed"):
            await attempt
    assert not any(thread.is_alive() for thread in threads)
    assert asyncio.all_tasks() == {asyncio.current_task()}
    again = await another()
    assert len(await again.idle_logs(2e6)) == 5000


async def test_a_caller_who_goes_away_disturbs_nobody(store: Store) -> None:
    appends = [asyncio.create_task(store.append(f"log{n}", 1, [b"x"])) for n in range(50)]
    await asyncio.sleep(0)
    for task in appends[::2]:
        task.cancel()
    outcomes = await asyncio.gather(*appends, return_exceptions=True)
    assert outcomes[1::2] == [None] * 25
    await store.append("after", 1, [b"x"])


async def test_opening_twice_at_once_sets_up_once(another) -> None:
    stores = await asyncio.gather(*(another() for _ in range(4)))
    await stores[0].append("room", 1, [b"one"])
    assert await stores[3].read("room") == [Entry(1, b"one")]


async def test_an_address_of_an_unknown_kind_is_refused(tmp_path) -> None:
    with pytest.raises(StoreError, match="postgresql://"):
        await open_store("mysql://somewhere", tmp_path)


def test_both_databases_have_the_same_steps() -> None:
    steps = [[(step.number, step.name) for step in migrations(kind)] for kind in ("sqlite", "postgres")]
    assert steps[0] == steps[1]
    assert [name[:4] for _, name in steps[0]] == [f"{number:04}" for number, _ in steps[0]]
