"""Journeys 1, 2 and 12: the front door, laying a table, and making oneself at home."""

from __future__ import annotations

import re

import pytest
from playwright.async_api import expect

from deckname import protocol as wire
from deckname.client import connect
from tests.web.guests import Guests
from tests.web.test_duet import seat_duet
from tests.web.words import LANGUAGES, words

NATIVE = {"en": "English", "fr": "Français", "de": "Deutsch"}


@pytest.mark.parametrize("language, phone", [("en", True), ("fr", False), ("de", True)])
async def test_play_is_one_tap_away_in_the_browsers_language(guest: Guests, language: str, phone: bool) -> None:
    ada = await guest(language=language, locale=f"{language}-CH", phone=phone)
    await ada.go("/")
    await expect(ada.page.locator("html")).to_have_attribute("lang", language)
    await expect(ada.page.get_by_text(ada.t("home.sentence"))).to_be_visible()
    await ada.button("home.play").click()
    await ada.page.get_by_label(ada.t("door.name")).fill("Ada")
    await ada.button("door.enter").click()
    await ada.until(lambda state: state.you.joined and state.you.host)
    settings = ada.state.table.settings
    assert (settings.edition, settings.language) == ("classic", language)
    await ada.start()  # nobody else is here: bots take the empty places
    assert len(ada.game.cards) == 25


async def test_the_language_switch_is_remembered(guest: Guests) -> None:
    ada = await guest(language="en")
    await ada.go("/")
    for language in ("fr", "de", "en", "fr"):
        await ada.page.get_by_role("button", name=NATIVE[language]).first.click()
        await expect(ada.page.get_by_text(words(language)("home.sentence"))).to_be_visible()
    await ada.page.reload()
    await expect(ada.page.get_by_text(words("fr")("home.sentence"))).to_be_visible()


async def test_a_language_nobody_speaks_here_becomes_english(guest: Guests) -> None:
    ada = await guest(locale="ja")
    await ada.go("/")
    await expect(ada.page.get_by_text(ada.t("home.sentence"))).to_be_visible()


async def test_every_tile_is_a_game_in_one_tap_and_other_settings_are_one_tap_away(guest: Guests) -> None:
    ada = await guest(phone=True, language="fr")
    for edition in ("classic", "duet", "pictures", "family-easy", "family-advanced"):
        await ada.go("/")
        name = re.escape(ada.t(f"edition.{edition}"))
        await ada.page.get_by_role("button", name=re.compile("^" + name)).click()
        await expect(ada.page.get_by_label(ada.t("door.name"))).to_be_visible()  # straight to the table's door
        await ada.until(lambda state, edition=edition: state.table.settings.edition == edition)
        assert (ada.state.table.settings.language, ada.state.you.host) == ("fr", True)
        await ada.go("/")
        await ada.page.get_by_role("link", name=re.compile(rf"\({name}\)")).click()
        chosen = ada.page.get_by_role("radio", name=ada.t(f"edition.{edition}"), exact=True)
        await expect(chosen).to_be_checked()


@pytest.mark.parametrize("language, phone", [("en", True), ("fr", False), ("de", True)])
async def test_alone_with_bots_begins_at_once(guest: Guests, language: str, phone: bool) -> None:
    """Easy opponents and explanations are in sight, and nothing has to be chosen."""
    ada = await guest(language=language, phone=phone)
    await ada.go("/")
    await ada.link("home.alone").click()
    await expect(ada.page.get_by_role("switch", name=ada.t("practice.label"))).to_be_checked()
    await expect(ada.radio("level.even")).to_be_checked()
    await ada.radio("level.easy").click()
    await ada.page.get_by_label(ada.t("door.name")).fill("Ada")
    await ada.button("alone.begin").click()
    await ada.playing()
    settings = ada.state.table.settings
    assert (settings.level, settings.practice, settings.language) == ("easy", True, language)
    assert (ada.state.you.place, ada.state.you.host) == ("red.guesser", True)
    assert [person.name for person in ada.state.people if not person.bot] == ["Ada"]
    assert not ada.known("assassin")


