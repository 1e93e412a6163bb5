"""The Bureau: the strong built-in bot, for every seat of every edition. It needs the data that is made ahead.

It keeps nothing between two questions: what it knows of its partner it reads off the log each time, so any worker can
answer any question.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import islice
from math import exp

import numpy as np

from deckname.bots import fair_play
from deckname.bots.factory import Report
from deckname.bots.player import Answer, Question, Thought
from deckname.bots.view_reading import answering_side, seat_of
from deckname.engine.model import GiveClue, Guess, Number, Stop
from deckname.engine.view import View
from deckname.language import LANGUAGES

from . import data, guesser, spymaster
from .knowledge import Knowledge
from .listener import Listener, acquainted, faces_shown, stranger_of, twin_of
from .own_head import OwnHead
from .parameters import PARAMETERS, Parameters, Skill
from .spymaster import CluePlan
from .stakes import stakes_of

NAME = "bureau"


class Bureau:
    """A `Bot`. Opening it takes no time; the first question of a language maps its data."""

    def __init__(
        self,
        open_knowledge: Callable[[str], Knowledge] | None = None,
        stranger: Listener | None = None,
        name: str = NAME,
        parameters: Parameters = PARAMETERS,
    ) -> None:
        """`open_knowledge` opens what it knows of a language, if not our data. `stranger` is who the bot takes for its
        partner as long as it has not seen them guess, if not whom the parameters describe.
        """
        self._open_knowledge = open_knowledge or partial(data.open_knowledge, thoughts=parameters.thoughts)
        self._stranger, self._twin = stranger or stranger_of(parameters), twin_of(parameters)
        self._name, self._parameters = name, parameters

    def open(self, language: str) -> None:
        """Load what answers in a language need; raises where it can't be had."""
        self._open_knowledge(fair_play.spoken(language))

    def answer(self, question: Question) -> Answer:
        legal = question.view.legal
        knowledge = self._knowledge(question)

        def likeness(one: int, other: int) -> float:
            return _likeness(knowledge, question.view, one, other)

        if command := fair_play.other_move(question, likeness):
            return Answer(command, Thought(by=self._name))
        if legal.clue:
            return self._clue(question)
        if legal.guess:
            return self._guess(question, self._head(question, knowledge))
        raise ValueError("nothing is to be answered: a seat that can only challenge is asked fair_play.challenges")

    def approves(self, question: Question, word: str, number: Number) -> bool:
        return fair_play.approves(question, word, number)

    def plans(self, question: Question, top: int = 1) -> list[CluePlan]:
        """The best clues for a seat that has to give one."""
        knowledge = self._knowledge(question)
        listener = acquainted(
            self._partner(question), knowledge, question.view, seat_of(question.view).side, right_only=False
        )
        return list(
            islice(spymaster.plans(knowledge, question, listener, stakes_of(question.view, self._parameters)), top)
        )

    def _partner(self, question: Question) -> Listener:
        return self._twin if question.among_bots and not self._skill(question) else self._stranger

    def _skill(self, question: Question) -> Skill | None:
        return self._parameters.skills.of(question.level) if question.opponent else None

    def _head(self, question: Question, knowledge: Knowledge) -> Knowledge:
        """Whoever guesses for an opponent has one of its own."""
        skill, view = self._skill(question), question.view
        whose = " ".join((seat_of(view).side, *(card.face for card in view.cards)))
        return OwnHead(knowledge, skill, whose) if skill else knowledge

    def _knowledge(self, question: Question) -> Knowledge:
        return self._open_knowledge(fair_play.spoken(question.language))

    def _clue(self, question: Question) -> Answer:
        (plan,) = self.plans(question)
        number = spymaster.with_expert_number(plan, question.view, self._parameters)
        chances = tuple(plan.chances.get(card, 0.0) for card in range(len(question.view.cards)))
        return Answer(GiveClue(plan.word, number), Thought(plan.meant, chances, by=self._name))

    def _guess(self, question: Question, knowledge: Knowledge) -> Answer:
        view = question.view
        giver = acquainted(self._partner(question), knowledge, view, answering_side(view), right_only=True)
        belief = guesser.believe(knowledge, view, giver, self._parameters)
        command, gain = guesser.choose(belief, view, stakes_of(view, self._parameters), question.manner)
        stop = 1 / (1 + exp(max(min(self._parameters.stop_slope * gain, 30), -30))) if view.legal.stop else 0.0
        if command == Stop():
            stop = max(stop, 0.5)
        pulled = view.clue is not None and view.clue.number != 0  # a zero warns of the cards that its word pulls at
        likely = belief.pulls if pulled else belief.agent / max(float(belief.agent.sum()), 1e-9)
        pulls = {card: float(share) * (1 - stop) for card, share in zip(belief.cards, likely, strict=True)}
        meant = tuple(belief.cards[place] for place in np.argsort(-belief.agent) if belief.agent[place] >= 0.5)
        chances = tuple(pulls.get(card, 0.0) for card in range(len(view.cards)))
        sure = float(belief.agent[belief.cards.index(command.card)]) if isinstance(command, Guess) else None
        return Answer(command, Thought(meant, chances, stop, self._name, sure))


def _likeness(knowledge: Knowledge, view: View, one: int, other: int) -> float:
    first, second = faces_shown(view, (one, other), knowledge.language)
    return float(np.mean(knowledge.near([first], second[0]))) if first and second else 0.0


def open_bureau(_report: Report, name: str = NAME, parameters: Parameters = PARAMETERS) -> Bureau:
    """What a worker process makes: everything is opened, so that answers are quick."""
    bureau = Bureau(name=name, parameters=parameters)
    for language in LANGUAGES:
        bureau.open(language)
    return bureau
