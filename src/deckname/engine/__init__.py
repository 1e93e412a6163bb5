"""The rules of every edition, pure: no time, no network, no language, no randomness of its own.

table, key = new_game(EDITIONS["classic"], deck, random.Random(7))
events = decide(table, key, seat, GiveClue("tree", 2))
table = evolve(table, events[0])
view(table, key, seat)
"""

from .deal import new_game
from .editions import EDITIONS, SetupError, new_table
from .rules import decide, evolve, legal_moves, to_move
from .view import View, view

__all__ = [
    "EDITIONS",
    "SetupError",
    "View",
    "decide",
    "evolve",
    "legal_moves",
    "new_game",
    "new_table",
    "to_move",
    "view",
]
