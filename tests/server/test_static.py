"""The web app's files, as a browser asks for them."""

from __future__ import annotations

import gzip
from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest

from deckname.language import LANGUAGES, say
from deckname.server.headers import SecurityHeaders
from deckname.server.static import WebApp

SCRIPT = b"console.log('deckname');" * 50
PACKED = gzip.compress(SCRIPT, mtime=0)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    web = tmp_path / "web"
    (web / "assets").mkdir(parents=True)
    (tmp_path / "secret.txt").write_text("secret")
    (web / "index.html").write_text("<!doctype html><title>Deckname</title>")
    (web / "favicon.svg").write_text("<svg/>")
    (web / "assets" / "index-B4x1.js").write_bytes(SCRIPT)
    (web / "assets" / "index-B4x1.js.gz").write_bytes(PACKED)
    (web / "assets" / "index-B4x1.js.br").write_bytes(b"as small as brotli")
    (web / "assets" / "tiny-1.css").write_bytes(b"a{}")
    (web / "assets" / "tiny-1.css.gz").write_bytes(b"larger than before")
    (web / ".hidden").write_text("hidden")
    return web


@pytest.fixture
async def browser(folder: Path) -> AsyncIterator[httpx.AsyncClient]:
    app = SecurityHeaders(WebApp(folder))
    async with httpx.AsyncClient(
        transport=httpx.ASGITransport(app), base_url="http://here", headers={"accept-encoding": "identity"}
    ) as client:
        yield client


async def test_hashed_names_are_kept_for_ever(browser: httpx.AsyncClient) -> None:
    response = await browser.get("/assets/index-B4x1.js")
    assert response.content == SCRIPT
    assert response.headers["content-type"] == "text/javascript; charset=utf-8"
    assert response.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert response.headers["vary"] == "accept-encoding"
    assert "content-encoding" not in response.headers


@pytest.mark.parametrize(
    ("accept", "encoding"),
    [("gzip", "gzip"), ("gzip, br", "br"), ("gzip, br;q=0.5", "gzip"), ("*", "br"), ("zstd", None)],
)
async def test_what_was_compressed_beforehand_is_sent_so(
    browser: httpx.AsyncClient, accept: str, encoding: str | None
) -> None:
    async with browser.stream("GET", "/assets/index-B4x1.js", headers={"accept-encoding": accept}) as response:
        raw = b"".join([part async for part in response.aiter_raw()])
    assert response.headers.get("content-encoding") == encoding
    assert raw == {None: SCRIPT, "gzip": PACKED, "br": b"as small as brotli"}[encoding]
    assert int(response.headers["content-length"]) == len(raw)


async def test_what_compression_makes_larger_is_sent_as_it_is(browser: httpx.AsyncClient) -> None:
    response = await browser.get("/assets/tiny-1.css", headers={"accept-encoding": "gzip"})
    assert response.content == b"a{}"
    assert "vary" not in response.headers


@pytest.mark.parametrize(
    "path", ["/", "/index.html", "/t/AbC-123", "/unknown.js", "/%2e%2e/secret.txt", "/.hidden", "//x"]
)
async def test_every_page_of_the_app_is_the_index(browser: httpx.AsyncClient, path: str) -> None:
    response = await browser.get(path)
    assert response.text.startswith("<!doctype html>")
    assert response.headers["content-type"] == "text/html; charset=utf-8"
    assert response.headers["cache-control"] == "no-cache"


@pytest.mark.parametrize(
    "path",
    ["/assets/index-old.js", "/api/nothing", "/assets/%2e%2e%2fsecret.txt", "/assets/index-B4x1.js.gz", "/assets/"],
)
async def test_what_is_gone_is_not_a_page(browser: httpx.AsyncClient, path: str) -> None:
    response = await browser.get(path)
    assert (response.status_code, response.text) == (404, "")
    assert "immutable" not in response.headers["cache-control"]


async def test_what_the_browser_has_is_not_sent_again(browser: httpx.AsyncClient) -> None:
    first = await browser.get("/")
    for known in (first.headers["etag"], f'"other", W/{first.headers["etag"]}', "*"):
        again = await browser.get("/", headers={"if-none-match": known})
        assert (again.status_code, again.content) == (304, b"")
        assert again.headers["etag"] == first.headers["etag"]
    assert (await browser.get("/", headers={"if-none-match": '"other"'})).status_code == 200
    packed = await browser.get("/assets/index-B4x1.js", headers={"accept-encoding": "gzip"})
    plain = await browser.get("/assets/index-B4x1.js")
    assert packed.headers["etag"] != plain.headers["etag"]


async def test_head_tells_the_size_and_nothing_more(browser: httpx.AsyncClient) -> None:
    response = await browser.head("/favicon.svg")
    assert (response.content, response.headers["content-length"]) == (b"", "6")
    assert response.headers["content-type"] == "image/svg+xml"


async def test_nothing_can_be_sent_here(browser: httpx.AsyncClient) -> None:
    response = await browser.post("/", content=b"x")
    assert (response.status_code, response.headers["allow"]) == (405, "GET, HEAD")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("empty", [True, False])
async def test_before_it_is_built_a_page_says_so(tmp_path: Path, language: str, empty: bool) -> None:
    if empty:
        (tmp_path / "web").mkdir()
    app = WebApp(tmp_path / "web", language="de")
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://here") as browser:
        page = await browser.get("/", headers={"accept-language": f"{language}-XX,en;q=0.1"})
        stranger = await browser.get("/", headers={"accept-language": "es"})
    assert page.status_code == 503
    assert say(language, "web.how_to_build") in page.text
    assert f'lang="{language}"' in page.text
    assert 'lang="de"' in stranger.text
