"""`deckname decks`: list the built-in decks, and check a deck file."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace, _SubParsersAction
from pathlib import Path

from deckname.language import LANGUAGES, say, user_language

from .decks import MAX_TEXT, DeckError, built_in, built_in_ids, decode, parse_deck


def add_commands(subparsers: _SubParsersAction[ArgumentParser]) -> None:
    language = user_language()
    decks = subparsers.add_parser("decks", help=say(language, "decks.help"))
    decks.add_argument("--language", choices=LANGUAGES, default=language, help=say(language, "decks.language_help"))
    decks.set_defaults(run=_list)
    check = decks.add_subparsers().add_parser("check", help=say(language, "decks.check_help"))
    check.add_argument("file", metavar="FILE", type=Path)
    check.set_defaults(run=_check)


def _list(args: Namespace) -> int:
    for language, id in built_in_ids():
        deck = built_in(language, id)
        print(say(args.language, "decks.listed", language=language, id=id, name=deck.name, count=len(deck.cards)))
    return 0


def _check(args: Namespace) -> int:
    """0 for a deck, 1 for a file that is none, 2 for no file."""
    try:
        with args.file.open("rb") as file:
            deck = parse_deck(decode(file.read(4 * MAX_TEXT + 1)))
    except FileNotFoundError:
        return _refuse(args.file, say(args.language, "error.no_such_file"), 2)
    except OSError:
        return _refuse(args.file, say(args.language, "error.not_readable"), 2)
    except DeckError as refused:
        return _refuse(args.file, say(args.language, f"deck_error.{refused.code}", **refused.details), 1)
    print(f"{args.file}: {say(args.language, 'decks.fine', name=deck.name, count=len(deck.cards))}")
    return 0


def _refuse(file: Path, why: str, exit_code: int) -> int:
    print(f"{file}: {why}", file=sys.stderr)
    return exit_code
