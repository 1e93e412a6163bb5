"""The HTTP API of a real server: who one is, tables, codes, records, and what other sites may not do."""

from __future__ import annotations

import re
from http.cookies import SimpleCookie
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from deckname import protocol as wire
from deckname.client import KnownState
from deckname.engine.record import parse_record
from deckname.server.api import ENDPOINTS
from tests.server.serving import Node, gathered, serving


def new_token(node: Node) -> str:
    return str(node.ask("POST", "/api/devices", wire.NewDevice())[1]["token"])


def cookie_of(headers: dict[str, str]) -> str:
    (cookie,) = SimpleCookie(headers["set-cookie"]).values()
    return f"{cookie.key}={cookie.value}"


def test_a_browser_gets_a_cookie_that_scripts_and_other_sites_cannot_use(node: Node) -> None:
    status, me, headers = node.ask("GET", "/api/me")
    assert status == 200 and me["name"] == ""
    flags = headers["set-cookie"].lower()
    assert "httponly" in flags and "samesite=lax" in flags and "path=/" in flags
    assert "secure" not in flags  # this test comes by plain http
    secret = SimpleCookie(headers["set-cookie"])["deckname"].value
    assert len(secret) >= 43  # 256 bits
    assert secret not in str(me)
    again, same, later = node.ask("GET", "/api/me", cookie=cookie_of(headers))
    assert (again, same["person"]) == (200, me["person"])
    assert later["set-cookie"] == headers["set-cookie"] and "max-age=31536000" in flags  # from now on
    token = new_token(node)
    assert "set-cookie" not in node.ask("GET", "/api/me", token=token, cookie=cookie_of(headers))[2]


def test_behind_https_the_cookie_never_travels_in_the_open(tmp_path: Path) -> None:
    with serving(tmp_path, public_url="https://play.example.org") as node:
        assert "secure" in node.ask("GET", "/api/me")[2]["set-cookie"].lower()


def test_a_program_shows_a_bearer_token(node: Node) -> None:
    status, device, headers = node.ask("POST", "/api/devices", wire.NewDevice("Ada"))
    assert status == 201 and "set-cookie" not in headers and len(device["token"]) >= 43
    assert node.ask("GET", "/api/me", token=device["token"])[1] == {"person": device["person"], "name": "Ada"}
    assert node.ask("PUT", "/api/me", wire.NewDevice("Eve"), token=device["token"])[1]["name"] == "Eve"
    assert node.ask("GET", "/api/me", token=device["token"])[1]["name"] == "Eve"


@pytest.mark.parametrize(
    "headers",
    [
        {"authorization": "Bearer wrong"},
        {"authorization": "Bearer " + "x" * 5000},
        {"authorization": "Basic YTpi"},
        {"authorization": "Bearer"},
        {"cookie": "deckname=wrong"},
        {},
    ],
)
def test_nobody_is_somebody_without_a_token(node: Node, headers: dict[str, str]) -> None:
    status, answer, _ = node.ask("POST", "/api/tables", wire.SettingsForm(), **headers)
    assert (status, answer["code"]) == (401, "no_device")


def test_a_link_code_works_once(node: Node) -> None:
    token = new_token(node)
    person = node.ask("GET", "/api/me", token=token)[1]["person"]
    code = node.ask("POST", "/api/me/link", token=token)[1]
    assert len(code["code"]) >= 22  # 128 bits
    status, me, headers = node.ask("POST", "/api/link", code)
    assert (status, me["person"]) == (200, person)
    assert node.ask("GET", "/api/me", cookie=cookie_of(headers))[1]["person"] == person
    status, answer, _ = node.ask("POST", "/api/link", code)
    assert (status, answer["code"]) == (404, "no_such_code")


def test_a_program_may_be_linked_too(node: Node) -> None:
    token, other = new_token(node), new_token(node)
    code = node.ask("POST", "/api/me/link", token=token)[1]
    linked = msgspec.to_builtins(msgspec.convert(node.ask("POST", "/api/link", code, token=other)[1], wire.Device))
    assert node.ask("GET", "/api/me", token=linked["token"])[1] == node.ask("GET", "/api/me", token=token)[1]


def test_other_sites_cannot_act_for_a_visitor(node: Node) -> None:
    token = new_token(node)
    for origin, status in (
        ("https://evil.example", 403),
        ("null", 403),
        (f"http://127.0.0.1:{node.port + 1}", 403),
        (node.address, 201),
    ):
        assert node.ask("POST", "/api/tables", wire.SettingsForm(), token, origin=origin)[0] == status


def test_sites_that_the_host_named_may(tmp_path: Path) -> None:
    with serving(tmp_path, allowed_origins="https://friend.example") as node:
        token = new_token(node)
        assert node.ask("POST", "/api/tables", wire.SettingsForm(), token, origin="https://friend.example")[0] == 201


