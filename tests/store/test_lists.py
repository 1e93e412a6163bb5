"""What every store promises of its lists, on every database: in order, page by page, at the cost of a page."""

from __future__ import annotations

import asyncio
import math
import random
import re

import apsw
import asyncpg
import pytest

from deckname.store import Listed, Store, postgres, sqlite
from deckname.store.postgres_pool import PREPARE_SESSION
from tests.store.conftest import Database


async def whole(store: Store, listing: str, size: int) -> list[Listed]:
    """A list, read page by page."""
    found: list[Listed] = []
    while page := await store.page(listing, size, found[-1][:2] if found else None):
        assert len(page) <= size
        found += page
    return found


async def test_a_list_is_read_newest_first(store: Store) -> None:
    await store.enlist("played", "b", 2.0, b"second")
    await store.enlist("played", "c", 1.5, b"first")
    await store.enlist("played", "a", 3.0, b"third")
    await store.enlist("elsewhere", "a", 9.0, b"")
    assert await store.page("played", 9) == [(3.0, "a", b"third"), (2.0, "b", b"second"), (1.5, "c", b"first")]
    assert await store.page("played", 2) == [(3.0, "a", b"third"), (2.0, "b", b"second")]
    assert await store.page("played", 2, before=(2.0, "b")) == [(1.5, "c", b"first")]
    assert await store.page("nothing", 9) == []
    assert (await store.count("played"), await store.count("nothing")) == (3, 0)


@pytest.mark.parametrize("size", [1, 3, 7, 100])
async def test_equal_times_neither_repeat_nor_vanish_from_page_to_page(store: Store, size: int) -> None:
    choose = random.Random(size)
    keys = ["a", "B", "", "ä", "a\U0010ffff", "\ue000", *map(str, range(30))]
    times = [0.0, -1.0, 0.1, 1e300, 1_700_000_000.123456, 1_700_000_000.1234562]
    expected = [Listed(choose.choice(times), key, key.encode()) for key in keys]
    for at, key, body in choose.sample(expected, len(expected)):
        await store.enlist("list", key, at, body)
    assert await whole(store, "list", size) == sorted(expected, reverse=True)


async def test_a_place_stays_one_while_the_list_changes(store: Store) -> None:
    for n in range(6):
        await store.enlist("list", str(n), n, b"")
    *_, last = await store.page("list", 3)
    await store.enlist("list", "new", 9.0, b"")
    await store.strike("list", last.key)
    assert [key for _, key, _ in await store.page("list", 3, last[:2])] == ["2", "1", "0"]


async def test_what_is_enlisted_again_moves_and_what_is_struck_is_gone(store: Store) -> None:
    for key in "abc":
        await store.enlist("list", key, ord(key), b"old")
        await store.enlist("other", key, ord(key), b"old")
    await store.enlist("list", "a", 500.0, b"new")
    assert [(key, body) for _, key, body in await store.page("list", 9)] == [
        ("a", b"new"),
        ("c", b"old"),
        ("b", b"old"),
    ]
    assert await store.strike("list", "c") and not await store.strike("list", "c")
    assert not await store.strike("list", "never there")
    assert [key for _, key, _ in await store.page("list", 9)] == ["a", "b"]
    await store.strike_before("list", ord("b"))
    assert await store.count("list") == 2, "what is as old is not older"
    await store.strike_before("list", ord("b") + 0.5)
    assert [key for _, key, _ in await store.page("list", 9)] == ["a"]
    assert await store.count("other") == 3


async def test_what_a_list_says_under_a_key_is_found(store: Store) -> None:
    await store.enlist("list", "a", 1.5, b"body")
    await store.enlist("other", "b", 2.5, b"body")
    assert await store.listed("list", "a") == Listed(1.5, "a", b"body")
    assert await store.listed("list", "b") is None


async def test_of_all_who_strike_the_same_one_has_struck_it(store: Store, another) -> None:
    stores = [store, await another()]
    for n in range(20):
        await store.enlist("list", str(n), n, b"")
        struck = await asyncio.gather(*(stores[m % 2].strike("list", str(n)) for m in range(6)))
        assert sum(struck) == 1


@pytest.mark.parametrize("at", [math.nan, math.inf, -math.inf])
async def test_a_place_has_a_time(store: Store, at: float) -> None:
    for attempt in (
        store.enlist("list", "key", at, b""),
        store.strike_before("list", at),
        store.page("list", 1, (at, "key")),
    ):
        with pytest.raises(ValueError, match="has a time"):
            await attempt


async def test_of_what_waits_together_under_one_key_the_last_stays(store: Store) -> None:
    writes = [store.enlist("list", str(n % 3), n, b"%d" % n) for n in range(30)]
    await asyncio.gather(*writes, *(store.put("note", str(n % 3), b"%d" % n) for n in range(30)))
    assert await store.page("list", 9) == [(29, "2", b"29"), (28, "1", b"28"), (27, "0", b"27")]
    assert [await store.get("note", str(n)) for n in range(3)] == [b"27", b"28", b"29"]


async def test_nodes_that_enlist_the_same_in_any_order_never_block_each_other(store: Store, another) -> None:
    stores = [store, await another()]

    async def write(node: int) -> None:
        for n in range(10):
            keys = [str(key) for key in range(40)][:: 1 if node else -1]
            await asyncio.gather(
                *(stores[node].enlist("list", key, n, b"%d" % node) for key in keys),
                *(stores[node].put("note", key, b"%d" % node) for key in keys),
            )

    await asyncio.gather(write(0), write(1))
    assert await store.count("list") == len(await store.keys("note")) == 40


async def fill(store: Store, listing: str, length: int) -> None:
    await asyncio.gather(*(store.enlist(listing, f"{n:05}", n // 3, b"body") for n in range(length)))


async def test_a_page_of_a_long_list_is_found_in_the_index_of_sqlite(sqlite_database: Database) -> None:
    store = await sqlite.open_sqlite(sqlite_database.folder / "deckname.sqlite", lambda: 0.0)
    await fill(store, "long", 5000)
    await store.close()
    connection = apsw.Connection(str(sqlite_database.folder / "deckname.sqlite"))
    plan = [row[3] for row in connection.execute(f"explain query plan {sqlite.PAGE}", ("long", 9.0, "", 20))]
    connection.close()
    assert plan == ["SEARCH listings USING INDEX listings_by_time (list=? AND (at,key)<(?,?))"], "nothing is sorted"


@pytest.mark.parametrize("analysed", [False, True])
async def test_a_page_of_a_long_list_is_found_in_the_index_of_postgres(
    postgres_database: Database, analysed: bool
) -> None:
    store = await postgres.open_postgres(str(postgres_database.url), lambda: 0.0)
    await fill(store, "long", 5000)
    await fill(store, "short", 50)
    connection = await asyncpg.connect(postgres_database.url)
    await connection.execute(PREPARE_SESSION)
    if analysed:
        await connection.execute("analyze deckname.listings")
    await connection.execute("prepare page (text, float8, text, bigint) as " + postgres.PAGE)
    rows = await connection.fetch("explain (analyze, costs off, timing off) execute page ('long', 'infinity', '', 20)")
    await connection.close()
    await store.close()
    plan = "\n".join(row[0] for row in rows)
    assert "Index Scan Backward using listings_by_time" in plan and "Sort" not in plan, plan
    assert re.search(r"Backward .*\(actual rows=20[. ]", plan) and "Removed" not in plan, (
        "no more is read than is shown"
    )
