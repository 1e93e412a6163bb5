"""How cards look in a terminal: a colour and, since colour is never the only sign, a mark for every pattern.

Which of them an identity has, its edition says (`Edition.looks`).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from rich.style import Style
from rich.text import Text

from deckname.engine.model import ASSASSIN, BYSTANDER, Edition, Identity, Side
from deckname.engine.view import CardView


@dataclass(frozen=True)
class Paint:
    ink: str
    ground: str
    """Ink on ground: a card that is covered."""
    tint: str
    """The ground of a card that only the key reveals."""


PAPER = Paint("#2b2622", "#efe6d0", "#efe6d0")
FOCUSED = "#e8b64c"
PAINTS = {
    "red": Paint("#fff4ee", "#9e2b25", "#f0b9a8"),
    "blue": Paint("#eef4ff", "#27518a", "#b4cdec"),
    "amber": Paint("#2e1d00", "#dd9f22", "#fbd98a"),
    "violet": Paint("#fdf8ff", "#8b57b6", "#d9c3ea"),
    "green": Paint("#f0fbee", "#2f6b3c", "#b9dcae"),
    "sand": Paint("#f4ecdc", "#7d6f58", "#dccdae"),
    "black": Paint("#f5f0e6", "#141210", "#9a948c"),
}
MARKS = {"rising": "◆", "falling": "●", "upright": "▲", "grid": "★", "leaves": "♣", "dots": "▫", "solid": "✖"}


def mark(edition: Edition, identity: Identity) -> str:
    return MARKS[edition.looks[identity].pattern]


def colours(card: CardView, edition: Edition) -> tuple[str, str]:
    """The colour of a card's text and of its ground."""
    if card.cover:
        paint = PAINTS[edition.looks[card.cover].colour]
        return paint.ink, paint.ground
    known = _most_telling(card)
    return PAPER.ink, PAINTS[edition.looks[known].colour].tint if known else PAPER.ground


def _most_telling(card: CardView) -> Identity | None:
    """What to colour a card by: an agent on any face that is seen, else an assassin, else a bystander."""
    known = [identity for identity in card.known if identity]
    agents = [identity for identity in known if identity not in (ASSASSIN, BYSTANDER)]
    return next(iter(agents), ASSASSIN if ASSASSIN in known else next(iter(known), None))


def paint(card: CardView, face: str, edition: Edition, side_name: Callable[[Side], str]) -> Text:
    """A card as text: what covers it or what the key says of it, and the tokens on it; below, what lies up.

    The signs come first, so that a long face never pushes them off the card.
    """
    known = "".join(mark(edition, of) for of in card.known if of)
    signs = [mark(edition, card.cover) * 3] if card.cover else [known]
    if card.cover and len(card.known) > 1 and known:  # a key with two faces says more than a cover
        signs.append(f"({known})")
    signs += [f"▸{side_name(side)}" for side in card.marks]
    text = Text(" ".join(filter(None, signs)) + "\n", Style(color=colours(card, edition)[0]), justify="center")
    return text.append(face, Style(bold=True, strike=bool(card.cover)))
