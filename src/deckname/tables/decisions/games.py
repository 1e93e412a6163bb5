"""How a table is set up, and how its games begin, pause and are given up."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

import msgspec

from deckname import protocol as wire
from deckname.cards.decks import Deck, DeckError, Shoe, open_shoe
from deckname.cards.library import USUAL, deck, deck_ids
from deckname.engine.deal import draw_key
from deckname.engine.editions import EDITIONS, SetupError, check_options
from deckname.engine.model import Mode, Role, Seat, is_readable
from deckname.referee import OPTIONS as CLUE_OPTIONS
from deckname.tables import facts
from deckname.tables.decisions.seating import bots_for, dealt_places
from deckname.tables.decisions.wishes import (
    Circumstances,
    Decide,
    Decision,
    Refused,
    require_host,
    require_idle,
    require_running,
)
from deckname.tables.facts import AnyFact, encode_key
from deckname.tables.room import Room, engine_options

# ---------------------------------------------------------------------------------------------------------------------
# Settings, and games that begin and end


def check_settings(settings: wire.TableSettings) -> None:
    """Refused with what is wrong, in the words of the engine, the decks and the referee."""
    if settings.edition not in EDITIONS:
        raise Refused("unknown_edition", edition=settings.edition)
    try:
        check_options(EDITIONS[settings.edition], Mode(settings.mode), engine_options(settings.options))
        shoe = open_shoe(_decks(settings), settings.faces, Random(0))
        shoe.deal(EDITIONS[settings.edition].size, Random(0))
    except (SetupError, DeckError) as error:
        raise Refused(error.code, **{name: _plain(value) for name, value in error.details.items()}) from error
    if unknown := next((option for option in settings.clue_options if option not in CLUE_OPTIONS), None):
        raise Refused("unknown_clue_option", option=unknown)
    if settings.title and not is_readable(settings.title):
        raise Refused("bad_title")


def _plain(value: object) -> str | int:
    return value if isinstance(value, int) else str(value)[:40]


def _decks(settings: wire.TableSettings) -> list[Deck]:
    ids = settings.decks or (USUAL[settings.edition],)
    for id in ids:
        if (settings.language, id) not in deck_ids():
            raise DeckError("unknown_deck", language=settings.language, id=id)
    return [deck(settings.language, id) for id in dict.fromkeys(ids)]


def _configure(room: Room, person: str, command: wire.Configure, _now: Circumstances) -> list[AnyFact]:
    require_host(room, person)
    require_idle(room)
    check_settings(command.settings)
    return [facts.Configured(command.settings)]


def _start(room: Room, person: str, command: wire.Start, now: Circumstances) -> Decision:
    require_host(room, person)
    require_idle(room)
    return _begun(room, [], _seated_now(room), now, bots=command.bots)


def _again(room: Room, person: str, command: wire.Again, now: Circumstances) -> Decision:
    require_host(room, person)
    require_idle(room)
    if room.game is None:
        raise Refused("no_game")
    seated = _seated_now(room)
    moved = _rotated(room, seated) if command.rotate else seated
    made: list[AnyFact] = [
        facts.Seated(id, place) for place, ids in moved.items() for id in ids if room.members[id].place != place
    ]
    return _begun(room, made, moved, now, turn_over=command.cards == "other_faces")


def _seated_now(room: Room) -> dict[str, list[str]]:
    return {place: [member.id for member in room.at_place(place)] for place in room.places}


def _rotated(room: Room, seated: Mapping[str, list[str]]) -> dict[str, list[str]]:
    """Who gave clues guesses next, and somebody else gives them. A trio moves on by one place."""
    if Mode(room.settings.mode) is Mode.TRIO:
        places = list(room.places)
        return {place: seated[places[index - 1]] for index, place in enumerate(places)}
    moved = {place: list(ids) for place, ids in seated.items()}
    for side in room.edition.side:
        giver, guesser = str(Seat(side, Role.GIVER)), str(Seat(side, Role.GUESSER))
        if moved.get(giver) and moved.get(guesser):
            team = [*moved[giver], *moved[guesser]]
            moved[giver], moved[guesser] = [team[1]], [*team[2:], team[0]]
    return moved


def _begun(
    room: Room,
    made: list[AnyFact],
    seated: Mapping[str, list[str]],
    now: Circumstances,
    *,
    bots: bool = False,
    turn_over: bool = False,
) -> Decision:
    """A game with these people in these places; whoever has none and didn't leave theirs is dealt one."""
    sitting = {id for ids in seated.values() for id in ids}
    standing = [id for id, member in room.members.items() if id not in sitting and not member.watching]
    now.rng.shuffle(standing)
    dealt = dealt_places(room, standing, seated)
    made += [facts.Seated(id, place) for id, place in dealt.items()]
    empty = tuple(place for place, ids in seated.items() if not ids and place not in dealt.values())
    if empty and not bots:
        raise Refused("place_empty", place=empty[0])
    if len(room.members) + len(empty) > now.most_people:
        raise Refused("table_full", most=now.most_people)
    made += bots_for(room, empty, "balanced", now)
    shoe = _next_shoe(room, now, turn_over)
    key, starts = draw_key(room.edition, now.rng)
    while Mode(room.settings.mode) is Mode.COOP and starts != room.edition.sides[0].id:
        key, starts = draw_key(room.edition, now.rng)  # the real side starts (V1), and its seats are taken already
    number = room.games + 1
    began = facts.Began(now.now, number, shoe.board, starts)
    return Decision((*made, began), {f"key:{number}": encode_key(key), "shoe": write_shoe(room.settings, shoe)})


