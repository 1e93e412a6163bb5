"""What decisions depend on besides the state, what they come to, and what has to hold for many commands alike."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from random import Random
from types import MappingProxyType
from typing import Any, NamedTuple, TypeAlias

from deckname.engine.errors import Refused
from deckname.referee import Verdict
from deckname.tables.events import TableEvent
from deckname.tables.game import GameState
from deckname.tables.state import TableState


@dataclass(slots=True)
class Circumstances:
    """What a decision depends on besides the state."""

    now: float
    rng: Random
    most_people: int = 64
    verdict: Verdict | None = None
    """The referee on the clue that is being given, where the table asks it."""
    shoe: bytes | None = None
    """The cards that are left from earlier games, as `write_shoe` left them."""
    bots: bool = True
    """Whether there is anybody to think for bots."""
    bot_names: Callable[[str, str], tuple[str, ...]] = lambda manner, _language: (manner.capitalize(),)
    device: str | None = None
    """What the device of whoever asks looks like (`tables.imprints`)."""
    take_back_seconds: float = 0.0
    """For how long the end of a game can be taken back; 0: never."""


class Decision(NamedTuple):
    events: tuple[TableEvent, ...]
    secrets: Mapping[str, bytes] = MappingProxyType({})


Decide: TypeAlias = Callable[[TableState, str, Any, Circumstances], Decision | list[TableEvent]]
"""How one kind of command is decided: who asks, for what exactly, and the circumstances."""


def require_member(state: TableState, person: str) -> None:
    if person not in state.members:
        raise Refused("not_joined")


def require_host(state: TableState, person: str) -> None:
    require_member(state, person)
    if state.host != person:
        raise Refused("not_host")


def require_person(state: TableState, person: str) -> None:
    if person not in state.members:
        raise Refused("no_such_person")


def require_idle(state: TableState) -> None:
    if state.running:
        raise Refused("game_running")


def require_running(state: TableState) -> GameState:
    if state.running is None:
        raise Refused("no_game" if state.game is None else "game_over")
    return state.running


def require_unended(state: TableState) -> None:
    if require_running(state).ended:
        raise Refused("game_over")


def require_ply(state: TableState, ply: int) -> GameState:
    game = require_running(state)
    if ply != game.ply:
        raise Refused("stale", ply=game.ply)
    return game
