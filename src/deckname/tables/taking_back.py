"""Taking the last move back (G14): who may ask for it, and who has to agree.

Whoever plays for the side that made the move may ask. One of every other side agrees; where sides play together, and
where two or three play without teams, one in every other place. Bots are not asked: alone with them one goes back at
once, in practice.

A game that a touch has ended is held until somebody shows the key, or it is shown after a while.
"""

from __future__ import annotations

from collections import defaultdict

from deckname.engine.model import Mode, Side
from deckname.tables.bounds import MOVES_WITH_UNDO
from deckname.tables.game import GameState
from deckname.tables.state import TableState

Groups = tuple[frozenset[str], ...]
"""Of each of these groups one has to agree."""


def may_ask(state: TableState, person: str) -> bool:
    game = state.running
    if game is None or game.take_back or game.objection or not game.may_go_back:
        return False
    if practises_alone(state, person):
        return own_last_move(game, person) is not None
    side = _last_side(game)
    return any(seat.side == side for seat in state.seats_of(person)) and bool(_groups(state, person, side))


def may_hold(state: TableState, person: str, side: Side) -> bool:
    """Whether the move that they are about to make for a side could be taken back."""
    game = state.running
    if game is None or state.is_bot(person) or game.ply + 1 >= MOVES_WITH_UNDO:
        return False
    return practises_alone(state, person) or bool(_groups(state, person, side))


def may_show_key(state: TableState, person: str) -> bool:
    """Anybody at the table, as long as nobody is being asked whether the end may be taken back."""
    held = state.running is not None and state.running.held
    return held and person in state.members and not still_to_agree(state)


def key_due(state: TableState, seconds: float) -> float | None:
    """When the key of a game that is held is shown without anybody's doing."""
    game = state.running
    return game.played[-1].at + seconds if game and game.held and not still_to_agree(state) else None


def practises_alone(state: TableState, person: str) -> bool:
    """Whether nobody but bots plays with them, and it is for practice."""
    others = [member for member in state.members.values() if member.place and not member.bot and member.id != person]
    return state.settings.practice and bool(state.seats_of(person)) and not others


def own_last_move(game: GameState, person: str) -> int | None:
    """Their last move that still holds."""
    return next((ply for ply in reversed(game.course.holding) if game.played[ply].by == person), None)


def still_to_agree(state: TableState, agreed: frozenset[str] = frozenset()) -> frozenset[str]:
    """Whose word on what is asked for is missing; those who are away are not waited for."""
    game = state.running
    asked = game.take_back if game else None
    if game is None or asked is None or asked.declined:
        return frozenset()
    missing = [group for group in _groups(state, asked.by, _last_side(game)) if not group & (asked.agreed | agreed)]
    return frozenset().union(*missing)


def _last_side(game: GameState) -> Side:
    """Whose move it was that holds and was made last."""
    return game.moves[game.course.holding[-1]].seat.side


def _groups(state: TableState, person: str, side: Side) -> Groups:
    by_place = state.edition.together or state.settings.mode is not Mode.TEAMS
    groups = defaultdict[str, set[str]](set)
    mine = state.members[person].place if person in state.members else None
    for member in state.members.values():
        if member.bot or not member.place or not member.online or member.id == person:
            continue
        if by_place and member.place != mine:
            groups[member.place].add(member.id)
        elif not by_place:
            for other in {seat.side for seat in state.seats_of(member.id)} - {side}:
                groups[other].add(member.id)
    return tuple(frozenset(group) for group in groups.values())
