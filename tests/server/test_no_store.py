"""A store that doesn't answer: every request is told so, to try again, and nothing is logged as a mistake of ours."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import apsw
import httpx
import pytest

from deckname import protocol as wire
from deckname.server import readiness
from deckname.server.app import Node
from deckname.server.settings import Settings
from deckname.store import StoreUnavailable, sqlite_file


@pytest.fixture
async def node(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Node]:
    monkeypatch.setattr(sqlite_file, "BUSY_MILLISECONDS", 1)
    node = Node(Settings(data=tmp_path, bots=0, new_per_minute=1000))
    async with node.running():
        yield node


def browser(node: Node) -> httpx.AsyncClient:
    return httpx.AsyncClient(transport=httpx.ASGITransport(node.application), base_url="http://127.0.0.1:8000")


def is_told_to_try_again(answer: httpx.Response) -> bool:
    return (answer.status_code, answer.json()["code"], answer.headers["retry-after"]) == (503, "unavailable", "2")


async def test_what_would_be_written_while_the_file_is_locked(
    node: Node, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with browser(node) as visitor:
        token = (await visitor.post("/api/devices", json={})).json()["token"]
        visitor.headers["authorization"] = f"Bearer {token}"
        other = apsw.Connection(str(tmp_path / "deckname.sqlite"))
        other.execute("begin immediate")
        for request in ("POST /api/devices", "PUT /api/me", "POST /api/me/link", "POST /api/tables"):
            assert is_told_to_try_again(await visitor.request(*request.split(), json={})), request
        other.close()
        assert (await visitor.put("/api/me", json={"name": "Ada"})).json()["name"] == "Ada"
    assert [record for record in caplog.records if record.levelno >= logging.ERROR] == []


async def test_a_node_that_cannot_write_lives_and_is_not_ready(
    node: Node, tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(readiness, "LASTING", 0.0)
    async with browser(node) as visitor:
        assert (await visitor.get("/ready")).json()["status"] == "ready"
        other = apsw.Connection(str(tmp_path / "deckname.sqlite"))
        other.execute("begin immediate")
        for _ in range(3):
            answer = await visitor.get("/ready")
            assert (answer.status_code, answer.json()) == (503, {"status": "not ready", "code": "failed"})
        assert (await visitor.get("/health")).status_code == 200
        figures = (await visitor.get("/metrics")).text
        assert 'deckname_store_failures_total{kind="write"} 3.0' in figures
        other.close()
        assert (await visitor.get("/ready")).status_code == 200
    told = [(record.message, record.__dict__.get("error")) for record in caplog.records if "store." in record.message]
    assert told == [("store.failed", "BusyError"), ("store.recovered", None)]


async def test_however_many_ask_whether_it_is_ready_one_write_tells(node: Node) -> None:
    put, times = node.store.put, 0

    async def counting(*arguments: Any, **options: Any) -> None:
        nonlocal times
        times += 1
        await put(*arguments, **options)

    node.store.put = counting  # type: ignore[method-assign]
    now = 0.0
    node.readiness = readiness.Readiness(node.store, "node", node.clock, lambda: now)
    async with browser(node) as visitor:
        answers = await asyncio.gather(*(visitor.get("/ready") for _ in range(20)))
        assert {answer.status_code for answer in answers} == {200} and times == 1
        now = readiness.LASTING
        assert (await visitor.get("/ready")).status_code == 200 and times == 2


async def test_a_store_that_takes_too_long_is_not_ready(node: Node, monkeypatch: pytest.MonkeyPatch) -> None:
    async def forever(*_anything: object, **_options: object) -> None:
        await asyncio.Event().wait()

    monkeypatch.setattr(readiness, "PATIENCE", 0.01)
    monkeypatch.setattr(node.store, "put", forever)
    async with browser(node) as visitor:
        answer = await visitor.get("/ready")
    assert (answer.status_code, answer.json()["code"]) == (503, "too_late")


@pytest.fixture
def silent(node: Node, monkeypatch: pytest.MonkeyPatch) -> Node:
    """A node whose store can't be read any more."""

    async def unread(*_anything: object) -> Any:
        raise StoreUnavailable("failed", detail="")

    monkeypatch.setattr(node.store, "_query", unread)
    return node


async def test_what_would_be_read(silent: Node) -> None:
    async with browser(silent) as visitor:
        visitor.headers["authorization"] = "Bearer somebody"
        for path in ("/api/me", "/api/me/tables", "/api/tables", "/api/tables/x", "/api/tables/x/games/1"):
            assert is_told_to_try_again(await visitor.get(path)), path
        assert (await visitor.get("/health")).status_code == 503
        assert (await visitor.get("/ready")).status_code == 200


async def test_a_socket(silent: Node) -> None:
    said: list[Any] = []

    async def send(message: Any) -> None:
        said.append(message)

    async def receive() -> Any:
        return {"type": "websocket.connect"}

    headers = [(b"host", b"127.0.0.1:8000"), (b"authorization", b"Bearer somebody")]
    scope = {"type": "websocket", "path": "/api/tables/x/socket", "scheme": "ws", "headers": headers, "client": None}
    await silent.application(scope, receive, send)
    assert said[0]["status"] == 503
    assert said[1]["body"] == wire.encode(wire.Problem("unavailable"))