class _ShoeNote(msgspec.Struct, frozen=True):
    decks: tuple[str, ...]
    faces: str
    language: str
    stock: tuple[int, ...]
    table: tuple[int, ...]
    turned: tuple[int, ...]


def write_shoe(settings: wire.TableSettings, shoe: Shoe) -> bytes:
    decks = tuple(deck.id for deck in _decks(settings))
    note = _ShoeNote(decks, settings.faces, settings.language, shoe.stock, shoe.table, tuple(shoe.turned))
    return msgspec.json.encode(note)


def _next_shoe(room: Room, now: Circumstances, turn_over: bool) -> Shoe:
    """The cards for the next game: from the same shoe as before, unless the decks have changed."""
    settings, size = room.settings, room.edition.size
    decks = _decks(settings)
    note = msgspec.json.decode(now.shoe, type=_ShoeNote) if now.shoe else None
    same = (tuple(deck.id for deck in decks), settings.faces, settings.language)
    if note is None or (note.decks, note.faces, note.language) != same:
        return open_shoe(decks, settings.faces, now.rng).deal(size, now.rng)
    cards = tuple(card for deck in decks for card in deck.cards)
    shoe = Shoe(cards, settings.faces, note.stock, note.table, frozenset(note.turned))
    turns_over = turn_over and len(note.table) == size
    return shoe.turn_over(now.rng) if turns_over else shoe.deal(size, now.rng)


def _abandon(room: Room, person: str, _command: wire.Abandon, now: Circumstances) -> list[AnyFact]:
    require_host(room, person)
    require_running(room)
    return [facts.Abandoned(now.now)]


def _pause(room: Room, person: str, _command: wire.Pause, now: Circumstances) -> list[AnyFact]:
    require_host(room, person)
    require_running(room)
    return [facts.Paused(now.now)] if room.settings.clock and room.clock.pause is None else []


def _resume(room: Room, person: str, _command: wire.Resume, now: Circumstances) -> list[AnyFact]:
    require_host(room, person)
    require_running(room)
    return [facts.Resumed(now.now)] if room.clock.pause is not None else []


DECIDE: Mapping[type, Decide] = {
    wire.Configure: _configure,
    wire.Start: _start,
    wire.Again: _again,
    wire.Abandon: _abandon,
    wire.Pause: _pause,
    wire.Resume: _resume,
}
