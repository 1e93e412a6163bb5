"""Where a server listens and how players find it: a port, the addresses of this machine, a QR code for the terminal."""

from __future__ import annotations

import errno
import os
import socket
from contextlib import suppress
from ipaddress import ip_address

import segno

from deckname.language import say
from deckname.server.settings import SettingError

FIRST_PORT = 8000
PORTS_TO_TRY = 20
QUIET = 3  # light modules around the code
INK_ON_PAPER = "\x1b[38;5;16;48;5;231m"  # black on white, whatever colours the terminal has
PLAIN = "\x1b[0m"


def listen(host: str, port: int | None) -> socket.socket:
    """A socket that listens there: on the port that was asked for, or else on the first free one from 8000 on."""
    if port is not None:
        try:
            return _bound(host, port)
        except OSError as error:
            raise _refusal(error, host, port) from error
    for attempt in range(FIRST_PORT, FIRST_PORT + PORTS_TO_TRY):
        try:
            return _bound(host, attempt)
        except OSError as error:
            if error.errno not in (errno.EADDRINUSE, errno.EACCES):
                raise _refusal(error, host, attempt) from error
    return _bound(host, 0)


def _bound(host: str, port: int) -> socket.socket:
    (family, kind, protocol, _, address), *_ = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    bound = socket.socket(family, kind, protocol)
    try:
        if os.name == "posix":  # elsewhere it would let two servers share a port
            bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        bound.bind(address)
        bound.listen(2048)
        bound.setblocking(False)
    except BaseException:
        bound.close()
        raise
    return bound


def _refusal(error: OSError, host: str, port: int) -> SettingError:
    if error.errno == errno.EADDRINUSE:
        return SettingError("port_taken", port=port)
    if error.errno == errno.EACCES:
        return SettingError("port_forbidden", port=port)
    return SettingError("no_host", host=host)


def lan_addresses() -> list[str]:
    """The addresses by which others in the network reach this machine, the likeliest first."""
    found: dict[str, None] = {}
    # Which of our addresses would be used to reach these? Nothing is sent.
    for elsewhere in ("192.0.2.1", "192.168.255.254", "10.255.255.254", "172.31.255.254"):
        with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            probe.connect((elsewhere, 9))
            found[probe.getsockname()[0]] = None
    with suppress(OSError):
        for *_, address in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET):
            found[str(address[0])] = None
    return [address for address in found if _reachable(address)]


def _reachable(address: str) -> bool:
    parsed = ip_address(address)
    return not (parsed.is_loopback or parsed.is_link_local or parsed.is_unspecified or parsed.is_multicast)


def links(host: str, port: int, public_url: str | None = None) -> list[str]:
    """How to reach a server that listens there: from this machine, then from elsewhere, the best way first."""
    public = [f"{public_url}/"] if public_url else []
    if host in ("0.0.0.0", "::", ""):
        others = [f"http://{address}:{port}/" for address in lan_addresses()]
        return [f"http://localhost:{port}/", *public, *others]
    return [f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/", *public]


def qr_code(text: str, colour: bool = True) -> str:
    """A QR code of half blocks, two modules in each character. Without colours it takes a light-on-dark terminal."""
    rows = [[bool(module) for module in row] for row in segno.make(text, error="l", micro=False).matrix]
    width = len(rows[0]) + 2 * QUIET
    framed = [
        *([False] * width for _ in range(QUIET)),
        *([False] * QUIET + row + [False] * QUIET for row in rows),
        *([False] * width for _ in range(QUIET + (len(rows) + 2 * QUIET) % 2)),
    ]
    ink = {(False, False): " ", (True, False): "▀", (False, True): "▄", (True, True): "█"}
    if not colour:  # drawn is what is light
        ink = {(not upper, not lower): block for (upper, lower), block in ink.items()}
    lines = [
        "".join(map(ink.__getitem__, zip(*pair, strict=True))) for pair in zip(framed[::2], framed[1::2], strict=True)
    ]
    return "\n".join(f"{INK_ON_PAPER}{line}{PLAIN}" if colour else line for line in lines) + "\n"


def welcome(language: str, addresses: list[str], colour: bool, encoding: str = "utf-8") -> str:
    """What a server that has started says to whoever started it, given its `links`."""
    here, *elsewhere = addresses
    lines = ["", say(language, "serve.open", address=here)]
    lines += [say(language, "serve.others", address=address) for address in elsewhere]
    if here.startswith(("http://127.", "http://[::1]")) and not elsewhere:
        lines.append(say(language, "serve.alone"))
    if elsewhere:
        code = qr_code(elsewhere[0], colour)
        with suppress(UnicodeEncodeError):
            code.encode(encoding)  # a terminal without half blocks does without
            lines += ["", code]
    return "\n".join([*lines, say(language, "serve.stop"), ""])
