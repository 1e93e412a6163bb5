"""What a house knows of devices: whether two look alike. Those who are asked are told that, and nobody an address."""

from __future__ import annotations

from pathlib import Path

import pytest
from starlette.requests import HTTPConnection

from deckname import protocol as wire
from deckname.client import Refused
from deckname.people import People
from deckname.server.auth import Auth
from deckname.server.data_folder import imprint_secret
from deckname.server.settings import Settings
from deckname.store.store import Store
from deckname.tables.imprints import of_address
from tests.server.serving import Node, gathered


def connection(address: str, browser: str) -> HTTPConnection:
    return HTTPConnection(
        {"type": "websocket", "client": (address, 5000), "headers": [(b"user-agent", browser.encode())]}
    )


def imprint(auth: Auth, address: str, browser: str = "Firefox") -> str:
    return auth.device_imprint(connection(address, browser))


@pytest.fixture
def people() -> People:
    return People(Store.__new__(Store), lambda: 0.0)


def test_the_same_household_shares_half_of_an_imprint(people: People) -> None:
    auth = Auth(people, Settings(), b"secret")
    one, other = imprint(auth, "203.0.113.7"), imprint(auth, "203.0.113.7", "Chromium")
    assert one != other and of_address(one) == of_address(other) != ""
    assert of_address(one) != of_address(imprint(auth, "203.0.113.8"))


def test_the_same_address_and_browser_look_alike_and_others_do_not(people: People) -> None:
    auth = Auth(people, Settings(), b"secret")
    assert imprint(auth, "203.0.113.7") == imprint(auth, "203.0.113.7")
    assert imprint(auth, "2001:db8::1") == imprint(auth, "2001:db8::2")
    others = {
        imprint(auth, "203.0.113.7"),
        imprint(auth, "203.0.113.8"),
        imprint(auth, "203.0.113.7", "Chromium"),
        imprint(auth, "2001:db8::1"),
        imprint(auth, "2001:db8:0:1::1"),
    }
    assert len(others) == 5
    assert not any("203.0" in text or "Firefox" in text for text in others)


def test_nodes_of_a_house_know_a_device_again_and_other_houses_do_not(people: People, tmp_path: Path) -> None:
    url = "postgresql://deckname:secret@db/deckname"
    folders = [tmp_path / "one", tmp_path / "one", tmp_path / "other"]
    for folder in folders:
        folder.mkdir(exist_ok=True)
    secrets = [
        imprint_secret(url, tmp_path),
        imprint_secret(url, tmp_path),
        *(imprint_secret(None, f) for f in folders),
    ]
    nodes = [Auth(people, Settings(), secret) for secret in secrets]
    assert len({imprint(auth, "203.0.113.7") for auth in nodes}) == 3


async def test_those_who_are_asked_are_told_and_no_address_leaves_the_house(node: Node) -> None:
    async with gathered(node.address) as party:
        await party.start()
        late = await party.join("Late")
        heard: list[wire.AnyMessage] = []
        guesser, spymaster = party.seats["red.guesser"], party.seats["red.giver"]
        for seat in (late, guesser, spymaster):
            seat.hear = heard.append
        await late.send(wire.RequestPlace(place="red.guesser"))
        (request,) = await guesser.until(lambda state: state.requests)
        assert {"P0", "P2", "P3"} <= {*request.looks_like}  # they are all at one address, with one program
        assert late.state.requests[0].looks_like == () and spymaster.state.requests == ()
        await guesser.send(wire.AnswerRequest(person=request.person, place=request.place, agree=True))
        await late.until(lambda state: state.you.place == "red.guesser")
        told = b"".join(map(wire.encode, heard))
        assert b"127.0.0.1" not in told and b"device" not in told
        assert "127.0.0.1" not in node.log().replace(f"127.0.0.1:{node.port}", "")
        await late.close()


async def test_a_second_cookie_of_the_same_browser_is_kept_out_and_members_are_not(node: Node) -> None:
    """All clients of this test have one address and one program: only who is new is hit."""
    async with gathered(node.address) as party:
        evil = await party.join("Mallory")
        await evil.until(lambda state: state.you.joined)
        mallory = evil.state.you.person
        await party.host.until(lambda state: any(p.id == mallory and p.online for p in state.people))
        await party.host.send(wire.Remove(person=mallory, keep_out="hour"))
        with pytest.raises(Refused, match="kept_out"):
            await party.join("Second self")
        (line,) = await party.host.until(lambda state: state.removals)
        assert (line.name, line.keeps_out) == ("Mallory", "device") and line.until
        await party.start()
        await party.host.send(wire.LetIn(person=mallory))
        async with await party.join("Second self") as second:
            assert second.state.you.joined and not second.state.removals
        await evil.close()
