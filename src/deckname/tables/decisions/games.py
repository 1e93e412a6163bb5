"""How a table is set up, and how its games begin, pause and are given up."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

import msgspec
from msgspec import structs

from deckname.cards.decks import Deck, DeckError, Shoe, open_shoe
from deckname.cards.library import deck, deck_ids
from deckname.engine.deal import draw_key
from deckname.engine.editions import EDITIONS, SetupError, check_options
from deckname.engine.errors import Refused
from deckname.engine.model import Mode, Role, Seat, is_readable
from deckname.lettering import has_bidi_controls
from deckname.tables import commands, events
from deckname.tables.decisions.requirements import (
    Circumstances,
    Decide,
    Decision,
    require_host,
    require_idle,
    require_running,
)
from deckname.tables.decisions.seating import bots_for, dealt_places
from deckname.tables.events import TableEvent
from deckname.tables.state import TableState
from deckname.tables.stored import encode_key
from deckname.tables.table_settings import TableSettings

# ---------------------------------------------------------------------------------------------------------------------
# Settings, and games that begin and end


def check_settings(settings: TableSettings) -> None:
    """Refused with what is wrong, in the words of the engine, the decks and the referee."""
    if settings.edition not in EDITIONS:
        raise Refused("unknown_edition", edition=settings.edition)
    try:
        check_options(EDITIONS[settings.edition], settings.mode, settings.options)
        shoe = open_shoe(_decks(settings), settings.faces, Random(0))
        shoe.deal(EDITIONS[settings.edition].size, Random(0))
    except (SetupError, DeckError) as error:
        raise Refused(error.code, **error.details) from error
    known = EDITIONS[settings.edition].clues.options
    if unknown := next((option for option in settings.clue_options if option not in known), None):
        raise Refused("unknown_clue_option", option=unknown, edition=settings.edition)
    if not is_readable(settings.title) or has_bidi_controls(settings.title):
        raise Refused("bad_title")


def _decks(settings: TableSettings) -> list[Deck]:
    ids = settings.decks or (EDITIONS[settings.edition].deck,)
    for id in ids:
        if (settings.language, id) not in deck_ids():
            raise DeckError("unknown_deck", language=settings.language, id=id)
    return [deck(settings.language, id) for id in dict.fromkeys(ids)]


def _configure(state: TableState, person: str, command: commands.Configure, _now: Circumstances) -> list[TableEvent]:
    require_host(state, person)
    require_idle(state)
    settings = command.settings
    if settings.campaign is None and settings.keeps_mission_of(state.settings):
        settings = structs.replace(settings, campaign=state.settings.campaign)
    check_settings(settings)
    return [events.SettingsChanged(settings)]


def _start(state: TableState, person: str, command: commands.Start, now: Circumstances) -> Decision:
    require_host(state, person)
    require_idle(state)
    return _begun(state, [], _seated_now(state), now, bots=command.bots)


def _again(state: TableState, person: str, command: commands.Again, now: Circumstances) -> Decision:
    require_host(state, person)
    require_idle(state)
    if state.game is None:
        raise Refused("no_game")
    seated = _seated_now(state)
    moved = _rotated(state, seated) if command.rotate else seated
    made: list[TableEvent] = [
        events.PersonSeated(id, place) for place, ids in moved.items() for id in ids if state.members[id].place != place
    ]
    return _begun(state, made, moved, now, turn_over=command.cards == "other_faces")


def _seated_now(state: TableState) -> dict[str, list[str]]:
    return {place: [member.id for member in state.at_place(place)] for place in state.places}


def _rotated(state: TableState, seated: Mapping[str, list[str]]) -> dict[str, list[str]]:
    """Who gave clues guesses next, and somebody else gives them. A trio moves on by one place."""
    if state.settings.mode is Mode.TRIO:
        places = list(state.places)
        return {place: seated[places[index - 1]] for index, place in enumerate(places)}
    moved = {place: list(ids) for place, ids in seated.items()}
    for side in state.edition.side:
        giver, guesser = str(Seat(side, Role.GIVER)), str(Seat(side, Role.GUESSER))
        if moved.get(giver) and moved.get(guesser):
            team = [*moved[giver], *moved[guesser]]
            moved[giver], moved[guesser] = [team[1]], [*team[2:], team[0]]
    return moved


def _begun(
    state: TableState,
    made: list[TableEvent],
    seated: Mapping[str, list[str]],
    now: Circumstances,
    *,
    bots: bool = False,
    turn_over: bool = False,
) -> Decision:
    """A game with these people in these places; whoever has none and didn't leave theirs is dealt one."""
    sitting = {id for ids in seated.values() for id in ids}
    standing = [id for id, member in state.members.items() if id not in sitting and not member.watching]
    now.rng.shuffle(standing)
    dealt = dealt_places(state, standing, seated)
    made += [events.PersonSeated(id, place) for id, place in dealt.items()]
    empty = tuple(place for place, ids in seated.items() if not ids and place not in dealt.values())
    if empty and not bots:
        raise Refused("place_empty", place=empty[0])
    if len(state.members) + len(empty) > now.most_people:
        raise Refused("table_full", most=now.most_people)
    made += bots_for(state, empty, None, now)
    shoe = _next_shoe(state, now, turn_over)
    key, starts = draw_key(state.edition, now.rng)
    while state.settings.mode is Mode.COOP and starts != state.edition.sides[0].id:
        key, starts = draw_key(state.edition, now.rng)  # the real side starts (V1), and its seats are taken already
    number = state.games + 1
    began = events.GameBegan(now.now, number, shoe.board, starts)
    return Decision((*made, began), {f"key:{number}": encode_key(key), "shoe": write_shoe(state.settings, shoe)})


