"""Section N: three and four teams."""

import pickle
from dataclasses import replace

import pytest

from deckname.engine.editions import CLASSIC, DUET, team_edition
from deckname.engine.model import (
    CardCovered,
    CardTouched,
    ClueChallenged,
    GameEnded,
    Mode,
    Reason,
    Refusal,
    SideOut,
    TurnEnded,
)
from deckname.engine.table import next_side, sides_in
from tests.more_editions import FOUR, MORE, THREE
from tests.playing import Game

every_size = pytest.mark.parametrize("edition", MORE.values(), ids=lambda edition: edition.id)


def pass_turn(game: Game) -> None:
    """Whoever is due says something, and a bystander is touched."""
    (giver,) = game.waiting_for
    bystander = next(card for card in game.cards("bystander") if game.table.covers[card] is None)
    game.play(f"{giver} pass 1", f"{giver.replace('giver', 'guesser')} {bystander}")


def touch_assassin(game: Game) -> list:
    (giver,) = game.waiting_for
    assassin = next(card for card in game.cards("assassin") if game.table.covers[card] is None)
    return game.play(f"{giver} oops 1", f"{giver.replace('giver', 'guesser')} {assassin}")


@pytest.mark.rule("N1")
@pytest.mark.parametrize(("starts", "order"), [("red", "rba"), ("blue", "bar"), ("amber", "arb")])
def test_who_starts_has_the_first_count_and_the_others_follow_in_the_order_of_play(starts, order):
    game = Game(THREE, starts=starts)
    names = {"r": "red", "b": "blue", "a": "amber"}
    assert [game.view(None).left[names[letter]] for letter in order] == [9, 8, 8]
    assert len(game.cards("assassin")) == 2
    assert len(game.cards("bystander")) == 36 - 27
    assert game.waiting_for == [f"{starts}.giver"]


@pytest.mark.rule("N1")
@every_size
def test_every_team_has_a_spymaster_and_operatives(edition):
    seats = [str(seat) for seat in Game(edition).table.setup.seats]
    assert seats == [f"{side}.{role}" for side in edition.side for role in ("giver", "guesser")]
    assert len(Game(edition).table.setup.places) == 2 * len(edition.sides)


@pytest.mark.rule("N2")
@pytest.mark.parametrize("starts", FOUR.side)
def test_turns_go_round_beginning_with_whoever_starts(starts):
    game, order = Game(FOUR, starts=starts), list(FOUR.side)
    first = order.index(starts)
    for place in range(first, first + 5):
        assert game.waiting_for == [f"{order[place % 4]}.giver"]
        pass_turn(game)


@pytest.mark.rule("N3")
def test_who_touches_an_assassin_is_out_and_the_others_go_on():
    game = Game(THREE)
    assassin = game.cards("assassin")[0]
    assert touch_assassin(game) == [CardTouched("red", assassin, "assassin"), SideOut("red"), TurnEnded("blue")]
    assert game.table.covers[assassin] == "assassin"
    assert game.view(None).out == ("red",)
    assert sides_in(game.table) == ("blue", "amber")
    assert game.outcome is None


@pytest.mark.rule("N3")
def test_the_last_team_in_the_game_wins():
    game = Game(THREE)
    touch_assassin(game)
    pass_turn(game)
    assert touch_assassin(game)[-1] == GameEnded(("blue",), Reason.ASSASSIN)
    assert game.outcome == (["blue"], "assassin")


@pytest.mark.rule("N3")
def test_four_teams_lose_one_after_the_other():
    game = Game(FOUR)
    assert [touch_assassin(game)[-1] for _ in range(3)] == [
        TurnEnded("blue"),
        TurnEnded("amber"),
        GameEnded(("violet",), Reason.ASSASSIN),
    ]


@pytest.mark.rule("N4")
def test_turns_skip_who_is_out():
    game = Game(THREE)
    touch_assassin(game)
    seen = []
    for _ in range(4):
        seen += game.waiting_for
        pass_turn(game)
    assert seen == ["blue.giver", "amber.giver"] * 2
    assert next_side(game.table, "amber") == "blue"


@pytest.mark.rule("N4")
def test_who_is_out_does_nothing_any_more():
    game = Game(THREE)
    touch_assassin(game)
    game.play("blue.giver tree 2")
    for move in ("red.giver sea 1", "red.guesser 0", "red.guesser stop", "red.giver cover 0"):
        assert game.refusal(move) == Refusal.NOT_YOUR_TURN
    assert game.refusal("red.giver challenge") == Refusal.NOT_YOURS_TO_CHALLENGE
    assert not game.view("red.giver").legal
    assert not game.view("red.guesser").legal
    assert game.view("amber.giver").legal.challenge


@pytest.mark.rule("N4", "G3")
def test_who_is_out_learns_nothing_of_the_key():
    game = Game(THREE)
    touch_assassin(game)
    assert all(card.known == (None,) for card in game.view("red.guesser").cards)


@pytest.mark.rule("N5", "T11")
@pytest.mark.parametrize("finder", ["red", "blue", "amber"])
def test_a_team_wins_with_its_last_agent_whoever_touches_it(finder):
    game = Game(THREE, starts="amber")
    *most, last = game.cards("amber")
    game.play("amber.giver most 9", *(f"amber.guesser {card}" for card in most), "amber.guesser stop")
    while game.waiting_for != [f"{finder}.giver"]:
        pass_turn(game)
    events = game.play(f"{finder}.giver last 1", f"{finder}.guesser {last}")
    assert events == [CardTouched(finder, last, "amber"), GameEnded(("amber",), Reason.ALL_FOUND)]


