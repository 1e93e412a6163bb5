"""Alarms of the tables' clocks: when the time of whoever is to move is up, the turn ends (T19)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from deckname.tables.background import Background
from deckname.tables.commands import TimeUp
from deckname.tables.decisions import automatic_end
from deckname.tables.events import TableEvent
from deckname.tables.live import Before, LiveTable
from deckname.tables.registry import Registry
from deckname.tables.submitting import Submitter

_AGAIN = 1.0
"""Seconds after which an alarm rings again that nobody could hear."""


class Timers:
    def __init__(
        self, registry: Registry, submitter: Submitter, background: Background, clock: Callable[[], float]
    ) -> None:
        self._registry, self._submitter = registry, submitter
        self._background, self._clock = background, clock

    def follow(self, live: LiveTable, _before: Before, _happened: Sequence[TableEvent]) -> None:
        self._wind(live)

    def _wind(self, live: LiveTable) -> None:
        if live.timer:
            live.timer.cancel()
            live.timer = None
        end = automatic_end(live.state) if live.state.settings.clock else None
        if end is not None and live.state.running:
            delay = max(0.0, end - self._clock()) + 0.01
            live.timer = self._background.later(delay, self._ring, live, TimeUp(live.state.running.ply))

    def _ring(self, live: LiveTable, command: TimeUp) -> None:
        self._background.spawn(self._time_up(live, command))

    async def _time_up(self, live: LiveTable, command: TimeUp) -> None:
        refused = await self._submitter.quietly(live.id, "", command)
        if refused in ("unavailable", "busy", "not_now") and self._registry.holds(live):
            live.timer = self._background.later(_AGAIN, self._wind, live)
