"""How much a table keeps. Whatever a program could go on adding to for ever ends here, far beyond what people do.

All else that happens is overtaken by what happens later, and goes with the next snapshot (`compaction`). So a table
costs what is shown of it, whatever its past. How fast anybody may go on is the sockets' affair.
"""

from __future__ import annotations

SNAPSHOT_AFTER = 500
"""Entries after which a snapshot takes their place: who reads a log reads that many, and those written meanwhile."""
TALK_KEPT = 100
"""The last things said."""
DEVICES_KEPT = 4
"""How many devices of a person we know again."""
REMOVED_KEPT = 500
"""How many of those who were sent away we know again."""
PEOPLE_PER_GAME = 300
"""How many may have had a place in one game, or been told no; who comes later watches."""
MOVES_WITH_CLOCK = 1000
"""Moves after which no turn of a game ends by the clock any more: what else goes on without a card being covered has
its bound, too."""
MOVES_WITH_UNDO = 400
"""Moves after which none is taken back any more. The longest game has a quarter of that."""
