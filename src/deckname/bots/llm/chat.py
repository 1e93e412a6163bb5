"""One question to an OpenAI-compatible endpoint, answered with JSON after a schema. Knows nothing of the game.

The endpoint is not trusted: it has so many seconds, in which its name is looked up and all its addresses are tried, and
so many bytes, is never followed elsewhere, and whatever it answers is only data. The key is read from the environment
when it is needed, and kept nowhere.
"""

from __future__ import annotations

import asyncio
import json
import os
import ssl
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any
from urllib.parse import urlsplit

import httpx

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
        self._tls = ssl.create_default_context() if parts.scheme == "https" else False
        self._url = url.rstrip("/") + "/chat/completions"
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
        """In an event loop of its own, for whoever asks has none. It is closed without waiting for a name that is still
        being looked up, which nothing can break off.
        """
        loop = asyncio.new_event_loop()
        try:
            return loop.run_until_complete(self._exchange(body, seconds))
        except (OSError, httpx.HTTPError, ValueError) as error:  # ValueError: a key that is no header
            raise Unusable(f"the endpoint can't be reached: {type(error).__name__}") from None
        finally:
            loop.run_until_complete(loop.shutdown_asyncgens())  # an answer that nobody read to its end
            loop.run_until_complete(_a_moment())
            loop.close()

    async def _exchange(self, body: bytes, seconds: float) -> bytes:
        """Addresses are tried one beside the other: a dead one must not use up the time of one that is alive."""
        lines: list[Any] = []

        async def note(event: str, details: Mapping[str, Any]) -> None:
            if event == "connection.connect_tcp.complete":
                lines.append(details["return_value"])

        try:
            async with asyncio.timeout(seconds):
                return await self._answer(body, note)
        finally:
            for line in lines:  # httpx leaves one open whose handshake was broken off
                await line.aclose()

    async def _answer(self, body: bytes, note: Callable[[str, Mapping[str, Any]], Awaitable[None]]) -> bytes:
        async with (
            httpx.AsyncClient(verify=self._tls, timeout=None, trust_env=False) as client,
            client.stream(
                "POST", self._url, content=body, headers=self._headers(), extensions={"trace": note}
            ) as response,
        ):
            if response.status_code != 200:
                raise Unusable(f"the endpoint answered with status {response.status_code}")
            data = b""
            async for part in response.aiter_raw():
                data += part
                if len(data) > LARGEST:
                    raise Unusable("the answer is too long")
            return data

    def _headers(self) -> dict[str, str]:
        headers = {"Content-Type": "application/json", "Accept": "application/json", "Accept-Encoding": "identity"}
        if key := os.environ.get(self._key_variable, ""):
            headers["Authorization"] = f"Bearer {key}"
        return headers


async def _a_moment() -> None:
    """Connections that were closed need a turn or two of their loop to be gone."""
    for _ in range(3):
        await asyncio.sleep(0)


def _content(data: bytes) -> str:
    """The text of the first choice."""
    try:
        content = json.loads(data)["choices"][0]["message"]["content"]
    except (ValueError, LookupError, TypeError, RecursionError):
        raise Unusable("the endpoint does not speak the protocol") from None
    if not isinstance(content, str):
        raise Unusable("the model refused to answer")
    return content
