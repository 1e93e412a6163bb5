"""How a bot is made in another process: by the name of what makes it, since a bot itself can't be sent there."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import Any, TypeAlias

from .player import Bot

Report: TypeAlias = Callable[[float, str], None]
"""How far a bot is with getting ready, from 0 to 1, and at what."""


@dataclass(frozen=True, slots=True)
class Recipe:
    """How to make a bot: `package.module:callable`, which is called with a `Report` and the arguments."""

    factory: str
    arguments: Mapping[str, Any]

    def make(self, report: Report) -> Bot:
        module, _, name = self.factory.partition(":")
        bot: Bot = getattr(import_module(module), name)(report, **self.arguments)
        return bot
