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
from deckname.engine.model import Mode, is_readable
from deckname.lettering import has_bidi_controls
from deckname.tables import commands, events
from deckname.tables.decisions.next_game import (
    Seating,
    newcomers,
    next_seating,
    seating_now,
    takes_places,
    with_newcomers,
)
from deckname.tables.decisions.requirements import (
    Circumstances,
    Decide,
    Decision,
    require_host,
    require_idle,
    require_running,
    require_unended,
)
from deckname.tables.decisions.seating import bots_for
from deckname.tables.events import TableEvent
from deckname.tables.state import TableState
from deckname.tables.stored import encode_key
from deckname.tables.table_settings import TableSettings

OPENING = 20.0
"""Seconds for which clocks and bots wait at most until everybody has seen their place."""

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
    coming = newcomers(state)
    now.rng.shuffle(coming)
    coming.sort(key=state.is_bot)
    return _begun(state, with_newcomers(state, seating_now(state), coming), now, bots=command.bots)


def _again(state: TableState, person: str, command: commands.Again, now: Circumstances) -> Decision:
    require_host(state, person)
    require_idle(state)
    if state.game is None:
        raise Refused("no_game")
    seating = next_seating(state, command.rotate)
    return _begun(state, seating, now, bots=command.bots, turn_over=command.cards == "other_faces")


def _begun(state: TableState, seating: Seating, now: Circumstances, *, bots: bool, turn_over: bool = False) -> Decision:
    """A game with these people in these places."""
    made = takes_places(state, seating)
    empty = tuple(place for place, ids in seating.items() if not ids)
    if empty and not bots:
        raise Refused("place_empty", place=empty[0])
    leaving = sum(isinstance(event, events.PersonLeft) for event in made)
    if len(state.members) - leaving + len(empty) > now.most_people:
        raise Refused("table_full", most=now.most_people)
    made += bots_for(state, empty, None, now)
    shoe = _next_shoe(state, now, turn_over)
    key, starts = draw_key(state.edition, now.rng)
    while state.settings.mode is Mode.COOP and starts != state.edition.sides[0].id:
        key, starts = draw_key(state.edition, now.rng)  # the real side starts (V1), and its seats are taken already
    number = state.games + 1
    unseen = tuple(id for ids in seating.values() for id in ids if state.members[id].node)
    began = events.GameBegan(now.now, number, shoe.board, starts, now.now + OPENING if unseen else None, unseen)
    return Decision((*made, began), {f"key:{number}": encode_key(key), "shoe": write_shoe(state.settings, shoe)})


def _seen(state: TableState, person: str, _command: commands.Seen, now: Circumstances) -> list[TableEvent]:
    game = require_running(state)
    return [events.PlaceSeen(now.now, person)] if person in game.unseen else []


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
    require_unended(state)
    return [events.GameAbandoned(now.now)]


def _pause(state: TableState, person: str, _command: commands.Pause, now: Circumstances) -> list[TableEvent]:
    require_host(state, person)
    require_unended(state)
    return [events.GamePaused(now.now)] if state.settings.clock and state.clock.pause is None else []


def _resume(state: TableState, person: str, _command: commands.Resume, now: Circumstances) -> list[TableEvent]:
    require_host(state, person)
    require_running(state)
    return [events.GameResumed(now.now)] if state.clock.pause is not None else []


DECIDE: Mapping[type, Decide] = {
    commands.Configure: _configure,
    commands.Start: _start,
    commands.Again: _again,
    commands.Seen: _seen,
    commands.Abandon: _abandon,
    commands.Pause: _pause,
    commands.Resume: _resume,
}
