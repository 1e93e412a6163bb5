"""Who may talk, point and gesture now, so that nobody who knows the key tells anything by it."""

from __future__ import annotations

from dataclasses import dataclass

from deckname.engine.model import Mode, Phase, Role, Seat
from deckname.engine.table import next_side, sides_in, to_move
from deckname.tables.commands import Signal
from deckname.tables.consent import waits_for
from deckname.tables.objections import may_nod, objectors
from deckname.tables.objections import waits_for as waits_for_word
from deckname.tables.state import EVERYBODY, TableState
from deckname.tables.taking_back import may_ask, may_show_key, still_to_agree

SPECTATORS = "spectators"


def permissions_of(state: TableState) -> Permissions:
    """The permissions of this moment, remembered by the state: games come back to the same few situations."""
    game, question = state.running, state.question
    due = to_move(game.table) if game else ()
    turn = game and (game.table.phase, game.table.out, game.outlasts_clocks)
    back = game and (game.take_back, still_to_agree(state), _askers(state))
    clue = game and (objectors(state), waits_for_word(state), game.objection and game.objection.by)
    situation = turn, due, clue, back, question and (question.by, question.answer)
    found: Permissions | None = state.remembered.get(situation)
    if found is None:
        found = state.remembered[situation] = Permissions(state, due)
    return found


@dataclass(eq=False, slots=True)
class Audience:
    """People who are told the same of a move: they have the same place, and may give the same signals."""

    seats: tuple[Seat, ...]
    may: tuple[Signal, ...]


class Permissions:
    """The permissions of a situation. What is the same for several people is found once."""

    def __init__(self, state: TableState, due: tuple[Seat, ...]) -> None:
        self._room = state
        self.due = due
        self._judging: frozenset[int] = frozenset()
        """The layers of the key by which guesses are being judged."""
        if state.running and state.running.table.phase in (Phase.GUESS, Phase.SUDDEN_DEATH):
            self._judging = frozenset(state.edition.side[seat.side].judged_by for seat in due)
        elif state.running and state.running.held:  # it may go on, by whichever layer
            self._judging = frozenset(range(state.edition.layers))
        self._waited_for = self._found_waiting()
        self._signals: dict[str, tuple[Signal, ...]] = {}
        self._audience_of: dict[str, Audience] = {}
        self._audiences: dict[object, Audience] = {}

    def _found_waiting(self) -> set[str]:
        """Those that the others wait for; among them bots only that leave the move to people who may make it too."""
        members = self._room.members.values()
        if self._room.running is None:
            return {member.id for member in members if not (member.bot or member.ready)}
        places = self._room.places
        waited = [m for m in members if m.place and any(seat in places[m.place] for seat in self.due)]
        return {member.id for member in waited} if any(not member.bot for member in waited) else set()

    def must_be_still(self, person: str) -> bool:
        """Whether they have seen a layer of the key by which guesses are being judged."""
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
        state = self._room
        found: list[Signal] = ["talk"] if may_talk(state, person) else []
        if self.must_be_still(person):
            return (*found, *_formal(state, person))
        if any(person in waits_for(state, asking) for asking in (state.running.requests if state.running else ())):
            found.append("admit")
        if (
            state.running
            and not state.running.ended
            and any(seat.role is Role.GUESSER for seat in state.seats_of(person))
        ):
            found.append("pencil")
        found.append("emote")
        if not self._waited_for <= {person}:
            found.append("nudge")
        return (*found, *_formal(state, person))


def talk_group(state: TableState, person: str) -> str | None:
    """With whom they may talk: with all between games, else a side's guessers among themselves (D19), never others."""
    if person not in state.members:
        return None
    if state.running is None:
        return EVERYBODY
    seats = state.seats_of(person)
    if not seats:
        return None if state.seen(person) else SPECTATORS
    if all(seat.role is Role.GIVER for seat in seats):
        return None
    sides = {seat.side for seat in seats}
    return sides.pop() if len(sides) == 1 else str(Role.GUESSER)


def may_talk(state: TableState, person: str) -> bool:
    """Whether somebody would hear them: a lone operative has nobody to talk to, nor has a lone side of Duet (G13)."""
    group = talk_group(state, person)
    if group is None or group in (EVERYBODY, SPECTATORS):
        return group is not None
    people = [member.id for member in state.members.values() if not member.bot]
    return any(other != person and talk_group(state, other) == group for other in people)


