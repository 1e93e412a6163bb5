"""Sections T, P and F: two teams, one key."""

import pytest

from deckname.engine import EDITIONS, new_table
from deckname.engine.editions import SetupError
from deckname.engine.model import (
    CardCovered,
    CardTouched,
    ChallengeWaived,
    ClueChallenged,
    GameEnded,
    Mode,
    Options,
    Reason,
    Refusal,
    TurnEnded,
)
from deckname.engine.rules import MOST_CLUES
from tests.more_editions import EVERY_EDITION
from tests.playing import Game

TEAM_EDITIONS = ["classic", "pictures", "family-easy", "family-advanced"]
every_team_edition = pytest.mark.parametrize("edition", TEAM_EDITIONS)


@pytest.mark.rule("T1")
def test_two_teams_with_a_spymaster_and_operatives():
    game = Game("classic")
    assert [str(seat) for seat in game.table.setup.seats] == ["red.giver", "red.guesser", "blue.giver", "blue.guesser"]
    assert len(game.table.setup.places) == 4


@pytest.mark.rule("T2", "T3", "P1", "F1", "F2")
@pytest.mark.parametrize(
    ("edition", "grid", "counts"),
    [
        ("classic", (5, 5), (9, 8, 7, 1)),
        ("pictures", (5, 4), (8, 7, 4, 1)),
        ("family-easy", (4, 4), (6, 5, 5, 0)),
        ("family-advanced", (5, 5), (9, 8, 7, 1)),
    ],
)
@pytest.mark.parametrize(("starts", "other"), [("red", "blue"), ("blue", "red")])
def test_grid_and_deal(edition, grid, counts, starts, other):
    game = Game(edition, starts=starts)
    face = game.key.layers[0]
    assert (game.view(None).columns, game.view(None).rows) == grid
    assert tuple(face.count(identity) for identity in (starts, other, "bystander", "assassin")) == counts
    assert game.view(None).left == {starts: counts[0], other: counts[1]}
    assert game.waiting_for == [f"{starts}.giver"]


@pytest.mark.rule("T4", "T6", "P2", "F3")
@every_team_edition
def test_a_bystander_is_covered_and_ends_the_turn(edition):
    game = Game(edition)
    bystander = game.cards("bystander")[0]
    assert game.play("red.giver tree 2", f"red.guesser {bystander}") == [
        CardTouched("red", bystander, "bystander"),
        TurnEnded("blue"),
    ]
    assert game.table.covers[bystander] == "bystander"
    assert game.waiting_for == ["blue.giver"]
    game.play("blue.giver sea 1", f"blue.guesser {game.cards('bystander')[1]}")
    assert game.waiting_for == ["red.giver"]


@pytest.mark.rule("T5", "P2", "F3")
@every_team_edition
def test_an_own_agent_is_covered_and_the_team_goes_on(edition):
    game = Game(edition)
    agent = game.cards("red")[0]
    before = game.view(None).left["red"]
    assert game.play("red.giver tree 2", f"red.guesser {agent}") == [CardTouched("red", agent, "red")]
    assert game.waiting_for == ["red.guesser"]
    assert game.view(None).left["red"] == before - 1


@pytest.mark.rule("T7")
def test_the_other_teams_agent_counts_for_them_and_ends_the_turn():
    game = Game("classic")
    agent = game.cards("blue")[0]
    assert game.play("red.giver tree 2", f"red.guesser {agent}") == [
        CardTouched("red", agent, "blue"),
        TurnEnded("blue"),
    ]
    assert game.view(None).left == {"red": 9, "blue": 7}


@pytest.mark.rule("T8", "F2")
@pytest.mark.parametrize("edition", ["classic", "pictures", "family-advanced"])
def test_the_assassin_loses_the_game_at_once(edition):
    game = Game(edition)
    (assassin,) = game.cards("assassin")
    events = game.play("red.giver tree 2", f"red.guesser {assassin}")
    assert events == [CardTouched("red", assassin, "assassin"), GameEnded(("blue",), Reason.ASSASSIN)]
    assert game.table.covers[assassin] == "assassin"


@pytest.mark.rule("F1")
def test_family_easy_has_no_assassin():
    assert Game("family-easy").cards("assassin") == []
    with pytest.raises(SetupError, match="bad_option"):
        Game("family-easy", assassin_last=True)


