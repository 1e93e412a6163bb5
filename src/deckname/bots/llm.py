"""A bot that asks a language model, at any OpenAI-compatible endpoint that a host has set.

The model is told what its seat sees and nothing else, and is believed nothing: cards must be legal, clues must be valid
for the referee and new. What can't be used is asked once more with the reason; then another bot answers. Challenges,
approvals and covers are the fair player's, not the model's.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Callable, Mapping
from time import monotonic
from typing import Any, TypeAlias

from deckname.cards.faces import describe
from deckname.engine import EDITIONS
from deckname.engine.model import ASSASSIN, Clue, GiveClue, Guess, Identity, Number, Stop
from deckname.engine.view import View
from deckname.referee import Ruling
from deckname.referee.text import clean

from . import fair
from .chat import Chat, Unusable
from .player import Answer, Bot, Question, Thought
from .sight import allows, judged, open_to, seat_of, targets
from .simple import Simple
from .worker import Recipe, Report

_LOG = logging.getLogger(__name__)
_TRIES = 2

_Json: TypeAlias = dict[str, Any]
_LANGUAGES = {"en": "English", "fr": "French", "de": "German"}
_MANNERS = {
    "cautious": "Play it safe: rather one sure card than a risk.",
    "balanced": "Weigh what can be won against what can be lost.",
    "bold": "Dare something: aim for many cards at once.",
}
_GIVER = """\
You play a word guessing game as the spymaster. Your partner sees the open cards but not what they are.
Give one clue: a single {language} word that leads your partner to as many cards marked "ours" as is safe, and the \
number of these cards. It must not lead to any other card, least of all to one marked "assassin".
It must be a common word. It must not be on a card, nor be a relative, a part, a translation or a sound-alike of a \
word on a card. It must not speak of letters or of places on the grid, and must not have been given before. {manner}"""
_GUESSER = """\
You play a word guessing game as the one who guesses. Your partner knows which cards are yours and gives clues: a \
{language} word, and the number of cards meant by it.
Rank the open cards by how likely each is the next one meant, at most five of them, with the chance that it is yours. \
A number of 0 says that the word has to do with none of your cards; "unlimited" leaves open how many are meant.
Say whether you would rather stop now, if you may. A miss ends the turn, and the assassin loses the game. {manner}"""


def make(
    report: Report, *, url: str, model: str, key_variable: str = "", timeout: float = 20.0, fallback: str = ""
) -> Model:
    """For a crew: `fallback` names the factory of the bot that stands in, the simple one if it is empty."""
    return Model(Chat(url, model, key_variable), Recipe(fallback, {}).make(report) if fallback else Simple(), timeout)


class Model:
    """A `Bot`. `timeout`: seconds for a question, all tries together; the fall-back's time comes on top."""

    def __init__(self, chat: Chat, fallback: Bot, timeout: float = 20.0) -> None:
        self._chat, self._fallback, self._timeout = chat, fallback, timeout
        self._fair = Simple()

    def answer(self, question: Question) -> Answer:
        legal = question.view.legal
        if fair.challenges(question) or not (legal.clue or legal.guess):
            return self._fair.answer(question)
        try:
            if legal.clue:
                return self._ask(question, _GIVER, _giver_sees(question), _clue_schema(question.view), self._read_clue)
            return self._ask(
                question, _GUESSER, _guesser_sees(question), _guess_schema(question.view), self._read_guess
            )
        except Unusable as unusable:
            _LOG.warning("model.unusable", extra={"reason": unusable.why})
            return self._fallback.answer(question)

    def approves(self, question: Question, word: str, number: Number) -> bool:
        return fair.approves(question, word, number)

    def _ask(
        self, question: Question, task: str, sees: _Json, schema: _Json, read: Callable[[Question, Any], Answer]
    ) -> Answer:
        """The model's answer, asked for again with the reason where it is of no use; Unusable in the end."""
        language = _LANGUAGES[fair.spoken(question.language)]
        messages = [
            {"role": "system", "content": task.format(language=language, manner=_MANNERS[question.manner])},
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
        if fair.repeats(question, clue.word):
            raise Unusable("the word was given before")
        if fair.ruling(question, clue.word, number) is not Ruling.VALID:
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


# ---------------------------------------------------------------------------------------------------------------------
# What the model is told: nothing but what the view shows


def _giver_sees(question: Question) -> _Json:
    view = question.view
    ours = targets(view)

    def mark(at: int, identity: Identity) -> str:
        return "ours" if at in ours else "assassin" if identity == ASSASSIN else "other"

    cards = [{**_card(question, at), "is": mark(at, identity)} for at, identity in judged(view).items()]
    return {"cards": cards, "clues so far": [_told(question, clue) for clue in view.log]}


def _guesser_sees(question: Question) -> _Json:
    view = question.view
    cards = [{**_card(question, at), **_own_face(view, at)} for at in open_to(view, seat_of(view).side)]
    clue = {"word": view.clue.word, "number": view.clue.number} if view.clue else "none any more: every miss loses"
    return {
        "cards": cards,
        "clue": clue,
        "guesses made for it": view.guesses,
        "you may stop": view.legal.stop,
        "clues so far": [_told(question, clue) for clue in view.log],
    }


def _card(question: Question, at: int) -> _Json:
    return {"card": at, "shows": _shows(question, at)}


def _shows(question: Question, at: int) -> str:
    face = question.view.cards[at].face
    try:
        return describe(face, fair.spoken(question.language))
    except KeyError:
        return face


def _own_face(view: View, at: int) -> _Json:
    """Where a guesser sees a face of the key (Duet), what the card is for the partner to guess."""
    known = next((identity for identity in view.cards[at].known if identity), None)
    return {"on your own side of the key": known} if known else {}


def _told(question: Question, clue: Clue) -> _Json:
    edition, seat = EDITIONS[question.view.edition], seat_of(question.view)
    ours = edition.together or clue.side == seat.side
    touched = [{"shows": _shows(question, touch.card), "was": touch.identity} for touch in clue.touched]
    return {"by": "us" if ours else "them", "word": clue.word, "number": clue.number, "touched": touched}


# ---------------------------------------------------------------------------------------------------------------------
# How it has to answer


def _object(**properties: Mapping[str, Any]) -> _Json:
    return {"type": "object", "properties": properties, "required": [*properties], "additionalProperties": False}


def _clue_schema(view: View) -> _Json:
    numbers = [number for number in view.legal.clue if isinstance(number, int) and number > 0]
    cards = {"type": "array", "items": {"type": "integer", "enum": [*targets(view)]}}
    return _object(cards=cards, word={"type": "string"}, number={"type": "integer", "enum": numbers})


def _guess_schema(view: View) -> _Json:
    card = {"type": "integer", "enum": [*view.legal.guess]}
    return _object(
        ranking={"type": "array", "items": _object(card=card, chance={"type": "number"})}, stop={"type": "boolean"}
    )
