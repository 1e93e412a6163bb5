"""Games that are over: one's own, their records and replays, and what bots thought in them."""

from __future__ import annotations

import re
from typing import Any

from deckname import protocol as wire
from deckname.engine.errors import Refused
from deckname.engine.record import parse_record
from deckname.protocol.endpoints import ApiCall, endpoint
from deckname.protocol.game_projection import replay
from deckname.store.store import Place
from deckname.tables.history import History

_GAME = "/api/tables/{table}/games/{number}"
_GAME_NUMBER = re.compile("[0-9]{1,9}")
_USUAL_PAGE, _LARGEST_PAGE = 20, 100
_CODES = ("too_fast", "unavailable")
_NO_GAME = ("no_such_table", "no_such_game", "game_running", *_CODES)


class HistoryApi:
    def __init__(self, history: History) -> None:
        self._history = history

    @endpoint(
        "GET",
        "/api/me/games",
        "The games one has played, the newest first, page by page",
        answer=wire.PlayedGames,
        query=("limit", "before"),
        refusals=("no_device", "bad_page", *_CODES),
    )
    async def my_games(self, call: ApiCall) -> wire.PlayedGames:
        limit, before = _limit(call.query.get("limit")), _place(call.query.get("before"))
        page = await self._history.games_of(await call.person(), limit, before)
        games = tuple(wire.convert(game, wire.PlayedGame) for game in page.games)
        return wire.PlayedGames(games, f"{page.rest[0]!r}~{page.rest[1]}" if page.rest else None)

    @endpoint("GET", _GAME, "The record of a finished game", answer=dict[str, Any], refusals=_NO_GAME)
    async def record(self, call: ApiCall) -> bytes:
        table, number = _game(call)
        data = await self._history.record(table, number)
        call.headers["content-disposition"] = f'attachment; filename="deckname-{number}.json"'
        return data

    @endpoint(
        "GET",
        f"{_GAME}/replay",
        "A finished game, move by move, as it was told",
        answer=wire.Replay,
        refusals=_NO_GAME,
    )
    async def replay(self, call: ApiCall) -> wire.Replay:
        table, number = _game(call)
        return replay(parse_record(await self._history.record(table, number)), number)

    @endpoint(
        "GET",
        f"{_GAME}/thoughts",
        "What bots thought in a finished game",
        answer=wire.Thoughts,
        refusals=_NO_GAME,
    )
    async def thoughts(self, call: ApiCall) -> wire.Thoughts:
        return wire.convert(await self._history.thoughts(*_game(call)), wire.Thoughts)


def _game(call: ApiCall) -> tuple[str, int]:
    """The table and the number of the game that a path names. Python reads no number of thousands of digits."""
    table, number = call.path["table"], call.path["number"]
    if not _GAME_NUMBER.fullmatch(number):
        raise Refused("no_such_game")
    return table, int(number)


def _limit(text: str | None) -> int:
    if text is None:
        return _USUAL_PAGE
    if not _GAME_NUMBER.fullmatch(text) or not 1 <= int(text) <= _LARGEST_PAGE:
        raise Refused("bad_page")
    return int(text)


def _place(text: str | None) -> Place | None:
    """Where the page before has ended, as we told it then."""
    if text is None:
        return None
    at, _, key = text.partition("~")
    try:
        return float(at), key
    except ValueError:
        raise Refused("bad_page") from None
