"""Questions from outside a game: what a guesser without any key sees of them, and what is no board at all."""

import pytest

from deckname.bots.bureau import Bureau
from deckname.bots.player import Question
from deckname.bots.queries import BadQuery, TouchQuery
from deckname.bots.simple import Simple
from deckname.engine import EDITIONS
from deckname.engine.editions import SetupError
from deckname.engine.model import Clue, Guess, Mode, Touch
from tests.bots.test_cli import CARDS as WORDS

CARDS = tuple(WORDS.split(","))
OPEN = (None,) * 25
FRUIT = Clue("red", "fruit", 2)


@pytest.mark.parametrize("edition", ["classic", "duet", "pictures", "family-easy", "family-advanced"])
def test_a_guesser_is_shown_no_layer_of_any_key(edition):
    rules = EDITIONS[edition]
    clue = Clue(rules.sides[0].id, "fruit", 2)
    seen = TouchQuery(edition, CARDS[: rules.size], OPEN[: rules.size], (clue,), next(iter(rules.deals))).seen()
    assert {known for card in seen.cards for known in card.known} == {None}
    assert len(seen.legal.guess) == rules.size
    assert seen.seat and seen.seat.side == rules.sides[0].clues_to


@pytest.mark.parametrize("bot", [Bureau, Simple])
def test_in_duet_bots_guess_without_a_face_of_their_own(bot, bots_data):
    covers = ("green", *OPEN[1:])
    log = (Clue("a", "cold", 2, touched=(Touch(18, "bystander", "b"),)), Clue("b", "king", 1), Clue("a", "fruit", 2))
    marks = tuple(("b",) if at == 18 else () for at in range(25))
    seen = TouchQuery("duet", CARDS, covers, log, marks=marks, tokens=6).seen()
    assert 18 not in seen.legal.guess and seen.tokens and seen.tokens.left == 6
    answer = bot().answer(Question(seen, "en"))
    assert isinstance(answer.command, Guess) and answer.command.card not in (0, 18)


def test_what_was_touched_counts_as_guesses():
    covers = ("red", *OPEN[1:])
    seen = TouchQuery("classic", CARDS, covers, (FRUIT._replace(touched=(Touch(0, "red", "red"),)),), "red").seen()
    assert (seen.guesses, seen.guesses_left, seen.left["red"], seen.legal.stop) == (1, 2, 8, True)


@pytest.mark.parametrize(
    "covers, log, more, code",
    [
        (OPEN, (Clue("gold", "fruit", 1),), {}, "bad_log"),
        (OPEN, (Clue("red", "", 1),), {}, "bad_log"),
        (OPEN, (FRUIT._replace(touched=(Touch(25, "red", "red"),)),), {}, "bad_log"),
        (OPEN, (Clue("blue", "fruit", 1),), {"mode": Mode.COOP}, "bad_log"),
        (("assassin", "assassin", *OPEN[2:]), (FRUIT,), {}, "bad_covers"),
        (("green", *OPEN[1:]), (FRUIT,), {}, "bad_covers"),
        (OPEN[1:], (FRUIT,), {}, "bad_covers"),
        (OPEN, (FRUIT,), {"marks": (("gold",), *((),) * 24)}, "bad_covers"),
        (("red",) * 9 + OPEN[9:], (FRUIT,), {}, "nothing_to_find"),
        (OPEN, (FRUIT,), {"tokens": 3}, "bad_option"),
    ],
)
def test_what_is_no_board_says_so(covers, log, more, code):
    with pytest.raises((BadQuery, SetupError)) as wrong:
        TouchQuery("classic", CARDS, covers, log, "red", **more).seen()
    assert wrong.value.code == code
