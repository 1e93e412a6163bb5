"""What may be wished for at a table and what comes of it, as types; and what has to hold for many wishes alike."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from random import Random
from types import MappingProxyType
from typing import Any, NamedTuple, TypeAlias

import msgspec

from deckname import protocol as wire
from deckname.referee import Verdict
from deckname.tables.facts import AnyFact
from deckname.tables.room import GameState, Room


class Refused(Exception):  # noqa: N818 - a refusal is an answer, not an error of the program
    """Nothing has changed. The code is stable; clients translate it and fill in the details."""

    def __init__(self, code: str, **details: str | int) -> None:
        super().__init__(code)
        self.code = code
        self.details = details


@dataclass(slots=True)
class Circumstances:
    """What a decision depends on besides the room."""

    now: float
    rng: Random
    most_people: int = 64
    verdict: Verdict | None = None
    """The referee on the clue that is being given, where the table asks it."""
    shoe: bytes | None = None
    """The cards that are left from earlier games, as `write_shoe` left them."""
    bots: bool = True
    """Whether there is anybody to think for bots."""
    bot_name: Callable[[str, str], str] = lambda manner, _language: manner.capitalize()


class Decision(NamedTuple):
    facts: tuple[AnyFact, ...]
    secrets: Mapping[str, bytes] = MappingProxyType({})


class TimeUp(msgspec.Struct, frozen=True):
    """From whoever keeps the clock: the time of the present step is over."""

    ply: int


class Presence(msgspec.Struct, frozen=True):
    """From whoever keeps the door: somebody is connected here, or no longer."""

    node: str
    here: bool


class HostAway(msgspec.Struct, frozen=True):
    """From whoever keeps the door: the host has not been connected for long."""


AnyWish = wire.AnyCommand | TimeUp | Presence | HostAway

Decide: TypeAlias = Callable[[Room, str, Any, Circumstances], Decision | list[AnyFact]]
"""How one kind of wish is decided: who asks for it, what exactly, and the circumstances."""


# ---------------------------------------------------------------------------------------------------------------------
# What has to hold


def require_member(room: Room, person: str) -> None:
    if person not in room.members:
        raise Refused("not_joined")


def require_host(room: Room, person: str) -> None:
    require_member(room, person)
    if room.host != person:
        raise Refused("not_host")


def require_person(room: Room, person: str) -> None:
    if person not in room.members:
        raise Refused("no_such_person")


def require_idle(room: Room) -> None:
    if room.running:
        raise Refused("game_running")


def require_running(room: Room) -> GameState:
    if room.running is None:
        raise Refused("no_game" if room.game is None else "game_over")
    return room.running


def require_ply(room: Room, ply: int) -> GameState:
    game = require_running(room)
    if ply != game.ply:
        raise Refused("stale", ply=game.ply)
    return game
