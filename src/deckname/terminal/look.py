"""How cards look in a terminal: a colour and, since colour is never the only sign, a mark for every identity."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from rich.style import Style
from rich.text import Text

from deckname.engine.model import ASSASSIN, BYSTANDER, Identity, Side
from deckname.engine.view import CardView


@dataclass(frozen=True)
class Look:
    mark: str
    ink: str
    ground: str
    """Ink on ground: a card that is covered."""
    tint: str
    """The ground of a card that only the key reveals."""


PAPER = Look("", "#2b2622", "#efe6d0", "#efe6d0")
FOCUSED = "#e8b64c"
LOOKS = {
    "red": Look("◆", "#fff4ee", "#9e2b25", "#f0b9a8"),
    "blue": Look("●", "#eef4ff", "#27518a", "#b4cdec"),
    "green": Look("♣", "#f0fbee", "#2f6b3c", "#b9dcae"),
    BYSTANDER: Look("▫", "#f4ecdc", "#7d6f58", "#dccdae"),
    ASSASSIN: Look("✖", "#f5f0e6", "#141210", "#9a948c"),
}


def colours(card: CardView) -> tuple[str, str]:
    """The colour of a card's text and of its ground."""
    if card.cover:
        return LOOKS[card.cover].ink, LOOKS[card.cover].ground
    known = _most_telling(card)
    return PAPER.ink, LOOKS[known].tint if known else PAPER.ground


def _most_telling(card: CardView) -> Identity | None:
    """What to colour a card by: an agent on any face that is seen, else an assassin, else a bystander."""
    known = [identity for identity in card.known if identity]
    agents = [identity for identity in known if identity not in (ASSASSIN, BYSTANDER)]
    return next(iter(agents), ASSASSIN if ASSASSIN in known else next(iter(known), None))


def paint(card: CardView, side_name: Callable[[Side], str]) -> Text:
    """A card in two lines: what lies up; then what covers it, what the key says, and the tokens on it."""
    ink, ground = colours(card)
    text = Text(card.face, Style(color=ink, bgcolor=ground, bold=True, strike=bool(card.cover)), justify="center")
    if card.cover:
        signs = [LOOKS[card.cover].mark * 3]
    else:
        signs = ["".join(LOOKS[identity].mark for identity in card.known if identity)]
    signs += [f"▸{side_name(side)}" for side in card.marks]
    return text.append("\n" + " ".join(filter(None, signs)), Style(color=ink, bgcolor=ground, bold=False, strike=False))
