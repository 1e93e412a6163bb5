"""Guessing, on made-up nearness: what a card is taken for, and which touch is better than stopping."""

from dataclasses import replace

import numpy as np
import pytest

from deckname.bots.bureau import PARAMETERS
from deckname.bots.bureau.guesser import Belief, _across, believe, choose, gains, own_face
from deckname.bots.bureau.stakes import stakes_of
from deckname.bots.player import Manner
from deckname.engine.model import UNLIMITED, Guess, Stop
from tests.bots.made_up import ONE_EAR, Points, Told
from tests.playing import Game

pytestmark = pytest.mark.floats

# --- what a card is taken for


def belief_of(game, seat, parameters=PARAMETERS, **near):
    """Card by card what whoever sits there believes."""
    found = believe(Told(**near), game.view(seat), ONE_EAR, parameters)
    per_card = zip(found.cards, found.pulls, found.named, found.agent, found.assassin, found.theirs, strict=True)
    return {card: Belief((card,), *told) for card, *told in per_card}


def test_as_many_agents_are_expected_as_are_left():
    """Nine, of which the clue means two: the other seven are anywhere among 23 cards."""
    game = Game("classic")
    game.play("red.giver animal 2")
    known = belief_of(game, "red.guesser", animal=[0, 24])
    assert (known[0].agent, known[24].agent) == pytest.approx((1, 1), abs=0.01)
    assert (known[5].agent, known[15].agent) == pytest.approx((7 / 23, 7 / 23), abs=0.01)
    assert sum(card.agent for card in known.values()) == pytest.approx(9, abs=0.01)
    assert known[5].theirs == pytest.approx(8 / 25 * (1 - 7 / 23), abs=0.01)


def test_what_the_clue_surely_means_is_no_danger():
    game = Game("classic")
    game.play("red.giver animal 1")
    known = belief_of(game, "red.guesser", animal=[3])
    assert (known[3].assassin, known[3].theirs) == pytest.approx((0, 0), abs=0.01)
    assert all(card.agent + card.assassin + card.theirs < 1.001 for card in known.values())


def test_what_the_clue_may_mean_is_less_likely_the_assassin_than_by_chance():
    """It means one of two cards; and whoever said it saw the key, and kept clear of the assassin."""
    game = Game("classic")
    game.play("red.giver animal 1")
    known = belief_of(game, "red.guesser", animal=[3, 4])
    assert known[3].named == pytest.approx(0.5, abs=0.01)
    assert known[10].assassin == pytest.approx(1 / 25, abs=0.001)
    assert 0 < known[3].assassin < 0.5 / 25


def test_what_a_zero_warns_of_is_likelier_the_assassin_and_no_agent():
    game = Game("classic", zero=True)
    game.play("red.giver animal 0")
    known = belief_of(game, "red.guesser", animal=[3, 4])
    assert known[3].assassin > known[10].assassin
    assert known[3].agent == pytest.approx(0, abs=0.01)


def test_a_card_that_both_sides_clues_mean_is_left_for_later():
    game = Game("classic", starts="blue")
    game.play("blue.giver fruit 1", f"blue.guesser {game.cards('bystander')[0]}", "red.giver animal 2")
    first, second = game.cards("red")[:2]
    known = belief_of(game, "red.guesser", fruit=[first], animal=[first, second])
    assert known[first].agent < 0.6 * known[second].agent


def test_a_card_found_for_the_other_side_is_no_promise_any_more():
    """Blue's clue for one card has found it."""
    game = Game("classic", starts="blue")
    found, other = game.cards("blue")[:2]
    game.play("blue.giver fruit 1", f"blue.guesser {found}", "blue.guesser stop", "red.giver animal 1")
    known = belief_of(game, "red.guesser", fruit=[found, other], animal=[game.cards("red")[0]])
    assert known[other].theirs == pytest.approx(known[game.cards("bystander")[0]].theirs)


def test_with_all_agents_found_it_is_the_assassin_that_is_looked_for():
    """P7"""
    game = Game("classic", assassin_last=True)
    found = game.cards("red")
    game.play("red.giver colour 9", *(f"red.guesser {card}" for card in found))
    game.play(f"red.guesser {game.cards('bystander')[0]}", "blue.giver fruit 1")
    game.play(f"blue.guesser {game.cards('bystander')[1]}", "red.giver poison 1")
    known = belief_of(game, "red.guesser", colour=found, fruit=game.cards("blue")[:1], poison=game.cards("assassin"))
    assert known[game.cards("assassin")[0]].agent == pytest.approx(1, abs=0.01)
    assert sum(card.agent for card in known.values()) == pytest.approx(1, abs=0.01)
    assert not any(card.assassin for card in known.values()), "nothing else is left to be afraid of"


