"""Giving clues, on made-up nearness: what a clue is worth, which words are looked at, and what is said of them."""

from itertools import islice

import numpy as np
import pytest

from deckname.bots.bureau import PARAMETERS, SOURCES
from deckname.bots.bureau.saying import sayable
from deckname.bots.bureau.spymaster import CluePlan, _honest, _shortlist, _wary, _worth, plans, with_expert_number
from deckname.bots.bureau.stakes import DuetStakes, TeamStakes, stakes_of
from deckname.bots.player import Level, Manner, Question
from deckname.engine.model import ASSASSIN, BYSTANDER, UNLIMITED, Tokens
from tests.bots.made_up import AT_FIRST, ONE_EAR, THOUGHT, WORD, Points, Told, ears
from tests.playing import Game

pytestmark = pytest.mark.floats

# --- what a clue is worth


def worth(*per_ear, wrong=BYSTANDER, listener=ONE_EAR, stakes=Points(), manner=Manner.BOLD):  # noqa: B008
    """The chance and the worth of every number, for a clue that each ear hears so: the pulls of our cards, and of one
    that is `wrong`."""
    pulls = np.array(per_ear)[:, None, :]
    ours = pulls.shape[-1] - 1
    chance, found = _worth(pulls, ["red"] * ours + [wrong], ours, listener=listener, stakes=stakes, manner=manner)
    return chance[0], found[0]


def test_a_clue_is_worth_the_cards_that_are_found_before_the_first_mistake():
    """The first of two is found with 4 of 5, and the other one then with 2 of 3."""
    chance, _ = worth([0.4, 0.4, 0.2])
    assert chance - AT_FIRST == pytest.approx([4 / 5, 4 / 5 * (1 + 2 / 3)], abs=0.01)


def test_who_is_in_haste_counts_every_card_that_is_found():
    calm, hasty = (worth([0.4, 0.4, 0.2], stakes=Points(haste=haste))[1] for haste in (0.0, 1.0))
    assert hasty - calm == pytest.approx(calm - AT_FIRST, abs=0.01)


def test_the_assassin_is_feared_more_than_it_pulls_and_by_the_cautious_most():
    def chance(manner, wrong, fear=1.0):
        return worth([0.8, 0.2], wrong=wrong, manner=manner, stakes=Points(fear=fear))[0]

    assert chance(Manner.CAUTIOUS, ASSASSIN) < chance(Manner.BALANCED, ASSASSIN) < chance(Manner.BOLD, ASSASSIN)
    assert chance(Manner.BOLD, ASSASSIN, fear=2.0) < chance(Manner.BOLD, ASSASSIN)
    assert chance(Manner.CAUTIOUS, BYSTANDER, fear=2.0) == pytest.approx(chance(Manner.BOLD, BYSTANDER))


def test_a_clue_that_only_one_listener_understands_is_worth_less_to_the_cautious():
    """Both are understood by every second listener, one of them by the same listener each time."""
    both = ears(0.5, 0.5)

    def preferred(manner, doubt=1.0):
        stakes = Points(doubt=doubt)
        plain, odd = (worth(*heard, listener=both, stakes=stakes, manner=manner)[1] for heard in (PLAIN, ODD))
        return float((plain - odd)[0])

    assert preferred(Manner.CAUTIOUS) > preferred(Manner.BALANCED) > 0.1
    assert preferred(Manner.BOLD) == pytest.approx(0, abs=0.01)
    assert preferred(Manner.CAUTIOUS, doubt=0.0) == pytest.approx(0, abs=0.01), "where there is no room for doubt"


PLAIN, ODD = ([0.5, 0.5], [0.5, 0.5]), ([0.9, 0.1], [0.1, 0.9])


def test_a_listener_that_is_hardly_likely_spoils_no_clue():
    listener = ears(0.99, 0.01)
    _, found = worth([0.9, 0.1], [0.1, 0.9], listener=listener, manner=Manner.CAUTIOUS)
    assert found[0] > 0.85


