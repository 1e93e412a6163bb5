"""The referee with its data, built once and kept where any run finds it again."""

import pytest

from deckname.referee import Referee
from deckname.referee.build import build


@pytest.fixture(scope="session")
def referee() -> Referee:
    return Referee(build())
