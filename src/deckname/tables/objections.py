"""Objecting to a clue (T15, T16): who may still do so."""

from __future__ import annotations

from deckname.engine.model import Phase
from deckname.engine.rules import legal_moves
from deckname.engine.table import to_move
from deckname.tables.state import TableState


def objectors(state: TableState) -> frozenset[str]:
    """The people who could object to the clue on the table, and have not said that it is fine with them."""
    game = state.running
    if game is None or game.table.phase is not Phase.GUESS or game.table.guesses:
        return frozenset()
    seats = [seat for seat in game.table.setup.seats if legal_moves(game.table, game.key, seat).challenge]
    able = {member.id for seat in seats for member in state.holders(seat) if not member.bot}
    return frozenset(able - game.nodded)


def may_nod(state: TableState, person: str) -> bool:
    """Whether their word is of use: a bot waits for it before it guesses."""
    if state.running is None or state.settings.pace == "quick" or person not in objectors(state):
        return False
    return any(state.bot_at(seat) for seat in to_move(state.running.table))
