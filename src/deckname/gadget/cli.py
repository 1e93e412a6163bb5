"""`deckname key`: a key card for the box on the table, drawn in the terminal or as JSON."""

from __future__ import annotations

import json
import os
import sys
from argparse import ArgumentParser, Namespace, _SubParsersAction
from collections.abc import Sequence
from secrets import SystemRandom

from deckname.engine.model import Edition, Identity
from deckname.engine.record import format_key
from deckname.language import catalogue, say, user_language

from .keys import BOXES, KeyCard, KeyCodeError, new_card, other_face, read_code

_PAINTS = {"red": "97;41", "blue": "97;44", "green": "30;42", "sand": "30;47", "black": "97;40"}
"""What a terminal calls the colours of looks: the sign's, and its ground's."""


def add_commands(subparsers: _SubParsersAction[ArgumentParser]) -> None:
    key = subparsers.add_parser(
        "key",
        help="draw a key card for the box on your table",
        description="Draw the key card of a code, or a new one. A phone that opens /key at this house's address shows "
        "the same key for the same code. Exit code 2: the letters are no code.",
    )
    key.add_argument("code", metavar="CODE", nargs="?", help="six letters; spaces and dashes don't matter")
    key.add_argument("--edition", choices=BOXES, help="of a new key; with CODE: what it should be for")
    key.add_argument("--both", action="store_true", help="both faces of a Duet key, side by side")
    key.add_argument("--json", action="store_true", help="code, edition, starts and key, as a record has them")
    key.set_defaults(run=run_key)


def run_key(options: Namespace) -> int:
    try:
        card = _card(options.code, options.edition)
    except KeyCodeError as error:
        print(f"deckname key: {error.sentence(user_language())}", file=sys.stderr)
        return 2
    print(json.dumps(_document(card)) if options.json else _drawing(card, options.both))
    return 0


def _card(code: str | None, edition: str | None) -> KeyCard:
    if code is None:
        return new_card(edition or BOXES[0], SystemRandom())
    card = read_code(code)
    if edition not in (None, card.edition.id):
        language = user_language()
        of, wanted = (say(language, f"edition.{id}") for id in (card.edition.id, edition))
        raise KeyCodeError("other_edition", edition=of, wanted=wanted)
    return card


def _document(card: KeyCard) -> dict[str, object]:
    return {"code": card.code, "edition": card.edition.id, "starts": card.starts, "key": format_key(card.key)}


def _drawing(card: KeyCard, both: bool) -> str:
    language, colour = user_language(), sys.stdout.isatty() and not os.environ.get("NO_COLOR")
    other = other_face(card)
    cards = [shown for shown in (card, other if both else None) if shown]
    faces = [_face(shown.shown, card.edition, language, colour) for shown in sorted(cards, key=lambda one: one.face)]
    lines = ["    ".join(parts).rstrip() for parts in zip(*faces, strict=True)]
    notes = [f"{sign} {name}" for sign, name in _legend(card.edition, language)]
    return "\n".join((_title(card, other, language), "", *lines, "", "   ".join(notes)))


def _title(card: KeyCard, other: KeyCard | None, language: str) -> str:
    details = {"code": card.code, "edition": say(language, f"edition.{card.edition.id}")}
    if other:
        return say(language, "key.faced", **details, face="AB"[card.face], other=other.code)
    return say(language, "key.started", **details, side=say(language, f"side.{card.starts}"))


def _face(cells: Sequence[Identity], edition: Edition, language: str, colour: bool) -> list[str]:
    lines = []
    for start in range(0, edition.size, edition.columns):
        row = cells[start : start + edition.columns]
        lines.append("".join(_cell(of, say(language, f"key_sign.{of}"), edition, colour) for of in row))
        if colour:  # cells as high as they are wide
            lines.append("".join(_cell(of, "", edition, colour) for of in row))
    return lines


def _cell(identity: Identity, sign: str, edition: Edition, colour: bool) -> str:
    text = sign.center(4 if colour else 3)
    return f"\033[{_PAINTS[edition.looks[identity].colour]}m{text}\033[0m" if colour else text


def _legend(edition: Edition, language: str) -> list[tuple[str, str]]:
    return [(say(language, f"key_sign.{of}"), _name(edition, of, language)) for of in edition.looks]


def _name(edition: Edition, identity: Identity, language: str) -> str:
    """In the edition's own terms, where it has any: the assassin of the treasures is a curse."""
    own = f"identity.{edition.terms}_{identity}"
    return say(language, own if own in catalogue(language) else f"identity.{identity}")
