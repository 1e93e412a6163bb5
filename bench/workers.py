"""What the simple bot and a pool of workers cost: milliseconds of an answer, the way to a worker and back, and how
much the loop is delayed.

The delay is how much later than planned a sleeping task wakes up while questions are asked: what everybody else at the
server would feel. It is measured with a sound worker, and with one that stalls so that the simple bot has to answer.

Usage: python bench/workers.py [GAMES]
"""

from __future__ import annotations

import asyncio
import logging
import sys
import time
from pathlib import Path
from random import Random
from time import perf_counter

from rich.console import Console
from rich.table import Table as Report

from deckname.bots.player import Question
from deckname.bots.simple import Simple
from deckname.bots.workers.pool import WorkerPool
from deckname.engine import EDITIONS, to_move, view
from deckname.engine.model import Options, Phase
from deckname.engine.record import Move
from deckname.language import LANGUAGES

sys.path.insert(0, str(Path(__file__).parents[1]))
from tests.bots.bot_play import deal, step

AT_ONCE = 32


def quantile(values: list[float], share: float) -> float:
    return sorted(values)[int(share * (len(values) - 1))]


def simple_games(edition: str, language: str, games: int) -> tuple[dict[str, list[float]], list[Question]]:
    """Milliseconds per clue and guess over whole games, and the questions that came up."""
    bot, times, questions = Simple(), {"clue": [], "guess": []}, []
    for seed in range(games):
        rng = Random(seed)
        game = deal(rng, EDITIONS[edition], EDITIONS[edition].modes[0], Options(), language)
        while (table := game.tables[-1]).phase is not Phase.OVER:
            seat = rng.choice(to_move(table))
            question = Question(view(table, game.key, seat), language)
            started = perf_counter()
            answer = bot.answer(question)
            times["clue" if question.view.legal.clue else "guess"].append(1000 * (perf_counter() - started))
            questions.append(question)
            step(game, Move(seat, answer.command))
    return times, questions


async def crew_figures(bot: str, questions: list[Question], patience: float) -> dict[str, float]:
    """In milliseconds: an answer among many at once, the CPU time it takes in this process, the delay of the loop."""
    delays: list[float] = []

    async def tick() -> None:
        while True:
            started = perf_counter()
            await asyncio.sleep(0.005)
            delays.append(1000 * (perf_counter() - started - 0.005))

    async with WorkerPool(f"tests.bots.odd_bots:{bot}", queue=AT_ONCE) as pool:
        while not pool.ready:
            await asyncio.sleep(0.01)
        ticker, times = asyncio.create_task(tick()), []
        cpu = time.process_time()
        for at in range(0, len(questions), AT_ONCE):
            started = perf_counter()
            batch = questions[at : at + AT_ONCE]
            await asyncio.gather(*(pool.answer(question, patience) for question in batch))
            times.append(1000 * (perf_counter() - started) / len(batch))
        ticker.cancel()
        cpu = 1000 * (time.process_time() - cpu) / len(questions)
        answers = dict(pool.counts.answers)
    waits = {"delay p99": quantile(delays, 0.99), "longest": max(delays)}
    return {"an answer": quantile(times, 0.5), "CPU here": cpu, **waits, **answers}


def main() -> None:
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 20
    logging.disable()
    console, every = Console(), []
    report = Report("simple bot, ms", "clue p50", "clue p95", "guess p50", "guess p95")
    for edition in EDITIONS:
        for language in LANGUAGES:
            times, questions = simple_games(edition, language, games)
            every += questions
            figures = [quantile(times[kind], share) for kind in ("clue", "guess") for share in (0.5, 0.95)]
            report.add_row(f"{edition} {language}", *(f"{figure:.2f}" for figure in figures))
    console.print(report)
    started = time.process_time()
    for question in every:
        Simple().answer(question)
    console.print(
        f"{len(every)} questions, {1000 * (time.process_time() - started) / len(every):.2f} ms each in one process"
    )
    for bot, patience, asked in (("Steady", 60.0, every), ("Stalling", 0.1, every[: 4 * AT_ONCE])):
        figures = asyncio.run(crew_figures(bot, asked, patience))
        console.print(f"{bot}:", ", ".join(f"{name} {value:.2f}" for name, value in figures.items()))


if __name__ == "__main__":
    main()
