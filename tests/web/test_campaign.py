"""A pair travels the map of missions: from a won Duet to the second city, on two phones, whatever happens between."""

from __future__ import annotations

import re

import pytest
from playwright.async_api import Page, expect

from tests.web.guests import Guests
from tests.web.player import Player, begin, together
from tests.web.site import Site
from tests.web.words import LANGUAGES


async def find_all(ada: Player, bo: Player) -> None:
    """Two who understand each other without a word: they win with two clues."""
    giver, guesser = (ada, bo) if ada.state.legal("clue") else (bo, ada)
    await giver.give(9)
    while giver.known("green"):
        await guesser.touch(guesser.one("green", giver))
        await giver.until(lambda state, other=guesser: state.ply == other.state.ply)
    await guesser.give(6)
    while not giver.situation.end:
        await giver.touch(giver.one("green", guesser))
        await guesser.until(lambda state, other=giver: state.ply == other.state.ply)


async def won_prague(guest: Guests, language: str = "en", **looks: object) -> tuple[Player, Player]:
    ada, bo = await guest(language=language, **looks), await guest(language=language, phone=True)
    await begin(await ada.lay_table(edition="duet"), {"a": ada, "b": bo})
    await find_all(ada, bo)
    return ada, bo


def stamp(page: Page, city: str) -> object:
    return page.locator(f'[data-city="{city}"]').first


@pytest.mark.rule("M1", "M7", "M8", "M10")
@pytest.mark.parametrize("language", LANGUAGES)
async def test_from_prague_to_a_second_city(guest: Guests, site: Site, language: str) -> None:
    ada, bo = await won_prague(guest, language)
    await expect(ada.page.get_by_text(ada.t("campaign.prague_done"))).to_be_visible()
    await ada.button("campaign.take_first").click()
    await expect(stamp(ada.page, "prague")).to_have_class(re.compile("ticked"))
    await expect(stamp(ada.page, "cairo")).to_have_class(re.compile("open"))
    await expect(stamp(ada.page, "tokyo")).to_have_class(re.compile("locked"))

    cairo = ada.t("city.cairo")
    await ada.page.get_by_role("button", name=re.compile(f"{cairo} 9-5")).click()
    await ada.button("campaign.play", city=cairo).click()
    await ada.page.get_by_label(ada.t("door.name")).fill(ada.name)
    await ada.button("door.enter").click()
    await ada.until(lambda state: state.you.joined)
    table = ada.state.table.id
    await bo.come(table)
    await ada.sit("a")
    await bo.sit("b")
    await ada.start()
    await bo.playing()
    for player in (ada, bo):
        await expect(player.page.get_by_text(f"{cairo} 9-5")).to_be_visible()
    tokens = ada.situation.tokens
    assert tokens and (tokens.bystander, tokens.closed) == (5, 4)

    await ada.give(9)
    await bo.touch(bo.one("green", ada))
    await ada.page.reload()
    await bo.context.set_offline(True)
    site.stop()
    site.start()
    await bo.context.set_offline(False)
    await ada.playing()
    await bo.until(lambda state: state.legal("guess"))
    bo.forgive()
    ada.forgive()
    while ada.known("green"):
        await bo.touch(bo.one("green", ada))
        await ada.until(lambda state: state.ply == bo.state.ply)
    await bo.give(6)
    while not ada.situation.end:
        await ada.touch(ada.one("green", bo))
        await bo.until(lambda state: state.ply == ada.state.ply)

    for player in (ada, bo):
        await expect(player.page.get_by_text(player.t("campaign.ticked_now", city=cairo)).first).to_be_visible()
    await expect(ada.button("campaign.next", city=ada.t("city.berlin"), numbers="11-2").first).to_be_visible()
    await expect(ada.page.get_by_role("dialog").locator('[data-city="nairobi"]')).to_have_class(re.compile("fresh"))
    await bo.go("/campaign")
    for city in ("prague", "cairo"):
        await expect(stamp(bo.page, city)).to_have_class(re.compile("ticked"))
    await expect(stamp(bo.page, "nairobi")).to_have_class(re.compile("open"))


