"""Section D: two sides, two faces of a key, one team.

The key of these tests, by (a's face, b's face): 0-2 green-green, 3 green-black, 4-8 green-beige, 9 black-green,
10 black-black, 11 black-beige, 12-16 beige-green, 17 beige-black, 18-24 beige-beige.
"""

from collections import Counter

import pytest

from deckname.engine.editions import DUET, SetupError
from deckname.engine.model import (
    CardTouched,
    ClueChallenged,
    GameEnded,
    Reason,
    Refusal,
    SideCompleted,
    SuddenDeathBegan,
    TokenSpent,
    Touch,
    TurnEnded,
)
from deckname.engine.next_time import advice
from tests.playing import Game

A_GREENS = list(range(9))
B_GREENS = [0, 1, 2, 9, 12, 13, 14, 15, 16]
BOTH_BEIGE = list(range(18, 25))


def duet(**options):
    return Game("duet", **options)


def waste(game, turns):
    """Turns that each lose a token on a bystander, a's clues first."""
    for turn in range(turns):
        giver, guesser = ("a", "b") if turn % 2 == 0 else ("b", "a")
        card = next(c for c in BOTH_BEIGE if guesser not in game.table.marks[c])
        game.play(f"{giver}.giver word 1", f"{guesser}.guesser {card}")


@pytest.mark.rule("D1", "D5")
def test_each_side_knows_its_own_face_in_both_roles():
    game = duet()
    for seat, face in {"a.giver": 0, "a.guesser": 0, "b.giver": 1, "b.guesser": 1}.items():
        known = [card.known for card in game.view(seat).cards]
        assert [pair[face] for pair in known] == list(game.key.layers[face])
        assert {pair[1 - face] for pair in known} == {None}
    assert [[str(s) for s in place] for place in game.table.setup.places] == [
        ["a.giver", "a.guesser"],
        ["b.giver", "b.guesser"],
    ]


@pytest.mark.rule("D2", "D22")
def test_the_structure_of_the_key():
    game = duet()
    for face in (0, 1):
        assert Counter(game.key.layers[face]) == {"green": 9, "assassin": 3, "bystander": 13}
    pairs = Counter(zip(*game.key.layers, strict=True))
    assert pairs == {
        ("green", "green"): 3, ("green", "assassin"): 1, ("green", "bystander"): 5,
        ("assassin", "green"): 1, ("assassin", "assassin"): 1, ("assassin", "bystander"): 1,
        ("bystander", "green"): 5, ("bystander", "assassin"): 1, ("bystander", "bystander"): 7,
    }  # fmt: skip
    assert game.view(None).left == {"green": 15}
    assert {pairing.identities: pairing.count for pairing in game.view(None).pairings} == pairs
    assert Game("classic").view(None).pairings == ()


@pytest.mark.rule("D3")
def test_nine_tokens_by_default_others_by_option():
    tokens = duet().view(None).tokens
    assert (tokens.bystander, tokens.closed) == (9, 0)
    for more in (1, 10, 11):
        assert duet(tokens=more).view(None).tokens.bystander == more
    for options in ({"tokens": 0}, {"tokens": 26}, {"tokens": -1}, {"mistakes": 10}, {"mistakes": -1}):
        with pytest.raises(SetupError, match="bad_"):
            duet(**options)


@pytest.mark.rule("D4")
@pytest.mark.parametrize(("first", "second"), [("a", "b"), ("b", "a")])
def test_either_side_gives_the_first_clue_then_they_alternate(first, second):
    game = duet()
    assert game.waiting_for == ["a.giver", "b.giver"]
    game.play(f"{first}.giver tree 1")
    assert game.waiting_for == [f"{second}.guesser"]
    game.play(f"{second}.guesser 18")
    assert game.waiting_for == [f"{second}.giver"]
    assert game.refusal(f"{first}.giver bush 1") == Refusal.NOT_YOUR_TURN


