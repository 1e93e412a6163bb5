"""What the PostgreSQL store promises beyond the contract: nodes, lost connections, restarts."""

from __future__ import annotations

import asyncio
import signal
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from pathlib import Path

import asyncpg
import pytest

from deckname.store import Entry, Snapshot, Stale, Store, StoreError, StoreUnavailable, open_store, postgres_writes
from deckname.store.checks import Compaction
from deckname.store.postgres import PostgresStore, open_postgres
from tests.cable import Cable, laid_to
from tests.servers import PATIENCE, Postgres, free_port
from tests.store.conftest import Database
from tests.store.writer import LOGS, body, is_whole

BRIEF = 2.0
"""Seconds: enough for one attempt, even on a busy machine."""


@pytest.fixture
def database(postgres_database: Database) -> Database:
    return postgres_database


@asynccontextmanager
async def at_the_end_of(cable: Cable) -> AsyncIterator[PostgresStore]:
    store = await open_postgres(f"postgresql://deckname@127.0.0.1:{cable.port}/postgres", time.time, PATIENCE)
    try:
        yield store
    finally:
        await store.close()


@contextmanager
def impatient(store: PostgresStore) -> Iterator[None]:
    """While its cable is cut: where it is not, nobody should give up."""
    store._pool.patience = BRIEF
    yield
    store._pool.patience = PATIENCE


async def test_appends_that_wait_together_share_a_transaction(store: Store, postgres: Postgres) -> None:
    await asyncio.gather(*(store.append(f"log{n}", 1, [b"x"], {"key": b"k"}) for n in range(200)))
    assert int(postgres.psql("select count(distinct xmin::text) from deckname.entries")) <= 3


async def test_documents_and_lists_that_wait_together_share_a_transaction(store: Store, postgres: Postgres) -> None:
    documents = [store.put("record", str(n), b"x") for n in range(10)]
    await asyncio.gather(*documents, *(store.enlist(f"list{n}", "key", 1.0, b"x") for n in range(10)))
    written = "select xmin::text from deckname.documents union all select xmin::text from deckname.listings"
    assert postgres.psql(f"select count(*), count(distinct xmin) from ({written}) as rows") == "20|1"


async def test_commits_are_synchronous_even_where_the_default_is_not(postgres: Postgres, database: Database) -> None:
    postgres.psql("alter database postgres set synchronous_commit = off")
    try:
        store = await open_postgres(postgres.url(), time.time)
        assert (await store._query("show synchronous_commit"))[0][0] == "on"
        await store.close()
    finally:
        postgres.psql("alter database postgres reset synchronous_commit")


async def test_a_newer_database_is_refused(store: Store, postgres: Postgres, another) -> None:
    postgres.psql("insert into deckname.migrations values (99, 'from the future')")
    with pytest.raises(StoreError, match=r"newer Deckname .* 99"):
        await another()


async def test_a_role_that_owns_nothing_but_its_tables_suffices(store: Store, postgres: Postgres) -> None:
    await store.append("room", 1, [b"x"])
    postgres.psql("create role waiter login")
    try:
        postgres.psql("grant usage on schema deckname to waiter")
        postgres.psql("grant select, insert, update, delete on all tables in schema deckname to waiter")
        waiter = await open_postgres(postgres.url().replace("//deckname@", "//waiter@"), time.time)
        await waiter.append("room", 2, [b"y"], {"key": b"k"})
        assert len(await store.read("room")) == 2
        await waiter.close()
    finally:
        postgres.psql("drop owned by waiter")
        postgres.psql("drop role waiter")


async def test_what_is_wrong_with_the_address_is_told_without_its_password(postgres: Postgres) -> None:
    nowhere = postgres.url("nowhere").replace("deckname@", "deckname:geheim@")
    with pytest.raises(StoreError, match="nowhere") as refused:
        await open_postgres(nowhere, time.time, PATIENCE)
    assert "geheim" not in str(refused.value)
    with pytest.raises(StoreUnavailable, match="can’t be reached") as unreachable:
        await open_postgres(f"postgresql://deckname:geheim@127.0.0.1:{free_port()}/x", time.time, BRIEF)
    assert "geheim" not in str(unreachable.value)
    for malformed in ("postgresql://deckname:geheim@127.0.0.1:port/x", "postgresql://deckname:x:geheim@[x/y"):
        with pytest.raises(StoreError, match="should look like") as confused:
            await open_postgres(malformed, time.time, BRIEF)
        assert "geheim" not in str(confused.value)


async def test_a_cut_between_two_appends_goes_unnoticed(postgres: Postgres, database: Database) -> None:
    async with laid_to(postgres.port) as cable, at_the_end_of(cable) as store:
        await store.append("room", 1, [b"one"])
        cable.cut()
        append = asyncio.create_task(store.append("room", 2, [b"two"]))
        read = asyncio.create_task(store.read("room"))
        await asyncio.sleep(0.1)
        assert not append.done()
        cable.mend()
        await append
        assert len(await read) in {1, 2}
        assert await store.read("room") == [Entry(1, b"one"), Entry(2, b"two")]


