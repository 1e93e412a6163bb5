"""Section M: the mission map and its tokens."""

import pytest

from deckname.engine.editions import SetupError
from deckname.engine.missions import MAP, MapError, parse_map
from deckname.engine.model import CardTouched, GameEnded, Reason, SuddenDeathBegan, TokenSpent, TurnEnded
from tests.playing import Game

THE_MAP = """
prague 9-9 berlin cairo moscow
berlin 11-2 prague paris london
cairo 9-5 prague istanbul nairobi
moscow 8-6 prague istanbul beijing
paris 10-3 berlin london vatican monte-carlo
london 9-4 berlin paris new-york
istanbul 9-3 cairo moscow delhi
nairobi 10-2 cairo cape-town
beijing 8-4 moscow delhi tokyo
delhi 8-5 istanbul beijing sydney
cape-town 8-3 nairobi buenos-aires
new-york 8-4 london los-angeles havana
tokyo 7-5 beijing sydney los-angeles
sydney 8-2 delhi tokyo buenos-aires
los-angeles 7-4 new-york tokyo reykjavik
havana 7-3 new-york buenos-aires
buenos-aires 7-2 cape-town sydney havana
vatican 10-0 paris
monte-carlo 9-0 paris
reykjavik 6-6 los-angeles
"""


@pytest.mark.rule("M1", "M2", "M7")
def test_the_whole_map():
    lines = [f"{c.id} {c.turns}-{c.mistakes} {' '.join(c.links)}" for c in MAP.cities.values()]
    assert lines == THE_MAP.strip().splitlines()
    assert MAP.start == "prague"


@pytest.mark.rule("M1", "M2")
@pytest.mark.parametrize("city", MAP.cities.values(), ids=lambda city: city.id)
def test_a_mission_lays_out_its_tokens(city):
    tokens = Game("duet", mission=city.id).view(None).tokens
    assert (tokens.bystander, tokens.closed) == (city.mistakes, city.turns - city.mistakes)


@pytest.mark.rule("M1")
def test_prague_is_the_standard_game():
    assert Game("duet", mission="prague").table.tokens == Game("duet").table.tokens


def test_a_mission_sets_both_numbers():
    Game("duet", mission="cairo", tokens=9, mistakes=5)
    for options in ({"mission": "cairo", "tokens": 8}, {"mission": "cairo", "mistakes": 4}):
        with pytest.raises(SetupError, match="mission_sets_tokens"):
            Game("duet", **options)
    with pytest.raises(SetupError, match="no_such_mission"):
        Game("duet", mission="atlantis")


@pytest.mark.rule("M3")
def test_stopping_takes_a_closed_token_first_then_a_bystander():
    game = Game("duet", tokens=3, mistakes=2)
    game.play("a.giver x 1", "b.guesser 0")
    assert game.play("b.guesser stop")[0] == TokenSpent("closed", "closed")
    game.play("b.giver y 1", "a.guesser 1")
    assert game.play("a.guesser stop")[0] == TokenSpent("bystander", "closed")
    tokens = game.view(None).tokens
    assert (tokens.bystander, tokens.closed, tokens.taken) == (1, 0, 2)


@pytest.mark.rule("M4")
def test_a_miss_takes_a_bystander_token_or_two_closed_ones():
    game = Game("duet", tokens=6, mistakes=1)
    assert game.play("a.giver x 1", "b.guesser 18")[1:] == [TokenSpent("bystander", "mark"), TurnEnded("b")]
    assert game.play("b.giver y 1", "a.guesser 19") == [
        CardTouched("a", 19, "bystander"),
        TokenSpent("closed", "mark"),
        TokenSpent("closed", "mark"),
        TurnEnded("a"),
    ]
    assert game.view(None).tokens.left == 3


@pytest.mark.rule("M5")
def test_who_cannot_pay_two_has_lost():
    game = Game("duet", tokens=1, mistakes=0)
    events = game.play("a.giver x 1", "b.guesser 18")
    assert events == [CardTouched("b", 18, "bystander"), GameEnded((), Reason.OUT_OF_TOKENS)]
    assert game.view(None).cards[18].marks == ("b",)


@pytest.mark.rule("M6")
@pytest.mark.parametrize("move", ["b.guesser 18", "b.guesser stop"])
def test_the_last_one_or_two_begin_sudden_death(move):
    game = Game("duet", tokens=1 if "stop" in move else 2, mistakes=0)
    assert game.play("a.giver x 1", "b.guesser 0", move)[-1] == SuddenDeathBegan()
    assert game.table.tokens.left == 0


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "not a mission map"),
        ("nonsense", "not a mission map"),
        ("start = 'x'\n[cities]\ny = { turns = 9, mistakes = 9, links = [] }", "not on it"),
        ("start = 'x'\n[cities]\nx = { turns = 9, mistakes = 10, links = [] }", "10 mistakes"),
        ("start = 'x'\n[cities]\nx = { turns = 0, mistakes = 0, links = [] }", "0 turns"),
        ("start = 'x'\n[cities]\nx = { turns = 9, mistakes = 9, links = ['y'] }", "lead back"),
        (
            "start = 'x'\n[cities]\n" + "".join(f"{c} = {{ turns = 9, mistakes = 9, links = [] }}\n" for c in "xy"),
            "no way leads to y",
        ),
    ],
)
def test_a_map_of_ones_own_must_hold_together(text, message):
    with pytest.raises(MapError, match=message):
        parse_map(text)