@pytest.mark.rule("D5")
@pytest.mark.parametrize(("giver", "guesser", "face"), [("a", "b", 0), ("b", "a", 1)])
@pytest.mark.parametrize("card", range(25))
def test_a_touch_is_judged_by_the_clue_givers_face_alone(giver, guesser, face, card):
    game = duet()
    touched, *_ = game.play(f"{giver}.giver tree 1", f"{guesser}.guesser {card}")
    assert touched == CardTouched(guesser, card, game.key.layers[face][card])


@pytest.mark.rule("D6", "D12")
def test_green_is_covered_and_the_turn_goes_on_without_limit():
    game = duet()
    game.play("a.giver tree 1")
    for card in A_GREENS[:8]:
        assert game.play(f"b.guesser {card}") == [CardTouched("b", card, "green")]
        assert game.view(None).guesses_left is None
    assert game.view(None).left == {"green": 7}
    game.play("b.guesser stop")
    game.play("b.giver sea 1")
    assert game.refusal("a.guesser 0") == Refusal.CARD_COVERED


@pytest.mark.rule("D7")
@pytest.mark.parametrize("card", [9, 10, 11])
def test_black_loses_at_once(card):
    game = duet()
    assert game.play("a.giver tree 1", f"b.guesser {card}")[-1] == GameEnded((), Reason.ASSASSIN)


@pytest.mark.rule("D8", "D11")
def test_beige_takes_a_token_marks_the_card_and_ends_the_turn():
    game = duet()
    assert game.play("a.giver tree 3", "b.guesser 0", "b.guesser 18") == [
        CardTouched("b", 18, "bystander"),
        TokenSpent("bystander", "mark"),
        TurnEnded("b"),
    ]
    card = game.view(None).cards[18]
    assert (card.cover, card.marks) == (None, ("b",))
    assert game.view(None).tokens.bystander == 8


@pytest.mark.rule("D9")
def test_a_marked_card_is_open_to_the_other_side_only():
    game = duet()
    game.play("a.giver tree 1", "b.guesser 18", "b.giver sea 1", "a.guesser 18")
    assert game.view(None).cards[18].marks == ("b", "a")
    game.play("a.giver sky 1")
    assert game.refusal("b.guesser 18") == Refusal.CARD_COVERED  # two tokens: covered

    game.play("b.guesser 12")  # beige for b …
    game.play("b.giver moon 1")
    assert game.play("a.guesser 12") == [CardTouched("a", 12, "green")]  # … and green for a
    card = game.view(None).cards[12]
    assert (card.cover, card.covered_by, card.marks) == ("green", "a", ("b",))  # the token stays as history


@pytest.mark.rule("D9")
def test_a_side_cannot_try_a_card_twice():
    game = duet()
    game.play("a.giver tree 1", "b.guesser 17", "b.giver sea 1", "a.guesser 18", "a.giver sky 1")
    assert game.refusal("b.guesser 17") == Refusal.CARD_ALREADY_TRIED
    assert 17 not in game.view("b.guesser").legal.guess
    game.play("b.guesser 0", "b.guesser stop", "b.giver moon 1")
    assert game.play("a.guesser 17")[-1] == GameEnded((), Reason.ASSASSIN)  # black on b's face


@pytest.mark.rule("D10", "D11")
def test_stopping_takes_a_token_and_needs_a_guess():
    game = duet()
    game.play("a.giver tree 2")
    assert game.refusal("b.guesser stop") == Refusal.GUESS_FIRST
    assert game.play("b.guesser 0", "b.guesser stop") == [TokenSpent("bystander", "closed"), TurnEnded("b")]
    tokens = game.view(None).tokens
    assert (tokens.left, tokens.taken) == (8, 1)


@pytest.mark.rule("D13")
def test_a_completed_side_is_announced_and_falls_silent():
    game = duet()
    game.play("a.giver all 9", *(f"b.guesser {card}" for card in A_GREENS[:8]))
    assert game.play("b.guesser 8") == [
        CardTouched("b", 8, "green"),
        SideCompleted("a"),
        TokenSpent("bystander", "closed"),
        TurnEnded("b"),
    ]
    assert game.view(None).completed == ("a",)
    for card in (12, 13):
        assert game.waiting_for == ["b.giver"]
        assert game.refusal("a.giver more 1") == Refusal.SIDE_COMPLETED
        game.play("b.giver word 1", f"a.guesser {card}", "a.guesser stop")


