"""How the events of a table are written down, and how those of every earlier version are read.

An entry is `[version, event]` in JSON. The first version wrote bare objects. Whoever changes the form of an event
raises `VERSION` and adds the step that turns the form before into the new one to `_UPCASTS`; steps are never changed.
A house of each version lies in tests/tables/houses. A snapshot is written in the same way, and the moves in it are
entries like any other.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any, TypeAlias

import msgspec

from deckname.engine import model
from deckname.engine.model import Command, Event, Key, Undo, parse_seat
from deckname.engine.record import Move
from deckname.lettering import without_bidi_controls_in
from deckname.tables.events import Happening, MovePlayed, RefereeWord, TableEvent, WrittenAsItIs
from deckname.tables.restored import TableRestored
from deckname.tables.table_settings import LEAST

VERSION = 4

_EVENTS: Mapping[str, type[Event]] = {
    kind.__name__: kind
    for kind in (
        model.ClueGiven,
        model.CardTouched,
        model.ClueChallenged,
        model.ChallengeWaived,
        model.CardCovered,
        model.TokenSpent,
        model.SideCompleted,
        model.SideOut,
        model.LastStretchBegan,
        model.TurnEnded,
        model.SuddenDeathBegan,
        model.GameEnded,
        model.MoveTakenBack,
    )
}
_COMMANDS: Mapping[str, type[Command | Undo]] = {
    "clue": model.GiveClue,
    "guess": model.Guess,
    "stop": model.Stop,
    "challenge": model.Challenge,
    "waive": model.Waive,
    "cover": model.Cover,
    "undo": model.Undo,
}
_NAMES = {kind: name for name, kind in _COMMANDS.items()}


class _WrittenMove(Happening, frozen=True, tag="move_played"):
    """The engine's values beside their names: that is all it takes to read them again."""

    at: float
    by: str | None
    seat: str
    do: str
    command: Any
    events: tuple[tuple[str, Any], ...]
    overruled: RefereeWord | None = None
    held: bool = False


_encode = msgspec.json.Encoder().encode
_Written: TypeAlias = WrittenAsItIs | _WrittenMove
_decode = msgspec.json.Decoder(_Written).decode
_decode_snapshot = msgspec.json.Decoder(TableRestored).decode
_HEAD = b"[%d," % VERSION


def encode_event(event: TableEvent) -> bytes:
    if type(event) is MovePlayed:
        seat, command = event.move
        happened = tuple([(type(one).__name__, one) for one in event.events])
        name, more = _NAMES[type(command)], (event.overruled, event.held)
        written = _WrittenMove(event.at, event.by, str(seat), name, command, happened, *more)
        return _HEAD + _encode(written) + b"]"
    return _HEAD + _encode(event) + b"]"


def decode_event(body: bytes) -> TableEvent:
    """What people wrote before bidi controls were taken away at the door is read without them."""
    body = without_bidi_controls_in(body)
    if body.startswith(_HEAD):
        return _read(_decode(body[len(_HEAD) : -1]))
    return read_event(msgspec.json.decode(body))


def read_event(entry: Any) -> TableEvent:
    """The same of an entry that was decoded already, as a part of a snapshot."""
    return _read(msgspec.convert(_upcast(entry), _Written))


def _read(written: _Written) -> TableEvent:
    return _read_move(written) if isinstance(written, _WrittenMove) else written


def encode_snapshot(snapshot: TableRestored) -> bytes:
    return _HEAD + _encode(snapshot) + b"]"


def decode_snapshot(body: bytes) -> TableRestored:
    body = without_bidi_controls_in(body)
    if body.startswith(_HEAD):
        return _decode_snapshot(body[len(_HEAD) : -1])
    return msgspec.convert(_upcast(msgspec.json.decode(body)), TableRestored)


def _read_move(written: _WrittenMove) -> MovePlayed:
    command = msgspec.convert(written.command, _COMMANDS[written.do])
    events = tuple([msgspec.convert(fields, _EVENTS[name]) for name, fields in written.events])
    move = Move(_seat(written.seat), command)
    return MovePlayed(written.at, written.by, move, events, written.overruled, written.held)


_seat = lru_cache(64)(parse_seat)


def encode_key(key: Key) -> bytes:
    return _encode(key.layers)


def decode_key(data: bytes) -> Key:
    return Key(msgspec.json.decode(data, type=tuple[tuple[str, ...], ...]))


# ---------------------------------------------------------------------------------------------------------------------
# Earlier versions


def _upcast(entry: Any) -> dict[str, Any]:
    """An event of any version, in the form of this one."""
    version, event = entry if isinstance(entry, list) else (1, entry)
    if not 1 <= version <= VERSION:
        raise ValueError(f"an entry of version {version}; this program knows {VERSION}")
    for step in range(version, VERSION):
        event = _UPCASTS[step](event)
    return dict(event)


_TAGS_OF_1 = {
    "opened": "table_opened",
    "joined": "person_joined",
    "renamed": "person_renamed",
    "gone": "person_left",
    "came": "person_connected",
    "went": "person_disconnected",
    "seated": "person_seated",
    "readied": "readiness_changed",
    "hosted": "host_changed",
    "locked": "place_locked",
    "configured": "settings_changed",
    "began": "game_began",
    "played": "move_played",
    "asked": "question_asked",
    "answered": "question_answered",
    "abandoned": "game_abandoned",
    "paused": "game_paused",
    "resumed": "game_resumed",
    "pencilled": "card_pencilled",
    "spoke": "person_spoke",
    "gestured": "person_emoted",
    "nudged": "person_nudged",
}


def _from_1(fact: dict[str, Any]) -> dict[str, Any]:
    """Facts held the messages of the wire: a move's details lay flat beside it."""
    fields = dict(fact)
    tag = _TAGS_OF_1[fields.pop("fact")]
    if tag != "move_played":
        return {"event": tag, **fields}
    kept = {name: fields.pop(name) for name in ("at", "by", "seat", "do", "events")}
    kept["events"] = [_event_from_1(event) for event in kept["events"]]
    return {"event": tag, **kept, "command": fields}


def _event_from_1(event: Mapping[str, Any]) -> tuple[str, dict[str, Any]]:
    """Fields that were None were left out, and a token had a face."""
    fields = dict(event)
    name = fields.pop("event")
    if name == "TokenSpent":
        fields["token"] = fields.pop("face")
    missing = {"next": None} if name == "TurnEnded" else {"winners": ()} if name == "GameEnded" else {}
    return name, {**missing, **fields}


def _from_2(event: dict[str, Any]) -> dict[str, Any]:
    """A snapshot held no game: there was one between games only. Whoever reads that version must not pass over it."""
    return event


_SPANS = ("clue", "guess", "budget")


def _from_3(event: dict[str, Any]) -> dict[str, Any]:
    """Clocks could give less than `LEAST`, which is no time to play in."""
    settings = event.get("settings")
    if not settings or not settings.get("clock"):
        return event
    clock = {
        name: max(LEAST, value) if name in _SPANS and value else value for name, value in settings["clock"].items()
    }
    return event | {"settings": settings | {"clock": clock}}


_UPCASTS: Mapping[int, Callable[[dict[str, Any]], dict[str, Any]]] = {1: _from_1, 2: _from_2, 3: _from_3}
