"""The referee's and the bots' data, built once and kept where any run finds them again."""

import pytest

from deckname.bots import cache
from deckname.referee.build import build


@pytest.fixture(scope="session", autouse=True)
def referee_data():
    build()


@pytest.fixture(scope="session")
def bots_data():
    return cache.build()
