"""`deckname pictures check`: whether a pack of one's own is a good one."""

from __future__ import annotations

import argparse
import sys
from argparse import ArgumentParser
from pathlib import Path

from deckname.extras import needs
from deckname.language import say, user_language


def add_commands(subparsers: argparse._SubParsersAction[ArgumentParser]) -> None:
    language = user_language()
    pictures = subparsers.add_parser("pictures", help=say(language, "pictures.help"))
    actions = pictures.add_subparsers(required=True, metavar="check")
    check = actions.add_parser("check", help=say(language, "pictures.help_check"))
    check.add_argument("pack", type=Path, help=say(language, "pictures.help_pack"))
    check.set_defaults(run=_check)


def _check(args: argparse.Namespace) -> int:
    with needs("packs"):
        from deckname.cards.pictures.packs import PackError, read_pack  # noqa: PLC0415

    try:
        pack = read_pack(args.pack)
    except PackError as error:
        print(say(user_language(), f"pack_error.{error.code}", **error.details), file=sys.stderr)
        return 1
    print(say(user_language(), "pictures.pack", count=len(pack.images)))
    return 0