async def test_alone_one_may_give_the_clues_or_play_duet(guest: Guests) -> None:
    ada = await guest(phone=True)
    await ada.go("/alone")
    await ada.page.get_by_label(ada.t("door.name")).fill("Ada")
    await ada.radio("alone.giver").click()
    await ada.page.get_by_role("switch", name=ada.t("practice.label")).click()
    await ada.button("alone.begin").click()
    await ada.playing()
    assert (ada.state.you.place, ada.state.table.settings.practice) == ("red.giver", False)
    assert ada.known("assassin")
    await ada.go("/alone")  # the name is known by now
    await ada.radio("edition.duet").click()
    await expect(ada.radio("level.easy")).to_have_count(0)  # nobody to play against
    await ada.button("alone.begin").click()
    await ada.until(lambda state: state.table.settings.edition == "duet" and state.running)
    assert len(ada.known("green")) == 9


SIDEWAYS = "document.documentElement.scrollWidth > innerWidth"
COVERED = """() => {
  const box = (part) => document.querySelector(part).getBoundingClientRect()
  const [words, art] = ['.hero .words', '.hero .art'].map(box)
  return words.left < art.right && art.left < words.right && words.top < art.bottom && art.top < words.bottom
}"""


@pytest.mark.parametrize("language", LANGUAGES)
async def test_the_front_page_fits_small_phones(guest: Guests, language: str) -> None:
    ada = await guest(language=language, phone=True, viewport={"width": 320, "height": 568}, is_mobile=False)
    for width in (320, 360, 390, 430):
        await ada.page.set_viewport_size({"width": width, "height": 640})
        for path, said in (("/", "home.sentence"), ("/alone", "create.edition"), ("/tv", "screen.where")):
            await ada.go(path)
            await expect(ada.page.get_by_text(ada.t(said)).first).to_be_visible()
            assert not await ada.page.evaluate(SIDEWAYS), (width, path)
        await ada.go("/")
        await expect(ada.page.get_by_text(ada.t("home.sentence"))).to_be_visible()
        assert not await ada.page.evaluate(COVERED), width


async def test_somebody_without_a_box_finds_the_printer(guest: Guests) -> None:
    ada = await guest(phone=True, language="de")
    await ada.go("/")
    await ada.page.get_by_role("link", name=re.compile(re.escape(ada.t("tile.print_name")))).click()
    await expect(ada.button("print.print")).to_be_enabled()
    await ada.button("ui.back").click()
    await ada.link("gadget.ask").click()
    await expect(ada.page.get_by_role("heading", name=ada.t("ask.title"))).to_be_visible()
    await ada.button("ui.back").click()
    await ada.link("gadget.print").click()
    await expect(ada.page.get_by_role("heading", name=ada.t("print.title"))).to_be_visible()


async def test_a_table_with_options_in_plain_words(guest: Guests) -> None:
    ada = await guest(language="de", phone=True)
    await ada.go("/new")
    page = ada.page
    await ada.radio("edition.pictures").click()
    await ada.radio("mode.coop").click()
    await page.get_by_text(ada.t("create.variants"), exact=True).click()
    await page.get_by_role("switch", name=ada.t("option.zero")).click()
    await expect(page.get_by_text(ada.t("rule.zero"))).to_be_hidden()  # nothing to read before playing …
    await page.locator("summary").and_(page.get_by_label(ada.t("option.zero"))).click()
    await expect(page.get_by_text(ada.t("rule.zero"))).to_be_visible()  # … but the rule is one tap away
    await ada.button("create.open").click()
    await page.get_by_label(ada.t("door.name")).fill("Ada")
    await ada.button("door.enter").click()
    await ada.until(lambda state: state.you.joined)
    settings = ada.state.table.settings
    assert (settings.edition, settings.mode, settings.options.zero) == ("pictures", "coop", True)


async def test_a_table_waits_to_be_resumed(guest: Guests) -> None:
    ada = await guest(language="fr")
    table = await ada.lay_table(edition="duet")
    await ada.come(table, "a")
    await ada.go("/")
    await ada.page.get_by_role("region", name=ada.t("home.resume")).get_by_role("link").first.click()
    await expect(ada.page).to_have_url(f"{ada.address}/t/{table}")
    await expect(ada.place("a")).to_contain_text(ada.name)


