"""The referee: is this clue allowed? `judge` answers; `build.build` makes the data it knows words by."""

from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path

from deckname.referee.build import locate
from deckname.referee.judge import Referee
from deckname.referee.profile import EDITIONS, OPTIONS
from deckname.referee.verdict import Ruling, Verdict

__all__ = ["EDITIONS", "OPTIONS", "Referee", "Ruling", "Verdict", "judge", "referee"]


@lru_cache(maxsize=4)
def _referee(path: Path | None) -> Referee:
    return Referee(path)


def referee() -> Referee:
    """The referee with the best data there is by now."""
    return _referee(locate())


def judge(  # noqa: PLR0917
    clue: str,
    number: int | None,
    board: Iterable[str],
    language: str,
    edition: str = "classic",
    options: Iterable[str] = (),
) -> Verdict:
    """Is this clue allowed? See `Referee.judge`."""
    return referee().judge(clue, number, board, language, edition, options)
