"""Objecting to a clue, and what the table says to it. `tables.objections` says who is heard and what comes of it."""

from __future__ import annotations

from collections.abc import Mapping

from deckname.engine import model, rules
from deckname.engine.errors import Refused
from deckname.engine.record import Move
from deckname.referee import Verdict
from deckname.tables import commands, events
from deckname.tables.decisions.moves import require_unpaused, seat_for
from deckname.tables.decisions.requirements import Circumstances, Decide, require_member, require_ply
from deckname.tables.events import RefereeWord, TableEvent
from deckname.tables.game import GameState, Objection
from deckname.tables.objections import PATIENCE, Settlement, allowed, settlement, waits_for, with_word
from deckname.tables.state import TableState


def _object(state: TableState, person: str, command: commands.Object, now: Circumstances) -> list[TableEvent]:
    game = require_ply(state, command.ply)
    require_member(state, person)
    require_unpaused(state)
    require_settled(game)
    seat = seat_for(state, game, person, model.Challenge())
    challenge = game.decide(seat, model.Challenge())
    if not allowed(game, rules.legal_moves(game.table, game.key, seat)).challenge:
        raise Refused("clue_stands")
    if state.edition.together:  # D16: the partner decides, and pays with everybody
        return [events.MovePlayed(now.now, person, Move(seat, model.Challenge()), challenge)]
    referee = referee_word(now.verdict)
    objection = Objection(person, seat, now.now, referee, {person: False})
    raised = events.ObjectionRaised(now.now, person, str(seat), referee)
    return [raised, *_if_settled(state, game, objection, now)]


def _answer(state: TableState, person: str, command: commands.AnswerObjection, now: Circumstances) -> list[TableEvent]:
    game, objection = _open(state, command.ply)
    require_member(state, person)
    if person not in waits_for(state):
        raise Refused("nothing_to_answer")
    said = with_word(state, objection, person, command.valid, now.now)
    answered = events.ObjectionAnswered(person, command.valid, said.since)
    return [answered, *_if_settled(state, game, said, now)]


def _withdraw(
    state: TableState, person: str, command: commands.WithdrawObjection, now: Circumstances
) -> list[TableEvent]:
    _game, objection = _open(state, command.ply)
    if person != objection.by:
        raise Refused("nothing_to_withdraw")
    return [events.ObjectionSettled(now.now, valid=True, how="withdrawn")]


def _overdue(
    state: TableState, _person: str, command: commands.ObjectionOverdue, now: Circumstances
) -> list[TableEvent]:
    game, objection = _open(state, command.ply)
    if now.now < objection.since + PATIENCE:
        raise Refused("not_now")
    return _if_settled(state, game, objection, now, time_up=True)


def objection_end(state: TableState) -> float | None:
    """When nobody is waited for any longer."""
    objection = state.running.objection if state.running else None
    return objection.since + PATIENCE if objection else None


def require_settled(game: GameState) -> None:
    if game.objection:
        raise Refused("objection_open")


def referee_word(verdict: Verdict | None) -> RefereeWord:
    """What is told of a verdict; where there is none, that people have to know."""
    if verdict is None:
        return RefereeWord("ask")
    return RefereeWord(verdict.verdict.value, verdict.reason, verdict.rule, verdict.card)


def _open(state: TableState, ply: int) -> tuple[GameState, Objection]:
    game = require_ply(state, ply)
    if game.objection is None:
        raise Refused("no_objection")
    return game, game.objection


def _if_settled(
    state: TableState, game: GameState, objection: Objection, now: Circumstances, time_up: bool = False
) -> list[TableEvent]:
    """How it ends, if it does."""
    found = settlement(state, objection, time_up)
    return _settled(game, objection, found, now) if found else []


def _settled(game: GameState, objection: Objection, found: Settlement, now: Circumstances) -> list[TableEvent]:
    settled = events.ObjectionSettled(now.now, found.valid, found.how)
    if found.valid:
        return [settled]
    challenge = game.decide(objection.seat, model.Challenge())
    return [settled, events.MovePlayed(now.now, objection.by, Move(objection.seat, model.Challenge()), challenge)]


DECIDE: Mapping[type, Decide] = {
    commands.Object: _object,
    commands.AnswerObjection: _answer,
    commands.WithdrawObjection: _withdraw,
    commands.ObjectionOverdue: _overdue,
}