@pytest.mark.rule("T9")
@pytest.mark.parametrize("number", [1, 2, 4])
def test_at_most_one_guess_more_than_the_number(number):
    game = Game("classic")
    game.play(f"red.giver tree {number}")
    for made in range(number + 1):
        assert game.view("red.guesser").guesses_left == number + 1 - made
        events = game.play(f"red.guesser {game.cards('red')[made]}")
    assert events[-1] == TurnEnded("blue")
    assert game.waiting_for == ["blue.giver"]


@pytest.mark.rule("T10", "G4")
@pytest.mark.parametrize("number", [1, 5, 25])
def test_the_team_may_stop_after_one_guess(number):
    game = Game("classic")
    game.play(f"red.giver tree {number}")
    assert not game.view("red.guesser").legal.stop
    assert game.refusal("red.guesser stop") == Refusal.GUESS_FIRST
    game.play("red.guesser 0")
    assert game.view("red.guesser").legal.stop
    assert game.refusal("red.giver stop") == Refusal.NOT_YOUR_TURN
    assert game.play("red.guesser stop") == [TurnEnded("blue")]


@pytest.mark.rule("T11")
def test_a_team_wins_with_its_last_agent():
    game = Game("classic")
    game.play("red.giver all 9", *(f"red.guesser {card}" for card in game.cards("red")))
    assert game.outcome == (["red"], "all_found")


@pytest.mark.rule("T11")
def test_a_team_wins_even_in_the_other_teams_turn():
    game = Game("classic")
    *most, last = game.cards("blue")
    game.play("red.giver x 1", f"red.guesser {game.cards('bystander')[0]}")
    game.play("blue.giver most 7", *(f"blue.guesser {card}" for card in most), "blue.guesser stop")
    events = game.play("red.giver oops 1", f"red.guesser {last}")
    assert events == [CardTouched("red", last, "blue"), GameEnded(("blue",), Reason.ALL_FOUND)]


@pytest.mark.rule("T12", "T13", "F3")
@pytest.mark.parametrize(("number", "option"), [("0", "zero"), ("unlimited", "unlimited")])
@every_team_edition
def test_zero_and_unlimited_lift_the_limit_but_not_the_first_guess(edition, number, option):
    game = Game(edition, **{option: True})
    game.play(f"red.giver tree {number}")
    assert game.refusal("red.guesser stop") == Refusal.GUESS_FIRST
    reds = game.cards("red")
    for card in reds[:-1]:
        assert game.view("red.guesser").guesses_left is None
        assert game.play(f"red.guesser {card}") == [CardTouched("red", card, "red")]
    game.play("red.guesser stop")
    assert game.waiting_for == ["blue.giver"]


@pytest.mark.rule("T14")
def test_zero_and_unlimited_are_options():
    game = Game("classic")
    assert game.refusal("red.giver tree 0") == Refusal.ZERO_NOT_ALLOWED
    assert game.refusal("red.giver tree unlimited") == Refusal.UNLIMITED_NOT_ALLOWED
    assert game.view("red.giver").legal.clue == tuple(range(1, 26))
    assert Game("classic", zero=True, unlimited=True).view("red.giver").legal.clue == (*range(26), "unlimited")


@pytest.mark.rule("T18")
@every_team_edition
def test_a_number_may_exceed_the_agents_left_but_not_the_grid(edition):
    game = Game(edition)
    size = EDITIONS[edition].size
    for number in (-1, size + 1, 10**12):
        assert game.refusal(f"red.giver tree {number}") == Refusal.NUMBER_OUT_OF_RANGE
    game.play(f"red.giver tree {size}")
    assert game.view(None).guesses_left == size + 1


@pytest.mark.rule("T15")
def test_an_invalid_clue_ends_the_turn_and_the_others_cover_an_agent():
    game = Game("classic")
    game.play("red.giver tree 2")
    assert game.play("blue.giver challenge") == [ClueChallenged("blue")]
    assert game.waiting_for == ["blue.giver"]
    legal = game.view("blue.giver").legal
    assert (legal.cover, legal.waive) == (tuple(game.cards("blue")), True)
    assert game.refusal("red.guesser 0") == Refusal.NOT_YOUR_TURN
    assert game.refusal("blue.giver cover 0") == Refusal.NOT_YOUR_AGENT
    assert game.refusal("blue.guesser cover 9") == Refusal.NOT_YOUR_TURN
    assert game.refusal("blue.giver cover 99") == Refusal.NO_SUCH_CARD
    card = game.cards("blue")[3]
    assert game.play(f"blue.giver cover {card}") == [CardCovered("blue", card, "blue"), TurnEnded("blue")]
    assert game.waiting_for == ["blue.giver"]
    assert game.view(None).left == {"red": 9, "blue": 7}
    assert game.view(None).log[0].status == "invalid"