def sees_marks_of(state: TableState, reader: str, person: str) -> bool:
    """Whether somebody sees another's pencil marks.

    Whoever knows a layer of the key, as everybody in Duet does, could tell of it by a mark: it is seen by those only to
    whom they may talk.
    """
    return not state.seen(person) or talk_group(state, reader) == talk_group(state, person)


def _formal(state: TableState, person: str) -> tuple[Signal, ...]:
    """Before a clue: the question to the other spymaster, its answer, and calling time. After it: that it is fine."""
    found: list[Signal] = []
    found += _about_the_clue(state, person)
    found += _about_going_back(state, person)
    if state.running is None or state.running.table.phase is not Phase.CLUE:
        return tuple(found)
    if asking_seat(state, person):
        found.append("ask")
    if may_answer(state, person):
        found.append("answer")
    if may_insist(state, person):
        found.append("insist")
    if may_call_time(state, person):
        found.append("call_time")
    return tuple(found)


def _askers(state: TableState) -> frozenset[str]:
    """Who may ask to take the last move back."""
    return frozenset(person for person, member in state.members.items() if not member.bot and may_ask(state, person))


def _about_going_back(state: TableState, person: str) -> list[Signal]:
    found: list[Signal] = ["take_back"] if may_ask(state, person) else []
    asked = state.running.take_back if state.running else None
    if person in still_to_agree(state):
        found.append("answer_take_back")
    if asked and asked.by == person and not asked.declined:
        found.append("withdraw_take_back")
    if may_show_key(state, person):
        found.append("show_key")
    return found


def _about_the_clue(state: TableState, person: str) -> list[Signal]:
    """Whether it is allowed: that it is fine, one's word on an objection, and taking one's own back."""
    found: list[Signal] = ["nod"] if may_nod(state, person) else []
    if person in waits_for_word(state):
        found.append("judge_objection")
    if state.running and state.running.objection and state.running.objection.by == person:
        found.append("withdraw_objection")
    return found


def may_insist(state: TableState, person: str) -> bool:
    """Whether they may give a clue now that a strict referee refuses."""
    game = state.running
    if game is None or state.settings.referee != "strict" or not has_the_last_word(state):
        return False
    return any(seat in to_move(game.table) and seat.role is Role.GIVER for seat in state.seats_of(person))


def has_the_last_word(state: TableState) -> bool:
    """Whether a spymaster may overrule the referee: where no other can be asked beforehand (T17, D16)."""
    return state.edition.together or state.settings.mode is Mode.COOP


def asking_seat(state: TableState, person: str) -> Seat | None:
    """The seat from which they may ask the other spymaster about a clue (T17), if there is another one to ask."""
    game = state.running
    if game is None or game.table.phase is not Phase.CLUE or state.edition.together:
        return None
    if state.settings.mode is Mode.COOP or (state.question and state.question.answer is None):
        return None
    due = to_move(game.table)
    seat = next((seat for seat in state.seats_of(person) if seat in due and seat.role is Role.GIVER), None)
    return seat if seat and state.holders(other_giver(state, seat)) else None


def other_giver(state: TableState, seat: Seat) -> Seat:
    """Whom a spymaster asks: the one of the next side that is still in the game (N7)."""
    assert state.running
    return Seat(next_side(state.running.table, seat.side), Role.GIVER)


def may_answer(state: TableState, person: str) -> bool:
    question = state.question
    if state.running is None or question is None or question.answer is not None:
        return False
    return other_giver(state, question.by) in state.seats_of(person)


def may_call_time(state: TableState, person: str) -> bool:
    """Whether they may end a clue's turn once its time is up: whoever plays and is not the one to speak (T19)."""
    game, clock = state.running, state.settings.clock
    if game is None or clock is None or clock.clue is None or clock.ends_itself or game.table.phase is not Phase.CLUE:
        return False
    if game.outlasts_clocks:
        return False
    due, seats = to_move(game.table), state.seats_of(person)
    if not seats or any(seat in due for seat in seats):
        return False
    together = state.edition.together or state.settings.mode is Mode.COOP
    others = [side for side in sides_in(game.table) if side != game.table.turn]
    return together or any(seat.side in others for seat in seats)
