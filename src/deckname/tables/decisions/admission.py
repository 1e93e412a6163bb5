"""Which places somebody may take, and asking for one in a running game. `tables.consent` says who has to agree."""

from __future__ import annotations

from collections.abc import Mapping

from deckname.engine.errors import Refused
from deckname.tables import commands, events
from deckname.tables.consent import consent_needed, may_sit_at_once, suffices
from deckname.tables.decisions.requirements import Circumstances, Decide, require_member, require_running
from deckname.tables.events import TableEvent
from deckname.tables.permissions import permissions_of
from deckname.tables.state import TableState


def open_places(state: TableState, person: str) -> tuple[str, ...]:
    """The places that somebody could take now."""
    return tuple(place for place in _possible_places(state, person) if may_sit_at_once(state, person, place))


def askable_places(state: TableState, person: str) -> tuple[str, ...]:
    """The places of the running game that somebody could ask for."""
    closed = [place for place in _possible_places(state, person) if not may_sit_at_once(state, person, place)]
    return tuple(place for place in closed if consent_needed(state, person, place))


def _possible_places(state: TableState, person: str) -> list[str]:
    return [place for place in state.places if place_refusal(state, person, place) is None]


def place_refusal(
    state: TableState, person: str, place: str, by_host: bool = False, instead_of: str | None = None
) -> str | None:
    """Why somebody can't take a place, if so. A bot is no reason: it gives its place up to people."""
    if place not in state.places:
        return "no_such_place"
    if place in state.locked and not (by_host or person == state.host):
        return "place_locked"
    if state.is_single(place) and _is_taken(state, person, place, by_host, instead_of):
        return "place_taken"
    if state.knows_too_much(person, place):
        return "knows_the_key"
    if state.running and state.running.is_closed_to(person):
        return "game_full"
    return None


def _is_taken(state: TableState, person: str, place: str, by_host: bool, instead_of: str | None) -> bool:
    there = [m for m in state.members.values() if m.place == place and m.id not in (person, instead_of)]
    if not there or any(not member.bot for member in there):
        return bool(there)
    # Whoever plays already keeps to their place, or a tap beside it would show them a key.
    plays = state.running and state.members[person].place and place not in state.running.sat.get(person, ())
    return state.is_bot(person) or bool(plays and not by_host)


def require_place(
    state: TableState, person: str, place: str, by_host: bool = False, instead_of: str | None = None
) -> None:
    if refusal := place_refusal(state, person, place, by_host, instead_of):
        raise Refused(refusal, place=place)


def seated(state: TableState, person: str, place: str) -> list[TableEvent]:
    """They sit down. Bots that have the place leave, where there is room for one only or a game goes on: a bot beside
    people would do nothing.
    """
    give_way = not state.is_bot(person) and (state.is_single(place) or state.running)
    bots = [member.id for member in state.at_place(place) if member.bot] if give_way else []
    return [*map(events.PersonLeft, bots), events.PersonSeated(person, place)]


# ---------------------------------------------------------------------------------------------------------------------
# Asking for a place in a running game


def _request_place(
    state: TableState, person: str, command: commands.RequestPlace, _now: Circumstances
) -> list[TableEvent]:
    require_member(state, person)
    require_running(state)
    if state.members[person].place == command.place:
        return []
    require_place(state, person, command.place)
    if may_sit_at_once(state, person, command.place):
        return seated(state, person, command.place)
    return request(state, person, command.place)


def request(
    state: TableState, person: str, place: str, agreed: str | None = None, instead_of: str | None = None
) -> list[TableEvent]:
    """They ask for a place. If `agreed`, who asks in their name, has a say in it, that much is said."""
    game = require_running(state)
    groups = consent_needed(state, person, place, instead_of)
    if groups is None:
        raise Refused("nobody_to_ask", place=place)
    if game.declined.get((person, place)) == len(game.table.log):
        raise Refused("declined", place=place)
    if agreed and suffices(groups, {agreed}):
        return seated(state, person, place)
    before = game.requests.get(person)
    made: list[TableEvent] = [] if before and before.place == place else [events.PlaceRequested(person, place)]
    if agreed and any(agreed in group for group in groups) and not (before and agreed in before.agreed):
        made.append(events.RequestAnswered(person, agreed, agree=True))
    return made


def _withdraw_request(
    state: TableState, person: str, _command: commands.WithdrawRequest, _now: Circumstances
) -> list[TableEvent]:
    require_member(state, person)
    pending = state.running and person in state.running.requests
    return [events.RequestWithdrawn(person)] if pending else []


def _answer_request(
    state: TableState, person: str, command: commands.AnswerRequest, _now: Circumstances
) -> list[TableEvent]:
    require_member(state, person)
    game = require_running(state)
    asked = game.requests.get(command.person)
    groups = consent_needed(state, command.person, command.place)
    if asked is None or asked.place != command.place or not groups or not any(person in group for group in groups):
        raise Refused("nothing_to_answer")
    if permissions_of(state).must_be_still(person):
        raise Refused("be_silent")
    answer = events.RequestAnswered(command.person, person, command.agree)
    if not command.agree:
        return [answer]
    if suffices(groups, asked.agreed | {person}):
        require_place(state, command.person, command.place, by_host=True)
        return [answer, *seated(state, command.person, command.place)]
    return [] if person in asked.agreed else [answer]


DECIDE: Mapping[type, Decide] = {
    commands.RequestPlace: _request_place,
    commands.WithdrawRequest: _withdraw_request,
    commands.AnswerRequest: _answer_request,
}
