"""Tells whoever started a server how far its workshop is: a sentence now and then, for a log is read by people, too."""

from __future__ import annotations

import time
from collections.abc import Callable

from deckname import protocol as wire
from deckname.language import say
from deckname.server.logs import clean

EVERY = 10.0
"""Seconds between two sentences of the same part."""


class Reporter:
    """An `asset_builder.Told`. It is silent until `begin`, which comes after the welcome."""

    def __init__(
        self,
        language: str,
        write: Callable[[str], None] = lambda sentence: print(sentence, flush=True),
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._language, self._write, self._clock = language, write, clock
        self._begun = False
        self._last: tuple[wire.WorkshopReport, str] | None = None
        self._said, self._when = "done", 0.0

    def begin(self) -> None:
        self._begun = True
        if self._last:
            self(*self._last)

    def __call__(self, state: wire.WorkshopReport, detail: str) -> None:
        self._last = state, detail
        part = state.in_work[0] if state.in_work else wire.InWork("setup")
        about = f"trouble {state.trouble}" if state.trouble else part.part if state.in_work else "done"
        lately = self._clock() - self._when < EVERY
        if not self._begun or (about == self._said and (lately or about == "done" or state.trouble)):
            return
        self._said, self._when = about, self._clock()
        if state.trouble:
            why = say(self._language, f"workshop_error.{state.trouble}", detail=clean(detail))
            self._write(say(self._language, "workshop.trouble", why=why))
        else:
            self._write(say(self._language, f"workshop.{about}", done=part.done, of=part.of))
