"""What is asked about a real table with a real box: is this clue allowed, which clue, which card?

A question holds the whole table, since the house keeps nothing of it. One kind alone has a field for a key: the
spymaster's.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from deckname.engine.editions import MOST_TOKENS
from deckname.engine.model import MOST_CARDS
from deckname.protocol.common import CardIndex, ClueNumber, ClueWord, LanguageId, ModeId

SideId = Annotated[str, Meta(min_length=1, max_length=16, description="`red`, `a` …")]
IdentityId = Annotated[str, Meta(min_length=1, max_length=16, description="`red`, `bystander`, `green` …")]
CardText = Annotated[str, Meta(min_length=1, max_length=100, description="A word, or the face of one of our pictures")]
_Covers = Annotated[tuple[IdentityId | None, ...], Meta(max_length=MOST_CARDS)]
_MOST_CLUES = 2 * MOST_CARDS


class RealTouch(Struct, frozen=True, forbid_unknown_fields=True):
    card: CardIndex
    identity: IdentityId


class RealClue(Struct, frozen=True, forbid_unknown_fields=True):
    """A clue that was said, and what was touched for it."""

    side: SideId
    word: ClueWord
    number: ClueNumber
    touched: Annotated[tuple[RealTouch, ...], Meta(max_length=MOST_CARDS)] = ()


class RealTable(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What lies on it, for everybody to see."""

    edition: Annotated[str, Meta(max_length=40)]
    language: LanguageId
    mode: ModeId = "teams"
    cards: Annotated[tuple[CardText, ...], Meta(min_length=1, max_length=MOST_CARDS)]
    covers: _Covers = ()
    """Card by card what covers it; none at all: nothing is covered."""
    marks: Annotated[tuple[Annotated[tuple[SideId, ...], Meta(max_length=4)], ...], Meta(max_length=MOST_CARDS)] = ()
    """In Duet, card by card the sides that have touched it in vain."""
    tokens: Annotated[int, Meta(ge=1, le=MOST_TOKENS)] | None = None
    """In Duet those that are left."""
    log: Annotated[tuple[RealClue, ...], Meta(max_length=_MOST_CLUES)] = ()
    """Earlier clues of all sides, in their order."""


class RefereeQuestion(RealTable, frozen=True, kw_only=True):
    """Is this clue allowed?"""

    word: ClueWord
    number: ClueNumber


class SpymasterQuestion(RealTable, frozen=True, kw_only=True):
    """Which clue would you give? The one question that tells the house a key."""

    side: SideId
    key: Annotated[tuple[IdentityId, ...], Meta(max_length=MOST_CARDS)]
    """Card by card; in Duet the face of this side, and nothing of the other."""


class OperativeQuestion(RealTable, frozen=True, kw_only=True):
    """Which card would you touch for the last clue of the log?"""

    starts: SideId | None = None


class RefereeAnswer(Struct, frozen=True):
    verdict: Literal["valid", "ask", "invalid"]
    rule: str | None
    card: str | None
    reason: str
    complete: bool


class SpymasterAnswer(Struct, frozen=True):
    """A clue. What it is meant for is told to nobody: those who guess look at this very screen."""

    word: str
    number: ClueNumber
    by: str
    """Which player thought of it."""


class OperativeAnswer(Struct, frozen=True):
    card: CardIndex | None
    """None: it would stop here."""
    sure: float | None
    """How likely the card seems to be right, from 0 to 1; None where nobody can say."""
    by: str
