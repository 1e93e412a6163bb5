"""A fresh database of either kind, and as many stores on it as a test wants."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from deckname.store import Store, open_store

OpenStore = Callable[[], Awaitable[Store]]


@dataclass
class Clock:
    """Time that passes when a test says so."""

    now: float = 1_000_000.0

    def __call__(self) -> float:
        return self.now


@dataclass(frozen=True)
class Database:
    url: str | None
    folder: Path


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def sqlite_database(tmp_path: Path) -> Database:
    return Database(None, tmp_path / "data")


@pytest.fixture
def postgres_database(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Database]:
    server = request.getfixturevalue("postgres")
    yield Database(server.url(), tmp_path)
    server.psql("drop schema if exists deckname cascade")


@pytest.fixture(params=["sqlite", "postgres"])
def database(request: pytest.FixtureRequest) -> Database:
    found: Database = request.getfixturevalue(f"{request.param}_database")
    return found


@pytest.fixture
async def another(database: Database, clock: Clock) -> AsyncIterator[OpenStore]:
    """Opens one more store on the same database, as another node would."""
    opened: list[Store] = []

    async def open_one() -> Store:
        opened.append(await open_store(database.url, database.folder, clock))
        return opened[-1]

    yield open_one
    for store in opened:
        await store.close()


@pytest.fixture
async def store(another: OpenStore) -> Store:
    return await another()
