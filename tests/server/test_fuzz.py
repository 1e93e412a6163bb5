"""Nonsense of every kind, on the socket and over HTTP: it is answered, nothing changes, and nothing breaks."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import Iterator
from random import Random
from typing import Any, get_args

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from hypothesis.errors import Unsatisfiable
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import response_schema_conformance, status_code_conformance
from websockets.asyncio.client import connect as open_socket
from websockets.exceptions import ConnectionClosed

from deckname import protocol as wire
from deckname.client import new_device
from tests.server.serving import AT_ONCE, Node, Party, serving
from tests.servers import PATIENCE

COMMANDS = [str(kind.__struct_config__.tag) for kind in get_args(wire.AnyRequest) if kind is not wire.Join]
"""All but the one that anybody may give."""
NUMBERS = st.integers() | st.integers(-3, 30) | st.floats(allow_nan=False) | st.just(10**400)
WORDS = st.text(max_size=40) | st.sampled_from(["\x00", "\ud800", "\u202eevil", "A" * 5000, "", "zebra", "red.giver"])
PLAIN = st.none() | st.booleans() | NUMBERS | WORDS
VALUES = st.recursive(PLAIN, lambda inner: st.lists(inner) | st.dictionaries(WORDS, inner), max_leaves=8)
FIELDS = st.sampled_from(["id", "ply", "card", "word", "number", "place", "person", "name", "settings", "text", "on"])
FEW = settings(max_examples=12, deadline=None, phases=[Phase.generate], database=None)


@st.composite
def nonsense(draw: st.DrawFn) -> str | bytes:
    """A message that somebody might send: noise, a strange command, one with strange values, too deep a nesting."""
    kind = draw(st.integers(0, 4))
    if kind == 0:
        return draw(st.binary(max_size=200))
    if kind == 1:
        return draw(st.text(max_size=200)).encode("utf-8", "replace").decode()
    if kind == 2:
        return draw(st.sampled_from(["[", '{"do":', "[[{"])) * draw(st.integers(1, 1500))
    command = {"do": draw(st.sampled_from(COMMANDS)), **draw(st.dictionaries(FIELDS, VALUES))}
    return json.dumps(command)


@pytest.fixture(scope="module")
def open_node(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Node]:
    with serving(tmp_path_factory.mktemp("fuzz"), **AT_ONCE) as running:
        yield running
        assert running.complaints() == []


async def bombard(node: Node, party: Party, token: str, messages: list[str | bytes]) -> list[wire.AnyMessage]:
    """Send these; what came back. A stranger to the table can change nothing at all."""
    said: list[wire.AnyMessage] = []
    url = f"ws://127.0.0.1:{node.port}/api/tables/{party.table}/socket"
    with contextlib.suppress(ConnectionClosed):
        async with open_socket(url, additional_headers={"authorization": f"Bearer {token}"}) as opened:
            for message in (None, None, *messages):  # at first we are greeted and told everything
                if message is not None:
                    await opened.send(message)
                said.append(wire.decode_message(await asyncio.wait_for(opened.recv(), PATIENCE)))
    return said


@pytest.fixture(scope="module")
def stage(open_node: Node) -> Iterator[tuple[asyncio.Runner, Party, str]]:
    """A game in progress, and a stranger's token."""
    with asyncio.Runner() as runner:

        async def begin() -> tuple[Party, str]:
            party = await Party.gather(open_node.address)
            await party.start()
            await party.play(Random(1), skill=1.0, moves=3)
            return party, await new_device(open_node.address)

        party, token = runner.run(begin())
        yield runner, party, token
        runner.run(party.close())


@settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
@given(messages=st.lists(nonsense(), min_size=1, max_size=12))
def test_a_stranger_sends_nonsense(
    open_node: Node, stage: tuple[asyncio.Runner, Party, str], messages: list[str | bytes]
) -> None:
    runner, party, token = stage
    before = party.host.state.seq
    said = runner.run(bombard(open_node, party, token, messages))
    assert all(isinstance(answer, wire.RefusedMessage | wire.Explained) for answer in said[2:])
    runner.run(party.host.send(wire.Emote(emote="hmm")) if "emote" in party.host.state.may else asyncio.sleep(0))
    table = open_node.ask("GET", f"/api/tables/{party.table}")[1]
    assert table["people"] == 4 and table["stage"] == "game"
    assert party.host.state.seq <= before + 1


