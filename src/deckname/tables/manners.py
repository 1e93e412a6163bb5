"""Table manners: who may talk, point and gesture now, so that nobody who knows the key tells anything by it.

`Manners` looks at a room once and then answers for everybody, since all who are told of a move ask.
"""

from __future__ import annotations

from deckname.engine.model import Mode, Phase, Role, Seat
from deckname.engine.table import to_move
from deckname.protocol import Signal
from deckname.tables.room import Room

ALL, SPECTATORS = "all", "spectators"


class Manners:
    """What is proper in a room as it is now; not to be kept when the room changes."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self.game = game = room.running
        self.due: tuple[Seat, ...] = to_move(game.table) if game else ()
        self._phase = game.table.phase if game else None
        sides = room.edition.side
        guessing = self._phase in (Phase.GUESS, Phase.SUDDEN_DEATH)
        self._judging = frozenset(sides[seat.side].judged_by for seat in self.due) if guessing else frozenset()
        self.waited_for = self._waited_for()

    def _waited_for(self) -> frozenset[str]:
        """The people that the others wait for."""
        members = self.room.members.values()
        if self.game is None:
            return frozenset(member.id for member in members if not member.ready and not member.bot)
        due = self.due
        return frozenset(
            member.id
            for member in members
            if member.place and not member.bot and any(seat in due for seat in self.room.places[member.place])
        )

    def must_be_still(self, person: str) -> bool:
        """Whether they have seen a face of the key by which guesses are being judged."""
        return bool(self._judging) and not self._judging.isdisjoint(self.room.seen(person))

    def talk_group(self, person: str) -> str | None:
        """With whom they may talk: with all between games, else a side's guessers among themselves (D19)."""
        if person not in self.room.members:
            return None
        if self.game is None:
            return ALL
        seats = self.room.seats_of(person)
        if not seats:
            return None if self.room.seen(person) else SPECTATORS
        if all(seat.role is Role.GIVER for seat in seats):
            return None
        first = seats[0].side
        return first if all(seat.side == first for seat in seats) else str(Role.GUESSER)

    def kind(self, person: str) -> tuple[object, ...] | None:
        """People of one kind see the same and may do the same; None is whoever only watches."""
        member = self.room.members.get(person)
        return (member.place, self.room.seen(person), person in self.waited_for) if member else None

    def signals(self, person: str) -> tuple[Signal, ...]:
        """Everything but moves that somebody may do now."""
        if person not in self.room.members:
            return ()
        found: list[Signal] = ["talk"] if self.talk_group(person) else []
        if not self.must_be_still(person):
            seats = self.room.seats_of(person)
            if self.game and any(seat.role is Role.GUESSER for seat in seats):
                found.append("pencil")
            found.append("emote")
            if self.waited_for - {person}:
                found.append("nudge")
        if self._phase is Phase.CLUE:
            found += self._before_a_clue(person)
        return tuple(found)

    def _before_a_clue(self, person: str) -> list[Signal]:
        allowed = (self.asking_seat(person), self.may_answer(person), self.may_call_time(person))
        names: tuple[Signal, ...] = ("ask", "answer", "call_time")
        return [name for name, holds in zip(names, allowed, strict=True) if holds]

    def asking_seat(self, person: str) -> Seat | None:
        """The seat from which they may ask the other spymaster about a clue (T17), if there is one to ask."""
        room = self.room
        if self._phase is not Phase.CLUE or room.edition.together or Mode(room.settings.mode) is Mode.COOP:
            return None
        if room.question and room.question.answer is None:
            return None
        seats = room.seats_of(person)
        seat = next((seat for seat in seats if seat in self.due and seat.role is Role.GIVER), None)
        return seat if seat and room.holders(other_giver(room, seat)) else None

    def may_answer(self, person: str) -> bool:
        question = self.room.question
        if self.game is None or question is None or question.answer is not None:
            return False
        return other_giver(self.room, question.by) in self.room.seats_of(person)

    def may_call_time(self, person: str) -> bool:
        """Whether they may end a clue's turn once its time is up: whoever plays and isn't the one to speak (T19)."""
        room, clock = self.room, self.room.settings.clock
        if self.game is None or self._phase is not Phase.CLUE or clock is None or clock.clue is None:
            return False
        seats = room.seats_of(person)
        if clock.ends_itself or not seats or any(seat in self.due for seat in seats):
            return False
        together = room.edition.together or Mode(room.settings.mode) is Mode.COOP
        return together or any(seat.side != self.game.table.turn for seat in seats)


def other_giver(room: Room, seat: Seat) -> Seat:
    return Seat(room.edition.opponent[seat.side], Role.GIVER)
