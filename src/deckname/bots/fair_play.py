"""What a fair player does beside giving clues and guessing: approve, challenge, waive, cover. The same for every bot.

    other_move(question, likeness) -> Command | None      None: a clue or a guess is due, which is the bot's own affair
    approves(question, word, number) -> bool          T17, asked by another spymaster beforehand
    challenges(question) -> bool                      for a seat that may challenge, its turn or not

The referee decides: only what it calls invalid is challenged or refused, and where it leaves a clue to people (`ask`)
a fair player lets it pass. A seat whose only legal move is to challenge is asked `challenges`, never `Bot.answer`:
letting a clue pass is no command.
"""

from __future__ import annotations

from collections.abc import Callable

from deckname.engine.model import UNLIMITED, Challenge, Command, Cover, Guess, Number, Waive
from deckname.engine.view import View
from deckname.language import LANGUAGES
from deckname.referee import Ruling, judge

from .player import Question
from .view_reading import judged, said, seat_of, sure_touch, targets, words_in_sight

Likeness = Callable[[int, int], float]
"""How easily one clue would lead to both of these cards; 0 for not at all, on whatever scale a bot has."""


def spoken(language: str) -> str:
    """The language to think in: the table's, or English where it is none of ours (a host's own deck)."""
    return language if language in LANGUAGES else LANGUAGES[0]


def ruling(question: Question, word: str, number: Number) -> Ruling:
    """What the referee says of a clue for the cards that lie open."""
    view = question.view
    count = None if number == UNLIMITED else number
    board = words_in_sight(view)
    return judge(word, count, board, spoken(question.language), view.edition.clues, question.clue_options).verdict


def repeats(question: Question, word: str) -> bool:
    """Whether a clue is an earlier one over again, or a form or relative of it (*nut*, *nuts*)."""
    found = judge(word, 1, said(question.view), spoken(question.language))
    return found.verdict is Ruling.INVALID and found.rule in ("K1", "K2", "K3")


def approves(question: Question, word: str, number: Number) -> bool:
    """Whether a fair spymaster, asked beforehand, lets a clue pass."""
    return ruling(question, word, number) is not Ruling.INVALID


def challenges(question: Question) -> bool:
    """Whether a fair player objects to the clue on the table."""
    clue = question.view.clue
    if clue is None or not question.view.legal.challenge:
        return False
    return ruling(question, clue.word, clue.number) is Ruling.INVALID


def other_move(question: Question, likeness: Likeness) -> Command | None:
    """The fair answer to everything but a clue or a guess; None where one of these is due. What all saw is none."""
    view = question.view
    if challenges(question):
        return Challenge()
    if view.legal.waive:
        challenged = view.log[-1]
        if approves(question, challenged.word, challenged.number):
            return Waive()
    if view.legal.cover:
        return Cover(card_to_cover(view, likeness))
    if (card := sure_touch(view)) is not None:
        return Guess(card)
    return None


def card_to_cover(view: View, likeness: Likeness) -> int:
    """Of one's own agents the one that is hardest to give a clue for (T15); of an imaginary team's the one that gets
    most in the way (V2)."""
    ours = targets(view)
    if view.covering != seat_of(view).side:
        return max(view.legal.cover, key=lambda card: sum(likeness(card, own) for own in ours))
    others = [card for card in judged(view) if card not in ours]

    def ease(card: int) -> float:
        friends = sum(likeness(card, own) for own in ours if own != card)
        return friends - sum(likeness(card, other) for other in others) / 2

    return min(view.legal.cover, key=ease)
