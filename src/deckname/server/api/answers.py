"""Answers of the HTTP API: values and problems as JSON."""

from __future__ import annotations

from starlette.responses import Response

from deckname import protocol as wire
from deckname.engine.errors import CodedError

_STATUS = {
    "no_device": 401,
    "not_joined": 403,
    "removed": 403,
    "foreign_origin": 403,
    "no_such_table": 404,
    "no_such_game": 404,
    "no_such_face": 404,
    "no_such_code": 404,
    "no_such_device": 404,
    "no_such_deck": 404,
    "no_such_team": 404,
    "no_such_map": 404,
    "no_such_invitation": 404,
    "not_found": 404,
    "method_not_allowed": 405,
    "too_late": 408,
    "city_locked": 409,
    "game_running": 409,
    "too_large": 413,
    "too_fast": 429,
    "too_many_tables": 429,
    "busy": 503,
    "unavailable": 503,
    "not_drawn_yet": 503,
}


def status_of(code: str) -> int:
    return _STATUS.get(code, 400)


def respond(value: object, status: int = 200, headers: dict[str, str] | None = None) -> Response:
    body = value if isinstance(value, bytes) else wire.encode(value)
    headers = {"cache-control": "no-store", **(headers or {})}
    return Response(body, status, headers, media_type="application/json")


def problem(error: CodedError | str, headers: dict[str, str] | None = None) -> Response:
    said = wire.Problem(error) if isinstance(error, str) else wire.Problem.of(error)
    status = status_of(said.code)
    if status in (429, 503):
        headers = {"retry-after": "2"}
    return respond(said, status, headers)
