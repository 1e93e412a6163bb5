"""The table: the grid, the clue log, whose turn it is, and whatever its viewer may do. Also the end of the game."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.screen import Screen
from textual.widgets import Button, Input, Static

from deckname.engine.errors import Refused
from deckname.engine.model import (
    CLOCK,
    Challenge,
    Command,
    Cover,
    GiveClue,
    Guess,
    Number,
    Phase,
    Seat,
    Side,
    Stop,
    Waive,
)
from deckname.engine.record import format_record
from deckname.referee import Ruling

from .board import Board, CardWidget
from .clock_line import ClockLine
from .hotseat import HotSeat
from .table_text import TableText

if TYPE_CHECKING:
    from .app import DecknameApp


ACTIONS = {
    "stop": "S",
    "challenge": "C",
    "challenge-2": "V",
    "challenge-3": "B",
    "waive": "W",
    "ask": "F2",
    "agree": "Y",
    "decline": "N",
    "time": "F4",
    "hide": "Esc",
    "again": "A",
    "other-faces": "O",
    "save": "R",
    "home": "H",
}
"""The buttons below the board, with their keys. Each side that may object to a clue has one of its own (N6)."""
CHALLENGES = ("challenge", "challenge-2", "challenge-3")


class TableScreen(Screen[None]):
    GRACE = 0.25
    """Seconds before a second press counts as an answer to the first, so that a key held down confirms nothing."""
    BINDINGS: ClassVar[list[BindingType]] = [
        ("left", "move(-1,0)", ""),
        ("right", "move(1,0)", ""),
        ("up", "move(0,-1)", ""),
        ("down", "move(0,1)", ""),
        ("escape", "press('hide')", ""),
        ("s", "press('stop')", ""),
        ("c", "press('challenge')", ""),
        ("v", "press('challenge-2')", ""),
        ("b", "press('challenge-3')", ""),
        ("w", "press('waive')", ""),
        ("f2", "press('ask')", ""),
        ("y", "press('agree')", ""),
        ("n", "press('decline')", ""),
        ("f4", "press('time')", ""),
        ("a", "press('again')", ""),
        ("o", "press('other-faces')", ""),
        ("r", "press('save')", ""),
        ("h", "press('home')", ""),
    ]
    app: DecknameApp

    def __init__(self) -> None:
        super().__init__()
        self.chosen: int | None = None
        self.asked_at = 0.0
        self.asked: str | None = None
        """The button that must be pressed again to count."""
        self.doubted: str | None = None
        """The clue that the referee doubts and that must be given again to count."""
        self.cursor = 0

    @property
    def game(self) -> HotSeat:
        assert self.app.game
        return self.app.game

    @property
    def text(self) -> TableText:
        return TableText(self.game, self.app.wording)

    def compose(self) -> ComposeResult:
        wording = self.app.wording
        with Horizontal(id="top"):
            yield Static(id="whose", markup=False)
            yield ClockLine(self.game, wording)
            yield Static(id="counts", markup=False)
        with Horizontal(id="middle"):
            with Vertical(id="play"):
                yield Board(self.game.plan.edition)
                yield Static(id="hint", markup=False)
                yield Input(id="clue", max_length=120, placeholder=self._clue_placeholder())
            with VerticalScroll(id="log", can_focus=False):
                yield Static(wording.say("terminal.log"), classes="heading")
                yield Static(id="clues", markup=False)
                yield Static(id="pairings", markup=False)
                yield Static(self.text.legend(), id="legend", markup=False)
        with Horizontal(id="actions"):
            for action in ACTIONS:
                yield Button(self._label(action), id=action, compact=True)

    def _label(self, action: str, side: Side | None = None) -> str:
        wording = self.app.wording
        name = wording.say("terminal.challenge" if action in CHALLENGES else f"terminal.{action.replace('-', '_')}")
        named = f"{name}: {wording.side(side)}" if side else name
        return f"{named} [{ACTIONS[action]}]".replace("[", r"\[")

    def _clue_placeholder(self) -> str:
        wording = self.app.wording
        return wording.say("terminal.your_clue", example=wording.say("terminal.example"))

    def on_mount(self) -> None:
        self._refresh_table()
        self._tell_answer()
        self._focus_something()

    def _tell_answer(self) -> None:
        """To who asked about a clue: it is still there, and may be given."""
        asked, wording = self.game.question, self.app.wording
        if asked is None or asked.answer is None:
            return
        clue = wording.say("terminal.as_clue", word=asked.word, number=wording.number(asked.number))
        with self.prevent(Input.Changed):
            self.query_one("#clue", Input).value = clue
        self._hint(wording.say("terminal.agreed" if asked.answer else "terminal.declined"))

    # Showing ------------------------------------------------------------------------------------------------------

    def _refresh_table(self) -> None:
        game, wording, seen = self.game, self.app.wording, self.game.view
        over = seen.phase is Phase.OVER
        choosable = {*seen.legal.guess, *seen.legal.cover}
        for widget in self.query(CardWidget):
            widget.show(seen.cards[widget.index], seen.edition, wording, widget.index in choosable)
        self.query_one("#whose", Static).update(self.text.whose(seen))
        self.query_one("#counts", Static).update(self.text.counts(seen))
        self.query_one("#clues", Static).update(self.text.clues(seen))
        self.query_one("#pairings", Static).update(self.text.pairings(seen))
        asked = bool(game.question and game.question.answer is None)
        self.query_one("#clue", Input).display = bool(seen.legal.clue)
        possible = {
            "stop": seen.legal.stop,
            "waive": seen.legal.waive,
            "ask": bool(seen.legal.clue and game.adviser),
            "agree": asked,
            "decline": asked,
            "time": self._may_call_time(),
            "hide": not over,
            "again": over,
            "other-faces": over,
            "save": over,
            "home": True,
        }
        for action, shown in possible.items():
            self.query_one(f"#{action}", Button).display = shown
        self._offer_challenges()
        self.query_one("#log", VerticalScroll).scroll_end(animate=False)
        self._hint("" if not over else "\n".join(wording.outcome(game.table)))
        self.set_class(over, "over")

    def _offer_challenges(self) -> None:
        """By name where there are several who could."""
        able = self.game.challengers
        for place, action in enumerate(CHALLENGES):
            button = self.query_one(f"#{action}", Button)
            button.display = place < len(able)
            if button.display:
                button.label = self._label(action, able[place].side if len(able) > 1 else None)

    def _hint(self, text: str) -> None:
        self.query_one("#hint", Static).update(text)

    def _focus_something(self) -> None:
        clue = self.query_one("#clue", Input)
        if clue.display:
            self.set_focus(clue)
            return
        cards = [card for card in self.query(CardWidget) if card.can_focus]
        buttons = [button for button in self.query(Button) if button.display]
        near = min(cards, key=lambda card: self._distance(self.cursor, card.index), default=None)
        self.set_focus(near or next(iter(buttons), None))

    def _may_call_time(self) -> bool:
        """For those who look on: once the time for a clue is up, and not before."""
        return self.game.time_left == 0 and not self.game.ends_itself

    # Doing --------------------------------------------------------------------------------------------------------

    def _submit(self, seat: Seat, command: Command) -> None:
        self.chosen = None
        try:
            self.game.submit(seat, command)
        except Refused as refused:
            self._hint(self.app.wording.say(f"refusal.{refused.code}"))
            return
        if self.game.holder is not None and self.game.table.phase is not Phase.OVER:
            self._refresh_table()
            self._hint(self.app.wording.happened(self.game.table, self.game.happened))
            self._focus_something()
        else:
            self.app.after_move()

    @on(ClockLine.TimeUp)
    def _time_up(self) -> None:
        if self.game.ends_itself:
            self._submit(CLOCK, Stop())
        else:
            self.query_one("#time", Button).display = self._may_call_time()

    def _ask(self) -> None:
        """Would this clue be fine? The device goes to the other spymaster, and comes back."""
        wording = self.app.wording
        clue = wording.parse_clue(self.query_one("#clue", Input).value)
        if clue is None:
            self._hint(wording.say("terminal.clue_form", example=wording.say("terminal.example")))
            return
        try:
            self.game.ask(*clue)
        except Refused as refused:
            self._hint(wording.say(f"refusal.{refused.code}"))
        else:
            self.app.go_on()

    @on(Input.Changed, "#clue")
    def _consider_clue(self, event: Input.Changed) -> None:
        """The referee's word while the clue is being written; a change makes it another clue."""
        self.doubted = None
        clue = self.app.wording.parse_clue(event.value)
        self._hint(self._doubt(clue) if clue else "")

    def _doubt(self, clue: tuple[str, Number]) -> str:
        verdict = self.game.verdict(*clue)
        return "" if verdict.verdict is Ruling.VALID else verdict.reason

    @on(Input.Submitted, "#clue")
    def _give_clue(self, event: Input.Submitted) -> None:
        """Give the clue; one that the referee doubts only at a second press, since people have the last word (T17)."""
        wording = self.app.wording
        clue = wording.parse_clue(event.value)
        if clue is None:
            self._hint(wording.say("terminal.clue_form", example=wording.say("terminal.example")))
        elif (doubt := self._doubt(clue)) and self.doubted != event.value and not self._agreed(clue):
            self.doubted = event.value
            self._hint(wording.say("terminal.give_anyway", reason=doubt))
        elif self.game.seat:
            self._submit(self.game.seat, GiveClue(*clue))

    def _agreed(self, clue: tuple[str, Number]) -> bool:
        """The other spymaster has said that it is fine: whatever a referee may think of it (T17)."""
        asked = self.game.question
        return bool(asked and asked.answer and (asked.word, asked.number) == clue)

    @on(CardWidget.Chosen)
    def _choose(self, event: CardWidget.Chosen) -> None:
        """The first press asks, the second does: nobody touches a card by accident."""
        seen, wording = self.game.view, self.app.wording
        covering = event.index in seen.legal.cover
        if self.chosen != event.index:
            self.chosen = event.index
            question = "confirm_cover" if covering else "confirm_touch"
            self._hint(wording.say(f"terminal.{question}", card=wording.face(seen.cards[event.index].face)))
            self.asked_at = monotonic()
            self.set_focus(self.query_one(f"#card-{event.index}", CardWidget))
        elif monotonic() - self.asked_at < self.GRACE:
            return
        elif self.game.seat:
            self._submit(self.game.seat, Cover(event.index) if covering else Guess(event.index))

    def on_descendant_focus(self, event: events.DescendantFocus) -> None:
        if isinstance(event.widget, CardWidget):
            self.cursor = event.widget.index
            if event.widget.index != self.chosen:
                self.chosen = None

    def on_button_pressed(self, event: Button.Pressed) -> None:
        game = self.game
        if self._needs_asking(event.button.id):
            self.asked = event.button.id
            self._hint(self.app.wording.say("terminal.confirm_again"))
            return
        self.asked = None
        match event.button.id:
            case "stop" if game.seat:
                self._submit(game.seat, Stop())
            case "waive" if game.seat:
                self._submit(game.seat, Waive())
            case "challenge" | "challenge-2" | "challenge-3" as challenge:
                self._submit(game.challengers[CHALLENGES.index(challenge)], Challenge())
            case "ask":
                self._ask()
            case "agree" | "decline" as answer:
                game.answer(answer == "agree")
                self.app.go_on()
            case "time":
                self._submit(CLOCK, Stop())
            case "hide":
                self.app.put_down()
            case "again" | "other-faces" as cards:
                self.app.again(other_faces=cards == "other-faces")
            case "save":
                self._save()
            case "home":
                self.app.go_home()

    def _needs_asking(self, button: str | None) -> bool:
        """A token for an invalid clue is soon gone, and so is a game: left, or stopped in on its last stretch."""
        game = self.game
        costly = {
            "challenge": game.plan.edition.together,
            "home": game.table.phase is not Phase.OVER,
            "stop": game.table.last_stretch is not None,
        }
        return bool(button and costly.get(button)) and self.asked != button

    def _save(self) -> None:
        file = Path(f"deckname-{datetime.now():%Y%m%d-%H%M%S}.json")
        try:
            file.write_text(format_record(self.game.record), "utf-8")
        except OSError:
            self.app.notify(self.app.wording.say("error.not_writable"), severity="error", markup=False)
        else:
            self.app.notify(self.app.wording.say("terminal.saved", file=file.name), markup=False)

    # Keys ---------------------------------------------------------------------------------------------------------

    def action_press(self, button: str) -> None:
        widget = self.query_one(f"#{button}", Button)
        if widget.display:
            widget.press()

    def action_move(self, right: int, down: int) -> None:
        """Move the focus to the nearest card in that direction that can be chosen."""
        here, columns = self.cursor, self.game.plan.edition.columns

        def is_ahead(card: CardWidget) -> bool:
            across, along = card.index % columns - here % columns, card.index // columns - here // columns
            return card.can_focus and across * right + along * down > 0

        ahead = filter(is_ahead, self.query(CardWidget))
        nearest = min(ahead, key=lambda card: self._distance(here, card.index, right, down), default=None)
        if nearest:
            self.set_focus(nearest)
            self.cursor = nearest.index

    def _distance(self, one: int, other: int, right: int = 0, down: int = 0) -> int:
        """How far two cards lie apart; steps aside from the direction of a move count more than those along it."""
        columns = self.game.plan.edition.columns
        across, along = abs(one % columns - other % columns), abs(one // columns - other // columns)
        return across * (3 if down else 1) + along * (3 if right else 1)
