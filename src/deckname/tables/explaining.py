"""What a bot thought in a move, and who may know how much of it when: one rule for all who ask."""

from __future__ import annotations

import msgspec

from deckname.engine.errors import Refused
from deckname.engine.model import GiveClue
from deckname.tables.game import GameState
from deckname.tables.history import NotedThought
from deckname.tables.live import LiveTable


def explain(live: LiveTable, person: str, ply: int) -> NotedThought | None:
    """After the game, everything and to everybody; in practice games some of it before, to those at the table."""
    state, game = live.state, live.state.game
    if game is None or not game.may_be_explained(ply) or (game.running and person not in state.members):
        raise Refused("not_now")
    body = live.thoughts.get((game.number, ply))
    if body is None:
        return None
    thought = msgspec.json.decode(body, type=NotedThought)
    return _of_what_is_over(game, thought) if game.running else thought


def _of_what_is_over(game: GameState, thought: NotedThought) -> NotedThought:
    """Only the cards that were touched for the clue, in the order of the touches.

    No card that lies open is told to have been meant. How likely cards seemed to whoever knows the key stays out
    altogether, and so does who thought for it, which may be a matter of how long it took.
    """
    touched = game.touched_for(thought.ply)
    meant = tuple([card for card in touched if card in thought.meant])
    if isinstance(game.moves[thought.ply].command, GiveClue):
        return NotedThought(thought.ply, thought.person, meant, (), 0.0, "", thought.clue)
    chances = tuple([chance * (card in touched) for card, chance in enumerate(thought.chances)])
    return msgspec.structs.replace(thought, meant=meant, chances=chances)
