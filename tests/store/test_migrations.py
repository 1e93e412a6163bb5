"""A database of an earlier version is brought to the form of this one, and nothing of it is lost."""

from __future__ import annotations

import json
import shutil
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import apsw
import asyncpg

from deckname.store import Store, open_store
from deckname.store.migrations import migrations
from tests.store.conftest import Database

FIRST_VERSION = Path(__file__).parents[1] / "tables" / "houses" / "0.1.0.sqlite"
ENTRIES = "select log, seq, body, at from entries order by log, seq"
DOCUMENTS = "select kind, key, body, expires from documents order by kind, key"
Row = tuple[Any, ...]


def rows_of(file: Path, sql: str) -> list[Row]:
    connection = apsw.Connection(str(file), flags=apsw.SQLITE_OPEN_READONLY)
    rows = connection.execute(sql).fetchall()
    connection.close()
    return rows


async def at_version_one(database: Database, entries: Iterable[Row], documents: Iterable[Row]) -> None:
    """The database as the first version would have left it, with this in it."""
    if database.url:
        await postgres_at_version_one(database.url, entries, documents)
        return
    database.folder.mkdir()
    connection = apsw.Connection(str(database.folder / "deckname.sqlite"))
    connection.pragma("application_id", int.from_bytes(b"Deck"))
    connection.pragma("user_version", 1)
    connection.execute(migrations("sqlite")[0].script)
    connection.executemany("insert into entries values (?, ?, ?, ?)", entries)
    connection.executemany("insert into documents values (?, ?, ?, ?)", documents)
    connection.close()


async def postgres_at_version_one(url: str, entries: Iterable[Row], documents: Iterable[Row]) -> None:
    first = migrations("postgres")[0]
    connection = await asyncpg.connect(url)
    await connection.execute("create schema deckname")
    await connection.execute("create table deckname.migrations (number bigint primary key, name text not null)")
    await connection.execute("insert into deckname.migrations values ($1, $2)", first.number, first.name)
    await connection.execute(first.script)
    await connection.executemany("insert into deckname.entries values ($1, $2, $3, $4, 0)", entries)
    await connection.executemany("insert into deckname.documents values ($1, $2, $3, $4)", documents)
    await connection.close()


async def documents_of(store: Store) -> list[tuple[str, str, bytes | None]]:
    kinds = ("device", "link", "listed", "opened", "person", "played", "record", "seat", "thoughts")
    return [(kind, key, await store.get(kind, key)) for kind in kinds for key in await store.keys(kind)]


async def test_a_house_of_the_first_version_finds_its_documents_in_lists(database: Database) -> None:
    await at_version_one(database, rows_of(FIRST_VERSION, ENTRIES), rows_of(FIRST_VERSION, DOCUMENTS))
    documents = [(str(kind), str(key), body, expires) for kind, key, body, expires in rows_of(FIRST_VERSION, DOCUMENTS)]
    counts = Counter(kind for kind, *_ in documents)
    assert (counts["played"], counts["seat"], counts["listed"]) == (10, 26, 1)
    store = await open_store(database.url, database.folder, clock=lambda: 0.0)
    for kind, key, body, expires in documents:
        person, _, rest = key.partition("/")
        if kind == "played":
            assert (json.loads(body)["at"] / 1000, rest, body) in await store.page(f"played/{person}", 99)
        elif kind == "seat":
            assert (json.loads(body)["at"], rest, b"") in await store.page(f"tables/{person}", 99)
        elif kind == "listed":
            assert await store.page("listed", 99) == [(expires - 86_400, key, body)]
    people = {key.partition("/")[0] for _, key, *_ in documents}
    assert sum([await store.count(f"played/{person}") for person in people]) == 10
    assert sum([await store.count(f"tables/{person}") for person in people]) == 26
    assert await documents_of(store) == [row[:3] for row in documents if row[0] not in {"played", "seat", "listed"}]
    entries = [(log, *entry) for log in await store.idle_logs(9e9) for entry in await store.read(log)]
    assert sorted(entries) == [row[:3] for row in rows_of(FIRST_VERSION, ENTRIES)]
    await store.close()


async def test_the_file_of_the_first_version_is_opened_as_it_is(tmp_path: Path) -> None:
    shutil.copy(FIRST_VERSION, tmp_path / "deckname.sqlite")
    store = await open_store(None, tmp_path)
    await store.close()
    assert rows_of(tmp_path / "deckname.sqlite", "pragma user_version") == [(len(migrations("sqlite")),)]
    counts = dict(rows_of(tmp_path / "deckname.sqlite", "select substr(list, 1, 6), count(*) from listings group by 1"))
    assert counts == {"played": 10, "tables": 26, "listed": 1}
    left = "select count(*) from documents where kind in ('played', 'seat', 'listed')"
    assert rows_of(tmp_path / "deckname.sqlite", left) == [(0,)]


UNREADABLE = [
    ("ada/table/1", b"no json"),
    ("ada/table/2", b""),
    ("ada/table/3", b"\xff\xfe\x00"),
    ("ada/table/4", b'{"table": "table"}'),
    ("ada/table/5", b'{"at": "1000"}'),
    ("ada/table/6", b'{"at": null}'),
    ("ada/table/7", b"[1000]"),
    ("ada/table/8", b"1000"),
    ("ada/table/9", b'{"at": 1e999}'),
    ("ada", b'{"at": 1000}'),
    ("ada/", b'{"at": 1000}'),
    ("/table", b'{"at": 1000}'),
]


async def test_what_cannot_be_read_stays_a_document(database: Database) -> None:
    readable = [("ada/table/0", b'{"at": 1500}'), ("ada/a/b/c", b'{"at":\n 2500.5, "title": "\xc3\xa4"}')]
    documents = [(kind, key, body, None) for kind in ("played", "seat") for key, body in UNREADABLE + readable]
    await at_version_one(database, [], [*documents, ("listed", "table", b"lasting", None)])
    store = await open_store(database.url, database.folder)
    for kind in ("played", "seat"):
        expected = [(kind, key, body) for key, body in sorted(UNREADABLE)]
        assert [found for found in await documents_of(store) if found[0] == kind] == expected
    assert await store.get("listed", "table") == b"lasting"
    newest, oldest = readable[::-1]
    assert await store.page("played/ada", 9) == [(2.5005, "a/b/c", newest[1]), (1.5, "table/0", oldest[1])]
    assert await store.page("tables/ada", 9) == [(2500.5, "a/b/c", b""), (1500.0, "table/0", b"")]
    await store.close()
