"""The referee with its file, as `make assets` has made it."""

import pytest

from deckname import assets
from deckname.referee import Referee


@pytest.fixture(scope="session")
def referee() -> Referee:
    file = assets.referee_file()
    assert file, "the referee has no file: `make assets` makes it"
    return Referee(file)
