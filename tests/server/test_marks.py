"""Phones at a real table follow each other's marks, on one node and on several; and what the house learns of it."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from starlette.requests import HTTPConnection

from deckname import protocol as wire
from deckname.engine.errors import Refused
from deckname.gadget import marks
from deckname.gadget.marks import KEPT_SECONDS, MOST_PHONES, MarkRelay
from deckname.people import People
from deckname.server.auth import Auth
from deckname.server.settings import Settings
from deckname.store.store import open_store
from tests.server.serving import Node, serving
from tests.servers import Postgres

TABLE = "a-table-of-friends"
COVERED = [{"at": 1, "do": "clue", "number": 2}, {"at": 2, "do": "cover", "card": 7}]
STOPPED = [{"at": 3, "do": "cover", "card": 24, "by": "a", "found": "bystander"}, {"at": 4, "do": "undo"}]


def write(node: Node, table: str, phone: str, sheet: Any) -> tuple[int, Any, dict[str, str]]:
    return node.ask("PUT", f"/api/marks/{table}/{phone}", {"marks": sheet})


def read(node: Node, table: str) -> Any:
    status, answer, _ = node.ask("GET", f"/api/marks/{table}")
    assert status == 200
    return {phone: sheet["marks"] for phone, sheet in answer["sheets"].items()}


def test_every_phone_reads_what_all_have_marked(node: Node) -> None:
    assert read(node, TABLE) == {}
    assert write(node, TABLE, "ada-phone", COVERED)[0] == 200
    status, answer, headers = write(node, TABLE, "bo--phone", STOPPED)
    assert (status, headers["cache-control"]) == (200, "no-store")
    assert answer["sheets"]["ada-phone"]["marks"] == COVERED
    assert read(node, TABLE) == {"ada-phone": COVERED, "bo--phone": STOPPED}
    assert write(node, TABLE, "ada-phone", COVERED[:1])[0] == 200  # a sheet is what it says now
    assert read(node, TABLE) == {"ada-phone": COVERED[:1], "bo--phone": STOPPED}
    assert read(node, "another-table-of-friends") == {}


def test_nodes_of_one_house_relay_alike(tmp_path: Path, postgres: Postgres) -> None:
    database = postgres.new_database()
    first, second = (Node(tmp_path / name, database_url=database) for name in ("first", "second"))
    with first.running(), second.running():
        assert write(first, TABLE, "ada-phone", COVERED)[0] == 200
        assert write(second, TABLE, "bo--phone", STOPPED)[0] == 200
        assert read(first, TABLE) == read(second, TABLE) == {"ada-phone": COVERED, "bo--phone": STOPPED}
        first.kill()
        assert read(second, TABLE)["ada-phone"] == COVERED


@pytest.mark.parametrize(
    "sheet",
    [
        [{"at": 1, "do": "cover", "card": 7, "key": "red"}],
        [{"at": 1, "do": "cover", "card": 7, "code": "HKMRST"}],
        [{"at": 1, "do": "cover", "card": 7, "found": "red"}],
        [{"at": 1, "do": "say", "text": "hello"}],
        [{"at": 0, "do": "undo"}],
        [{"at": 1, "do": "cover", "card": 64}],
        [{"at": 1, "do": "lay", "turns": 99, "mistakes": 0}],
        [{"at": 1, "do": "undo"}] * 301,
        "marks",
    ],
)
def test_a_sheet_has_room_for_marks_and_for_nothing_else(node: Node, sheet: Any) -> None:
    status, answer, _ = write(node, TABLE, "cleo-phone", sheet)
    assert (status, answer["code"]) == (400, "bad_message")
    assert "cleo-phone" not in read(node, TABLE)


@pytest.mark.parametrize("path", ["short/ada-phone", f"{TABLE}/ada", f"{TABLE}/ada.phone", f"{'x' * 33}/ada-phone"])
def test_names_are_long_enough_to_be_guessed_by_nobody(node: Node, path: str) -> None:
    assert node.ask("PUT", f"/api/marks/{path}", {"marks": []})[1]["code"] == "not_found"
    assert node.ask("GET", "/api/marks/short")[1]["code"] == "not_found"


def test_a_table_has_room_for_so_many_phones(node: Node) -> None:
    answers = [write(node, "a-crowded-table-1", f"phone-{number:02}", COVERED) for number in range(MOST_PHONES + 1)]
    assert [status for status, *_ in answers] == [200] * MOST_PHONES + [400]
    assert answers[-1][1]["code"] == "table_full"
    assert write(node, "a-crowded-table-1", "phone-03", STOPPED)[0] == 200


def test_an_address_opens_sheets_only_so_often(tmp_path: Path) -> None:
    with serving(tmp_path, new_per_minute=3) as node:
        answers = [write(node, f"one-table-or-{number:03}", "ada-phone", COVERED) for number in range(5)]
        assert answers[-1][0] == 429 and answers[-1][1]["code"] == "too_fast"
        assert write(node, "one-table-or-000", "ada-phone", STOPPED)[0] == 200  # who plays on isn't disturbed


async def test_an_address_asks_only_so_often(tmp_path: Path) -> None:
    store = await open_store(None, tmp_path)
    try:
        auth = Auth(People(store, lambda: 0.0), Settings(data=tmp_path), b"secret")
        phone = HTTPConnection({"type": "http", "client": ("192.0.2.1", 1), "headers": []})
        for _ in range(50):
            auth.limit(phone, "marks")
        with pytest.raises(Refused, match="too_fast"):
            for _ in range(100_000):
                auth.limit(phone, "marks")
    finally:
        await store.close()


async def test_what_is_kept_is_gone_after_a_day(tmp_path: Path) -> None:
    now = 1_800_000_000.0
    store = await open_store(None, tmp_path, clock=lambda: now)
    try:
        relay = MarkRelay(store, lambda: now)
        await relay.write(TABLE, "ada-phone", b"{}")
        now += KEPT_SECONDS - 1
        assert await relay.read(TABLE) == {"ada-phone": b"{}"}
        now += 2
        assert await relay.read(TABLE) == {}
        assert await relay.is_new(TABLE, "ada-phone")
    finally:
        await store.close()


async def test_phones_that_write_at_once_lose_nothing(tmp_path: Path) -> None:
    store = await open_store(None, tmp_path)
    try:
        relay = MarkRelay(store, lambda: 0.0 + 2**33)
        phones = [f"phone-{number:02}" for number in range(MOST_PHONES)]
        await asyncio.gather(*(relay.write(TABLE, phone, phone.encode()) for phone in phones))
        assert await relay.read(TABLE) == {phone: phone.encode() for phone in phones}
        with pytest.raises(Refused):
            await relay.read("../secrets")
    finally:
        await store.close()


def test_no_field_of_a_mark_can_hold_a_key() -> None:
    """By the types themselves: numbers, and a few fixed words."""
    kinds = {name: str(kind) for name, kind in wire.TableMark.__annotations__.items()}
    assert kinds.keys() == {"at", "do", "number", "card", "by", "found", "turns", "mistakes"}
    assert not [name for name, kind in kinds.items() if "str" in kind]
    assert "keys" not in vars(marks)
