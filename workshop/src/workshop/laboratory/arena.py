"""The arena: spymasters × guessers on seeded boards, and what came of it.

`solo` is the form in which results of others are published: one team of a standard game plays alone, the other only
passes; a lost game counts as 25 turns. `coop` is the rules' own game for one team (V1-V5), `duet` the game for two.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from random import Random
from statistics import fmean
from time import process_time

import numpy as np
from threadpoolctl import threadpool_limits

from deckname.bots import fair_play
from deckname.bots.player import Bot, Manner, Question
from deckname.bots.view_reading import first_to_touch
from deckname.cards.library import deck
from deckname.engine import EDITIONS, decide, evolve, new_game, view
from deckname.engine.model import (
    ASSASSIN,
    CLOCK,
    Command,
    GiveClue,
    Key,
    Mode,
    Options,
    Phase,
    Reason,
    Seat,
    Stop,
    Table,
)
from deckname.engine.table import to_move
from deckname.referee import Ruling

LOST = 25
"""The turns that a lost game counts as."""
_RESAMPLES = 2_000


class Form(StrEnum):
    SOLO = "solo"
    COOP = "coop"
    DUET = "duet"


@dataclass
class GameResult:
    won: bool = False
    assassin: bool = False
    turns: int = 0
    found: int = 0
    invalid: int = 0
    clue_times: list[float] = field(default_factory=list)
    guess_times: list[float] = field(default_factory=list)


def play(
    form: Form,
    language: str,
    giver: Bot,
    guesser: Bot,
    *,
    seed: int,
    manner: Manner = Manner.BALANCED,
    twins: bool = False,
) -> GameResult:
    """One game. In Duet both are givers and guessers in turn: the first holds side a, the second side b.

    `twins` know that they are, as bots do that sit at one table.
    """
    rng = Random(f"{form} {language} {seed}")
    edition = EDITIONS["duet" if form is Form.DUET else "classic"]
    words = [face for card in deck(language, edition.deck).cards for face in (card.front, card.back) if face]
    mode = Mode.COOP if form is Form.COOP else Mode.TEAMS
    table, key = new_game(edition, words, rng, mode, Options())
    game, side = GameResult(), table.setup.starts
    while table.phase is not Phase.OVER:
        if form is Form.SOLO and table.turn != side:
            table = _moved(table, key, CLOCK, Stop())
            continue
        seat = first_to_touch(table, to_move(table))
        bot = giver if (seat.side == "a" if form is Form.DUET else table.phase is not Phase.GUESS) else guesser
        question = Question(view(table, key, seat), language, manner, among_bots=twins)
        start = process_time()
        command = bot.answer(question).command
        _note(game, question, command, process_time() - start)
        table = _moved(table, key, seat, command)
    return _finished(game, table)


def _note(game: GameResult, question: Question, command: Command, seconds: float) -> None:
    if isinstance(command, GiveClue):
        game.turns += 1
        game.clue_times.append(seconds)
        game.invalid += fair_play.ruling(question, command.word, command.number) is not Ruling.VALID
    elif question.view.phase is not Phase.COVER:
        game.guess_times.append(seconds)


def _moved(table: Table, key: Key, seat: Seat, command: Command) -> Table:
    for event in decide(table, key, seat, command):
        table = evolve(table, event)
    return table


def _finished(game: GameResult, table: Table) -> GameResult:
    assert table.outcome
    ours = table.setup.edition.side[table.log[0].side].agent
    game.won = table.log[0].side in table.outcome.winners
    game.assassin = table.outcome.reason is Reason.ASSASSIN or ASSASSIN in table.covers
    game.found = sum(touch.identity == ours for clue in table.log for touch in clue.touched)
    return game


@dataclass(frozen=True)
class Estimate:
    """A mean and the bounds that 95 % of resampled means lie within."""

    mean: float
    low: float
    high: float


def estimate(values: Sequence[float]) -> Estimate:
    sample = np.asarray(values, float)
    rng = np.random.default_rng(11)
    means = rng.choice(sample, (_RESAMPLES, len(sample))).mean(axis=1)
    low, high = np.percentile(means, [2.5, 97.5])
    return Estimate(float(sample.mean()), float(low), float(high))


@dataclass(frozen=True)
class PairResult:
    """What came of one spymaster with one guesser."""

    spymaster: str
    guesser: str
    games: int
    won: Estimate
    assassin: Estimate
    turns: Estimate
    """A lost game counts as `LOST`."""
    cards_per_clue: float
    invalid: int
    clue_ms: tuple[float, float]
    """p50 and p95, in time of one core."""
    guess_ms: tuple[float, float]


def summary(spymaster: str, guesser: str, games: Sequence[GameResult]) -> PairResult:
    return PairResult(
        spymaster,
        guesser,
        len(games),
        estimate([game.won for game in games]),
        estimate([game.assassin for game in games]),
        estimate([game.turns if game.won else LOST for game in games]),
        fmean(game.found for game in games) / fmean(game.turns for game in games),
        sum(game.invalid for game in games),
        _milliseconds([time for game in games for time in game.clue_times]),
        _milliseconds([time for game in games for time in game.guess_times]),
    )


def _milliseconds(times: Sequence[float]) -> tuple[float, float]:
    p50, p95 = np.percentile(times or [0.0], [50, 95]) * 1000
    return round(float(p50), 1), round(float(p95), 1)


def tournament(
    form: Form,
    language: str,
    pairs: Sequence[tuple[str, str]],
    players: Mapping[str, Callable[[], Bot]],
    *,
    games: int,
    first_seed: int = 0,
    manner: Manner = Manner.BALANCED,
    progress: Callable[[float, str], None] = lambda done, doing: None,
) -> list[PairResult]:
    """Every pair on the same boards."""
    found = []
    for place, (giver, guesser) in enumerate(pairs):
        bots = players[giver](), players[guesser]()
        played = []
        with threadpool_limits(1, "blas"):  # times are those of one core
            for seed in range(first_seed, first_seed + games):
                progress((place * games + seed - first_seed) / (games * len(pairs)), f"{giver} × {guesser}")
                played.append(play(form, language, *bots, seed=seed, manner=manner, twins=giver == guesser))
        found.append(summary(giver, guesser, played))
    progress(1.0, "done")
    return found