async def test_an_append_that_was_stored_but_not_confirmed_is_done(postgres: Postgres, database: Database) -> None:
    """The reply to the commit is lost: the next attempt finds its own entries and doesn't take them for another's."""
    async with laid_to(postgres.port) as cable, at_the_end_of(cable) as store:
        await store.append("room", 1, [b"one"], {"key": b"k"})
        cable.cut_at_reply_to = b"unmistakable"
        append = asyncio.create_task(store.append("room", 2, [b"unmistakable", b"three"], {"key": b"k2"}))
        while not cable.cuts:
            await asyncio.sleep(0.01)
        cable.mend()
        await append
        assert [entry.body for entry in await store.read("room")] == [b"one", b"unmistakable", b"three"]
        assert await store.secrets("room") == {"key": b"k2"}
        with pytest.raises(Stale):
            await store.append("room", 2, [b"unmistakable", b"three"], {"key": b"k2"})


async def test_who_was_told_nothing_certain_finds_out_by_trying_again(
    postgres: Postgres, database: Database, store: Store
) -> None:
    async with laid_to(postgres.port) as cable, at_the_end_of(cable) as cut_off:
        await cut_off.append("room", 1, [b"one"])
        cable.cut_at_reply_to = b"unmistakable"
        with impatient(cut_off), pytest.raises(StoreUnavailable):
            await cut_off.append("room", 2, [b"unmistakable"])
        cable.mend()
        await store.append("room", 3, [b"of another node"])
        with pytest.raises(Stale):
            await cut_off.append("room", 2, [b"something else"])
        await cut_off.append("room", 2, [b"unmistakable"])
        with pytest.raises(Stale):
            await cut_off.append("room", 2, [b"unmistakable"])
        assert [entry.body for entry in await store.read("room")] == [b"one", b"unmistakable", b"of another node"]


@pytest.mark.parametrize("before", [0, 1, 4])
async def test_who_tries_again_finds_out_even_if_it_was_compacted_since(
    postgres: Postgres, database: Database, store: Store, before: int
) -> None:
    async with laid_to(postgres.port) as cable, at_the_end_of(cable) as cut_off:
        for seq in range(1, before + 1):
            await cut_off.append("room", seq, [b"%d" % seq])
        cable.cut_at_reply_to = b"unmistakable"
        with impatient(cut_off), pytest.raises(StoreUnavailable):
            await cut_off.append("room", before + 1, [b"unmistakable", b"and more"])
        cable.mend()
        await store.append("room", before + 3, [b"of another node", b"and another"])
        await store.compact("room", before + 3, b"so far")
        await store.compact("room", before + 4, b"a little further")
        with pytest.raises(Stale):
            await cut_off.append("room", before + 1, [b"something else"])
        await cut_off.append("room", before + 1, [b"unmistakable", b"and more"])
        with pytest.raises(Stale):
            await cut_off.append("room", before + 1, [b"unmistakable", b"and more"])
        assert await store.load("room") == (Snapshot(before + 4, b"a little further"), [], {})
        await cut_off.append("room", before + 5, [b"next"])


async def test_a_compaction_that_was_done_but_not_confirmed_is_done(postgres: Postgres, database: Database) -> None:
    async with laid_to(postgres.port) as cable, at_the_end_of(cable) as store:
        await store.append("room", 1, [b"one", b"two", b"three"], {"key": b"k"})
        cable.cut_at_reply_to = b"unmistakable"
        compaction = asyncio.create_task(store.compact("room", 2, b"unmistakable", ["key"]))
        while not cable.cuts:
            await asyncio.sleep(0.01)
        cable.mend()
        await compaction
        assert await store.load("room") == (Snapshot(2, b"unmistakable"), [Entry(3, b"three")], {})


async def test_the_same_bodies_of_another_node_are_not_taken_for_ones_own(
    postgres: Postgres, database: Database, store: Store
) -> None:
    async with laid_to(postgres.port) as cable, at_the_end_of(cable) as cut_off:
        await cut_off.append("room", 1, [b"one"])
        cable.cut()
        with impatient(cut_off), pytest.raises(StoreUnavailable):
            await cut_off.append("room", 2, [b"two"])
        await store.append("room", 2, [b"two"])
        cable.mend()
        with pytest.raises(Stale):
            await cut_off.append("room", 2, [b"two"])


async def test_a_document_is_not_taken_twice_when_the_reply_is_lost(postgres: Postgres, database: Database) -> None:
    async with laid_to(postgres.port) as cable, at_the_end_of(cable) as store:
        await store.put("code", "unmistakable", b"device")
        cable.cut_at_reply_to = b"unmistakable"
        with pytest.raises(StoreUnavailable):
            await store.take("code", "unmistakable")
        cable.mend()
        assert await store.take("code", "unmistakable") is None


