"""One's devices from outside: a forgotten one is out at once, on every node, and a stranger from then on."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import ClientConnection
from websockets.asyncio.client import connect as open_socket
from websockets.exceptions import ConnectionClosed

from deckname import protocol as wire
from deckname.client import open_table
from tests.server.serving import Node
from tests.servers import PATIENCE, Postgres

FIREFOX = "Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0"
SAFARI = "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605 (KHTML, like Gecko) Version/18 Safari/605.1"


def two_devices(node: Node) -> tuple[str, str]:
    """The tokens of somebody's phone and desk."""
    phone = node.ask("POST", "/api/devices", wire.NewDevice("Ada"), user_agent=FIREFOX)[1]["token"]
    code = node.ask("POST", "/api/me/link", token=phone)[1]
    desk = node.ask("POST", "/api/link", code, token=phone, user_agent=SAFARI)[1]["token"]
    return phone, desk


def devices(node: Node, token: str) -> list[dict[str, Any]]:
    status, answer, _ = node.ask("GET", "/api/me/devices", token=token)
    assert status == 200
    return list(answer)


def id_of(node: Node, token: str) -> str:
    return next(str(device["id"]) for device in devices(node, token) if device["this"])


async def socket_of(node: Node, table: str, token: str) -> ClientConnection:
    url = f"ws://127.0.0.1:{node.port}/api/tables/{table}/socket"
    opened = await open_socket(url, additional_headers={"authorization": f"Bearer {token}"})
    for _ in ("welcome", "state"):
        await asyncio.wait_for(opened.recv(), PATIENCE)
    return opened


async def last_word(opened: ClientConnection) -> tuple[wire.AnyMessage | None, int | None]:
    """The last message on a socket, and the code with which it was closed."""
    said = None
    try:
        while True:
            said = wire.decode_message(await asyncio.wait_for(opened.recv(), PATIENCE))
    except ConnectionClosed as closed:
        return said, closed.rcvd.code if closed.rcvd else None


def test_devices_are_listed_for_their_owner(node: Node) -> None:
    phone, desk = two_devices(node)
    listed = {(d["browser"], d["system"]): d for d in devices(node, desk)}
    assert set(listed) == {("Firefox", "Android"), ("Safari", "macOS")}
    assert listed["Safari", "macOS"]["this"] and not listed["Firefox", "Android"]["this"]
    assert {d["seen"] for d in listed.values()} <= {
        str(datetime.fromtimestamp(datetime.now(UTC).timestamp() - ago, UTC).date()) for ago in (0, PATIENCE)
    }
    told = str(listed)
    assert phone not in told and desk not in told and "Mozilla" not in told
    assert node.ask("GET", "/api/me/devices")[1]["code"] == "no_device"


def test_a_forgotten_device_is_a_stranger(node: Node) -> None:
    phone, desk = two_devices(node)
    me = node.ask("GET", "/api/me", token=desk)[1]
    status, rest, _ = node.ask("DELETE", f"/api/me/devices/{id_of(node, phone)}", token=desk)
    assert status == 200 and [device["this"] for device in rest] == [True]
    assert node.ask("GET", "/api/me", token=phone)[1]["code"] == "no_device"
    status, stranger, headers = node.ask("GET", "/api/me", cookie=f"deckname={phone}")
    assert status == 200 and stranger["person"] != me["person"] and "set-cookie" in headers
    assert node.ask("GET", "/api/me", token=desk)[1] == me


def test_only_ones_own_devices_can_be_forgotten(node: Node) -> None:
    phone, desk = two_devices(node)
    other = node.ask("POST", "/api/devices", wire.NewDevice())[1]["token"]
    for wanted in (id_of(node, other), "nonsense", "%00", "x" * 600):
        status, answer, _ = node.ask("DELETE", f"/api/me/devices/{wanted}", token=desk)
        assert (status, answer["code"]) == (404, "no_such_device")
    evil = {"origin": "https://evil.example"}
    assert node.ask("DELETE", "/api/me/devices", token=desk, **evil)[1]["code"] == "foreign_origin"
    assert all(node.ask("GET", "/api/me", token=token)[0] == 200 for token in (phone, desk, other))


async def test_its_sockets_are_closed_and_others_stay(node: Node) -> None:
    phone, desk = two_devices(node)
    table = await open_table(node.address, desk)
    from_phone, from_desk = await socket_of(node, table, phone), await socket_of(node, table, desk)
    code = node.ask("POST", "/api/me/link", token=phone)[1]
    assert node.ask("DELETE", "/api/me/devices", token=desk)[0] == 200
    assert await last_word(from_phone) == (wire.Bye(reason="forgotten", retry=False), 4401)
    assert node.ask("POST", "/api/link", code)[1]["code"] == "no_such_code"
    await from_desk.send(wire.encode(wire.Join(id=1, name="Ada")))
    while not isinstance(said := wire.decode_message(await asyncio.wait_for(from_desk.recv(), PATIENCE)), wire.Done):
        assert not isinstance(said, wire.RefusedMessage | wire.Bye)
    await from_desk.close()


@pytest.fixture
def nodes(postgres: Postgres, tmp_path: Path) -> Iterator[list[Node]]:
    """Two of one house."""
    url = postgres.new_database()
    made = [Node(tmp_path / name, database_url=url) for name in ("one", "two")]
    for node in made:
        node.start()
    yield made
    for node in made:
        node.stop()
        assert node.complaints() == []


async def test_forgotten_on_one_node_is_out_on_the_other(nodes: list[Node], postgres: Postgres) -> None:
    """Also where no node can wake another: they read it from the store."""
    here, there = nodes
    phone, desk = two_devices(here)
    table = await open_table(here.address, desk)
    watching = await socket_of(there, table, phone)
    assert there.ask("GET", "/api/me", token=phone)[0] == 200
    postgres.psql("select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'deckname bus'")
    assert here.ask("DELETE", f"/api/me/devices/{id_of(here, phone)}", token=desk)[0] == 200
    assert await last_word(watching) == (wire.Bye(reason="forgotten", retry=False), 4401)
    assert there.ask("GET", "/api/me", token=phone)[1]["code"] == "no_device"
    assert there.ask("GET", "/api/me", token=desk)[0] == 200
