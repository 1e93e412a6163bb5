"""Who is asking, from which page, and how often."""

from __future__ import annotations

import hmac

from starlette.requests import HTTPConnection
from starlette.responses import Response

from deckname.engine.errors import Refused
from deckname.people import DeviceLook, People, Recognised
from deckname.server.browsers import device_look
from deckname.server.headers import UNSAFE_METHODS, household, peer_of, same_origin
from deckname.server.limits import Buckets
from deckname.server.settings import Settings
from deckname.tables.imprints import imprint

COOKIE = "deckname"
SUBPROTOCOL = "deckname"
_BEARER = "bearer."
_YEAR = 365 * 86_400
_NEW_THINGS = ("devices", "tables", "codes", "sheets", "advice")
_MARKS_PER_SECOND, _MARKS_BURST = 20, 100
"""Enough for thirty phones behind one router that ask for each other's marks every two seconds."""


class Auth:
    def __init__(self, people: People, settings: Settings, secret: bytes) -> None:
        """`secret` is what imprints are made with: shared by the nodes of a house, and nothing that its store or a
        backup of it holds.
        """
        self._devices, self._secret = people.devices, secret
        self._settings = settings
        rate = settings.new_per_minute
        self._buckets = {what: Buckets(rate / 60, rate) for what in _NEW_THINGS}
        self._buckets["marks"] = Buckets(_MARKS_PER_SECOND, _MARKS_BURST)

    async def device(self, connection: HTTPConnection) -> Recognised | None:
        """Whoever shows a token that we gave out; None without one, Refused with a wrong one in a header."""
        scheme, _, bearer = connection.headers.get("authorization", "").partition(" ")
        if offered := _offered_token(connection):
            scheme, bearer = "bearer", offered
        if scheme:
            found = await self._recognised(bearer, connection) if scheme.lower() == "bearer" else None
            if found is None:
                raise Refused("no_device")
            return found
        cookie = connection.cookies.get(COOKIE)
        return await self._recognised(cookie, connection) if cookie else None

    async def _recognised(self, token: str, connection: HTTPConnection) -> Recognised | None:
        return await self._devices.recognise(token, self.look(connection))

    def look(self, connection: HTTPConnection) -> DeviceLook:
        """What a device is, in words for its owner."""
        return device_look(connection.headers.get("user-agent", ""))

    def shown_cookie(self, connection: HTTPConnection) -> str | None:
        """The token that a browser showed by its cookie. Given out again, it lasts for a year from now."""
        return None if "authorization" in connection.headers else connection.cookies.get(COOKIE)

    async def require_device(self, connection: HTTPConnection) -> Recognised:
        device = await self.device(connection)
        if device is None:
            raise Refused("no_device")
        return device

    def with_cookie(self, response: Response, connection: HTTPConnection, token: str) -> Response:
        response.set_cookie(
            COOKIE, token, max_age=_YEAR, httponly=True, samesite="lax", secure=self._secure(connection)
        )
        return response

    def _secure(self, connection: HTTPConnection) -> bool:
        if self._settings.secure_cookies != "auto":
            return self._settings.secure_cookies == "on"
        return self._settings.https or connection.url.scheme in ("https", "wss")

    def check_origin(self, connection: HTTPConnection) -> None:
        """Refuse what another site's page makes a browser send. Programs send no origin."""
        reading = connection.scope["type"] == "http" and connection.scope["method"] not in UNSAFE_METHODS
        if not reading and not same_origin(connection.headers, self._settings.origins):
            raise Refused("foreign_origin")

    def device_imprint(self, connection: HTTPConnection) -> str:
        """What a device looks like from here: to be compared, and never to be read. See `tables.imprints`."""
        address = household(peer_of(connection.scope))
        return imprint(self._seal(address), self._seal(f"{address}\n{connection.headers.get('user-agent', '')}"))

    def _seal(self, looks: str) -> str:
        return hmac.new(self._secret, looks.encode("utf-8", "replace"), "sha256").hexdigest()[:16]

    def limit(self, connection: HTTPConnection, what: str) -> None:
        """One household may ask for new things, and for marks, only so often."""
        if not self._buckets[what].take(household(peer_of(connection.scope))):
            raise Refused("too_fast")


def _offered_token(connection: HTTPConnection) -> str | None:
    """The token of a page that opens a socket as somebody else than its cookie: pages can't set headers there."""
    protocols = connection.headers.get("sec-websocket-protocol", "").split(",")
    if connection.scope["type"] != "websocket" or protocols[0].strip() != SUBPROTOCOL:
        return None
    offered = (name.strip() for name in protocols)
    return next((name.removeprefix(_BEARER) for name in offered if name.startswith(_BEARER)), None)
