"""The screen between two players: it shows nothing but who takes the device next."""

from __future__ import annotations

from time import monotonic
from typing import TYPE_CHECKING, ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Center, Vertical
from textual.screen import Screen
from textual.widgets import Button, Static

from deckname.engine.model import Phase

if TYPE_CHECKING:
    from .app import DecknameApp


class PassScreen(Screen[None]):
    GRACE = 0.6
    """Seconds for which no press counts, so that a key held down or hit once too often never opens a secret."""
    BINDINGS: ClassVar[list[BindingType]] = [
        ("down,right", "app.focus_next", ""),
        ("up,left", "app.focus_previous", ""),
    ]
    app: DecknameApp

    def compose(self) -> ComposeResult:
        game, wording = self.app.game, self.app.wording
        assert game
        places = game.waiting
        with Vertical(id="pass"):
            yield Static(wording.happened(game.table, game.happened), id="happened", markup=False)
            if len(places) == 1:
                yield Static(wording.say("terminal.pass_to"), classes="quiet")
                yield Static(wording.place(game.table, places[0]), classes="loud", markup=False)
                hint = "terminal.pass_hint" if game.shows_secrets(places[0]) else "terminal.pass_open"
                yield Static(wording.say(hint), classes="quiet")
                labels = [wording.say("terminal.pass_button")]
            else:
                sudden = game.table.phase is Phase.SUDDEN_DEATH
                question = "choose_sudden_death" if sudden else "choose_first"
                yield Static(wording.say(f"terminal.{question}"), classes="loud")
                yield Static(wording.say("terminal.choose_first_hint"), classes="quiet")
                labels = [wording.place(game.table, place) for place in places]
            for index, label in enumerate(labels):
                with Center():
                    yield Button(label, id=f"take-{index}", variant="primary")

    def on_mount(self) -> None:
        self._shown = monotonic()

    def on_button_pressed(self, event: Button.Pressed) -> None:
        if monotonic() - self._shown < self.GRACE:
            return
        assert self.app.game and event.button.id
        self.app.take(self.app.game.waiting[int(event.button.id.removeprefix("take-"))])
