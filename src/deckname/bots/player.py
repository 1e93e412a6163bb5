"""What a bot is: somebody who is asked with a `View` and answers with a command.

A question holds no key, only what its seat may see, so a bot can't know more than a person in its place.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple, Protocol

from deckname.engine.model import Command, Number
from deckname.engine.view import View
from deckname.language import say


class Manner(StrEnum):
    """How a bot weighs a gain against a risk."""

    CAUTIOUS = "cautious"
    BALANCED = "balanced"
    BOLD = "bold"


class Level(StrEnum):
    """How well a bot plays against people, the weakest first."""

    EASY = "easy"
    EVEN = "even"
    HARD = "hard"
    MERCILESS = "merciless"
    """Its giver and its guesser are of one mind, and never miss what the other meant."""


class Introduction(NamedTuple):
    names: tuple[str, ...]
    """Of all who have this manner: they can sit at one table."""
    character: str
    """One sentence."""


def introduce(manner: Manner, language: str) -> Introduction:
    """Who may sit there: every manner has names and a character, in every language."""
    names = (say(language, f"manner.{manner}_name"), say(language, f"manner.{manner}_other"))
    return Introduction(names, say(language, f"manner.{manner}_character"))


@dataclass(frozen=True, slots=True)
class Question:
    """It is your turn: what do you do? The seat is the view's."""

    view: View
    language: str
    manner: Manner = Manner.BALANCED
    clue_options: tuple[str, ...] = ()
    """What the table allows or forbids in clues, as the referee names it (`allow_hyphen` …)."""
    among_bots: bool = False
    """Whether nobody else plays: bots that know each other need not speak so that people can follow."""
    level: Level = Level.MERCILESS
    """How well it plays as an `opponent`."""
    opponent: bool = False
    """Whether bots alone hold its side of a game against others. Who plays with people does its best."""


@dataclass(frozen=True, slots=True)
class Thought:
    """Why: told after the game, or at once in practice games. Secret until then: it may show what a giver knows."""

    meant: tuple[int, ...] = ()
    """The cards a clue was meant for, or that a guesser takes it to mean, likeliest first."""
    chances: tuple[float, ...] = ()
    """Card by card, how likely it seemed that the clue's next guess falls on it; covered cards have 0."""
    stop: float = 0.0
    """How likely stopping seemed, on the same scale."""
    by: str = ""
    """Which player answered: a name of ours such as `bureau` or `simple`, or of a model."""
    sure: float | None = None
    """How likely the card that is touched seemed to be right; None from those who can't say."""


@dataclass(frozen=True, slots=True)
class Answer:
    command: Command
    thought: Thought | None = None


class Bot(Protocol):
    def answer(self, question: Question) -> Answer:
        """A command that the view allows. Called only when the view allows one."""

    def approves(self, question: Question, word: str, number: Number) -> bool:
        """Whether this spymaster, asked beforehand by the other (T17), lets a clue pass."""
