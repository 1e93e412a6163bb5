"""The race, against summing over every order; and the stakes, against common sense."""

from itertools import permutations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from deckname.bots.bureau.parameters import PARAMETERS
from deckname.bots.bureau.race import picked_early, right_before_wrong
from deckname.bots.bureau.stakes import DuetStakes, TeamStakes, stakes_of
from deckname.engine.model import ASSASSIN, BYSTANDER, Tokens
from tests.more_editions import THREE
from tests.playing import Game

pytestmark = pytest.mark.floats

pulls = st.floats(0.01, 1.0)


@given(st.lists(pulls, min_size=1, max_size=4), pulls)
def test_the_race_is_what_summing_over_all_orders_gives(right, wrong):
    exact = np.zeros(len(right) + 1)
    for order in permutations(range(len(right) + 1)):
        rates = [*right, wrong]
        chance, left = 1.0, sum(rates)
        for card in order:
            chance *= rates[card] / left
            left -= rates[card]
        exact[order.index(len(right))] += chance
    found = right_before_wrong(np.array(right), np.array(wrong), len(right))
    assert found == pytest.approx(exact, abs=0.01)
    assert found.sum() == pytest.approx(1)


def test_where_fewer_count_the_last_place_gathers_the_rest():
    right = np.array([0.5, 0.3, 0.2])
    whole, short = (right_before_wrong(right, np.array(0.4), most) for most in (3, 1))
    assert short == pytest.approx([whole[0], whole[1:].sum()])


@given(st.lists(pulls, min_size=3, max_size=25), st.integers(1, 2))
def test_as_many_cards_are_expected_early_as_the_clue_says(rates, number):
    found = picked_early(np.array(rates), number)
    assert found.sum() == pytest.approx(number, abs=0.01)
    assert found[np.argmax(rates)] == pytest.approx(found.max())
    assert picked_early(np.array(rates), 0).sum() == 0


def team(ours, theirs, imaginary=False, assassin_last=False):
    return TeamStakes(ours, theirs, imaginary, assassin_last)


@pytest.mark.parametrize("imaginary", [False, True])
def test_a_card_found_is_worth_more_than_none_and_a_miss_less(imaginary):
    for ours in range(2, 10):
        for theirs in range(2, 9):
            stakes = team(ours, theirs, imaginary)
            nothing = stakes.after(0, None)
            assert stakes.after(2, None) >= stakes.after(1, None) >= nothing
            assert stakes.after(0, BYSTANDER) == nothing
            assert stakes.after(0, "theirs") <= nothing
            assert stakes.after(0, ASSASSIN) == 0
    even = team(4, 4, imaginary)
    assert even.after(2, None) > even.after(1, None) > even.after(0, None) > even.after(0, "theirs") > 0
    assert team(1, 5, imaginary).after(1, None) == 1


def test_who_is_about_to_lose_dares_more():
    """The chance of finding two that makes up for a sure one is smaller when the other side needs one more card."""

    def needed(stakes):
        none, one, two = (stakes.after(found, None) for found in range(3))
        return (one - none) / (two - none)

    assert needed(team(2, 1)) < needed(team(4, 8))


def test_with_a_card_left_each_whoever_finds_it_first_wins():
    """A turn wins by a card found, and loses by the assassin or by the other side's card; else the other side has the
    same turn."""
    wins, passes = (
        (1 - PARAMETERS.pace[0]) * (1 - PARAMETERS.death),
        PARAMETERS.pace[0] * (1 - PARAMETERS.death) * (1 - PARAMETERS.slip),
    )
    to_move = (wins + passes) / (1 + passes)  # what solves x = wins + passes * (1 - x)
    assert team(1, 1).after(0, None) == pytest.approx(1 - to_move)


def test_an_imaginary_team_covers_a_card_after_every_turn():
    """V2: its last card is the end."""
    assert team(1, 1, imaginary=True).after(0, None) == 0
    one_turn = (1 - PARAMETERS.pace[0]) * (1 - PARAMETERS.death)
    assert team(1, 2, imaginary=True).after(0, None) == pytest.approx(one_turn)


def test_the_assassin_is_not_the_end_where_it_comes_last():
    assert team(2, 4, assassin_last=True).after(0, ASSASSIN) > 0