@pytest.mark.rule("D13")
def test_a_side_can_be_completed_in_its_own_guess():
    """A shared green found through a's clue may be b's ninth: announced, and a's turn goes on."""
    game = duet()
    game.play("b.giver most 6", *(f"a.guesser {card}" for card in B_GREENS[1:]), "a.guesser stop")
    assert game.play("a.giver last 1", "b.guesser 0") == [CardTouched("b", 0, "green"), SideCompleted("b")]
    assert game.waiting_for == ["b.guesser"]
    game.play("b.guesser stop")
    assert game.waiting_for == ["a.giver"]


@pytest.mark.rule("D14", "D11", "D20")
def test_won_when_all_fifteen_are_found():
    game = duet()
    game.play("a.giver all 9", *(f"b.guesser {card}" for card in A_GREENS))
    events = game.play("b.giver rest 6", *(f"a.guesser {card}" for card in B_GREENS[3:]))
    assert events == [
        CardTouched("a", 16, "green"),
        SideCompleted("b"),
        TokenSpent("bystander", "closed"),
        GameEnded(("a", "b"), Reason.ALL_FOUND),
    ]
    score = game.view(None).score
    assert (score.points, score.step) == (3 * 7 + 2, 3)


@pytest.mark.rule("D15")
def test_the_last_token_begins_sudden_death():
    game = duet(tokens=2)
    waste(game, 1)
    assert game.play("b.giver sea 1", "a.guesser 0", "a.guesser stop")[-1] == SuddenDeathBegan()
    assert game.table.phase == "sudden_death"
    assert game.waiting_for == ["a.guesser", "b.guesser"]
    assert game.refusal("a.giver tree 1") == Refusal.NO_MORE_CLUES
    assert game.refusal("a.guesser stop") == Refusal.NOT_NOW
    assert game.refusal("clock stop") == Refusal.NOT_NOW
    assert game.refusal("b.guesser challenge") == Refusal.NOTHING_TO_CHALLENGE


@pytest.mark.rule("D15", "D20")
def test_sudden_death_can_be_won_in_any_order():
    game = duet()
    waste(game, 9)
    both = [f"b.guesser {card}" for card in A_GREENS] + [f"a.guesser {card}" for card in B_GREENS[3:]]
    events = game.play(*reversed(both))
    assert events[-1] == GameEnded(("a", "b"), Reason.ALL_FOUND)
    score = game.view(None).score
    assert (score.points, score.step) == (-1, 0)


@pytest.mark.rule("D15")
@pytest.mark.parametrize(("card", "reason"), [(24, "sudden_death_miss"), (10, "assassin")])
def test_a_miss_in_sudden_death_loses(card, reason):
    game = duet(tokens=1)
    waste(game, 1)
    game.play(f"a.guesser {card}")
    assert game.outcome == ([], reason)


@pytest.mark.rule("D12")
def test_a_covered_card_shows_which_side_found_it():
    game = duet()
    game.play("a.giver tree 2", "b.guesser 0", "b.guesser stop", "b.giver sea 1", "a.guesser 12")
    seen = {seat: [card.covered_by for card in game.view(seat).cards] for seat in ("a.giver", "b.giver", None)}
    assert (seen["a.giver"][0], seen["a.giver"][12], seen["a.giver"][1]) == ("b", "a", None)
    assert seen["a.giver"] == seen["b.giver"] == seen[None]


@pytest.mark.rule("D15", "D12")
def test_touches_of_sudden_death_stand_in_the_log_apart_from_the_clues():
    game = duet(tokens=1)
    waste(game, 1)
    game.play("b.guesser 0", "a.guesser 12", "b.guesser 24")
    log, last = game.view(None).log, game.view(None).last_touches
    assert [touch.card for clue in log for touch in clue.touched] == [18]
    assert last == (Touch(0, "green", "b"), Touch(12, "green", "a"), Touch(24, "bystander", "b"))
    assert (game.view(None).cards[0].covered_by, game.view(None).cards[12].covered_by) == ("b", "a")


