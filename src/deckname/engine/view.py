"""What a seat may know: the table, the layers of the key that are its own, and its legal moves.

`view` is the only way from the key to a client. A spectator is the seat None. After the end everybody sees everything,
unless the end may still be taken back (G14): the key is shown last.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from .editions import tokens_for
from .model import (
    Clue,
    Edition,
    Identity,
    Key,
    Mode,
    Options,
    Outcome,
    Phase,
    Reason,
    Role,
    Seat,
    Setup,
    Side,
    Table,
    TakenBack,
    Tokens,
    Touch,
)
from .rules import NO_MOVES, LegalMoves, legal_moves
from .table import agents_left, covering_side, guesses_left, to_move


@dataclass(frozen=True, slots=True)
class Score:
    """The points of a won game, and how many of the edition's steps they reach; words for a step are the client's."""

    points: int
    step: int


@dataclass(frozen=True, slots=True)
class Pairing:
    """How many cards are this on one layer and that on the other (D22)."""

    identities: tuple[Identity, ...]
    count: int


class CardView(NamedTuple):
    """One card of the grid as a seat sees it."""

    face: str
    """The word, or the name of the picture, that lies up."""
    cover: Identity | None
    covered_by: Side | None
    marks: tuple[Side, ...]
    known: tuple[Identity | None, ...]
    """Per layer of the key, the identity if this seat may know it."""


@dataclass(frozen=True, slots=True)
class View:
    """Everything a seat may know, and may do."""

    seat: Seat | None
    edition: Edition
    """The value itself, not its id: whoever is asked in another process may never have heard of it."""
    mode: Mode
    columns: int
    rows: int
    starts: Side | None
    cards: tuple[CardView, ...]
    phase: Phase
    turn: Side | None
    to_move: tuple[Seat, ...]
    clue: Clue | None
    """The clue being answered."""
    log: tuple[Clue, ...]
    last_touches: tuple[Touch, ...]
    """What was touched in sudden death (D15)."""
    taken_back: tuple[TakenBack, ...]
    """What moves had shown that were taken back: all have seen it (G14)."""
    guesses: int
    guesses_left: int | None
    """None: no limit."""
    left: Mapping[Identity, int]
    """Agents still to be found, where that is public."""
    challenged: bool
    """The clue has been called invalid, and the challenger has not decided yet."""
    covering: Side | None
    """In the cover phase, the side whose agent gets covered."""
    tokens: Tokens | None
    completed: tuple[Side, ...]
    """The sides whose agents are all found, as announced to all (D13)."""
    out: tuple[Side, ...]
    """The sides that play no more (N3)."""
    last_stretch: Side | None
    sudden_death: bool
    pairings: tuple[Pairing, ...]
    outcome: Outcome | None
    score: Score | None
    legal: LegalMoves


def view(table: Table, key: Key, seat: Seat | None, *, key_shown: bool = True) -> View:
    """The table as this seat may see it; None is a spectator. `key_shown`: whether the end shows the whole key."""
    setup, edition = table.setup, table.setup.edition
    shown = table.phase is Phase.OVER and key_shown
    in_cover = table.phase is Phase.COVER
    return View(
        seat=seat,
        edition=edition,
        mode=setup.mode,
        columns=edition.columns,
        rows=edition.rows,
        starts=setup.starts,
        cards=tuple(
            map(CardView, setup.cards, table.covers, table.covered_by, table.marks, _known(setup, key, seat, shown))
        ),
        phase=table.phase,
        turn=table.turn,
        to_move=to_move(table),
        clue=table.log[-1] if table.phase is Phase.GUESS else None,
        log=table.log,
        last_touches=table.last_touches,
        taken_back=table.taken_back,
        guesses=table.guesses,
        guesses_left=guesses_left(table),
        left=agents_left(table),
        challenged=in_cover and table.turn != setup.imaginary,
        covering=covering_side(table) if in_cover else None,
        tokens=table.tokens,
        completed=table.completed,
        out=table.out,
        last_stretch=table.last_stretch,
        sudden_death=table.sudden_death,
        pairings=_pairings(setup),
        outcome=table.outcome,
        score=score(table),
        legal=legal_moves(table, key, seat) if seat in setup.seats and seat else NO_MOVES,
    )


def _known(setup: Setup, key: Key, seat: Seat | None, shown: bool) -> Iterator[tuple[Identity | None, ...]]:
    """Card by card what this seat may know of each layer of the key."""
    known, nothing = _known_layers(setup, seat, shown), (None,) * setup.edition.size
    return zip(*(layer if number in known else nothing for number, layer in enumerate(key.layers)), strict=True)


def _known_layers(setup: Setup, seat: Seat | None, shown: bool) -> tuple[int, ...]:
    if shown:  # G10
        return tuple(range(setup.edition.layers))
    if seat is None or seat not in setup.seats:
        return ()
    spec = setup.edition.side[seat.side]
    return spec.giver_sees if seat.role is Role.GIVER else spec.guesser_sees


def _pairings(setup: Setup) -> tuple[Pairing, ...]:
    if setup.edition.layers == 1:
        return ()
    deal = setup.edition.deals[setup.starts]
    return tuple(Pairing(identities, count) for identities, count in deal.items())


def score(table: Table) -> Score | None:
    """The points of a won game where the rules give any (V4, D20)."""
    setup = table.setup
    if table.outcome is None or not table.outcome.winners:
        return None
    if setup.imaginary:
        points = agents_left(table)[setup.edition.side[setup.imaginary].agent]
    elif table.tokens and setup.tokens == tokens_for(setup.edition, Options()):  # D20: no other mission is scored
        points = 3 * table.tokens.left + table.tokens.taken - table.sudden_death
    else:
        return None
    return Score(points, sum(points >= step for step in setup.edition.score_steps))


def winning_seats(table: Table) -> tuple[Seat, ...]:
    """Who may cheer. A trio's operative wins with the agents found, never by a mistake of their own (V6)."""
    if table.outcome is None:
        return ()
    winners, setup = table.outcome.winners, table.setup
    if setup.mode is not Mode.TRIO:
        return tuple(seat for seat in setup.seats if seat.side in winners)
    found = table.outcome.reason is Reason.ALL_FOUND
    return tuple(seat for seat in setup.seats if (found if seat.role is Role.GUESSER else seat.side in winners))
