"""Coming to a table, leaving it, and taking places there."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping

from deckname import protocol as wire
from deckname.engine.model import is_readable
from deckname.tables import facts
from deckname.tables.decisions.wishes import (
    Circumstances,
    Decide,
    HostAway,
    Presence,
    Refused,
    require_host,
    require_idle,
    require_member,
    require_person,
)
from deckname.tables.facts import AnyFact
from deckname.tables.room import Room

# ---------------------------------------------------------------------------------------------------------------------
# Coming and going


def clean_name(text: str) -> str:
    """A name as it is shown: one line, no invisible characters."""
    visible = "".join(" " if unicodedata.category(c) in ("Zs", "Zl", "Zp") else c for c in text)
    visible = "".join(c for c in visible if is_readable(c) and unicodedata.category(c) not in ("Cf", "Co", "Cn"))
    name = re.sub(" +", " ", unicodedata.normalize("NFC", visible)).strip()
    if not name:
        raise Refused("bad_name")
    return name[:30]


def _join(room: Room, person: str, command: wire.Join, now: Circumstances) -> list[AnyFact]:
    before = room.running.left_as.get(person) if room.running else None
    name = _free_name(room, person, before or clean_name(command.name))
    if person in room.members:
        return _renaming(room, person, name)
    if len(room.members) >= now.most_people:
        raise Refused("table_full", most=now.most_people)
    made: list[AnyFact] = [facts.Joined(person, name)]
    if room.host is None:
        made.append(facts.Hosted(person))
    return made


def _rename(room: Room, person: str, command: wire.Rename, _now: Circumstances) -> list[AnyFact]:
    require_member(room, person)
    return _renaming(room, person, _free_name(room, person, clean_name(command.name)))


def _renaming(room: Room, person: str, name: str) -> list[AnyFact]:
    if room.members[person].name == name:
        return []
    if room.seen(person):  # a new name would be read by everybody
        raise Refused("not_now")
    return [facts.Renamed(person, name)]


def _free_name(room: Room, person: str, name: str) -> str:
    names = {**(room.running.left_as if room.running else {}), **{m.id: m.name for m in room.members.values()}}
    if any(taken.casefold() == name.casefold() for id, taken in names.items() if id != person):
        raise Refused("name_taken", name=name)
    return name


def _leave(room: Room, person: str, _command: wire.Leave, _now: Circumstances) -> list[AnyFact]:
    require_member(room, person)
    return [facts.Gone(person), *_new_host(room, person)]


def _remove(room: Room, person: str, command: wire.Remove, _now: Circumstances) -> list[AnyFact]:
    require_host(room, person)
    require_person(room, command.person)
    if command.person == person:
        raise Refused("not_yourself")
    return [facts.Gone(command.person, removed=room.members[command.person].bot is None)]


def _presence(room: Room, person: str, command: Presence, _now: Circumstances) -> list[AnyFact]:
    member = room.members.get(person)
    if member is None or (member.node == command.node) == command.here:
        return []
    return [facts.Came(person, command.node) if command.here else facts.Went(person, command.node)]


def _new_host(room: Room, leaving: str) -> list[AnyFact]:
    if room.host != leaving:
        return []
    others = [member for member in room.members.values() if member.id != leaving and not member.bot]
    others.sort(key=lambda member: not member.online)
    return [facts.Hosted(others[0].id)] if others else []


def _host_away(room: Room, _person: str, _command: HostAway, _now: Circumstances) -> list[AnyFact]:
    host = room.members.get(room.host or "")
    others = [member for member in room.members.values() if member.online and not member.bot]
    return [facts.Hosted(others[0].id)] if host and not host.online and others else []


def _hand_over(room: Room, person: str, command: wire.HandOver, _now: Circumstances) -> list[AnyFact]:
    require_host(room, person)
    require_person(room, command.person)
    if room.members[command.person].bot:
        raise Refused("no_such_person")
    return [facts.Hosted(command.person)]


def _ready(room: Room, person: str, command: wire.Ready, _now: Circumstances) -> list[AnyFact]:
    require_member(room, person)
    require_idle(room)
    return [facts.Readied(person, command.ready)] if room.members[person].ready != command.ready else []


# ---------------------------------------------------------------------------------------------------------------------
# Places


def open_places(room: Room, person: str) -> tuple[str, ...]:
    return tuple(place for place in room.places if place_refusal(room, person, place) is None)


def place_refusal(room: Room, person: str, place: str, by_host: bool = False) -> str | None:
    """Why somebody can't take a place, if so."""
    if place not in room.places:
        return "no_such_place"
    if place in room.locked and not (by_host or person == room.host):
        return "place_locked"
    if room.is_single(place) and any(m.place == place and m.id != person for m in room.members.values()):
        return "place_taken"
    if room.knows_too_much(person, place):
        return "knows_the_key"
    return None