@pytest.mark.rule("N5")
def test_a_team_that_is_out_wins_no_more():
    game = Game(THREE)
    *most, last = game.cards("red")
    game.play("red.giver most 9", *(f"red.guesser {card}" for card in most), f"red.guesser {game.cards('assassin')[0]}")
    assert game.play("blue.giver x 1", f"blue.guesser {last}") == [CardTouched("blue", last, "red"), TurnEnded("amber")]
    assert game.view(None).left == {"red": 0, "blue": 8, "amber": 8}
    assert game.outcome is None


@pytest.mark.rule("N5")
def test_agents_of_a_team_that_is_out_stay_and_end_a_turn_like_any_miss():
    game = Game(THREE)
    touch_assassin(game)
    red = game.cards("red")[0]
    assert game.table.covers[red] is None
    assert game.play("blue.giver x 2", f"blue.guesser {red}") == [CardTouched("blue", red, "red"), TurnEnded("amber")]
    assert game.table.covers[red] == "red"


@pytest.mark.rule("N6", "T15")
@pytest.mark.parametrize("challenger", ["blue", "amber"])
def test_who_challenges_covers_an_own_agent_and_the_next_team_goes_on(challenger):
    game = Game(THREE)
    game.play("red.giver tree 2")
    assert game.play(f"{challenger}.guesser challenge") == [ClueChallenged(challenger)]
    assert game.waiting_for == [f"{challenger}.giver"]
    view = game.view(f"{challenger}.giver")
    assert (view.covering, view.challenged, view.legal.waive) == (challenger, True, True)
    assert view.legal.cover == tuple(game.cards(challenger))
    card = game.cards(challenger)[2]
    assert game.play(f"{challenger}.giver cover {card}") == [
        CardCovered(challenger, card, challenger),
        TurnEnded("blue"),
    ]
    assert game.view(None).left[challenger] == 7


@pytest.mark.rule("N6", "T16")
def test_only_who_challenged_may_waive_and_then_the_clue_stands_for_all():
    game = Game(THREE)
    game.play("red.giver tree 2", "amber.giver challenge")
    assert game.refusal("blue.giver waive") == Refusal.NOT_YOUR_TURN
    assert game.refusal("blue.giver challenge") == Refusal.NOTHING_TO_CHALLENGE
    game.play("amber.giver waive")
    assert game.waiting_for == ["red.guesser"]
    assert game.refusal("blue.giver challenge") == Refusal.CLUE_STANDS


@pytest.mark.rule("N6", "T11")
def test_covering_the_last_agent_as_a_penalty_wins():
    game = Game(THREE, starts="amber")
    *most, last = game.cards("amber")
    game.play("amber.giver most 9", *(f"amber.guesser {card}" for card in most), "amber.guesser stop")
    game.play("red.giver tree 1", "amber.giver challenge", f"amber.giver cover {last}")
    assert game.outcome == (["amber"], "all_found")


@pytest.mark.rule("N7", "T17")
def test_a_clue_that_was_approved_stands_for_every_team():
    game = Game(THREE)
    game.play("red.giver tree 2 approved")
    for seat in ("blue.giver", "blue.guesser", "amber.giver", "amber.guesser"):
        assert game.refusal(f"{seat} challenge") == Refusal.CLUE_STANDS


@pytest.mark.rule("N8")
@pytest.mark.parametrize(
    ("promise", "change"),
    [
        ("coop and trio", {"modes": tuple(Mode)}),
        ("assassin_last", {"options": frozenset({"assassin_last"})}),
        ("together", {"together": True}),
        ("two to 4 sides", {"sides": THREE.sides[:1]}),
        ("a key for every card", {"rows": 5}),
        ("at most 64 cards", {"columns": 12}),
        ("a look for every identity", {"looks": CLASSIC.looks}),
        ("patterns", {"looks": {**THREE.looks, "amber": THREE.looks["red"]}}),
    ],
)
def test_what_holds_for_two_teams_alone_is_refused_for_three(promise, change):
    with pytest.raises(ValueError, match=promise):
        replace(THREE, **change)


@pytest.mark.rule("N8")
@every_size
def test_more_than_two_teams_know_no_imaginary_team_and_no_assassin_last(edition):
    assert edition.modes == (Mode.TEAMS,)
    assert edition.options == {"zero", "unlimited", "gentle"}


@every_size
def test_an_edition_can_be_sent_to_a_process_that_never_heard_of_it(edition):
    view = Game(edition).view("red.giver")
    assert pickle.loads(pickle.dumps(view)) == view


def test_an_edition_is_called_by_its_name_or_after_its_id():
    assert [edition.title for edition in (THREE, FOUR, DUET)] == ["Three teams", "The Four of Them", "Duet"]


def test_five_teams_are_too_many():
    with pytest.raises(ValueError, match="colours"):
        team_edition("five-teams", 6, 6, (5, 4, 4, 4, 4))


def test_more_agents_than_cards_are_too_many():
    with pytest.raises(ValueError, match="no fewer cards than none"):
        team_edition("crowded", 5, 5, (20, 20))


def test_a_look_that_nobody_can_draw_is_refused():
    with pytest.raises(ValueError, match="clients can draw"):
        replace(THREE, looks={**THREE.looks, "amber": THREE.looks["amber"]._replace(pattern="tartan")})
