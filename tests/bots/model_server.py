"""A real HTTP server that speaks the chat completions API, well or badly, and remembers what it was asked."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


class ModelServer(ThreadingHTTPServer):
    """Answers each request with the next of its `replies`, the last one again and again."""

    daemon_threads = True

    def __init__(self, *replies: Callable[[BaseHTTPRequestHandler], None]) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.replies = list(replies)
        self.requests: list[dict] = []
        self.headers: list[dict[str, str]] = []
        self.paths: list[str] = []
        self.over = threading.Event()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}/v1"

    def __enter__(self) -> ModelServer:
        threading.Thread(target=self.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self.over.set()
        self.shutdown()
        self.server_close()

    def handle_error(self, request, client_address) -> None:
        """A client that hangs up is what we want."""


class _Handler(BaseHTTPRequestHandler):
    server: ModelServer

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.server.requests.append(json.loads(body))
        self.server.headers.append(dict(self.headers))
        self.server.paths.append(self.path)
        at = min(len(self.server.requests), len(self.server.replies)) - 1
        self.server.replies[at](self)

    def log_message(self, *_: object) -> None:
        pass


def raw(body: bytes, status: int = 200, length: int | None = None, encoding: str = "identity"):
    """Any body at all."""

    def reply(handler):
        handler.send_response(status)
        handler.send_header("Content-Type", "application/json")
        handler.send_header("Content-Length", str(len(body) if length is None else length))
        handler.send_header("Content-Encoding", encoding)
        handler.end_headers()
        handler.wfile.write(body)

    return reply


def says(content: object):
    """A completion as the API words it; `content` is what the model says."""
    text = content if isinstance(content, str) else json.dumps(content)
    message = {"role": "assistant", "content": text}
    choice = {"index": 0, "message": message, "finish_reason": "stop"}
    return raw(json.dumps({"id": "1", "object": "chat.completion", "model": "m", "choices": [choice]}).encode())


def refuses(handler):
    message = {"role": "assistant", "content": None, "refusal": "I would rather not."}
    raw(json.dumps({"choices": [{"index": 0, "message": message}]}).encode())(handler)


def stalls(handler):
    handler.server.over.wait()


def drips(handler):
    """A byte now and then, for ever: no single read ever takes long."""
    handler.send_response(200)
    handler.send_header("Content-Length", "100000")
    handler.end_headers()
    while not handler.server.over.wait(0.02):
        handler.wfile.write(b" ")
        handler.wfile.flush()


def breaks_off(handler):
    raw(b'{"choices": [', length=1000)(handler)
    handler.close_connection = True


def hangs_up(handler):
    handler.connection.close()


def redirects_to(url: str):
    def reply(handler):
        handler.send_response(307)
        handler.send_header("Location", url)
        handler.send_header("Content-Length", "0")
        handler.end_headers()

    return reply


def never_ends(handler):
    """A body far larger than any answer."""
    handler.send_response(200)
    handler.end_headers()
    while not handler.server.over.is_set():
        handler.wfile.write(b"[" * 65536)
