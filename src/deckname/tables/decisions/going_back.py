"""Asking to take the last move back, what the others say, and the key that is shown when nobody asks any more (G14).

`tables.taking_back` says who has to agree.
"""

from __future__ import annotations

from collections.abc import Mapping

from deckname.engine.errors import Refused
from deckname.engine.model import MoveTakenBack, Seat, Undo
from deckname.engine.record import Move
from deckname.tables import commands, events
from deckname.tables.decisions.requirements import Circumstances, Decide, require_member, require_ply
from deckname.tables.events import TableEvent
from deckname.tables.game import GameState, TakeBack
from deckname.tables.state import TableState
from deckname.tables.taking_back import key_due, may_ask, may_show_key, own_last_move, practises_alone, still_to_agree


def _ask(state: TableState, person: str, command: commands.AskTakeBack, now: Circumstances) -> list[TableEvent]:
    game = require_ply(state, command.ply)
    require_member(state, person)
    if not may_ask(state, person):
        raise Refused("not_now")
    if practises_alone(state, person):
        own = own_last_move(game, person)
        assert own is not None
        back = [ply for ply in reversed(game.course.holding) if ply >= own]
        return [_taken_back(state, person, ply, now) for ply in back]
    return [events.TakeBackAsked(now.now, person)]


def _answer(state: TableState, person: str, command: commands.AnswerTakeBack, now: Circumstances) -> list[TableEvent]:
    game, asked = _asked(state, command.ply)
    if person not in still_to_agree(state):
        raise Refused("nothing_to_answer")
    answered = events.TakeBackAnswered(now.now, person, command.agree)
    if command.agree and not still_to_agree(state, frozenset({person})):
        return [answered, _taken_back(state, asked.by, game.course.holding[-1], now)]
    return [answered]


def _withdraw(
    state: TableState, person: str, command: commands.WithdrawTakeBack, now: Circumstances
) -> list[TableEvent]:
    _game, asked = _asked(state, command.ply)
    if asked.by != person:
        raise Refused("nothing_to_withdraw")
    return [events.TakeBackWithdrawn(now.now)]


def _show_key(state: TableState, person: str, command: commands.ShowKey, now: Circumstances) -> list[TableEvent]:
    require_ply(state, command.ply)
    require_member(state, person)
    if not may_show_key(state, person):
        raise Refused("not_now")
    return [events.KeyShown(now.now)]


def _key_due(state: TableState, _person: str, command: commands.KeyDue, now: Circumstances) -> list[TableEvent]:
    require_ply(state, command.ply)
    due = key_due(state, now.take_back_seconds)
    if due is None or now.now < due:
        raise Refused("not_now")
    return [events.KeyShown(now.now)]


def _asked(state: TableState, ply: int) -> tuple[GameState, TakeBack]:
    game = require_ply(state, ply)
    if game.take_back is None or game.take_back.declined:
        raise Refused("nothing_to_answer")
    return game, game.take_back


def _taken_back(state: TableState, person: str, ply: int, now: Circumstances) -> TableEvent:
    """The record says whose seat asked for it."""
    game = state.running
    assert game
    seat: Seat = next(iter(state.seats_of(person)), game.moves[ply].seat)
    return events.MovePlayed(now.now, person, Move(seat, Undo()), (MoveTakenBack(seat.side, ply),))


DECIDE: Mapping[type, Decide] = {
    commands.AskTakeBack: _ask,
    commands.AnswerTakeBack: _answer,
    commands.WithdrawTakeBack: _withdraw,
    commands.ShowKey: _show_key,
    commands.KeyDue: _key_due,
}
