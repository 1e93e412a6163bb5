"""Editions that only tests know: three and four teams. Whatever takes any edition has to take these.

`EVERY_EDITION` goes where a function takes editions, `added()` puts them where the house looks for its own, and
`PROGRAM` is the `deckname` command with them, for a server process.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from deckname.cli import main
from deckname.engine import EDITIONS
from deckname.engine.editions import team_edition

THREE = team_edition("three-teams", 6, 6, (9, 8, 8), assassins=2)
FOUR = team_edition("four-teams", 6, 6, (7, 6, 6, 6), assassins=3, name="The Four of Them")
MORE = {edition.id: edition for edition in (THREE, FOUR)}
EVERY_EDITION = EDITIONS | MORE
PROGRAM = (__file__,)
"""What Python is to run instead of `-m deckname`."""


@contextmanager
def added() -> Iterator[None]:
    """Meanwhile this process knows them as it does its own."""
    EDITIONS.update(MORE)
    try:
        yield
    finally:
        for id in MORE:
            del EDITIONS[id]


if __name__ == "__main__":
    with added():
        main()
