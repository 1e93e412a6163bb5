"""One device for the whole table: who may look at it now, and who has to take it next. No user interface here."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random

from deckname.cards.decks import Shoe
from deckname.cards.faces import words_in_play
from deckname.engine.course import Course
from deckname.engine.deal import draw_key
from deckname.engine.editions import new_table
from deckname.engine.model import (
    UNLIMITED,
    Command,
    Edition,
    Event,
    Key,
    Mode,
    Number,
    Options,
    Phase,
    Seat,
    Table,
    Undo,
)
from deckname.engine.record import Move, Record
from deckname.engine.rules import legal_moves
from deckname.engine.table import to_move
from deckname.engine.view import View, view
from deckname.referee import Verdict, judge

Place = tuple[Seat, ...]


def parse_names(text: str) -> tuple[str, ...]:
    """Names as people list them, separated by commas."""
    return tuple(name[:30] for part in text.split(",") if (name := part.strip()))


@dataclass(frozen=True)
class Plan:
    """What the host chose on the first screen."""

    edition: Edition
    mode: Mode
    options: Options
    language: str
    names: tuple[str, ...] = ()


@dataclass
class HotSeat:
    """A game on one device. `holder` is the place whose player has it in hand; None while it changes hands."""

    plan: Plan
    shoe: Shoe
    rng: Random
    course: Course = field(init=False)
    key: Key = field(init=False)
    holder: Place | None = field(init=False)
    moves: list[Move] = field(init=False)
    happened: tuple[Event, ...] = field(init=False)
    """What came of the last move, for the next screen to tell."""

    def __post_init__(self) -> None:
        self.deal()

    def deal(self) -> None:
        """A new game with new cards and a new key (G10)."""
        self.shoe = self.shoe.deal(self.plan.edition.size, self.rng)
        self.key, starts = draw_key(self.plan.edition, self.rng)
        start = new_table(self.plan.edition, self.shoe.board, starts, self.plan.mode, self.plan.options)
        self.course = Course(start)
        self.holder = None
        self.moves = []
        self.happened = ()

    @property
    def table(self) -> Table:
        return self.course.table

    @property
    def waiting(self) -> tuple[Place, ...]:
        """The places for which the game waits, each a player who would have to take the device."""
        due = to_move(self.table)
        return tuple(place for place in self.table.setup.places if any(seat in due for seat in place))

    @property
    def must_change_hands(self) -> bool:
        return self.table.phase is not Phase.OVER and self.holder not in self.waiting

    def take(self, place: Place) -> None:
        self.holder = place

    def put_down(self) -> None:
        self.holder = None

    @property
    def seat(self) -> Seat | None:
        """The seat from which the holder acts now; None after the game."""
        due = to_move(self.table)
        return next((seat for seat in self.holder or () if seat in due), None)

    @property
    def view(self) -> View:
        """What the screen may show: to its holder if somebody has it in hand, else to anyone."""
        return view(self.table, self.key, self.seat)

    @property
    def challengers(self) -> tuple[Seat, ...]:
        """Who could object to the clue from the open table, one for each side: a spymaster, or else whoever guesses."""
        able = {seat.side: seat for seat in reversed(self.table.setup.seats) if self._may_challenge(seat)}
        return tuple(able[side] for side in self.table.setup.sides if side in able)

    def _may_challenge(self, seat: Seat) -> bool:
        return legal_moves(self.table, self.key, seat).challenge

    def verdict(self, word: str, number: Number) -> Verdict:
        """What the referee says of a clue for the cards that lie open. Only for the eyes of who would give it."""
        faces, covers, _, marks, _ = zip(*self.view.cards, strict=True)
        words = words_in_play(faces, covers, marks, len(self.plan.edition.sides))
        count = None if number == UNLIMITED else number
        return judge(word, count, words, self.plan.language, self.plan.edition.clues)

    def shows_secrets(self, place: Place) -> bool:
        """Whether the screen in this place's hands shows something that others must not see."""
        due = to_move(self.table)
        seat = next(seat for seat in place if seat in due)
        return any(any(card.known) for card in view(self.table, self.key, seat).cards)

    def submit(self, seat: Seat, command: Command | Undo) -> None:
        """Play a move; Refused says why it can't be."""
        self.happened = self.course.decide(self.key, seat, command)
        self.course.play(self.happened)
        self.moves.append(Move(seat, command))
        if self.must_change_hands:
            self.put_down()

    @property
    def record(self) -> Record:
        return Record(self.course.start, self.key, tuple(self.moves), self.plan.language)
