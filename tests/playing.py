"""A game in a test: laid out in a fixed order, played with moves written as text.

    game = Game("classic", starts="red")
    game.play("red.giver tree 2", "red.guesser 0", "red.guesser stop")

The key lies in the order of the edition's deal, so a test can name cards by number:
`game.cards("red")` are the red agents, `game.cards("green", layer=0)` the agents on the first layer.
"""

from __future__ import annotations

from deckname.engine import EDITIONS, new_table, view
from deckname.engine.course import Course
from deckname.engine.errors import Refused
from deckname.engine.model import (
    UNLIMITED,
    Challenge,
    Command,
    Cover,
    Edition,
    Event,
    GiveClue,
    Guess,
    Key,
    Mode,
    Options,
    Refusal,
    Seat,
    Stop,
    Table,
    Undo,
    Waive,
    parse_seat,
)
from deckname.engine.record import Move
from deckname.engine.view import View

PLAIN: dict[str, Command | Undo] = {"stop": Stop(), "challenge": Challenge(), "waive": Waive(), "undo": Undo()}


def parse_move(text: str) -> Move:
    """`red.giver tree 2`, `red.giver tree unlimited`, `red.guesser 7`, `blue.giver cover 3`, `red.guesser stop`."""
    seat, *words = text.split()
    match words:
        case [word] if word in PLAIN:
            return Move(parse_seat(seat), PLAIN[word])
        case [card]:
            command = Guess(int(card))
        case ["cover", card]:
            command = Cover(int(card))
        case [word, number]:
            command = GiveClue(word, UNLIMITED if number == UNLIMITED else int(number))
        case [word, number, "approved"]:
            command = GiveClue(word, int(number), approved=True)
        case _:
            raise ValueError(text)
    return Move(parse_seat(seat), command)


class Game:
    def __init__(
        self, edition: str | Edition, mode: str = "teams", starts: str | None = "red", **options: object
    ) -> None:
        self.edition = EDITIONS[edition] if isinstance(edition, str) else edition
        if None in self.edition.deals:
            starts = None
        deal = [layers for layers, count in self.edition.deals[starts].items() for _ in range(count)]
        self.key = Key(tuple(zip(*deal, strict=True)))
        words = [f"WORD{number}" for number in range(self.edition.size)]
        start = new_table(self.edition, words, starts, Mode(mode), Options(**options))  # type: ignore[arg-type]
        self.course = Course(start)

    def cards(self, identity: str, layer: int = 0) -> list[int]:
        return [card for card, cell in enumerate(self.key.layers[layer]) if cell == identity]

    @property
    def table(self) -> Table:
        return self.course.table

    @table.setter
    def table(self, table: Table) -> None:
        """Goes on from another one."""
        self.course = Course(table)

    def play(self, *moves: str) -> list[Event]:
        """Play, and return the events of the last move."""
        events: tuple[Event, ...] = ()
        for text in moves:
            seat, command = parse_move(text)
            events = self.course.decide(self.key, seat, command)
            self.course.play(events)
        return list(events)

    def refusal(self, move: str) -> Refusal:
        """Why this move is refused; fails if it is not, or if refusing it changed anything."""
        seat, command = parse_move(move)
        before = self.table
        try:
            self.course.decide(self.key, seat, command)
        except Refused as refused:
            assert self.table == before
            return refused.code
        raise AssertionError(f"{move} was not refused")

    def view(self, seat: str | None) -> View:
        return view(self.table, self.key, parse_seat(seat) if seat else None)

    @property
    def waiting_for(self) -> list[str]:
        return [str(seat) for seat in self.view(None).to_move]

    @property
    def outcome(self) -> tuple[list[str], str] | None:
        outcome = self.table.outcome
        return (list(outcome.winners), outcome.reason.value) if outcome else None


__all__ = ["Game", "Seat", "parse_move"]
