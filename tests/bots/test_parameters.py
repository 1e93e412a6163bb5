"""Another head: a Bureau with other parameters decides otherwise, and nobody else does."""

import pickle
import re
from dataclasses import FrozenInstanceError, fields, replace
from pathlib import Path
from random import Random

import pytest

from deckname.bots import bureau
from deckname.bots.bureau import PARAMETERS, Bureau
from deckname.bots.bureau.parameters import ByManner, Parameters, ThoughtScale
from deckname.bots.factory import Recipe
from deckname.bots.player import Manner, Question
from deckname.engine import EDITIONS, to_move, view
from deckname.engine.model import Guess, Mode, Options, Stop
from tests.bots.bot_play import deal
from tests.bots.made_up import ONE_EAR, Told
from tests.playing import Game

pytestmark = pytest.mark.floats

HOUSE = Path(bureau.__file__).parent


def head(knowledge, **changed):
    """A Bureau that knows just this, and differs in these parameters."""
    return Bureau(lambda language: knowledge, ONE_EAR, parameters=replace(PARAMETERS, **changed))


def said(game, bot):
    return bot.answer(Question(game.view("red.giver"), "en", Manner.BALANCED)).command


def touched(game, bot):
    return bot.answer(Question(game.view("red.guesser"), "en", Manner.BALANCED)).command


def test_a_head_that_counts_no_further_says_smaller_numbers():
    game = Game("classic")
    four = Told(animal=game.cards("red")[:4])
    assert said(game, head(four)).number == 4
    assert said(game, head(four, largest_number=2)).number == 2
    assert said(game, head(four)).number == 4, "the first head is as it was"


def test_a_head_without_fear_says_what_leads_to_the_assassin_as_well():
    game = Game("classic")
    ours, assassin = game.cards("red"), game.cards("assassin")
    known = Told(animal=[*ours[:3], *assassin], tool=ours[:1])
    assert said(game, head(known)).word == "tool"
    unafraid = head(known, team_fear=0.0, understood=0.0, team_honest=0.0)
    assert said(game, unafraid).word == "animal"


def test_a_head_that_wants_much_of_a_touch_stops_where_another_goes_on():
    game = Game("classic")
    first, second, *_ = game.cards("red")
    game.play("red.giver animal 2", f"red.guesser {first}")
    known = Told(animal=[first, second])
    assert touched(game, head(known)) == Guess(second)
    assert touched(game, head(known, eager=ByManner(1.0, 1.0, 1.0))) == Stop()


@pytest.mark.usefixtures("bots_data")
def test_two_heads_with_the_same_scale_of_thoughts_share_what_they_know():
    ours = bureau.open_knowledge("en")
    assert bureau.open_knowledge("en", PARAMETERS.thoughts) is ours
    duller = bureau.open_knowledge("en", ThoughtScale(first=4.0))
    thought = bureau.SOURCES.index("thought")
    near, nearer = (one.near([("ROOT",)], "tree")[thought, 0] for one in (duller, ours))
    assert near == pytest.approx(nearer / 2, rel=0.01)


@pytest.mark.usefixtures("bots_data")
def test_a_worker_can_be_told_which_head_to_have():
    changed = {"name": "curt", "parameters": replace(PARAMETERS, largest_number=1)}
    recipe = pickle.loads(pickle.dumps(Recipe("deckname.bots.bureau:open_bureau", changed)))
    curt, usual = recipe.make(lambda done, doing: None), Bureau()
    boards = [deal(Random(seed), EDITIONS["classic"], Mode.TEAMS, Options(), "en") for seed in range(4)]
    views = [view(board.tables[-1], board.key, to_move(board.tables[-1])[0]) for board in boards]
    told = [curt.answer(Question(seen, "en")) for seen in views]
    assert {(answer.command.number, answer.thought.by) for answer in told} == {(1, "curt")}
    assert max(usual.answer(Question(seen, "en")).command.number for seen in views) > 1


def test_parameters_stay_as_they_are():
    with pytest.raises(FrozenInstanceError):
        PARAMETERS.team_fear = 1.0
    assert hash(Parameters()) == hash(PARAMETERS)


@pytest.mark.parametrize("name", [field.name for field in fields(Parameters)])
def test_every_parameter_is_used_and_explained(name):
    source = (HOUSE / "parameters.py").read_text("utf-8")
    users = [file for file in HOUSE.glob("*.py") if file.name != "parameters.py"]
    assert any(re.search(rf"parameters\.{name}\b", file.read_text("utf-8"), re.IGNORECASE) for file in users), name
    explained = re.search(rf'\n    {name}: [^\n]*(\n    (    [^\n]*|\)))*\n    """', source)
    assert explained or name == "thoughts", name
