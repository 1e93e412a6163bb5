"""A game at a table, and those who play it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import InitVar, dataclass, field
from typing import NamedTuple

from deckname.engine.course import Course
from deckname.engine.errors import Refused
from deckname.engine.model import (
    CLOCK,
    Command,
    Event,
    GiveClue,
    Guess,
    Key,
    MoveTakenBack,
    Number,
    Phase,
    Refusal,
    Seat,
    Side,
    Stop,
    Table,
    Undo,
)
from deckname.engine.record import Move, Record
from deckname.tables.bounds import MOVES_WITH_CLOCK, MOVES_WITH_UNDO, PEOPLE_PER_GAME
from deckname.tables.commands import MannerId
from deckname.tables.events import MovePlayed, RefereeWord
from deckname.tables.table_settings import CampaignStep


@dataclass
class Member:
    """Somebody at the table, a person or a bot."""

    id: str
    name: str
    bot: MannerId | None = None
    place: str | None = None
    seated: int = 0
    """The entry that seated them: who sits longer comes first."""
    ready: bool = False
    watching: bool = False
    """They left their place, and won't be dealt one."""
    node: str | None = None
    """Where they are connected."""
    away: float | None = None
    """Since when they no longer are, as far as that is known."""
    devices: tuple[str, ...] = ()
    """What their devices look like, the newest last: imprints that can be compared and not read."""

    @property
    def online(self) -> bool:
        return self.node is not None or self.bot is not None


@dataclass
class ClueQuestion:
    """A spymaster asked the other whether a clue would be fine (T17)."""

    by: Seat
    word: str
    number: Number
    answer: bool | None = None


@dataclass(frozen=True, slots=True)
class Objection:
    """Somebody calls the clue on the table invalid, and the table talks about it."""

    by: str
    seat: Seat
    since: float
    """Since when those are waited for who are to answer now."""
    referee: RefereeWord
    words: Mapping[str, bool]
    """By person: whether they call the clue valid."""


@dataclass(frozen=True, slots=True)
class TakeBack:
    """Somebody asks to take the last move back."""

    by: str
    agreed: frozenset[str] = frozenset()
    declined: bool = False


@dataclass
class PlaceRequest:
    """Somebody asks for a place in the running game."""

    place: str
    agreed: frozenset[str] = frozenset()


class TimeUpNote(NamedTuple):
    """That the clock ended a turn (T19)."""

    clues: int
    """How many clues had been given."""
    phase: Phase
    side: Side | None
    by: str | None
    """Who called time; None: the turn ended by itself."""


