"""Moves of the game, the question to the other spymaster, the clock, and signals."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from deckname.engine import model, rules
from deckname.engine.errors import Refused
from deckname.engine.model import CLOCK, Phase, Role, Seat, is_readable
from deckname.engine.record import Move
from deckname.engine.rules import legal_moves
from deckname.engine.table import to_move
from deckname.lettering import without_bidi_controls
from deckname.referee import Verdict
from deckname.tables import commands, events
from deckname.tables.decisions.requirements import (
    Circumstances,
    Decide,
    require_member,
    require_ply,
    require_running,
)
from deckname.tables.events import TableEvent
from deckname.tables.game import GameState
from deckname.tables.objections import objectors
from deckname.tables.permissions import (
    asking_seat,
    has_the_last_word,
    may_answer,
    may_call_time,
    may_talk,
    permissions_of,
    talk_group,
)
from deckname.tables.state import TableState
from deckname.tables.taking_back import may_hold

# ---------------------------------------------------------------------------------------------------------------------
# Moves


def _play(state: TableState, person: str, command: commands.Play, now: Circumstances) -> list[TableEvent]:
    game = require_ply(state, command.ply)
    require_member(state, person)
    require_unpaused(state)
    if game.objection:
        raise Refused("objection_open")
    move, overruled = command.move, None
    if isinstance(move, model.GiveClue):
        word = without_bidi_controls(move.word).strip()
        move = model.GiveClue(word, move.number, _was_approved(state, word, move.number))
        if not move.approved and state.settings.referee == "strict":
            overruled = _overruled(state, now.verdict, command.insist)
    played = _played(game, seat_for(state, game, person, move), move, person, now)
    held = now.take_back_seconds > 0 and _is_held(state, person, played)
    return [replace(played, overruled=overruled, held=held) if overruled or held else played]


def _is_held(state: TableState, person: str, played: events.MovePlayed) -> bool:
    """Whether a touch has ended the game that could be taken back (G14)."""
    if not any(isinstance(event, model.GameEnded) for event in played.events):
        return False
    return isinstance(played.move.command, model.Guess) and may_hold(state, person, played.move.seat.side)


def require_unpaused(state: TableState) -> None:
    if state.clock.pause is not None and not state.clock.held:
        raise Refused("paused")


def _played(
    game: GameState, seat: Seat, move: model.Command, person: str | None, now: Circumstances
) -> events.MovePlayed:
    return events.MovePlayed(now.now, person, Move(seat, move), game.decide(seat, move))


def _was_approved(state: TableState, word: str, number: model.Number) -> bool:
    question = state.question
    return bool(question and question.answer and (question.word, question.number) == (word, number))


def seat_for(state: TableState, game: GameState, person: str, command: model.Command) -> Seat:
    """The one of somebody's seats from which they do this."""
    seats = state.seats_of(person)
    if not seats:
        raise Refused("no_place")
    if isinstance(command, model.Challenge):
        willing = [seat for seat in seats if legal_moves(game.table, game.key, seat).challenge]
        return willing[0] if willing else seats[0]
    role = Role.GUESSER if isinstance(command, model.Guess | model.Stop) else Role.GIVER
    fitting = [seat for seat in seats if seat.role is role] or list(seats)
    due = to_move(game.table)
    return next((seat for seat in fitting if seat in due), fitting[0])


def _overruled(state: TableState, verdict: Verdict | None, insist: bool) -> events.RefereeWord | None:
    """What the referee holds against a clue whose giver insists; Refused if they don't, or may not."""
    if verdict is None or verdict.verdict != "invalid":
        return None
    if insist and has_the_last_word(state):
        return events.RefereeWord(verdict.verdict.value, verdict.reason, verdict.rule, verdict.card)
    details: dict[str, str | int] = {"reason": verdict.reason, "rule": verdict.rule or ""}
    raise Refused("clue_invalid", **details, **({"card": verdict.card} if verdict.card else {}))


