"""Section V (two and three players) and P7 (the assassin last)."""

import pytest

from deckname.engine.model import (
    CardCovered,
    CardTouched,
    ClueChallenged,
    GameEnded,
    LastStretchBegan,
    Reason,
    Refusal,
    TurnEnded,
)
from deckname.engine.view import winning_seats
from tests.playing import Game

every_team_edition = pytest.mark.parametrize("edition", ["classic", "pictures", "family-easy", "family-advanced"])


# Cooperative ------------------------------------------------------------------------------------------


@pytest.mark.rule("V1", "V7")
@pytest.mark.parametrize("starts", ["red", "blue"])
@every_team_edition
def test_one_team_plays_the_starting_colour(edition, starts):
    game = Game(edition, "coop", starts)
    assert [str(seat) for seat in game.table.setup.seats] == [f"{starts}.giver", f"{starts}.guesser"]
    other = {"red": "blue", "blue": "red"}[starts]
    assert game.refusal(f"{other}.giver tree 2") == Refusal.NO_SUCH_SEAT
    assert game.refusal(f"{starts}.guesser challenge") == Refusal.NOTHING_TO_CHALLENGE


@pytest.mark.rule("V2")
@every_team_edition
def test_in_the_imaginary_teams_turn_the_spymaster_covers_one_of_its_cards(edition):
    game = Game(edition, "coop")
    blue = game.cards("blue")
    game.play("red.giver tree 2", "red.guesser 0", "red.guesser stop")
    assert (game.table.phase, game.waiting_for) == ("cover", ["red.giver"])
    assert game.view("red.giver").legal.cover == tuple(blue)
    assert game.view(None).covering == "blue"
    assert not game.view(None).challenged
    assert game.refusal("red.giver waive") == Refusal.NOTHING_TO_WAIVE
    assert game.refusal("red.guesser cover 9") == Refusal.NOT_YOUR_TURN
    assert game.refusal("red.giver cover 1") == Refusal.NOT_YOUR_AGENT
    assert game.play(f"red.giver cover {blue[2]}") == [CardCovered("red", blue[2], "blue"), TurnEnded("red")]
    assert game.waiting_for == ["red.giver"]


def coop_turns(game, turns):
    """Turns that find one own agent each, and the imaginary team's answers."""
    for _ in range(turns):
        own = next(card for card in game.cards("red") if game.table.covers[card] is None)
        game.play("red.giver tree 1", f"red.guesser {own}", "red.guesser stop")
        game.play(f"red.giver cover {game.view('red.giver').legal.cover[0]}")


@pytest.mark.rule("V3")
def test_lost_when_the_imaginary_teams_cards_are_all_covered():
    game = Game("classic", "coop")
    coop_turns(game, 8)
    assert game.outcome == ([], "imaginary_team_done")
    assert game.view(None).score is None


@pytest.mark.rule("V3")
def test_lost_also_by_touching_the_imaginary_teams_last_card():
    game = Game("classic", "coop")
    coop_turns(game, 7)
    (last,) = [card for card in game.cards("blue") if game.table.covers[card] is None]
    events = game.play("red.giver oops 1", f"red.guesser {last}")
    assert events == [CardTouched("red", last, "blue"), GameEnded((), Reason.IMAGINARY_TEAM_DONE)]


@pytest.mark.rule("V3")
def test_lost_by_the_assassin():
    game = Game("pictures", "coop")
    game.play("red.giver oops 1", f"red.guesser {game.cards('assassin')[0]}")
    assert game.outcome == ([], "assassin")


@pytest.mark.rule("V4", "V5")
@pytest.mark.parametrize(
    ("edition", "rounds", "points"),
    [
        ("classic", 0, 8),
        ("classic", 7, 1),
        ("pictures", 0, 7),
        ("pictures", 4, 3),
        ("family-easy", 0, 5),
        ("family-easy", 4, 1),
        ("family-advanced", 2, 6),
    ],
)
def test_the_score_is_what_the_imaginary_team_has_left(edition, rounds, points):
    game = Game(edition, "coop", unlimited=True)
    coop_turns(game, rounds)
    rest = [card for card in game.cards("red") if game.table.covers[card] is None]
    game.play("red.giver rest unlimited", *(f"red.guesser {card}" for card in rest))
    assert game.outcome == (["red"], "all_found")
    score = game.view(None).score
    assert (score.points, score.step) == (points, points)


@pytest.mark.rule("T19", "V2")
def test_the_clock_passes_the_turn_to_the_imaginary_team():
    game = Game("classic", "coop")
    assert game.play("clock stop") == [TurnEnded("blue")]
    assert game.waiting_for == ["red.giver"]
    assert game.table.phase == "cover"


# Trio ------------------------------------------------------------------------------------------


@pytest.mark.rule("V6")
@every_team_edition
def test_one_operative_guesses_for_both(edition):
    game = Game(edition, "trio")
    places = [[str(seat) for seat in place] for place in game.table.setup.places]
    assert places == [["red.giver"], ["blue.giver"], ["red.guesser", "blue.guesser"]]
    game.play("red.giver tree 1", "red.guesser 0", "red.guesser stop", "blue.giver sea 1")
    assert game.waiting_for == ["blue.guesser"]


