"""One question to an OpenAI-compatible endpoint, answered with JSON after a schema. Knows nothing of the game.

The endpoint is not trusted: it has so many seconds, in which its name is looked up and all its addresses are tried, and
so many bytes, is never followed elsewhere, and whatever it answers is only data. The key is read from the environment
when it is needed, and kept nowhere.
"""

from __future__ import annotations

import json
import os
import socket
import ssl
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future
from contextlib import contextmanager
from functools import partial
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from time import monotonic
from typing import Any, TypeAlias
from urllib.parse import urlsplit

LARGEST = 1_000_000
"""Bytes of an answer; a real one has some hundreds."""

_Address: TypeAlias = tuple[socket.AddressFamily, socket.SocketKind, int, str, Any]
"""As the resolver tells it."""


class Unusable(Exception):  # noqa: N818 - a bad answer is no error of the program
    """There is no answer, or none that can be used; says why, and which `word` of the model's is to blame."""

    def __init__(self, why: str, word: str = "") -> None:
        super().__init__(f"{why}: {json.dumps(word)}" if word else why)
        self.why = why


class Chat:
    def __init__(self, url: str, model: str, key_variable: str = "") -> None:
        """`url` is the endpoint's base, such as `https://host/v1`; `key_variable` names the variable with the key."""
        parts = urlsplit(url)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise ValueError(f"no address of a model: {url!r}")
        if not model:
            raise ValueError("a model needs a name")
        self._tls = ssl.create_default_context() if parts.scheme == "https" else None
        self._connection: Callable[..., HTTPConnection] = (
            partial(HTTPSConnection, context=self._tls) if self._tls else HTTPConnection
        )
        self._host, self._port = parts.hostname, parts.port
        self._path = parts.path.rstrip("/") + "/chat/completions"
        self._key_variable = key_variable
        self.model = model

    def ask(self, messages: Sequence[Mapping[str, str]], schema: Mapping[str, Any], seconds: float) -> Any:
        """What the model answers, read from JSON; Unusable if that fails. Nothing is retried here."""
        request = {
            "model": self.model,
            "messages": list(messages),
            "response_format": {
                "type": "json_schema",
                "json_schema": {"name": "answer", "strict": True, "schema": schema},
            },
        }
        content = _content(self._post(json.dumps(request).encode(), seconds))
        try:
            return json.loads(content)
        except (ValueError, RecursionError):
            raise Unusable("the answer is no JSON") from None

    def _post(self, body: bytes, seconds: float) -> bytes:
        deadline = monotonic() + seconds
        connection = self._connection(self._host, self._port)
        try:
            connection.sock = self._line(connection.port, deadline)
            with _cut_off(connection.sock, _left(deadline)):
                if isinstance(connection.sock, ssl.SSLSocket):
                    connection.sock.do_handshake()
                connection.request("POST", self._path, body, self._headers())
                with connection.getresponse() as response:
                    if response.status != 200:
                        raise Unusable(f"the endpoint answered with status {response.status}")
                    data = response.read(LARGEST + 1)
        except (
            OSError,
            HTTPException,
            ValueError,
        ) as error:  # ValueError: a socket that was cut off, a key with a line end
            raise Unusable(f"the endpoint can't be reached: {type(error).__name__}") from None
        finally:
            connection.close()
        if len(data) > LARGEST:
            raise Unusable("the answer is too long")
        return data

    def _line(self, port: int, deadline: float) -> socket.socket:
        """A connection; over TLS, which has not shaken hands yet, for that has to be cut off like all that follows."""
        sock = _dial(self._host, port, deadline)
        if self._tls is None:
            return sock
        try:
            return self._tls.wrap_socket(sock, server_hostname=self._host, do_handshake_on_connect=False)
        except BaseException:
            sock.close()
            raise

    def _headers(self) -> dict[str, str]:
        headers = {"Content-Type": "application/json", "Accept": "application/json", "Connection": "close"}
        if key := os.environ.get(self._key_variable, ""):
            headers["Authorization"] = f"Bearer {key}"
        return headers


def _left(deadline: float) -> float:
    """Seconds; TimeoutError where there are none."""
    if (seconds := deadline - monotonic()) <= 0:
        raise TimeoutError
    return seconds


def _dial(host: str, port: int, deadline: float) -> socket.socket:
    """A connection to the first address that answers. Each has an equal part of the time that is left to it and those
    after it: a dead one must not use up the time of one that is alive.
    """
    addresses = _addresses(host, port, _left(deadline))
    error = OSError("there is no address")
    for place, address in enumerate(addresses):
        try:
            return _connect(address, _left(deadline) / (len(addresses) - place))
        except OSError as failed:
            error = failed
    raise error


def _addresses(host: str, port: int, seconds: float) -> Sequence[_Address]:
    """Nothing can break off whoever looks up a name, so that is left to a thread which may come too late."""
    found: Future[Sequence[_Address]] = Future()

    def look_up() -> None:
        try:
            found.set_result(socket.getaddrinfo(host, port, type=socket.SOCK_STREAM))
        except Exception as error:  # raised again where it is waited for
            found.set_exception(error)

    threading.Thread(target=look_up, daemon=True).start()
    return found.result(seconds)


def _connect(address: _Address, seconds: float) -> socket.socket:
    family, kind, protocol, _, where = address
    sock = socket.socket(family, kind, protocol)
    try:
        sock.settimeout(seconds)
        sock.connect(where)
    except BaseException:
        sock.close()
        raise
    return sock


@contextmanager
def _cut_off(sock: socket.socket, seconds: float) -> Iterator[None]:
    """End the conversation after so many seconds in all: a socket's own timeout starts anew with every byte."""
    sock.settimeout(seconds)
    alarm = threading.Timer(seconds, _shut, (sock,))
    alarm.daemon = True
    alarm.start()
    try:
        yield
    finally:
        alarm.cancel()
        alarm.join()


def _shut(sock: socket.socket) -> None:
    """Of the wire itself: shutting TLS would let what is still being said go on in the clear."""
    try:
        socket.socket.shutdown(sock, socket.SHUT_RDWR)
    except OSError:  # it has ended by itself
        return


def _content(data: bytes) -> str:
    """The text of the first choice."""
    try:
        content = json.loads(data)["choices"][0]["message"]["content"]
    except (ValueError, LookupError, TypeError, RecursionError):
        raise Unusable("the endpoint does not speak the protocol") from None
    if not isinstance(content, str):
        raise Unusable("the model refused to answer")
    return content
