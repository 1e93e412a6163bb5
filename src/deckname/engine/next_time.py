"""What a game with timer tokens teaches (H3): by a name, for which the languages have a sentence."""

from __future__ import annotations

from .missions import MAP
from .model import Name, Reason, Table

MOST_HELP = 2
"""Tokens more than usual that make a standard game easier (D3)."""


class Advice(Name):
    ASSASSIN = "assassin"
    """Look at one's own assassins before every clue."""
    TIME = "time"
    """Link more words, or take a token more."""
    LINKS = "links"
    """Link more words: no token can be added."""
    MISTAKES = "mistakes"
    """A reserve that forgives little asks for care."""
    FEWER_TOKENS = "fewer_tokens"
    MAP = "map"
    NEXT_CITY = "next_city"


def advice(table: Table) -> Advice | None:
    """What to try next, once a game that its sides win or lose together is over."""
    setup = table.setup
    if table.outcome is None or setup.tokens is None or setup.edition.tokens is None:
        return None
    mission = setup.options.mission not in (None, MAP.start)
    more = setup.tokens.left - setup.edition.tokens
    if table.outcome.winners:
        return Advice.NEXT_CITY if mission else Advice.FEWER_TOKENS if more > 0 else Advice.MAP
    if table.outcome.reason is Reason.ASSASSIN:
        return Advice.ASSASSIN
    if table.outcome.reason is Reason.OUT_OF_TOKENS:
        return Advice.MISTAKES
    return Advice.LINKS if mission or more >= MOST_HELP else Advice.TIME
