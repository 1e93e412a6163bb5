"""`deckname serve`: run a node until it is told to stop."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import gc
import signal
import socket
import sys
from collections.abc import Iterator
from functools import partial
from typing import cast

from deckname.extras import needs
from deckname.language import say, user_language
from deckname.server.settings import SettingError, Settings, add_flags, read_settings


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
    from deckname.server.addresses import listen  # noqa: PLC0415 - other commands don't need a server
    from deckname.store.store import StoreError  # noqa: PLC0415

    language = user_language()
    try:
        settings = read_settings(arguments)
        if settings.llm_url:
            with needs("llm"):
                import deckname.bots.llm  # noqa: F401, PLC0415 - in the bots' processes it would be too late to say so
        return _run(settings, listen(settings.host, settings.port))
    except (SettingError, StoreError) as error:
        print(f"deckname: {error.sentence(language)}", file=sys.stderr)
    return 2


def _allow_many_sockets() -> None:
    """As many as the system lets this user have: what programs get at first is made for few files."""
    with contextlib.suppress(ImportError, OSError, ValueError):  # not every system has such limits
        import resource  # noqa: PLC0415

        _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def _run(settings: Settings, listening: socket.socket) -> int:
    import uvicorn  # noqa: PLC0415

    from deckname.server import addresses, logs  # noqa: PLC0415
    from deckname.server.app import Node  # noqa: PLC0415
    from deckname.server.frames import SocketLine  # noqa: PLC0415
    from deckname.server.http_connections import HttpLine  # noqa: PLC0415
    from deckname.server.reporter import Reporter  # noqa: PLC0415

    logs.configure(settings.log_level, settings.log_format)
    _allow_many_sockets()
    reporter = Reporter(settings.language)
    node = Node(settings, reporter, lambda: print(say(settings.language, "serve.waiting"), flush=True))

    class Server(uvicorn.Server):
        async def startup(self, sockets: list[socket.socket] | None = None) -> None:
            await super().startup(sockets)
            if self.started:
                links = addresses.links(settings.host, listening.getsockname()[1], settings.public_url)
                colour, encoding = sys.stdout.isatty(), sys.stdout.encoding or "utf-8"
                print(addresses.welcome(settings.language, links, colour, encoding), flush=True)
                reporter.begin()

        @contextlib.contextmanager
        def capture_signals(self) -> Iterator[None]:
            """As uvicorn does; but then the signal isn't raised again, for the node has yet to close."""
            for number in (signal.SIGINT, signal.SIGTERM):
                signal.signal(number, self.handle_exit)
            yield

        async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
            await node.farewell()
            await super().shutdown(sockets)

    config = uvicorn.Config(
        node.application,
        http=cast("type[HttpLine]", partial(HttpLine, node.traffic)),
        ws=cast("type[SocketLine]", partial(SocketLine, node.traffic)),
        ws_max_size=settings.message_size,
        ws_ping_interval=45,  # often enough for proxies that close what is silent for a minute
        ws_per_message_deflate=False,  # a move has some 600 bytes: compressing it costs more than it saves
        log_config=None,
        access_log=False,
        server_header=False,
        date_header=False,
        proxy_headers=False,
        lifespan="off",
        timeout_graceful_shutdown=10,
    )
    server = Server(config)

    async def serve() -> None:
        async with node.running():
            gc.freeze()  # what is here now stays, and need not be looked through again and again
            gc.set_threshold(5_000, 10, 100)  # little garbage here is circular: seldom, and briefly
            await server.serve(sockets=[listening])

    with contextlib.suppress(KeyboardInterrupt), asyncio.Runner(loop_factory=config.get_loop_factory()) as runner:
        runner.run(serve())
    return 0
