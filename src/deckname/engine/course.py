"""The course of a game: what came of every move, and the table to which those lead that still hold.

    decide(key, seat, command)    as the rules do, and a move may be taken back, too (G14)
    play(events)                  goes on, or back

A table does not remember how it came about, so it can't go back by itself. Nothing here sees what is hidden: whoever
has the events of a game, in their order, has its course.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from .errors import Refused
from .model import (
    CardCovered,
    CardTouched,
    ClueGiven,
    Command,
    Event,
    Key,
    MoveTakenBack,
    Refusal,
    Seat,
    Table,
    TakenBack,
    Touch,
    Undo,
)
from .rules import Events, decide
from .table import evolve


@dataclass
class Course:
    start: Table
    table: Table = field(init=False)
    holding: list[int] = field(default_factory=list)
    """The moves that still hold, counted from 0."""
    _happened: list[Events] = field(default_factory=list)
    """What came of every move, those that were taken back among them."""

    def __post_init__(self) -> None:
        self.table = self.start

    def decide(self, key: Key, seat: Seat, command: Command | Undo) -> Events:
        """What happens if this seat does this now. Refused says why it can't; nothing is changed."""
        if not isinstance(command, Undo):
            return decide(self.table, key, seat, command)
        if seat not in self.table.setup.seats:
            raise Refused(Refusal.NO_SUCH_SEAT)
        if not self.holding:
            raise Refused(Refusal.NOTHING_TO_UNDO)
        return (MoveTakenBack(seat.side, self.holding[-1]),)

    def play(self, events: Events) -> Table:
        """The table after a move of which this came."""
        if isinstance(events[0], MoveTakenBack):
            self._take_back()
        else:
            self.table = after(self.table, events)
            self.holding.append(len(self._happened))
        self._happened.append(events)
        return self.table

    def _take_back(self) -> None:
        """Made again up to the move before: that costs a microsecond for each event, and every table would cost memory
        in every game for the few that go back."""
        seen = (*self.table.taken_back, *_shown(self.table, self._happened[self.holding.pop()]))
        table = self.start
        for ply in self.holding:
            table = after(table, self._happened[ply])
        self.table = table._replace(taken_back=seen)


def after(table: Table, events: Sequence[Event]) -> Table:
    """The table after several events."""
    for event in events:
        table = evolve(table, event)
    return table


def _shown(table: Table, events: Events) -> list[TakenBack]:
    """What everybody saw in a move that led to this table."""
    shown = []
    for event in events:
        match event:
            case ClueGiven():
                shown.append(TakenBack(len(table.log) - 1, clue=table.log[-1]))
            case CardTouched(side, card, identity) | CardCovered(side, card, identity):
                shown.append(TakenBack(len(table.log) - 1, touch=Touch(card, identity, side)))
    return shown
