"""The bots' data, as `make assets` has made it."""

from pathlib import Path

import pytest

from deckname import assets


@pytest.fixture(scope="session")
def bots_data() -> Path:
    folder = assets.bots_folder()
    assert folder, "there is no data for bots: `make assets` makes it"
    return folder
