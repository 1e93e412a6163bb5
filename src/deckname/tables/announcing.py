"""Those who look at a table are told what happens there."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from deckname.tables.events import TableEvent
from deckname.tables.live import Before, LiveTable, Presenter


class Announcer:
    def __init__(self, presenter: Presenter, clock: Callable[[], float]) -> None:
        self._presenter, self._clock = presenter, clock

    def follow(self, live: LiveTable, before: Before, happened: Sequence[TableEvent]) -> None:
        if not happened:  # the table was read anew, and nobody knows what of it has changed
            for reader in live.readers:
                reader.tell(self.complete(live, reader.person))
            return
        readers = [reader.person for reader in live.readers]
        told = self._presenter.news(live.state, before, happened, readers, self._clock())
        for reader in tuple(live.readers):
            for data in told[reader.person]:
                reader.tell(data)

    def complete(self, live: LiveTable, person: str) -> bytes:
        return self._presenter.complete(live.state, person, self._clock())
