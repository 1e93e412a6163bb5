"""Engine figures: games per second, microseconds per decide and evolve, memory per game, and whether cost grows.

CPU time of this process on one core, so that other work on the machine disturbs little; the ratio in the last column is
measured in one run and is what to compare between machines: the cost of an event in the last third of a game against
one in the first third. About 1.0 means that the cost does not grow with the length of the log.
"""

from __future__ import annotations

import gc
import tracemalloc
from random import Random
from time import process_time

from rich.console import Console
from rich.table import Table as Report

from deckname.engine import EDITIONS, decide, evolve, legal_moves, new_game, to_move, view
from deckname.engine.model import Command, Cover, Edition, GiveClue, Guess, Key, Phase, Seat, Stop, Table

GAMES = 1500
WORDS = [f"WORD{number}" for number in range(25)]

Step = tuple[Table, Key, Seat, Command]


def random_move(rng: Random, table: Table, key: Key) -> tuple[Seat, Command]:
    seat = rng.choice(to_move(table))
    moves = legal_moves(table, key, seat)
    if moves.clue:
        return seat, GiveClue("clue", rng.choice(moves.clue))
    if moves.cover:
        return seat, Cover(rng.choice(moves.cover))
    if moves.stop and rng.random() < 0.3:
        return seat, Stop()
    return seat, Guess(rng.choice(moves.guess))


def play(rng: Random, edition: Edition, steps: list[Step] | None = None) -> Table:
    table, key = new_game(edition, WORDS, rng)
    while table.phase is not Phase.OVER:
        seat, command = random_move(rng, table, key)
        if steps is not None:
            steps.append((table, key, seat, command))
        for event in decide(table, key, seat, command):
            table = evolve(table, event)
    return table


def games_per_second(edition: Edition) -> float:
    rng = Random(1)
    started = process_time()
    for _ in range(GAMES):
        play(rng, edition)
    return GAMES / (process_time() - started)


def microseconds(edition: Edition) -> tuple[float, float, float]:
    """Per decide, per evolve, per view."""
    rng, steps = Random(2), list[Step]()
    for _ in range(200):
        play(rng, edition, steps)
    started = process_time()
    decided = [decide(*step) for step in steps]
    deciding = process_time() - started
    events = [(step[0], event) for step, happened in zip(steps, decided, strict=True) for event in happened[:1]]
    started = process_time()
    for table, event in events:
        evolve(table, event)
    evolving = process_time() - started
    started = process_time()
    for table, key, seat, _ in steps:
        view(table, key, seat)
    viewing = process_time() - started
    return 1e6 * deciding / len(steps), 1e6 * evolving / len(events), 1e6 * viewing / len(steps)


def growth(edition: Edition) -> float:
    """Cost of a step late in long games over the cost of one early in them, same kind of command."""
    rng, early, late = Random(3), list[Step](), list[Step]()
    while len(late) < 3000:
        steps: list[Step] = []
        play(rng, edition, steps)
        guesses = [step for step in steps if isinstance(step[3], Guess)]
        third = len(guesses) // 3
        if third >= 2:
            early += guesses[:third]
            late += guesses[-third:-1]
    costs = []
    for some in (early, late, early, late):  # the first pass of each warms up
        started = process_time()
        for _ in range(3):
            for table, key, seat, command in some:
                evolve(table, decide(table, key, seat, command)[0])
        costs.append((process_time() - started) / len(some))
    return costs[3] / costs[2]


def bytes_per_game(edition: Edition) -> int:
    rng = Random(4)
    play(rng, edition)
    gc.collect()
    tracemalloc.start()
    tables = [play(rng, edition) for _ in range(300)]
    gc.collect()
    size, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return size // len(tables)


def main() -> None:
    report = Report(title="The engine, on one core")
    for column in ("edition", "games/s", "µs decide", "µs evolve", "µs view", "bytes/game", "late : early"):
        report.add_column(column, justify="left" if column == "edition" else "right")
    for id, edition in EDITIONS.items():
        deciding, evolving, viewing = microseconds(edition)
        report.add_row(
            id,
            f"{games_per_second(edition):,.0f}",
            f"{deciding:.1f}",
            f"{evolving:.1f}",
            f"{viewing:.1f}",
            f"{bytes_per_game(edition):,}",
            f"{growth(edition):.2f}",
        )
    Console().print(report)


if __name__ == "__main__":
    main()
