"""What is called by a name everywhere: sides, identities, seats, modes, phases, reasons and refusals."""

from __future__ import annotations

import re
from enum import StrEnum
from typing import Literal, NamedTuple, TypeAlias

Side: TypeAlias = str
"""One of the two to four sides of a game. Its name is the edition's affair."""

Identity: TypeAlias = str
"""What a card is on a layer of the key: an agent (named by the edition), or one of the two below."""
BYSTANDER: Identity = "bystander"
ASSASSIN: Identity = "assassin"

UNLIMITED: Literal["unlimited"] = "unlimited"
Number: TypeAlias = int | Literal["unlimited"]

MOST_SIDES = 4
MOST_CARDS = 64
"""Of any edition's grid: what a client must be able to show, and what a message may hold."""


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
    COOP = "coop"  # V1-V5: one real side, the other of two is imaginary
    TRIO = "trio"  # V6: one operative guesses for both of two sides


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
    NOTHING_TO_UNDO = "nothing_to_undo"
