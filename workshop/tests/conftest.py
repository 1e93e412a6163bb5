"""What has been made, for the tests that look into it."""

from pathlib import Path

import pytest

from tests.surroundings import settle
from workshop.bots import build as bots
from workshop.pictures import gallery
from workshop.pictures.icons import obtain
from workshop.referee import build as referee


@pytest.fixture(scope="session")
def referee_file() -> Path:
    return referee.build()


@pytest.fixture(scope="session")
def bots_data() -> Path:
    return bots.build()


@pytest.fixture(scope="session")
def icon_folder(pytestconfig: pytest.Config) -> Path:
    """Icons: fetched once, kept in pytest's own cache folder, shared by all workers."""
    folder = Path(pytestconfig.cache.mkdir("deckname-icons"))
    obtain(folder, gallery.icon_names())
    return folder


settle()
