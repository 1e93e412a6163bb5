"""The form of a snapshot: where a table stands, as it is written down in place of a log's beginning.

It holds no key, as no event does. `snapshot` makes it of a state and a state of it.
"""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from deckname.engine.model import Number
from deckname.tables.commands import MannerId
from deckname.tables.events import GameBegan, Happening, PersonSpoke, RefereeWord, Removal
from deckname.tables.table_settings import TableSettings


class RestoredMember(Struct, frozen=True, omit_defaults=True):
    id: str
    name: str
    bot: MannerId | None = None
    place: str | None = None
    seated: int = 0
    ready: bool = False
    watching: bool = False
    node: str | None = None
    away: float | None = None
    devices: tuple[str, ...] = ()


class RestoredRequest(Struct, frozen=True, omit_defaults=True):
    person: str
    place: str
    agreed: tuple[str, ...] = ()


class RestoredRefusal(Struct, frozen=True):
    """That the others said no to somebody at a place, after so many clues."""

    person: str
    place: str
    clues: int


class RestoredQuestion(Struct, frozen=True, omit_defaults=True):
    seat: str
    word: str
    number: Number
    answer: bool | None = None


class RestoredObjection(Struct, frozen=True, omit_defaults=True):
    by: str
    seat: str
    since: float
    referee: RefereeWord
    words: dict[str, bool] = {}


class RestoredTakeBack(Struct, frozen=True, omit_defaults=True):
    by: str
    agreed: tuple[str, ...] = ()
    declined: bool = False


class RestoredClock(Struct, frozen=True, omit_defaults=True):
    step: float = 0.0
    charged: float = 0.0
    spent: dict[str, float] = {}
    pause: float | None = None
    held: bool = False


class RestoredGame(Struct, frozen=True, omit_defaults=True):
    """A game, running or over, up to its last move."""

    began: GameBegan
    played: tuple[Any, ...] = ()
    """Its moves: the entries of the log, each in the version in which it was written."""
    by_bots: tuple[tuple[int, str], ...] = ()
    seen: dict[str, tuple[int, ...]] = {}
    sat: dict[str, tuple[str, ...]] = {}
    first: tuple[str, ...] = ()
    requests: tuple[RestoredRequest, ...] = ()
    declined: tuple[RestoredRefusal, ...] = ()
    left: tuple[RestoredMember, ...] = ()
    nodded: tuple[str, ...] = ()
    objection: RestoredObjection | None = None
    upheld: int | None = None
    take_back: RestoredTakeBack | None = None
    held: bool = False
    abandoned: bool = False
    players: tuple[RestoredMember, ...] = ()
    unseen: tuple[str, ...] = ()
    opens: float = 0.0


class TableRestored(Happening, frozen=True, tag="table_restored"):
    """A table as it was after the entry `seq`."""

    seq: int
    told: int
    opened: float
    settings: TableSettings
    host: str | None
    members: tuple[RestoredMember, ...]
    games: int
    removed: tuple[str, ...] = ()
    """As the first versions wrote `removals`."""
    removals: tuple[Removal, ...] = ()
    locked: tuple[str, ...] = ()
    rotate: bool = True
    talk: tuple[PersonSpoke, ...] = ()
    pencil: tuple[tuple[int, str], ...] = ()
    question: RestoredQuestion | None = None
    clock: RestoredClock = RestoredClock()
    game: RestoredGame | None = None

    @property
    def put_aside(self) -> int:
        """How many games have gone: all but the one that it holds."""
        return self.games - (self.game is not None)
