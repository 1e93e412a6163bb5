"""The grid of cards on a table's screen, in as much room as there is."""

from __future__ import annotations

from typing import ClassVar

from textual.binding import BindingType
from textual.containers import Grid
from textual.message import Message
from textual.widgets import Static

from deckname.engine.model import Edition
from deckname.engine.view import CardView

from .look import FOCUSED, PAPER, colours, paint
from .wording import Wording


class CardWidget(Static):
    """A card of the grid. Enter or a click chooses it, if it may be touched or covered now."""

    class Chosen(Message):
        def __init__(self, index: int) -> None:
            super().__init__()
            self.index = index

    BINDINGS: ClassVar[list[BindingType]] = [("enter,space", "choose", "")]

    def __init__(self, index: int) -> None:
        super().__init__(id=f"card-{index}", classes="card", markup=False)
        self.index = index
        self.ground = PAPER.ground

    def show(self, card: CardView, edition: Edition, wording: Wording, choosable: bool) -> None:
        self.update(paint(card, wording.face(card.face), edition, wording.side))
        self.ground = colours(card, edition)[1]
        self.styles.background = FOCUSED if self.has_focus else self.ground
        self.can_focus = choosable
        self.set_class(choosable, "choosable")

    def on_focus(self) -> None:
        self.styles.background = FOCUSED

    def on_blur(self) -> None:
        self.styles.background = self.ground

    def action_choose(self) -> None:
        if self.can_focus:
            self.post_message(self.Chosen(self.index))

    def on_click(self) -> None:
        self.action_choose()


class Board(Grid):
    """The cards, in as much room as there is."""

    def __init__(self, edition: Edition) -> None:
        super().__init__(*(CardWidget(index) for index in range(edition.size)), id="board")
        self.styles.grid_size_columns = edition.columns
        self.styles.grid_size_rows = edition.rows
