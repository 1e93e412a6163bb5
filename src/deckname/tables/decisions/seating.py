"""Coming to a table, leaving it, and taking places there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from itertools import chain

from deckname.engine.errors import Refused
from deckname.lettering import clean_name, look_alike
from deckname.tables import commands, events
from deckname.tables.commands import MannerId
from deckname.tables.consent import may_sit_at_once
from deckname.tables.decisions.admission import request, require_place, seated
from deckname.tables.decisions.requirements import (
    Circumstances,
    Decide,
    require_host,
    require_idle,
    require_member,
    require_person,
)
from deckname.tables.events import TableEvent
from deckname.tables.imprints import of_address
from deckname.tables.state import TableState

HOST_MISSED = 20.0
"""Seconds for which a host has to be away before others may take over."""
_MANNERS: tuple[MannerId, ...] = ("balanced", "cautious", "bold")
"""In the order in which mixed ones come."""
_KEPT_OUT = {"hour": 3600.0, "day": 86_400.0}

# ---------------------------------------------------------------------------------------------------------------------
# Coming and going


def _join(state: TableState, person: str, command: commands.Join, now: Circumstances) -> list[TableEvent]:
    before = state.running.left.get(person) if state.running else None  # whose name was kept for them
    name = before.name if before else _free_name(state, person, clean_name(command.name))
    if person in state.members:
        return _renaming(state, person, name)
    if len(state.members) >= now.most_people:
        raise Refused("table_full", most=now.most_people)
    made: list[TableEvent] = [events.PersonJoined(person, name)]
    if state.host is None:
        made.append(events.HostChanged(person))
    if state.edition.together and not state.running and (place := _emptier_side(state)):
        made.append(events.PersonSeated(person, place))
    return made


def _emptier_side(state: TableState) -> str | None:
    """Where sides play together all places are alike: whoever comes sits down across from who is there (D1)."""
    people = {place: sum(not m.bot for m in state.at_place(place)) for place in state.places}
    free = [place for place in people if place not in state.locked]
    return min(free, key=people.__getitem__, default=None)


def _rename(state: TableState, person: str, command: commands.Rename, _now: Circumstances) -> list[TableEvent]:
    require_member(state, person)
    return _renaming(state, person, _free_name(state, person, clean_name(command.name)))


def _renaming(state: TableState, person: str, name: str) -> list[TableEvent]:
    if state.members[person].name == name:
        return []
    if state.seen(person):  # a new name would be read by everybody
        raise Refused("not_now")
    return [events.PersonRenamed(person, name)]


def _free_name(state: TableState, person: str, name: str) -> str:
    """A name, unless it looks like somebody else's: a bot's, or that of one who left knowing the key, too."""
    others = {**(state.running.left if state.running else {}), **state.members}
    like = next((m.name for id, m in others.items() if id != person and look_alike(m.name, name)), None)
    if like is not None:
        raise Refused("name_taken", name=like)
    return name


def _leave(state: TableState, person: str, _command: commands.Leave, _now: Circumstances) -> list[TableEvent]:
    require_member(state, person)
    return [events.PersonLeft(person), *_new_host(state, person)]


def _remove(state: TableState, person: str, command: commands.Remove, now: Circumstances) -> list[TableEvent]:
    require_host(state, person)
    require_person(state, command.person)
    member = state.members[command.person]
    if member.id == person:
        raise Refused("not_yourself")
    if member.bot or command.keep_out is None:
        return [events.PersonLeft(member.id, removed=member.bot is None)]
    seconds = _KEPT_OUT.get(command.keep_out)
    imprints = member.devices if command.by == "device" else tuple(sorted({*map(of_address, member.devices)} - {""}))
    until = now.now + seconds if seconds else None
    return [events.PersonLeft(member.id, removed=True, until=until, imprints=imprints)]


def _let_in(state: TableState, person: str, command: commands.LetIn, _now: Circumstances) -> list[TableEvent]:
    require_host(state, person)
    if command.person not in state.removed:
        raise Refused("no_such_person")
    return [events.PersonLetIn(command.person)]


def _presence(state: TableState, person: str, command: commands.Presence, now: Circumstances) -> list[TableEvent]:
    member = state.members.get(person)
    if member is None:
        return []
    if command.here:
        known = member.node == command.node and (command.device is None or command.device in member.devices)
        return [] if known else [events.PersonConnected(person, command.node, command.device)]
    return [events.PersonDisconnected(person, command.node, now.now)] if member.node == command.node else []


def _new_host(state: TableState, leaving: str) -> list[TableEvent]:
    if state.host != leaving:
        return []
    others = [member for member in state.members.values() if member.id != leaving and not member.bot]
    others.sort(key=lambda member: not member.online)
    return [events.HostChanged(others[0].id)] if others else []


def _host_away(state: TableState, _person: str, _command: commands.HostAway, _now: Circumstances) -> list[TableEvent]:
    host = state.members.get(state.host or "")
    others = [member for member in state.members.values() if member.online and not member.bot]
    return [events.HostChanged(others[0].id)] if host and not host.online and others else []


def _take_over(state: TableState, person: str, _command: commands.TakeOver, now: Circumstances) -> list[TableEvent]:
    require_member(state, person)
    start = relief(state)
    if start is None or now.now < start or state.is_bot(person):
        raise Refused("host_is_here")
    return [events.HostChanged(person)]


def relief(state: TableState) -> float | None:
    """From when anybody may be the host in place of one who is away."""
    host = state.members.get(state.host or "")
    return None if host is None or host.online else (host.away or 0.0) + HOST_MISSED


def _hand_over(state: TableState, person: str, command: commands.HandOver, _now: Circumstances) -> list[TableEvent]:
    require_host(state, person)
    require_person(state, command.person)
    if state.members[command.person].bot:
        raise Refused("no_such_person")
    return [events.HostChanged(command.person)]


def _ready(state: TableState, person: str, command: commands.Ready, _now: Circumstances) -> list[TableEvent]:
    require_member(state, person)
    require_idle(state)
    return [events.ReadinessChanged(person, command.ready)] if state.members[person].ready != command.ready else []


# ---------------------------------------------------------------------------------------------------------------------
# Places


def _sit(state: TableState, person: str, command: commands.Sit, _now: Circumstances) -> list[TableEvent]:
    require_member(state, person)
    if state.members[person].place == command.place:
        return []
    require_place(state, person, command.place)
    if not may_sit_at_once(state, person, command.place):
        raise Refused("ask_first", place=command.place)
    return seated(state, person, command.place)


def _stand(state: TableState, person: str, _command: commands.Stand, _now: Circumstances) -> list[TableEvent]:
    require_member(state, person)
    return [] if state.members[person].watching else [events.PersonSeated(person)]


def _move_person(state: TableState, person: str, command: commands.MovePerson, _now: Circumstances) -> list[TableEvent]:
    require_host(state, person)
    require_person(state, command.person)
    if command.place is None:
        bot = state.members[command.person].bot
        return [events.PersonLeft(command.person) if bot else events.PersonSeated(command.person)]
    member, place = state.members[command.person], command.place
    if member.place == place:
        return []
    require_place(state, member.id, place, by_host=True)
    if member.bot or may_sit_at_once(state, member.id, place):
        return seated(state, member.id, place)
    return request(state, member.id, place, agreed=person)


def _replace(state: TableState, person: str, command: commands.Replace, now: Circumstances) -> list[TableEvent]:
    require_host(state, person)
    require_person(state, command.person)
    member = state.members[command.person]
    place = member.place
    if place is None:
        raise Refused("no_place")
    up = events.PersonLeft(member.id) if member.bot else events.PersonSeated(member.id, replaced=True)
    if command.by is None:
        if any(other.id != member.id for other in state.at_place(place)):
            raise Refused("place_taken", place=place)
        if len(state.members) >= now.most_people:
            raise Refused("table_full", most=now.most_people)
        return [up, *bots_for(state, (place,), command.manner, now)]
    require_person(state, command.by)
    if command.by == member.id:
        return []
    require_place(state, command.by, place, by_host=True, instead_of=member.id)
    if state.is_bot(command.by) or may_sit_at_once(state, command.by, place):
        return [up, *seated(state, command.by, place)]
    return [up, *request(state, command.by, place, agreed=person, instead_of=member.id)]


def _lock(state: TableState, person: str, command: commands.Lock, _now: Circumstances) -> list[TableEvent]:
    require_host(state, person)
    if command.place not in state.places:
        raise Refused("no_such_place", place=command.place)
    return (
        [events.PlaceLocked(command.place, command.locked)] if (command.place in state.locked) != command.locked else []
    )


def _add_bot(state: TableState, person: str, command: commands.AddBot, now: Circumstances) -> list[TableEvent]:
    require_host(state, person)
    if command.place not in state.places:
        raise Refused("no_such_place", place=command.place)
    if state.at_place(command.place):
        raise Refused("place_taken", place=command.place)
    if len(state.members) >= now.most_people:
        raise Refused("table_full", most=now.most_people)
    return bots_for(state, (command.place,), command.manner, now)


def bots_for(
    state: TableState, places: tuple[str, ...], manner: MannerId | None, now: Circumstances
) -> list[TableEvent]:
    """A bot for each place, of this manner or of mixed ones."""
    if places and not now.bots:
        raise Refused("no_bots")
    made: list[TableEvent] = []
    names = [member.name for member in state.members.values()]
    here = Counter(str(member.bot) for member in state.members.values())
    for place in places:
        rarest: MannerId = min(_MANNERS, key=lambda one: here[one])
        of = manner or rarest
        here[of] += 1
        name = _new_name(now.bot_names(of, state.settings.language), names)
        names.append(name)
        bot = f"bot-{now.rng.getrandbits(48):012x}"
        made += [events.PersonJoined(bot, name, of), events.PersonSeated(bot, place)]
    return made


def _new_name(own: tuple[str, ...], taken: list[str]) -> str:
    """The first of somebody's names that nobody at the table has; where all are taken, with a number."""
    numbered = (f"{name} {count}" for count in range(2, len(taken) + 3) for name in own)
    return next(name for name in chain(own, numbered) if not any(look_alike(name, other) for other in taken))


DECIDE: Mapping[type, Decide] = {
    commands.Join: _join,
    commands.Rename: _rename,
    commands.Leave: _leave,
    commands.Remove: _remove,
    commands.LetIn: _let_in,
    commands.HandOver: _hand_over,
    commands.Ready: _ready,
    commands.Sit: _sit,
    commands.Stand: _stand,
    commands.MovePerson: _move_person,
    commands.Lock: _lock,
    commands.Replace: _replace,
    commands.AddBot: _add_bot,
    commands.Presence: _presence,
    commands.HostAway: _host_away,
    commands.TakeOver: _take_over,
}
