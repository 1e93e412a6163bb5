"""What every bot reads off a view: which cards lie open, and which ones a clue should lead to.

Only the view is read: whatever a seat may not know is not in it. What a face shows in words is asked of the cards.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from deckname.cards.decks import is_picture
from deckname.cards.faces import concepts, words_in_play
from deckname.engine.model import (
    ASSASSIN,
    BYSTANDER,
    UNLIMITED,
    Challenge,
    Clue,
    Command,
    Cover,
    Edition,
    GiveClue,
    Guess,
    Identity,
    Seat,
    Side,
    Stop,
    Table,
    Waive,
    is_readable,
)
from deckname.engine.rules import LONGEST_CLUE
from deckname.engine.view import View


def seat_of(view: View) -> Seat:
    if view.seat is None:
        raise ValueError("a spectator has nothing to decide")
    return view.seat


def open_to(view: View, side: Side) -> tuple[int, ...]:
    """The cards that this side's guessers could touch (G8, D9)."""
    return tuple(at for at, card in enumerate(view.cards) if card.cover is None and side not in card.marks)


def seen(view: View, side: Side) -> dict[int, Identity]:
    """What open cards are to this side's guessers, as all saw before a touch was taken back (G14)."""
    layer, opened = view.edition.side[side].judged_by, open_to(view, side)
    touches = (one.touch for one in view.taken_back if one.touch)
    return {
        card: identity for card, identity, by in touches if card in opened and view.edition.side[by].judged_by == layer
    }


def sure_touch(view: View) -> int | None:
    """For a guesser: a card that all saw to be right before the touch was taken back."""
    return next((card for card, is_right in _rated(view).items() if is_right and card in view.legal.guess), None)


def without_known_misses(view: View) -> View:
    """The same view, where a guesser is not offered what all saw to be wrong."""
    if not view.taken_back or not view.legal.guess:
        return view
    rated = _rated(view)
    left = tuple(card for card in view.legal.guess if rated.get(card, True))
    return replace(view, legal=view.legal._replace(guess=left)) if left else view


def _rated(view: View) -> dict[int, bool]:
    """Whether it would be right to touch each card that was seen. With all agents found the assassin is (P7)."""
    side = seat_of(view).side
    agent = view.edition.side[side].agent
    right = agent if view.left[agent] else ASSASSIN
    return {card: identity == right for card, identity in seen(view, side).items()}


def said(view: View) -> list[str]:
    """Every clue that was heard in this game, those that were taken back among them."""
    return [clue.word for clue in (*view.log, *(one.clue for one in view.taken_back if one.clue))]


def answering_side(view: View) -> Side:
    """The side whose guessers answer this seat's clues."""
    return view.edition.side[seat_of(view).side].clues_to


def judged(view: View) -> dict[int, Identity]:
    """For a giver: what each card is that a guess at its clue could touch. Agents of a side that is out count for
    nobody (N5), as bystanders do."""
    answering = view.edition.side[answering_side(view)]
    known = {at: view.cards[at].known[answering.judged_by] for at in open_to(view, answering.id)}
    nobodys = {view.edition.side[side].agent for side in view.out}
    return {at: BYSTANDER if of in nobodys else of for at, of in known.items() if of is not None}


def rivals(view: View, side: Side) -> tuple[int, ...]:
    """How many agents each side that plays against this one, and is still in the game, has left to find."""
    edition = view.edition
    return tuple(view.left[spec.agent] for spec in edition.sides if spec.id != side and spec.id not in view.out)


def targets(view: View) -> tuple[int, ...]:
    """For a giver: the cards a clue should lead to. With all agents found, the assassin where it comes last (P7)."""
    agent = view.edition.side[answering_side(view)].agent
    identities = judged(view)
    found = tuple(at for at, identity in identities.items() if identity == agent)
    return found or tuple(at for at, identity in identities.items() if identity == ASSASSIN)


def still_meant(edition: Edition, clue: Clue, unsaid: int) -> int:
    """How many cards a clue still speaks for; an unlimited one is taken to mean `unsaid`."""
    number = unsaid if clue.number == UNLIMITED else int(clue.number)
    agent = edition.side[edition.side[clue.side].clues_to].agent
    return max(number - sum(touch.identity == agent for touch in clue.touched), 0)


def first_to_touch(table: Table, seats: Sequence[Seat]) -> Seat:
    """Of the seats that are asked, in sudden death the one that clues still promise most to (D15); else the first."""

    def promised(seat: Seat) -> int:
        edition = table.setup.edition
        return sum(still_meant(edition, clue, 0) for clue in table.log if edition.side[clue.side].clues_to == seat.side)

    return max(seats, key=promised) if table.sudden_death else seats[0]


def words_in_sight(view: View) -> tuple[str, ...]:
    """The words a clue must keep clear of (K1)."""
    faces, covers, _, marks, _ = zip(*view.cards, strict=True)
    return words_in_play(faces, covers, marks, len(view.edition.sides))


def shown(face: str, language: str) -> tuple[str, ...]:
    """What a face shows, as words; nothing for a picture that says nothing of itself, as in a host's own pack."""
    try:
        names = concepts(face, language)
    except KeyError:
        return ()
    return () if names == (face,) and is_picture(face) else names


def allows(view: View, command: Command) -> bool:
    """Whether the rules would take this command now from the seat that sees this, whatever a bot has put in it."""
    legal = view.legal
    match command:
        case GiveClue(word, number):
            readable = isinstance(word, str) and 0 < len(word.strip()) <= LONGEST_CLUE and is_readable(word.strip())
            return readable and number in legal.clue
        case Guess(card):
            return card in legal.guess
        case Cover(card):
            return card in legal.cover
        case Stop():
            return legal.stop
        case Challenge():
            return legal.challenge
        case Waive():
            return legal.waive
        case _:
            return False
