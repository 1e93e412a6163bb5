"""What is written down about a table. Its log is a list of facts, and replaying them makes the room again.

Facts hold no key: keys, the order of undealt cards and the bots' thoughts are kept as secrets of the log.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from functools import lru_cache
from typing import Any, TypeAlias, Union

import msgspec
from msgspec import Struct

from deckname.engine import model
from deckname.engine.model import Command, Event, Key, parse_seat
from deckname.engine.record import Move
from deckname.protocol import EmoteId, Happened, MannerId, TableSettings


class Fact(Struct, frozen=True, omit_defaults=True, tag_field="fact"):
    pass


class Opened(Fact, frozen=True, tag="opened"):
    at: float
    host: str
    settings: TableSettings


class Joined(Fact, frozen=True, tag="joined"):
    person: str
    name: str
    bot: MannerId | None = None


class Renamed(Fact, frozen=True, tag="renamed"):
    person: str
    name: str


class Gone(Fact, frozen=True, tag="gone"):
    person: str
    removed: bool = False


class Came(Fact, frozen=True, tag="came"):
    """Somebody of the table is connected, at this node."""

    person: str
    node: str


class Went(Fact, frozen=True, tag="went"):
    person: str
    node: str


class Seated(Fact, frozen=True, tag="seated"):
    person: str
    place: str | None = None


class Readied(Fact, frozen=True, tag="readied"):
    person: str
    ready: bool


class Hosted(Fact, frozen=True, tag="hosted"):
    person: str


class Locked(Fact, frozen=True, tag="locked"):
    place: str
    locked: bool


class Configured(Fact, frozen=True, tag="configured"):
    settings: TableSettings


class Began(Fact, frozen=True, tag="began"):
    """A game was laid out. Its key is the secret `key:<number>`."""

    at: float
    number: int
    cards: tuple[str, ...]
    starts: str | None


class Played(Fact, frozen=True, tag="played"):
    at: float
    by: str | None
    seat: str
    do: str
    events: tuple[Happened, ...]
    word: str | None = None
    number: int | str | None = None
    card: int | None = None
    approved: bool = False


class Asked(Fact, frozen=True, tag="asked"):
    seat: str
    word: str
    number: int | str


class Answered(Fact, frozen=True, tag="answered"):
    agree: bool


class Abandoned(Fact, frozen=True, tag="abandoned"):
    at: float


class Paused(Fact, frozen=True, tag="paused"):
    at: float


class Resumed(Fact, frozen=True, tag="resumed"):
    at: float


class Pencilled(Fact, frozen=True, tag="pencilled"):
    person: str
    card: int
    on: bool


class Spoke(Fact, frozen=True, tag="spoke"):
    at: float
    person: str
    group: str
    text: str


class Gestured(Fact, frozen=True, tag="gestured"):
    person: str
    emote: EmoteId


class Nudged(Fact, frozen=True, tag="nudged"):
    person: str


AnyFact: TypeAlias = Union[  # noqa: UP007 - one line each
    Opened,
    Joined,
    Renamed,
    Gone,
    Came,
    Went,
    Seated,
    Readied,
    Hosted,
    Locked,
    Configured,
    Began,
    Played,
    Asked,
    Answered,
    Abandoned,
    Paused,
    Resumed,
    Pencilled,
    Spoke,
    Gestured,
    Nudged,
]

encode_fact = msgspec.json.Encoder().encode
decode_fact = msgspec.json.Decoder(AnyFact).decode


# ---------------------------------------------------------------------------------------------------------------------
# The engine's values, written down


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
        model.LastStretchBegan,
        model.TurnEnded,
        model.SuddenDeathBegan,
        model.GameEnded,
    )
}
_FIELDS: Mapping[type[Event], tuple[str, ...]] = {
    kind: tuple(field.name for field in fields(kind)) for kind in _EVENTS.values()
}
_ENUMS = {"face": model.TokenFace, "use": model.TokenUse, "reason": model.Reason}
_HAS_ENUMS = frozenset(kind for kind, names in _FIELDS.items() if not _ENUMS.keys().isdisjoint(names))

_COMMANDS: Mapping[str, type[Command]] = {
    "clue": model.GiveClue,
    "guess": model.Guess,
    "stop": model.Stop,
    "challenge": model.Challenge,
    "waive": model.Waive,
    "cover": model.Cover,
}
_DO = {kind: do for do, kind in _COMMANDS.items()}
_DETAILS = {kind: tuple(field.name for field in fields(kind)) for kind in _COMMANDS.values()}


def note_event(event: Event) -> Happened:
    kind = type(event)
    return Happened(kind.__name__, **{name: getattr(event, name) for name in _FIELDS[kind]})


def event_noted(noted: Happened) -> Event:
    kind = _EVENTS[noted.event]
    values: list[Any] = [getattr(noted, name) for name in _FIELDS[kind]]
    if kind in _HAS_ENUMS:
        values = [_ENUMS.get(name, _as_it_is)(value) for name, value in zip(_FIELDS[kind], values, strict=True)]
    return kind(*values)


def _as_it_is(value: Any) -> Any:
    return value


def note_move(at: float, by: str | None, move: Move, events: tuple[Event, ...]) -> Played:
    command = move.command
    details = {name: getattr(command, name) for name in _DETAILS[type(command)]}
    return Played(at, by, str(move.seat), _DO[type(command)], tuple(map(note_event, events)), **details)


def move_noted(noted: Played) -> Move:
    kind = _COMMANDS[noted.do]
    return Move(_seat_noted(noted.seat), kind(*[getattr(noted, name) for name in _DETAILS[kind]]))


_seat_noted = lru_cache(64)(parse_seat)


def encode_key(key: Key) -> bytes:
    return msgspec.json.encode(key.faces)


def decode_key(data: bytes) -> Key:
    return Key(msgspec.json.decode(data, type=tuple[tuple[str, ...], ...]))
