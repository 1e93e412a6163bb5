"""A table in memory, those who are connected to it here, and what they are told."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, NamedTuple, Protocol

from deckname.engine.model import Table
from deckname.tables.events import TableEvent
from deckname.tables.state import TableState

Farewell = Literal["restarting", "removed", "kept_out", "table_closed"]
"""Why a reader has to go."""


class Reader(Protocol):
    """A connection to a table."""

    @property
    def person(self) -> str: ...

    def tell(self, data: bytes) -> None:
        """Send soon; never waits."""

    def dismiss(self, reason: Farewell) -> None:
        """Say goodbye and close."""


class Before(NamedTuple):
    """What a state was before some events, as far as it matters for telling the difference."""

    table: Table | None
    pencil: tuple[tuple[int, str], ...]
    asked: bool

    @classmethod
    def of(cls, state: TableState) -> Before:
        return cls(state.game.table if state.game else None, tuple(state.pencil), state.question is not None)


class Presenter(Protocol):
    """Writes what readers are told, in the language that they speak: the protocol's `projection`."""

    def complete(self, state: TableState, person: str, now: float) -> bytes:
        """Everything that this reader may know."""

    def news(
        self, state: TableState, before: Before, happened: Sequence[TableEvent], readers: Iterable[str], now: float
    ) -> Mapping[str, Sequence[bytes]]:
        """What to send to whom because of these events, which the state has applied already."""


@dataclass(eq=False)
class LiveTable:
    state: TableState
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    readers: dict[Reader, None] = field(default_factory=dict)
    shoe: bytes | None = None
    thoughts: dict[tuple[int, int], bytes] = field(default_factory=dict)
    doubtful: bool = False
    """An append was begun and its end is not known: read before deciding."""
    put_aside: int = 0
    """How many games the log no longer holds."""
    snapshot: int = 0
    """The last entry that went into a snapshot, or should have by now."""
    timer: asyncio.TimerHandle | None = None
    """Rings when the time of whoever is to move is up."""
    at_work: dict[str, float] = field(default_factory=dict)
    """By person: when they last showed here that they are at work on a move, by the steady clock of the loop."""
    absences: dict[str, asyncio.TimerHandle] = field(default_factory=dict)
    """Run while somebody whose connection broke may come back."""
    relief: asyncio.TimerHandle | None = None
    """Runs while the host is away."""

    @property
    def id(self) -> str:
        return self.state.id

    def people(self) -> set[str]:
        return {reader.person for reader in self.readers}

    def learn(self, secrets: Mapping[str, bytes]) -> None:
        """Take the secrets of the table's log: keys, the order of undealt cards, the bots' thoughts."""
        self.state.learn(secrets)
        self.shoe = secrets.get("shoe", self.shoe)
        for name, body in secrets.items():
            if name.startswith("thought:"):
                _, game, ply = name.split(":")
                self.thoughts[int(game), int(ply)] = body

    def secrets_before(self, game: int) -> list[str]:
        """The names of the secrets of earlier games."""
        keys = [f"key:{number}" for number in self.state.keys if number < game]
        return [*keys, *(f"thought:{number}:{ply}" for number, ply in self.thoughts if number < game)]

    def forget_before(self, game: int) -> None:
        """Let go of the secrets of earlier games."""
        self.state.keys = {number: key for number, key in self.state.keys.items() if number >= game}
        self.thoughts = {place: body for place, body in self.thoughts.items() if place[0] >= game}

    def put_down(self) -> None:
        """Nobody needs it in memory any more: no timer rings, and no circle keeps it for the collector."""
        self.stop_timers()
        self.state.remembered.clear()

    def stop_timers(self) -> None:
        for timer in (self.timer, self.relief):
            if timer:
                timer.cancel()
        self.timer = self.relief = None
