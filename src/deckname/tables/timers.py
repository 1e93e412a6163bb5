"""Alarms of the tables: when the time of whoever is to move is up, the turn ends (T19).

When those who are to say a word on an objection have had their time, it is settled without them. When nobody has taken
back the touch that ended a game, its key is shown.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from deckname.tables.background import Background
from deckname.tables.commands import KeyDue, ObjectionOverdue, TimeUp
from deckname.tables.decisions import automatic_end, objection_end
from deckname.tables.events import TableEvent
from deckname.tables.live import Before, LiveTable
from deckname.tables.registry import Registry
from deckname.tables.state import TableState
from deckname.tables.submitting import Submitter
from deckname.tables.taking_back import key_due

Due: TypeAlias = TimeUp | ObjectionOverdue | KeyDue
_AGAIN = 1.0
"""Seconds after which an alarm rings again that nobody could hear."""


def _next(state: TableState, take_back_seconds: float) -> tuple[float, Due] | None:
    """What is due next at a table, and when. While something is talked over the clocks stand."""
    if state.running is None:
        return None
    if (end := objection_end(state)) is not None:
        return end, ObjectionOverdue(state.running.ply)
    if (end := key_due(state, take_back_seconds)) is not None:
        return end, KeyDue(state.running.ply)
    end = automatic_end(state) if state.settings.clock else None
    return None if end is None else (end, TimeUp(state.running.ply))


class Timers:
    def __init__(
        self,
        registry: Registry,
        submitter: Submitter,
        background: Background,
        clock: Callable[[], float],
        take_back_seconds: float,
    ) -> None:
        self._registry, self._submitter = registry, submitter
        self._background, self._clock, self._take_back_seconds = background, clock, take_back_seconds

    def follow(self, live: LiveTable, _before: Before, _happened: Sequence[TableEvent]) -> None:
        self._wind(live)

    def _wind(self, live: LiveTable) -> None:
        if live.timer:
            live.timer.cancel()
            live.timer = None
        if alarm := _next(live.state, self._take_back_seconds):
            end, command = alarm
            live.timer = self._background.later(max(0.0, end - self._clock()) + 0.01, self._ring, live, command)

    def _ring(self, live: LiveTable, command: Due) -> None:
        self._background.spawn(self._time_up(live, command))

    async def _time_up(self, live: LiveTable, command: Due) -> None:
        refused = await self._submitter.quietly(live.id, "", command)
        if refused in ("unavailable", "busy", "not_now") and self._registry.holds(live):
            live.timer = self._background.later(_AGAIN, self._wind, live)
