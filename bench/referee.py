"""Referee figures: time for a new clue and for a new board, memory, and how many common nouns it stops.

Times are CPU time of this process on one core. A *new clue* meets a board whose cards have been seen, as while a
spymaster types; a *new board* is the first clue of a game. The ratio between the two is what to compare between
machines. Blocked and asked are counted over frequent nouns on random boards, the board's own words left out: a blocked
noun is a relative or a homophone of a card, and the list of them is printed for people to read. *Hostile* clues are
made to take long (`tests/hostile.py`): nobody should wait 50 ms for any of them.
"""

from __future__ import annotations

import resource
import sqlite3
import sys
from collections import Counter
from pathlib import Path
from random import Random
from time import process_time

from rich.console import Console
from rich.table import Table as Report

from deckname import assets
from deckname.cards.decks import built_in
from deckname.referee import Referee, Ruling
from deckname.referee.lexicon import Flag, read_words
from deckname.referee.text import key

sys.path.insert(0, str(Path(__file__).parents[1]))
from tests.hostile import HARDEST, KNOWN, ODD, hostile_words

NOUNS = 4000
HOSTILE = 2000
BOARDS = 200
CARDS = 25


def frequent_nouns(referee: Referee, language: str) -> list[str]:
    """The most frequent nouns of the data file."""
    assert referee.path is not None
    database = sqlite3.connect(f"{referee.path.as_uri()}?mode=ro", uri=True)
    words = read_words(database, language, f"flags & {Flag.PRIME:d} AND flags & {Flag.NOUN:d}")
    database.close()
    nouns = [word for word in words if len(word.form) > 2 and " " not in word.form]
    return [word.form for word in sorted(nouns, key=lambda word: (-word.zipf, word.form))[:NOUNS]]


def deck_words(language: str) -> list[str]:
    """The words of both decks of a language."""
    cards = [card for name in ("classic", "duet") for card in built_in(language, name).cards]
    return [face for card in cards for face in (card.front, card.back) if face]


def percentile(times: list[float], share: float) -> float:
    """In milliseconds."""
    return sorted(times)[int(len(times) * share)] * 1000


def measure(referee: Referee, language: str, words: list[str]) -> tuple[list[str], list[str]]:
    """A row of the report, and the nouns that were blocked."""
    rng = Random(7)
    nouns = frequent_nouns(referee, language)
    new_board, new_clue = [], []
    counts: Counter[Ruling] = Counter()
    blocked = []
    for number, noun in enumerate(rng.sample(nouns, len(nouns))):
        if number % (NOUNS // BOARDS) == 0:
            board = rng.sample(words, CARDS)
            start = process_time()
            referee.judge("moment", 1, board, language)
            new_board.append(process_time() - start)
        if key(noun) in map(key, board):
            continue
        start = process_time()
        verdict = referee.judge(noun, 2, board, language)
        new_clue.append(process_time() - start)
        counts[verdict.verdict] += 1
        if verdict.verdict is Ruling.INVALID:
            blocked.append(f"{noun}/{verdict.card} {verdict.rule}")
    total = sum(counts.values())
    row = [
        language,
        f"{percentile(new_clue, 0.5):.2f} / {percentile(new_clue, 0.95):.2f}",
        f"{percentile(new_board, 0.5):.2f} / {percentile(new_board, 0.95):.2f}",
        f"{percentile(new_board, 0.5) / percentile(new_clue, 0.5):.1f}",
        f"{counts[Ruling.INVALID] / total:.2%}",
        f"{counts[Ruling.ASK] / total:.2%}",
        str(total),
    ]
    return row, blocked


def measure_hostile(referee: Referee, language: str, words: list[str]) -> list[str]:
    """A row of the report on clues that mean no good."""
    board = Random(7).sample(words, CARDS)
    referee.judge("moment", 1, board, language)
    times = {}
    for clue in (HARDEST, *KNOWN, *ODD, *hostile_words(language, HOSTILE)):
        start = process_time()
        referee.judge(clue, 1, board, language)
        times.setdefault(clue, process_time() - start)
    took = [*times.values()]
    worst = max(times, key=lambda clue: times[clue])
    shares = (f"{percentile(took, share):.2f}" for share in (0.5, 0.95))
    return [language, *shares, f"{times[worst] * 1000:.1f}", str(len(took)), worst]


def main() -> None:
    console = Console()
    referee = Referee(assets.referee_file())
    report = Report(title="Referee")
    for column in ("language", "new clue p50/p95 ms", "new board p50/p95 ms", "ratio", "blocked", "asked", "clues"):
        report.add_column(column, justify="right")
    lists = {}
    for language in ("en", "fr", "de"):
        row, lists[language] = measure(referee, language, deck_words(language))
        report.add_row(*row)
    console.print(report)
    hostile = Report(title="Hostile clues: at most 50 ms")
    for column in ("language", "p50 ms", "p95 ms", "p100 ms", "clues", "the worst"):
        hostile.add_column(column, justify="right")
    for language in ("en", "fr", "de"):
        hostile.add_row(*measure_hostile(referee, language, deck_words(language)))
    console.print(hostile)
    console.print(f"memory, peak: {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB")
    for language, blocked in lists.items():
        console.print(f"[bold]{language}[/] blocked: {', '.join(blocked)}", highlight=False)


if __name__ == "__main__":
    main()
