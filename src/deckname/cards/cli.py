"""`deckname decks`: list the built-in decks, and check a deck file."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace, _SubParsersAction
from pathlib import Path

from deckname.language import say, user_language

from .decks import MAX_TEXT, DeckError, decode, parse_deck
from .library import deck, deck_ids


def add_commands(subparsers: _SubParsersAction[ArgumentParser]) -> None:
    decks = subparsers.add_parser(
        "decks", help="list the built-in decks, or check a deck file", description="List the built-in decks."
    )
    decks.set_defaults(run=_list)
    check = decks.add_subparsers(title="commands", metavar="COMMAND").add_parser(
        "check",
        help="say whether a file is a deck, and if not, why",
        description="Check a deck file. Exit code 0: a deck; 1: it is none; 2: the file can't be read.",
    )
    check.add_argument("file", metavar="FILE", type=Path)
    check.set_defaults(run=_check)


def _list(_: Namespace) -> int:
    for language, id in deck_ids():
        listed = deck(language, id)
        details = {"language": language, "id": id, "name": listed.name, "count": len(listed.cards)}
        print(say(user_language(), "decks.listed", **details))
    return 0


def _check(options: Namespace) -> int:
    language = user_language()
    try:
        with options.file.open("rb") as file:
            parsed = parse_deck(decode(file.read(4 * MAX_TEXT + 1)))
    except FileNotFoundError:
        return _refuse(options.file, say(language, "error.no_such_file"), 2)
    except OSError:
        return _refuse(options.file, say(language, "error.not_readable"), 2)
    except DeckError as refused:
        return _refuse(options.file, say(language, f"deck_error.{refused.code}", **refused.details), 1)
    print(f"{options.file}: {say(language, 'decks.fine', name=parsed.name, count=len(parsed.cards))}")
    return 0


def _refuse(file: Path, why: str, exit_code: int) -> int:
    print(f"deckname: {file}: {why}", file=sys.stderr)
    return exit_code
