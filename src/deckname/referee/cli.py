"""`deckname judge` on the command line."""

import argparse
import json
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from deckname import assets
from deckname.assets import NotMadeError
from deckname.engine import EDITIONS
from deckname.language import say, user_language
from deckname.referee import Referee, referee
from deckname.referee.cases import LARGEST_NUMBER, Case, read_cases, read_number, score
from deckname.referee.languages import LANGUAGES
from deckname.referee.profile import OPTIONS

if TYPE_CHECKING:
    from argparse import ArgumentParser


def add_commands(subparsers: "argparse._SubParsersAction[ArgumentParser]") -> None:
    """Add this package's commands to the command line."""
    judging = subparsers.add_parser("judge", help="say whether a clue is allowed")
    judging.add_argument("clue", nargs="?", help="the clue")
    judging.add_argument("--language", choices=sorted(LANGUAGES), help="the language of the game")
    judging.add_argument("--edition", choices=EDITIONS, default="classic")
    judging.add_argument("--number", default="1", help="how many cards, or 'unlimited'")
    judging.add_argument("--board", default="", help="the uncovered words, separated by commas")
    judging.add_argument("--options", default="", help=f"separated by commas: {', '.join(OPTIONS)}")
    judging.add_argument("--cases", type=Path, help="a table of cases to judge and score instead")
    judging.add_argument("--no-build", action="store_true", help="judge by looks if the referee's file is not made yet")
    judging.set_defaults(run=run_judge)


def run_judge(args: argparse.Namespace) -> int:
    """Judge one clue, or a table of cases."""
    try:
        return _judge_cases(args) if args.cases else _judge_clue(args)
    except (NotMadeError, OSError, ValueError) as error:
        told = error.sentence(user_language()) if isinstance(error, NotMadeError) else error
        print(f"deckname judge: {told}", file=sys.stderr)
        return 2


def _ready(args: argparse.Namespace) -> Referee:
    """The referee; its file is made first if need be, for a command can wait where a game can't."""
    if not args.no_build and not referee().complete:
        assets.make("referee")
    return referee()


def _judge_clue(args: argparse.Namespace) -> int:
    if args.clue is None:
        raise ValueError(say(user_language(), "judge_error.no_clue"))
    if args.language is None:
        raise ValueError(say(user_language(), "judge_error.no_language"))
    number = _number(args.number)
    _check_options(_listed(args.options))  # what is wrong is said before anything is built
    verdict = _ready(args).judge(
        args.clue,
        number,
        _listed(args.board),
        args.language,
        EDITIONS[args.edition].clues,
        _listed(args.options),
    )
    print(json.dumps(verdict.as_json(), ensure_ascii=False))
    return 0


def _number(text: str) -> int | None:
    try:
        return read_number(text)
    except ValueError:
        told = say(user_language(), "usage_error.clue_number", most=LARGEST_NUMBER, value=text)
        raise ValueError(f"--number {told}") from None


def _check_options(options: list[str]) -> None:
    if unknown := [option for option in options if option not in OPTIONS]:
        known = ", ".join(OPTIONS)
        raise ValueError(say(user_language(), "judge_error.unknown_option", option=unknown[0], known=known))


def _judge_cases(args: argparse.Namespace) -> int:
    cases = read_cases(args.cases)
    for language, some in _by_language(cases, args):
        judging = _ready(args)
        print(f"{args.cases.name} [{language}]" + ("" if judging.complete else " (by looks alone: no data yet)"))
        print("\n".join(score(judging, some, language).lines()))
    return 0


def _by_language(cases: list[Case], args: argparse.Namespace) -> Iterable[tuple[str, list[Case]]]:
    """The table's own languages, else --language, else the one its name ends in (`cases_fr.tsv`)."""
    named = {case.language for case in cases} - {""}
    if named:
        return [(code, [case for case in cases if case.language == code]) for code in sorted(named)]
    parts = args.cases.stem.replace("-", "_").split("_")
    found = args.language or next((part for part in parts if part in LANGUAGES), None)
    if found is None:
        raise ValueError(f"{args.cases.name}: {say(user_language(), 'judge_error.no_language')}")
    return [(found, cases)]


def _listed(text: str) -> list[str]:
    return [item.strip() for item in text.split(",") if item.strip()]