class _ShoeNote(msgspec.Struct, frozen=True):
    decks: tuple[str, ...]
    faces: str
    language: str
    stock: tuple[int, ...]
    table: tuple[int, ...]
    turned: tuple[int, ...]


def write_shoe(settings: TableSettings, shoe: Shoe) -> bytes:
    decks = tuple(deck.id for deck in _decks(settings))
    note = _ShoeNote(decks, settings.faces, settings.language, shoe.stock, shoe.table, tuple(shoe.turned))
    return msgspec.json.encode(note)


def _next_shoe(state: TableState, now: Circumstances, turn_over: bool) -> Shoe:
    """The cards for the next game: from the same shoe as before, unless the decks have changed."""
    settings, size = state.settings, state.edition.size
    decks = _decks(settings)
    note = msgspec.json.decode(now.shoe, type=_ShoeNote) if now.shoe else None
    same = (tuple(deck.id for deck in decks), settings.faces, settings.language)
    if note is None or (note.decks, note.faces, note.language) != same:
        return open_shoe(decks, settings.faces, now.rng).deal(size, now.rng)
    cards = tuple(card for deck in decks for card in deck.cards)
    shoe = Shoe(cards, settings.faces, note.stock, note.table, frozenset(note.turned))
    turns_over = turn_over and len(note.table) == size
    return shoe.turn_over(now.rng) if turns_over else shoe.deal(size, now.rng)


def _abandon(state: TableState, person: str, _command: commands.Abandon, now: Circumstances) -> list[TableEvent]:
    require_host(state, person)
    require_running(state)
    return [events.GameAbandoned(now.now)]


def _pause(state: TableState, person: str, _command: commands.Pause, now: Circumstances) -> list[TableEvent]:
    require_host(state, person)
    require_running(state)
    return [events.GamePaused(now.now)] if state.settings.clock and state.clock.pause is None else []


def _resume(state: TableState, person: str, _command: commands.Resume, now: Circumstances) -> list[TableEvent]:
    require_host(state, person)
    require_running(state)
    return [events.GameResumed(now.now)] if state.clock.pause is not None else []


DECIDE: Mapping[type, Decide] = {
    commands.Configure: _configure,
    commands.Start: _start,
    commands.Again: _again,
    commands.Abandon: _abandon,
    commands.Pause: _pause,
    commands.Resume: _resume,
}
