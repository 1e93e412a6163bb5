"""How a room says which HTTP requests it answers: routes, OpenAPI and docs/protocol.md's checks are made from that.

class Greeting:
    @endpoint("GET", "/api/greeting", "A kind word", answer=str)
    async def greet(self, call: ApiCall) -> str: ...
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

from deckname.people import DeviceLook, Recognised


class ApiCall(Protocol):
    """A request, as far as whoever answers it needs to know."""

    @property
    def body(self) -> Any:
        """What was sent, of the type that the endpoint asks for."""

    @property
    def path(self) -> Mapping[str, str]:
        """What stands in the path for `{table}` and the like."""

    @property
    def query(self) -> Mapping[str, str]: ...

    @property
    def is_program(self) -> bool:
        """It shows a token of its own, as browsers don't."""

    headers: dict[str, str]
    """To be sent with the answer."""
    status: int | None
    """Of the answer, if it is another one than usual."""

    @property
    def look(self) -> DeviceLook:
        """What the device is that asks, in words for its owner."""

    async def device(self) -> Recognised:
        """The device that asks, and whose it is; Refused for those whom we don't know."""

    async def person(self) -> str:
        """Who asks; Refused for those whom we don't know."""

    async def known_person(self) -> str | None:
        """The same, None for those whom we don't know."""

    def limit(self, what: str) -> None:
        """Refused for a household that asks for new things too often."""

    def hand_out(self, token: str) -> None:
        """From now on this browser shows this token."""

    def renew(self) -> None:
        """The token that this browser has lasts for another year."""


Handler = Callable[[Any, ApiCall], Awaitable[Any]]
_H = TypeVar("_H", bound=Handler)


@dataclass(frozen=True)
class Endpoint:
    method: str
    path: str
    does: str
    name: str
    body: Any = None
    answer: Any = None
    status: int = 200
    query: tuple[str, ...] = ()
    refusals: tuple[str, ...] = ()


def endpoint(method: str, path: str, does: str, **more: Any) -> Callable[[_H], _H]:
    """Marks the method that answers such requests."""

    def mark(handler: _H) -> _H:
        handler.endpoint = Endpoint(method, path, does, handler.__name__, **more)  # type: ignore[attr-defined]
        return handler

    return mark


def endpoints_of(room: type) -> Iterator[Endpoint]:
    """What a room answers, in the order in which it says so."""
    for handler in vars(room).values():
        if isinstance(found := getattr(handler, "endpoint", None), Endpoint):
            yield found