@pytest.mark.rule("D15", "D13")
def test_a_side_with_nothing_left_to_guess_cannot_touch():
    game = duet(tokens=1)
    game.play("a.giver all 9", *(f"b.guesser {card}" for card in A_GREENS))
    assert game.table.phase == "sudden_death"
    assert game.waiting_for == ["a.guesser"]
    assert game.refusal("b.guesser 12") == Refusal.NOTHING_LEFT_TO_GUESS
    assert game.refusal("a.giver 12") == Refusal.NOT_YOUR_TURN


@pytest.mark.rule("D15", "D9")
def test_marks_hold_in_sudden_death():
    game = duet(tokens=1)
    waste(game, 1)
    assert game.refusal("b.guesser 18") == Refusal.CARD_ALREADY_TRIED


@pytest.mark.rule("D16")
@pytest.mark.parametrize("seat", ["b.giver", "b.guesser"])
def test_an_invalid_clue_costs_a_token_and_guessing_goes_on(seat):
    game = duet()
    game.play("a.giver tree 1")
    assert game.refusal("a.giver challenge") == Refusal.NOT_YOURS_TO_CHALLENGE
    assert game.play(f"{seat} challenge") == [ClueChallenged("b"), TokenSpent("bystander", "penalty")]
    assert game.waiting_for == ["b.guesser"]
    assert game.refusal(f"{seat} challenge") == Refusal.CLUE_STANDS
    assert game.refusal(f"{seat} waive") == Refusal.NOTHING_TO_WAIVE
    game.play("b.guesser 0", "b.guesser stop")
    tokens = game.view(None).tokens
    assert (tokens.left, tokens.taken) == (7, 1)


@pytest.mark.rule("D16")
def test_the_penalty_takes_the_token_a_stop_would_take_even_the_last():
    game = duet(tokens=3, mistakes=1)
    game.play("a.giver tree 1", "b.guesser challenge")
    tokens = game.view(None).tokens
    assert (tokens.bystander, tokens.closed) == (1, 1)
    game = duet(tokens=1)
    events = game.play("a.giver tree 1", "b.guesser challenge")
    assert events == [ClueChallenged("b"), TokenSpent("bystander", "penalty"), SuddenDeathBegan()]


@pytest.mark.rule("D17")
def test_zero_is_an_option_and_unlimited_is_none():
    assert duet().refusal("a.giver tree 0") == Refusal.ZERO_NOT_ALLOWED
    game = duet(zero=True)
    game.play("a.giver tree 0")
    assert game.refusal("b.guesser stop") == Refusal.GUESS_FIRST
    assert game.refusal("b.giver tree unlimited") == Refusal.NOT_YOUR_TURN
    with pytest.raises(SetupError, match="bad_option"):
        duet(unlimited=True)


@pytest.mark.rule("D18")
def test_several_clues_in_a_row():
    game = duet(several_clues=True)
    for card in (18, 19):
        game.play("a.giver tree 1", f"b.guesser {card}")
        assert game.waiting_for == ["a.giver", "b.giver"]
    game.play("a.giver all 9", *(f"b.guesser {card}" for card in A_GREENS))
    assert game.waiting_for == ["b.giver"]


@pytest.mark.rule("D19")
def test_a_group_shares_the_seats_of_its_side():
    """Seats, not people, act: any number of players may hold a side, and each of them sees that side's face only."""
    game = duet()
    giver, guesser = game.view("a.giver"), game.view("a.guesser")
    assert giver.cards == guesser.cards
    assert [card.known[1] for card in giver.cards] == [None] * 25


@pytest.mark.rule("D20", "M1")
@pytest.mark.parametrize(
    ("options", "scored"),
    [
        ({}, True),
        ({"mission": "prague"}, True),
        ({"tokens": 9, "mistakes": 9}, True),
        ({"mission": "cairo"}, False),
        ({"mistakes": 5}, False),
        ({"tokens": 10}, False),
    ],
)
def test_only_the_standard_game_which_is_prague_is_scored(options, scored):
    game = duet(**options)
    game.play("a.giver all 9", *(f"b.guesser {card}" for card in A_GREENS))
    game.play("b.giver rest 6", *(f"a.guesser {card}" for card in B_GREENS[3:]))
    assert game.outcome == (["a", "b"], "all_found")
    assert (game.view(None).score is not None) == scored