@pytest.mark.rule("T15", "T11")
def test_covering_the_last_agent_as_a_penalty_wins():
    game = Game("classic")
    *most, last = game.cards("blue")
    game.play("red.giver x 1", f"red.guesser {game.cards('bystander')[0]}")
    game.play("blue.giver most 7", *(f"blue.guesser {card}" for card in most), "blue.guesser stop")
    game.play("red.giver tree 1", "blue.giver challenge", f"blue.giver cover {last}")
    assert game.outcome == (["blue"], "all_found")


@pytest.mark.rule("T15")
def test_the_penalty_cannot_be_a_covered_card():
    game = Game("classic")
    blue = game.cards("blue")
    game.play("red.giver x 1", f"red.guesser {blue[0]}", "blue.giver y 1", f"blue.guesser {game.cards('bystander')[0]}")
    game.play("red.giver z 1", "blue.giver challenge")
    assert game.refusal(f"blue.giver cover {blue[0]}") == Refusal.CARD_COVERED
    assert game.view("blue.giver").legal.cover == tuple(blue[1:])


@pytest.mark.rule("T15")
@pytest.mark.parametrize("edition", ["classic", "pictures", "family-easy", "family-advanced", "three-teams"])
def test_a_gentle_challenge_costs_nothing_but_another_clue(edition):
    game = Game(EVERY_EDITION[edition], gentle=True)
    game.play("red.giver tree 2")
    assert game.play("blue.guesser challenge") == [ClueChallenged("blue")]
    assert game.waiting_for == ["red.giver"]
    seen = game.view("red.giver")
    assert (seen.challenged, seen.clue, seen.log[0].status) == (False, None, "invalid")
    assert game.refusal("blue.giver cover 9") == Refusal.NOT_YOUR_TURN
    assert game.refusal("blue.giver challenge") == Refusal.NOTHING_TO_CHALLENGE
    game.play("red.giver bush 2")
    assert game.view("blue.giver").legal.challenge
    game.play("red.guesser 0")
    assert [clue.status for clue in game.view(None).log] == ["invalid", "given"]
    assert not any(game.table.covers[1:])


@pytest.mark.rule("T15")
def test_in_a_trio_the_other_spymaster_challenges_gently_too():
    game = Game("pictures", "trio", gentle=True)
    game.play("red.giver tree 2")
    assert game.refusal("blue.guesser challenge") == Refusal.NOT_YOURS_TO_CHALLENGE
    game.play("blue.giver challenge", "red.giver bush 2")


@pytest.mark.rule("T15")
def test_gentle_challenges_come_to_an_end():
    game = Game("classic", gentle=True)
    for _ in range(MOST_CLUES - 1):
        game.play("red.giver tree 2", "blue.giver challenge")
    game.play("red.giver tree 2")
    assert game.refusal("blue.giver challenge") == Refusal.CLUE_STANDS
    assert not game.view("blue.giver").legal.challenge


@pytest.mark.rule("T16")
def test_a_challenge_may_be_waived_and_then_the_clue_stands():
    game = Game("classic")
    game.play("red.giver tree 2", "blue.giver challenge")
    assert game.play("blue.giver waive") == [ChallengeWaived("blue")]
    assert game.waiting_for == ["red.guesser"]
    assert game.refusal("blue.giver challenge") == Refusal.CLUE_STANDS
    game.play("red.guesser 0")
    assert game.view(None).log[0].status == "upheld"


