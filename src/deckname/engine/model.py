"""The vocabulary of the engine: seats, commands, events, the table and the key.

Everything here is an immutable value. `Table` is what lies face up for everybody; `Key` is the one secret. What may
happen is said in `rules`, what a seat may know in `view`, and what an edition is made of in `editions`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import Literal, NamedTuple, TypeAlias

Side: TypeAlias = str
"""One of the two sides of a game. Its name is the edition's affair."""

Identity: TypeAlias = str
"""What a card is on a face of the key: an agent (named by the edition), or one of the two below."""
BYSTANDER: Identity = "bystander"
ASSASSIN: Identity = "assassin"

UNLIMITED: Literal["unlimited"] = "unlimited"
Number: TypeAlias = int | Literal["unlimited"]


_UNREADABLE = re.compile("[\x00-\x1f\x7f-\x9f\ud800-\udfff]")


def is_readable(text: str) -> bool:
    """Whether a clue or a card can be written down: no control characters, no halves of characters."""
    return not _UNREADABLE.search(text)


class Name(StrEnum):
    """Names that are found in a dict as quickly as other strings: Enum has a hash of its own, written in Python."""

    __hash__ = str.__hash__


class Role(Name):
    GIVER = "giver"
    GUESSER = "guesser"


class Seat(NamedTuple):
    """A place from which one acts. A player holds one or several (see `Setup.places`)."""

    side: Side
    role: Role | None

    def __str__(self) -> str:
        return self.side + "." + self.role if self.role else self.side


CLOCK = Seat("clock", None)
"""Not a player's: whoever keeps the time ends a turn from here, with `Stop` (T19)."""


def parse_seat(text: str) -> Seat:
    """The opposite of `str(seat)`; ValueError for what is no seat of any game."""
    side, dot, role = text.partition(".")
    if text == str(CLOCK):
        return CLOCK
    if not (dot and side.isascii() and side.isalpha()):
        raise ValueError(text)
    return Seat(side, Role(role))


class Mode(Name):
    """How many people play, and against whom."""

    TEAMS = "teams"
    COOP = "coop"  # V1-V5: one real side, the other is imaginary
    TRIO = "trio"  # V6: one operative guesses for both sides


class Phase(Name):
    CLUE = "clue"
    GUESS = "guess"
    COVER = "cover"  # somebody covers a card by choice: T15's penalty, or V2's imaginary side
    SUDDEN_DEATH = "sudden_death"
    OVER = "over"


class Reason(Name):
    """Why a game ended."""

    ALL_FOUND = "all_found"
    ASSASSIN = "assassin"
    OUT_OF_TOKENS = "out_of_tokens"
    SUDDEN_DEATH_MISS = "sudden_death_miss"
    IMAGINARY_TEAM_DONE = "imaginary_team_done"
    LAST_STRETCH_MISSED = "last_stretch_missed"


class Refusal(Name):
    """Why a command is not taken. The codes are stable; clients translate them."""

    GAME_OVER = "game_over"
    NO_SUCH_SEAT = "no_such_seat"
    NOT_YOUR_TURN = "not_your_turn"
    NOT_NOW = "not_now"
    EMPTY_CLUE = "empty_clue"
    UNREADABLE_CLUE = "unreadable_clue"
    CLUE_TOO_LONG = "clue_too_long"
    NUMBER_OUT_OF_RANGE = "number_out_of_range"
    ZERO_NOT_ALLOWED = "zero_not_allowed"
    UNLIMITED_NOT_ALLOWED = "unlimited_not_allowed"
    SIDE_COMPLETED = "side_completed"
    NO_MORE_CLUES = "no_more_clues"
    NO_SUCH_CARD = "no_such_card"
    CARD_COVERED = "card_covered"
    CARD_ALREADY_TRIED = "card_already_tried"
    NOTHING_LEFT_TO_GUESS = "nothing_left_to_guess"
    GUESS_FIRST = "guess_first"
    NOTHING_TO_CHALLENGE = "nothing_to_challenge"
    NOT_YOURS_TO_CHALLENGE = "not_yours_to_challenge"
    TOO_LATE_TO_CHALLENGE = "too_late_to_challenge"
    CLUE_STANDS = "clue_stands"
    NOTHING_TO_WAIVE = "nothing_to_waive"
    NOT_YOUR_AGENT = "not_your_agent"


class Refused(Exception):  # noqa: N818 - a refusal is an answer, not an error of the program
    """A command that the rules do not allow. Nothing has changed."""

    def __init__(self, code: Refusal) -> None:
        super().__init__(code.value)
        self.code = code