def test_all_agents_are_not_the_end_where_the_assassin_comes_last():
    """P7: it is one more card to find, for either side."""
    assert team(1, 4, assassin_last=True).after(1, None) == team(2, 5).after(1, None) < 1
    assert team(0, 4, assassin_last=True).after(1, None) == 1


def test_an_imaginary_team_wins_by_its_last_card_even_where_the_assassin_comes_last():
    """P7, V3: whoever stops with one card of it left has lost."""
    stakes = team(0, 1, imaginary=True, assassin_last=True)
    assert stakes.after(0, None) == stakes.after(0, "theirs") == 0
    assert stakes.after(1, None) == 1
    assert team(0, 2, imaginary=True, assassin_last=True).after(0, None) == team(1, 2, imaginary=True).after(0, None)


def test_on_the_last_stretch_the_first_mistake_loses():
    """P7"""
    stakes = TeamStakes(2, 4, imaginary=False, assassin_last=True, last_stretch=True)
    assert stakes.after(1, BYSTANDER) == stakes.after(1, "theirs") == 0
    assert 0 < stakes.after(0, None) < stakes.after(1, None) < stakes.after(2, None) == 1


def test_tokens_run_out():
    plenty, few = (DuetStakes(10, Tokens(tokens, 0), sudden_death=False) for tokens in (9, 3))
    assert plenty.after(2, None) > few.after(2, None) > few.after(0, None)
    assert DuetStakes(3, Tokens(1, 0), sudden_death=False).after(3, None) == 1
    strict = DuetStakes(5, Tokens(0, 1), sudden_death=False)
    assert strict.after(1, BYSTANDER) == 0 < strict.after(1, None)
    assert DuetStakes(1, Tokens(0, 0), sudden_death=True).after(0, BYSTANDER) == 0


def test_a_bystander_costs_no_more_than_stopping_as_long_as_mistakes_are_allowed():
    """D8, M4"""
    allowed, strict = (DuetStakes(8, tokens, sudden_death=False) for tokens in (Tokens(4, 1), Tokens(0, 5)))
    assert allowed.after(1, BYSTANDER) == allowed.after(1, None) == strict.after(1, None) > strict.after(1, BYSTANDER)


def test_sudden_death_may_still_be_won():
    """D15: a card is left to be found without a clue, or two."""
    last = DuetStakes(3, Tokens(1, 0), sudden_death=False)
    assert 0 < last.after(1, None) < last.after(2, None) < 1
    assert last.after(1, None) == DuetStakes(3, Tokens(0, 0), sudden_death=True).after(1, None)


def giving(ours, theirs, tokens):
    return DuetStakes(ours + theirs, Tokens(tokens, 0), sudden_death=False, ours=ours)


def test_only_who_has_fewer_clues_than_agents_left_has_to_hurry():
    """With five tokens a side has three clues to give, with the partner done all five."""
    assert giving(3, 4, 5).haste == 0 < giving(4, 4, 5).haste < giving(6, 4, 5).haste
    assert giving(5, 0, 5).haste == 0 < giving(6, 0, 5).haste
    assert giving(6, 0, 3).haste == giving(9, 0, 1).haste, "twice as many are as much of a hurry as there can be"


def test_the_last_clue_speaks_for_all_that_is_left():
    assert giving(3, 2, 2).honest < giving(3, 2, 3).honest
    assert giving(3, 0, 1).honest < giving(3, 0, 2).honest
    last = giving(2, 1, 2)
    assert last.after(2, None) > 2 * last.after(1, None), "a card that no clue spoke for is seldom found"


def test_a_giver_counts_their_own_clues_and_their_partners():
    assert giving(2, 2, 5).after(1, None) > giving(4, 0, 3).after(1, None)
    even = giving(2, 2, 4)
    assert even.after(2, None) > even.after(0, BYSTANDER) > even.after(0, ASSASSIN) == 0


def test_what_the_next_clue_is_for_is_better_left_than_what_no_clue_is_left_for():
    """With one token left after this turn it is the partner who says the last clue."""
    assert giving(2, 2, 2).after(1, None) > giving(3, 1, 2).after(1, None)


# --- what is at stake is read off the table


