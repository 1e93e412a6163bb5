"""What browsers are told, whom we believe, and what is too large."""

from __future__ import annotations

from collections.abc import AsyncIterator
from ipaddress import ip_network
from typing import Any

import httpx
import pytest
from starlette.datastructures import Headers
from starlette.responses import PlainTextResponse, Response, StreamingResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from deckname.server.headers import BehindProxies, SecurityHeaders, accepted, is_loopback, same_origin

TRUSTED = (ip_network("127.0.0.0/8"), ip_network("10.0.0.0/8"), ip_network("::1"))


def client(app: ASGIApp, address: str = "192.0.2.1", url: str = "http://play.example.org:8000") -> httpx.AsyncClient:
    return httpx.AsyncClient(transport=httpx.ASGITransport(app, client=(address, 1234)), base_url=url)


async def told(scope: Scope, receive: Receive, send: Send) -> None:
    """Answers with what it was told of the visitor."""
    await PlainTextResponse(f"{scope['client'][0]} {scope['scheme']}")(scope, receive, send)


async def test_browsers_are_told_what_our_pages_may_do() -> None:
    async with client(SecurityHeaders(told)) as browser:
        headers = (await browser.get("/")).headers
    policy = {part.split()[0]: part.split()[1:] for part in headers["content-security-policy"].split("; ")}
    assert policy["default-src"] == ["'none'"]
    assert policy["script-src"] == policy["style-src"] == ["'self'"]
    assert policy["connect-src"] == ["'self'", "ws://play.example.org:8000", "wss://play.example.org:8000"]
    assert policy["frame-ancestors"] == policy["base-uri"] == ["'none'"]
    assert "unsafe" not in headers["content-security-policy"]
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"
    assert headers["cross-origin-opener-policy"] == headers["cross-origin-resource-policy"] == "same-origin"
    assert headers["cache-control"] == "no-store"
    assert "camera=()" in headers["permissions-policy"]
    assert "strict-transport-security" not in headers


async def test_https_is_remembered() -> None:
    async with client(SecurityHeaders(told), url="https://play.example.org") as browser:
        assert (await browser.get("/")).headers["strict-transport-security"] == "max-age=31536000"


async def test_what_a_response_says_itself_stays() -> None:
    app = SecurityHeaders(Response(b"", headers={"Cache-Control": "max-age=7", "Content-Security-Policy": "sandbox"}))
    async with client(app) as browser:
        headers = (await browser.get("/")).headers
    assert headers.get_list("cache-control") == ["max-age=7"]
    assert headers.get_list("content-security-policy") == ["sandbox"]


@pytest.mark.parametrize("host", ["a b", "x; script-src *", "x'", "", "[::1]:80:", "ü"])
async def test_a_strange_host_is_not_repeated(host: str) -> None:
    async with client(SecurityHeaders(told)) as browser:
        response = await browser.get("/", headers={"host": host.encode()})
    assert "connect-src 'self';" in response.headers["content-security-policy"]


async def test_nothing_is_held_back() -> None:
    """The first part of a response is out before the second is made."""
    seen: list[str] = []

    async def parts() -> AsyncIterator[bytes]:
        for part in (b"one", b"two"):
            seen.append(f"made {part.decode()}")
            yield part

    async def send(message: Any) -> None:
        if message.get("body"):
            seen.append(f"sent {message['body'].decode()}")

    async def receive() -> Any:
        return {"type": "http.request", "body": b"", "more_body": False}

    scope = {"type": "http", "asgi": {"spec_version": "2.4"}, "method": "GET", "headers": [], "scheme": "http"}
    await SecurityHeaders(StreamingResponse(parts()))(scope, receive, send)
    assert seen == ["made one", "sent one", "made two", "sent two"]


@pytest.mark.parametrize(
    ("peer", "forwarded", "scheme", "expected"),
    [
        ("192.0.2.1", [], None, "192.0.2.1 http"),
        ("192.0.2.1", ["203.0.113.9"], "https", "192.0.2.1 http"),
        ("127.0.0.1", ["203.0.113.9"], "https", "203.0.113.9 https"),
        ("127.0.0.1", ["198.51.100.1, 203.0.113.9"], None, "203.0.113.9 http"),
        ("127.0.0.1", ["198.51.100.1", "203.0.113.9, 10.1.1.1"], None, "203.0.113.9 http"),
        ("::ffff:127.0.0.1", ["2001:db8::1"], "HTTPS", "2001:db8::1 https"),
        ("127.0.0.1", ["203.0.113.9, garbage"], "gopher", "127.0.0.1 http"),
        ("127.0.0.1", ["garbage, 10.1.1.1"], None, "10.1.1.1 http"),
        ("127.0.0.1", ["10.1.1.1"], None, "10.1.1.1 http"),
        ("127.0.0.1", [""], None, "127.0.0.1 http"),
        ("testclient", ["203.0.113.9"], None, "testclient http"),
    ],
)
async def test_only_trusted_proxies_are_believed(
    peer: str, forwarded: list[str], scheme: str | None, expected: str
) -> None:
    headers = [("x-forwarded-for", value) for value in forwarded]
    headers += [("x-forwarded-proto", scheme)] if scheme else []
    async with client(BehindProxies(told, TRUSTED), peer) as visitor:
        assert (await visitor.get("/", headers=headers)).text == expected