def _sit(room: Room, person: str, command: wire.Sit, _now: Circumstances) -> list[AnyFact]:
    require_member(room, person)
    return _seating(room, person, command.place)


def _stand(room: Room, person: str, _command: wire.Stand, _now: Circumstances) -> list[AnyFact]:
    require_member(room, person)
    return [] if room.members[person].watching else [facts.Seated(person)]


def _move_person(room: Room, person: str, command: wire.MovePerson, _now: Circumstances) -> list[AnyFact]:
    require_host(room, person)
    require_person(room, command.person)
    if command.place is None:
        bot = room.members[command.person].bot
        return [facts.Gone(command.person) if bot else facts.Seated(command.person)]
    return _seating(room, command.person, command.place, by_host=True)


def _seating(room: Room, person: str, place: str, by_host: bool = False) -> list[AnyFact]:
    if room.members[person].place == place:
        return []
    if refusal := place_refusal(room, person, place, by_host):
        raise Refused(refusal, place=place)
    return [facts.Seated(person, place)]


def _lock(room: Room, person: str, command: wire.Lock, _now: Circumstances) -> list[AnyFact]:
    require_host(room, person)
    if command.place not in room.places:
        raise Refused("no_such_place", place=command.place)
    return [facts.Locked(command.place, command.locked)] if (command.place in room.locked) != command.locked else []


def _add_bot(room: Room, person: str, command: wire.AddBot, now: Circumstances) -> list[AnyFact]:
    require_host(room, person)
    if command.place not in room.places:
        raise Refused("no_such_place", place=command.place)
    if room.at_place(command.place):
        raise Refused("place_taken", place=command.place)
    if len(room.members) >= now.most_people:
        raise Refused("table_full", most=now.most_people)
    return bots_for(room, (command.place,), command.manner, now)


def bots_for(room: Room, places: tuple[str, ...], manner: wire.MannerId, now: Circumstances) -> list[AnyFact]:
    if places and not now.bots:
        raise Refused("no_bots")
    made: list[AnyFact] = []
    names = {member.name for member in room.members.values()}
    for place in places:
        name = base = now.bot_name(manner, room.settings.language)
        count = 1
        while name in names:
            count += 1
            name = f"{base} {count}"
        names.add(name)
        bot = f"bot-{now.rng.getrandbits(48):012x}"
        made += [facts.Joined(bot, name, manner), facts.Seated(bot, place)]
    return made


def _deal(room: Room, person: str, _command: wire.Deal, now: Circumstances) -> list[AnyFact]:
    require_host(room, person)
    require_idle(room)
    members = [m.id for m in room.members.values() if not m.watching and m.place not in room.locked]
    now.rng.shuffle(members)
    return [facts.Seated(id, place) for id, place in dealt_places(room, members, {}).items()]


def dealt_places(room: Room, members: list[str], seated: Mapping[str, list[str]]) -> dict[str, str]:
    """A place for each: empty ones first, then where the fewest are; spymasters stay alone."""
    crowd = {place: len(seated.get(place, ())) for place in room.places}
    found: dict[str, str] = {}
    for member in members:
        free = [place for place in crowd if not (room.is_single(place) and crowd[place]) and place not in room.locked]
        if not free:
            break
        place = min(free, key=lambda place: crowd[place])
        crowd[place] += 1
        found[member] = place
    return found


DECIDE: Mapping[type, Decide] = {
    wire.Join: _join,
    wire.Rename: _rename,
    wire.Leave: _leave,
    wire.Remove: _remove,
    wire.HandOver: _hand_over,
    wire.Ready: _ready,
    wire.Sit: _sit,
    wire.Stand: _stand,
    wire.MovePerson: _move_person,
    wire.Lock: _lock,
    wire.AddBot: _add_bot,
    wire.Deal: _deal,
    Presence: _presence,
    HostAway: _host_away,
}
