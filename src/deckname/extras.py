"""Parts that a plain installation does without: PostgreSQL, Redis, the terminal game, models, picture packs."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from deckname.language import say


class MissingExtraError(Exception):
    """Something was asked for that needs an extra: the message says which."""

    def __init__(self, extra: str) -> None:
        super().__init__(extra)
        self.extra = extra

    def sentence(self, language: str) -> str:
        return say(language, "error.missing_extra", extra=self.extra)

    def __str__(self) -> str:
        return self.sentence("en")


@contextmanager
def needs(extra: str) -> Iterator[None]:
    """What is imported within comes with an extra."""
    try:
        yield
    except ModuleNotFoundError as error:
        if (error.name or "").startswith("deckname"):
            raise
        raise MissingExtraError(extra) from error
