"""Table manners: who may talk, point and gesture now, so that nobody who knows the key tells anything by it."""

from __future__ import annotations

from dataclasses import dataclass

from deckname.engine.model import Mode, Phase, Role, Seat
from deckname.engine.table import to_move
from deckname.protocol import Signal
from deckname.tables.room import EVERYBODY, Room

SPECTATORS = "spectators"


def manners_of(room: Room) -> Manners:
    """The manners of this moment. Games come back to the same few situations, so they are remembered by the room."""
    game, question = room.running, room.question
    due = to_move(game.table) if game else ()
    situation = game and game.table.phase, due, question and (question.by, question.answer)
    found: Manners | None = room.remembered.get(situation)
    if found is None:
        found = room.remembered[situation] = Manners(room, due)
    return found


@dataclass(eq=False, slots=True)
class Audience:
    """People who are told the same of a move: they have the same place, and may give the same signals."""

    seats: tuple[Seat, ...]
    may: tuple[Signal, ...]


class Manners:
    """The manners of a situation. What is the same for several people is found once."""

    def __init__(self, room: Room, due: tuple[Seat, ...]) -> None:
        self._room = room
        self.due = due
        self._judging: frozenset[int] = frozenset()
        """The faces of the key by which guesses are being judged."""
        if room.running and room.running.table.phase in (Phase.GUESS, Phase.SUDDEN_DEATH):
            self._judging = frozenset(room.edition.side[seat.side].judged_by for seat in due)
        self._waited_for = self._found_waiting()
        self._signals: dict[str, tuple[Signal, ...]] = {}
        self._audience_of: dict[str, Audience] = {}
        self._audiences: dict[object, Audience] = {}

    def _found_waiting(self) -> set[str]:
        """The people that the others wait for."""
        members = [member for member in self._room.members.values() if not member.bot]
        if self._room.running is None:
            return {member.id for member in members if not member.ready}
        places = self._room.places
        return {m.id for m in members if m.place and any(seat in places[m.place] for seat in self.due)}

    def must_be_still(self, person: str) -> bool:
        """Whether they have seen a face of the key by which guesses are being judged."""
        return not self._judging.isdisjoint(self._room.seen(person))

    def signals(self, person: str) -> tuple[Signal, ...]:
        """Everything but moves that somebody may do now."""
        found = self._signals.get(person)
        if found is None:
            found = self._signals[person] = self._signals_of(person) if person in self._room.members else ()
        return found

    def audience(self, person: str) -> Audience:
        found = self._audience_of.get(person)
        if found is None:
            seats, may = self._room.seats_of(person), self.signals(person)
            found = self._audience_of[person] = self._audiences.setdefault((seats, may), Audience(seats, may))
        return found

    def _signals_of(self, person: str) -> tuple[Signal, ...]:
        room = self._room
        found: list[Signal] = ["talk"] if talk_group(room, person) else []
        if self.must_be_still(person):
            return (*found, *_formal(room, person))
        if room.running and any(seat.role is Role.GUESSER for seat in room.seats_of(person)):
            found.append("pencil")
        found.append("emote")
        if not self._waited_for <= {person}:
            found.append("nudge")
        return (*found, *_formal(room, person))


def talk_group(room: Room, person: str) -> str | None:
    """With whom they may talk: with all between games, else a side's guessers among themselves (D19), never others."""
    if person not in room.members:
        return None
    if room.running is None:
        return EVERYBODY
    seats = room.seats_of(person)
    if not seats:
        return None if room.seen(person) else SPECTATORS
    if all(seat.role is Role.GIVER for seat in seats):
        return None
    sides = {seat.side for seat in seats}
    return sides.pop() if len(sides) == 1 else str(Role.GUESSER)


def sees_marks_of(room: Room, reader: str, person: str) -> bool:
    """Whether somebody sees another's pencil marks.

    Whoever knows a face of the key, as everybody in Duet does, could tell of it by a mark: it is seen by those only to
    whom they may talk.
    """
    return not room.seen(person) or talk_group(room, reader) == talk_group(room, person)


def _formal(room: Room, person: str) -> tuple[Signal, ...]:
    """Before a clue: the question to the other spymaster, its answer, and calling time."""
    found: list[Signal] = []
    if room.running is None or room.running.table.phase is not Phase.CLUE:
        return ()
    if asking_seat(room, person):
        found.append("ask")
    if may_answer(room, person):
        found.append("answer")
    if may_call_time(room, person):
        found.append("call_time")
    return tuple(found)


def asking_seat(room: Room, person: str) -> Seat | None:
    """The seat from which they may ask the other spymaster about a clue (T17), if there is another one to ask."""
    game = room.running
    if game is None or game.table.phase is not Phase.CLUE or room.edition.together:
        return None
    if Mode(room.settings.mode) is Mode.COOP or (room.question and room.question.answer is None):
        return None
    due = to_move(game.table)
    seat = next((seat for seat in room.seats_of(person) if seat in due and seat.role is Role.GIVER), None)
    return seat if seat and room.holders(other_giver(room, seat)) else None


def other_giver(room: Room, seat: Seat) -> Seat:
    return Seat(room.edition.opponent[seat.side], Role.GIVER)


def may_answer(room: Room, person: str) -> bool:
    question = room.question
    if room.running is None or question is None or question.answer is not None:
        return False
    return other_giver(room, question.by) in room.seats_of(person)


def may_call_time(room: Room, person: str) -> bool:
    """Whether they may end a clue's turn once its time is up: whoever plays and is not the one to speak (T19)."""
    game, clock = room.running, room.settings.clock
    if game is None or clock is None or clock.clue is None or clock.ends_itself or game.table.phase is not Phase.CLUE:
        return False
    due, seats = to_move(game.table), room.seats_of(person)
    if not seats or any(seat in due for seat in seats):
        return False
    together = room.edition.together or Mode(room.settings.mode) is Mode.COOP
    return together or any(seat.side != game.table.turn for seat in seats)
