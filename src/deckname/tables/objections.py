"""Objecting to a clue (T15, T16): who may do so, who is heard about it, and what comes of it.

The engine's `Challenge` is an objection that stands. Whether it does is the table's matter: the side that gave the clue
accepts it or stands by the clue; if it does, both spymasters agree, or most of those who are there, or the referee says
so. Nobody wins a majority with their own side alone, and nobody is waited for for ever.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Literal, NamedTuple

from deckname.engine.model import Phase, Role, Seat, Side
from deckname.engine.rules import NO_MOVES, LegalMoves, legal_moves
from deckname.engine.table import to_move
from deckname.tables.game import GameState, Objection
from deckname.tables.state import TableState

PATIENCE = 45.0
"""Seconds after which those who say nothing are no longer waited for: first the side that gave the clue, then all."""
How = Literal["accepted", "spymasters", "table", "referee", "withdrawn"]


class Settlement(NamedTuple):
    valid: bool
    how: How


def objectors(state: TableState) -> frozenset[str]:
    """The people who could object to the clue on the table, and have not said that it is fine with them."""
    game = state.running
    if game is None or game.table.phase is not Phase.GUESS or game.table.guesses:
        return frozenset()
    moves = {seat: allowed(game, legal_moves(game.table, game.key, seat)) for seat in game.table.setup.seats}
    able = {member.id for seat in moves if moves[seat].challenge for member in state.holders(seat) if not member.bot}
    return frozenset(able - game.nodded)


def may_nod(state: TableState, person: str) -> bool:
    """Whether their word is of use: a bot waits for it before it guesses."""
    if state.running is None or state.settings.pace == "quick" or person not in objectors(state):
        return False
    return any(state.bot_at(seat) for seat in to_move(state.running.table))


def allowed(game: GameState, moves: LegalMoves) -> LegalMoves:
    """What of the rules' moves the table allows: none while an objection is open, no objection to what was upheld."""
    if game.objection:
        return NO_MOVES
    return moves._replace(challenge=False) if game.is_upheld else moves


# ---------------------------------------------------------------------------------------------------------------------
# Who is heard


def waits_for(state: TableState) -> frozenset[str]:
    """Whose word on the open objection is still missing: the clue's own side is asked first."""
    objection = state.running.objection if state.running else None
    if objection is None:
        return frozenset()
    asked = _judges(state) if _stands_by(state, objection) else _defenders(state)
    return frozenset(asked - objection.words.keys())


def _defenders(state: TableState) -> set[str]:
    """Who is there of the side that gave the clue, and of no other."""
    assert state.running
    side = state.running.table.turn
    return {person for person in _judges(state) if _sides(state, person) == {side}}


def _judges(state: TableState) -> set[str]:
    return {member.id for member in state.members.values() if member.online and not member.bot}


def _sides(state: TableState, person: str) -> set[Side]:
    return {seat.side for seat in state.seats_of(person)}


def _stands_by(state: TableState, objection: Objection) -> bool:
    """Whether somebody of the clue's side has said that it is valid."""
    assert state.running
    side = state.running.table.turn
    return any(valid and _sides(state, person) == {side} for person, valid in objection.words.items())


# ---------------------------------------------------------------------------------------------------------------------
# What comes of it


def with_word(state: TableState, objection: Objection, person: str, valid: bool, at: float) -> Objection:
    """The objection after somebody's word. Once the clue's side stands by it, all others have time to say theirs."""
    said = replace(objection, words={**objection.words, person: valid})
    began = _stands_by(state, said) and not _stands_by(state, objection)
    return replace(said, since=at) if began else said


def settlement(state: TableState, objection: Objection, time_up: bool = False) -> Settlement | None:
    """How it ends by what was said so far; None while somebody is waited for."""
    defenders = _defenders(state)
    if any(not objection.words.get(person, True) for person in defenders):
        return Settlement(valid=False, how="accepted")
    if not _stands_by(state, objection):
        return None if defenders and not time_up else _by_referee(objection)
    if (agreed := _spymasters(state, objection)) is not None:
        return Settlement(agreed, "spymasters")
    judges = _judges(state)
    if not _of_several_sides(state, judges):
        return _by_referee(objection)
    if judges - objection.words.keys() and not time_up:
        return None
    return _by_majority(state, objection) or _by_referee(objection)


def _by_referee(objection: Objection) -> Settlement:
    return Settlement(objection.referee.verdict != "invalid", "referee")


def _spymasters(state: TableState, objection: Objection) -> bool | None:
    """What the two spymasters agree upon, if they do. A bot has the referee's word."""
    assert state.running and state.running.table.turn
    words = set[bool | None]()
    for side in (state.running.table.turn, objection.seat.side):
        seat = Seat(side, Role.GIVER)
        if state.bot_at(seat):
            words.add(objection.referee.verdict != "invalid")
        else:
            said = [objection.words[m.id] for m in state.holders(seat) if m.id in objection.words]
            words.add(said[0] if said else None)
    return words.pop() if len(words) == 1 else None


def _of_several_sides(state: TableState, people: set[str]) -> bool:
    """Whether not all of them are of one and the same side."""
    return len({frozenset(_sides(state, person)) for person in people}) > 1


def _by_majority(state: TableState, objection: Objection) -> Settlement | None:
    words = objection.words
    for valid in (True, False):
        agreed = {person for person, said in words.items() if said is valid}
        if 2 * len(agreed) > len(words) and _of_several_sides(state, agreed):
            return Settlement(valid, "table")
    return None