@dataclass
class GameState:
    number: int
    start: InitVar[Table]
    key: Key
    language: str
    began: float
    practice: bool = False
    campaign: CampaignStep | None = None
    """The mission of a team, if it is one."""
    course: Course = field(init=False)
    """Where its moves have led."""
    moves: list[Move] = field(default_factory=list)
    played: list[MovePlayed] = field(default_factory=list)
    """The same moves, with what came of them, as the log has them."""
    by_bots: dict[int, str] = field(default_factory=dict)
    """By move: the bot that made it."""
    time_ups: list[TimeUpNote] = field(default_factory=list)
    seen: dict[str, frozenset[int]] = field(default_factory=dict)
    """By person: the layers of the key that they have ever seen in this game."""
    sat: dict[str, frozenset[str]] = field(default_factory=dict)
    """By person: the places that they have ever had in this game, to which they may return."""
    first: frozenset[str] = frozenset()
    """Who had a place when it began."""
    unseen: frozenset[str] = frozenset()
    """Who has not seen their place yet."""
    opens: float = 0.0
    """Until when clocks and bots wait for them."""
    requests: dict[str, PlaceRequest] = field(default_factory=dict)
    """By person: the place that they ask for."""
    declined: dict[tuple[str, str], int] = field(default_factory=dict)
    """By person and place: how many clues had been given when the others said no to them there."""
    left: dict[str, Member] = field(default_factory=dict)
    """Those who have seen of the key and left the table: under another name they could tell of it."""
    nodded: frozenset[str] = frozenset()
    """Who has said that the clue on the table is fine with them."""
    objection: Objection | None = None
    upheld: int | None = None
    """The move that gave the clue which was upheld against an objection."""
    take_back: TakeBack | None = None
    held: bool = False
    """A touch has ended it, and may still be taken back: nobody has been shown the key (G14)."""
    abandoned: bool = False
    players: tuple[Member, ...] = ()
    """Who was there when it ended, and where they sat; whatever they do later."""

    def __post_init__(self, start: Table) -> None:
        self.course = Course(start)

    @property
    def table(self) -> Table:
        return self.course.table

    @property
    def ended(self) -> bool:
        """Whether there is nothing to play any more, be it that the end may still be taken back."""
        return self.table.phase is Phase.OVER or self.abandoned

    @property
    def running(self) -> bool:
        return not self.ended or self.held

    @property
    def ply(self) -> int:
        return len(self.moves)

    @property
    def outlasts_clocks(self) -> bool:
        """Whether it has gone on for so long that no turn ends by the clock any more."""
        return self.ply >= MOVES_WITH_CLOCK

    def is_opening(self, now: float) -> bool:
        """Whether clocks and bots still wait until all have seen their places: anybody's move ends that."""
        return bool(self.unseen) and not self.moves and now < self.opens

    @property
    def clue_being_answered(self) -> int | None:
        """The move that gave the clue on which somebody guesses, or will again if a challenge to it is waived."""
        table = self.table
        challenged = table.phase is Phase.COVER and table.turn != table.setup.imaginary
        held = self.held and not table.sudden_death
        if not self.running or not (table.phase is Phase.GUESS or challenged or held):
            return None
        return self._clues[-1]

    @property
    def _clues(self) -> list[int]:
        """The moves that gave the clues of the log."""
        return [ply for ply in self.course.holding if isinstance(self.moves[ply].command, GiveClue)]

    @property
    def may_go_back(self) -> bool:
        """Whether there is a move to take back, and not so many have been made that the game should come to an end."""
        return bool(self.course.holding) and self.ply < MOVES_WITH_UNDO and not self.abandoned

    def decide(self, seat: Seat, command: Command | Undo) -> tuple[Event, ...]:
        """What happens if this seat does this now; Refused says why it can't."""
        if isinstance(command, Undo) and not self.may_go_back:
            raise Refused(Refusal.NOTHING_TO_UNDO)
        return self.course.decide(self.key, seat, command)

    @property
    def is_upheld(self) -> bool:
        """Whether somebody has objected to the clue being answered, and it stands."""
        return self.upheld is not None and self.upheld == self.clue_being_answered

    @property
    def overruled(self) -> RefereeWord | None:
        """What the referee holds against the clue on which somebody guesses, if its giver insisted."""
        ply = self.clue_being_answered
        return None if ply is None else self.played[ply].overruled

    def play(self, played: MovePlayed) -> None:
        self.nodded, self.objection, self.take_back = frozenset(), None, None
        self.held = played.held
        before, happened = self.table, played.events[0]
        self.course.play(played.events)
        if played.move.seat == CLOCK:
            self.time_ups.append(TimeUpNote(len(before.log), before.phase, before.turn, played.by))
        elif isinstance(happened, MoveTakenBack) and self.moves[happened.ply].seat == CLOCK:
            self.time_ups.pop()
        self.moves.append(played.move)
        self.played.append(played)

    # --- people

    def note_seat(self, member: Member, layers: frozenset[int], alone: bool) -> None:
        """They sit somewhere, or nowhere any more: what they see from there, and who asks for a place no longer."""
        self.seen[member.id] = self.seen.get(member.id, frozenset()) | layers
        if member.place:
            self.sat[member.id] = self.sat.get(member.id, frozenset()) | {member.place}
        self.requests.pop(member.id, None)
        if alone:
            self.requests = {person: asked for person, asked in self.requests.items() if asked.place != member.place}

    def note_left(self, member: Member) -> None:
        """A bot that leaves is forgotten: it can neither come back nor tell of anything."""
        self.requests.pop(member.id, None)
        if member.bot:
            self.seen.pop(member.id, None)
            self.sat.pop(member.id, None)
        elif self.seen.get(member.id):
            self.left[member.id] = member

    def is_closed_to(self, person: str) -> bool:
        """Whether so many have come and gone in this game that somebody new finds no place any more."""
        return person not in self.seen and len(self.seen) + len(self.declined) >= PEOPLE_PER_GAME

    def note_answer(self, person: str, by: str, agree: bool) -> None:
        if agree:
            self.requests[person].agreed |= {by}
        else:
            self.declined[person, self.requests.pop(person).place] = len(self.table.log)

    # --- what bots thought

    def may_be_explained(self, ply: int) -> bool:
        """Whether what was thought in a move may be told now: the same for everybody, and found without the key.

        While a game runs only where practice is wanted: of a clue once its turn is over, of a guess at once unless
        guessers see of the key (in Duet they go by it, D22), and of nothing in sudden death, where clues are all that
        one has to go by.
        """
        if not 0 <= ply < len(self.moves):  # another node knows of it already
            return False
        if not self.running:
            return True
        seat, command = self.moves[ply]
        spec = self.table.setup.edition.side.get(seat.side)
        if not self.practice or self.table.sudden_death or spec is None or ply not in self.course.holding:
            return False
        if isinstance(command, Guess | Stop):
            return not spec.guesser_sees
        return isinstance(command, GiveClue) and ply != self.clue_being_answered

    @property
    def explicable(self) -> dict[int, str]:
        """The moves of bots that may be explained now, and which bot's they are."""
        return {ply: bot for ply, bot in self.by_bots.items() if self.may_be_explained(ply)}

    def touched_for(self, ply: int) -> tuple[int, ...]:
        """The cards that were touched for the clue of this move, in that order, as far as they still lie covered."""
        clues = sum(clue <= ply for clue in self._clues) if ply in self.course.holding else 0
        return tuple([touch.card for touch in self.table.log[clues - 1].touched]) if clues else ()

    @property
    def record(self) -> Record:
        return Record(self.course.start, self.key, tuple(self.moves), self.language)