@pytest.mark.rule("V6")
def test_the_operative_wins_with_the_agents_and_loses_with_the_assassin():
    game = Game("classic", "trio")
    game.play("red.giver all 9", *(f"red.guesser {card}" for card in game.cards("red")))
    assert game.outcome == (["red"], "all_found")
    assert [str(seat) for seat in winning_seats(game.table)] == ["red.giver", "red.guesser", "blue.guesser"]

    game = Game("classic", "trio")
    game.play("red.giver oops 1", f"red.guesser {game.cards('assassin')[0]}")
    assert game.outcome == (["blue"], "assassin")
    assert [str(seat) for seat in winning_seats(game.table)] == ["blue.giver"]


@pytest.mark.rule("V6")
def test_in_teams_the_operatives_of_the_winning_side_win_too():
    game = Game("classic")
    assert winning_seats(game.table) == ()
    game.play("red.giver oops 1", f"red.guesser {game.cards('assassin')[0]}")
    assert [str(seat) for seat in winning_seats(game.table)] == ["blue.giver", "blue.guesser"]


# The assassin last ------------------------------------------------------------------------------------------


def last_game(mode="teams"):
    return Game("pictures", mode, assassin_last=True)


@pytest.mark.rule("P7")
def test_finding_all_agents_is_not_enough():
    game = last_game()
    reds, (assassin,) = game.cards("red"), game.cards("assassin")
    game.play("red.giver all 8", *(f"red.guesser {card}" for card in reds))
    assert game.outcome is None
    assert game.waiting_for == ["red.guesser"]
    assert game.view(None).guesses_left == 1
    game.play("red.guesser stop", "blue.giver x 1", f"blue.guesser {game.cards('bystander')[0]}")
    assert game.waiting_for == ["red.giver"]
    assert game.play("red.giver poison 1", f"red.guesser {assassin}")[-1] == GameEnded(("red",), Reason.ALL_FOUND)


@pytest.mark.rule("P7", "T11")
def test_whoever_covers_a_last_agent_does_not_end_the_game():
    game = last_game()
    *most, last = game.cards("blue")
    game.play("red.giver x 1", f"red.guesser {game.cards('bystander')[0]}")
    game.play("blue.giver most 6", *(f"blue.guesser {card}" for card in most), "blue.guesser stop")
    assert game.play("red.giver oops 1", f"red.guesser {last}")[-1] == TurnEnded("blue")
    assert game.waiting_for == ["blue.giver"]
    game.play("blue.giver poison 1", f"blue.guesser {game.cards('assassin')[0]}")
    assert game.outcome == (["blue"], "all_found")


@pytest.mark.rule("P7")
def test_touched_early_the_team_must_finish_without_a_mistake():
    game = last_game()
    reds, (assassin,) = game.cards("red"), game.cards("assassin")
    game.play("red.giver two 1", f"red.guesser {reds[0]}")
    assert game.play(f"red.guesser {assassin}") == [CardTouched("red", assassin, "assassin"), LastStretchBegan("red")]
    assert game.waiting_for == ["red.guesser"]
    assert game.view(None).guesses_left is None
    assert game.view(None).last_stretch == "red"
    game.play(*(f"red.guesser {card}" for card in reds[1:]))
    assert game.outcome == (["red"], "all_found")


@pytest.mark.rule("P7")
@pytest.mark.parametrize("mistake", ["bystander", "blue", "stop", "clock"])
@pytest.mark.parametrize(("mode", "winners"), [("teams", ["blue"]), ("trio", ["blue"]), ("coop", [])])
def test_a_mistake_in_the_last_stretch_loses(mode, winners, mistake):
    game = last_game(mode)
    game.play("red.giver two 2", f"red.guesser {game.cards('assassin')[0]}")
    moves = {"stop": "red.guesser stop", "clock": "clock stop"}
    game.play(moves.get(mistake) or f"red.guesser {game.cards(mistake)[0]}")
    assert game.outcome == (winners, "last_stretch_missed")


@pytest.mark.rule("P7", "T15")
def test_a_challenger_without_agents_left_just_gets_the_turn():
    game = last_game()
    game.play("red.giver x 1", f"red.guesser {game.cards('bystander')[0]}")
    game.play("blue.giver all 7", *(f"blue.guesser {card}" for card in game.cards("blue")), "blue.guesser stop")
    assert game.play("red.giver tree 1", "blue.giver challenge") == [ClueChallenged("blue"), TurnEnded("blue")]
    assert game.waiting_for == ["blue.giver"]


@pytest.mark.rule("P7", "V3")
def test_the_imaginary_team_still_wins_by_its_last_card():
    game = Game("classic", "coop", assassin_last=True)
    coop_turns(game, 8)
    assert game.outcome == ([], "imaginary_team_done")
