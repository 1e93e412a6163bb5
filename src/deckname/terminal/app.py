"""The terminal game: screens around a `HotSeat`. The key is drawn only on a screen that its owner has taken in hand."""

from __future__ import annotations

import asyncio
from random import Random
from time import monotonic

from textual.app import App
from textual.theme import Theme

from deckname.campaign.at_home import CampaignsAtHome
from deckname.campaign.journey import Journey
from deckname.cards.decks import open_shoe
from deckname.cards.library import deck, readable_faces
from deckname.engine.editions import tokens_for
from deckname.engine.missions import MAP
from deckname.engine.model import Options, Phase
from deckname.store.store import StoreError

from .home_screen import HomeScreen
from .hotseat import HotSeat, Place, Plan
from .pass_screen import PassScreen
from .table_screen import TableScreen
from .wording import Wording

BUREAU = Theme(
    name="bureau",
    primary="#c9a45c",
    secondary="#8fae8b",
    accent="#e0c07a",
    foreground="#efe6d0",
    background="#16251d",
    surface="#1d3027",
    panel="#27402f",
    error="#d9705f",
    dark=True,
)


class DecknameApp(App[None]):
    """Screens: choose a game, hand the device over, play, look at the end."""

    CSS_PATH = "terminal.tcss"
    ENABLE_COMMAND_PALETTE = False
    TITLE = "Deckname"
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (104, "-wide")]  # noqa: RUF012 - declared by the base class

    def __init__(
        self, language: str, rng: Random, plan: Plan | None = None, campaigns: CampaignsAtHome | None = None
    ) -> None:
        super().__init__()
        self.language = language
        self.rng = rng
        self.plan = plan
        self.campaigns = campaigns or CampaignsAtHome()
        self.game: HotSeat | None = None
        self.now = monotonic
        self._noting: list[asyncio.Future[None]] = []

    def on_mount(self) -> None:
        self.register_theme(BUREAU)
        self.theme = BUREAU.name
        self.push_screen(HomeScreen())
        if self.plan:
            self.begin(self.plan)

    @property
    def wording(self) -> Wording:
        return Wording(self.language, self.game.plan.names if self.game else ())

    def begin(self, plan: Plan) -> None:
        """Start a game as planned, with a fresh shoe of cards."""
        self.language = plan.language
        decks = [deck(plan.language, id) for id in plan.decks or (plan.edition.deck,)]
        faces = readable_faces(decks[0]) if len(decks) == 1 else "mixed"
        self.game = HotSeat(plan, open_shoe(decks, faces, self.rng), self.rng, self.now)
        self.go_on()

    def again(self, other_faces: bool = False) -> None:
        """The same people, new cards or the other sides of these (P8), a new key."""
        assert self.game
        self.game.deal(other_faces)
        self.go_on()

    def go_on(self) -> None:
        """Show whatever the game needs next: a change of hands, the table, or the end."""
        assert self.game
        self._show(PassScreen() if self.game.must_change_hands else TableScreen())

    def take(self, place: Place) -> None:
        assert self.game
        self.game.take(place)
        self._show(TableScreen())

    def put_down(self) -> None:
        """Hide the table until somebody takes the device again."""
        assert self.game
        self.game.put_down()
        self.go_on()

    def after_move(self) -> None:
        """Note a finished mission; then stay at the table or change hands."""
        assert self.game
        if self.game.table.phase is Phase.OVER:
            self._noting.append(asyncio.ensure_future(self._note_mission(self.game)))
        self.go_on()

    async def journey(self, names: tuple[str, ...]) -> Journey:
        """How far these people have come on the map; from its beginning where none can be read."""
        try:
            return await self.campaigns.journey(names)
        except (OSError, StoreError):
            return Journey()

    async def _note_mission(self, game: HotSeat) -> None:
        plan, outcome = game.plan, game.table.outcome
        if outcome is None or not plan.names:
            return
        city = plan.options.mission or (MAP.start if outcome.winners and _is_standard(plan) else None)  # M1
        if city is None:
            return
        try:
            await self.campaigns.played(plan.names, city, bool(outcome.winners))
        except (OSError, StoreError) as error:
            kept = self.wording.say("terminal.map_not_kept", file=getattr(error, "filename", None) or "")
            self.notify(kept, severity="error", markup=False, timeout=15)

    def go_home(self) -> None:
        self.game = None
        while not isinstance(self.screen, HomeScreen):
            self.pop_screen()
        self.call_later(self.screen.rebuild)

    async def on_unmount(self) -> None:
        """Whoever leaves right after the last card has their mission noted all the same."""
        await asyncio.gather(*self._noting)
        await self.campaigns.close()

    def _show(self, screen: PassScreen | TableScreen) -> None:
        if isinstance(self.screen, HomeScreen):
            self.push_screen(screen)
        else:
            self.switch_screen(screen)


def _is_standard(plan: Plan) -> bool:
    """A game as the edition has it, which ticks the first city when it is won."""
    return plan.edition.tokens is not None and tokens_for(plan.edition, plan.options) == tokens_for(
        plan.edition, Options()
    )
