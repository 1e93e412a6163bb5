from collections.abc import AsyncIterator
from pathlib import Path

import pytest_asyncio

from tests.tables.gathering import Gathering


@pytest_asyncio.fixture
async def gathering(tmp_path: Path) -> AsyncIterator[Gathering]:
    made = await Gathering.on_file(tmp_path)
    yield made
    await made.close()
