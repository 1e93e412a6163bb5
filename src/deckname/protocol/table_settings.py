"""The form that a host fills in to set up a table: checked to the last field, and turned into a table's settings."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Struct

from deckname.engine.editions import CLASSIC, EDITIONS, MOST_TOKENS
from deckname.engine.setup import BotLevel, Faces
from deckname.protocol.common import LanguageId, ModeId
from deckname.tables.table_settings import LEAST, TableSettings

Seconds = Annotated[int, Meta(ge=LEAST, le=86_400)]
RefereeId = Literal["strict", "advise", "off"]


class OptionsForm(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The variants of the rulebooks; which an edition knows is told by /api/catalogue."""

    zero: bool = False
    unlimited: bool = False
    assassin_last: bool = False
    several_clues: bool = False
    gentle: bool | None = None
    """None: as the edition proposes (T15)."""
    tokens: Annotated[int, Meta(ge=1, le=MOST_TOKENS)] | None = None
    mistakes: Annotated[int, Meta(ge=0, le=MOST_TOKENS)] | None = None
    mission: Annotated[str, Meta(max_length=40)] | None = None


class ClockForm(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Optional clocks (T19). Time for each clue, for each turn of guessing, and for all turns of a side together."""

    clue: Seconds | None = None
    guess: Seconds | None = None
    budget: Seconds | None = None
    ends_itself: bool = False
    """Clue time up: the turn ends by itself. If not, the others may call time, or wait."""


class SettingsForm(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    edition: Annotated[str, Meta(max_length=40)] = "classic"
    mode: ModeId = "teams"
    language: LanguageId = "en"
    options: OptionsForm = OptionsForm()
    decks: Annotated[tuple[Annotated[str, Meta(max_length=64)], ...], Meta(max_length=12)] = ()
    """Ids of decks; none means the edition's usual one."""
    faces: Faces | None = None
    """Which sides of the cards lie up; None: as is usual in the edition."""
    referee: RefereeId = "strict"
    """`strict` refuses clues that break a rule, `advise` only tells the spymaster, `off` is silent."""
    clue_options: Annotated[tuple[Annotated[str, Meta(max_length=40)], ...], Meta(max_length=12)] = ()
    clock: ClockForm | None = None
    listed: bool = False
    """Anybody may find the table, not only those with its link."""
    title: Annotated[str, Meta(max_length=60)] = ""
    level: BotLevel | None = None
    """How well bots play that hold a side against people; None: as is usual in the edition."""
    practice: bool = False
    """Bots tell of what is over what they thought when asked, not only after the game."""
    pace: Literal["human", "quick"] = "human"
    """Bots take about the time that people would, or none."""

    @property
    def settings(self) -> TableSettings:
        settings = msgspec.convert(msgspec.to_builtins(self), TableSettings)
        edition = EDITIONS.get(self.edition, CLASSIC)  # one that nobody knows is refused where tables are laid
        gentle = edition.gentle if self.options.gentle is None else self.options.gentle
        return msgspec.structs.replace(
            settings,
            options=replace(settings.options, gentle=gentle),
            faces=self.faces or edition.faces,
            level=self.level or edition.level,
        )

    @classmethod
    def of(cls, settings: TableSettings) -> SettingsForm:
        """As clients see what was set up."""
        return msgspec.convert(settings, cls, from_attributes=True)
