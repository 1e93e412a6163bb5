"""`deckname serve`: run a node until it is told to stop."""

from __future__ import annotations

import argparse
import contextlib
import errno
import socket
import sys

from deckname.language import say, user_language
from deckname.server.settings import SettingError, Settings, add_flags, read_settings

FIRST_PORT, PORTS_TRIED = 8000, 50


def add_commands(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    serve = commands.add_parser(
        "serve",
        help="run the server on which everybody plays",
        description="Run the server. Without any setting it keeps its games in a file in your data folder and is "
        "reached from this machine; --lan opens it to your network. Settings: docs/settings.md.",
    )
    add_flags(serve, user_language())
    serve.set_defaults(run=run_serve)


def run_serve(arguments: argparse.Namespace) -> int:
    language = user_language()
    try:
        settings = read_settings(arguments)
        listening = _listen(settings)
    except SettingError as error:
        print(f"deckname: {error.sentence(language)}", file=sys.stderr)
        return 2
    except OSError as error:
        print(f"deckname: {say(language, 'serve.cannot_listen', detail=error.strerror or error)}", file=sys.stderr)
        return 2
    return _run(settings, listening)


def _listen(settings: Settings) -> socket.socket:
    """The port that was asked for; if none was, the first free one."""
    ports = [settings.port] if settings.port is not None else range(FIRST_PORT, FIRST_PORT + PORTS_TRIED)
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    for port in ports:
        listening = socket.socket(family, socket.SOCK_STREAM)
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listening.bind((settings.host, port))
        except OSError as error:
            listening.close()
            if error.errno != errno.EADDRINUSE or port == ports[-1]:
                raise
        else:
            listening.listen(2048)
            return listening
    raise AssertionError("there is at least one port to try")


def _run(settings: Settings, listening: socket.socket) -> int:
    import uvicorn  # noqa: PLC0415 - other commands don't need a server

    from deckname.server import logs  # noqa: PLC0415
    from deckname.server.app import Node  # noqa: PLC0415
    from deckname.server.doorplate import show_addresses  # noqa: PLC0415

    logs.configure(settings.log_level, settings.log_format)
    node = Node(settings)

    class Server(uvicorn.Server):
        async def startup(self, sockets: list[socket.socket] | None = None) -> None:
            await super().startup(sockets)
            if self.started:
                show_addresses(settings, listening.getsockname()[1])

        async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
            await node.farewell()
            await super().shutdown(sockets)

    config = uvicorn.Config(
        node,
        ws="websockets-sansio",
        ws_max_size=settings.message_size,
        ws_per_message_deflate=False,  # a move has some 600 bytes: compressing it costs more than it saves
        log_config=None,
        access_log=False,
        server_header=False,
        date_header=False,
        proxy_headers=False,
        lifespan="on",
        timeout_graceful_shutdown=10,
        backlog=2048,
    )
    server = Server(config)
    with contextlib.suppress(KeyboardInterrupt):
        server.run(sockets=[listening])
    return 0 if server.started else 1
