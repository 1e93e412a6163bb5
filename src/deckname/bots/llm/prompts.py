"""What a language model is told, which is what its seat sees and nothing else, and how it has to answer."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias

from deckname.bots import fair_play
from deckname.bots.player import Question
from deckname.bots.view_reading import judged, open_to, seat_of, targets
from deckname.cards.faces import describe
from deckname.engine.model import ASSASSIN, Clue, Identity
from deckname.engine.view import View

Json: TypeAlias = dict[str, Any]
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
Say whether you would rather stop now, if you may. A miss ends the turn, and the assassin loses the game. {manner}
If you are told your own side of the key, it may help to choose among cards that a clue leads to. Where the clue leads \
to none, do not go by it: your partner would read it off your choice."""


def giver_task(question: Question) -> str:
    return _task(_GIVER, question)


def guesser_task(question: Question) -> str:
    return _task(_GUESSER, question)


def _task(text: str, question: Question) -> str:
    return text.format(language=_LANGUAGES[fair_play.spoken(question.language)], manner=_MANNERS[question.manner])


def giver_sees(question: Question) -> Json:
    view = question.view
    ours = targets(view)

    def mark(at: int, identity: Identity) -> str:
        return "ours" if at in ours else "assassin" if identity == ASSASSIN else "other"

    cards = [{**_card(question, at), "is": mark(at, identity)} for at, identity in judged(view).items()]
    return {"cards": cards, "clues so far": [_told(question, clue) for clue in view.log]}


def guesser_sees(question: Question) -> Json:
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


def _card(question: Question, at: int) -> Json:
    return {"card": at, "shows": _shows(question, at)}


def _shows(question: Question, at: int) -> str:
    face = question.view.cards[at].face
    try:
        return describe(face, fair_play.spoken(question.language))
    except KeyError:
        return face


def _own_face(view: View, at: int) -> Json:
    """Where a guesser sees a layer of the key (Duet), what the card is for the partner to guess."""
    known = next((identity for identity in view.cards[at].known if identity), None)
    return {"on your own side of the key": known} if known else {}


def _told(question: Question, clue: Clue) -> Json:
    edition, seat = question.view.edition, seat_of(question.view)
    ours = edition.together or clue.side == seat.side
    touched = [{"shows": _shows(question, touch.card), "was": touch.identity} for touch in clue.touched]
    return {"by": "us" if ours else "them", "word": clue.word, "number": clue.number, "touched": touched}


# ---------------------------------------------------------------------------------------------------------------------
# How it has to answer


def _object(**properties: Mapping[str, Any]) -> Json:
    return {"type": "object", "properties": properties, "required": [*properties], "additionalProperties": False}


def clue_schema(view: View) -> Json:
    numbers = [number for number in view.legal.clue if isinstance(number, int) and number > 0]
    cards = {"type": "array", "items": {"type": "integer", "enum": [*targets(view)]}}
    return _object(cards=cards, word={"type": "string"}, number={"type": "integer", "enum": numbers})


def guess_schema(view: View) -> Json:
    card = {"type": "integer", "enum": [*view.legal.guess]}
    return _object(
        ranking={"type": "array", "items": _object(card=card, chance={"type": "number"})}, stop={"type": "boolean"}
    )
