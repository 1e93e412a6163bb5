"""A walk through every screen of the app: for those who check them, and for those who take pictures.

async for screen, player in tour(guest, language="fr", phone=True):
    ...  # `player.page` shows that screen now
"""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Callable
from random import Random

from playwright.async_api import expect

from deckname.gadget.keys import new_card
from tests.web.guests import Guests
from tests.web.player import Player, together
from tests.web.real_table import lay, open_ask, turn_to, words_of
from tests.web.test_bots import play_on

Stops = AsyncIterator[tuple[str, Player]]
Part = Callable[[Guests, dict[str, object]], Stops]
WIDE = {"viewport": {"width": 1920, "height": 1080}}


async def front_door(guest: Guests, look: dict[str, object]) -> Stops:
    ada = await guest(**look)
    await ada.go("/")
    await expect(ada.page.get_by_text(ada.t("home.sentence"))).to_be_visible()
    yield "home", ada
    await ada.go("/settings")
    await expect(ada.radio("settings.theme_dark")).to_be_visible()
    yield "settings", ada
    await ada.go("/new?edition=duet")
    await expect(ada.radio("edition.duet")).to_be_checked()
    yield "new-table", ada
    for drawer in await ada.page.locator("form > details > summary").all():
        await drawer.click()
    yield "new-table-open", ada
    await ada.go("/alone")
    await expect(ada.button("alone.begin")).to_be_visible()
    yield "alone", ada
    await ada.go("/tv")
    await expect(ada.page.get_by_label(ada.t("screen.code"))).to_be_focused()
    yield "television-code", ada
    await ada.go("/nowhere")
    await expect(ada.link("table.home")).to_be_visible()
    yield "lost", ada


async def teams(guest: Guests, look: dict[str, object]) -> Stops:
    """Red are people, blue are bots."""
    ada, bo, television = await guest(**look), await guest(**look), await guest(**{**look, "phone": False, **WIDE})
    table = await ada.lay_table(clock={"guess": 3600})
    await ada.come(table)
    await ada.press_start()
    await expect(ada.button("start.watch")).to_be_visible()
    yield "watch-or-sit", ada
    await ada.page.keyboard.press("Escape")
    await ada.sit("red.giver")
    await bo.go(f"/t/{table}")
    await expect(bo.button("door.enter")).to_be_visible()
    yield "door", bo
    await bo.come(table, "red.guesser")
    yield "lobby-host", ada
    yield "lobby-guest", bo
    await ada.page.get_by_role("button", name=re.compile(bo.name)).click()
    yield "lobby-person", ada
    await ada.page.keyboard.press("Escape")
    await television.go(f"/t/{table}/screen")
    await expect(television.page.get_by_role("img", name=television.t("invite.qr"))).to_be_visible()
    yield "television-lobby", television
    await ada.start()
    await bo.playing()
    async for stop in a_turn(ada, bo):
        yield stop
    yield "television-game", television


async def a_turn(giver: Player, guesser: Player) -> Stops:
    await giver.until(lambda state: state.legal("clue"))
    await expect(giver.page.get_by_label(giver.t("compose.word"))).to_be_visible()
    yield "clue-empty", giver
    yield "waiting", guesser
    for card in giver.known("red")[:2]:
        await giver.card(card).click()
    await giver.page.get_by_label(giver.t("compose.word")).fill("marathon")
    yield "clue-typed", giver
    await giver.give(2)
    await guesser.until(lambda state: state.legal("guess"))
    await expect(guesser.page.get_by_test_id("clue")).to_be_visible()
    yield "guess", guesser
    right = guesser.one("red", giver)
    await guesser.card(right).click()
    await guesser.button("table.pencil", within=guesser.desk).click()
    await guesser.until(lambda state: state.pencil)
    await guesser.card(right).click()
    yield "guess-picked", guesser
    await guesser.page.keyboard.press("Escape")
    await guesser.touch(right)
    yield "guess-right", guesser
    if await guesser.button("table.log").is_visible():
        await guesser.button("table.log").click()
        yield "log", guesser
        await guesser.page.keyboard.press("Escape")
    await guesser.button("table.menu").click()
    yield "menu", guesser
    await guesser.page.keyboard.press("Escape")
    await guesser.context.set_offline(True)
    await expect(guesser.page.get_by_test_id("offline")).to_be_visible()
    yield "offline", guesser
    await guesser.context.set_offline(False)
    await expect(guesser.page.get_by_test_id("offline")).to_have_count(0)
    guesser.forgive()


