"""One device for the whole table: who may look at it now, and who has to take it next. No user interface here."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from random import Random
from time import monotonic

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
    GiveClue,
    Key,
    Mode,
    Number,
    Options,
    Phase,
    Role,
    Seat,
    Table,
    Undo,
)
from deckname.engine.record import Move, Record
from deckname.engine.rules import legal_moves
from deckname.engine.table import next_side, to_move
from deckname.engine.view import View, view
from deckname.referee import Verdict, judge
from deckname.tables.clock import ClockState
from deckname.tables.game import ClueQuestion
from deckname.tables.table_settings import ClockSettings

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
    decks: tuple[str, ...] = ()
    """Ids of decks; none means the edition's usual one."""
    clue_options: tuple[str, ...] = ()
    clock: ClockSettings | None = None


@dataclass
class HotSeat:
    """A game on one device. `holder` is the place whose player has it in hand; None while it changes hands."""

    plan: Plan
    shoe: Shoe
    rng: Random
    now: Callable[[], float] = monotonic
    course: Course = field(init=False)
    key: Key = field(init=False)
    holder: Place | None = field(init=False)
    moves: list[Move] = field(init=False)
    happened: tuple[Event, ...] = field(init=False)
    """What came of the last move, for the next screen to tell."""
    question: ClueQuestion | None = field(init=False)
    clock: ClockState = field(init=False)
    """It stands while the device changes hands."""

    def __post_init__(self) -> None:
        self.deal()

    def deal(self, other_faces: bool = False) -> None:
        """A new game with new cards, or the other faces of the same (P8), and a new key (G10)."""
        turns = other_faces and self.shoe.table
        self.shoe = self.shoe.turn_over(self.rng) if turns else self.shoe.deal(self.plan.edition.size, self.rng)
        self.key, starts = draw_key(self.plan.edition, self.rng)
        start = new_table(self.plan.edition, self.shoe.board, starts, self.plan.mode, self.plan.options)
        self.course = Course(start)
        self.holder = None
        self.moves = []
        self.happened = ()
        self.question = None
        self.clock = ClockState.started(self.now()).paused(start, self.now())

    @property
    def table(self) -> Table:
        return self.course.table

    @property
    def waiting(self) -> tuple[Place, ...]:
        """The places for which the game waits, each a player who would have to take the device."""
        due = self._due
        return tuple(place for place in self.table.setup.places if any(seat in due for seat in place))

    @property
    def _due(self) -> tuple[Seat, ...]:
        """Whose turn it is; or who is asked about a clue, which comes first (T17)."""
        asked = self.adviser if self.question and self.question.answer is None else None
        return (asked,) if asked else to_move(self.table)

    @property
    def must_change_hands(self) -> bool:
        return self.table.phase is not Phase.OVER and self.holder not in self.waiting

    def take(self, place: Place) -> None:
        self.holder = place
        self.clock = self.clock.resumed(self.now())

    def put_down(self) -> None:
        self.holder = None
        self.clock = self.clock.paused(self.table, self.now())

    @property
    def seat(self) -> Seat | None:
        """The seat from which the holder acts now; None after the game."""
        due = self._due
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
        return judge(word, count, words, self.plan.language, self.plan.edition.clues, self.plan.clue_options)

    def shows_secrets(self, place: Place) -> bool:
        """Whether the screen in this place's hands shows something that others must not see."""
        due = self._due
        seat = next(seat for seat in place if seat in due)
        return any(any(card.known) for card in view(self.table, self.key, seat).cards)

    def submit(self, seat: Seat, command: Command | Undo) -> None:
        """Play a move; Refused says why it can't be."""
        if isinstance(command, GiveClue):
            command = replace(command, approved=self._was_approved(command))
        before = self.table
        self.happened = self.course.decide(self.key, seat, command)
        self.course.play(self.happened)
        self.moves.append(Move(seat, command))
        self.question = None
        self.clock = self.clock.moved(before, self.table, self.now())
        if self.must_change_hands:
            self.put_down()

    # Before a clue: the other spymaster's word, and time -----------------------------------------------------------

    @property
    def adviser(self) -> Seat | None:
        """Another spymaster who can be asked about a clue (T17): of the next side that is still in (N7)."""
        table = self.table
        alone = self.plan.edition.together or self.plan.mode is Mode.COOP
        if alone or table.phase is not Phase.CLUE or table.turn is None:
            return None
        return Seat(next_side(table, table.turn), Role.GIVER)

    def ask(self, word: str, number: Number) -> None:
        """Ask the other spymaster beforehand, unseen by those who guess. Refused says why this can't be a clue."""
        assert self.seat and self.adviser
        self.course.decide(self.key, self.seat, GiveClue(word, number))
        self.question = ClueQuestion(self.seat, word, number)
        self.put_down()

    def answer(self, agree: bool) -> None:
        assert self.question
        self.question.answer = agree
        self.put_down()

    def _was_approved(self, clue: GiveClue) -> bool:
        asked = self.question
        return bool(asked and asked.answer and (asked.word, asked.number) == (clue.word, clue.number))

    @property
    def time_left(self) -> float | None:
        """Seconds for whoever holds the device; None where no clock runs."""
        end = self.clock.deadline(self.plan.clock, self.table)
        asked = self.question is not None and self.question.answer is None
        return None if end is None or asked else max(0.0, end - self.now())

    @property
    def ends_itself(self) -> bool:
        """Whether the turn is over when the time is; else the others may end it (T19)."""
        return self.table.phase is not Phase.CLUE or bool(self.plan.clock and self.plan.clock.ends_itself)

    @property
    def record(self) -> Record:
        return Record(self.course.start, self.key, tuple(self.moves), self.plan.language)
