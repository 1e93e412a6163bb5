"""The clock on a table's screen (T19): how long is left and what happens then, and a word when it is up."""

from __future__ import annotations

from textual.message import Message
from textual.widgets import Static

from .hotseat import HotSeat
from .wording import Wording

LOOK_EVERY = 0.2
LAST = 10
"""Seconds: when so few are left, the terminal's bell says so."""


class ClockLine(Static):
    class TimeUp(Message):
        """The time of the present step is over. Said once."""

    def __init__(self, game: HotSeat, wording: Wording) -> None:
        super().__init__(id="clock", markup=False)
        self.game, self.wording = game, wording
        self._seconds: int | None = None

    def on_mount(self) -> None:
        self.look()
        self.set_interval(LOOK_EVERY, self.look)

    def look(self) -> None:
        left = self.game.time_left
        self.display = left is not None
        before, self._seconds = self._seconds, None if left is None else -int(-left // 1)
        if self._seconds is None or self._seconds == before:
            return
        self.update(self._shown(self._seconds))
        if self._seconds == LAST:
            self.app.bell()
        if self._seconds == 0:
            self.app.bell()
            self.post_message(self.TimeUp())

    def _shown(self, seconds: int) -> str:
        say = self.wording.say
        if seconds == 0:
            return say("terminal.time_is_up")
        then = "terminal.clock_ends" if self.game.ends_itself else "terminal.clock_called"
        return say(then, time=f"{seconds // 60}:{seconds % 60:02}")