async def coop_to_the_end(guest: Guests, look: dict[str, object]) -> Stops:
    """With a bot that guesses, to the last card; and again in a replay."""
    ada = await guest(**look)
    table = await ada.lay_table(mode="coop")
    await ada.come(table)
    await ada.sit(next(place.id for place in ada.state.places if place.id.endswith("giver")))
    await ada.start()
    await ada.give(9)
    await ada.until(lambda state: state.legal("cover") or state.game.situation.end)  # type: ignore[union-attr]
    if not ada.situation.end:
        yield "cover", ada
    await play_on(ada)
    await expect(ada.page.get_by_role("region", name=ada.t("ending.label"))).to_be_visible()
    yield "the-end", ada
    await ada.go("/")
    await expect(ada.page.get_by_role("region", name=ada.t("home.resume"))).to_be_visible()
    yield "home-resume", ada
    await ada.go(f"/t/{table}/games/1")
    await ada.button("replay.next").click()
    await ada.button("replay.next").click()
    await expect(ada.page.get_by_role("heading", name=ada.t.like("replay.thought"))).to_be_visible()
    yield "replay", ada


async def duet(guest: Guests, look: dict[str, object]) -> Stops:
    ada, bo = await guest(**look), await guest(**look)
    table = await ada.lay_table(edition="duet", options={"tokens": 2})
    await ada.come(table, "a")
    await bo.come(table, "b")
    await ada.start()
    await bo.playing()
    yield "duet-begin", ada
    await ada.give(2)
    await bo.until(lambda state: state.legal("guess"))
    await bo.touch(bo.one("green", ada))
    await bo.touch(bo.one("bystander", ada))
    yield "duet-guessed", bo
    await bo.give(1)
    await ada.until(lambda state: state.legal("guess"))
    await ada.touch(ada.one("bystander", bo))
    await together(*(player.until(lambda state: state.game.situation.sudden_death) for player in (ada, bo)))  # type: ignore[union-attr]
    yield "duet-sudden-death", ada
    await bo.touch(bo.one("assassin", ada))
    await expect(ada.page.get_by_role("heading", name=ada.t("ending.lost"))).to_be_visible()
    yield "duet-lost", ada


async def coming_late(guest: Guests, look: dict[str, object]) -> Stops:
    """Somebody asks for a place beside the operative, from a device like the spymaster's; and what a bot thought."""
    ada, bo, late = await guest(**look), await guest(**look), await guest(**look)
    table = await ada.lay_table(practice=True)
    for player in (ada, late):
        await player.context.set_extra_http_headers({"x-forwarded-for": "10.98.0.1"})
    await ada.come(table, "blue.giver")
    await bo.come(table, "red.guesser")
    await ada.start()
    await bo.playing()
    await late.come(table)
    await late.playing()
    yield "asking", late
    await late.desk.get_by_role("button", name=late.place_name("red.guesser"), exact=True).click()
    await late.until(lambda state: state.requests)
    yield "asked", late
    await bo.until(lambda state: state.requests)
    await expect(bo.button("admit.agree", within=bo.desk)).to_be_visible()
    yield "to-be-admitted", bo
    await bo.button("admit.agree", within=bo.desk).click()
    await late.until(lambda state: state.you.place)
    yield "admitted", late
    if ada.state.legal("clue"):  # blue begins
        await ada.give(1)
    await bo.until(lambda state: state.legal("guess") or state.game.situation.end)  # type: ignore[union-attr]
    if not bo.situation.end:
        await bo.touch(bo.one("bystander", ada))
        await bo.button("table.ask_thought").click()
        await expect(bo.page.get_by_role("dialog")).to_contain_text(bo.t("table.thought_rest"))
        yield "explained", bo


async def drawn_cards(guest: Guests, look: dict[str, object]) -> Stops:
    for edition in ("pictures", "family-easy"):
        ada, bo = await guest(**look), await guest(**look)
        table = await ada.lay_table(edition=edition, mode="coop")
        await ada.come(table)
        spymaster, operative = (place.id for place in ada.state.places)
        await ada.sit(spymaster)
        await bo.come(table, operative)
        await ada.start()
        await bo.playing()
        for player in (ada, bo):
            await player.page.wait_for_function(
                "() => [...document.querySelectorAll('[data-card] .front .picture')]"
                ".every((picture) => picture.querySelector('img.loaded'))"
            )
        yield f"{edition}-spymaster", ada
        await ada.give(2)
        await bo.until(lambda state: state.legal("guess"))
        for identity in (ada.game.starts or "red", "bystander"):
            await bo.touch(bo.one(identity, ada))
        yield f"{edition}-operative", bo
        if edition == "pictures":
            await bo.card(7).hover()
            await bo.page.mouse.down()
            await expect(bo.page.get_by_role("dialog")).to_be_visible()
            await bo.page.mouse.up()
            yield "zoom", bo


