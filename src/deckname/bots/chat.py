"""One question to an OpenAI-compatible endpoint, answered with JSON after a schema. Knows nothing of the game.

The endpoint is not trusted: it has so many seconds and so many bytes, is never followed elsewhere, and whatever it
answers is only data. The key is read from the environment when it is needed, and kept nowhere.
"""

from __future__ import annotations

import json
import os
import socket
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from time import monotonic
from typing import Any
from urllib.parse import urlsplit

LARGEST = 1_000_000
"""Bytes of an answer; a real one has some hundreds."""


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
        self._connection = HTTPSConnection if parts.scheme == "https" else HTTPConnection
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
        connection = self._connection(self._host, self._port, timeout=seconds)
        try:
            connection.connect()
            with _cut_off(connection.sock, max(deadline - monotonic(), 0.0)):
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

    def _headers(self) -> dict[str, str]:
        headers = {"Content-Type": "application/json", "Accept": "application/json", "Connection": "close"}
        if key := os.environ.get(self._key_variable, ""):
            headers["Authorization"] = f"Bearer {key}"
        return headers


@contextmanager
def _cut_off(sock: socket.socket, seconds: float) -> Iterator[None]:
    """End the conversation after so many seconds in all: a socket's own timeout starts anew with every byte."""
    alarm = threading.Timer(seconds, _shut, (sock,))
    alarm.daemon = True
    alarm.start()
    try:
        yield
    finally:
        alarm.cancel()
        alarm.join()


def _shut(sock: socket.socket) -> None:
    try:
        sock.shutdown(socket.SHUT_RDWR)
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
