"""What there is to choose from, and what a new server is still making."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from deckname.engine.setup import BotLevel, Faces
from deckname.protocol.common import LanguageId, ModeId
from deckname.protocol.messages import EditionBrief
from deckname.tables.commands import MannerId


class EditionInfo(EditionBrief, frozen=True):
    columns: int
    rows: int
    modes: tuple[ModeId, ...]
    options: tuple[str, ...]
    tokens: int | None
    deck: str
    """The id of the deck it is usually played with."""
    faces: Faces
    """Which sides of its cards usually lie up."""
    clue_options: tuple[str, ...]
    """What a table may agree upon about clues (K17)."""
    gentle: bool
    """A new table proposes that a clue that is challenged is only replaced (T15)."""
    drawn: bool
    """Its usual cards are pictures."""
    level: BotLevel
    """How well bots usually play against people in it."""


class DeckInfo(Struct, frozen=True):
    language: LanguageId
    id: str
    name: str
    cards: int
    drawn: bool


class DeckCards(Struct, frozen=True):
    """A deck, card by card: for those who print it, and for whoever types words that lie on a real table."""

    name: str
    cards: tuple[tuple[str, ...], ...]
    """The one or two faces of each."""
    alt: dict[str, str]
    """What a drawn face shows, in words."""


class MissionInfo(Struct, frozen=True):
    id: str
    turns: int
    mistakes: int
    links: tuple[str, ...]


class Catalogue(Struct, frozen=True):
    """Everything one can choose from when setting up a table."""

    editions: tuple[EditionInfo, ...]
    decks: tuple[DeckInfo, ...]
    missions: tuple[MissionInfo, ...]
    manners: tuple[MannerId, ...]
    languages: tuple[LanguageId, ...]


WorkshopPart = Literal["setup", "referee", "bots", "pictures"]


class InWork(Struct, frozen=True):
    part: WorkshopPart
    done: int = 0
    of: int = 0


class WorkshopReport(Struct, frozen=True):
    """What a new server is still making, while people play already."""

    in_work: tuple[InWork, ...] = ()
    trouble: str | None = None
    """Why something can't be made now: a stable code. It is tried again."""
