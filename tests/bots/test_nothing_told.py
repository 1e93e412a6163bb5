"""In Duet a touch is read by the partner: after a clue that says nothing it tells nothing of the bot's own face.

Everything of that face that the partner can't know is redrawn; whatever was drawn, the bot must do the same. So it may
not even keep clear of its own assassin: who sees it do so has learned something.
"""

from random import Random

import pytest

from deckname.bots.bureau import Bureau
from deckname.bots.player import Question
from deckname.bots.simple import Simple
from deckname.cards.library import deck
from deckname.engine import EDITIONS, new_game, view
from deckname.engine.model import GiveClue, Guess, Mode, Options, Role, Seat
from deckname.engine.record import Move
from tests.bots.bot_play import step
from tests.engine.random_play import Played
from tests.engine.test_secrecy import could_have_been, known_cells, redraw

pytestmark = [pytest.mark.floats, pytest.mark.usefixtures("bots_data")]

GIVER, GUESSER = Seat("a", Role.GIVER), Seat("b", Role.GUESSER)
NONSENSE = {
    "en": ("xqzvt", "blorf", "wuggle", "fnord"),
    "fr": ("xqzvt", "gnarfelu", "frumoche", "bloupiche"),
    "de": ("xqzvt", "trimpeln", "gnarfel", "wubbeln"),
}
NUMBERS = (1, 2, 3, 5, 9)
REDRAWN = 6

every_bot = pytest.mark.parametrize("bot", [Bureau(), Simple()], ids=["bureau", "simple"])
every_language = pytest.mark.parametrize("language", NONSENSE)


def dealt(language: str, seed: int) -> Played:
    words = [face for card in deck(language, EDITIONS["duet"].deck).cards for face in (card.front, card.back) if face]
    table, key = new_game(EDITIONS["duet"], words, Random(f"{language} {seed}"), Mode.TEAMS, Options())
    return Played([table], key, [], [])


def on(played: Played, face: int, identity: str) -> int:
    """An open card that is this on a face."""
    table = played.tables[-1]
    return next(
        card for card, of in enumerate(played.key.layers[face])
        if of == identity and table.covers[card] is None and not table.marks[card]
    )  # fmt: skip


def begun(language: str, seed: int) -> Played:
    """A game in which each side has found something and been wrong once."""
    played = dealt(language, seed)
    for giver, guesser, face in ((GIVER, GUESSER, 0), (Seat("b", Role.GIVER), Seat("a", Role.GUESSER), 1)):
        step(played, Move(giver, GiveClue(f"clue{face}", 1)))
        for identity in ("green", "bystander"):
            step(played, Move(guesser, Guess(on(played, face, identity))))
    return played


def answers(bot, language, played, rng):
    """What the bot does with its own face, and with others that the partner would have to reckon with."""
    known = known_cells(played, GIVER)
    redrawn = [redraw(rng, played.key, known) for _ in range(REDRAWN)]
    keys = [played.key, *(key for key in redrawn if could_have_been(played, key))]
    assert len({key.layers[1] for key in keys}) > REDRAWN / 2
    return {bot.answer(Question(view(played.tables[-1], key, GUESSER), language)).command for key in keys}


@every_bot
@every_language
@pytest.mark.parametrize("opening", [dealt, begun])
def test_a_clue_that_says_nothing_is_answered_alike_whatever_the_own_face(bot, language, opening):
    for seed, word in enumerate(NONSENSE[language]):
        for number in NUMBERS:
            played = opening(language, seed)
            step(played, Move(GIVER, GiveClue(word, number)))
            assert len(answers(bot, language, played, Random(seed))) == 1, (word, number)


@every_bot
@every_language
def test_whether_it_goes_on_then_is_the_same_too(bot, language):
    """By luck the first touch was right: now it may stop."""
    for seed, word in enumerate(NONSENSE[language]):
        played = begun(language, seed)
        step(played, Move(GIVER, GiveClue(word, 2)))
        step(played, Move(GUESSER, Guess(on(played, 0, "green"))))
        assert view(played.tables[-1], played.key, GUESSER).legal.stop
        assert len(answers(bot, language, played, Random(seed))) == 1, word