async def one_device(guest: Guests, look: dict[str, object]) -> Stops:
    ada = await guest(**look)
    await ada.go("/pass")
    await expect(ada.button("pass.begin")).to_be_visible()
    yield "pass", ada
    await ada.button("pass.begin").click()
    await expect(ada.button("pass.i_am").first).to_be_visible()
    yield "pass-curtain", ada


async def real_table(guest: Guests, look: dict[str, object]) -> Stops:
    """A box at home: one of paper, and a mind for the one that lies there."""
    ada = await guest(**look)
    await ada.go("/print?edition=duet")
    await expect(ada.button("print.print")).to_be_enabled()
    yield "print", ada
    language = ada.t.language
    await open_ask(ada)
    yield "ask-words", ada
    await lay(ada, words_of(language))
    await ada.page.get_by_label(ada.t("ask.clue"), exact=True).fill(words_of(language)[0])
    await ada.button("ask.is_it_allowed").click()
    await expect(ada.page.get_by_test_id("verdict")).to_be_visible()
    yield "ask-referee", ada
    await turn_to(ada, "spymaster")
    await ada.page.get_by_label(ada.t("ask.code"), exact=True).fill(new_card("classic", Random(5)).code)
    yield "ask-spymaster", ada
    await ada.button("ask.send_key").click()
    await expect(ada.page.get_by_test_id("spoken")).to_be_visible()
    yield "ask-clue", ada
    await ada.button("ask.said").click()
    await turn_to(ada, "operative")
    await ada.button("ask.what_touch").click()
    await expect(ada.button("ask.right")).to_be_visible()
    yield "ask-touch", ada
    await ada.card(0).click()
    yield "ask-cover", ada


async def box_at_home(guest: Guests, look: dict[str, object]) -> Stops:
    """A phone beside a real box."""
    ada = await guest(**look)
    await ada.go("/key")
    await expect(ada.button("gadget.draw")).to_be_visible()
    yield "key-new", ada
    await ada.button("gadget.draw").click()
    await expect(ada.button("gadget.show")).to_be_visible()
    yield "key-back", ada
    await ada.button("gadget.show").click()
    for identity in ("red", "blue", "bystander"):
        await ada.page.locator(f"[data-identity={identity}]").nth(1).click()
    await ada.button("gadget.clue").click()
    yield "key-card", ada
    await ada.page.locator("[data-identity=assassin]").click()
    yield "key-the-end", ada
    await ada.button("gadget.second").click()
    yield "key-second-phone", ada
    await ada.page.keyboard.press("Escape")
    await ada.button("clock.title").click()
    await ada.radio("clock.kind_budget").check()
    yield "timer-settings", ada
    await ada.button("clock.set").click()
    await ada.page.get_by_role("timer").click()
    yield "timer", ada
    await ada.button("ui.back").click()
    await ada.button("gadget.new").first.click()
    await ada.radio("edition.duet").check()
    await ada.button("gadget.draw").click()
    await ada.button("gadget.show").click()
    await ada.page.locator("[data-identity=bystander]").first.click()
    yield "key-duet-touched", ada
    await ada.page.get_by_role("dialog").get_by_role("button").nth(1).click()
    yield "key-duet", ada


async def campaign(guest: Guests, look: dict[str, object]) -> Stops:
    ada = await guest(**look)
    await ada.go("/campaign")
    await expect(ada.button("campaign.take_first")).to_be_visible()
    yield "campaign-beginning", ada
    await ada.page.get_by_label(ada.t("door.name")).fill(ada.name)
    await ada.button("campaign.take_first").click()
    await expect(ada.button("campaign.fresh")).to_be_visible()
    yield "campaign-map", ada
    await ada.page.get_by_role("button", name=re.compile(f"{ada.t('city.prague')} 9-9")).click()
    await expect(ada.page.get_by_text(ada.t("mission_motto.prague"))).to_be_visible()
    yield "campaign-city", ada
    await ada.page.keyboard.press("Escape")
    await ada.button("campaign.own_map").click()
    await expect(ada.page.get_by_label(ada.t("campaign.map_text"))).to_be_visible()
    yield "campaign-own-map", ada


PARTS: tuple[Part, ...] = (
    front_door,
    teams,
    coop_to_the_end,
    duet,
    coming_late,
    drawn_cards,
    one_device,
    box_at_home,
    real_table,
    campaign,
)
