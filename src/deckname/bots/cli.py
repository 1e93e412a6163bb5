"""`deckname clue` and `deckname guess` on the command line. Each prints JSON with `--json`."""

from __future__ import annotations

import argparse
import io
import json
import re
import sys
from typing import TYPE_CHECKING, Any

from deckname import assets
from deckname.engine import EDITIONS
from deckname.engine.editions import SetupError
from deckname.engine.errors import CodedError
from deckname.engine.model import UNLIMITED, Number, Seat, Side, parse_seat
from deckname.language import LANGUAGES, SpokenError, say, user_language

from .player import Manner
from .queries import LARGEST_NUMBER, BadQuery, ClueQuery, GuessQuery

if TYPE_CHECKING:
    from argparse import ArgumentParser


_CARD = re.compile(r"\d{1,4}")
_MARK = re.compile(rf"(?P<card>{_CARD.pattern})(?P<sides>[a-z]+)")


def add_commands(subparsers: argparse._SubParsersAction[ArgumentParser]) -> None:
    """Add this package's commands to the command line."""
    _add_clue(subparsers)
    _add_guess(subparsers)


def _add_clue(subparsers: argparse._SubParsersAction[ArgumentParser]) -> None:
    clue = subparsers.add_parser("clue", help="ask the bot for clues to a board")
    _common(clue)
    clue.add_argument("--edition", choices=sorted(EDITIONS), default="classic")
    clue.add_argument(
        "--key", required=True, help="what each card is, separated by commas; in Duet the seat's own face"
    )
    clue.add_argument("--seat", required=True, help="who gives the clue: red.giver, a.giver …")
    clue.add_argument(
        "--covered", default="", help="the numbers of the covered cards, from 0, separated by commas; "
        "in Duet the agents that either side has found",
    )  # fmt: skip
    clue.add_argument(
        "--marks", default="", help="in Duet the cards that were touched in vain, each with its sides: 4b,9ab"
    )
    clue.add_argument("--tokens", type=int, help="in Duet how many are left; 9 if left out")
    clue.add_argument("--manner", choices=[manner.value for manner in Manner], default=Manner.BALANCED.value)
    clue.add_argument("--top", type=count, default=5, help="how many clues")
    clue.set_defaults(run=run_clue)


def _add_guess(subparsers: argparse._SubParsersAction[ArgumentParser]) -> None:
    guess = subparsers.add_parser("guess", help="ask the bot what a clue means")
    _common(guess, cards_required=False)
    guess.add_argument("--clue", help="the word")
    guess.add_argument("--number", type=_number, default=1, help="how many cards, or 'unlimited'")
    guess.add_argument("--top", type=count, help="how many cards; all if left out")
    guess.add_argument("--stdin", action="store_true", help="read a JSON query per line, answer with one line each")
    guess.set_defaults(run=run_guess)