def test_pages_of_such_sites_may_read_the_answers_and_use_no_cookie(tmp_path: Path) -> None:
    asked = {"access_control_request_method": "PUT", "access_control_request_headers": "authorization,content-type"}
    with serving(tmp_path, allowed_origins="https://friend.example") as node:
        for origin, allowed in (("https://friend.example", True), ("https://evil.example", False), ("null", False)):
            status, _, headers = node.ask("OPTIONS", "/api/me", origin=origin, **asked)
            assert (status == 200) is allowed
            read = node.ask("GET", "/api/catalogue", origin=origin)[2]
            for answer in (headers, read):
                assert answer.get("access-control-allow-origin") == (origin if allowed else None)
                assert "access-control-allow-credentials" not in answer
                assert answer["vary"].startswith("Origin")
    with serving(tmp_path) as node:
        assert node.ask("OPTIONS", "/api/me", origin="https://friend.example", **asked)[0] == 405
        assert "access-control-allow-origin" not in node.ask("GET", "/api/me", origin="https://friend.example")[2]


def test_links_cannot_be_guessed_and_codes_lead_to_them(node: Node) -> None:
    token = new_token(node)
    status, link, _ = node.ask("POST", "/api/tables", wire.SettingsForm(title="Friday"), token)
    assert status == 201 and len(link["id"]) >= 22 and link["path"] == f"/t/{link['id']}"
    assert node.ask("GET", f"/api/tables/{link['id']}")[1]["title"] == "Friday"
    assert node.ask("POST", f"/api/tables/{link['id']}/code", token=token)[1]["code"] == "not_joined"
    for lost in ("x", "x" * 600, "..%2f..%2fetc", "%00"):
        assert node.ask("GET", f"/api/tables/{lost}")[0] == 404


async def test_a_code_that_is_read_out(node: Node) -> None:
    async with gathered(node.address) as party:
        code = node.ask("POST", f"/api/tables/{party.table}/code", token=party.host.token)[1]
        assert re.fullmatch("[A-Z2-9]{6}", code["code"])
        assert node.ask("POST", "/api/join", wire.JoinCode(code["code"].lower()))[1]["id"] == party.table
        assert node.ask("POST", "/api/join", wire.JoinCode("AAAAAA"))[0] == 404
        tables = node.ask("GET", "/api/me/tables", token=party.host.token)[1]
        assert [table["id"] for table in tables] == [party.table]


async def test_only_listed_tables_are_listed(node: Node) -> None:
    async with gathered(node.address, listed=True) as open_one, gathered(node.address) as private:
        found = [table["id"] for table in node.ask("GET", "/api/tables")[1]]
        assert open_one.table in found and private.table not in found


async def test_a_record_is_there_after_the_end_and_never_before(node: Node) -> None:
    async with gathered(node.address) as party:
        path = f"/api/tables/{party.table}/games/1"
        assert node.ask("GET", path)[1]["code"] == "no_such_game"
        await party.start()
        await party.play(Random(3), skill=1.0, moves=4)
        for what in (path, f"{path}/thoughts", f"{path}/replay"):
            assert node.ask("GET", what)[:2] == (409, {"code": "game_running", "details": {}})
        await party.play(Random(3))
        status, found, headers = node.ask("GET", path)
        assert status == 200 and "attachment" in headers["content-disposition"]
        record = parse_record(msgspec.json.encode(found).decode())
        assert party.host.state.game
        assert record.table.setup.cards == tuple(card.face for card in party.host.state.game.cards)
        assert len(record.moves) == party.host.state.ply
        thoughts = node.ask("GET", f"{path}/thoughts")[1]
        assert sorted(thoughts["people"].values()) == ["P0", "P1", "P2", "P3"]


async def test_a_replay_leads_from_the_first_card_to_the_end_that_was_seen(node: Node) -> None:
    async with gathered(node.address) as party:
        await party.start()
        await party.play(Random(5))
        _, found, _ = node.ask("GET", f"/api/tables/{party.table}/games/1/replay")
        replay = msgspec.convert(found, wire.Replay)
        assert replay.game.log == () and all(card.cover is None for card in replay.game.cards)
        watched = KnownState()
        watched.game = replay.game
        for move in replay.moves:
            watched.take(move)
        end = party.host.state.game
        assert end
        assert (watched.game.cards, watched.game.log, watched.game.situation) == (end.cards, end.log, end.situation)


def test_a_device_opens_only_so_many_tables(narrow: Node) -> None:
    token = new_token(narrow)
    answers = [narrow.ask("POST", "/api/tables", wire.SettingsForm(), token) for _ in range(3)]
    assert [status for status, *_ in answers] == [201, 201, 429]
    assert answers[-1][1] == {"code": "too_many_tables", "details": {"most": 2}}
    assert narrow.ask("POST", "/api/tables", wire.SettingsForm(), new_token(narrow))[0] == 201


