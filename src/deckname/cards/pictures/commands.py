"""The commands `deckname pictures sheet`, `draw` and `check`.

What only they need is imported where it is used: every other command starts without it.
"""

from __future__ import annotations

import argparse
import sys
from argparse import ArgumentParser
from collections.abc import Sequence
from pathlib import Path

from deckname.cards.family import treasures
from deckname.cards.pictures import catalogue
from deckname.cards.pictures.gallery import Gallery, GalleryError, faces
from deckname.cards.pictures.storage import write_atomically
from deckname.language import say, user_language

DECKS = ("pictures", "family")
MOST = 2000


def add_commands(subparsers: argparse._SubParsersAction[ArgumentParser]) -> None:
    language = user_language()
    pictures = subparsers.add_parser("pictures", help=say(language, "pictures.help"))
    actions = pictures.add_subparsers(required=True, metavar="sheet|draw|check")

    sheet = actions.add_parser("sheet", help=say(language, "pictures.help_sheet"))
    sheet.add_argument("ids", nargs="*", help=say(language, "pictures.help_ids"))
    sheet.add_argument("--deck", choices=DECKS, default=DECKS[0], help=say(language, "pictures.help_deck"))
    sheet.add_argument("--columns", type=_positive, default=10, help=say(language, "pictures.help_columns"))
    sheet.add_argument("--size", type=_positive, default=220, help=say(language, "pictures.help_size"))
    sheet.add_argument(
        "-o", "--output", type=Path, default=Path("pictures.png"), help=say(language, "pictures.help_output")
    )
    sheet.set_defaults(run=_sheet)

    draw = actions.add_parser("draw", help=say(language, "pictures.help_draw"))
    draw.set_defaults(run=_draw)

    check = actions.add_parser("check", help=say(language, "pictures.help_check"))
    check.add_argument("pack", type=Path, help=say(language, "pictures.help_pack"))
    check.set_defaults(run=_check)


def _positive(text: str) -> int:
    if not text.isdecimal() or not 0 < int(text) <= MOST:
        told = say(user_language(), "usage_error.whole_within", least=1, most=MOST, value=text)
        raise argparse.ArgumentTypeError(told)
    return int(text)


def _fail(message: str, **details: object) -> int:
    print(say(user_language(), message, **details), file=sys.stderr)
    return 1


def _drawn(wanted: Sequence[str]) -> Gallery:
    """The gallery once it has all of `wanted`, with a progress bar where something has to be drawn."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn  # noqa: PLC0415

    gallery = Gallery()
    todo = [face for face in wanted if gallery.picture(face) is None]
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, disable=not todo) as progress:
        task = progress.add_task(say(user_language(), "pictures.drawing"), total=len(todo))
        gallery.draw(wanted, only=True, drawn=lambda face: progress.advance(task))
    return gallery


def _draw(args: argparse.Namespace) -> int:
    try:
        gallery = _drawn(faces())
    except GalleryError as error:
        return _fail(f"gallery_error.{error.code}", detail=error.detail)
    print(say(user_language(), "pictures.drawn", count=len(faces()), folder=gallery.folder))
    return 0


def _sheet(args: argparse.Namespace) -> int:
    known = catalogue.pictures() if args.deck == "pictures" else treasures.treasures()
    unknown = [id_ for id_ in args.ids if id_ not in known]
    if unknown:
        return _fail("pictures.unknown", id=unknown[0])
    wanted = [known[id_].face for id_ in args.ids or known]
    try:
        gallery = _drawn(wanted)
    except GalleryError as error:
        return _fail(f"gallery_error.{error.code}", detail=error.detail)
    from deckname.cards.pictures.sheet import contact_sheet  # noqa: PLC0415

    pictures = [(face, svg) for face in wanted if (svg := gallery.picture(face))]
    try:
        write_atomically(args.output, contact_sheet(pictures, min(args.columns, len(pictures)), args.size))
    except OSError as error:
        return _fail("pictures.not_written", file=args.output, detail=error.strerror or str(error))
    print(say(user_language(), "pictures.sheet", count=len(pictures), file=args.output))
    return 0


def _check(args: argparse.Namespace) -> int:
    from deckname.cards.pictures.packs import PackError, read_pack  # noqa: PLC0415

    try:
        pack = read_pack(args.pack)
    except PackError as error:
        return _fail(f"pack_error.{error.code}", **error.details)
    print(say(user_language(), "pictures.pack", count=len(pack.images)))
    return 0
