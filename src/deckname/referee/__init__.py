"""The referee: is this clue allowed? `judge` answers; the file it knows words by is made by the workshop."""

from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path

from deckname import assets
from deckname.engine.clues import WORDS, ClueRules
from deckname.referee.judge import Referee
from deckname.referee.profile import OPTIONS
from deckname.referee.verdict import Ruling, Verdict

__all__ = ["OPTIONS", "Referee", "Ruling", "Verdict", "judge", "referee"]


@lru_cache(maxsize=4)
def _referee(path: Path | None) -> Referee:
    return Referee(path)


def referee() -> Referee:
    """The referee with the best data there is by now."""
    return _referee(assets.referee_file())


def judge(  # noqa: PLR0917
    clue: str,
    number: int | None,
    board: Iterable[str],
    language: str,
    book: ClueRules = WORDS,
    options: Iterable[str] = (),
) -> Verdict:
    """Is this clue allowed? See `Referee.judge`."""
    return referee().judge(clue, number, board, language, book, options)
