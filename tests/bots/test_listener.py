"""How partners listen, on made-up nearness: where they stray, and that numbers stay honest to people."""

import numpy as np
import pytest

from deckname.bots.bureau import PARAMETERS, SOURCES
from deckname.bots.bureau.listener import acquainted, stranger_of, twin_of
from deckname.bots.bureau.spymaster import _honest, _worth
from deckname.bots.bureau.stakes import DuetStakes, TeamStakes
from deckname.bots.player import Manner
from deckname.engine.model import ASSASSIN, BYSTANDER, Tokens
from tests.bots.made_up import THOUGHT, WORD
from tests.playing import Game

pytestmark = pytest.mark.floats

STRANGER, TWIN = stranger_of(PARAMETERS), twin_of(PARAMETERS)


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


def test_a_person_does_not_take_letters_for_meaning():
    """*Matrose* is no clue for ROSE, to whoever reads it."""
    sounding, other = STRANGER.pulls(nearness({WORD: 5}, {})[:, 0])[STRANGER.person]
    assert sounding == pytest.approx(other)
    meant, other = STRANGER.pulls(nearness({THOUGHT: 5}, {WORD: 5})[:, 0])[STRANGER.person]
    assert meant > 0.9


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


class Ether:
    """StoredKnowledge in which every clue sounds like these cards, and is thought of with card 0."""

    language = "en"

    def __init__(self, *sounding):
        self.sounding = sounding

    def near(self, faces, clue):
        found = np.zeros((len(SOURCES), len(faces)), np.float32)
        found[THOUGHT, 0] = 5
        found[WORD, [*self.sounding]] = 5
        return found


def learned(game, *sounding):
    return acquainted(STRANGER, Ether(*sounding), game.view("red.giver"), "red", right_only=False).weights


def heard(game, side, *sounding):
    """What whoever gives clues on this side makes of the touches so far."""
    seen = game.view(f"{side}.giver")
    return acquainted(STRANGER, Ether(*sounding), seen, side, right_only=False).weights


def test_one_touch_speaks_for_an_ear_and_does_not_decide():
    """Card 0 is what people think of, and 5 what it sounds like."""
    by_thought, by_word = Game("classic"), Game("classic")
    by_thought.play("red.giver pond 2", "red.guesser 0")
    by_word.play("red.giver pond 2", "red.guesser 5")
    person = STRANGER.person
    assert heard(by_thought, "red", 5)[person] > STRANGER.weights[person] > heard(by_word, "red", 5)[person]
    assert heard(by_word, "red", 5)[person] > STRANGER.weights[person] / 10


def test_a_zero_tells_nothing_of_a_partner():
    """T12: what is touched for it is anything but what it speaks of."""
    game = Game("classic", zero=True)
    game.play("red.giver pond 0", "red.guesser 0")
    assert heard(game, "red") == pytest.approx(STRANGER.weights)


def test_the_other_sides_touches_tell_nothing_of_a_partner():
    game = Game("classic")
    game.play("red.giver pond 1", "red.guesser 0", "red.guesser stop")
    assert heard(game, "blue", 5) == pytest.approx(STRANGER.weights)
    assert heard(game, "red", 5) != pytest.approx(STRANGER.weights)


def test_what_was_touched_before_tempts_nobody_any_more():
    game = Game("classic", starts="blue")
    touched, other = game.cards("blue")[1:3]
    game.play("blue.giver lake 1", f"blue.guesser {touched}", "blue.guesser stop")
    game.play("red.giver pond 1", "red.guesser 0")
    assert heard(game, "red", touched) == pytest.approx(heard(game, "red"))
    assert heard(game, "red", other) != pytest.approx(heard(game, "red"))


def test_in_duet_a_card_that_one_side_missed_tempts_the_other_still():
    """D9. The clue it was missed for tells nothing itself: it is a zero."""
    game = Game("duet", zero=True)
    missed = game.cards(BYSTANDER)[-1]
    game.play("a.giver sea 0", f"b.guesser {missed}", "b.giver pond 1", "a.guesser 0", "a.guesser stop")
    assert heard(game, "b", missed) != pytest.approx(heard(game, "b"))
    game.play("a.giver lake 1", "b.guesser 1")
    assert heard(game, "a", missed) == pytest.approx(heard(game, "a")), "b has tried it"


def test_a_card_covered_for_an_invalid_clue_tempts_nobody_afterwards():
    """T15"""
    game = Game("classic")
    covered, other = game.cards("blue")[:2]
    game.play("red.giver river 1", "blue.guesser challenge", f"blue.giver cover {covered}")
    game.play("blue.giver lake 1", f"blue.guesser {game.cards(BYSTANDER)[0]}")
    game.play("red.giver pond 1", "red.guesser 0", "red.guesser stop")
    assert learned(game, covered) == pytest.approx(learned(game)), "it lay there no more"
    assert learned(game, other) != pytest.approx(learned(game))


def test_a_card_tempts_until_it_is_covered():
    """T15"""
    game = Game("classic")
    covered, other = game.cards("blue")[:2]
    game.play("red.giver pond 1", "red.guesser 0", "red.guesser stop")
    game.play("blue.giver lake 1", f"blue.guesser {game.cards(BYSTANDER)[0]}")
    game.play("red.giver river 1", "blue.guesser challenge", f"blue.giver cover {covered}")
    assert learned(game, covered) == pytest.approx(learned(game, other))


def test_a_card_of_an_imaginary_team_tempts_until_it_is_covered():
    """V2: that comes after the touches of the same turn."""
    game = Game("classic", mode="coop")
    covered, other = game.cards("blue")[:2]
    game.play("red.giver pond 1", "red.guesser 0", "red.guesser stop", f"red.giver cover {covered}")
    assert learned(game, covered) == pytest.approx(learned(game, other))


def test_cards_of_an_imaginary_team_tempt_less_the_more_of_them_are_covered():
    """V2. Which of them was covered first the view does not tell: when 0 is touched, one of two lies there no more."""
    game = Game("classic", mode="coop")
    first, second, other = game.cards("blue")[:3]
    game.play("red.giver lake 1", f"red.guesser {game.cards(BYSTANDER)[0]}", f"red.giver cover {first}")
    game.play("red.giver pond 1", "red.guesser 0")
    now = game.view("red.guesser")
    heard = acquainted(STRANGER, Ether(first), now, "red", right_only=True).weights
    assert heard == pytest.approx(acquainted(STRANGER, Ether(), now, "red", right_only=True).weights), "it is gone"
    game.play("red.guesser stop", f"red.giver cover {second}")
    calm, halfway, open_still = (np.abs(learned(game, *cards) - learned(game)) for cards in ((), (first,), (other,)))
    assert halfway == pytest.approx(np.abs(learned(game, second) - learned(game)))
    assert calm.sum() < halfway.sum() < open_still.sum()


def test_what_is_found_in_sudden_death_lay_there_for_every_clue():
    """D15: no clue's line has it, as none has what a spymaster covers."""
    game = Game("duet", tokens=1)
    game.play("a.giver pond 1", "b.guesser 0", "b.guesser stop")
    green = [card for card in game.cards("green") if card]
    before = acquainted(STRANGER, Ether(green[0]), game.view("a.giver"), "a", right_only=False).weights
    game.play(f"b.guesser {green[0]}")
    after = acquainted(STRANGER, Ether(green[0]), game.view("a.giver"), "a", right_only=False).weights
    assert after == pytest.approx(before)
