"""The vocabulary of the engine: commands, events and the table; from `names` and `setup`, all that they are made of.

Everything here is an immutable value. `Table` is what lies face up for everybody; `Key` is the one secret. What may
happen is said in `rules`, what a seat may know in `view`, and what an edition is made of in `editions`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from .names import (
    ASSASSIN,
    BYSTANDER,
    CLOCK,
    MOST_CARDS,
    MOST_SIDES,
    UNLIMITED,
    Identity,
    Mode,
    Name,
    Number,
    Phase,
    Reason,
    Refusal,
    Role,
    Seat,
    Side,
    is_readable,
    parse_seat,
)
from .setup import Edition, Key, Options, Setup, SideSpec, Tokens

__all__ = [
    "ASSASSIN",
    "BYSTANDER",
    "CLOCK",
    "MOST_CARDS",
    "MOST_SIDES",
    "UNLIMITED",
    "CardCovered",
    "CardTouched",
    "Challenge",
    "ChallengeWaived",
    "Clue",
    "ClueChallenged",
    "ClueGiven",
    "ClueStatus",
    "Command",
    "Cover",
    "Edition",
    "Event",
    "GameEnded",
    "GiveClue",
    "Guess",
    "Identity",
    "Key",
    "LastStretchBegan",
    "Mode",
    "MoveTakenBack",
    "Name",
    "Number",
    "Options",
    "Outcome",
    "Phase",
    "Reason",
    "Refusal",
    "Role",
    "Seat",
    "Setup",
    "Side",
    "SideCompleted",
    "SideOut",
    "SideSpec",
    "Stop",
    "SuddenDeathBegan",
    "Table",
    "TakenBack",
    "TokenKind",
    "TokenSpent",
    "TokenUse",
    "Tokens",
    "Touch",
    "TurnEnded",
    "Undo",
    "Waive",
    "is_readable",
    "parse_seat",
]

# ---------------------------------------------------------------------------------------------------------------------
# Commands: what a seat wants


@dataclass(frozen=True, slots=True)
class GiveClue:
    word: str
    number: Number
    approved: bool = False
    """Another spymaster was asked beforehand and agreed (T17, N7): nobody can challenge it."""


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


@dataclass(frozen=True, slots=True)
class Undo:
    """Take back the last move that still holds (G14). No table can tell what that was: `course` decides it."""


# ---------------------------------------------------------------------------------------------------------------------
# Events: what happened, in the open. None carries a hidden fact, so the log of a running game can be shown to anyone.


class TokenKind(Name):
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
    token: TokenKind
    """Which side of the token lay up in the reserve."""
    use: TokenUse


@dataclass(frozen=True, slots=True)
class SideCompleted:
    side: Side


@dataclass(frozen=True, slots=True)
class SideOut:
    """A side has touched an assassin and plays no more; the others go on (N3)."""

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


@dataclass(frozen=True, slots=True)
class MoveTakenBack:
    """The table is as it was before the last move that held (G14): `course` knows how."""

    side: Side
    """Whose wish it was."""
    ply: int
    """Which move, counted from 0 among all that were made."""


Event: TypeAlias = (
    ClueGiven
    | CardTouched
    | ClueChallenged
    | ChallengeWaived
    | CardCovered
    | TokenSpent
    | SideCompleted
    | SideOut
    | LastStretchBegan
    | TurnEnded
    | SuddenDeathBegan
    | GameEnded
    | MoveTakenBack
)


# ---------------------------------------------------------------------------------------------------------------------
# The table


class ClueStatus(Name):
    GIVEN = "given"
    INVALID = "invalid"  # challenged, and the challenge has not been waived
    UPHELD = "upheld"  # approved beforehand (T17) or waived (T16): it stands


class Touch(NamedTuple):
    card: int
    identity: Identity
    side: Side
    """Who touched."""


class Clue(NamedTuple):
    """A line of the clue log: the clue as written, and what was touched for it."""

    side: Side
    word: str
    number: Number
    status: ClueStatus = ClueStatus.GIVEN
    touched: tuple[Touch, ...] = ()


class TakenBack(NamedTuple):
    """What a move had shown that was taken back: a clue, or what a card is. It stays seen (G14)."""

    line: int
    """Of the clue log, counted from 0: where it stood, or to which clue it belonged; -1: before the first."""
    clue: Clue | None = None
    touch: Touch | None = None


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
    covered_by: tuple[Side | None, ...]
    """Per card, the side that found it, or covered it by choice (D12)."""
    marks: tuple[tuple[Side, ...], ...]
    """Per card, the sides that touched it in vain and left a token on it (D8), found cards too (D9)."""
    log: tuple[Clue, ...] = ()
    last_touches: tuple[Touch, ...] = ()
    """What was touched in sudden death, when no clue was given any more (D15)."""
    taken_back: tuple[TakenBack, ...] = ()
    """What was seen in moves that hold no more (G14)."""
    guesses: int = 0
    """Guesses made in this turn."""
    tokens: Tokens | None = None
    completed: tuple[Side, ...] = ()
    """The sides whose agents are all found, as announced (D13)."""
    out: tuple[Side, ...] = ()
    """The sides that touched an assassin while others play on (N3)."""
    challenger: Side | None = None
    """Who called the clue invalid and has not covered or waived yet (T15, N6)."""
    last_stretch: Side | None = None
    sudden_death: bool = False
    outcome: Outcome | None = None
