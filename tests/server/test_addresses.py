"""How players find a server; the QR code is read back with a camera's eyes."""

from __future__ import annotations

import re
import socket

import numpy as np
import pytest
import zxingcpp

from deckname.language import LANGUAGES
from deckname.server import addresses
from deckname.server.addresses import lan_addresses, links, listen, qr_code, welcome
from deckname.server.settings import SettingError
from tests.servers import PATIENCE


def read_back(code: str, drawn_is_light: bool) -> str:
    """Draw the characters as pixels and have them read as a phone does."""
    plain = re.sub(r"\x1b\[[\d;]*m", "", code).splitlines()
    halves = {" ": (0, 0), "▀": (1, 0), "▄": (0, 1), "█": (1, 1)}
    rows = [[halves[character][half] for character in line] for line in plain for half in (0, 1)]
    light = np.array(rows, dtype=np.uint8) if drawn_is_light else 1 - np.array(rows, dtype=np.uint8)
    picture = np.kron(light * 255, np.ones((8, 8), dtype=np.uint8)).astype(np.uint8)
    return str(zxingcpp.read_barcode(picture).text)


@pytest.mark.parametrize(
    "text", ["http://192.168.1.23:8000/", "https://play.example.org/", "http://10.0.0.7:8000/t/" + "x" * 22]
)
@pytest.mark.parametrize("colour", [True, False])
def test_a_phone_can_read_the_code(text: str, colour: bool) -> None:
    code = qr_code(text, colour)
    assert read_back(code, drawn_is_light=not colour) == text
    assert ("\x1b[" in code) is colour
    assert max(map(len, qr_code(text, colour=False).splitlines())) < 60


def test_a_port_that_was_asked_for_is_used_or_refused() -> None:
    with listen("127.0.0.1", 0) as first:
        taken = first.getsockname()[1]
        assert taken > 0
        with pytest.raises(SettingError) as refused:
            listen("127.0.0.1", taken)
        assert refused.value.code == "port_taken"
        assert all(str(taken) in refused.value.sentence(language) for language in LANGUAGES)


def test_without_one_the_next_free_port_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    with listen("127.0.0.1", 0) as first:
        taken = first.getsockname()[1]
        monkeypatch.setattr(addresses, "FIRST_PORT", taken)
        with listen("127.0.0.1", None) as second:
            assert second.getsockname()[1] != taken
        monkeypatch.setattr(addresses, "PORTS_TO_TRY", 1)
        with listen("127.0.0.1", None) as any_port:
            assert any_port.getsockname()[1] not in (0, taken)


def test_a_socket_that_was_opened_takes_connections() -> None:
    with listen("localhost", 0) as listener:
        port = listener.getsockname()[1]
        with socket.create_connection(("localhost", port), timeout=PATIENCE) as caller:
            assert caller.getpeername()[1] == port


@pytest.mark.parametrize("port", [None, 0])
def test_a_host_that_is_not_here_is_refused(port: int | None) -> None:
    for host in ("192.0.2.1", "no such host"):
        with pytest.raises(SettingError) as refused:
            listen(host, port)
        assert refused.value.code == "no_host"
        assert host in refused.value.sentence("fr")


def test_addresses_in_the_network() -> None:
    for address in lan_addresses():
        assert socket.inet_aton(address)
        assert not address.startswith(("127.", "169.254.", "0."))
    assert len(set(lan_addresses())) == len(lan_addresses())


def test_links(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(addresses, "lan_addresses", lambda: ["192.168.1.23", "10.0.0.7"])
    assert links("127.0.0.1", 8000) == ["http://127.0.0.1:8000/"]
    assert links("::1", 8000) == ["http://[::1]:8000/"]
    assert links("0.0.0.0", 8001) == ["http://localhost:8001/", "http://192.168.1.23:8001/", "http://10.0.0.7:8001/"]
    assert links("127.0.0.1", 8000, "https://x.org") == ["http://127.0.0.1:8000/", "https://x.org/"]
    assert links("0.0.0.0", 8000, "https://x.org")[:2] == ["http://localhost:8000/", "https://x.org/"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_welcome(language: str) -> None:
    near, far = "http://localhost:8000/", "http://192.168.1.23:8000/"
    alone = welcome(language, ["http://127.0.0.1:8000/"], colour=False)
    assert "http://127.0.0.1:8000/" in alone and "--lan" in alone and "█" not in alone
    assert "--lan" not in welcome(language, [far], colour=False)
    shared = welcome(language, [near, far, "http://10.0.0.7:8000/"], colour=False)
    assert near in shared and far in shared and "--lan" not in shared
    code = "\n".join(line for line in shared.splitlines() if re.fullmatch("[ ▀▄█]{10,}", line))
    assert read_back(code, drawn_is_light=True) == far
    assert "█" not in welcome(language, [near, far], colour=True, encoding="latin-1")