@pytest.mark.parametrize(
    ("peer", "here"), [("127.0.0.1", True), ("::1", True), ("::ffff:127.0.0.9", True), ("10.0.0.1", False), ("", False)]
)
def test_who_is_on_this_machine(peer: str, here: bool) -> None:
    headers = [(b"host", b"localhost:8000")]
    assert is_loopback({"type": "http", "client": (peer, 1), "headers": headers}) is here
    assert not is_loopback({"type": "http", "client": None, "headers": headers})


@pytest.mark.parametrize(
    ("host", "here"),
    [
        ("localhost", True),
        ("LOCALHOST:8000", True),
        ("127.0.0.1:8000", True),
        ("[::1]", True),
        ("[::1]:8000", True),
        ("evil.example:8000", False),
        ("127.0.0.1.evil.example", False),
        ("localhost.evil.example", False),
        ("192.168.0.7:8000", False),
        ("\xff", False),
        ("", False),
    ],
)
def test_who_means_this_machine(host: str, here: bool) -> None:
    scope = {"type": "http", "client": ("127.0.0.1", 1), "headers": [(b"host", host.encode("latin-1"))]}
    assert is_loopback(scope) is here


async def test_websockets_pass_untouched() -> None:
    given: list[Any] = []

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        given.extend((scope, receive, send))

    async def receive() -> Any: ...

    async def send(message: Any) -> None: ...

    wrapped = SecurityHeaders(BehindProxies(app, TRUSTED))
    headers = [(b"x-forwarded-proto", b"https"), (b"content-length", b"9999")]
    scope = {"type": "websocket", "scheme": "ws", "client": ("127.0.0.1", 1), "headers": headers}
    await wrapped(scope, receive, send)
    assert given == [scope | {"scheme": "wss", "client": ("127.0.0.1", 0)}, receive, send]


@pytest.mark.parametrize(
    ("headers", "ours"),
    [
        ({"host": "play.example.org"}, True),
        ({"host": "play.example.org", "origin": "https://play.example.org"}, True),
        ({"host": "Play.example.org:8000", "origin": "http://play.example.org:8000"}, True),
        ({"host": "play.example.org", "origin": "https://play.example.org:444"}, False),
        ({"host": "play.example.org", "origin": "https://evil.example"}, False),
        ({"host": "play.example.org", "origin": "https://play.example.org.evil.example"}, False),
        ({"host": "play.example.org", "origin": "https://evil.example/play.example.org"}, False),
        ({"host": "play.example.org", "origin": "null"}, False),
        ({"host": "play.example.org", "origin": ""}, False),
        ({"host": "", "origin": "https://"}, False),
        ({"host": "x", "origin": "https://[x"}, False),
        ({"host": "play.example.org", "origin": "https://friend.example"}, True),
        ({"host": "play.example.org", "origin": "https://friend.example:8443"}, False),
        ({"host": "play.example.org", "sec-fetch-site": "cross-site"}, False),
        ({"host": "play.example.org", "sec-fetch-site": "same-site"}, False),
        ({"host": "play.example.org", "sec-fetch-site": "same-origin"}, True),
    ],
)
def test_whose_page_asks(headers: dict[str, str], ours: bool) -> None:
    assert same_origin(Headers(headers), {"https://friend.example"}) is ours


@pytest.mark.parametrize(
    ("header", "offered", "best"),
    [
        ("", ["en", "fr"], []),
        ("fr-CA,fr;q=0.9,en;q=0.8", ["en", "fr", "de"], ["fr", "en"]),
        ("de-AT", ["en", "fr", "de"], ["de"]),
        ("es, *;q=0.1", ["en", "fr"], ["en", "fr"]),
        ("gzip, deflate, br", ["br", "gzip"], ["br", "gzip"]),
        ("gzip;q=1.0, br;q=0", ["br", "gzip"], ["gzip"]),
        ("identity", ["br", "gzip"], []),
        ("br;q=nonsense,,;;q=", ["br"], ["br"]),
    ],
)
def test_what_a_client_would_like(header: str, offered: list[str], best: list[str]) -> None:
    assert accepted(header, offered) == best
