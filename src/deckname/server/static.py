"""Serves the web app, the files that its build left among the assets, read once into memory; and the pictures.

A request can only name what was found there, so no path leads anywhere else. Names under `assets/` carry a hash of
their content and are kept by browsers for ever; everything else is asked for again, by its ETag. Whatever path is not a
file's is one of the app's own pages, so it gets `index.html`.
"""

from __future__ import annotations

import gzip
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from hashlib import blake2s
from pathlib import Path

from starlette.datastructures import Headers
from starlette.types import Receive, Scope, Send

from deckname.language import LANGUAGES, say
from deckname.server.headers import accepted

ENCODINGS = {"br": ".br", "gzip": ".gz"}  # the smallest first
FOR_EVER = b"public, max-age=31536000, immutable"
ASK_AGAIN = b"no-cache"
TYPES: Mapping[str, str] = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".json": "application/json",
    ".map": "application/json",
    ".webmanifest": "application/manifest+json",
    ".txt": "text/plain; charset=utf-8",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".jpg": "image/jpeg",
    ".webp": "image/webp",
    ".avif": "image/avif",
    ".ico": "image/vnd.microsoft.icon",
    ".woff2": "font/woff2",
    ".mp3": "audio/mpeg",
    ".ogg": "audio/ogg",
    ".wasm": "application/wasm",
}


@dataclass(frozen=True)
class File:
    kind: str
    bodies: Mapping[str, bytes]  # by encoding; "" is as it is
    etag: str
    caching: bytes

    @classmethod
    def read(cls, path: Path, for_ever: bool) -> File:
        neighbours = {encoding: path.with_name(path.name + ending) for encoding, ending in ENCODINGS.items()}
        packed = {encoding: other.read_bytes() for encoding, other in neighbours.items() if other.is_file()}
        body = path.read_bytes()
        smaller = {encoding: other for encoding, other in packed.items() if len(other) < len(body)}
        digest = blake2s(body, digest_size=12).hexdigest()
        kind = TYPES.get(path.suffix.lower(), "application/octet-stream")
        return cls(kind, {**smaller, "": body}, digest, FOR_EVER if for_ever else ASK_AGAIN)


class WebApp:
    """An ASGI app for GET and HEAD. `language` is for visitors who ask for none of ours, while nothing is built."""

    def __init__(self, folder: Path, language: str = "en") -> None:
        self._language = language
        self._files = {
            f"/{path.relative_to(folder).as_posix()}": File.read(path, "assets" in path.relative_to(folder).parts[:1])
            for path in sorted(folder.rglob("*"))
            if path.is_file() and path.suffix not in ENCODINGS.values() and not path.name.startswith(".")
        }
        self._index = self._files.get("/index.html")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = Headers(scope=scope)
        if scope["method"] not in ("GET", "HEAD"):
            return await _answer(scope, send, 405, [(b"allow", b"GET, HEAD")])
        path = scope["path"]
        found = self._files.get(path)
        if found is None and path.startswith(("/assets/", "/api/")):  # a page in its place would only confuse
            return await _answer(scope, send, 404, [(b"cache-control", ASK_AGAIN)])
        found = found or self._index
        if found is None:
            return await self._not_built(scope, headers, send)
        return await _serve(found, scope, headers, send)

    async def _not_built(self, scope: Scope, headers: Headers, send: Send) -> None:
        language = (accepted(headers.get("accept-language", ""), LANGUAGES) or [self._language])[0]
        title, text = say(language, "web.not_built"), say(language, "web.how_to_build")
        body = (
            f'<!doctype html><html lang="{language}"><meta charset="utf-8">'
            f'<meta name="viewport" content="width=device-width"><title>Deckname</title><h1>{title}</h1><p>{text}</p>'
        ).encode()
        kind = [(b"content-type", b"text/html; charset=utf-8"), (b"vary", b"accept-language")]
        await _answer(scope, send, 503, [*kind, (b"cache-control", b"no-store")], body)


class Pictures:
    """An ASGI app for the drawn cards, which are kept packed. Each is read when it is asked for: few are, of many.

    `file` finds a picture by its address. Its name carries a hash of what it shows, so browsers keep it for ever.
    """

    def __init__(self, file: Callable[[str], Path | None]) -> None:
        self._file = file

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["method"] not in ("GET", "HEAD"):
            return await _answer(scope, send, 405, [(b"allow", b"GET, HEAD")])
        path = self._file(scope["path"])
        try:
            packed = path.read_bytes() if path else None
        except OSError:  # somebody has tidied up
            packed = None
        if packed is None:
            return await _answer(scope, send, 404, [(b"cache-control", ASK_AGAIN)])
        about = [*_PICTURE, (b"cache-control", FOR_EVER)]
        if accepted(Headers(scope=scope).get("accept-encoding", ""), ["gzip"]):
            return await _answer(scope, send, 200, [*about, (b"content-encoding", b"gzip")], packed)
        return await _answer(scope, send, 200, about, gzip.decompress(packed))


_PICTURE = (
    (b"content-type", b"image/svg+xml"),
    (b"vary", b"accept-encoding"),
    (b"content-security-policy", b"default-src 'none'; style-src 'unsafe-inline'"),
)


async def _serve(file: File, scope: Scope, headers: Headers, send: Send) -> None:
    wanted = accepted(headers.get("accept-encoding", ""), [*file.bodies])
    encoding = wanted[0] if wanted else ""
    etag = f'"{file.etag}{"-" if encoding else ""}{encoding}"'
    about = [(b"etag", etag.encode()), (b"cache-control", file.caching)]
    if len(file.bodies) > 1:
        about.append((b"vary", b"accept-encoding"))
    known = [tag.strip().removeprefix("W/") for tag in headers.get("if-none-match", "").split(",")]
    if etag in known or "*" in known:
        return await _answer(scope, send, 304, about)
    about.append((b"content-type", file.kind.encode()))
    if encoding:
        about.append((b"content-encoding", encoding.encode()))
    return await _answer(scope, send, 200, about, file.bodies[encoding])


async def _answer(scope: Scope, send: Send, status: int, headers: list[tuple[bytes, bytes]], body: bytes = b"") -> None:
    length = [] if status == 304 else [(b"content-length", b"%d" % len(body))]
    await send({"type": "http.response.start", "status": status, "headers": headers + length})
    await send({"type": "http.response.body", "body": b"" if scope["method"] == "HEAD" else body})