def test_an_address_asks_for_new_things_only_so_often(tmp_path: Path) -> None:
    with serving(tmp_path, new_per_minute=3) as node:
        answers = [node.ask("POST", "/api/devices", wire.NewDevice()) for _ in range(5)]
        assert [status for status, *_ in answers[:3]] == [201] * 3
        status, answer, headers = answers[-1]
        assert (status, answer["code"], headers["retry-after"]) == (429, "too_fast", "2")
        assert node.ask("GET", "/health")[0] == 200


def test_a_household_is_one_address_however_many_it_has(tmp_path: Path) -> None:
    with serving(tmp_path, new_per_minute=1) as node:
        for visitor, status in (
            ("2001:db8:1:2::1", 201),
            ("2001:db8:1:2:ffff::2", 429),
            ("2001:db8:1:3::1", 201),
            ("::ffff:192.0.2.1", 201),
            ("192.0.2.1", 429),
            ("192.0.2.2", 201),
        ):
            assert node.ask("POST", "/api/devices", wire.NewDevice(), x_forwarded_for=visitor)[0] == status, visitor


@pytest.mark.parametrize(
    ("body", "code"),
    [
        (b"", "bad_message"),
        (b"{", "bad_message"),
        (b'{"edition": 3}', "bad_message"),
        (b'{"edition": "chess"}', "unknown_edition"),
        (b'{"mode": "solo"}', "bad_message"),
        (b'{"surprise": 1}', "bad_message"),
        (b'{"decks": ["nowhere"]}', "unknown_deck"),
        (b'{"clue_options": ["nothing"]}', "unknown_clue_option"),
        (b'{"options": {"mission": "atlantis"}}', None),
        (b"[" * 60_000, "bad_message"),
        (b"x" * 70_000, "too_large"),
        (b'{"title": "\\u0000"}', "bad_title"),
    ],
)
def test_what_cannot_be_a_table_is_refused(node: Node, body: bytes, code: str | None) -> None:
    status, answer, _ = node.ask("POST", "/api/tables", body, new_token(node))
    assert status in (400, 413)
    assert code is None or answer["code"] == code


def test_unknown_paths_and_methods(node: Node) -> None:
    assert node.ask("GET", "/api/nothing")[:2] == (404, {"code": "not_found", "details": {}})
    for method in ("POST", "DELETE", "OPTIONS", "BREW"):
        status, answer, headers = node.ask(method, "/api/me")
        assert (status, answer, headers["allow"]) == (405, {"code": "method_not_allowed", "details": {}}, "GET, PUT")
        assert node.ask(method, "/api/catalogue")[:2] == (405, {"code": "method_not_allowed", "details": {}})
        assert node.ask(method, "/api/nothing")[0] == 404
    assert node.ask("GET", "/api/faces/nothing.svg")[1]["code"] == "no_such_face"


def test_figures_are_for_those_who_host(tmp_path: Path) -> None:
    with serving(tmp_path, metrics_token="figures-please") as node:
        assert node.ask("GET", "/metrics")[0] == 404
        assert node.ask("GET", "/metrics", token="wrong")[0] == 404
        assert "deckname_sockets 0" in node.ask("GET", "/metrics", token="figures-please")[1]


def test_figures_are_not_for_a_page_whose_name_leads_here(node: Node) -> None:
    assert node.ask("GET", "/metrics")[0] == 200
    assert node.ask("GET", "/metrics", host=f"localhost:{node.port}")[0] == 200
    assert node.ask("GET", "/metrics", host=f"evil.example:{node.port}")[0] == 404


def test_the_page_about_the_protocol_lists_every_request() -> None:
    page = Path(__file__).parents[2].joinpath("docs", "protocol.md").read_text("utf-8")
    listed = set(re.findall(r"`(GET|POST|PUT|DELETE) (/api/[^` ]*)`", page))
    known = {(endpoint.method, _as_written(endpoint.path)) for endpoint in ENDPOINTS}
    assert listed == known


def _as_written(path: str) -> str:
    return path.replace("{table}", "{id}").replace("{number}", "{n}")


def test_the_description_for_programs_is_complete(node: Node) -> None:
    described: Any = node.ask("GET", "/api/openapi.json")[1]
    found = {(method.upper(), path) for path, methods in described["paths"].items() for method in methods}
    assert found == {(endpoint.method, endpoint.path) for endpoint in ENDPOINTS}
    assert "401" in described["paths"]["/api/me"]["get"]["responses"]
    assert node.ask("GET", "/api/me", token="wrong")[0] == 401