def test_each_side_counts_its_own_cards_and_the_others():
    game = Game("classic")
    game.play("red.giver animal 2", *(f"red.guesser {card}" for card in game.cards("red")[:2]))
    assert stakes_of(game.view("red.guesser"), PARAMETERS) == team(7, 8)
    game.play("red.guesser stop")
    assert stakes_of(game.view("blue.giver"), PARAMETERS) == team(8, 7)


def test_who_plays_alone_plays_against_an_imaginary_team():
    """V1"""
    assert stakes_of(Game("classic", mode="coop").view("red.giver"), PARAMETERS) == team(9, 8, imaginary=True)


def test_that_the_assassin_comes_last_shows_when_a_side_goes_on_without_agents():
    """P7"""
    game = Game("classic", assassin_last=True)
    assert stakes_of(game.view("red.giver"), PARAMETERS) == team(9, 8)
    game.play("red.giver colour 9", *(f"red.guesser {card}" for card in game.cards("red")))
    assert stakes_of(game.view("red.guesser"), PARAMETERS) == team(0, 8, assassin_last=True)
    game.play(f"red.guesser {game.cards('assassin')[0]}")
    assert game.outcome == (["red"], "all_found")


def test_on_the_last_stretch_it_is_known_for_one():
    """P7"""
    game = Game("classic", assassin_last=True)
    game.play("red.giver animal 1", f"red.guesser {game.cards('assassin')[0]}")
    stretch = TeamStakes(9, 8, imaginary=False, assassin_last=True, last_stretch=True)
    assert stakes_of(game.view("red.guesser"), PARAMETERS) == stretch


def test_in_duet_a_giver_knows_what_their_clues_have_to_lead_to_and_a_guesser_does_not():
    game = Game("duet")
    assert stakes_of(game.view("a.giver"), PARAMETERS) == giving(9, 6, 9)
    game.play("a.giver animal 1")
    assert stakes_of(game.view("b.guesser"), PARAMETERS) == DuetStakes(15, Tokens(9, 0), sudden_death=False)
    game = Game("duet", tokens=1)
    game.play("a.giver animal 1", f"b.guesser {game.cards('green')[0]}", "b.guesser stop")
    assert stakes_of(game.view("b.guesser"), PARAMETERS) == DuetStakes(14, Tokens(0, 0, taken=1), sudden_death=True)


def test_two_rivals_are_harder_to_beat_than_one_and_the_nearer_counts_more():
    alone = TeamStakes(5, 4, imaginary=False, assassin_last=False).after(0, None)
    far, near = (
        TeamStakes(5, 4, imaginary=False, assassin_last=False, others=(left,)).after(0, None) for left in (9, 4)
    )
    assert 0 < near < far < alone


def test_of_three_teams_the_one_with_least_left_is_the_one_to_fear():
    game = Game(THREE)
    game.play("red.giver tree 3", *(f"red.guesser {card}" for card in game.cards("red")[:3]), "red.guesser stop")
    stakes = stakes_of(game.view("blue.giver"), PARAMETERS)
    assert (stakes.ours, stakes.theirs, stakes.others) == (8, 6, (8,))


def test_a_team_that_is_out_is_no_rival_even_with_nothing_left_to_find():
    game = Game(THREE)
    *most, last = game.cards("red")
    game.play("red.giver all 9", *(f"red.guesser {card}" for card in most), f"red.guesser {game.cards('assassin')[0]}")
    game.play("blue.giver x 1", f"blue.guesser {last}")
    stakes = stakes_of(game.view("amber.giver"), PARAMETERS)
    assert (stakes.theirs, stakes.others, stakes.assassin_last) == (8, (), False)


def test_who_would_lose_by_the_next_turn_promises_more():
    """One for the others and three to find: a clue for one card can't win."""
    calm, pressed, ahead = team(8, 8), team(3, 1), team(2, 6)
    assert calm.calm == ahead.calm == 1
    assert pressed.calm < 0.5
    assert pressed.honest < calm.honest
    assert pressed.fear < calm.fear
    assert pressed.doubt < calm.doubt
    assert pressed.hunch < calm.hunch


def test_in_duet_the_fewer_clues_are_left_for_the_agents_the_more_each_dares():
    plenty, short, last = (
        DuetStakes(left, Tokens(tokens, 0), sudden_death=False, ours=ours)
        for left, ours, tokens in ((6, 3, 8), (9, 6, 4), (4, 2, 1))
    )
    assert plenty.honest > short.honest > last.honest