async def test_old_commands_again_and_in_another_order(open_node: Node) -> None:
    """Whatever was sent is sent again, by everybody and shuffled: no move is made twice, and nobody's for another."""
    party = await Party.gather(open_node.address)
    try:
        sent: list[wire.AnyRequest] = []
        for seat in party.seats.values():
            plain = seat.send

            async def noting(command: wire.AnyRequest, plain: Any = plain) -> wire.AnyMessage:
                sent.append(command)
                return await plain(command)

            seat.send = noting  # type: ignore[method-assign]
        await party.start()
        await party.play(Random(2), skill=1.0, moves=9)
        moves = [command for command in sent if hasattr(command, "ply")]
        assert len(moves) >= 9
        before = party.host.state.game
        for seat in party.seats.values():
            again = [wire.encode(command).decode() for command in Random(3).sample(moves, len(moves))]
            said = await bombard(open_node, party, seat.token, again)
            assert {answer.code for answer in said if isinstance(answer, wire.RefusedMessage)} == {"stale"}
        assert party.host.state.game == before
        await party.play(Random(2))
    finally:
        await party.close()


NO_TEXT = bytes([0x81, 0x80 | 3, 0, 0, 0, 0, 0xFF, 0xFE, 0xFD])
"""A frame that calls itself a text and is not UTF-8."""


async def _bare_socket(node: Node, party: Party) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """The host's connection, with nothing that keeps it to the rules."""
    reader, writer = await asyncio.open_connection("127.0.0.1", node.port)
    lines = [
        f"GET /api/tables/{party.table}/socket HTTP/1.1", f"Host: 127.0.0.1:{node.port}",
        f"Authorization: Bearer {party.host.token}", "Upgrade: websocket", "Connection: Upgrade",
        "Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==", "", "",
    ]  # fmt: skip
    writer.write("\r\n".join(lines).encode())
    await reader.readuntil(b"\r\n\r\n")
    return reader, writer


async def test_a_text_that_is_none_is_the_clients_fault(open_node: Node) -> None:
    party = await Party.gather(open_node.address)
    try:
        reader, writer = await _bare_socket(open_node, party)
        writer.write(NO_TEXT)
        said = await asyncio.wait_for(reader.read(), PATIENCE)
        assert (1007).to_bytes(2) in said  # why it is cut off
        writer.close()
        assert open_node.complaints() == []
    finally:
        await party.close()


async def test_frames_that_are_no_frames(open_node: Node) -> None:
    """Bytes that break the rules of WebSockets end that connection and no other."""
    party = await Party.gather(open_node.address)
    rng = Random(4)
    try:
        for _ in range(20):
            _, writer = await _bare_socket(open_node, party)
            writer.write(NO_TEXT[: rng.randrange(2, 10)])
            writer.write(rng.randbytes(300))
            with contextlib.suppress(ConnectionError):
                await writer.drain()
            writer.close()
        await party.start()
        await party.play(Random(1), skill=1.0, moves=3)
        assert open_node.complaints() == []
    finally:
        await party.close()


# ---------------------------------------------------------------------------------------------------------------------
# HTTP


def test_the_http_api_keeps_to_its_description(open_node: Node) -> None:
    """Requests that fit the description and requests that don't, to every operation."""
    assert ask_everything(open_node, FEW) > 200


@pytest.mark.parametrize("number", ["9" * 5000, "9" * 10, "1" + "0" * 9, "-1", "1.0", "1_0", "%20", "%D9%A1", "x"])
@pytest.mark.parametrize("what", ["", "/replay", "/thoughts"])
def test_numbers_that_no_game_has(open_node: Node, number: str, what: str) -> None:
    status, answer, _ = open_node.ask("GET", f"/api/tables/x/games/{number}{what}")
    assert (status, answer["code"]) == (404, "no_such_game")


def ask_everything(node: Node, effort: settings) -> int:
    """How many requests were made, of every operation and both kinds; an answer that isn't described fails."""
    schema = schemathesis.openapi.from_dict(node.ask("GET", "/api/openapi.json")[1])
    token = node.ask("POST", "/api/devices", wire.NewDevice())[1]["token"]
    return sum(
        _try(found.ok(), mode, effort, node.address, token)
        for found in schema.get_all_operations()
        for mode in (GenerationMode.POSITIVE, GenerationMode.NEGATIVE)
    )


def _try(operation: Any, mode: GenerationMode, effort: settings, address: str, token: str) -> int:
    tried = 0

    @settings(effort, suppress_health_check=list(HealthCheck))
    @given(case=operation.as_strategy(generation_mode=mode))
    def run(case: Any) -> None:
        nonlocal tried
        tried += 1
        headers = {"authorization": f"Bearer {token}"} if tried % 2 else {}
        case.call_and_validate(
            base_url=address,
            headers=headers,
            checks=[not_a_server_error, response_schema_conformance, status_code_conformance],
        )

    with contextlib.suppress(Unsatisfiable):  # there is no wrong way to ask for something without parameters
        run()
    return tried
