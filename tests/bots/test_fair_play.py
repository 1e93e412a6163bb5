"""Approving, challenging, waiving and covering as a fair player would."""

from deckname.bots import fair_play
from deckname.bots.player import Question
from deckname.engine.model import Challenge, Cover, Waive
from tests.playing import Game


def never_alike(_one, _other):
    return 0.0


def question(game, seat, **options):
    return Question(game.view(seat), "en", **options)


def test_a_clue_is_approved_unless_the_referee_forbids_it():
    asked = question(Game("classic"), "blue.giver")
    assert fair_play.approves(asked, "garden", 2)
    assert fair_play.approves(asked, "left", 1)  # the referee would ask
    assert not fair_play.approves(asked, "WORD3", 1)


def test_an_earlier_clue_is_not_said_in_another_form():
    game = Game("classic")
    game.play("red.giver nut 2")
    asked = question(game, "red.giver")
    assert fair_play.repeats(asked, "Nut")
    assert fair_play.repeats(asked, "nuts")
    assert not fair_play.repeats(asked, "tree")


def test_the_tables_options_count():
    game = Game("pictures")
    assert not fair_play.approves(question(game, "blue.giver"), "well-known", 1)
    assert fair_play.approves(question(game, "blue.giver", clue_options=("allow_hyphen",)), "well-known", 1)


def test_clues_for_a_deck_in_another_language_are_judged_as_english():
    game = Game("classic")
    asked = Question(game.view("blue.giver"), "xx")
    assert [fair_play.spoken(language) for language in ("fr", "xx")] == ["fr", "en"]
    assert fair_play.approves(asked, "garden", 1) and not fair_play.approves(asked, "WORD3", 1)


def test_only_what_is_invalid_is_challenged():
    game = Game("classic")
    game.play("red.giver garden 2")
    assert not fair_play.challenges(question(game, "blue.giver"))
    cheated = Game("classic")
    cheated.play("red.giver WORD3 2")
    assert fair_play.challenges(question(cheated, "blue.giver"))
    assert fair_play.challenges(question(cheated, "blue.guesser"))
    assert not fair_play.challenges(question(cheated, "red.guesser"))
    assert fair_play.other_move(question(cheated, "blue.giver"), never_alike) == Challenge()


def test_a_partner_challenges_too():
    game = Game("duet")
    game.play("a.giver WORD3 2")
    assert fair_play.other_move(question(game, "b.guesser"), never_alike) == Challenge()


def test_an_objection_without_reason_is_waived_and_a_right_one_is_not():
    game = Game("classic")
    game.play("red.giver garden 2", "blue.guesser challenge")
    assert fair_play.other_move(question(game, "blue.giver"), never_alike) == Waive()
    cheated = Game("classic")
    cheated.play("red.giver WORD3 2", "blue.guesser challenge")
    assert isinstance(fair_play.other_move(question(cheated, "blue.giver"), never_alike), Cover)


def test_it_is_the_last_clue_that_an_objection_is_about():
    game = Game("classic")
    game.play("red.giver garden 1", f"red.guesser {game.cards('bystander')[0]}")
    game.play("blue.giver WORD3 1", "red.guesser challenge")
    assert isinstance(fair_play.other_move(question(game, "red.giver"), never_alike), Cover)


def test_the_own_agent_that_other_cards_get_in_the_way_of_is_covered():
    """All of them have the same friends; any clue for one of them leads to bystanders as well. How much a card is like
    itself is nothing to go by."""
    game = Game("classic")
    game.play("red.giver WORD3 2", "blue.guesser challenge")
    hemmed_in = game.cards("blue")[3]
    bystanders = game.cards("bystander")

    def likeness(one, other):
        if one == other:
            return 10.0 * (one == hemmed_in)
        return float(one == hemmed_in and other in bystanders)

    assert fair_play.other_move(question(game, "blue.giver"), likeness) == Cover(hemmed_in)


def test_the_own_agent_without_friends_is_covered():
    game = Game("classic")
    game.play("red.giver WORD3 2", "blue.guesser challenge")
    loner = game.cards("blue")[3]

    def likeness(one, other):
        return 0.0 if loner in (one, other) else 1.0 if {one, other} <= set(game.cards("blue")) else 0.1

    assert fair_play.other_move(question(game, "blue.giver"), likeness) == Cover(loner)


def test_the_imaginary_agent_that_gets_in_the_way_is_covered():
    game = Game("classic", mode="coop")
    game.play("red.giver garden 1", f"red.guesser {game.cards('bystander')[0]}")
    nuisance = game.cards("blue")[5]

    def likeness(one, other):
        return float(nuisance in (one, other) and not {one, other} <= set(game.cards("blue")))

    assert fair_play.other_move(question(game, "red.giver"), likeness) == Cover(nuisance)


def test_clues_and_guesses_are_the_bots_own_affair():
    game = Game("classic")
    assert fair_play.other_move(question(game, "red.giver"), never_alike) is None
    game.play("red.giver garden 2")
    assert fair_play.other_move(question(game, "red.guesser"), never_alike) is None
