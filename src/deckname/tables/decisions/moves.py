"""Moves of the game, the question to the other spymaster, the clock, and signals."""

from __future__ import annotations

from collections.abc import Mapping

from deckname import protocol as wire
from deckname.engine import model, rules
from deckname.engine.model import CLOCK, Phase, Role, Seat, is_readable
from deckname.engine.record import Move
from deckname.engine.rules import legal_moves
from deckname.engine.table import to_move
from deckname.referee import Verdict
from deckname.tables import facts
from deckname.tables.decisions.wishes import (
    Circumstances,
    Decide,
    Refused,
    TimeUp,
    require_member,
    require_ply,
    require_running,
)
from deckname.tables.facts import AnyFact, note_move
from deckname.tables.manners import asking_seat, manners_of, may_answer, may_call_time, talk_group
from deckname.tables.room import GameState, Room

# ---------------------------------------------------------------------------------------------------------------------
# Moves


def _play(room: Room, person: str, command: wire.GameCommand, now: Circumstances) -> list[AnyFact]:
    game = require_ply(room, command.ply)
    require_member(room, person)
    if room.clock.pause is not None:
        raise Refused("paused")
    wanted = engine_command(room, command)
    seat = seat_for(room, game, person, wanted)
    if isinstance(wanted, model.GiveClue) and not wanted.approved and room.settings.referee == "strict":
        _require_valid(now.verdict)
    return [_moved(game, seat, wanted, person, now)]


def _moved(game: GameState, seat: Seat, wanted: model.Command, person: str | None, now: Circumstances) -> AnyFact:
    try:
        events = rules.decide(game.table, game.key, seat, wanted)
    except model.Refused as refused:
        raise Refused(refused.code.value) from None
    return note_move(now.now, person, Move(seat, wanted), events)


def engine_command(room: Room, command: wire.GameCommand) -> model.Command:
    match command:
        case wire.GiveClue(word=word, number=number):
            return model.GiveClue(word.strip(), number, _was_approved(room, word.strip(), number))
        case wire.Guess(card=card):
            return model.Guess(card)
        case wire.Cover(card=card):
            return model.Cover(card)
        case wire.Stop():
            return model.Stop()
        case wire.Challenge():
            return model.Challenge()
        case wire.Waive():
            return model.Waive()


def _was_approved(room: Room, word: str, number: int | str) -> bool:
    question = room.question
    return bool(question and question.answer and (question.word, question.number) == (word, number))


def seat_for(room: Room, game: GameState, person: str, command: model.Command) -> Seat:
    """The one of somebody's seats from which they do this."""
    seats = room.seats_of(person)
    if not seats:
        raise Refused("no_place")
    if isinstance(command, model.Challenge):
        willing = [seat for seat in seats if legal_moves(game.table, game.key, seat).challenge]
        return willing[0] if willing else seats[0]
    role = Role.GUESSER if isinstance(command, model.Guess | model.Stop) else Role.GIVER
    fitting = [seat for seat in seats if seat.role is role] or list(seats)
    due = to_move(game.table)
    return next((seat for seat in fitting if seat in due), fitting[0])


def _require_valid(verdict: Verdict | None) -> None:
    if verdict and verdict.verdict == "invalid":
        details: dict[str, str | int] = {"reason": verdict.reason, "rule": verdict.rule or ""}
        raise Refused("clue_invalid", **details, **({"card": verdict.card} if verdict.card else {}))


def _ask(room: Room, person: str, command: wire.Ask, _now: Circumstances) -> list[AnyFact]:
    game = require_ply(room, command.ply)
    seat = asking_seat(room, person)
    if seat is None:
        raise Refused("not_now")
    word = command.word.strip()
    try:
        rules.decide(game.table, game.key, seat, model.GiveClue(word, command.number))
    except model.Refused as refused:
        raise Refused(refused.code.value) from None
    return [facts.Asked(str(seat), word, command.number)]


def _answer(room: Room, person: str, command: wire.AnswerQuestion, _now: Circumstances) -> list[AnyFact]:
    require_ply(room, command.ply)
    if not may_answer(room, person):
        raise Refused("nothing_to_answer")
    return [facts.Answered(command.agree)]


def _call_time(room: Room, person: str, command: wire.CallTime, now: Circumstances) -> list[AnyFact]:
    game = require_ply(room, command.ply)
    end = room.clock.step_end(room.settings.clock, game.table)
    if not may_call_time(room, person) or end is None or now.now < end:
        raise Refused("not_now")
    return [_moved(game, CLOCK, model.Stop(), person, now)]


def _time_up(room: Room, _person: str, command: TimeUp, now: Circumstances) -> list[AnyFact]:
    game = require_ply(room, command.ply)
    end = automatic_end(room)
    if end is None or now.now < end:
        raise Refused("not_now")
    return [_moved(game, CLOCK, model.Stop(), None, now)]


def automatic_end(room: Room) -> float | None:
    """When the present turn ends by itself: a clue's time may be left to the others to call (T19)."""
    game, settings = room.running, room.settings.clock
    if game is None or settings is None:
        return None
    if game.table.phase is Phase.CLUE and not settings.ends_itself:
        return room.clock.budget_end(settings, game.table)
    return room.clock.deadline(settings, game.table)


# ---------------------------------------------------------------------------------------------------------------------
# Signals


def _pencil(room: Room, person: str, command: wire.Pencil, _now: Circumstances) -> list[AnyFact]:
    game = require_running(room)
    _require_signal(room, person, "pencil")
    if command.card >= len(game.table.covers):
        raise Refused("no_such_card")
    if command.on and game.table.covers[command.card] is not None:
        raise Refused("card_covered")
    if ((command.card, person) in room.pencil) == command.on:
        return []
    return [facts.Pencilled(person, command.card, command.on)]


def _say(room: Room, person: str, command: wire.Say, now: Circumstances) -> list[AnyFact]:
    require_member(room, person)
    group = talk_group(room, person)
    if group is None:
        raise Refused("be_silent")
    text = "".join(c if is_readable(c) else " " for c in command.text).strip()
    if not text:
        raise Refused("nothing_said")
    return [facts.Spoke(now.now, person, group, text)]


def _emote(room: Room, person: str, command: wire.Emote, _now: Circumstances) -> list[AnyFact]:
    _require_signal(room, person, "emote")
    return [facts.Gestured(person, command.emote)]


def _nudge(room: Room, person: str, _command: wire.Nudge, _now: Circumstances) -> list[AnyFact]:
    _require_signal(room, person, "nudge")
    return [facts.Nudged(person)]


def _require_signal(room: Room, person: str, signal: wire.Signal) -> None:
    require_member(room, person)
    manners = manners_of(room)
    if signal not in manners.signals(person):
        raise Refused("be_silent" if manners.must_be_still(person) else "not_now")


DECIDE: Mapping[type, Decide] = {
    wire.GiveClue: _play,
    wire.Guess: _play,
    wire.Stop: _play,
    wire.Challenge: _play,
    wire.Waive: _play,
    wire.Cover: _play,
    wire.Ask: _ask,
    wire.AnswerQuestion: _answer,
    wire.CallTime: _call_time,
    TimeUp: _time_up,
    wire.Pencil: _pencil,
    wire.Say: _say,
    wire.Emote: _emote,
    wire.Nudge: _nudge,
}
