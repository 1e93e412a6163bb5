"""What lies in the open: whom the game waits for, what is left, and how an event changes the table.

Nothing in this module knows that there is a key; a test makes sure of it. So whatever is computed here, and every
table that `evolve` makes, can be shown to anyone.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from .model import (
    BYSTANDER,
    UNLIMITED,
    CardCovered,
    CardTouched,
    ChallengeWaived,
    Clue,
    ClueChallenged,
    ClueGiven,
    ClueStatus,
    Event,
    GameEnded,
    Identity,
    LastStretchBegan,
    Outcome,
    Phase,
    Role,
    Seat,
    Side,
    SideCompleted,
    SideOut,
    SuddenDeathBegan,
    Table,
    TokenKind,
    Tokens,
    TokenSpent,
    TokenUse,
    Touch,
    TurnEnded,
)

Cell = TypeVar("Cell")


def evolve(table: Table, event: Event) -> Table:
    """The table after an event; what was taken back needs the table before (`course`)."""
    return _EVOLVE[type(event)](table, event)


def to_move(table: Table) -> tuple[Seat, ...]:
    """The seats for which the game waits."""
    known, situation = table.setup.waiting_for, (table.phase, table.turn, table.completed, table.challenger)
    found = known.get(situation)
    if found is None:
        found = known[situation] = _to_move(table)
    return found


def _to_move(table: Table) -> tuple[Seat, ...]:
    setup, turn = table.setup, table.turn
    match table.phase:
        case Phase.CLUE:
            if turn:
                return (Seat(turn, Role.GIVER),)
            return tuple(Seat(side, Role.GIVER) for side in speaking_sides(table))
        case Phase.GUESS:
            return (Seat(guessing_side(table), Role.GUESSER),)
        case Phase.COVER:
            side = covering_side(table)
            (covers,) = setup.sides if side == setup.imaginary else (side,)
            return (Seat(covers, Role.GIVER),)
        case Phase.SUDDEN_DEATH:
            asked = {setup.edition.side[side].clues_to for side in speaking_sides(table)}
            return tuple(Seat(side, Role.GUESSER) for side in setup.sides if side in asked)
        case Phase.OVER:
            return ()


def agents_left(table: Table) -> dict[Identity, int]:
    """Agents still to find, by identity. Never by layer: that would tell one side of the other's (D21)."""
    return {agent: count - table.covers.count(agent) for agent, count in table.setup.agents.items()}


def guesses_left(table: Table) -> int | None:
    """How many guesses the turn still allows; None where there is no limit (T9, T12, T13, D6, P7)."""
    if table.phase is not Phase.GUESS:
        return 0 if table.phase is not Phase.SUDDEN_DEATH else None
    extra, number = table.setup.edition.extra_guesses, table.log[-1].number
    if extra is None or table.last_stretch or number in (0, UNLIMITED):
        return None
    return int(number) + extra - table.guesses


def covering_side(table: Table) -> Side:
    """In the cover phase, the side whose agent gets covered: the imaginary one (V2) or the challenger's (T15)."""
    side = table.turn if table.turn == table.setup.imaginary else table.challenger
    assert side
    return side


def open_cards(table: Table, side: Side) -> tuple[int, ...]:
    """The cards that this side's guessers could touch (G8, D9)."""
    marks = table.marks
    return tuple([card for card, cover in enumerate(table.covers) if cover is None and side not in marks[card]])


def speaking_sides(table: Table) -> tuple[Side, ...]:
    """The sides that still have something to give clues for (D13)."""
    return tuple(side for side in table.setup.sides if side not in table.completed)


def sides_in(table: Table) -> tuple[Side, ...]:
    """The sides that are still in the game, in the order of their turns; an imaginary one is, too (N3)."""
    return tuple(side for side in table.setup.edition.side if side not in table.out)


def next_side(table: Table, side: Side) -> Side:
    """Whose turn comes after this side's: the next one's that is still in the game (T4, N2, N4)."""
    order = tuple(table.setup.edition.side)
    place = order.index(side) + 1
    return next(other for other in (*order[place:], *order[:place]) if other not in table.out)


def guessing_side(table: Table) -> Side:
    assert table.turn
    return table.setup.edition.side[table.turn].clues_to


