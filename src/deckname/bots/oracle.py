"""The Bureau asked outside a game: clues for a board and a key, guesses for a clue. What the commands print as JSON."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from deckname.engine import EDITIONS, new_table, view
from deckname.engine.model import (
    ASSASSIN,
    BYSTANDER,
    UNLIMITED,
    Edition,
    Identity,
    Key,
    Number,
    Role,
    Seat,
    is_readable,
)
from deckname.engine.rules import LONGEST_CLUE
from deckname.engine.view import View

from .asking import MOST_CARDS, AskedWrongly
from .bureau import Bureau
from .encoder import Floats
from .guesser import UNSAID, Belief, discount, gains
from .listener import STRANGER
from .player import Manner, Question
from .race import picked_early
from .sight import shown
from .stakes import TeamStakes
from .vectors import Words

_USUAL = TeamStakes(ours=9, theirs=8, imaginary=False, assassin_last=False)
_OURS, _THEIRS, _ASSASSIN = 9 / 25, 8 / 25, 1 / 25
"""What a card is by chance on a classic board."""


def board(
    edition: str, cards: Sequence[str], identities: Sequence[Identity], seat: Seat, covered: Collection[int]
) -> View:
    """What a giver sees of such a board; AskedWrongly or SetupError for what is no board of the edition.

    In Duet the identities are those of the seat's own face; the other face stays unknown.
    """
    rules = EDITIONS[edition]
    _check_board(rules, cards, identities, seat, covered)
    starts = None if None in rules.deals else max(rules.side, key=list(identities).count)
    faces = [(BYSTANDER,) * len(cards)] * rules.faces
    faces[rules.side[seat.side].giver_sees[0]] = tuple(identities)
    covers = tuple(identities[card] if card in covered else None for card in range(len(cards)))
    table = new_table(rules, cards, starts)._replace(turn=seat.side, covers=covers)
    seen = view(table, Key(tuple(faces)), seat)
    if rules.faces > 1:
        return seen
    left = {
        agent: sum(of == agent and not cover for of, cover in zip(identities, covers, strict=True))
        for agent in seen.left
    }
    return replace(seen, left=left)


def _check_board(
    rules: Edition, cards: Sequence[str], identities: Sequence[Identity], seat: Seat, covered: Collection[int]
) -> None:
    if seat.side not in rules.side or seat.role is not Role.GIVER:
        givers = ", ".join(str(Seat(side, Role.GIVER)) for side in rules.side)
        raise AskedWrongly("no_giver", edition=rules.id, seat=seat, known=givers)
    if len(identities) != len(cards):
        raise AskedWrongly("other_count", cards=len(cards), identities=len(identities))
    allowed = {rules.side[side].agent for side in rules.side} | {BYSTANDER, ASSASSIN}
    if strange := sorted(set(identities) - allowed):
        known = ", ".join(sorted(allowed))
        raise AskedWrongly("unknown_identity", edition=rules.id, identity=strange[0], known=known)
    if strange_cards := [card for card in covered if not 0 <= card < len(cards)]:
        raise AskedWrongly("no_card", card=strange_cards[0], last=len(cards) - 1)
    ours = rules.side[rules.side[seat.side].clues_to].agent
    if ours not in (identity for card, identity in enumerate(identities) if card not in covered):
        raise AskedWrongly("nothing_to_find", seat=seat)


def clues(bureau: Bureau, seen: View, language: str, manner: Manner, top: int) -> dict[str, Any]:
    found = bureau.plans(Question(seen, language, manner), top)
    return {
        "language": language,
        "edition": seen.edition,
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


def guesses(lore: Words, cards: Sequence[str], clue: str, number: Number, top: int | None = None) -> dict[str, Any]:
    """Every card with its chance to be touched first and to be meant, and after how many touches to stop."""
    if not 0 < len(cards) <= MOST_CARDS or not all(map(_is_word, cards)):
        raise AskedWrongly("bad_cards", most=MOST_CARDS, longest=LONGEST_CLUE)
    if not _is_word(clue):
        raise AskedWrongly("bad_clue", longest=LONGEST_CLUE)
    pulls = STRANGER.pulls(lore.near([shown(card, lore.language) for card in cards], clue))
    count = UNSAID if number == UNLIMITED else number
    meant = STRANGER.mean(np.array([picked_early(ear, count) for ear in pulls]))
    first = STRANGER.mean(pulls) if count else _kept_clear(pulls)
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
    clear = 1 - STRANGER.mean(np.array([picked_early(ear, UNSAID) for ear in pulls]))
    found: Floats = clear / max(float(clear.sum()), 1e-9)
    return found


def _worth_touching(meant: Floats, pulls: Floats) -> NDArray[np.bool_]:
    """Which touches are better than stopping, on a classic board at the start of a game."""
    rest = 1 - meant
    belief = Belief(
        tuple(range(len(meant))), STRANGER.mean(pulls), meant, meant + rest * _OURS, rest * _ASSASSIN, rest * _THEIRS
    )
    found: NDArray[np.bool_] = gains(belief, _USUAL) > discount(belief, _USUAL, _USUAL.hunch)
    return found