# ---------------------------------------------------------------------------------------------------------------------
# Commands: what a seat wants


@dataclass(frozen=True, slots=True)
class GiveClue:
    word: str
    number: Number
    approved: bool = False
    """The other spymaster was asked beforehand and agreed (T17): nobody can challenge it."""


@dataclass(frozen=True, slots=True)
class Guess:
    card: int


@dataclass(frozen=True, slots=True)
class Stop:
    pass


@dataclass(frozen=True, slots=True)
class Challenge:
    pass


@dataclass(frozen=True, slots=True)
class Waive:
    pass


@dataclass(frozen=True, slots=True)
class Cover:
    card: int


Command: TypeAlias = GiveClue | Guess | Stop | Challenge | Waive | Cover


# ---------------------------------------------------------------------------------------------------------------------
# Events: what happened, in the open. None carries a hidden fact, so the log of a running game can be shown to anyone.


class TokenFace(Name):
    BYSTANDER = "bystander"
    CLOSED = "closed"


class TokenUse(Name):
    MARK = "mark"  # laid on a card by a miss
    CLOSED = "closed"  # taken by a guesser who stops
    PENALTY = "penalty"  # discarded for an invalid clue
    LATE = "late"  # lost to the clock (T19): no closed case, so it earns nothing


@dataclass(frozen=True, slots=True)
class ClueGiven:
    side: Side
    word: str
    number: Number
    approved: bool = False


@dataclass(frozen=True, slots=True)
class CardTouched:
    side: Side
    """The side that guessed."""
    card: int
    identity: Identity


@dataclass(frozen=True, slots=True)
class ClueChallenged:
    side: Side
    """The side that challenges, not the one that gave the clue."""


@dataclass(frozen=True, slots=True)
class ChallengeWaived:
    side: Side


@dataclass(frozen=True, slots=True)
class CardCovered:
    """A card was covered by choice, not by a guess (T15, V2)."""

    side: Side
    card: int
    identity: Identity


@dataclass(frozen=True, slots=True)
class TokenSpent:
    face: TokenFace
    """Which side of the token lay up in the reserve."""
    use: TokenUse


@dataclass(frozen=True, slots=True)
class SideCompleted:
    side: Side


@dataclass(frozen=True, slots=True)
class LastStretchBegan:
    side: Side


@dataclass(frozen=True, slots=True)
class TurnEnded:
    next: Side | None
    """Who gives the next clue; None where any side may."""


@dataclass(frozen=True, slots=True)
class SuddenDeathBegan:
    pass


@dataclass(frozen=True, slots=True)
class GameEnded:
    winners: tuple[Side, ...]
    reason: Reason


Event: TypeAlias = (
    ClueGiven
    | CardTouched
    | ClueChallenged
    | ChallengeWaived
    | CardCovered
    | TokenSpent
    | SideCompleted
    | LastStretchBegan
    | TurnEnded
    | SuddenDeathBegan
    | GameEnded
)


# ---------------------------------------------------------------------------------------------------------------------
# Editions and games as data


@dataclass(frozen=True)
class SideSpec:
    """What is particular to one of an edition's two sides."""

    id: Side
    agent: Identity
    """The identity that is a right guess for its guessers."""
    clues_to: Side
    """Whose guessers answer its clues."""
    judged_by: int
    """The face of the key that judges its touches."""
    giver_sees: tuple[int, ...]
    guesser_sees: tuple[int, ...]
    """The faces of the key that its seats know."""


@dataclass(frozen=True)
class Edition:
    """One way to lay out and win the game. The rules read these values and name no edition."""

    id: str
    columns: int
    rows: int
    sides: tuple[SideSpec, SideSpec]
    deals: Mapping[Side | None, Mapping[tuple[Identity, ...], int]]
    """Who may start (None: whoever speaks first) → how many cards have these identities, face by face."""
    together: bool
    """The sides win and lose together; if not, against each other."""
    modes: tuple[Mode, ...]
    options: frozenset[str]
    extra_guesses: int | None
    """Guesses beyond the clue's number; None: right guesses have no limit."""
    tokens: int | None = None
    """Timer tokens in a standard game; None: the game has none."""
    score_steps: tuple[int, ...] = ()
    """The points at which the words for a score change, ascending."""

    @property
    def size(self) -> int:
        return self.columns * self.rows

    @cached_property
    def faces(self) -> int:
        return len(next(iter(next(iter(self.deals.values())))))

    @cached_property
    def side(self) -> Mapping[Side, SideSpec]:
        return {spec.id: spec for spec in self.sides}

    @cached_property
    def opponent(self) -> Mapping[Side, Side]:
        first, second = (spec.id for spec in self.sides)
        return {first: second, second: first}


