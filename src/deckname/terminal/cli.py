"""`deckname terminal`: what can be chosen on the command line."""

from __future__ import annotations

import argparse
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from random import Random, SystemRandom

from deckname import assets
from deckname.cards.library import deck_ids
from deckname.engine import EDITIONS
from deckname.engine.editions import SetupError, check_options
from deckname.engine.missions import MAP
from deckname.engine.model import Mode, Options
from deckname.extras import needs
from deckname.language import LANGUAGES, say, user_language
from deckname.tables.table_settings import LEAST, ClockSettings

from .hotseat import Plan, parse_names


def add_commands(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = subparsers.add_parser(
        "terminal",
        help="play on this terminal, passing it around",
        description="A complete game on one device. Without --edition you choose on the first screen; "
        "with it the game begins at once.",
    )
    parser.add_argument("--edition", choices=EDITIONS, help="begin at once with this edition")
    parser.add_argument(
        "--players", choices=[mode.value for mode in Mode], default="teams", help="teams (default), coop or trio"
    )
    parser.add_argument("--language", choices=LANGUAGES, help="of the screen and of the words (default: your system's)")
    parser.add_argument("--names", default="", metavar="A,B,…", help="who plays, separated by commas")
    parser.add_argument("--seed", type=int, help="the same seed gives the same cards and the same key")
    variants = parser.add_argument_group("variants")
    variants.add_argument("--zero", action="store_true", help="allow clues for 0")
    variants.add_argument("--unlimited", action="store_true", help="allow unlimited clues (team editions)")
    variants.add_argument(
        "--assassin-last", action="store_true", help="the assassin must be found last (team editions)"
    )
    variants.add_argument("--several-clues", action="store_true", help="sides need not alternate (duet)")
    variants.add_argument(
        "--gentle",
        action=argparse.BooleanOptionalAction,
        help="a challenged clue only has to be replaced (team editions; usual with pictures and treasures)",
    )
    variants.add_argument("--tokens", type=int, help="timer tokens (duet; default 9)")
    variants.add_argument("--mistakes", type=int, help="how many of them allow a mistake (duet; default: all)")
    variants.add_argument("--mission", choices=MAP.cities, metavar="CITY", help="a city of the mission map (duet)")
    table = parser.add_argument_group("cards, clues and clocks")
    decks = sorted({id for _, id in deck_ids()})
    known = sorted({name for edition in EDITIONS.values() for name in edition.clues.options})
    table.add_argument(
        "--deck", action="append", default=[], choices=decks, help="cards to play with; several are mixed"
    )
    table.add_argument(
        "--agree", action="append", default=[], choices=known, help="what counts as a clue, too; once for each"
    )
    table.add_argument("--clue-time", type=int, metavar="SECONDS", help=f"for a clue, {LEAST} or more")
    table.add_argument("--guess-time", type=int, metavar="SECONDS", help=f"for guessing, {LEAST} or more")
    table.add_argument("--ends-itself", action="store_true", help="a late clue ends its turn by itself")
    parser.set_defaults(run=run_terminal)


def run_terminal(arguments: argparse.Namespace) -> int:
    language = arguments.language or user_language()
    try:
        plan = _plan(arguments, language)
    except SetupError as error:
        return _complain(language, error.code, **error.details)
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        return _complain(language, "no_terminal")
    rng = SystemRandom() if arguments.seed is None else Random(arguments.seed)
    with needs("terminal"):
        from .app import DecknameApp  # noqa: PLC0415 - a third of the start-up time of every other command

    app = DecknameApp(language, rng, plan)
    with _workshop_beside():
        app.run()
    return app.return_code or 0


@contextmanager
def _workshop_beside() -> Iterator[None]:
    """In a new checkout the referee's file is made beside the game; until it is there the referee goes by looks."""
    command = assets.workshop()
    if assets.referee_file() or not command:
        yield
        return
    nowhere = subprocess.DEVNULL
    with subprocess.Popen(command, stdin=nowhere, stdout=nowhere, stderr=nowhere, start_new_session=True) as workshop:
        try:
            yield
        finally:
            with suppress(ProcessLookupError):
                os.killpg(workshop.pid, signal.SIGTERM)


def _plan(arguments: argparse.Namespace, language: str) -> Plan | None:
    chosen = {name: getattr(arguments, name) for name in vars(Options())}
    if arguments.edition is None:
        table = (arguments.deck, arguments.agree, arguments.clue_time, arguments.guess_time)
        if any(chosen.values()) or any(table) or arguments.names or arguments.players != Mode.TEAMS:
            raise SetupError("edition_needed")
        return None
    edition, mode = EDITIONS[arguments.edition], Mode(arguments.players)
    if chosen["gentle"] is None:
        chosen["gentle"] = edition.gentle
    options = Options(**chosen)
    check_options(edition, mode, options)
    if unknown := next((option for option in arguments.agree if option not in edition.clues.options), None):
        raise SetupError("bad_option", option=unknown, edition=edition.id)
    return Plan(
        edition,
        mode,
        options,
        language,
        parse_names(arguments.names),
        decks=tuple(arguments.deck),
        clue_options=tuple(arguments.agree),
        clock=_clock(arguments),
    )


def _clock(arguments: argparse.Namespace) -> ClockSettings | None:
    clue, guess = arguments.clue_time, arguments.guess_time
    if short := next((limit for limit in (clue, guess) if limit is not None and limit < LEAST), None):
        raise SetupError("short_clock", seconds=short, least=LEAST)
    return ClockSettings(clue, guess, ends_itself=arguments.ends_itself) if clue or guess else None


def _complain(language: str, code: str, **details: object) -> int:
    print(f"deckname: {say(language, f'error.{code}', **details)}", file=sys.stderr)
    return 2
