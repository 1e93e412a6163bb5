"""Games that are over: lists of them, replays, and what bots thought."""

from __future__ import annotations

from msgspec import Struct

from deckname.protocol.common import LanguageId, Milliseconds, ModeId
from deckname.protocol.messages import BotThought, Game, Moved
from deckname.tables.commands import MannerId, PersonId, PlaceId


class GamePlayer(Struct, frozen=True):
    name: str
    place: PlaceId
    bot: MannerId | None


class PlayedStep(Struct, frozen=True):
    """The mission of a team that a game was."""

    city: str
    name: str
    """Empty: clients have a word of their own for the city."""


class PlayedGame(Struct, frozen=True):
    """A game that one has played to its end; its record is at /api/tables/{table}/games/{number}."""

    table: str
    number: int
    edition: str
    mode: ModeId
    language: LanguageId
    place: PlaceId
    won: bool
    score: int | None
    at: Milliseconds
    reason: str
    """As in records; empty for games of the first version."""
    mission: str | None
    campaign: PlayedStep | None
    clues: dict[str, int]
    """How many clues each side gave."""
    players: tuple[GamePlayer, ...]


class PlayedGames(Struct, frozen=True):
    """A page of one's games, the newest first."""

    games: tuple[PlayedGame, ...]
    more: str | None
    """To be sent as `before` to get the next page; null if this was the last."""


class Thoughts(Struct, frozen=True):
    """What the bots of a finished game thought, and who sat where."""

    people: dict[PersonId, str]
    thoughts: tuple[BotThought, ...]


class Replay(Struct, frozen=True):
    """A finished game from the beginning: the table as it was laid out, all of it known, and every move."""

    game: Game
    moves: tuple[Moved, ...]
