"""Who has to agree before somebody takes a place in a running game: seats close when it starts.

A place that shows nothing new of the key is its side's to give. One that does is nobody's alone: whoever sees that much
already and gains nothing by it has a say, and so has every side; where nobody sees it, everybody who plays.
"""

from __future__ import annotations

from collections.abc import Iterable, Set

from deckname.tables.game import Member
from deckname.tables.places import layers_seen
from deckname.tables.state import TableState

Groups = tuple[frozenset[str], ...]
"""Of each of these groups one has to agree."""


def may_sit_at_once(state: TableState, person: str, place: str) -> bool:
    """Between games; in one where they had this place before; and where nobody is there whom they would have to ask."""
    if state.running is None or place in state.running.sat.get(person, ()):
        return True
    groups = consent_needed(state, person, place)
    return groups is not None and suffices(groups, {person})


def suffices(groups: Groups, agreed: Set[str]) -> bool:
    return all(group & agreed for group in groups)


def consent_needed(state: TableState, person: str, place: str, instead_of: str | None = None) -> Groups | None:
    """Whom somebody has to ask for a place; None if nobody could let them have it in this game.

    Who gives it up to them has no say any more.
    """
    playing = [m for m in state.members.values() if m.place and not m.bot and m.id not in (person, instead_of)]
    unseen = layers_seen(state.edition, state.places[place]) - state.seen(person)
    return _for_the_key(state, person, unseen, playing) if unseen else _for_guessing(state, place, playing)


def _for_guessing(state: TableState, place: str, playing: list[Member]) -> Groups:
    """Those who sit there. Where nobody does, the others of that side and the host: they could let a second self in who
    has seen the key. Where the host has seen of it as well, everybody who plays.
    """
    if there := _ids(member for member in playing if member.place == place):
        return (there,)
    if state.host is None or state.seen(state.host):
        return tuple(frozenset({member.id}) for member in playing)
    sides = {seat.side for seat in state.places[place]}
    mates = _ids(member for member in playing if sides & _sides(state, member))
    return (*filter(None, [mates]), frozenset({state.host}))


def _for_the_key(state: TableState, person: str, unseen: frozenset[int], playing: list[Member]) -> Groups | None:
    keepers = [member for member in playing if unseen <= layers_seen(state.edition, state.seats_of(member.id))]
    if keepers:
        kept = {side for member in keepers for side in _sides(state, member)}
        others = [
            _ids(member for member in playing if side in _sides(state, member))
            for side in state.edition.side
            if side not in kept
        ]
        return (_ids(keepers), *filter(None, others))
    assert state.running
    known = person in state.running.first
    if not known and len(playing) < 2:  # whoever guesses would decide alone, perhaps about a second self
        return None
    return tuple(frozenset({member.id}) for member in playing)


def _sides(state: TableState, member: Member) -> set[str]:
    return {seat.side for seat in state.seats_of(member.id)}


def _ids(members: Iterable[Member]) -> frozenset[str]:
    return frozenset(member.id for member in members)


# ---------------------------------------------------------------------------------------------------------------------
# What is being asked


def asked_of(state: TableState, person: str) -> frozenset[str]:
    """Everybody who has a say in what somebody asks for."""
    request = state.running.requests.get(person) if state.running else None
    groups = consent_needed(state, person, request.place) if request else None
    return frozenset().union(*groups) if groups else frozenset()


def waits_for(state: TableState, person: str) -> frozenset[str]:
    """Those whose word is still missing; when others have left and it is no more, any of those who have a say."""
    assert state.running
    request = state.running.requests[person]
    groups = consent_needed(state, person, request.place) or ()
    missing = [group for group in groups if not group & request.agreed]
    return frozenset().union(*(missing or groups))


def looks_like(state: TableState, person: str) -> tuple[str, ...]:
    """The names of those at the table, or who left it knowing of the key, with a device of the same looks."""
    assert state.running
    devices = set(state.members[person].devices)
    others = {**state.running.left, **state.members}
    return tuple(sorted(member.name for id, member in others.items() if id != person and devices & set(member.devices)))
