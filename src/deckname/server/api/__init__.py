"""The HTTP API around the sockets, by owner: people, tables, history, catalogue, marks, real tables, the
campaign.

Each is a class whose methods say which requests they answer (`protocol.endpoints`); routes and OpenAPI are made from
that. A new room is added to `ROOMS`, and to what a node gives to `Api`.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

import msgspec
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route

from deckname.engine.errors import Refused
from deckname.people import DeviceLook, Recognised
from deckname.protocol.endpoints import Endpoint, endpoints_of
from deckname.server.api.answers import problem, respond
from deckname.server.api.campaign import CampaignApi
from deckname.server.api.choices import ChoicesApi
from deckname.server.api.history import HistoryApi
from deckname.server.api.marks import MarksApi
from deckname.server.api.openapi import openapi
from deckname.server.api.people import PeopleApi
from deckname.server.api.real_table import RealTableApi
from deckname.server.api.tables import TablesApi
from deckname.server.auth import Auth
from deckname.store.store import StoreUnavailable

__all__ = ["ENDPOINTS", "Api", "problem", "respond"]

LARGEST_BODY = 65_536
ROOMS = (PeopleApi, TablesApi, HistoryApi, ChoicesApi, MarksApi, RealTableApi, CampaignApi)
ENDPOINTS: tuple[Endpoint, ...] = tuple(endpoint for room in ROOMS for endpoint in endpoints_of(room))
_ANY_METHOD: tuple[str, ...] = ()  # Starlette lets all through then, and we answer the wrong ones ourselves


class Api:
    def __init__(self, auth: Auth, *rooms: object) -> None:
        self._auth = auth
        self._answered = [
            (endpoint, getattr(room, endpoint.name)) for room in rooms for endpoint in endpoints_of(type(room))
        ]

    def routes(self) -> list[Route]:
        by_path: dict[str, dict[str, tuple[Endpoint, Callable[..., Awaitable[Any]]]]] = {}
        for endpoint, handler in self._answered:
            by_path.setdefault(endpoint.path, {})[endpoint.method] = endpoint, handler
        return [Route(path, self._route(chosen), methods=_ANY_METHOD) for path, chosen in by_path.items()] + [
            Route("/api/openapi.json", self._openapi),
            Route("/api/{rest:path}", self._lost, methods=_ANY_METHOD),
        ]

    def _route(
        self, chosen: Mapping[str, tuple[Endpoint, Callable[..., Awaitable[Any]]]]
    ) -> Callable[[Request], Awaitable[Response]]:
        async def answer(request: Request) -> Response:
            found = chosen.get("GET" if request.method == "HEAD" else request.method)
            if found is None:
                return problem("method_not_allowed", {"allow": ", ".join(chosen)})
            endpoint, handler = found
            try:
                self._auth.check_origin(request)
                call = HttpCall(request, self._auth, await _read_body(request, endpoint.body))
                return call.answered(await handler(call), endpoint)
            except Refused as refused:
                return problem(refused)
            except StoreUnavailable:
                return problem("unavailable")
            except ClientDisconnect:  # it left amid its body, and hears no answer
                return problem("bad_message")

        return answer

    async def _lost(self, _request: Request) -> Response:
        return problem("not_found")

    async def _openapi(self, _request: Request) -> Response:
        return respond(openapi([endpoint for endpoint, _ in self._answered]))


class HttpCall:
    """A `protocol.endpoints.ApiCall` that came by HTTP."""

    def __init__(self, request: Request, auth: Auth, body: Any) -> None:
        self.body = body
        self.path: Mapping[str, str] = request.path_params
        self.query: Mapping[str, str] = request.query_params
        self.headers: dict[str, str] = {}
        self.status: int | None = None
        self._request, self._auth = request, auth
        self._token: str | None = None

    @property
    def is_program(self) -> bool:
        return bool(self._request.headers.get("authorization"))

    @property
    def look(self) -> DeviceLook:
        return self._auth.look(self._request)

    async def device(self) -> Recognised:
        return await self._auth.require_device(self._request)

    async def person(self) -> str:
        return (await self.device()).person

    async def known_person(self) -> str | None:
        found = await self._auth.device(self._request)
        return found.person if found else None

    def limit(self, what: str) -> None:
        self._auth.limit(self._request, what)

    def hand_out(self, token: str) -> None:
        self._token = token

    def renew(self) -> None:
        self._token = self._auth.shown_cookie(self._request)

    def answered(self, value: object, endpoint: Endpoint) -> Response:
        response = respond(value, self.status or endpoint.status, self.headers)
        return self._auth.with_cookie(response, self._request, self._token) if self._token else response


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
