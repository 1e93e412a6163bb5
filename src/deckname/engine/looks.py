"""How an identity looks, by names: a colour, a pattern, a person. How these are drawn is every client's own affair.

Colour is never the only sign, so no two identities of an edition share a pattern. A client knows all names that stand
here, in every language and for every eye; an edition chooses among them and needs no drawing of its own.
"""

from __future__ import annotations

from typing import NamedTuple

COLOURS = ("red", "blue", "amber", "violet", "green", "sand", "black")
PATTERNS = ("rising", "falling", "upright", "grid", "leaves", "dots", "solid")
EMBLEMS = ("fedora", "headscarf", "topper", "cloche", "beret", "bowler", "raven", "curse")


class Look(NamedTuple):
    colour: str
    pattern: str
    emblem: str
    """Who is drawn on the cover: people by their hats, and two whom nobody wants to meet."""

    @property
    def can_be_drawn(self) -> bool:
        """Whether clients know all its names."""
        return self.colour in COLOURS and self.pattern in PATTERNS and self.emblem in EMBLEMS


TEAMS = {
    "red": Look("red", "rising", "fedora"),
    "blue": Look("blue", "falling", "headscarf"),
    "amber": Look("amber", "upright", "topper"),
    "violet": Look("violet", "grid", "cloche"),
}
"""The sides that play against each other, in the order in which an edition takes them; agents are called like them."""
PARTNER = Look("green", "leaves", "beret")
NOBODY = Look("sand", "dots", "bowler")
KILLER = Look("black", "solid", "raven")
CURSE = Look("black", "solid", "curse")
