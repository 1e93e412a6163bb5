"""The `deckname` command: one sub-command per thing to do, one clear line and exit code 2 for what it can't read."""

from __future__ import annotations

import argparse
import io
import json
import os
import re
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NoReturn

from deckname import __version__
from deckname.bots.commands import add_commands as add_bots_commands
from deckname.cards.commands import add_commands as add_deck_commands
from deckname.cards.pictures.commands import add_commands as add_pictures_commands
from deckname.engine.record import LARGEST, IllegalMove, Record, RecordError, parse_record, positions, summary
from deckname.language import say, user_language
from deckname.referee.commands import add_commands as add_referee_commands
from deckname.server.commands import add_commands as add_server_commands
from deckname.terminal.commands import add_commands as add_terminal_commands

EPILOG = """\
start here:
  deckname terminal                 play on this terminal, passing it around
  deckname terminal --edition duet  a game for two
  deckname replay game.json         where a recorded game stands, as JSON
  deckname replay --show game.json  watch it move by move

Sentences for people come in English, French or German: as your system is set, or as DECKNAME_LANGUAGE says.
"""


_OF = r"argument (?P<where>.+?): "
_USAGE_ERRORS = {
    "missing": r"the following arguments are required: (?P<names>.+)",
    "unknown": r"unrecognized arguments: (?P<names>.+)",
    "ambiguous": r"ambiguous option: (?P<value>.+) could match (?P<known>.+)",
    "no_choice": _OF + r"invalid choice: (?P<value>.+?)(?:, maybe you meant .+)? \(choose from (?P<known>.+)\)",
    "not_whole": _OF + r"invalid \w+ value: (?P<value>.+)",
    "no_value": _OF + r"expected one argument",
    "takes_none": _OF + r"ignored explicit argument .+",
}
"""How argparse words what can be wrong with our commands. It tells errors apart by their English sentence alone."""


class Parser(argparse.ArgumentParser):
    """Says what is wrong in one line, in the user's language, and where to read on."""

    def error(self, message: str) -> NoReturn:
        language = user_language()
        sentence = _usage_error(language, message)
        self.exit(2, f"{self.prog}: {sentence} ({say(language, 'usage_error.see', program=self.prog)})\n")


def _usage_error(language: str, message: str) -> str:
    """What argparse says, in a language; what our own readers of values say is in the user's already."""
    for code, wording in _USAGE_ERRORS.items():
        if found := re.fullmatch(wording, message, re.DOTALL):
            details = {name: _unquoted(name, text) for name, text in found.groupdict().items()}
            return say(language, f"usage_error.{code}", **details)
    return re.sub(_OF, r"\g<where> ", message, count=1)


def _unquoted(name: str, text: str) -> str:
    """Values and choices come as Python writes them; sentences have quotation marks of their own."""
    if name == "known":
        return text.replace("'", "")
    return text[1:-1] if name == "value" and text[0] in "'\"" else text


def build_parser() -> argparse.ArgumentParser:
    parser: argparse.ArgumentParser = Parser(
        prog="deckname",
        description="The open home of the Codenames family of games: Classic, Duet, Pictures and Family.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"deckname {__version__}")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    add_server_commands(commands)
    add_terminal_commands(commands)
    add_deck_commands(commands)
    add_pictures_commands(commands)
    add_referee_commands(commands)
    add_bots_commands(commands)
    replay = commands.add_parser(
        "replay",
        help="replay a recorded game",
        description="Replay a record (deckname-record/1) and print where the game stands as one JSON object. "
        "Exit code 0: fine; 1: a move is not legal; 2: the file is no record.",
    )
    replay.add_argument("file", metavar="FILE", help="the record; - reads it from standard input")
    replay.add_argument("--show", action="store_true", help="play it in the terminal, move by move")
    replay.set_defaults(run=run_replay)
    return parser


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    for stream in (sys.stdout, sys.stderr):  # a terminal that knows no accents gets question marks, not a traceback
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    options = build_parser().parse_args(arguments)
    try:
        code = options.run(options)
        sys.stdout.flush()
        sys.exit(code)
    except KeyboardInterrupt:
        sys.exit(130)
    except OSError as error:  # the reader of our output has gone, or the disk is full
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # what is still in the buffer goes nowhere
        sys.exit(1 if isinstance(error, BrokenPipeError) else f"deckname: {error.strerror}")


def run_replay(options: argparse.Namespace) -> int:
    language = user_language()
    try:
        record = parse_record(_read(options.file))
    except RecordError as error:
        print(f"deckname: {options.file}: {say(language, f'error.{error.code}', **error.details)}", file=sys.stderr)
        return 2
    if options.show:
        from deckname.terminal.show import show_record  # noqa: PLC0415 - most replays draw nothing

        return show_record(record, language)
    return _print_summary(record)


def _print_summary(record: Record) -> int:
    table = record.table
    try:
        for position in positions(record):
            table = position.table
    except IllegalMove as illegal:
        print(json.dumps({"error": illegal.code.value, "move": illegal.index}))
        return 1
    print(json.dumps(summary(table, len(record.moves)), ensure_ascii=False))
    return 0


def _read(name: str) -> bytes:
    """At most one byte more than the largest record, whatever the file claims to be."""
    try:
        if name == "-" and sys.stdin is None:
            raise RecordError("not_readable")
        if name == "-":
            return sys.stdin.buffer.read(LARGEST + 1)
        with Path(name).open("rb") as file:
            return file.read(LARGEST + 1)
    except FileNotFoundError as error:
        raise RecordError("no_such_file") from error
    except RecordError:
        raise
    except (OSError, ValueError) as error:  # a folder, no permission, a name with a NUL
        raise RecordError("not_readable") from error
