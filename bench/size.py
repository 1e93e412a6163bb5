"""What the data's small form costs: size, and answers that differ from those with all digits.

`python bench/size.py REFERENCE [SHIPPED] [BOARDS]` compares two folders of bots' data: one that keeps every vector and
tie in float16, which is built first where it is missing, and the one that is shipped (by default that of this
installation). On the opening position of each board both give a clue, and both guess at the reference's; classic and
Duet in all languages, laid from the decks as they are played. Times are CPU time of one core, both in one run, in turn.
"""

from __future__ import annotations

import sys
import zipfile
from collections.abc import Callable, Iterator
from functools import cache
from itertools import product
from pathlib import Path
from random import Random
from tempfile import TemporaryFile
from time import process_time
from typing import NamedTuple, TypeVar

import numpy as np
from rich.console import Console
from rich.table import Table as Report
from threadpoolctl import threadpool_limits

from deckname import assets
from deckname.bots.bureau import Bureau, StoredKnowledge, open_encoder
from deckname.bots.player import Answer, Question
from deckname.cards.decks import open_shoe
from deckname.cards.library import deck
from deckname.engine import EDITIONS, decide, evolve, new_game, view
from deckname.engine.model import GiveClue, Key, Mode, Options, Table
from deckname.engine.table import to_move
from deckname.language import LANGUAGES
from workshop.build_cache import side_by_side
from workshop.referee.build import build as build_referee

BUILDING = "workshop.bots.building"
BOARDS = 200
CARDS = 25
SAME_CLUE, SAME_GUESS = 0.98, 0.99
"""The least share of boards."""

Found = TypeVar("Found")


class Board(NamedTuple):
    edition: str
    language: str
    table: Table
    key: Key

    def question(self, table: Table) -> Question:
        return Question(view(table, self.key, to_move(table)[0]), self.language)


def boards(count: int) -> Iterator[Board]:
    """Each as it is dealt, cards with either side up."""
    kinds = list(product(("classic", "duet"), LANGUAGES))
    for number in range(count):
        edition, language = kinds[number % len(kinds)]
        rng = Random(f"size {number}")
        shoe = open_shoe([deck(language, EDITIONS[edition].deck)], "mixed", rng).deal(CARDS, rng)
        yield Board(edition, language, *new_game(EDITIONS[edition], shoe.board, rng, Mode.TEAMS, Options()))


class Player:
    """The Bureau with the data of one folder, and how long it takes."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.clue_times: list[float] = []
        self.guess_times: list[float] = []
        self._bot = Bureau(
            cache(lambda language: StoredKnowledge(folder / language, language, open_encoder(), assets.referee_file()))
        )
        for language in LANGUAGES:
            self._bot.open(language)

    def clue(self, question: Question) -> Answer:
        return _timed(lambda: self._bot.answer(question), self.clue_times)

    def guess(self, question: Question) -> Answer:
        return _timed(lambda: self._bot.answer(question), self.guess_times)


def _timed(work: Callable[[], Found], times: list[float]) -> Found:
    start = process_time()
    found = work()
    times.append(process_time() - start)
    return found


def compare(players: tuple[Player, Player], count: int) -> Iterator[tuple[Board, GiveClue, GiveClue, bool]]:
    """Per board the clues of both, and whether they guess alike."""
    for number, board in enumerate(boards(count)):
        question = board.question(board.table)
        turns = players if number % 2 else players[::-1]  # who goes first has a processor to warm up
        clues = {player: player.clue(question).command for player in turns}
        first, second = (clues[player] for player in players)
        assert isinstance(first, GiveClue) and isinstance(second, GiveClue)
        table = board.table
        for event in decide(table, board.key, to_move(table)[0], first):
            table = evolve(table, event)
        answer = board.question(table)
        guesses = {player: player.guess(answer).command for player in turns}
        yield board, first, second, guesses[players[0]] == guesses[players[1]]


def on_disk(folder: Path) -> tuple[float, float]:
    """Megabytes of what is in a folder, as it is and as a wheel has it."""
    files = sorted(file for file in folder.rglob("*") if file.is_file())
    with TemporaryFile() as packed:
        with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as wheel:
            for file in files:
                wheel.write(file, file.relative_to(folder))
        return sum(file.stat().st_size for file in files) / 1e6, packed.tell() / 1e6


def _milliseconds(times: list[float]) -> str:
    return "{:.0f} / {:.0f}".format(*np.percentile(times, [50, 95]) * 1000)


def main() -> None:
    console = Console()
    paths = [Path(argument) for argument in sys.argv[1:] if not argument.isdecimal()]
    count = next((int(argument) for argument in sys.argv[1:] if argument.isdecimal()), BOARDS)
    reference, shipped = paths if len(paths) > 1 else (paths[0], assets.bots_folder())
    assert shipped, "there is no data for bots: `make assets` makes it"
    if not reference.exists():
        referee = str(build_referee())
        side_by_side(
            BUILDING, [(str(reference / language), language, referee, "exact") for language in LANGUAGES], print
        )
    players = Player(reference), Player(shipped)
    with threadpool_limits(1, "blas"):
        played = list(compare(players, count))
    report = Report(title=f"The data's small form, {count} boards")
    for column in ("", "MB", "MB zipped", "clue p50/p95 ms", "guess p50/p95 ms"):
        report.add_column(column, justify="right")
    for name, player in zip(("reference", "shipped"), players, strict=True):
        sizes = (f"{size:.1f}" for size in on_disk(player.folder))
        report.add_row(name, *sizes, _milliseconds(player.clue_times), _milliseconds(player.guess_times))
    console.print(report)
    clues = sum(first == second for _, first, second, _ in played) / count
    guesses = sum(alike for *_, alike in played) / count
    console.print(f"the same first clue: {clues:.1%} (at least {SAME_CLUE:.0%})")
    console.print(f"the same top guess: {guesses:.1%} (at least {SAME_GUESS:.0%})")
    for board, first, second, alike in played:
        if first != second or not alike:
            told = f"{first.word} {first.number}, {second.word} {second.number}{'' if alike else ', another guess'}"
            console.print(f"{board.language} {board.edition}: {told}", highlight=False)


if __name__ == "__main__":
    main()
