"""Somebody with a browser: what they see, what their browser was told, and what they do with their fingers.

Everything is done by clicking, tapping and typing, found by role and by the words on it. What the server told this
browser is read along (`state`, `heard`): tests choose their moves and know when to look by it, but never send anything.
Only how a game begins may be left to programs: see `begin`.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from typing import Any

from playwright.async_api import BrowserContext, ConsoleMessage, Locator, Page, Request, Response, WebSocket, expect

from deckname import protocol as wire
from deckname.client import KnownState, connect
from deckname.server.auth import COOKIE
from tests.servers import PATIENCE
from tests.web.words import Words, words

CLUES = {
    "en": ("quartz", "sonata", "yoghurt", "nebula", "marathon", "velvet", "algebra", "tsunami", "lullaby", "polka"),
    "fr": ("quartz", "sonate", "yaourt", "nébuleuse", "marathon", "velours", "algèbre", "tsunami", "berceuse", "polka"),
    "de": ("Quarz", "Sonate", "Joghurt", "Nebel", "Marathon", "Samt", "Algebra", "Tsunami", "Wiegenlied", "Polka"),
}
_VERDICT = re.compile(r"\b(valid|ask|invalid)\b")
SETTLED = """async () => {
  for (let frame = 0; frame < 3; frame++) {
    await new Promise(requestAnimationFrame)
    const moving = document.getAnimations().filter((motion) => motion.effect.getComputedTiming().endTime !== Infinity)
    await Promise.allSettled(moving.map((motion) => motion.finished))
  }
}"""
Look = Callable[[KnownState], object]


class Player:
    def __init__(self, context: BrowserContext, page: Page, address: str, language: str, name: str) -> None:
        self.context, self.page, self.address, self.name = context, page, address, name
        self.t: Words = words(language)
        self.state = KnownState()
        self.heard: list[str] = []
        """Everything that came over sockets."""
        self.answers: list[Response] = []
        self.complaints: list[str] = []
        """What the browser found wrong: errors, broken promises, blocked by the Content-Security-Policy."""
        self._news = asyncio.Event()
        page.on("websocket", self._listen)
        page.on("console", self._console)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("response", lambda answer: self.answers.append(answer))  # noqa: PLW0108 - builtins can not be listeners
        page.on("requestfailed", self._failed)

    # -----------------------------------------------------------------------------------------------------------------
    # What the browser is told

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framereceived", self._hear)

    def _hear(self, frame: str | bytes) -> None:
        text = frame if isinstance(frame, str) else frame.decode()
        self.heard.append(text)
        message = wire.decode_message(text)
        if isinstance(message, wire.StateMessage | wire.Moved):
            self.state.take(message)
        self._news.set()

    def _console(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.complaints.append(message.text)

    def _failed(self, request: Request) -> None:
        if request.failure != "net::ERR_ABORTED":
            self.complaints.append(f"{request.url}: {request.failure}")

    def forgive(self) -> None:
        """What went wrong so far was meant to: the line was cut on purpose."""
        self.complaints.clear()

    async def until(self, true: Look, seconds: float = PATIENCE) -> None:
        """Wait for what the server says."""
        async with asyncio.timeout(seconds):
            while not (hasattr(self.state, "table") and true(self.state)):
                self._news.clear()
                await self._news.wait()

    async def settled(self) -> None:
        """Wait until what was told is on the page, and nothing moves any more but what always does."""
        await self.page.evaluate(SETTLED)

    @property
    def game(self) -> wire.Game:
        assert self.state.game is not None
        return self.state.game

    @property
    def situation(self) -> wire.Situation:
        return self.game.situation

    def known(self, identity: str, face: int | None = None) -> list[int]:
        """The open cards that this browser knows to be such."""
        return [
            index
            for index, card in enumerate(self.game.cards)
            if card.cover is None and identity in (card.known if face is None else card.known[face : face + 1])
        ]

    def one(self, identity: str, of: Player) -> int:
        """A card that is open before us, and of which somebody else knows that it is such."""
        return next(card for card in of.known(identity) if self.game.cards[card].cover is None)

    # -----------------------------------------------------------------------------------------------------------------
    # What there is to see

    def button(self, name: str, within: Locator | None = None, **details: object) -> Locator:
        label: Any = self.t(name, **details) if details else self.t.like(name)
        return (within or self.page).get_by_role("button", name=label, exact=bool(details))

    def radio(self, name: str, within: Locator | None = None) -> Locator:
        return (within or self.page).get_by_role("radio", name=self.t.beginning(name))

    def link(self, name: str) -> Locator:
        return self.page.get_by_role("link", name=self.t.like(name))

    def card(self, index: int) -> Locator:
        return self.page.locator(f'[data-card="{index}"]')

    @property
    def desk(self) -> Locator:
        return self.page.get_by_test_id("desk")

    @property
    def status(self) -> Locator:
        return self.page.get_by_test_id("status")

    def place(self, place: str) -> Locator:
        return self.page.get_by_role("group", name=self.place_name(place), exact=True)

    def place_name(self, place: str) -> str:
        terms = f"{self.state.table.brief.terms}_" if self.state.table.brief.terms else ""
        if place == "guesser":
            return self.t(f"seat.{terms}trio_guesser")
        if "." in place:
            return self.t(f"seat.{terms}{place.replace('.', '_')}")
        return self.t("seat.duet", side=self.t(f"side.{place}"))

    def card_name(self, index: int) -> str:
        card = self.game.cards[index]
        return card.alt or card.face

    # -----------------------------------------------------------------------------------------------------------------
    # What hands do

    async def go(self, path: str) -> None:
        await self.page.goto(self.address + path)

    async def lay_table(self, **settings: object) -> str:
        """A table by the API, for tests that are about something else than laying tables."""
        await self.context.request.get(f"{self.address}/api/me")
        usual = {"language": self.t.language, "pace": "quick", "referee": "off"}
        made = await self.context.request.post(f"{self.address}/api/tables", data={**usual, **settings})
        assert made.status == 201, await made.text()
        return str((await made.json())["id"])

    async def token(self) -> str:
        """By which the server knows this browser."""
        await self.context.request.get(f"{self.address}/api/me")
        return next(cookie["value"] for cookie in await self.context.cookies() if cookie.get("name") == COOKIE)

    async def come(self, table: str, place: str | None = None) -> None:
        """Through the door, and to a place."""
        await self.go(f"/t/{table}")
        await self.page.get_by_label(self.t("door.name")).fill(self.name)
        await self.button("door.enter").click()
        await self.until(lambda state: state.you.joined)
        if place:
            await self.sit(place)

    async def sit(self, place: str) -> None:
        if self.state.you.place != place:  # Duet has seated us already
            await self.button("lobby.sit", within=self.place(place)).click()
        await self.until(lambda state: state.you.place == place)

    async def start(self) -> None:
        """The host's button, whatever it says about bots. Who has no place yet is asked, and takes the first."""
        seated = self.state.you.place
        await self.press_start()
        if seated is None:
            dialog = self.page.get_by_role("dialog", name=self.t("start.watch_or_sit"))
            await dialog.get_by_role("listitem").first.get_by_role("button").click()
        await self.playing()

    async def press_start(self) -> None:
        await self.button("lobby.start").or_(self.button("lobby.start_bots")).click()

    async def playing(self) -> None:
        await self.until(lambda state: state.running and state.game)
        await expect(self.card(0)).to_be_visible()
        if self.new_here:
            await self.button("lobby.ready", within=self.page.get_by_test_id("place-slip")).click()
            await self.until(lambda _state: not self.new_here)

    @property
    def new_here(self) -> bool:
        """Whether our place in this game lies before us, to be taken note of."""
        opening = self.state.opening
        return opening is not None and self.state.you.person in opening.unseen

    async def give(self, number: int, word: str | None = None) -> str:
        """A clue, as soon as it is our turn: the given word, or the first of ours that the referee lets pass."""
        await self.until(lambda state: state.legal("clue"))
        field = self.page.get_by_label(self.t("compose.word"))
        lines = len(self.game.log)
        clues = CLUES[self.t.language]
        for candidate in [word] if word else clues[lines % len(clues) :] + clues:
            await field.fill(candidate)
            await self.choose(number)
            if await self._passes():
                await self.button("compose.give").click()
                await self.until(lambda state: len(state.game.log) > lines)  # type: ignore[union-attr]
                return candidate
        raise AssertionError("the referee let none of our clues pass")

    async def _passes(self) -> bool:
        if self.state.table.settings.referee == "off":
            return True
        verdict = self.page.get_by_test_id("verdict")
        await expect(verdict).to_have_class(_VERDICT)
        return "invalid" not in (await verdict.get_attribute("class") or "")

    async def choose(self, number: int) -> None:
        picker = self.page.get_by_role("spinbutton", name=self.t("compose.number"))
        numbers = self.state.legal("clue")
        shown = int(await picker.get_attribute("aria-valuenow") or 0)
        steps = numbers.index(number) - numbers.index(shown)
        for _ in range(abs(steps)):
            await picker.press("ArrowUp" if steps > 0 else "ArrowDown")
        await expect(picker).to_have_attribute("aria-valuenow", str(number))

    async def touch(self, card: int) -> None:
        """Pick a card, then confirm under the thumb."""
        await self.until(lambda state: card in state.legal("guess"))
        await self._act(card, "table.do_guess")

    async def cover(self, card: int) -> None:
        await self.until(lambda state: card in state.legal("cover"))
        await self._act(card, "table.do_cover")

    async def _act(self, card: int, button: str) -> None:
        ply = self.state.ply
        await self.card(card).click()
        name = f"{button}_drawn" if self.game.cards[card].alt else button
        await self.button(name, within=self.desk, card=self.card_name(card)).click()
        await self.until(lambda state: state.ply > ply)

    async def stop(self) -> None:
        ply = self.state.ply
        await self.button("table.stop", within=self.desk).click()
        await self.until(lambda state: state.ply > ply)


async def together(*work: Awaitable[object]) -> None:
    """People do things at the same time."""
    await asyncio.gather(*work)


async def begin(table: str, seats: dict[str, Player]) -> None:
    """A game that runs, before everybody's eyes: for tests about something else than the lobby.

    Programs with the browsers' tokens sit down for them, and the first of them starts. A side need not be named where
    only one side plays.
    """
    async with AsyncExitStack() as programs:
        seated = []
        for place, player in seats.items():
            program = await connect(player.address, table, token=await player.token(), name=player.name)
            seated.append(await programs.enter_async_context(program))
            await program.sit(next(at.id for at in program.state.places if f".{at.id}".endswith(f".{place}")))
        await seated[0].start(bots=True)
    await together(*(player.go(f"/t/{table}") for player in seats.values()))
    await together(*(player.playing() for player in seats.values()))
