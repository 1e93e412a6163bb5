"""Icons for the tests that draw: fetched once, kept in pytest's own cache folder, shared by all workers."""

from pathlib import Path

import pytest

from deckname.cards.pictures import catalogue, gallery
from deckname.cards.pictures.icons import IconSet, obtain


@pytest.fixture(scope="session")
def icon_folder(pytestconfig: pytest.Config) -> Path:
    folder = Path(pytestconfig.cache.mkdir("deckname-icons"))
    obtain(folder, gallery.icon_names())
    return folder


@pytest.fixture(scope="session")
def icons(icon_folder: Path) -> IconSet:
    return obtain(icon_folder, gallery.icon_names())


@pytest.fixture(scope="session")
def one_per_scene() -> dict[str, catalogue.Picture]:
    """For each scene the first picture that shows it."""
    first: dict[str, catalogue.Picture] = {}
    for picture in catalogue.pictures().values():
        first.setdefault(picture.scene, picture)
    return first