async def test_closed_cases_can_be_opened_again(guest: Guests) -> None:
    ada, bo = await seat_duet(guest, "fr")
    await ada.give(1)
    await bo.until(lambda state: state.legal("guess"))
    await bo.touch(bo.one("assassin", ada))
    await bo.go("/")
    case = bo.page.get_by_role("region", name=bo.t("home.played")).get_by_role("link")
    await expect(case).to_have_count(1)
    await expect(case).to_contain_text(bo.t("home.game_lost"))
    await case.click()
    await expect(bo.page.get_by_role("heading", name=bo.t("replay.title", number=1))).to_be_visible()


async def test_an_address_that_leads_nowhere_says_so(guest: Guests) -> None:
    ada = await guest(language="de")
    await ada.go("/nowhere/at/all")
    await expect(ada.page.get_by_text(ada.t("farewell.title"))).to_be_visible()
    await ada.link("table.home").click()
    await expect(ada.page.get_by_text(ada.t("home.sentence"))).to_be_visible()


async def test_a_table_that_never_was(guest: Guests) -> None:
    ada = await guest()
    await ada.go("/t/nosuchtable")
    await expect(ada.page.get_by_text(ada.t("farewell.title"))).to_be_visible()
    ada.forgive()


# ---------------------------------------------------------------------------------------------------------------------
# Settings


async def test_settings_show_at_once_and_stay(guest: Guests) -> None:
    ada = await guest(language="fr", phone=True)
    await ada.go("/settings")
    html = ada.page.locator("html")
    chosen = {"palette": "safe", "text": "huge", "motion": "none", "hand": "left"}
    for name, value in [*chosen.items(), *(("theme", light) for light in ("light", "dark", "contrast"))]:
        group = ada.page.get_by_role("group", name=ada.t(f"settings.{name}"), exact=True)
        await ada.radio(f"settings.{name}_{value}", within=group).click()
        await expect(html).to_have_attribute(f"data-{name}", value)
    chosen["theme"] = "contrast"
    await ada.page.reload()
    for name, value in chosen.items():
        await expect(html).to_have_attribute(f"data-{name}", value)


async def test_the_systems_wishes_are_honoured(guest: Guests) -> None:
    ada = await guest(color_scheme="dark")
    await ada.go("/settings")
    html = ada.page.locator("html")
    await expect(html).to_have_attribute("data-theme", "dark")
    await ada.page.emulate_media(color_scheme="light")
    await expect(html).to_have_attribute("data-theme", "light")
    await ada.page.emulate_media(contrast="more")
    await expect(html).to_have_attribute("data-theme", "contrast")


async def test_two_devices_can_be_one_person(guest: Guests) -> None:
    laptop, phone = await guest(), await guest(phone=True)
    table = await laptop.lay_table()
    await laptop.come(table, "red.giver")
    await laptop.go("/settings")
    await laptop.button("settings.show_code").click()
    code = await laptop.page.locator("output").text_content()
    await phone.go("/settings")
    await phone.page.get_by_label(phone.t("settings.enter_code")).fill(code or "")
    await phone.button("settings.link").click()
    await expect(phone.page.get_by_text(phone.t("settings.linked"))).to_be_visible()
    await phone.go(f"/t/{table}")
    await phone.until(lambda state: state.you.place == "red.giver" and state.you.host)


async def test_more_closed_cases_come_when_asked_for(guest: Guests) -> None:
    """Five games that the first touch ends; the front page shows four of them, and all on request."""
    ada, bo = await guest(), await guest()
    table = await ada.lay_table(edition="duet")
    async with (
        await connect(ada.address, table, token=await ada.token(), name=ada.name) as giver,
        await connect(bo.address, table, token=await bo.token(), name=bo.name) as guesser,
    ):
        await giver.sit("a")
        await guesser.sit("b")
        await giver.start()
        for number in range(1, 6):
            state = await giver.until(lambda state, number=number: state if state.table.game == number else None)
            await giver.clue("quartz", 1)
            await guesser.until(lambda state: state.legal("guess"))
            await guesser.guess(next(at for at, card in enumerate(state.game.cards) if "assassin" in card.known))
            await giver.until(lambda state: state.game and state.game.situation.end)
            if number < 5:
                await giver.send(wire.Again(rotate=False))
    await ada.go("/")
    cases = ada.page.get_by_role("region", name=ada.t("home.played")).get_by_role("link")
    await expect(cases).to_have_count(4)
    await ada.button("home.played_more").click()
    await expect(cases).to_have_count(5)
    await expect(ada.button("home.played_more")).to_have_count(0)