@dataclass(frozen=True, slots=True)
class Tokens:
    """The timer tokens: the reserve by the face that lies up, and how many guessers took by stopping."""

    bystander: int
    closed: int
    taken: int = 0

    @property
    def left(self) -> int:
        return self.bystander + self.closed


@dataclass(frozen=True)
class Options:
    """The variants of one game, as its host chose them."""

    zero: bool = False
    unlimited: bool = False
    assassin_last: bool = False
    several_clues: bool = False
    tokens: int | None = None
    mistakes: int | None = None
    mission: str | None = None


@dataclass(frozen=True)
class Setup:
    """Everything that is settled before the first clue and known to all."""

    edition: Edition
    mode: Mode
    options: Options
    cards: tuple[str, ...]
    starts: Side | None
    tokens: Tokens | None = None
    """The reserve before the first turn."""

    @cached_property
    def imaginary(self) -> Side | None:
        """The side that nobody plays (V1)."""
        if self.mode is Mode.COOP and self.starts:
            return self.edition.opponent[self.starts]
        return None

    @cached_property
    def sides(self) -> tuple[Side, ...]:
        """The sides that somebody plays."""
        return tuple(spec.id for spec in self.edition.sides if spec.id != self.imaginary)

    @cached_property
    def seats(self) -> tuple[Seat, ...]:
        return tuple(Seat(side, role) for side in self.sides for role in Role)

    @cached_property
    def places(self) -> tuple[tuple[Seat, ...], ...]:
        """Which seats belong into one hand: one tuple per player of the smallest table."""
        if self.edition.together:  # D1: each side gives and guesses
            return tuple(tuple(Seat(side, role) for role in Role) for side in self.sides)
        if self.mode is Mode.TRIO:
            givers = tuple((Seat(side, Role.GIVER),) for side in self.sides)
            return (*givers, tuple(Seat(side, Role.GUESSER) for side in self.sides))
        return tuple((seat,) for seat in self.seats)

    @cached_property
    def place_of(self) -> Mapping[Seat, tuple[Seat, ...]]:
        return {seat: place for place in self.places for seat in place}

    @cached_property
    def waiting_for(self) -> dict[tuple[Phase, Side | None, tuple[Side, ...]], tuple[Seat, ...]]:
        """Remembered by `table.to_move`, since a game comes back to the same few situations."""
        return {}

    @cached_property
    def agents(self) -> Mapping[Identity, int]:
        """How many agents there are to find, by identity. Public: the deal is printed in the rules."""
        deal = self.edition.deals[self.starts]
        identities = dict.fromkeys(spec.agent for spec in self.edition.sides)
        return {agent: sum(count for faces, count in deal.items() if agent in faces) for agent in identities}


@dataclass(frozen=True)
class Key:
    """The secret: what every card is, face by face."""

    faces: tuple[tuple[Identity, ...], ...]


# ---------------------------------------------------------------------------------------------------------------------
# The table


class ClueStatus(Name):
    GIVEN = "given"
    INVALID = "invalid"  # challenged, and the challenge has not been waived
    UPHELD = "upheld"  # approved beforehand (T17) or waived (T16): it stands


class Touch(NamedTuple):
    card: int
    identity: Identity


class Clue(NamedTuple):
    """A line of the clue log: the clue as written, and what was touched for it."""

    side: Side
    word: str
    number: Number
    status: ClueStatus = ClueStatus.GIVEN
    touched: tuple[Touch, ...] = ()


@dataclass(frozen=True, slots=True)
class Outcome:
    winners: tuple[Side, ...]
    reason: Reason


class Table(NamedTuple):
    """Everything that lies face up. Events make it; nothing in it depends on what is still hidden.

    A named tuple, since `_replace` costs a third of `dataclasses.replace` and every event needs one.
    """

    setup: Setup
    phase: Phase
    turn: Side | None
    """The side whose turn it is, that is: whose clue is due, was given, or (V2) whose card gets covered."""
    covers: tuple[Identity | None, ...]
    marks: tuple[tuple[Side, ...], ...]
    """Per card, the sides that touched it in vain and left a token on it (D8)."""
    log: tuple[Clue, ...] = ()
    guesses: int = 0
    """Guesses made in this turn."""
    tokens: Tokens | None = None
    completed: tuple[Side, ...] = ()
    """The sides whose agents are all found, as announced (D13)."""
    last_stretch: Side | None = None
    sudden_death: bool = False
    outcome: Outcome | None = None
