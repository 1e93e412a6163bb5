"""What the tests that draw share."""

from pathlib import Path

import pytest

from deckname.cards.pictures import catalogue
from workshop.pictures import gallery
from workshop.pictures.icons import IconSet, obtain


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
