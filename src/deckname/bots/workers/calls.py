"""What a pool and its worker processes say to each other: pickles with their length before them; both ends are ours."""

from __future__ import annotations

import pickle
import struct
import traceback
from dataclasses import dataclass
from pathlib import Path
from typing import Any


@dataclass(frozen=True, slots=True)
class Call:
    """Of a method of the bot's."""

    method: str
    arguments: tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Progress:
    """How far the bot is with getting ready."""

    done: float
    doing: str


@dataclass(frozen=True, slots=True)
class Prepared:
    """The bot is made: ask."""


@dataclass(frozen=True, slots=True)
class Result:
    """Of a call."""

    value: Any


@dataclass(frozen=True, slots=True)
class Trouble:
    """What went wrong: the kind of error and its place. Its words may quote a card or a clue, and stay here."""

    text: str

    @classmethod
    def of(cls, error: Exception) -> Trouble:
        place = traceback.extract_tb(error.__traceback__)[-1]
        return cls(f"{type(error).__name__} at {Path(place.filename).name}:{place.lineno}:{place.name}")


LENGTH = struct.Struct("!I")


def packed(message: object) -> bytes:
    body = pickle.dumps(message)
    return LENGTH.pack(len(body)) + body
