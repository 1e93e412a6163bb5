"""Bots' figures: CPU time for a clue and a guess, memory of a worker, time to get ready, and obvious clues understood.

Times are CPU time of this process on one core, over whole games of the Bureau with its twin; the first clue of a board
is the slowest, since its cards are looked at for the first time. The clues that people would give are those of
tests/bots/clues; `aside` was written before anything was tuned and never looked at, `other` is for cards that are in
none of our decks.
"""

from __future__ import annotations

import csv
import re
import subprocess
import sys
from pathlib import Path
from time import perf_counter

import numpy as np
from rich.console import Console
from rich.table import Table as Report

from deckname.bots.bureau import PARAMETERS, open_bureau, open_knowledge, stranger_of
from workshop.laboratory.arena import Form, tournament
from workshop.laboratory.strangers import PLAYERS

CLUES = Path(__file__).parents[1] / "tests" / "bots" / "clues"
HALVES = ("tuned", "aside", "other")
GAMES = 10
STRANGER = stranger_of(PARAMETERS)


def understood(language: str, half: str) -> float:
    """The share of people's clues whose card comes first of 25."""
    knowledge = open_knowledge(language)
    with (CLUES / f"{language}_{half}.tsv").open(encoding="utf-8") as table:
        cases = list(csv.DictReader(table, delimiter="\t"))
    right = 0
    for case in cases:
        cards = case["cards"].split(", ")
        pulls = STRANGER.mean(STRANGER.pulls(knowledge.near([(card,) for card in cards], case["clue"])))
        right += cards[int(np.argmax(pulls))] == case["meant"]
    return right / len(cases)


PLAYED = """
import sys
from deckname.bots.bureau import Bureau, open_knowledge
from workshop.laboratory.arena import Form, play
bot = Bureau()
for seed in range(6):
    for language in sys.argv[1:]:
        play(Form.SOLO if seed % 2 else Form.DUET, language, bot, bot, seed=seed)
for language in sys.argv[1:]:
    open_knowledge(language).near([("X",)], "zzyzx")  # people say words that nobody has prepared
print(open("/proc/self/smaps_rollup").read())
"""


def memory(languages: list[str]) -> tuple[float, float]:
    """Megabytes of a process that has played in each language, and heard words that only the encoder knows: its own,
    and those of mapped files.
    """
    told = subprocess.run([sys.executable, "-c", PLAYED, *languages], check=True, capture_output=True, text=True).stdout
    found = {name: int(kilobytes) / 1024 for name, kilobytes in re.findall(r"^(\w+): +(\d+) kB", told, re.MULTILINE)}
    return found["Anonymous"], found["Rss"] - found["Anonymous"]


def main() -> None:
    start = perf_counter()
    open_bureau(lambda done, doing: None)
    ready = perf_counter() - start
    report = Report(title="Bots")
    for column in ("language", "clue p50/p95 ms", "guess p50/p95 ms", "own pair, turns", *HALVES):
        report.add_column(column, justify="right")
    for language in ("en", "fr", "de"):
        (pair,) = tournament(Form.SOLO, language, [("bureau", "bureau")], PLAYERS, games=GAMES)
        report.add_row(
            language,
            "{:.0f} / {:.0f}".format(*pair.clue_ms),
            "{:.0f} / {:.0f}".format(*pair.guess_ms),
            f"{pair.turns.mean:.2f}",
            *(f"{understood(language, half):.1%}" for half in HALVES),
        )
    console = Console()
    console.print(report)
    console.print(f"ready after {ready:.1f} s")
    for languages in (["en"], ["en", "fr", "de"]):
        own, mapped = memory(languages)
        told = f"{own:.0f} MB of its own, {mapped:.0f} MB of files that all workers share"
        console.print(f"a worker that has played in {', '.join(languages)}: {told}")


if __name__ == "__main__":
    main()
