"""How a table is set up, as it is stored and played by. The form that a client fills in is the protocol's affair."""

from __future__ import annotations

from msgspec import Struct

from deckname.engine.model import Mode, Options
from deckname.engine.setup import BotLevel, Faces

LEAST = 15
"""The shortest time in seconds that a clock gives: one can still play, but not think long."""


class ClockSettings(Struct, frozen=True, omit_defaults=True):
    """Optional clocks (T19), in seconds: for each clue, each turn of guessing, and all turns of a side together."""

    clue: int | None = None
    guess: int | None = None
    budget: int | None = None
    ends_itself: bool = False
    """Clue time up: the turn ends by itself. If not, the others may call time, or wait."""


class CampaignStep(Struct, frozen=True, omit_defaults=True):
    """The mission of a team for which a table is laid."""

    team: str
    team_name: str
    sheet: int
    """The number of the team's map."""
    city: str
    name: str = ""
    """What the city is called, where no language has a word of its own for it."""


class TableSettings(Struct, frozen=True, omit_defaults=True):
    """Fields that a later version has taken away are passed over when an old log is read."""

    edition: str = "classic"
    mode: Mode = Mode.TEAMS
    language: str = "en"
    options: Options = Options()
    decks: tuple[str, ...] = ()
    """Ids of decks; none means the edition's usual one."""
    faces: Faces = "mixed"
    referee: str = "strict"
    """`strict` refuses clues that break a rule, `advise` only tells the spymaster, `off` is silent."""
    clue_options: tuple[str, ...] = ()
    clock: ClockSettings | None = None
    listed: bool = False
    title: str = ""
    level: BotLevel = "merciless"
    """How well bots play against people (`bots.player.Level`). Tables from before there were levels say nothing."""
    practice: bool = False
    """Bots tell what they thought when asked, not only after the game."""
    pace: str = "human"
    """Bots take about the time that people would, or none."""
    campaign: CampaignStep | None = None
    """Set by the campaign, and kept while the game stays what it asked for."""

    def keeps_mission_of(self, before: TableSettings) -> bool:
        """Whether a game by these settings is still the mission for which the table was laid."""
        mine, theirs = self.options, before.options
        same = (self.edition, mine.tokens, mine.mistakes, mine.mission)
        return same == (before.edition, theirs.tokens, theirs.mistakes, theirs.mission)
