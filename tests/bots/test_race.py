"""The race, against summing over every order; and the stakes, against common sense."""

from itertools import permutations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from deckname.bots.race import picked_early, right_before_wrong
from deckname.bots.stakes import DuetStakes, TeamStakes
from deckname.engine.model import ASSASSIN, BYSTANDER, Tokens

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
    assert found[np.argmax(rates)] == found.max()
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


def test_the_assassin_is_not_the_end_where_it_comes_last():
    assert team(2, 4, assassin_last=True).after(0, ASSASSIN) > 0


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


def giving(ours, theirs, tokens):
    return DuetStakes(ours + theirs, Tokens(tokens, 0), sudden_death=False, ours=ours)


def test_only_who_has_fewer_clues_than_agents_left_has_to_hurry():
    """With five tokens a side has three clues to give, with the partner done all five."""
    assert giving(3, 4, 5).haste == 0 < giving(4, 4, 5).haste < giving(6, 4, 5).haste
    assert giving(5, 0, 5).haste == 0 < giving(6, 0, 5).haste


def test_the_last_clue_speaks_for_all_that_is_left():
    assert giving(3, 2, 2).honest < giving(3, 2, 3).honest
    assert giving(3, 0, 1).honest < giving(3, 0, 2).honest
    last = giving(2, 1, 2)
    assert last.after(2, None) > 2 * last.after(1, None), "a card that no clue spoke for is seldom found"


def test_a_giver_counts_their_own_clues_and_their_partners():
    assert giving(2, 2, 5).after(1, None) > giving(4, 0, 3).after(1, None)
    even = giving(2, 2, 4)
    assert even.after(2, None) > even.after(0, BYSTANDER) > even.after(0, ASSASSIN) == 0
