"""The commands `workshop pictures` and `workshop icons`: many pictures on one sheet, and the app's icon in pixels."""

from __future__ import annotations

import argparse
import sys
from argparse import ArgumentParser
from collections.abc import Sequence
from pathlib import Path

from deckname.cards.family import treasures
from deckname.cards.pictures import catalogue
from deckname.cards.pictures.storage import write_atomically
from deckname.language import say, user_language
from workshop.pictures.gallery import Gallery, GalleryError
from workshop.pictures.icon import draw_icons
from workshop.pictures.sheet import contact_sheet
from workshop.progress import show_progress

DECKS = ("pictures", "family")
MOST = 2000


def add_commands(subparsers: argparse._SubParsersAction[ArgumentParser]) -> None:
    language = user_language()
    sheet = subparsers.add_parser("pictures", help=say(language, "pictures.help_sheet"))
    sheet.add_argument("ids", nargs="*", help=say(language, "pictures.help_ids"))
    sheet.add_argument("--deck", choices=DECKS, default=DECKS[0], help=say(language, "pictures.help_deck"))
    sheet.add_argument("--columns", type=_positive, default=10, help=say(language, "pictures.help_columns"))
    sheet.add_argument("--size", type=_positive, default=220, help=say(language, "pictures.help_size"))
    sheet.add_argument(
        "-o", "--output", type=Path, default=Path("pictures.png"), help=say(language, "pictures.help_output")
    )
    sheet.set_defaults(run=_sheet)
    icons = subparsers.add_parser("icons", help="draw the web app's icon in pixels, for home screens")
    icons.set_defaults(run=lambda _: draw_icons())


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
    gallery = Gallery()
    of = len(gallery.missing(wanted))
    for done, _ in enumerate(gallery.draw(wanted), 1):
        show_progress(done / of, say(user_language(), "workshop.pictures", done=done, of=of))
    return gallery


def _sheet(args: argparse.Namespace) -> int:
    known = catalogue.pictures() if args.deck == "pictures" else treasures.treasures()
    unknown = [id_ for id_ in args.ids if id_ not in known]
    if unknown:
        return _fail("pictures.unknown", id=unknown[0])
    wanted = [known[id_].face for id_ in args.ids or known]
    try:
        gallery = _drawn(wanted)
    except GalleryError as error:
        return _fail(f"workshop_error.{error.code}", detail=error.details.get("detail", ""))
    pictures = [(face, svg) for face in wanted if (svg := gallery.picture(face))]
    try:
        write_atomically(args.output, contact_sheet(pictures, min(args.columns, len(pictures)), args.size))
    except OSError as error:
        return _fail("pictures.not_written", file=args.output, detail=error.strerror or str(error))
    print(say(user_language(), "pictures.sheet", count=len(pictures), file=args.output))
    return 0