def test_an_assassin_that_is_found_frightens_nobody():
    """P7: on the last stretch it lies covered."""
    game = Game("classic", assassin_last=True)
    game.play("red.giver animal 1", f"red.guesser {game.cards('assassin')[0]}")
    known = belief_of(game, "red.guesser", animal=[0])
    assert not any(card.assassin for card in known.values())


def test_in_duet_a_partners_clue_means_one_s_own_touches():
    game = Game("duet")
    game.play("a.giver animal 1")
    assert belief_of(game, "b.guesser", animal=[0])[0].agent == pytest.approx(1, abs=0.01)


def test_in_duet_what_was_touched_tells_of_the_rest():
    """D2: of 9 cards that are green on b's face 3 are green on a's as well, and of 13 bystanders there 5."""
    game = Game("duet")
    both, other, *_ = (card for card in range(25) if game.key.layers[0][card] == game.key.layers[1][card] == "green")
    neither, beige, *_ = (card for card in game.cards("bystander", 0) if game.key.layers[1][card] == "bystander")
    game.play("a.giver animal 2", f"b.guesser {both}")
    seen = game.view("b.guesser")
    assert _across(seen, other, own_face(seen)) == pytest.approx((2 / 8, 1 / 8))
    assert _across(seen, beige, own_face(seen)) == pytest.approx((5 / 13, 1 / 13))
    game.play(f"b.guesser {neither}")
    seen = game.view("b.guesser")
    assert _across(seen, beige, own_face(seen)) == pytest.approx((5 / 12, 1 / 12))


def test_in_duet_one_s_own_face_is_asked_only_of_cards_that_a_clue_speaks_for():
    """D2: what is green on b's face is the assassin on a's in one case of nine, a bystander there in one of 13. Of all
    other cards b says the same: what everybody knows."""
    game = Game("duet")
    game.play("a.giver animal 1")
    green, beige = game.cards("green", 1)[0], game.cards("bystander", 1)[0]
    spoken = belief_of(game, "b.guesser", animal=[green, beige])
    assert spoken[green].assassin == pytest.approx(13 / 9 * spoken[beige].assassin, rel=0.1)
    unspoken = belief_of(game, "b.guesser", animal=range(25))
    assert len({round(float(card.agent), 9) for card in unspoken.values()}) == 1


@pytest.mark.parametrize(("edition", "giver", "guesser"), [("classic", "red", "red"), ("duet", "a", "b")])
def test_what_a_clue_may_mean_is_an_agent_more_often_than_ears_tell_in_duet(edition, giver, guesser):
    """It means one of two. Of the rest nothing more is known than the counts (D2)."""
    game = Game(edition)
    game.play(f"{giver}.giver animal 1")
    known = belief_of(game, f"{guesser}.guesser", animal=[3, 4])
    by_ears = belief_of(game, f"{guesser}.guesser", replace(PARAMETERS, underrated=0.0), animal=[3, 4])
    assert known[10].agent == pytest.approx(by_ears[10].agent, abs=0.01)
    if edition == "classic":
        assert (known[3].agent, known[3].assassin) == pytest.approx((by_ears[3].agent, by_ears[3].assassin))
    else:
        doubt = 1 - by_ears[3].agent
        assert known[3].agent == pytest.approx(by_ears[3].agent + 0.25 * doubt, abs=0.01)
        assert known[3].assassin == pytest.approx(0.75 * by_ears[3].assassin, abs=0.01)
        assert by_ears[3].assassin > 0.01


# --- touching or stopping


def answered(*moves, **options):
    """The view of red's guesser, who has touched a card already and may stop."""
    game = Game("classic", **options)
    game.play(*moves)
    return game.view("red.guesser")


def belief(seen, *, agent=0.0, assassin=0.0, theirs=0.0, named=1.0, pulls=0.0):
    """The same of every card that lies open, but for what is given as {card: chance}."""

    def per_card(given):
        told = given if isinstance(given, dict) else dict.fromkeys(seen.legal.guess, given)
        return np.array([told.get(card, 0.0) for card in seen.legal.guess])

    return Belief(seen.legal.guess, *map(per_card, (pulls, named, agent, assassin, theirs)))


