"""A move that is taken back: the table is as before, and what was seen stays seen."""

import pytest

from deckname.engine.course import Course
from deckname.engine.model import CardTouched, MoveTakenBack, Refusal, TakenBack, Touch, TurnEnded
from tests.more_editions import EVERY_EDITION
from tests.playing import Game

every_edition = pytest.mark.parametrize("edition", EVERY_EDITION.values(), ids=lambda edition: edition.id)


@pytest.mark.rule("G14")
@every_edition
def test_the_table_is_as_it_was_before_the_last_move(edition):
    game = Game(edition)
    before = [game.table]
    giver = game.waiting_for[0]
    game.play(f"{giver} tree 2")
    (guesser,) = game.waiting_for
    before.append(game.table)
    game.play(f"{guesser} 0")
    assert game.play(f"{guesser} undo") == [MoveTakenBack(guesser.split(".")[0], 1)]
    assert game.table._replace(taken_back=()) == before[1]
    assert game.play(f"{giver} undo") == [MoveTakenBack(giver.split(".")[0], 0)]
    assert game.table._replace(taken_back=()) == before[0]
    assert game.refusal(f"{giver} undo") == Refusal.NOTHING_TO_UNDO


@pytest.mark.rule("G14")
def test_what_was_seen_stays_seen_by_all():
    game = Game("classic")
    card = game.cards("bystander")[0]
    game.play("red.giver tree 2", f"red.guesser {card}", "red.guesser undo", "red.giver undo")
    clue, touch = game.view(None).taken_back[1].clue, Touch(card, "bystander", "red")
    assert (clue.word, clue.number) == ("tree", 2)
    assert game.view(None).taken_back == (TakenBack(0, touch=touch), TakenBack(0, clue=clue))
    assert {game.view(str(seat)).taken_back for seat in game.table.setup.seats} == {game.table.taken_back}
    assert game.view("red.guesser").cards[card].known == (None,)


@pytest.mark.rule("G14")
def test_a_move_after_it_is_like_any_other():
    game = Game("classic")
    wrong, right = game.cards("bystander")[0], game.cards("red")[0]
    game.play("red.giver tree 1", f"red.guesser {wrong}", "blue.giver undo")
    assert game.waiting_for == ["red.guesser"]
    assert game.play(f"red.guesser {right}") == [CardTouched("red", right, "red")]
    assert game.play(f"red.guesser {wrong}") == [CardTouched("red", wrong, "bystander"), TurnEnded("blue")]
    assert game.play("red.giver undo") == [MoveTakenBack("red", 4)]
    assert game.play("red.giver undo") == [MoveTakenBack("red", 3)]
    assert [touch.card for touch in game.table.log[0].touched] == []
    assert [seen.touch.card for seen in game.table.taken_back] == [wrong, wrong, right]


@pytest.mark.rule("G14")
@pytest.mark.parametrize(
    ("moves", "reason"),
    [
        (["red.giver x 1", "red.guesser 24"], "assassin"),
        (["red.giver x unlimited", *(f"red.guesser {n}" for n in range(9))], "all_found"),
    ],
)
def test_a_game_that_a_touch_has_ended_goes_on(moves, reason):
    game = Game("classic", unlimited=True)
    game.play(*moves)
    assert game.outcome[1] == reason
    game.play("blue.guesser undo")
    assert (game.outcome, game.waiting_for) == (None, ["red.guesser"])
    assert game.view("red.guesser").cards[0].known == (None,)


@pytest.mark.rule("G14")
def test_tokens_and_what_was_announced_come_back_too():
    game = Game("duet")
    tokens = game.table.tokens
    game.play("a.giver x 9", *(f"b.guesser {card}" for card in game.cards("green", 0)))
    assert game.table.completed == ("a",)
    game.play("b.guesser undo")
    assert (game.table.completed, game.table.tokens) == ((), tokens)
    beige = game.cards("bystander", 0)[0]
    game.play(f"b.guesser {beige}", "a.giver undo")
    assert (game.table.marks[beige], game.table.tokens) == ((), tokens)
    assert game.table.taken_back[-1] == TakenBack(0, touch=Touch(beige, "bystander", "b"))


@pytest.mark.rule("G14")
def test_challenges_covers_stops_and_the_clock_are_taken_back_like_clues_and_guesses():
    game = Game("classic")
    blue = game.cards("blue")[0]
    tables = [game.table]
    for move in (
        "clock stop",
        "blue.giver x 1",
        "red.giver challenge",
        "red.giver cover 0",
        "red.giver y 1",
        "red.guesser 1",
        "red.guesser stop",
        "blue.giver z 1",
        f"blue.guesser {blue}",
    ):
        game.play(move)
        tables.append(game.table)
    for table in reversed(tables[:-1]):
        game.play("red.guesser undo")
        assert game.table._replace(taken_back=()) == table
    assert Touch(0, "red", "red") in [seen.touch for seen in game.table.taken_back]


@pytest.mark.rule("G14")
def test_only_a_seat_that_is_played_may_be_written_in_it():
    game = Game("classic", "coop")
    game.play("red.giver x 1")
    for stranger in ("blue.giver", "clock", "green.guesser"):
        assert game.refusal(f"{stranger} undo") == Refusal.NO_SUCH_SEAT
    game.play("red.guesser undo")


def test_the_course_of_a_game_knows_which_moves_hold():
    game = Game("classic")
    game.play(
        "red.giver x 1", "red.guesser undo", "red.giver y 1", "red.guesser 0", "red.guesser undo", "red.guesser 1"
    )
    assert game.course.holding == [2, 5]


def test_going_back_needs_no_key():
    """Whoever has the events has the course: nothing hidden is needed for it, or could come out by it."""
    game = Game("duet")
    told = [game.play(move) for move in ("a.giver x 1", "b.guesser 0", "b.guesser undo", "b.guesser 3")]
    course = Course(game.course.start)
    for events in told:
        course.play(tuple(events))
    assert course.table == game.table
