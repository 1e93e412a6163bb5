"""What HTTP headers say and hide, as pure ASGI layers that buffer nothing and leave WebSockets alone.

`BehindProxies` takes a visitor's address and scheme from trusted proxies, `SecurityHeaders` tells browsers what our
pages may do. `same_origin` is for whoever answers a WebSocket or changes something: does one of our own pages ask?
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address
from urllib.parse import urlsplit

from starlette.types import ASGIApp, Message, Receive, Scope, Send

Network = IPv4Network | IPv6Network
RawHeaders = Iterable[tuple[bytes, bytes]]

UNSAFE_METHODS = frozenset({"POST", "PUT", "PATCH", "DELETE"})

_HOST = re.compile(rb"[A-Za-z0-9.\-]{1,253}(:[0-9]{1,5})?|\[[0-9A-Fa-f:.]{2,45}\](:[0-9]{1,5})?")
# Pages, scripts, styles, fonts and pictures come from here; a picture may also be made on the spot.
_POLICY = (
    b"default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self' data: blob:; "
    b"media-src 'self'; manifest-src 'self'; worker-src 'self'; connect-src 'self'%s; "
    b"base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
_ALWAYS = (
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),  # the address of a table is its key
    (b"x-frame-options", b"DENY"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (
        b"permissions-policy",
        b"camera=(), microphone=(self), geolocation=(), payment=(), usb=(), midi=(), serial=(), browsing-topics=(), "
        b"fullscreen=(self), screen-wake-lock=(self), clipboard-write=(self)",
    ),
)
_HSTS = (b"strict-transport-security", b"max-age=31536000")
_PRIVATE = (b"cache-control", b"no-store")  # what isn't said to be kept may be somebody's view of a game


class SecurityHeaders:
    """Adds to each response what it doesn't say itself."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return await self.app(scope, receive, send)

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                own = [*message.get("headers", ())]
                said = {name.lower() for name, _ in own}
                message["headers"] = own + [header for header in _protection(scope) if header[0] not in said]
            await send(message)

        return await self.app(scope, receive, send_with_headers)


def _protection(scope: Scope) -> Iterator[tuple[bytes, bytes]]:
    yield from _ALWAYS
    yield _PRIVATE
    host = _header(scope["headers"], b"host")
    sockets = b" ws://%s wss://%s" % (host, host) if _HOST.fullmatch(host) else b""  # 'self' alone isn't one everywhere
    yield b"content-security-policy", _POLICY % sockets
    if scope.get("scheme") == "https":
        yield _HSTS


class Proxies:
    """Those whose word on a visitor's address counts."""

    def __init__(self, trusted: Sequence[Network]) -> None:
        self._trusted = tuple(trusted)

    def visitor(self, scope: Scope) -> str:
        """The address of whoever asks, through proxies or not."""
        peer = peer_of(scope)
        return (self._forwarded(scope["headers"]) or peer) if self.trusts(peer) else peer

    def _forwarded(self, headers: RawHeaders) -> str:
        """The last address in the chain that isn't a trusted proxy's: anything before it may be made up."""
        chain = b",".join(value for name, value in headers if name == b"x-forwarded-for").decode("latin-1")
        address = ""
        for part in reversed(chain.split(",")):
            hop = part.strip().strip("[]")
            if _address(hop) is None:
                break
            address = hop
            if not self.trusts(hop):
                break
        return address

    def trusts(self, peer: str) -> bool:
        address = _address(peer)
        return address is not None and any(address in network for network in self._trusted)


class BehindProxies:
    """Puts the visitor's own address and scheme into the scope, WebSockets' too, if a trusted proxy tells them.

    Not uvicorn's own layer, which takes whatever stands in the header for an address (all visitors behind one garbled
    entry would share a limit), does not know a proxy on this machine by its IPv6 form ::ffff:127.0.0.1, nor HTTPS in
    capitals.
    """

    def __init__(self, app: ASGIApp, trusted: Sequence[Network]) -> None:
        self.app = app
        self._proxies = Proxies(trusted)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] in ("http", "websocket") and self._proxies.trusts(peer_of(scope)):
            headers = scope["headers"]
            scope = {**scope, "client": (self._proxies.visitor(scope), 0)}
            scheme = _header(headers, b"x-forwarded-proto").decode("latin-1").strip().lower()
            if scheme in ("http", "https"):
                scope["scheme"] = scheme if scope["type"] == "http" else scheme.replace("http", "ws")
        await self.app(scope, receive, send)


def same_origin(headers: Mapping[str, str], allowed: Collection[str] = ()) -> bool:
    """Whether our own page asks, or one of an allowed origin, or a program, which has no cookies to be misused.

    For WebSockets and unsafe methods: on these every browser names the origin of the page.
    """
    origin = headers.get("origin")
    if origin is None:
        return headers.get("sec-fetch-site", "none") in ("none", "same-origin")
    if origin in allowed:
        return True
    try:
        parts = urlsplit(origin)
    except ValueError:
        return False
    host = headers.get("host", "").lower()
    return parts.scheme in ("http", "https") and bool(host) and parts.netloc.lower() == host and not parts.path


def is_loopback(scope: Scope) -> bool:
    """Whether the visitor is on this very machine, and means it; to be asked behind `BehindProxies`.

    Another site's page may be there, too, with a name that its owner has made to lead here: the name gives it away.
    """
    host = _header(scope["headers"], b"host").decode("latin-1")
    name = re.sub(r":\d*$", "", host).strip("[]").lower()
    return _is_here(peer_of(scope)) and (name == "localhost" or _is_here(name))


def _is_here(text: str) -> bool:
    address = _address(text)
    return address is not None and address.is_loopback


def household(visitor: str) -> str:
    """Who shares a limit: an address, or the /64 of an IPv6 address, all of which belongs to one household."""
    address = _address(visitor)
    if isinstance(address, IPv6Address):
        return str(IPv6Network((address, 64), strict=False))
    return str(address or "unknown")


def accepted(header: str, offered: Sequence[str]) -> list[str]:
    """What of the offer a client takes, best first: for Accept-Language and Accept-Encoding. `fr-CA` takes `fr`."""
    wishes: dict[str, float] = {}
    for part in header.lower().split(",")[:32]:
        name, _, parameters = part.partition(";")
        wishes.setdefault(name.strip(), _quality(parameters))
        wishes.setdefault(name.strip().split("-")[0], _quality(parameters))
    quality = {each: wishes.get(each, wishes.get("*", 0.0)) for each in offered}
    return sorted((each for each in offered if quality[each] > 0), key=lambda each: -quality[each])


def _quality(parameters: str) -> float:
    found = re.search(r"q=([01](?:\.\d{0,3})?)\s*$", parameters)
    return float(found[1]) if found else 1.0


def _header(headers: RawHeaders, name: bytes) -> bytes:
    return next((value for each, value in headers if each == name), b"")


def peer_of(scope: Scope) -> str:
    client = scope.get("client")
    return str(client[0]) if client else ""


def _address(text: str) -> IPv4Address | IPv6Address | None:
    try:
        address = ip_address(text)
    except ValueError:
        return None
    return getattr(address, "ipv4_mapped", None) or address
