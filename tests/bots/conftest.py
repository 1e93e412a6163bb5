"""The referee's data, built once and kept where any run finds it again: a bot's clues are checked by it."""

import pytest

from deckname.referee.build import build


@pytest.fixture(scope="session", autouse=True)
def referee_data():
    build()
