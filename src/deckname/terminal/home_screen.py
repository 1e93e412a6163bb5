"""The first screen: what to play, with whom, and by which variants. Enter on an edition plays it at once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual import on
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.screen import Screen
from textual.widgets import Button, Checkbox, Input, OptionList, Select, Static
from textual.widgets.option_list import Option

from deckname.campaign.journey import Journey
from deckname.cards.library import deck, deck_ids
from deckname.engine import EDITIONS
from deckname.engine.missions import MAP
from deckname.engine.model import Edition, Mode, Options
from deckname.language import LANGUAGES
from deckname.tables.table_settings import ClockSettings

from .hotseat import Plan, parse_names

if TYPE_CHECKING:
    from .app import DecknameApp

CLUE_OPTIONS = tuple(dict.fromkeys(name for edition in EDITIONS.values() for name in edition.clues.options))
LIMITS = (15, 30, 60, 120, 180, 300)
"""Seconds that a clock may give."""
SWITCHES = ("zero", "unlimited", "assassin_last", "several_clues", "gentle")
STANDARD, TOKENS = "standard", "tokens-"
EASIER = (10, 11)
LANGUAGE_NAMES = {"en": "English", "fr": "Français", "de": "Deutsch"}


class Tick(Checkbox):
    """A box that is empty while it is off: a mark in another colour would be too quiet a sign."""

    BUTTON_INNER = " "

    def watch_value(self) -> None:
        self.BUTTON_INNER = "✓" if self.value else " "
        super().watch_value()


class HomeScreen(Screen[None]):
    app: DecknameApp

    def __init__(self) -> None:
        super().__init__()
        self.edition = next(iter(EDITIONS.values()))
        self.names = ""
        self.journey = Journey()
        """How far those who are named have come on the map."""

    def compose(self) -> ComposeResult:
        say = self.app.wording.say
        yield Static(say("terminal.title").upper(), id="title")
        yield Static(say("terminal.tagline"), id="tagline")
        with Horizontal(id="choice"):
            with Vertical(id="editions"):
                yield Static(say("terminal.choose_edition"), classes="heading")
                yield OptionList(*(self._tile(edition) for edition in EDITIONS.values()), id="edition", markup=True)
            with VerticalScroll(id="settings", can_focus=False):
                languages = [(LANGUAGE_NAMES[code], code) for code in LANGUAGES]
                yield self._labelled(
                    "language", Select(languages, value=self.app.language, allow_blank=False, id="language")
                )
                yield self._labelled("players", Select(self._modes(), allow_blank=False, id="mode"))
                yield self._labelled("mission", Select(self._missions(), allow_blank=False, id="mission"))
                yield self._labelled("names", Input(self.names, id="names", max_length=200))
                yield Static(say("terminal.options"), classes="heading")
                for name in SWITCHES:
                    yield Tick(say(f"option.{name}"), id=name, compact=True)
                for limit in ("clock_clue", "clock_guess"):
                    yield self._labelled(limit, Select(self._limits(), allow_blank=False, id=limit))
                yield Tick(say("terminal.ends_itself"), id="ends-itself", compact=True)
                yield Static(say("terminal.decks"), classes="heading")
                for id in self._decks():
                    yield Tick(deck(self.app.language, id).name, id=f"deck-{id}", compact=True)
                yield Static(say("terminal.agreements"), classes="heading", id="agreements")
                for name in CLUE_OPTIONS:
                    yield Tick(say(f"clue_option.{name}"), id=name, compact=True)
        with Horizontal(id="go"):
            yield Button(say("terminal.play"), id="play", variant="primary")
            yield Button(say("terminal.quit"), id="quit")

    def _tile(self, edition: Edition) -> Option:
        wording = self.app.wording
        gap = "\n" if self.app.size.height > 30 else ""
        return Option(f"[b]{wording.edition(edition)}[/b]\n{wording.about(edition)}{gap}", id=edition.id)

    def _labelled(self, label: str, widget: Select[str] | Input) -> Vertical:
        heading = Static(self.app.wording.say(f"terminal.{label}"), classes="heading")
        return Vertical(heading, widget, id=f"{label}-row", classes="row")

    def _modes(self) -> list[tuple[str, str]]:
        return [(self.app.wording.in_terms(self.edition, "mode", mode), mode.value) for mode in self.edition.modes]

    def _missions(self) -> list[tuple[str, str]]:
        """The standard game, and the cities that are open to those who play."""
        say = self.app.wording.say
        rows = [(say("terminal.standard_game", tokens=MAP.cities[MAP.start].turns), STANDARD)]
        rows += [(say("terminal.easier_game", tokens=count), f"{TOKENS}{count}") for count in EASIER]
        journey = self.journey
        for id in journey.open_cities:
            city, tally = MAP.cities[id], journey.tally(id)
            line = say("terminal.mission_line", city=say(f"city.{id}"), turns=city.turns, mistakes=city.mistakes)
            note = say("terminal.mission_tally", won=tally.won, lost=tally.lost)
            rows.append((f"{'✓ ' if tally.won else ''}{line} ({note})", id))
        return rows

    def _limits(self) -> list[tuple[str, str]]:
        say = self.app.wording.say
        shown = [f"{seconds // 60}:{seconds % 60:02}" for seconds in LIMITS]
        return [(say("terminal.no_limit"), "0"), *zip(shown, map(str, LIMITS), strict=True)]

    def _decks(self) -> list[str]:
        return [id for language, id in deck_ids() if language == self.app.language]

    def on_mount(self) -> None:
        self._ready()

    def _ready(self) -> None:
        self._show_settings()
        editions = self.query_one("#edition", OptionList)
        editions.highlighted = list(EDITIONS).index(self.edition.id)
        editions.focus()

    def _show_settings(self) -> None:
        """Only what this edition knows."""
        self.query_one("#players-row").display = len(self.edition.modes) > 1
        self.query_one("#mission-row").display = "mission" in self.edition.options
        for name in SWITCHES:
            tick = self.query_one(f"#{name}", Checkbox)
            tick.display = name in self.edition.options
            tick.label = self.app.wording.in_terms(self.edition, "option", name)
        agreements = self.edition.clues.options
        self.query_one("#agreements").display = bool(agreements)
        for name in CLUE_OPTIONS:
            self.query_one(f"#{name}", Checkbox).display = name in agreements
        self._propose()

    def _propose(self) -> None:
        """What the edition is usually played with (T15)."""
        self.query_one("#gentle", Checkbox).value = self.edition.gentle
        for id in self._decks():
            self.query_one(f"#deck-{id}", Checkbox).value = id == self.edition.deck

    @on(OptionList.OptionHighlighted, "#edition")
    def _change_edition(self, event: OptionList.OptionHighlighted) -> None:
        if event.option.id and event.option.id != self.edition.id:
            self.edition = EDITIONS[event.option.id]
            self._refill("#mode", self._modes())
            self._show_settings()

    @on(Input.Changed, "#names")
    async def _change_names(self, event: Input.Changed) -> None:
        self.names = event.value
        self.journey = await self.app.journey(parse_names(self.names))
        self._refill("#mission", self._missions())

    def _refill(self, id: str, rows: list[tuple[str, str]]) -> None:
        select: Select[str] = self.query_one(id, Select)
        before = select.value
        select.set_options(rows)
        values = [value for _, value in rows]
        select.value = before if before in values else values[0]

    @on(Select.Changed, "#language")
    async def _change_language(self, event: Select.Changed) -> None:
        if event.value != self.app.language:
            self.app.language = str(event.value)
            await self.rebuild()

    async def rebuild(self) -> None:
        """Everything anew: in another language, or with the map as it is after a mission."""
        self.journey = await self.app.journey(parse_names(self.names))
        await self.recompose()
        self._ready()

    @on(OptionList.OptionSelected, "#edition")
    @on(Input.Submitted, "#names")
    @on(Button.Pressed, "#play")
    def _play(self) -> None:
        self.app.begin(self.plan)

    @on(Button.Pressed, "#quit")
    def _quit(self) -> None:
        self.app.exit()

    @property
    def plan(self) -> Plan:
        game = str(self.query_one("#mission", Select).value) if "mission" in self.edition.options else STANDARD
        chosen = {name: self._is_on(name) and name in self.edition.options for name in SWITCHES}
        tokens = int(game.removeprefix(TOKENS)) if game.startswith(TOKENS) else None
        options = Options(**chosen, tokens=tokens, mission=game if game in MAP.cities else None)
        mode = Mode(str(self.query_one("#mode", Select).value))
        return Plan(
            self.edition,
            mode,
            options,
            self.app.language,
            parse_names(self.names),
            decks=tuple(id for id in self._decks() if self._is_on(f"deck-{id}")),
            clue_options=tuple(name for name in self.edition.clues.options if self._is_on(name)),
            clock=self._clock,
        )

    @property
    def _clock(self) -> ClockSettings | None:
        clue, guess = (int(str(self.query_one(f"#clock_{phase}", Select).value)) for phase in ("clue", "guess"))
        return (
            ClockSettings(clue or None, guess or None, ends_itself=self._is_on("ends-itself"))
            if clue or guess
            else None
        )

    def _is_on(self, id: str) -> bool:
        return self.query_one(f"#{id}", Checkbox).value
