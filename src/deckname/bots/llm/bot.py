"""A bot that asks a language model, at any OpenAI-compatible endpoint that a host has set.

The model is told what its seat sees and nothing else, and is believed nothing: cards must be legal, clues must be valid
for the referee and new. What can't be used is asked once more with the reason; then another bot answers. Challenges,
approvals and covers are the fair player's, not the model's.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Callable
from time import monotonic
from typing import Any

from deckname.assets import NotMadeError
from deckname.bots import fair_play
from deckname.bots.factory import Recipe, Report
from deckname.bots.player import Answer, Bot, Question, Thought
from deckname.bots.simple import Simple
from deckname.bots.view_reading import allows, sure_touch, targets
from deckname.engine.model import GiveClue, Guess, Number, Stop
from deckname.engine.view import View
from deckname.referee import Ruling
from deckname.referee.text import clean

from . import prompts
from .chat import Chat, Unusable
from .prompts import Json

_LOG = logging.getLogger(__name__)
_TRIES = 2


def make(
    report: Report, *, url: str, model: str, key_variable: str = "", timeout: float = 20.0, fallback: str = ""
) -> LanguageModel:
    """For a pool of workers: `fallback` names the factory of the bot that stands in; else the simple one does."""
    return LanguageModel(Chat(url, model, key_variable), _fallback(fallback, report), timeout)


def _fallback(factory: str, report: Report) -> Bot:
    try:
        return Recipe(factory, {}).make(report) if factory else Simple()
    except NotMadeError:
        return Simple()


class LanguageModel:
    """A `Bot`. `timeout`: seconds for a question, all tries together; the fall-back's time comes on top."""

    def __init__(self, chat: Chat, fallback: Bot, timeout: float = 20.0) -> None:
        self._chat, self._fallback, self._timeout = chat, fallback, timeout
        self._simple = Simple()

    def answer(self, question: Question) -> Answer:
        legal = question.view.legal
        is_no_guess = sure_touch(question.view) is not None
        if fair_play.challenges(question) or is_no_guess or not (legal.clue or legal.guess):
            return self._simple.answer(question)
        try:
            if legal.clue:
                told = prompts.giver_task(question), prompts.giver_sees(question)
                return self._ask(question, told, prompts.clue_schema(question.view), self._read_clue)
            told = prompts.guesser_task(question), prompts.guesser_sees(question)
            return self._ask(question, told, prompts.guess_schema(question.view), self._read_guess)
        except Unusable as unusable:
            _LOG.warning("model.unusable", extra={"reason": unusable.why})
            return self._fallback.answer(question)

    def approves(self, question: Question, word: str, number: Number) -> bool:
        return fair_play.approves(question, word, number)

    def _ask(
        self, question: Question, told: tuple[str, Json], schema: Json, read: Callable[[Question, Any], Answer]
    ) -> Answer:
        """The model's answer, asked for again with the reason where it is of no use; Unusable in the end."""
        task, sees = told
        messages = [
            {"role": "system", "content": task},
            {"role": "user", "content": json.dumps(sees, ensure_ascii=False)},
        ]
        deadline = monotonic() + self._timeout
        reason = Unusable("there is no time to ask")
        for _ in range(_TRIES):
            seconds = deadline - monotonic()
            if seconds <= 0:
                break
            try:
                return read(question, self._chat.ask(messages, schema, seconds))
            except Unusable as unusable:
                reason = unusable
                messages = [*messages[:2], {"role": "user", "content": f"Your last answer was of no use: {reason}."}]
        raise reason

    # -----------------------------------------------------------------------------------------------------------------
    # Believing nothing

    def _read_clue(self, question: Question, answer: Any) -> Answer:
        view, ours = question.view, targets(question.view)
        match answer:
            case {"word": str(word), "number": int(number), "cards": list(cards), **others} if not others:
                clue = GiveClue(clean(word), number)
            case _:
                raise Unusable("it does not follow the schema")
        if type(number) is bool or number < 1 or not allows(view, clue):
            raise Unusable("the rules do not allow the word or the number")
        if not all(type(card) is int and card in ours for card in cards):
            raise Unusable("it is meant for cards that are not ours")
        if number != len(set(cards)):
            raise Unusable("the number is not that of the cards")
        if fair_play.repeats(question, clue.word):
            raise Unusable("the word was given before")
        if fair_play.ruling(question, clue.word, number) is not Ruling.VALID:
            raise Unusable("the referee does not allow the word", clue.word)
        return Answer(clue, Thought(tuple(dict.fromkeys(cards)), by=self._chat.model))

    def _read_guess(self, question: Question, answer: Any) -> Answer:
        view = question.view
        match answer:
            case {"ranking": [_, *_] as ranking, "stop": bool(stop), **others} if not others:
                chances = dict(_rank(view, entry) for entry in ranking)
            case _:
                raise Unusable("it does not follow the schema")
        if len(chances) < len(ranking):
            raise Unusable("it names a card twice")
        chances = dict(sorted(chances.items(), key=lambda item: -item[1]))
        best = next(iter(chances))
        stopping = stop and view.legal.stop and view.last_stretch is None
        pause = 1 - chances[best] if stopping else 0.0
        total = sum(chances.values()) + pause or 1.0
        shares = tuple(chances.get(card, 0.0) / total for card in range(len(view.cards)))
        thought = Thought(tuple(chances), shares, pause / total, self._chat.model)
        return Answer(Stop() if stopping else Guess(best), thought)


def _rank(view: View, entry: object) -> tuple[int, float]:
    match entry:
        case {"card": int(card), "chance": int() | float() as chance} if type(card) is int and card in view.legal.guess:
            if type(chance) is not bool and 0 <= chance <= 1:
                return card, float(chance)
    raise Unusable("it names a card that can't be guessed, or a chance that is none")