TWO_MEANT = ("red.giver animal 2", "red.guesser 0")
ONE_MEANT = ("red.giver animal 1", "red.guesser 0")


def touch(seen, stakes=Points(), manner=Manner.BALANCED, **chances):  # noqa: B008 - it is never changed
    return choose(belief(seen, **chances), seen, stakes, manner)[0]


def test_a_touch_is_weighed_by_what_a_card_may_be():
    """Half an agent is half a point; a tenth of the assassin costs one, and half a card of theirs half of one."""
    seen = answered(*TWO_MEANT)
    believed = belief(seen, agent=0.5, assassin={3: 0.1}, theirs={4: 0.5})
    gain = dict(zip(believed.cards, gains(believed, Points()), strict=True))
    assert (gain[2], gain[3], gain[4]) == pytest.approx((0.5, -0.5, 0.0))


def test_who_is_in_haste_touches_what_the_clue_means_and_no_other_card():
    """It may be the other side's as well as ours: nothing is gained but time."""
    seen = answered(*TWO_MEANT)
    hasty = Points(haste=1.0)
    even = {"agent": {5: 0.5}, "theirs": {5: 0.5, **dict.fromkeys(range(6, 25), 1.0)}}
    assert touch(seen, hasty, **even) == Guess(5)
    assert touch(seen, hasty, **even, named=0.0) == Stop()
    assert touch(seen, Points(), **even) == Stop()


def test_a_hunch_has_to_look_better_than_stopping():
    seen = answered(*TWO_MEANT)
    wary = Points(hunch=0.05)
    assert touch(seen, wary, agent=0.04, named=0.0) == Stop()
    assert isinstance(touch(seen, wary, agent=0.06, named=0.0), Guess)
    assert isinstance(touch(seen, wary, agent=0.04, named=1.0), Guess)


def test_beyond_the_clues_number_a_hunch_has_to_look_a_lot_better():
    assert isinstance(touch(answered(*TWO_MEANT), agent=0.08, named=0.0), Guess)
    assert touch(answered(*ONE_MEANT), agent=0.08, named=0.0) == Stop()
    assert isinstance(touch(answered(*ONE_MEANT), agent=0.5, named=0.0), Guess)


@pytest.mark.parametrize("number", [0, UNLIMITED])
def test_a_clue_without_a_number_has_nothing_beyond_it(number):
    """T12, T13"""
    seen = answered(f"red.giver animal {number}", "red.guesser 0", zero=True, unlimited=True)
    assert isinstance(touch(seen, agent=0.08, named=0.0), Guess)


def test_the_cautious_stop_where_the_bold_go_on():
    seen = answered(*TWO_MEANT)
    assert touch(seen, manner=Manner.CAUTIOUS, agent=0.01) == Stop()
    assert isinstance(touch(seen, manner=Manner.BALANCED, agent=0.01), Guess)
    assert touch(seen, manner=Manner.BALANCED, theirs=0.01) == Stop()
    assert isinstance(touch(seen, manner=Manner.BOLD, theirs=0.01), Guess)


def test_of_cards_that_look_alike_the_one_is_touched_that_the_clue_pulls_at():
    seen = answered(*TWO_MEANT)
    assert touch(seen, agent=0.5, pulls={7: 0.6, 8: 0.4}) == Guess(7)


@pytest.mark.rule("V3")
@pytest.mark.parametrize("manner", Manner)
def test_nobody_stops_where_stopping_loses_for_certain(manner):
    """The imaginary team has one card left and covers it next: any touch is better, however little it promises."""
    game = Game("classic", mode="coop")
    red, blue = game.cards("red"), game.cards("blue")
    for found, covered in zip(red[:7], blue[:7], strict=True):
        game.play("red.giver colour 1", f"red.guesser {found}", "red.guesser stop", f"red.giver cover {covered}")
    game.play("red.giver colour 1", f"red.guesser {red[7]}")
    seen = game.view("red.guesser")
    assert seen.legal.stop
    believed = believe(Told(colour=[red[7]]), seen, ONE_EAR, PARAMETERS)
    assert isinstance(choose(believed, seen, stakes_of(seen, PARAMETERS), manner)[0], Guess)
