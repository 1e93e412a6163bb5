"""The HTTP API around the sockets: who you are, tables, records, drawn cards.

`ENDPOINTS` is the whole of it: routes, OpenAPI and the checks of docs/protocol.md are made from this one list.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import cached_property
from types import UnionType
from typing import Any, get_args

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from deckname import __version__
from deckname import protocol as wire
from deckname.bots.player import Manner
from deckname.cards.library import FAMILY, PICTURES, USUAL, deck, deck_ids
from deckname.engine.editions import EDITIONS
from deckname.engine.missions import MAP
from deckname.language import LANGUAGES
from deckname.referee import OPTIONS as CLUE_OPTIONS
from deckname.server.artist import Artist
from deckname.server.door import COOKIE, Door
from deckname.store.store import StoreUnavailable
from deckname.tables.decisions import Refused, clean_name
from deckname.tables.house import House

LARGEST_BODY = 65_536
FOREVER = {"cache-control": "public, max-age=31536000, immutable"}
_GAME_NUMBER = re.compile("[0-9]{1,9}")

_STATUS = {
    "no_device": 401,
    "not_joined": 403,
    "removed": 403,
    "foreign_origin": 403,
    "no_such_table": 404,
    "no_such_game": 404,
    "no_such_face": 404,
    "no_such_code": 404,
    "not_found": 404,
    "method_not_allowed": 405,
    "game_running": 409,
    "too_large": 413,
    "too_fast": 429,
    "too_many_tables": 429,
    "unavailable": 503,
    "not_drawn_yet": 503,
}


@dataclass(frozen=True)
class Endpoint:
    method: str
    path: str
    does: str
    handler: Callable[[Api, Request, Any], Awaitable[Any]]
    body: Any = None
    answer: Any = None
    status: int = 200
    refusals: tuple[str, ...] = ()


class Api:
    """What handlers share."""

    def __init__(self, house: House, door: Door, artist: Artist) -> None:
        self.house = house
        self.door = door
        self.artist = artist

    def routes(self) -> list[Route]:
        by_path: dict[str, list[Endpoint]] = {}
        for endpoint in ENDPOINTS:
            by_path.setdefault(endpoint.path, []).append(endpoint)
        return [Route(path, self._handler(endpoints), methods=_ANY_METHOD) for path, endpoints in by_path.items()] + [
            Route("/api/openapi.json", self._openapi),
            Route("/api/{rest:path}", self._lost, methods=_ANY_METHOD),
        ]

    def _handler(self, endpoints: list[Endpoint]) -> Callable[[Request], Awaitable[Response]]:
        chosen = {endpoint.method: endpoint for endpoint in endpoints}

        async def handle(request: Request) -> Response:
            endpoint = chosen.get("GET" if request.method == "HEAD" else request.method)
            if endpoint is None:
                return problem("method_not_allowed", {}, {"allow": ", ".join(chosen)})
            try:
                self.door.check_origin(request)
                body = await _read_body(request, endpoint.body)
                answer = await endpoint.handler(self, request, body)
            except Refused as refused:
                return problem(refused.code, refused.details)
            except StoreUnavailable:
                return problem("unavailable", {})
            return answer if isinstance(answer, Response) else respond(answer, endpoint.status)

        return handle

    @cached_property
    def catalogue(self) -> bytes:
        return wire.encode(_catalogue())

    async def _lost(self, _request: Request) -> Response:
        return problem("not_found", {})

    async def _openapi(self, _request: Request) -> Response:
        return respond(openapi())


_ANY_METHOD: tuple[str, ...] = ()  # Starlette lets all through then, and we answer the wrong ones ourselves


def respond(value: object, status: int = 200, headers: dict[str, str] | None = None) -> Response:
    body = value if isinstance(value, bytes) else wire.encode(value)
    headers = {"cache-control": "no-store", **(headers or {})}
    return Response(body, status, headers, media_type="application/json")


def problem(code: str, details: dict[str, str | int], headers: dict[str, str] | None = None) -> Response:
    if _STATUS.get(code) in (429, 503):
        headers = {"retry-after": "2"}
    return respond(wire.Problem(code, details), _STATUS.get(code, 400), headers)


async def _read_body(request: Request, kind: Any) -> Any:
    if kind is None:
        return None
    data = bytearray()
    async for chunk in request.stream():
        data += chunk
        if len(data) > LARGEST_BODY:
            raise Refused("too_large", most=LARGEST_BODY)
    try:
        return msgspec.json.decode(bytes(data), type=kind)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise Refused("bad_message", reason=str(error)[:200]) from None


# ---------------------------------------------------------------------------------------------------------------------
# Who you are


async def _new_device(api: Api, request: Request, body: wire.NewDevice) -> wire.Device:
    api.door.limit(request, "devices")
    token, person = await api.house.people.new_device(clean_name(body.name) if body.name else "")
    return wire.Device(token, person)


async def _me(api: Api, request: Request, _body: None) -> Response:
    person = await api.door.person(request)
    if person:
        return api.door.renewed(respond(wire.Me(person, await api.house.people.name(person))), request)
    api.door.limit(request, "devices")
    token, person = await api.house.people.new_device()
    return api.door.with_cookie(respond(wire.Me(person, "")), request, token)


async def _rename(api: Api, request: Request, body: wire.NewDevice) -> wire.Me:
    person = await api.door.require_person(request)
    name = clean_name(body.name) if body.name else ""
    await api.house.people.rename(person, name)
    return wire.Me(person, name)


async def _my_tables(api: Api, request: Request, _body: None) -> list[wire.MyTable]:
    return await api.house.my_tables(await api.door.require_person(request))


async def _my_games(api: Api, request: Request, _body: None) -> list[wire.PlayedGame]:
    return await api.house.my_games(await api.door.require_person(request))


async def _new_link(api: Api, request: Request, _body: None) -> wire.LinkCode:
    api.door.limit(request, "codes")
    return wire.LinkCode(await api.house.people.link_code(await api.door.require_person(request)))


async def _link(api: Api, request: Request, body: wire.LinkCode) -> Response:
    api.door.limit(request, "codes")
    linked = await api.house.people.link(body.code)
    if linked is None:
        raise Refused("no_such_code")
    token, person = linked
    if request.headers.get("authorization"):
        return respond(wire.Device(token, person))
    return api.door.with_cookie(respond(wire.Me(person, await api.house.people.name(person))), request, token)


# ---------------------------------------------------------------------------------------------------------------------
# Tables


async def _get_catalogue(api: Api, _request: Request, _body: None) -> bytes:
    return api.catalogue


async def _open_table(api: Api, request: Request, body: wire.TableSettings) -> wire.TableLink:
    api.door.limit(request, "tables")
    return _link_to(await api.house.open_table(await api.door.require_person(request), body))


async def _listed(api: Api, _request: Request, _body: None) -> list[wire.ListedTable]:
    return await api.house.listed()


async def _table(api: Api, request: Request, _body: None) -> wire.ListedTable:
    return api.house.summary(await api.house.table(request.path_params["table"]))


async def _new_code(api: Api, request: Request, _body: None) -> wire.JoinCode:
    api.door.limit(request, "codes")
    person = await api.door.require_person(request)
    return wire.JoinCode(await api.house.join_code(request.path_params["table"], person))


async def _join_by_code(api: Api, request: Request, body: wire.JoinCode) -> wire.TableLink:
    api.door.limit(request, "codes")
    return _link_to(await api.house.table_for_code(body.code))


def _link_to(table: str) -> wire.TableLink:
    return wire.TableLink(table, f"/t/{table}")


async def _record(api: Api, request: Request, _body: None) -> Response:
    table, number = _game(request)
    data = await api.house.record(table, number)
    return respond(data, headers={"content-disposition": f'attachment; filename="deckname-{number}.json"'})


async def _replay(api: Api, request: Request, _body: None) -> wire.Replay:
    return await api.house.replay(*_game(request))


async def _thoughts(api: Api, request: Request, _body: None) -> bytes:
    return await api.house.thoughts(*_game(request))


def _game(request: Request) -> tuple[str, int]:
    """The table and the number of the game that a path names. Python reads no number of thousands of digits."""
    table, number = request.path_params["table"], request.path_params["number"]
    if not _GAME_NUMBER.fullmatch(number):
        raise Refused("no_such_game")
    return table, int(number)


async def _face(api: Api, request: Request, _body: None) -> Response:
    face = request.path_params["face"]
    if not api.artist.knows(face):
        raise Refused("no_such_face")
    drawn = await api.artist.picture(face)
    if drawn is None:
        raise Refused("not_drawn_yet")
    return Response(
        drawn,
        headers={**FOREVER, "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'"},
        media_type="image/svg+xml",
    )


def _catalogue() -> wire.Catalogue:
    modes: Any = {edition: tuple(mode.value for mode in data.modes) for edition, data in EDITIONS.items()}
    manners: Any = tuple(manner.value for manner in Manner)
    languages: Any = LANGUAGES
    drawn = (PICTURES, FAMILY)
    return wire.Catalogue(
        editions=tuple(
            wire.EditionInfo(
                id=edition.id,
                columns=edition.columns,
                rows=edition.rows,
                modes=modes[edition.id],
                options=tuple(sorted(edition.options)),
                sides=tuple(edition.side),
                together=edition.together,
                tokens=edition.tokens,
                deck=USUAL[edition.id],
                drawn=USUAL[edition.id] in drawn,
            )
            for edition in EDITIONS.values()
        ),
        decks=tuple(_deck_info(language, id, id in drawn) for language, id in deck_ids()),
        missions=tuple(
            wire.MissionInfo(city.id, city.turns, city.mistakes, city.links) for city in MAP.cities.values()
        ),
        clue_options=CLUE_OPTIONS,
        manners=manners,
        languages=languages,
    )


def _deck_info(language: Any, id: str, drawn: bool) -> wire.DeckInfo:
    found = deck(language, id)
    return wire.DeckInfo(language, id, found.name, len(found.cards), drawn)


_TABLE, _GAME = "/api/tables/{table}", "/api/tables/{table}/games/{number}"
_CODES = ("too_fast", "unavailable")

ENDPOINTS: tuple[Endpoint, ...] = (
    Endpoint(
        "POST",
        "/api/devices",
        "A token for a program",
        _new_device,
        wire.NewDevice,
        wire.Device,
        201,
        ("bad_name", *_CODES),
    ),
    Endpoint(
        "GET",
        "/api/me",
        "Who this device is; a browser without a cookie gets one",
        _me,
        None,
        wire.Me,
        200,
        ("no_device", *_CODES),
    ),
    Endpoint(
        "PUT", "/api/me", "Change the name", _rename, wire.NewDevice, wire.Me, 200, ("no_device", "bad_name", *_CODES)
    ),
    Endpoint(
        "GET",
        "/api/me/tables",
        "The tables one has come to",
        _my_tables,
        None,
        list[wire.MyTable],
        200,
        ("no_device", *_CODES),
    ),
    Endpoint(
        "GET",
        "/api/me/games",
        "The games one has played",
        _my_games,
        None,
        list[wire.PlayedGame],
        200,
        ("no_device", *_CODES),
    ),
    Endpoint(
        "POST",
        "/api/me/link",
        "A code for another device of the same person",
        _new_link,
        None,
        wire.LinkCode,
        200,
        ("no_device", *_CODES),
    ),
    Endpoint(
        "POST",
        "/api/link",
        "Become the person who asked for the code",
        _link,
        wire.LinkCode,
        wire.Me | wire.Device,
        200,
        ("no_such_code", *_CODES),
    ),
    Endpoint("GET", "/api/catalogue", "What there is to choose from", _get_catalogue, None, wire.Catalogue),
    Endpoint(
        "POST",
        "/api/tables",
        "Open a table",
        _open_table,
        wire.TableSettings,
        wire.TableLink,
        201,
        ("no_device", "too_many_tables", *_CODES),
    ),
    Endpoint(
        "GET", "/api/tables", "The tables that anybody may find", _listed, None, list[wire.ListedTable], 200, _CODES
    ),
    Endpoint("GET", _TABLE, "A table in a few words", _table, None, wire.ListedTable, 200, ("no_such_table", *_CODES)),
    Endpoint(
        "POST",
        f"{_TABLE}/code",
        "A few letters to read out",
        _new_code,
        None,
        wire.JoinCode,
        200,
        ("no_device", "no_such_table", "not_joined", *_CODES),
    ),
    Endpoint(
        "POST",
        "/api/join",
        "The table that a code leads to",
        _join_by_code,
        wire.JoinCode,
        wire.TableLink,
        200,
        ("no_such_code", *_CODES),
    ),
    Endpoint(
        "GET",
        _GAME,
        "The record of a finished game",
        _record,
        None,
        dict[str, Any],
        200,
        ("no_such_table", "no_such_game", "game_running", *_CODES),
    ),
    Endpoint(
        "GET",
        f"{_GAME}/replay",
        "A finished game, move by move, as it was told",
        _replay,
        None,
        wire.Replay,
        200,
        ("no_such_table", "no_such_game", "game_running", *_CODES),
    ),
    Endpoint(
        "GET",
        f"{_GAME}/thoughts",
        "What bots thought in a finished game",
        _thoughts,
        None,
        wire.Thoughts,
        200,
        ("no_such_table", "no_such_game", "game_running", *_CODES),
    ),
    Endpoint(
        "GET",
        "/api/faces/{face}.svg",
        "A drawn card",
        _face,
        None,
        "image/svg+xml",
        200,
        ("no_such_face", "not_drawn_yet"),
    ),
)


# ---------------------------------------------------------------------------------------------------------------------
# OpenAPI


def openapi() -> dict[str, Any]:
    kinds = [
        kind
        for endpoint in ENDPOINTS
        for either in (endpoint.body, endpoint.answer)
        if either and not isinstance(either, str)
        for kind in _alternatives(either)
    ]
    schemas, parts = msgspec.json.schema_components([*kinds, wire.Problem], ref_template="#/components/schemas/{name}")
    known = dict(zip(map(repr, kinds), schemas, strict=False))
    paths: dict[str, Any] = {}
    for endpoint in ENDPOINTS:
        paths.setdefault(endpoint.path, {})[endpoint.method.lower()] = _operation(endpoint, known)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Deckname",
            "version": __version__,
            "description": "Sockets are told of in docs/protocol.md.",
        },
        "paths": paths,
        "components": {
            "schemas": parts,
            "securitySchemes": {
                "bearer": {"type": "http", "scheme": "bearer"},
                "cookie": {"type": "apiKey", "in": "cookie", "name": COOKIE},
            },
        },
        "security": [{"bearer": []}, {"cookie": []}, {}],
    }


def _alternatives(kind: Any) -> tuple[Any, ...]:
    return get_args(kind) if isinstance(kind, UnionType) else (kind,)


def _schema(kind: Any, known: dict[str, Any]) -> dict[str, Any]:
    if isinstance(kind, str):
        return {"type": "string"}
    schemas = [known[repr(one)] for one in _alternatives(kind)]
    return schemas[0] if len(schemas) == 1 else {"anyOf": schemas}


def _operation(endpoint: Endpoint, known: dict[str, Any]) -> dict[str, Any]:
    media = endpoint.answer if isinstance(endpoint.answer, str) else "application/json"
    schema = _schema(endpoint.answer, known)
    codes = {*endpoint.refusals, "foreign_origin"} | ({"bad_message", "too_large"} if endpoint.body else set())
    statuses = {_STATUS.get(code, 400) for code in codes} | ({400} if endpoint.body is wire.TableSettings else set())
    failed = {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/Problem"}}}}
    operation: dict[str, Any] = {
        "summary": endpoint.does,
        "operationId": endpoint.handler.__name__.removeprefix("_"),
        "parameters": [
            {
                "name": name,
                "in": "path",
                "required": True,
                "schema": {"type": "integer", "minimum": 0} if name == "number" else {"type": "string", "minLength": 1},
            }
            for name in ("table", "number", "face")
            if f"{{{name}}}" in endpoint.path
        ],
        "responses": {
            str(endpoint.status): {"description": "Done", "content": {media: {"schema": schema}}},
            **{str(status): {"description": "Refused", **failed} for status in sorted(statuses)},
        },
    }
    if endpoint.body is not None:
        content = {"application/json": {"schema": known[repr(endpoint.body)]}}
        operation["requestBody"] = {"required": True, "content": content}
    return operation