HALF = Points(honest=0.5, for_anybody=True)


def test_a_number_says_no_more_than_is_likely_to_be_found():
    """A card that is found once in three times is not promised, though it would be a gain."""
    chance, found = worth([0.9, 0.05, 0.1], stakes=HALF)
    assert chance[1] > chance[0]
    assert found.argmax() == 0


def test_where_not_even_one_card_is_likely_no_more_are_promised():
    """Whoever finds the first finds the second as well, but hardly anybody does."""
    chance, found = worth([0.499, 0.499, 0.002], [0.002, 0.002, 0.996], listener=ears(0.3, 0.7), stakes=HALF)
    assert chance[1] > chance[0]
    assert found.argmax() == 0


def test_a_clue_that_hardly_anybody_understands_is_the_last_choice_of_teams_alone():
    """In Duet a clue has to be given, and tokens are short."""
    before, seldom = np.ones((1, 1)), np.full((1, 1), 0.3)
    teams = TeamStakes(9, 8, imaginary=False, assassin_last=False)
    duet = DuetStakes(15, Tokens(9, 0), sudden_death=False)
    assert not _honest(before, seldom, ONE_EAR, teams, first=True)
    assert _honest(before, seldom, ONE_EAR, duet, first=True)
    assert not _honest(before, seldom, ONE_EAR, duet, first=False)


# --- which words are looked at


def shortlist(*kinds, ours):
    """How many words of each kind are looked at: given as how many there are, and how near they are to each card."""
    near = np.zeros((len(SOURCES), sum(count for count, _ in kinds), len(kinds[0][1])), np.float32)
    near[WORD] = [cards for count, cards in kinds for _ in range(count)]
    kind_of = [kind for kind, (count, _) in enumerate(kinds) for _ in range(count)]
    chosen = [kind_of[word] for word in _shortlist(near, ONE_EAR, ours, PARAMETERS.shortlists)]
    return [chosen.count(kind) for kind in range(len(kinds))]


def test_words_that_are_nearer_to_other_cards_are_not_looked_at():
    assert shortlist((300, (3, 5)), (200, (2, 0)), ours=1) == [0, 200]


def test_words_for_one_card_are_looked_at_as_well_as_words_for_several():
    one, all_five, none = (5, 0, 0, 0, 0, 0), (2, 2, 2, 2, 2, 0), (0, 0, 0, 0, 0, 0)
    assert shortlist((200, one), (200, all_five), (300, none), ours=5) == [200, 200, 0]


# --- what is said


def planned(game, seat="red.giver", top=1, **near):
    seen = game.view(seat)
    found = plans(Told(**near), Question(seen, "en", Manner.BALANCED), ONE_EAR, stakes_of(seen, PARAMETERS))
    return list(islice(found, top))


def test_a_clue_tells_which_cards_it_means_and_what_finding_them_is_worth():
    game = Game("classic")
    (plan,) = planned(game, animal=[2, 7])
    assert (plan.number, sorted(plan.meant)) == (2, [2, 7])
    assert plan.chance == pytest.approx(stakes_of(game.view("red.giver"), PARAMETERS).after(2, None), abs=0.01)


def test_of_clues_that_say_the_same_the_more_familiar_is_said():
    """The vocabulary begins with the most frequent words."""
    found = planned(Game("classic"), top=3, animal=[2], beast=[2], creature=[2])
    assert [plan.word for plan in found] == ["animal", "beast", "creature"]


def test_no_clue_is_said_twice():
    game = Game("classic")
    game.play("red.giver animal 1", f"red.guesser {game.cards('bystander')[0]}")
    game.play("blue.giver fruit 1", f"blue.guesser {game.cards('bystander')[1]}")
    assert planned(game, animal=[2], creature=[2])[0].word == "creature"


