"""What is settled before the first clue: edition, options, cards and who starts; and the one secret, the key."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, TypeAlias

from .clues import ClueRules
from .looks import Look
from .names import MOST_CARDS, MOST_SIDES, Identity, Mode, Role, Seat, Side

BotLevel: TypeAlias = Literal["easy", "even", "hard", "merciless"]
Faces: TypeAlias = Literal["front", "back", "mixed"]


@dataclass(frozen=True)
class SideSpec:
    """What is particular to one of an edition's sides."""

    id: Side
    agent: Identity
    """The identity that is a right guess for its guessers."""
    clues_to: Side
    """Whose guessers answer its clues."""
    judged_by: int
    """The layer of the key that judges its touches."""
    giver_sees: tuple[int, ...]
    guesser_sees: tuple[int, ...]
    """The layers of the key that its seats know."""


@dataclass(frozen=True)
class Edition:
    """One way to lay out and win the game. The rules read these values and name no edition."""

    id: str
    columns: int
    rows: int
    sides: tuple[SideSpec, ...]
    """Two to four, in the order of their turns."""
    deals: Mapping[Side | None, Mapping[tuple[Identity, ...], int]]
    """Who may start (None: whoever speaks first) → how many cards have these identities, layer by layer."""
    together: bool
    """The sides win and lose together; if not, against each other."""
    modes: tuple[Mode, ...]
    options: frozenset[str]
    extra_guesses: int | None
    """Guesses beyond the clue's number; None: right guesses have no limit."""
    deck: str
    """The deck it is usually played with, by its id. Only a habit: any deck goes on any grid (P9, F6)."""
    clues: ClueRules
    looks: Mapping[Identity, Look]
    tokens: int | None = None
    """Timer tokens in a standard game; None: the game has none."""
    score_steps: tuple[int, ...] = ()
    """The points at which the words for a score change, ascending."""
    faces: Faces = "mixed"
    """Which sides of its cards lie up, where nobody chooses (F4). A habit as well."""
    terms: str = ""
    """What its people and cards are called, where that is not the usual: `identity.treasure_red` for `identity.red`."""
    gentle: bool = False
    """Whether a new table proposes that a clue that is challenged is only replaced (T15)."""
    level: BotLevel = "even"
    """How well bots usually play against people in it. Only a habit, too."""
    name: str = ""
    """What it is called where a language has no word of its own for it; empty: after its id."""

    def __post_init__(self) -> None:
        """ValueError for a value that does not hold together: it would fail in the middle of somebody's game."""
        two = len(self.sides) == 2
        for holds, promise in (
            (2 <= len(self.sides) <= MOST_SIDES, f"two to {MOST_SIDES} sides"),
            (self.size <= MOST_CARDS, f"at most {MOST_CARDS} cards"),
            (all(sum(deal.values()) == self.size for deal in self.deals.values()), "a key for every card"),
            (all(count > 0 for deal in self.deals.values() for count in deal.values()), "no fewer cards than none"),
            (set(self.looks) >= self.identities, "a look for every identity"),
            (all(look.can_be_drawn for look in self.looks.values()), "looks that clients can draw"),
            (len({look.pattern for look in self.looks.values()}) == len(self.looks), "patterns of their own"),
            (two or self.modes == (Mode.TEAMS,), "coop and trio for two sides alone (N8)"),
            (two or not self.together, "winning together for two sides alone (N8)"),
            (two or "assassin_last" not in self.options, "assassin_last for two sides alone (N8)"),
        ):
            if not holds:
                raise ValueError(f"edition {self.id}: {promise}")

    @property
    def size(self) -> int:
        return self.columns * self.rows

    @cached_property
    def layers(self) -> int:
        return len(next(iter(next(iter(self.deals.values())))))

    @cached_property
    def side(self) -> Mapping[Side, SideSpec]:
        return {spec.id: spec for spec in self.sides}

    @cached_property
    def owner(self) -> Mapping[Identity, Side]:
        """Whose agent a card is, where every side has agents of its own."""
        return {} if self.together else {spec.agent: spec.id for spec in self.sides}

    @cached_property
    def identities(self) -> frozenset[Identity]:
        return frozenset(of for deal in self.deals.values() for layers in deal for of in layers)

    @property
    def title(self) -> str:
        """What to call it where no language has a word for it."""
        return self.name or self.id.replace("-", " ").capitalize()


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
    gentle: bool = False
    """A clue that is challenged costs nothing but another clue (T15)."""
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
            return next(spec.id for spec in self.edition.sides if spec.id != self.starts)
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
    def waiting_for(self) -> dict[tuple[object, ...], tuple[Seat, ...]]:
        """Remembered by `table.to_move`, since a game comes back to the same few situations."""
        return {}

    @cached_property
    def agents(self) -> Mapping[Identity, int]:
        """How many agents there are to find, by identity. Public: the deal is printed in the rules."""
        deal = self.edition.deals[self.starts]
        identities = dict.fromkeys(spec.agent for spec in self.edition.sides)
        return {agent: sum(count for layers, count in deal.items() if agent in layers) for agent in identities}


@dataclass(frozen=True)
class Key:
    """The secret: what every card is. One layer says it for all; Duet has one for each side."""

    layers: tuple[tuple[Identity, ...], ...]
