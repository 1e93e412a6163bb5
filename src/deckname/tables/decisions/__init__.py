"""What somebody at a table wants, turned into events or refused. Reads the state, changes nothing.

    decide(state, person, command, circumstances) -> Decision     raises Refused

Chance and time come in with the circumstances. Moves of the game go on to `engine.rules`; the referee's verdict on a
clue comes in from outside too, since it takes longer than everything else together.
"""

from __future__ import annotations

from deckname.tables.commands import AnyCommand
from deckname.tables.decisions import admission, games, going_back, moves, next_game, objecting, seating
from deckname.tables.decisions.admission import askable_places, open_places
from deckname.tables.decisions.games import check_settings
from deckname.tables.decisions.moves import automatic_end
from deckname.tables.decisions.next_game import next_seating
from deckname.tables.decisions.objecting import objection_end
from deckname.tables.decisions.requirements import Circumstances, Decision
from deckname.tables.decisions.seating import relief
from deckname.tables.removals import refusal
from deckname.tables.state import TableState

__all__ = [
    "DECIDE",
    "Circumstances",
    "Decision",
    "askable_places",
    "automatic_end",
    "check_settings",
    "decide",
    "next_seating",
    "objection_end",
    "open_places",
    "relief",
]

DECIDE = {
    **seating.DECIDE,
    **next_game.DECIDE,
    **admission.DECIDE,
    **games.DECIDE,
    **moves.DECIDE,
    **objecting.DECIDE,
    **going_back.DECIDE,
}


def decide(state: TableState, person: str, command: AnyCommand, now: Circumstances) -> Decision:
    """What comes of it. `person` is who asks; for TimeUp nobody."""
    if refused := refusal(state, person, now.device, now.now):
        raise refused
    made = DECIDE[type(command)](state, person, command, now)
    return made if isinstance(made, Decision) else Decision(tuple(made))