# ---------------------------------------------------------------------------------------------------------------------
# One function per event


def _clue_given(table: Table, event: ClueGiven) -> Table:
    status = ClueStatus.UPHELD if event.approved else ClueStatus.GIVEN
    clue = Clue(event.side, event.word, event.number, status)
    return table._replace(phase=Phase.GUESS, turn=event.side, log=(*table.log, clue), guesses=0)


def _card_touched(table: Table, event: CardTouched) -> Table:
    touch = Touch(event.card, event.identity, event.side)
    if table.phase is Phase.GUESS:
        clue = table.log[-1]
        line = clue._replace(touched=(*clue.touched, touch))
        table = table._replace(log=(*table.log[:-1], line), guesses=table.guesses + 1)
    else:
        table = table._replace(last_touches=(*table.last_touches, touch), guesses=table.guesses + 1)
    if event.identity == BYSTANDER and table.setup.edition.layers > 1:
        return table._replace(marks=_put(table.marks, event.card, (*table.marks[event.card], event.side)))
    return _covered(table, event)


def _clue_challenged(table: Table, event: ClueChallenged) -> Table:
    log = _with_status(table.log, ClueStatus.INVALID)
    if table.tokens:  # D16: the penalty is a token, and the guessing goes on
        return table._replace(log=log)
    if table.setup.options.gentle:  # T15: the same spymaster gives another one
        return table._replace(phase=Phase.CLUE, log=log)
    return table._replace(phase=Phase.COVER, log=log, challenger=event.side)


def _challenge_waived(table: Table, _event: ChallengeWaived) -> Table:
    return table._replace(phase=Phase.GUESS, log=_with_status(table.log, ClueStatus.UPHELD), challenger=None)


def _covered(table: Table, event: CardTouched | CardCovered) -> Table:
    return table._replace(
        covers=_put(table.covers, event.card, event.identity),
        covered_by=_put(table.covered_by, event.card, event.side),
    )


def _token_spent(table: Table, event: TokenSpent) -> Table:
    assert table.tokens
    tokens = table.tokens
    return table._replace(
        tokens=Tokens(
            bystander=tokens.bystander - (event.token is TokenKind.BYSTANDER),
            closed=tokens.closed - (event.token is TokenKind.CLOSED),
            taken=tokens.taken + (event.use is TokenUse.CLOSED),
        ),
    )


def _side_completed(table: Table, event: SideCompleted) -> Table:
    return table._replace(completed=(*table.completed, event.side))


def _side_out(table: Table, event: SideOut) -> Table:
    return table._replace(out=(*table.out, event.side))


def _last_stretch_began(table: Table, event: LastStretchBegan) -> Table:
    return table._replace(last_stretch=event.side)


def _turn_ended(table: Table, event: TurnEnded) -> Table:
    imaginary = event.next is not None and event.next == table.setup.imaginary
    phase = Phase.COVER if imaginary else Phase.CLUE
    return table._replace(phase=phase, turn=event.next, guesses=0, challenger=None)


def _sudden_death_began(table: Table, _event: SuddenDeathBegan) -> Table:
    return table._replace(phase=Phase.SUDDEN_DEATH, turn=None, guesses=0, sudden_death=True)


def _game_ended(table: Table, event: GameEnded) -> Table:
    return table._replace(phase=Phase.OVER, outcome=Outcome(event.winners, event.reason))


def _put(cells: tuple[Cell, ...], index: int, value: Cell) -> tuple[Cell, ...]:
    return (*cells[:index], value, *cells[index + 1 :])


def _with_status(log: tuple[Clue, ...], status: ClueStatus) -> tuple[Clue, ...]:
    return (*log[:-1], log[-1]._replace(status=status))


_EVOLVE: Mapping[type[Event], Callable[[Table, Any], Table]] = {
    ClueGiven: _clue_given,
    CardTouched: _card_touched,
    ClueChallenged: _clue_challenged,
    ChallengeWaived: _challenge_waived,
    CardCovered: _covered,
    TokenSpent: _token_spent,
    SideCompleted: _side_completed,
    SideOut: _side_out,
    LastStretchBegan: _last_stretch_began,
    TurnEnded: _turn_ended,
    SuddenDeathBegan: _sudden_death_began,
    GameEnded: _game_ended,
}