@pytest.mark.rule("M10")
async def test_the_next_mission_is_one_tap_away(guest: Guests) -> None:
    ada, bo = await won_prague(guest)
    await ada.button("campaign.take_first").click()
    await expect(stamp(ada.page, "prague")).to_be_visible()
    await ada.page.go_back()
    await ada.until(lambda state: state.game and state.game.situation.end)
    moment = ada.page.get_by_role("dialog")
    await ada.button("campaign.next", within=moment, city="Berlin", numbers="11-2").click()
    await together(*(player.playing() for player in (ada, bo)))
    for player in (ada, bo):
        await expect(player.page.get_by_text("Berlin 11-2")).to_be_visible()
    tokens = ada.situation.tokens
    assert tokens and (tokens.bystander, tokens.closed) == (2, 9)


@pytest.mark.rule("M9")
async def test_a_fresh_map_and_one_of_ones_own_with_its_troubles_told(guest: Guests) -> None:
    ada = await guest(language="de", phone=True)
    await ada.go("/campaign")
    await ada.page.get_by_label(ada.t("door.name")).fill("Ada")
    await ada.button("campaign.take_first").click()
    await ada.button("campaign.own_map").click()
    field = ada.page.get_by_label(ada.t("campaign.map_text"))
    await expect(field).to_have_value(re.compile("Prag 9-9: Berlin, Kairo, Moskau"))
    await field.fill("Prag 9-9\nWien 30-0: Prag")
    await ada.button("campaign.take_map").click()
    trouble = ada.t("problem.map_bad_turns", city="Wien", turns=30, most=25)
    await expect(ada.page.get_by_text(trouble)).to_be_visible()
    ada.forgive()
    await expect(field).to_have_value("Prag 9-9\nWien 30-0: Prag")
    await ada.page.get_by_label(ada.t("campaign.map_title")).fill("Donau")
    await field.fill("Prag 9-9: Wien\nWien 10-1: Budapest\nBudapest 8-2")
    await ada.button("campaign.take_map").click()
    await expect(stamp(ada.page, "wien")).to_have_class(re.compile("locked"))
    await ada.page.get_by_role("button", name=re.compile(ada.t("campaign.sheet", number=1))).click()
    await expect(stamp(ada.page, "tokyo")).to_be_attached()


async def test_a_link_brings_somebody_into_the_team(guest: Guests) -> None:
    ada, bo, cleo = await guest(language="fr"), await guest(language="fr", phone=True), await guest(language="fr")
    await ada.go("/campaign")
    await ada.page.get_by_label(ada.t("door.name")).fill("Ada")
    await ada.page.get_by_label(ada.t("campaign.team_name")).fill("Les Renards")
    await ada.button("campaign.take_first").click()
    await ada.button("campaign.invite").click()
    link = ada.page.locator('a[href*="/campaign/join/"]')
    await bo.page.goto(str(await link.get_attribute("href")))
    await expect(bo.page.get_by_text("Les Renards")).to_be_visible()
    await bo.page.get_by_label(bo.t("door.name")).fill("Bo")
    await bo.button("campaign.join").click()
    await expect(bo.page.get_by_role("heading", name="Les Renards")).to_be_visible()
    address = bo.page.url
    await cleo.page.goto(address)
    await expect(cleo.page.get_by_text(cleo.t("problem.no_such_team"))).to_be_visible()
    cleo.forgive()


async def test_what_is_printed_is_the_map_alone(guest: Guests) -> None:
    ada = await guest()
    await ada.go("/campaign")
    await ada.page.get_by_label(ada.t("door.name")).fill("Ada")
    await ada.button("campaign.take_first").click()
    await expect(stamp(ada.page, "prague")).to_be_visible()
    await ada.page.emulate_media(media="print")
    printed = ada.page.locator(".printed")
    await expect(printed).to_be_visible()
    await expect(printed.get_by_role("listitem", include_hidden=True)).to_have_count(20)
    await expect(ada.button("campaign.fresh")).to_be_hidden()