@pytest.mark.rule("D20")
def test_the_score_counts_reserve_closed_cases_and_sudden_death():
    game = duet()
    game.play("a.giver one 1", "b.guesser 24")  # a mark: no closed case
    game.play("b.giver two 2", "a.guesser 9", "a.guesser stop")
    game.play("a.giver nine 9", "b.guesser challenge", *(f"b.guesser {card}" for card in A_GREENS))
    game.play("b.giver five 5", *(f"a.guesser {card}" for card in (12, 13, 14, 15, 16)))
    tokens = game.view(None).tokens
    assert (tokens.left, tokens.taken) == (4, 3)
    score = game.view(None).score
    assert (score.points, score.step) == (15, 3)


@pytest.mark.rule("D20")
@pytest.mark.parametrize(("points", "step"), [(-1, 0), (5, 0), (6, 1), (8, 1), (9, 2), (10, 2), (11, 3), (23, 3)])
def test_the_steps_of_the_score(points, step):
    assert sum(points >= threshold for threshold in DUET.score_steps) == step


@pytest.mark.rule("D20")
def test_other_token_counts_and_losses_have_no_score():
    game = duet(tokens=10)
    game.play("a.giver all 9", *(f"b.guesser {card}" for card in A_GREENS))
    game.play("b.giver rest 6", *(f"a.guesser {card}" for card in B_GREENS[3:]))
    assert game.outcome == (["a", "b"], "all_found")
    assert game.view(None).score is None
    game = duet()
    game.play("a.giver oops 1", "b.guesser 9")
    assert game.view(None).score is None


@pytest.mark.rule("T19", "D11")
def test_the_clock_costs_a_token_as_every_end_of_a_turn():
    game = duet()
    assert game.play("clock stop") == [TokenSpent("bystander", "late"), TurnEnded(None)]
    assert game.play("a.giver tree 1", "clock stop")[-1] == TurnEnded("b")
    tokens = game.view(None).tokens
    assert (tokens.left, tokens.taken) == (7, 0)


def win(game):
    game.play("a.giver all 9", *(f"b.guesser {card}" for card in A_GREENS))
    game.play("b.giver rest 6", *(f"a.guesser {card}" for card in B_GREENS[3:]))


def lose_by_time(game):
    waste(game, game.table.setup.tokens.left)
    game.play("a.guesser 24")


def lose_by_an_assassin(game):
    game.play("a.giver tree 1", "b.guesser 10")


def lose_by_a_mistake(game):
    waste(game, 5)


@pytest.mark.rule("H3")
@pytest.mark.parametrize(
    ("ending", "options", "hint"),
    [
        (lose_by_an_assassin, {}, "assassin"),
        (lose_by_an_assassin, {"mission": "cairo"}, "assassin"),
        (lose_by_time, {}, "time"),
        (lose_by_time, {"tokens": 10}, "time"),
        (lose_by_time, {"tokens": 11}, "links"),
        (lose_by_time, {"mission": "prague"}, "time"),
        (lose_by_time, {"mission": "reykjavik"}, "links"),
        (lose_by_a_mistake, {"mission": "monte-carlo"}, "mistakes"),
        (win, {"tokens": 10}, "fewer_tokens"),
        (win, {"tokens": 11}, "fewer_tokens"),
        (win, {}, "map"),
        (win, {"mission": "prague"}, "map"),
        (win, {"mission": "cairo"}, "next_city"),
    ],
)
def test_each_ending_tells_what_to_try_next(ending, options, hint):
    game = duet(**options)
    assert advice(game.table) is None
    ending(game)
    assert advice(game.table) == hint


@pytest.mark.rule("H3")
def test_other_editions_have_no_advice_at_the_end():
    game = Game("classic")
    game.play("red.giver tree 1", f"red.guesser {game.key.layers[0].index('assassin')}")
    assert game.table.outcome
    assert advice(game.table) is None
