"""How partners listen, on made-up nearness: where they stray, and that numbers stay honest to people."""

import numpy as np

from deckname.bots.listener import STRANGER, TWIN
from deckname.bots.player import Manner
from deckname.bots.spymaster import _honest, _worth
from deckname.bots.stakes import DuetStakes, TeamStakes
from deckname.bots.vectors import SOURCES
from deckname.engine.model import ASSASSIN, BYSTANDER, Tokens

WORD, THOUGHT = SOURCES.index("word"), SOURCES.index("thought")


def nearness(*cards):
    """Per source, one clue and these cards, each given as {source: how near}."""
    near = np.zeros((len(SOURCES), 1, len(cards)), np.float32)
    for place, card in enumerate(cards):
        for source, value in card.items():
            near[source, 0, place] = value
    return near


def worth(near, identities, ours):
    pulls = STRANGER.pulls(near)
    stakes = TeamStakes(ours, 8, imaginary=False, assassin_last=False)
    _, found = _worth(pulls, identities, ours, listener=STRANGER, stakes=stakes, manner=Manner.BALANCED)
    return found[0]


def test_who_misses_strays_to_what_sounds_near():
    near = nearness({THOUGHT: 8}, {WORD: 4}, {}, {})[:, 0]
    pulls = STRANGER.mean(STRANGER.pulls(near))
    assert np.isclose(pulls.sum(), 1)
    assert pulls[0] > pulls[1] > 3 * pulls[2]


def test_a_listener_without_strays_may_touch_anything():
    pulls = TWIN.mean(TWIN.pulls(nearness({THOUGHT: 8}, {WORD: 2}, {}, {})[:, 0]))
    assert np.isclose(pulls[2], TWIN.lapses[0] / 4, rtol=0.1)


def test_the_assassin_that_sounds_near_makes_a_clue_worse_than_a_bystander_that_does():
    cards = nearness({THOUGHT: 8}, {WORD: 3}, {})
    assert worth(cards, ["red", ASSASSIN, BYSTANDER], 1)[0] < worth(cards, ["red", BYSTANDER, ASSASSIN], 1)[0]


def test_a_number_is_honest_only_if_a_person_would_find_the_card_as_well():
    teams, duet = (
        TeamStakes(9, 8, imaginary=False, assassin_last=False),
        DuetStakes(15, Tokens(9, 0), sudden_death=False),
    )
    ears = len(STRANGER.weights)
    before = np.ones((ears, 1))
    by_all, by_all_but_a_person = np.full((ears, 1), 0.8), np.full((ears, 1), 0.8)
    by_all_but_a_person[STRANGER.person] = 0.2
    assert _honest(before, by_all, STRANGER, teams, first=False)
    assert not _honest(before, by_all_but_a_person, STRANGER, teams, first=False)
    assert _honest(before, by_all_but_a_person, STRANGER, duet, first=False)


def test_where_no_clue_is_honest_the_best_of_them_counts_for_one():
    found = worth(nearness({}, {WORD: 5}, {WORD: 5}, {}), ["red", BYSTANDER, ASSASSIN, BYSTANDER], 1)
    assert found.argmax() == 0
    assert found[0] > -1
