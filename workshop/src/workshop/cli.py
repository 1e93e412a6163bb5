"""The `workshop` command: make what play reads, look at pictures, let bots play against each other."""

from __future__ import annotations

import argparse
import json
import signal
import sys
import threading
from collections.abc import Iterable, Sequence
from typing import NoReturn

from deckname.cli import Parser
from deckname.language import say, user_language
from workshop import assets
from workshop.laboratory.cli import add_commands as add_laboratory_commands
from workshop.pictures.cli import add_commands as add_pictures_commands
from workshop.progress import show_progress


def build_parser() -> argparse.ArgumentParser:
    parser: argparse.ArgumentParser = Parser(prog="workshop", description=__doc__)
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    making = commands.add_parser("assets", help="make the referee's file, the bots' data and the pictures")
    making.add_argument("parts", nargs="*", choices=[*assets.PARTS, []], help="only these parts", metavar="PART")
    making.add_argument(
        "--lines", action="store_true",
        help="for a server beside: tell in lines of JSON, and read on standard input which pictures come first",
    )  # fmt: skip
    making.add_argument(
        "--alone",
        action="store_true",
        help="for a wheel: what older versions made goes at once, in use or not",
    )
    making.set_defaults(run=run_assets)
    add_pictures_commands(commands)
    add_laboratory_commands(commands)
    return parser


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    options = build_parser().parse_args(arguments)
    try:
        sys.exit(options.run(options))
    except KeyboardInterrupt:
        sys.exit(130)


def run_assets(options: argparse.Namespace) -> int:
    wanted = assets.Wanted()
    if options.lines:
        threading.Thread(target=_read_wanted, args=(wanted,), daemon=True).start()
    listener = InLines() if options.lines else OnTerminal()
    made = assets.make(listener, wanted, options.parts or assets.PARTS, modest=options.lines)
    if options.alone:
        assets.clear_away()
    return 0 if made else 1


def _read_wanted(wanted: assets.Wanted) -> None:
    """A server that has gone, even one that was killed, needs nothing any more: we end with its end of the line."""
    for line in sys.stdin:
        wanted.add([line.strip()])
    signal.pthread_kill(threading.main_thread().ident or 0, signal.SIGINT)


class InLines:
    """Tells a server: a JSON object a line, as `deckname.server.asset_builder` reads them."""

    def progress(self, part: str, done: int, of: int) -> None:
        self._say(part=part, done=done, of=of)

    def ready(self, part: str, files: Iterable[str] = ()) -> None:
        self._say(ready=part, files=list(files))

    def failed(self, part: str, code: str, detail: str) -> None:
        self._say(failed=part, code=code, detail=detail)

    def _say(self, **what: object) -> None:
        print(json.dumps(what), flush=True)


class OnTerminal:
    """Tells a person."""

    def progress(self, part: str, done: int, of: int) -> None:
        show_progress(done / of, say(user_language(), f"workshop.{part}", done=done, of=of))

    def ready(self, part: str, files: Iterable[str] = ()) -> None:
        pass

    def failed(self, part: str, code: str, detail: str) -> None:
        print(f"workshop: {say(user_language(), f'workshop_error.{code}', detail=detail)}", file=sys.stderr)
