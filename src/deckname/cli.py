"""The `deckname` command: one sub-command per thing to do, one clear line and exit code 2 for what it can't read."""

from __future__ import annotations

import argparse
import io
import json
import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NoReturn

from deckname import __version__
from deckname.bots.cli import add_commands as add_bots_commands
from deckname.cards.cli import add_commands as add_deck_commands
from deckname.cards.pictures.cli import add_commands as add_pictures_commands
from deckname.engine.record import LARGEST, IllegalMove, Record, RecordError, parse_record, positions, summary
from deckname.extras import MissingExtraError, needs
from deckname.gadget.cli import add_commands as add_gadget_commands
from deckname.language import say, user_language
from deckname.referee.cli import add_commands as add_referee_commands
from deckname.server.backup_cli import add_commands as add_backup_commands
from deckname.server.cli import add_commands as add_server_commands
from deckname.server.tables_cli import add_commands as add_tables_commands
from deckname.terminal.cli import add_commands as add_terminal_commands

EPILOG = """\
start here:
  deckname terminal                 play on this terminal, passing it around
  deckname terminal --edition duet  a game for two
  deckname key                      a key card for the box on your table
  deckname replay game.json         where a recorded game stands, as JSON
  deckname replay --show game.json  watch it move by move

Sentences for people come in English, French or German: as your system is set, or as DECKNAME_LANGUAGE says.
"""


_WORDINGS: Mapping[str, tuple[str, Mapping[str, str]]] = {
    "the following arguments are required: %s": ("missing", {"names": "%s"}),
    "unrecognized arguments: %s": ("unknown", {"names": "%s"}),
    "ambiguous option: %(option)s could match %(matches)s": (
        "ambiguous",
        {"value": "%(option)s", "known": "%(matches)s"},
    ),
    "argument %(argument_name)s: %(message)s": ("of", {"where": "%(argument_name)s", "what": "%(message)s"}),
    "invalid %(type)s value: %(value)r": ("not_whole", {"value": "%(value)s"}),
    "expected one argument": ("no_value", {}),
    "ignored explicit argument %r": ("takes_none", {"value": "%s"}),
}
"""What argparse asks gettext for where our commands can't be read, with our sentence and the places in it."""


@contextmanager
def _argparse_speaks(language: str) -> Iterator[None]:
    """Argparse has a catalogue of messages, gettext's, and asks it by this one name: ours stands in for it."""

    def sentence(message: str) -> str:
        if message not in _WORDINGS:
            return message
        code, places = _WORDINGS[message]
        return say(language, f"usage_error.{code}", **places)

    before = argparse._  # type: ignore[attr-defined]
    argparse._ = sentence  # type: ignore[attr-defined]
    try:
        yield
    finally:
        argparse._ = before  # type: ignore[attr-defined]


class Parser(argparse.ArgumentParser):
    """Says what is wrong in one line, in the user's language, and where to read on."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: {message} ({say(user_language(), 'usage_error.see', program=self.prog)})\n")

    def _check_value(self, action: argparse.Action, value: object) -> None:
        """As every Python should say it: some quote the choices, some guess what was meant."""
        if action.choices is not None and value not in action.choices:
            known = ", ".join(map(str, action.choices))
            raise argparse.ArgumentError(
                action, say(user_language(), "usage_error.no_choice", known=known, value=value)
            )


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
    add_tables_commands(commands)
    add_backup_commands(commands)
    add_terminal_commands(commands)
    add_gadget_commands(commands)
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
    with _argparse_speaks(user_language()):
        options = build_parser().parse_args(arguments)
    try:
        code = options.run(options)
        sys.stdout.flush()
        sys.exit(code)
    except KeyboardInterrupt:
        sys.exit(130)
    except MissingExtraError as missing:
        sys.exit(_complain(missing.sentence(user_language())))
    except OSError as error:  # the reader of our output has gone, or the disk is full
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # what is still in the buffer goes nowhere
        sys.exit(1 if isinstance(error, BrokenPipeError) else f"deckname: {error.strerror}")


def _complain(sentence: str) -> int:
    print(f"deckname: {sentence}", file=sys.stderr)
    return 2


def run_replay(options: argparse.Namespace) -> int:
    language = user_language()
    try:
        record = parse_record(_read(options.file))
    except RecordError as error:
        print(f"deckname: {options.file}: {say(language, f'error.{error.code}', **error.details)}", file=sys.stderr)
        return 2
    if options.show:
        with needs("terminal"):
            from deckname.terminal.show import show_record  # noqa: PLC0415 - most replays draw nothing

        return show_record(record, language)
    return _print_summary(record)


def _print_summary(record: Record) -> int:
    table = record.table
    try:
        for position in positions(record):
            table = position.table
    except IllegalMove as illegal:
        print(json.dumps({"error": illegal.code, "move": illegal.index}))
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
