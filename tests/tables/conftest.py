from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from tests.servers import Postgres
from tests.tables.gathering import Gathering


@pytest.fixture(autouse=True)
def quick_eyes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits until everybody has seen their place, but where a test is about that (test_opening.py)."""
    monkeypatch.setattr("deckname.tables.decisions.games.OPENING", 0.0)


@pytest_asyncio.fixture
async def gathering(tmp_path: Path) -> AsyncIterator[Gathering]:
    made = await Gathering.on_file(tmp_path)
    yield made
    await made.close()


@pytest_asyncio.fixture(params=["sqlite", "postgres"])
async def anywhere(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Gathering]:
    """In either store, for what is read and put aside depends on it."""
    server: Postgres | None = request.getfixturevalue("postgres") if request.param == "postgres" else None
    made = await Gathering.on_file(tmp_path, url=server.new_database() if server else None)
    yield made
    await made.close()
