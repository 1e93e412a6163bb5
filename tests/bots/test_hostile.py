"""Clues by people who mean no good: a bot reads them in bounded steps, in whatever process it thinks."""

from __future__ import annotations

from random import Random

import pytest

from deckname.bots import fair_play
from deckname.bots.player import Question
from deckname.bots.simple import Simple
from deckname.engine import EDITIONS, new_game, to_move, view
from deckname.engine.model import GiveClue, Mode, Options, is_readable
from deckname.engine.record import Move
from deckname.language import LANGUAGES
from deckname.referee import referee
from tests.bots.bot_play import deal, step
from tests.hostile import KNOWN, ODD, Steps, hostile_words


@pytest.mark.parametrize("language", LANGUAGES)
def test_hostile_clues_are_answered_in_bounded_steps(language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    rng = Random(3)
    words = [word for word in (*KNOWN, *ODD, *hostile_words(language, 45, seed=7)) if is_readable(word)]
    steps = Steps(referee(), language, monkeypatch)
    for word in words:
        game = deal(rng, EDITIONS["classic"], Mode.TEAMS, Options(), language)
        giver = to_move(game.tables[-1])[0]
        steps.taken = 0
        fair_play.approves(Question(view(game.tables[-1], game.key, giver), language), word, 1)
        step(game, Move(giver, GiveClue(word, 1)))
        guesser = to_move(game.tables[-1])[0]
        assert Simple().answer(Question(view(game.tables[-1], game.key, guesser), language)).command, word


@pytest.mark.parametrize("language", LANGUAGES)
def test_there_is_a_clue_for_hostile_cards_too(language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    rng = Random(3)
    cards = list(dict.fromkeys(word[:40] for word in (*KNOWN, *hostile_words(language, 60, seed=8))))[:25]
    table, key = new_game(EDITIONS["classic"], cards, rng, Mode.TEAMS, Options())
    Steps(referee(), language, monkeypatch, most=50_000)
    answer = Simple().answer(Question(view(table, key, to_move(table)[0]), language))
    assert isinstance(answer.command, GiveClue)
