"""What people write, as others see it: what a name may be, which names look alike, and which way letters run.

    person_names.py    a name as it is shown, or why it can't be one
    skeletons.py       what a name looks like, and whether another looks the same (confusables.py: Unicode's table)
    bidi.py            the characters that turn the letters around them, which nobody needs to write a word

It knows nothing of tables or people. Words of the cards have rules of their own (`cards.decks`), clues the referee's.
"""

from __future__ import annotations

from deckname.lettering.bidi import has_bidi_controls, without_bidi_controls, without_bidi_controls_in
from deckname.lettering.confusables import prototypes
from deckname.lettering.person_names import clean_name
from deckname.lettering.skeletons import look_alike

__all__ = [
    "clean_name",
    "has_bidi_controls",
    "look_alike",
    "prototypes",
    "without_bidi_controls",
    "without_bidi_controls_in",
]
