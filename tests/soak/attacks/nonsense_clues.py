"""Clues without a meaning to Duet's bot: by what it then touches, nobody learns its own face of the key."""

from __future__ import annotations

from random import Random

from deckname.bots.bureau import open_bureau, ready
from deckname.bots.player import Question
from deckname.bots.simple import Simple
from deckname.engine import EDITIONS, view
from deckname.engine.model import BYSTANDER, GiveClue, Guess, Mode, Options
from deckname.engine.record import Move
from deckname.engine.table import to_move
from tests.bots.bot_play import deal, step
from tests.soak.site import Site

SUSPICIOUS = 0.8
"""From this share of touches on one would learn something: 13 of 25 cards are bystanders of its own face."""


async def attack(site: Site) -> None:
    bots = {"simple": Simple()} | ({"bureau": open_bureau(lambda *_said: None)} if ready() else {})
    for name, bot in bots.items():
        touched, own = _touched(bot, site.many(300))
        share = own / max(1, touched)
        figures = f"{own} of {touched} touches were bystanders of its own face ({share:.0%}; by chance 52 %)"
        site.find(10, f"Nonsense tells nothing of the face of Duet's bot ({name})", figures, share < SUSPICIOUS)


def _touched(bot: object, games: int) -> tuple[int, int]:
    """How many cards a bot touched first, and how many of them were bystanders on the face that it sees."""
    touched = own = 0
    rng = Random(11)
    for _ in range(games):
        game = deal(rng, EDITIONS["duet"], Mode.TEAMS, Options(), "en")
        giver = next(seat for seat in to_move(game.tables[-1]))
        word = "".join(rng.choice("bcdfghjklmnpqrstvwxz") for _ in range(9))
        step(game, Move(giver, GiveClue(word, 1)))
        guesser = to_move(game.tables[-1])[0]
        seen = view(game.tables[-1], game.key, guesser)
        move = bot.answer(Question(seen, "en")).command  # type: ignore[attr-defined]
        if isinstance(move, Guess):
            touched += 1
            own += BYSTANDER in seen.cards[move.card].known
    return touched, own