@pytest.mark.rule("T16")
def test_only_before_the_first_guess_and_only_by_the_other_team():
    game = Game("classic")
    assert game.refusal("blue.giver challenge") == Refusal.NOTHING_TO_CHALLENGE
    game.play("red.giver tree 2")
    assert game.refusal("red.giver challenge") == Refusal.NOT_YOURS_TO_CHALLENGE
    assert game.refusal("red.guesser challenge") == Refusal.NOT_YOURS_TO_CHALLENGE
    assert game.refusal("clock challenge") == Refusal.NOT_YOURS_TO_CHALLENGE
    assert game.refusal("blue.giver waive") == Refusal.NOTHING_TO_WAIVE
    assert game.view("blue.giver").legal.challenge
    assert game.view("blue.guesser").legal.challenge
    game.play("red.guesser 0")
    assert game.refusal("blue.giver challenge") == Refusal.TOO_LATE_TO_CHALLENGE
    assert not game.view("blue.giver").legal


@pytest.mark.rule("T16")
def test_an_operative_may_object_but_the_spymaster_decides():
    game = Game("classic")
    game.play("red.giver tree 2", "blue.guesser challenge")
    assert game.waiting_for == ["blue.giver"]
    assert game.refusal("blue.guesser waive") == Refusal.NOT_YOUR_TURN
    game.play("blue.giver waive")


@pytest.mark.rule("T17")
def test_an_approved_clue_cannot_be_challenged():
    game = Game("classic")
    game.play("red.giver tree 2 approved")
    assert game.refusal("blue.giver challenge") == Refusal.CLUE_STANDS
    assert not game.view("blue.giver").legal.challenge
    assert game.view(None).log[0].status == "upheld"


@pytest.mark.rule("T19")
def test_the_clock_ends_a_turn_in_either_phase_even_without_a_guess():
    game = Game("classic")
    assert game.play("clock stop") == [TurnEnded("blue")]
    assert game.play("blue.giver tree 2", "clock stop") == [TurnEnded("red")]
    game.play("red.giver sea 2", "blue.giver challenge")
    assert game.refusal("clock stop") == Refusal.NOT_NOW


@pytest.mark.rule("P2", "P3", "P4", "P5", "P6", "F5")
@pytest.mark.parametrize("edition", ["pictures", "family-easy", "family-advanced"])
def test_which_clues_are_fair_is_for_people_to_say(edition):
    """The engine takes a clue as given; naming what is shown, a place, a shade or a shape can be challenged."""
    for word in ("zebra", "left", "dark", "round", "jeu-de-mots", "WORD3"):
        game = Game(edition)
        game.play(f"red.giver {word} 2")
        assert game.view("blue.giver").legal.challenge
        game.play("blue.giver challenge", f"blue.giver cover {game.cards('blue')[0]}")
        assert game.waiting_for == ["blue.giver"]


@pytest.mark.rule("P9", "F6")
@pytest.mark.parametrize("edition", EDITIONS)
def test_any_cards_go_on_any_grid(edition):
    """An edition says how many cards it needs, not which: words, pictures or both mixed."""
    size = EDITIONS[edition].size
    mixed = [f"picture:{n}" if n % 2 else f"WORT {n}" for n in range(size)]
    starts = next(iter(EDITIONS[edition].deals))
    assert new_table(EDITIONS[edition], mixed, starts).setup.cards == tuple(mixed)


@pytest.mark.rule("P8", "F4")
def test_the_other_faces_of_the_same_cards_make_the_next_game():
    """What lies up is only a name to the engine, so turned cards are a game like any other."""
    pictures, names = ([f"{kind}{n}" for n in range(16)] for kind in ("picture:", "NAME "))
    for cards in (pictures, names, [*pictures[:8], *names[8:]]):
        assert new_table(EDITIONS["family-easy"], cards, "blue").covers == (None,) * 16


def test_options_and_modes_must_fit_the_edition():
    for edition, mode, options, code in (
        ("classic", Mode.TEAMS, Options(tokens=9), "bad_option"),
        ("classic", Mode.TEAMS, Options(several_clues=True), "bad_option"),
        ("duet", Mode.TEAMS, Options(assassin_last=True), "bad_option"),
        ("duet", Mode.COOP, Options(), "bad_mode"),
        ("duet", Mode.TRIO, Options(), "bad_mode"),
    ):
        cards = [f"W{n}" for n in range(25)]
        with pytest.raises(SetupError, match=code):
            new_table(EDITIONS[edition], cards, None if edition == "duet" else "red", mode, options)
    with pytest.raises(SetupError, match="bad_start"):
        new_table(EDITIONS["classic"], cards, "green")
