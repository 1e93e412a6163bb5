"""What the books say of clues, as data (K). An edition refers to one of them; the referee reads it, no rule does."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class ClueRules:
    """One book's rules for clues. What a table's own options loosen comes on top, and is the referee's affair."""

    words_on_board: bool = True
    """The cards are words that a clue must keep clear of."""
    hyphens: bool = True
    """A word with a hyphen is one word (K11, K12)."""
    hyphens_agreed: bool = False
    """Whether it is, people agree upon beforehand; where they have not, it is worth a question (K12)."""
    invented_compounds: bool = True
    """A compound that nobody has heard before may be asked about; if not, it is never allowed (K12)."""
    sounds: bool = True
    """What sounds like a visible word counts against a clue; if not, puns are fine (K4)."""
    near_sounds_forbidden: bool = False
    """Sounds that are only close are forbidden, not asked about (K4)."""
    hidden_parts: bool = False
    """Letters of one word inside the other are worth a question (K3)."""
    greys: bool = False
    """Shades of grey are not to be spoken of (P5)."""
    options: tuple[str, ...] = ()
    """What a table may agree upon (K17), by the referee's names, in the order in which it is offered."""


WORDS = ClueRules(options=("allow_multiword", "allow_acronyms", "allow_sounds"))
PARTNERS = ClueRules(
    hyphens_agreed=True,
    near_sounds_forbidden=True,
    hidden_parts=True,
    options=("allow_multiword", "allow_hyphen", "allow_acronyms", "flexible"),
)
TREASURES = ClueRules(hyphens=False, invented_compounds=False, sounds=False)
PICTURES = ClueRules(
    words_on_board=False,
    hyphens=False,
    invented_compounds=False,
    sounds=False,
    greys=True,
    options=("allow_multiword", "allow_hyphen", "allow_acronyms", "forbid_shape"),
)
