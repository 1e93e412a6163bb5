"""Who sits where in the next game: told before it is dealt, and dealt as it was told."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from deckname.engine.model import Mode, Role, Seat
from deckname.tables import commands, events
from deckname.tables.decisions.requirements import Circumstances, Decide, require_host, require_idle
from deckname.tables.events import TableEvent
from deckname.tables.state import TableState

Seating = dict[str, list[str]]
"""By place: who sits there, the first ones first."""


def seating_now(state: TableState) -> Seating:
    return {place: [member.id for member in state.at_place(place)] for place in state.places}


def next_seating(state: TableState, rotate: bool | None = None) -> Seating:
    """After a game: in the same places or each one further, and whoever came meanwhile where there is room for them."""
    seating, rotate = seating_now(state), state.rotate if rotate is None else rotate
    return with_newcomers(state, _rotated(state, seating) if rotate else seating, newcomers(state))


def newcomers(state: TableState) -> list[str]:
    """Who has no place, is there, and did not choose to watch; bots last, for they take what nobody else wants."""
    found = [m for m in state.members.values() if m.place is None and not m.watching and m.away is None]
    return [member.id for member in sorted(found, key=lambda member: member.bot is not None)]


def _rotated(state: TableState, seating: Seating) -> Seating:
    """Who gave clues guesses next, and somebody else gives them. A trio moves on by one place."""
    moved = seating
    for ring in _rings(state):
        moved = {**moved, **_moved_on(ring, moved)}
    return moved


def _rings(state: TableState) -> list[list[str]]:
    if state.settings.mode is Mode.TRIO:
        return [list(state.places)]
    sides = [[str(Seat(side, role)) for role in (Role.GIVER, Role.GUESSER)] for side in state.edition.side]
    return [ring for ring in sides if set(ring) <= set(state.places)]


def _moved_on(ring: list[str], seating: Mapping[str, list[str]]) -> Seating:
    """One of each place goes on to the next; others who sit there go before those who come."""
    gone = {place: seating[place][:1] for place in ring}
    stay = {place: seating[place][1:] for place in ring}
    return {place: [*stay[place], *gone[ring[index - 1]]] for index, place in enumerate(ring)}


def with_newcomers(state: TableState, seating: Mapping[str, list[str]], coming: Iterable[str]) -> Seating:
    """A place for each: free ones first, then those that bots have, then where the fewest are; spymasters stay alone.

    A bot takes a free place or none.
    """
    found = {place: list(ids) for place, ids in seating.items()}
    for person in coming:
        free = [place for place in found if place not in state.locked and _has_room(state, person, place, found[place])]
        if not free:
            continue
        place = min(free, key=lambda place: _crowd(state, found[place]))
        found[place] = [person] if all(map(state.is_bot, found[place])) else [*found[place], person]
    return found


def _has_room(state: TableState, person: str, place: str, there: list[str]) -> bool:
    if state.is_bot(person):
        return not there
    return not state.is_single(place) or all(map(state.is_bot, there))


def _crowd(state: TableState, there: list[str]) -> float:
    """Bots alone are nearly nobody."""
    return 0.5 if there and all(map(state.is_bot, there)) else len(there)


def takes_places(state: TableState, seating: Mapping[str, list[str]]) -> list[TableEvent]:
    """What has to happen for everybody to sit there: bots for whom there is no place leave."""
    places = {id: place for place, ids in seating.items() for id in ids}
    left = [member.id for member in state.members.values() if member.bot and member.id not in places]
    moved = [id for id, place in places.items() if state.members[id].place != place]
    return [*map(events.PersonLeft, left), *(events.PersonSeated(id, places[id]) for id in moved)]


def _deal(state: TableState, person: str, _command: commands.Deal, now: Circumstances) -> list[TableEvent]:
    require_host(state, person)
    require_idle(state)
    stay = {place: ids if place in state.locked else [] for place, ids in seating_now(state).items()}
    kept = {id for ids in stay.values() for id in ids}
    coming = [id for id, member in state.members.items() if not member.watching and id not in kept]
    now.rng.shuffle(coming)
    coming.sort(key=state.is_bot)
    return takes_places(state, with_newcomers(state, stay, coming))


def _rotate(state: TableState, person: str, command: commands.Rotate, _now: Circumstances) -> list[TableEvent]:
    require_host(state, person)
    return [events.RotationChosen(command.on)] if command.on != state.rotate else []


DECIDE: Mapping[type, Decide] = {commands.Deal: _deal, commands.Rotate: _rotate}