async def test_a_restart_of_the_database_loses_nothing(postgres: Postgres, store: Store, another) -> None:
    """A crash of the server and a start, while two nodes write: what was acknowledged is there, and they go on."""
    stores = [store, await another()]
    acknowledged: dict[str, int] = {}
    enough = asyncio.Event()

    async def write(log: str, mine: Store) -> None:
        while not enough.is_set():
            seq = acknowledged.get(log, 0) + 1
            with suppress(StoreUnavailable):  # on a busy machine a start may outlast the store's patience
                await mine.append(log, seq, [body(log, seq)])
                acknowledged[log] = seq

    async def more(count: int) -> None:
        wanted = sum(acknowledged.values()) + count
        while sum(acknowledged.values()) < wanted:
            await asyncio.sleep(0.005)

    writers = asyncio.gather(*(write(f"log{n}", stores[n % 2]) for n in range(LOGS)))
    for how in (signal.SIGQUIT, signal.SIGINT):
        await more(100)
        await asyncio.to_thread(postgres.stop, how)
        await asyncio.to_thread(postgres.start)
    await more(100)
    enough.set()
    await writers
    for log, last in acknowledged.items():
        assert await store.read(log) == [Entry(seq, body(log, seq)) for seq in range(1, last + 1)]


async def test_what_was_acknowledged_survives_kill_9_of_a_node(
    database: Database, store: Store, tmp_path: Path
) -> None:
    command = [sys.executable, "-m", "tests.store.writer", str(tmp_path), str(database.url)]
    for _ in range(3):
        acknowledged: dict[str, int] = {}
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as writer:
            assert writer.stdout is not None
            for count, line in enumerate(writer.stdout, start=1):
                log, seq = line.split()
                acknowledged[log] = int(seq)
                if count == 100:
                    writer.kill()
        for log, last in acknowledged.items():
            entries = await store.read(log)
            assert len(entries) >= last
            assert entries == [Entry(seq, body(log, seq)) for seq in range(1, len(entries) + 1)]


async def test_a_compaction_is_whole_or_absent_after_kill_9_of_a_node_and_a_crash_of_the_database(
    postgres: Postgres, database: Database, store: Store, tmp_path: Path
) -> None:
    command = [sys.executable, "-m", "tests.store.writer", "--compact", str(tmp_path), str(database.url)]
    for crash in (False, True, False, True):
        acknowledged: dict[str, int] = {}
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as writer:
            assert writer.stdout is not None
            for count, line in enumerate(writer.stdout, start=1):
                log, seq = line.split()
                acknowledged[log] = int(seq)
                if count == 60:
                    if crash:
                        postgres.stop(signal.SIGQUIT)
                    writer.kill()
        if crash:
            postgres.start()
        for name, last in acknowledged.items():
            assert is_whole(name, await store.load(name))
            assert await store.last_seq(name) >= last


@pytest.mark.parametrize("compacted", [1, 2, 4])
async def test_who_appends_while_a_compaction_is_under_way(
    database: Database, store: Store, another, compacted: int
) -> None:
    """The next number is free as ever; those who fell behind are told so, whatever they find while they look."""
    await store.append("room", 1, [b"1", b"2", b"3", b"4"])
    others = [await another() for _ in range(4)]
    connection = await asyncpg.connect(database.url)
    async with connection.transaction():
        await postgres_writes.compact(Compaction("room", compacted, b"so far", ()), connection)
        late = [asyncio.create_task(other.append("room", seq, [b"late"])) for seq, other in enumerate(others, 1)]
        await store.append("room", 5, [b"5"])
        await asyncio.wait(late, timeout=0.2)  # whoever has to wait does so for us
    outcomes = await asyncio.gather(*late, return_exceptions=True)
    await connection.close()
    assert [type(outcome) for outcome in outcomes] == [Stale] * 4
    entries = [Entry(seq, b"%d" % seq) for seq in range(compacted + 1, 6)]
    assert await store.load("room") == (Snapshot(compacted, b"so far"), entries, {})


async def test_nodes_that_write_the_same_logs_in_any_order_never_block_each_other(store: Store, another) -> None:
    """Batches of both nodes touch the same rows; locks taken in different orders would end in a deadlock."""
    stores = [store, await another()]
    names = [f"log{n}" for n in range(30)]

    async def race(node: int) -> int:
        won = 0
        for seq in range(1, 16):
            order = names if node else names[::-1]
            outcomes = await asyncio.gather(
                *(stores[node].append(name, seq, [b"%d" % node]) for name in order), return_exceptions=True
            )
            assert {type(outcome) for outcome in outcomes} <= {type(None), Stale}
            won += outcomes.count(None)
        return won

    won = await asyncio.gather(race(0), race(1))
    assert sum(won) == sum([len(await store.read(name)) for name in names])
    assert [await store.last_seq(name) for name in names] == [15] * len(names)


async def test_open_store_finds_it_by_its_address(database: Database, tmp_path: Path) -> None:
    store = await open_store(database.url, tmp_path / "unused")
    await store.put("kind", "key", b"body")
    await store.close()
    assert not (tmp_path / "unused").exists()