def _ask(state: TableState, person: str, command: commands.Ask, _now: Circumstances) -> list[TableEvent]:
    game = require_ply(state, command.ply)
    seat = asking_seat(state, person)
    if seat is None:
        raise Refused("not_now")
    word = without_bidi_controls(command.word).strip()
    rules.decide(game.table, game.key, seat, model.GiveClue(word, command.number))
    return [events.QuestionAsked(str(seat), word, command.number)]


def _answer(state: TableState, person: str, command: commands.AnswerQuestion, _now: Circumstances) -> list[TableEvent]:
    require_ply(state, command.ply)
    if not may_answer(state, person):
        raise Refused("nothing_to_answer")
    return [events.QuestionAnswered(command.agree)]


def _call_time(state: TableState, person: str, command: commands.CallTime, now: Circumstances) -> list[TableEvent]:
    game = require_ply(state, command.ply)
    end = state.clock.step_end(state.settings.clock, game.table)
    if not may_call_time(state, person) or end is None or now.now < end:
        raise Refused("not_now")
    return [_played(game, CLOCK, model.Stop(), person, now)]


def _time_up(state: TableState, _person: str, command: commands.TimeUp, now: Circumstances) -> list[TableEvent]:
    game = require_ply(state, command.ply)
    end = automatic_end(state)
    if end is None or now.now < end:
        raise Refused("not_now")
    return [_played(game, CLOCK, model.Stop(), None, now)]


def automatic_end(state: TableState) -> float | None:
    """When the present turn ends by itself: a clue's time may be left to the others to call (T19)."""
    game, settings = state.running, state.settings.clock
    if game is None or settings is None or game.outlasts_clocks:
        return None
    if game.table.phase is Phase.CLUE and not settings.ends_itself:
        return state.clock.budget_end(settings, game.table)
    return state.clock.deadline(settings, game.table)


# ---------------------------------------------------------------------------------------------------------------------
# Signals


def _pencil(state: TableState, person: str, command: commands.Pencil, _now: Circumstances) -> list[TableEvent]:
    game = require_running(state)
    _require_signal(state, person, "pencil")
    if command.card >= len(game.table.covers):
        raise Refused("no_such_card")
    if command.on and game.table.covers[command.card] is not None:
        raise Refused("card_covered")
    if ((command.card, person) in state.pencil) == command.on:
        return []
    return [events.CardPencilled(person, command.card, command.on)]


def _say(state: TableState, person: str, command: commands.Say, now: Circumstances) -> list[TableEvent]:
    require_member(state, person)
    group = talk_group(state, person)
    if group is None:
        raise Refused("be_silent")
    if not may_talk(state, person):
        raise Refused("nobody_hears")
    text = "".join(c if is_readable(c) else " " for c in without_bidi_controls(command.text)).strip()
    if not text:
        raise Refused("nothing_said")
    return [events.PersonSpoke(now.now, person, group, text)]


def _nod(state: TableState, person: str, command: commands.Nod, _now: Circumstances) -> list[TableEvent]:
    require_member(state, person)
    require_ply(state, command.ply)
    return [events.PersonNodded(person)] if person in objectors(state) else []


def _emote(state: TableState, person: str, command: commands.Emote, _now: Circumstances) -> list[TableEvent]:
    _require_signal(state, person, "emote")
    return [events.PersonEmoted(person, command.emote)]


def _nudge(state: TableState, person: str, _command: commands.Nudge, _now: Circumstances) -> list[TableEvent]:
    _require_signal(state, person, "nudge")
    return [events.PersonNudged(person)]


def _require_signal(state: TableState, person: str, signal: commands.Signal) -> None:
    require_member(state, person)
    permissions = permissions_of(state)
    if signal not in permissions.signals(person):
        raise Refused("be_silent" if permissions.must_be_still(person) else "not_now")


DECIDE: Mapping[type, Decide] = {
    commands.Play: _play,
    commands.Ask: _ask,
    commands.AnswerQuestion: _answer,
    commands.CallTime: _call_time,
    commands.TimeUp: _time_up,
    commands.Pencil: _pencil,
    commands.Say: _say,
    commands.Emote: _emote,
    commands.Nudge: _nudge,
    commands.Nod: _nod,
}