def _common(parser: ArgumentParser, cards_required: bool = True) -> None:
    parser.add_argument("--language", choices=LANGUAGES, default="en")
    parser.add_argument("--cards", required=cards_required, help="the words on the table, separated by commas")
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def count(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(say(user_language(), "usage_error.whole_from", least=1, value=text))
    return int(text)


def _number(text: str) -> Number:
    if text == UNLIMITED:
        return UNLIMITED
    if not text.isdecimal() or int(text) > LARGEST_NUMBER:
        told = say(user_language(), "usage_error.clue_number", most=LARGEST_NUMBER, value=text)
        raise argparse.ArgumentTypeError(told)
    return int(text)


def listed(text: str) -> list[str]:
    return [item.strip() for item in text.split(",") if item.strip()]


def run_clue(args: argparse.Namespace) -> int:
    """Clues for a board, best first."""
    from . import bureau  # noqa: PLC0415 - NumPy takes its time, and most commands do without

    try:
        seen = _clue_query(args).seen()
        found = bureau.clues(_open_bureau(), seen, args.language, Manner(args.manner), args.top)
    except (CodedError, OSError, RuntimeError, ValueError) as error:
        return _refuse("clue", error)
    if args.json:
        print(json.dumps(found, ensure_ascii=False))
        return 0
    for clue in found["clues"]:
        meant = ", ".join(seen.cards[card].face for card in clue["meant"])
        worth = f"{clue['worth']:.0%}"
        print(say(user_language(), "bots.clue", word=clue["word"], number=clue["number"], meant=meant, worth=worth))
        for chance in clue["chances"][:5]:
            print(f"    {chance['chance']:5.1%}  {chance['face']}")
    return 0


def _clue_query(args: argparse.Namespace) -> ClueQuery:
    covered, marks = _covered(args.covered), _marks(args.marks)
    return ClueQuery(args.edition, listed(args.cards), listed(args.key), _seat(args), covered, marks, args.tokens)


def _seat(args: argparse.Namespace) -> Seat:
    try:
        return parse_seat(args.seat)
    except ValueError:
        givers = ", ".join(f"{side}.giver" for side in EDITIONS[args.edition].side)
        raise BadQuery("no_giver", edition=args.edition, seat=args.seat, known=givers) from None


def _covered(text: str) -> frozenset[int]:
    cards = listed(text)
    if strange := [card for card in cards if not _CARD.fullmatch(card)]:
        raise BadQuery("bad_covered", value=strange[0])
    return frozenset(map(int, cards))


def _marks(text: str) -> dict[int, list[Side]]:
    """By card the sides, each of which is a letter where there are marks at all."""
    marks: dict[int, list[Side]] = {}
    for mark in listed(text):
        if not (found := _MARK.fullmatch(mark.lower())):
            raise BadQuery("bad_marks", value=mark)
        sides = marks.setdefault(int(found["card"]), [])
        sides += [side for side in dict.fromkeys(found["sides"]) if side not in sides]
    return marks


def run_guess(args: argparse.Namespace) -> int:
    """What a clue means: one query from the arguments, or many from standard input."""
    from . import bureau  # noqa: PLC0415

    try:
        if not args.stdin and (not args.cards or args.clue is None):
            raise BadQuery("nothing_asked")
        _open_bureau()
        if args.stdin:
            return _answer_all(args)
        knowledge = bureau.open_knowledge(args.language)
        found = bureau.guesses(knowledge, listed(args.cards), args.clue, args.number, args.top)
    except BrokenPipeError:
        raise  # whoever read our answers has gone
    except (CodedError, OSError, RuntimeError, ValueError) as error:
        return _refuse("guess", error)
    if args.json:
        print(json.dumps(found, ensure_ascii=False))
        return 0
    for place, card in enumerate(found["cards"], 1):
        print(f"{card['chance']:6.1%}  {card['face']}")
        if place == found["stop_after"]:
            print(f"------  {say(user_language(), 'bots.stop')}")
    return 0


def _answer_all(args: argparse.Namespace) -> int:
    """A line for each query; what is wrong with one is its answer, and the next gets its own."""
    from . import bureau  # noqa: PLC0415

    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(encoding="utf-8", errors="replace")
    for line in filter(str.strip, sys.stdin or ()):  # there may be none
        try:
            query = GuessQuery.read(line, args.language, args.top)
            knowledge = bureau.open_knowledge(query.language)
            answer = bureau.guesses(knowledge, query.cards, query.clue, query.number, query.top)
        except BadQuery as wrong:
            answer = {"error": wrong.sentence(user_language())}
        print(json.dumps(answer, ensure_ascii=False), flush=True)
    return 0


def _open_bureau() -> Any:
    """The bot; its data is made first if need be, for a command can wait where a game can't."""
    from . import bureau  # noqa: PLC0415

    if not bureau.ready():
        assets.make("referee", "bots")
    return bureau.Bureau()


def _refuse(command: str, error: Exception) -> int:
    print(f"deckname {command}: {_sentence(error)}", file=sys.stderr)
    return 2


def _sentence(error: Exception) -> str:
    match error:
        case SpokenError():
            return error.sentence(user_language())
        case SetupError():
            return say(user_language(), f"error.{error.code}", **error.details)
    return str(error)
