"""The clocks of a game (T19): time for a clue, for a turn of guessing, and a budget for all turns of a side.

Nothing ticks here. A clock is a few moments written down, so it is as right after a restart as before; whoever keeps
the time asks for the `deadline`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from deckname.engine.model import Phase, Side, Table
from deckname.engine.table import to_move
from deckname.tables.table_settings import LEAST, ClockSettings


@dataclass(frozen=True, slots=True)
class ClockState:
    step: float = 0.0
    """When the present step began: a clue is due, or guesses are."""
    charged: float = 0.0
    """Up to when time was put down to a side."""
    spent: Mapping[Side, float] = field(default_factory=dict)
    pause: float | None = None
    """Since when the clocks stand still."""
    held: bool = False
    """They stand still while the table talks something over, and go on by themselves."""

    @classmethod
    def started(cls, at: float) -> ClockState:
        return cls(at, at)

    def moved(self, before: Table, after: Table, at: float) -> ClockState:
        clock = self._charged(before, at)
        return clock if _step(before) == _step(after) else replace(clock, step=at)

    def opened(self, at: float) -> ClockState:
        """Started sooner than it would have by itself."""
        start = at if self.pause is None else self.pause
        return replace(self, step=start, charged=start) if start < self.step else self

    def paused(self, table: Table, at: float) -> ClockState:
        return self if self.pause is not None else replace(self._charged(table, at), pause=at)

    def resumed(self, at: float) -> ClockState:
        if self.pause is None:
            return self
        return replace(self, step=self.step + at - self.pause, charged=at, pause=None, held=False)

    def hold(self, table: Table, at: float) -> ClockState:
        return self if self.pause is not None else replace(self.paused(table, at), held=True)

    def release(self, at: float) -> ClockState:
        return self.resumed(at) if self.held else self

    def spent_by(self, side: Side, table: Table, now: float) -> float:
        return self._charged(table, now).spent.get(side, 0.0)

    def _charged(self, table: Table, at: float) -> ClockState:
        """With the time up to now put down to whoever was to move."""
        side = side_to_move(table)
        if self.pause is not None or side is None:
            return replace(self, charged=max(at, self.charged))
        spent = {**self.spent, side: self.spent.get(side, 0.0) + max(0.0, at - self.charged)}
        return replace(self, spent=spent, charged=max(at, self.charged))

    def deadline(self, settings: ClockSettings | None, table: Table) -> float | None:
        """When the time of whoever is to move is up."""
        ends = [end for end in (self.step_end(settings, table), self.budget_end(settings, table)) if end is not None]
        return min(ends, default=None)

    def step_end(self, settings: ClockSettings | None, table: Table) -> float | None:
        """Where either side may speak first nobody is late, unless the turn ends by itself."""
        if settings is None or self.pause is not None:
            return None
        if table.phase is Phase.CLUE and table.turn is None and not settings.ends_itself:
            return None
        limit = {Phase.CLUE: settings.clue, Phase.GUESS: settings.guess}.get(table.phase)
        return None if limit is None else self.step + limit

    def budget_end(self, settings: ClockSettings | None, table: Table) -> float | None:
        side = side_to_move(table)
        if settings is None or settings.budget is None or self.pause is not None or side is None:
            return None
        if table.phase not in (Phase.CLUE, Phase.GUESS):
            return None
        return max(self.charged + settings.budget - self.spent.get(side, 0.0), self.step + LEAST)


def side_to_move(table: Table) -> Side | None:
    """The one side whose time runs; None where both may move, or nobody."""
    sides = {seat.side for seat in to_move(table)}
    return sides.pop() if len(sides) == 1 else None


def _step(table: Table) -> tuple[object, ...]:
    return table.phase, table.turn, len(table.log)