def test_nobody_is_told_more_than_four():
    """Of five cards people find no more than of four."""
    game = Game("classic")
    assert planned(game, animal=game.cards("red"))[0].number == 4


def test_where_no_clue_is_plainly_allowed_one_is_said_that_people_may_let_pass():
    """`WORD3` lies on the table; of `left` the referee would ask."""
    assert [plan.word for plan in planned(Game("classic"), top=2, WORD3=[3], left=[3])] == ["left", "WORD3"]


def test_with_all_agents_found_the_clue_is_for_the_assassin():
    """P7"""
    game = Game("classic", assassin_last=True)
    game.play("red.giver colour 9", *(f"red.guesser {card}" for card in game.cards("red")), "red.guesser stop")
    game.play("blue.giver fruit 1", f"blue.guesser {game.cards('bystander')[0]}")
    plan, *_ = planned(game, garden=game.cards("blue")[:1], poison=game.cards("assassin"))
    assert (plan.word, plan.number, list(plan.meant)) == ("poison", 1, game.cards("assassin"))


def test_in_duet_no_clue_is_for_a_card_that_the_partner_has_tried():
    """D9"""
    game = Game("duet")
    tried = game.cards("bystander", 0)[0]
    game.play("a.giver animal 1", f"b.guesser {tried}", "b.giver house 1")
    game.play(f"a.guesser {game.cards('bystander', 1)[-1]}")
    (plan,) = planned(game, "a.giver", garden=[0])
    assert tried not in plan.chances


def test_unlimited_is_kept_for_when_time_is_short_and_for_one_s_own_promises():
    """T13"""
    plan = CluePlan("word", 1, (), {}, 0.5)
    game = Game("classic", unlimited=True)
    missed, other, *_ = game.cards("bystander")
    game.play("red.giver animal 3", f"red.guesser {missed}", "blue.giver fruit 1", f"blue.guesser {other}")
    assert with_expert_number(plan, game.view("red.giver"), PARAMETERS) == 1, "blue has eight cards left to find"
    game = Game("classic", unlimited=True)
    game.play("red.giver animal 1", f"red.guesser {game.cards('red')[0]}", "red.guesser stop")
    game.play("blue.giver fruit 8", *(f"blue.guesser {card}" for card in game.cards("blue")[:6]), "blue.guesser stop")
    assert game.view("red.giver").left["blue"] == 2
    assert with_expert_number(plan, game.view("red.giver"), PARAMETERS) == 1, "all that red was promised is found"
    assert UNLIMITED in game.view("red.giver").legal.clue


# --- what is said to whom


def test_an_easy_table_hears_familiar_words_and_no_names():
    words = ("dog", "Gotham", "tree", "sovereign")
    easy, even = (sayable(words, "en", level, simple=3) for level in (Level.EASY, Level.EVEN))
    assert list(easy) == [True, False, True, False]
    assert list(even) == [True, False, True, True], "and no brand or film is said at any table"


def test_nobody_says_a_bent_form_or_slang():
    assert list(sayable(("Grün", "Grüne", "Kumpel", "Berlin"), "de", Level.EVEN, simple=9)) == [
        True,
        False,
        False,
        True,
    ]
    assert list(sayable(("Grün", "Berlin"), "de", Level.EASY, simple=9)) == [True, False]
    assert list(sayable(("repas", "resto"), "fr", Level.HARD, simple=9)) == [True, False]


def test_a_wrong_card_that_a_definition_speaks_for_may_be_thought_of():
    """*fleuve* beside TIGRE; and *kämpfen* is not for SIEB, of which only a definition knows."""
    near = np.zeros((len(SOURCES), 1, 3), np.float32)
    near[SOURCES.index("mention")] = [[4.7, 0, 4.5]]
    near[THOUGHT] = [[0, 6, 0]]
    (heard,) = _wary(near, 2, PARAMETERS)[THOUGHT]
    assert heard[0] < 0 < heard[2] < heard[1]
