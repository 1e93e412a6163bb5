"""The Bureau: the strong built-in bot, for every seat of every edition. It needs the data that `cache` builds.

It keeps nothing between two questions: what it knows of its partner it reads off the log each time, so any worker can
answer any question.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from math import exp

import numpy as np

from deckname.engine.model import GiveClue, Number, Stop
from deckname.engine.view import View
from deckname.language import LANGUAGES

from . import cache, fair, guesser, spymaster
from .listener import STRANGER, TWIN, Listener, acquainted, faces_shown
from .player import Answer, Question, Thought
from .sight import answering_side, seat_of
from .spymaster import Plan
from .stakes import stakes_of
from .vectors import Words

NAME = "bureau"
_SURE = 25.0
"""How quickly a worse touch makes stopping likely."""


class Bureau:
    """A `Bot`. Opening it takes no time; the first question of a language maps its data."""

    def __init__(
        self, open_lore: Callable[[str], Words] = cache.open_lore, stranger: Listener = STRANGER, name: str = NAME
    ) -> None:
        """`stranger` is who the bot takes a partner for that it has not seen guess yet."""
        self._open_lore, self._stranger, self._name = open_lore, stranger, name

    @staticmethod
    def ready() -> bool:
        """Whether the data is built; until then every answer raises `cache.NotReadyError`."""
        try:
            return cache.locate() is not None
        except cache.NotReadyError:  # a package is missing
            return False

    def open(self, language: str) -> None:
        """Load what answers in a language need; raises where it can't be had."""
        self._open_lore(fair.spoken(language))

    def answer(self, question: Question) -> Answer:
        legal = question.view.legal
        lore = self._lore(question)

        def likeness(one: int, other: int) -> float:
            return _likeness(lore, question.view, one, other)

        if command := fair.beside(question, likeness):
            return Answer(command, Thought(by=self._name))
        if legal.clue:
            return self._clue(question)
        if legal.guess:
            return self._guess(question, lore)
        raise ValueError("nothing is to be answered: a seat that can only challenge is asked fair.challenges")

    def approves(self, question: Question, word: str, number: Number) -> bool:
        return fair.approves(question, word, number)

    def plans(self, question: Question, top: int = 1) -> list[Plan]:
        """The best clues for a seat that has to give one."""
        lore = self._lore(question)
        listener = acquainted(
            self._partner(question), lore, question.view, seat_of(question.view).side, right_only=False
        )
        return list(islice(spymaster.plans(lore, question, listener, stakes_of(question.view)), top))

    def _partner(self, question: Question) -> Listener:
        return TWIN if question.among_bots else self._stranger

    def _lore(self, question: Question) -> Words:
        return self._open_lore(fair.spoken(question.language))

    def _clue(self, question: Question) -> Answer:
        (plan,) = self.plans(question)
        number = spymaster.with_expert_number(plan, question.view)
        chances = tuple(plan.chances.get(card, 0.0) for card in range(len(question.view.cards)))
        return Answer(GiveClue(plan.word, number), Thought(plan.meant, chances, by=self._name))

    def _guess(self, question: Question, lore: Words) -> Answer:
        view = question.view
        giver = acquainted(self._partner(question), lore, view, answering_side(view), right_only=True)
        belief = guesser.believe(lore, view, giver)
        command, gain = guesser.choose(belief, view, stakes_of(view), question.manner)
        stop = 1 / (1 + exp(max(min(_SURE * gain, 30), -30))) if view.legal.stop else 0.0
        if command == Stop():
            stop = max(stop, 0.5)
        pulled = view.clue is not None and view.clue.number != 0  # a zero warns of the cards that its word pulls at
        likely = belief.pulls if pulled else belief.agent / max(float(belief.agent.sum()), 1e-9)
        pulls = {card: float(share) * (1 - stop) for card, share in zip(belief.cards, likely, strict=True)}
        meant = tuple(belief.cards[place] for place in np.argsort(-belief.agent) if belief.agent[place] >= 0.5)
        chances = tuple(pulls.get(card, 0.0) for card in range(len(view.cards)))
        return Answer(command, Thought(meant, chances, stop, self._name))


def _likeness(lore: Words, view: View, one: int, other: int) -> float:
    first, second = faces_shown(view, (one, other), lore.language)
    return float(np.mean(lore.near([first], second[0]))) if first and second else 0.0


def open_bureau(report: cache.Progress) -> Bureau:
    """What a worker process makes: builds the data where there is none, and opens it, so that answers are quick."""
    cache.build(report)
    bureau = Bureau()
    for language in LANGUAGES:
        bureau.open(language)
    return bureau
