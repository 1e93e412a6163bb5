"""What somebody at a table wants, turned into facts or refused. Reads the room, changes nothing.

    decide(room, person, command, circumstances) -> Decision     raises Refused

Chance and time come in with the circumstances. Moves of the game go on to `engine.rules`; the referee's verdict on a
clue comes in from outside too, since it takes longer than everything else together.
"""

from __future__ import annotations

from deckname.tables.decisions import games, moves, seating
from deckname.tables.decisions.games import check_settings
from deckname.tables.decisions.moves import automatic_end
from deckname.tables.decisions.seating import clean_name, open_places
from deckname.tables.decisions.wishes import AnyWish, Circumstances, Decision, HostAway, Presence, Refused, TimeUp
from deckname.tables.room import Room

__all__ = [
    "DECIDE",
    "AnyWish",
    "Circumstances",
    "Decision",
    "HostAway",
    "Presence",
    "Refused",
    "TimeUp",
    "automatic_end",
    "check_settings",
    "clean_name",
    "decide",
    "open_places",
]

DECIDE = {**seating.DECIDE, **games.DECIDE, **moves.DECIDE}


def decide(room: Room, person: str, command: AnyWish, now: Circumstances) -> Decision:
    """What comes of it. `person` is who asks; for TimeUp nobody."""
    if person in room.removed:
        raise Refused("removed")
    made = DECIDE[type(command)](room, person, command, now)
    return made if isinstance(made, Decision) else Decision(tuple(made))
