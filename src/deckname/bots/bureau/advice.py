"""The Bureau asked outside a game: clues for a board and a key, guesses for a clue. What the commands print as JSON."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from deckname.bots.player import Manner, Question
from deckname.bots.queries import MOST_CARDS, BadQuery
from deckname.bots.view_reading import shown
from deckname.engine.model import UNLIMITED, Number, is_readable
from deckname.engine.rules import LONGEST_CLUE
from deckname.engine.view import View

from .bot import Bureau
from .encoder import Floats
from .guesser import Belief, discount, gains
from .knowledge import Knowledge
from .listener import stranger_of
from .parameters import PARAMETERS
from .race import picked_early
from .stakes import TeamStakes

_STRANGER = stranger_of(PARAMETERS)
_USUAL = TeamStakes(ours=9, theirs=8, imaginary=False, assassin_last=False)
_OURS, _THEIRS, _ASSASSIN = 9 / 25, 8 / 25, 1 / 25
"""What a card is by chance on a classic board."""


def clues(bureau: Bureau, seen: View, language: str, manner: Manner, top: int) -> dict[str, Any]:
    found = bureau.plans(Question(seen, language, manner), top)
    return {
        "language": language,
        "edition": seen.edition.id,
        "seat": str(seen.seat),
        "clues": [
            {
                "word": plan.word,
                "number": plan.number,
                "meant": list(plan.meant),
                "worth": round(plan.chance, 4),
                "chances": [
                    {"card": card, "face": seen.cards[card].face, "chance": round(chance, 4)}
                    for card, chance in sorted(plan.chances.items(), key=lambda item: -item[1])
                ],
            }
            for plan in found
        ],
    }


def guesses(
    knowledge: Knowledge, cards: Sequence[str], clue: str, number: Number, top: int | None = None
) -> dict[str, Any]:
    """Every card with its chance to be touched first and to be meant, and after how many touches to stop."""
    if not 0 < len(cards) <= MOST_CARDS or not all(map(_is_word, cards)):
        raise BadQuery("bad_cards", most=MOST_CARDS, longest=LONGEST_CLUE)
    if not _is_word(clue):
        raise BadQuery("bad_clue", longest=LONGEST_CLUE)
    pulls = _STRANGER.pulls(knowledge.near([shown(card, knowledge.language) for card in cards], clue))
    count = PARAMETERS.unsaid if number == UNLIMITED else number
    meant = _STRANGER.mean(picked_early(pulls, count))
    first = _STRANGER.mean(pulls) if count else _kept_clear(pulls)
    order = np.argsort(-first, kind="stable")
    return {
        "clue": clue,
        "number": number,
        "cards": [
            {
                "card": int(at),
                "face": cards[at],
                "chance": round(float(first[at]), 4),
                "meant": round(float(meant[at]), 4),
            }
            for at in order[:top]
        ],
        "stop_after": max(1, int(_worth_touching(meant, pulls)[order[: max(count, 1)]].sum())),
    }


def _is_word(text: str) -> bool:
    return 0 < len(text.strip()) <= LONGEST_CLUE and is_readable(text)


def _kept_clear(pulls: Floats) -> Floats:
    """What is touched first after a zero: least of all what the word pulls at."""
    clear = 1 - _STRANGER.mean(picked_early(pulls, PARAMETERS.unsaid))
    found: Floats = clear / max(float(clear.sum()), 1e-9)
    return found


def _worth_touching(meant: Floats, pulls: Floats) -> NDArray[np.bool_]:
    """Which touches are better than stopping, on a classic board at the start of a game."""
    rest = 1 - meant
    belief = Belief(
        tuple(range(len(meant))), _STRANGER.mean(pulls), meant, meant + rest * _OURS, rest * _ASSASSIN, rest * _THEIRS
    )
    found: NDArray[np.bool_] = gains(belief, _USUAL) > discount(belief, _USUAL, _USUAL.hunch)
    return found
