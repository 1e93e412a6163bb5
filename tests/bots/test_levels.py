"""Levels: opponents hear clues with heads of their own, the worse the lower, and the key has no part in it."""

from random import Random

import numpy as np
import pytest

from deckname.bots.bureau import PARAMETERS, Bureau, open_knowledge
from deckname.bots.bureau.own_head import OwnHead
from deckname.bots.player import Level, Question
from deckname.cards.library import deck
from deckname.engine import EDITIONS, new_game, view
from deckname.engine.model import GiveClue, Key, Mode, Options, Role, Seat
from deckname.engine.record import Move
from tests.bots.bot_play import step
from tests.engine.random_play import Played

pytestmark = [pytest.mark.floats, pytest.mark.usefixtures("bots_data")]

BELOW_MERCILESS = [level for level in Level if PARAMETERS.skills.of(level)]


def dealt(seed: int) -> Played:
    words = [card.front for card in deck("en", EDITIONS["classic"].deck).cards]
    table, key = new_game(EDITIONS["classic"], words, Random(seed), Mode.TEAMS, Options())
    return Played([table], key, [], [])


def asked(played: Played, role: Role, level: Level, *, opponent: bool = True) -> Question:
    table = played.tables[-1]
    return Question(view(table, played.key, Seat(table.turn, role)), "en", level=level, opponent=opponent)


def answered(played: Played, level: Level, *, opponent: bool = True) -> object:
    return Bureau().answer(asked(played, Role.GUESSER, level, opponent=opponent)).command


def found_share(level: Level, seeds: range) -> float:
    """Of the cards that opening clues meant, those that the guesser of the same side touched."""
    meant = found = 0
    for seed in seeds:
        played = dealt(seed)
        side = played.tables[-1].turn
        answer = Bureau().answer(asked(played, Role.GIVER, level))
        step(played, Move(Seat(side, Role.GIVER), answer.command))
        while played.tables[-1].turn == side:
            step(played, Move(Seat(side, Role.GUESSER), answered(played, level)))
        touched = {touch.card for touch in played.tables[-1].log[0].touched}
        meant, found = meant + len(answer.thought.meant), found + len(touched & set(answer.thought.meant))
    return found / meant


def test_the_lower_the_level_the_more_is_missed():
    easy, even, merciless = (found_share(level, range(24)) for level in (Level.EASY, Level.EVEN, Level.MERCILESS))
    assert easy < merciless > even
    assert merciless > 0.9


@pytest.mark.parametrize("level", BELOW_MERCILESS)
def test_who_plays_with_people_does_its_best(level):
    for seed in range(6):
        played = dealt(seed)
        giver = Seat(played.tables[-1].turn, Role.GIVER)
        step(played, Move(giver, GiveClue("water", 2)))
        assert answered(played, level, opponent=False) == answered(played, Level.MERCILESS)


def test_the_same_question_gets_the_same_answer():
    knowledge, skill = open_knowledge("en"), PARAMETERS.skills.easy
    cards = [("BANK",), ("RIVER",), ("anchor", "king")]
    one, same, other = (OwnHead(knowledge, skill, whose).near(cards, "water") for whose in ("red", "red", "blue"))
    assert np.array_equal(one, same)
    assert not np.allclose(one, other)
    fewer = OwnHead(knowledge, skill, "red").near(cards[1:], "water")
    assert np.array_equal(one[:, 1:], fewer), "whatever else lies open"


@pytest.mark.parametrize("level", BELOW_MERCILESS)
def test_no_level_hears_the_key(level):
    """Whatever the key is: as long as the guesser sees the same, it touches the same."""
    for seed in range(4):
        played = dealt(seed)
        step(played, Move(Seat(played.tables[-1].turn, Role.GIVER), GiveClue("water", 2)))
        first = answered(played, level)
        (layer,) = played.key.layers
        for _ in range(3):
            shuffled = list(layer)
            Random(f"{seed}").shuffle(shuffled)
            played.key = Key((tuple(shuffled),))
            assert answered(played, level) == first
