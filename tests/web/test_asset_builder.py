"""A house where not everything is made yet: words in place of pictures, how far the workshop is, no idle questions."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Locator, Route, expect

from deckname import assets
from tests.fake_workshop import FakeWorkshop, until
from tests.web.guests import Guests
from tests.web.player import Player, begin
from tests.web.site import Site
from tests.web.test_accessibility import LIGHTS, violations
from tests.web.test_budgets import whole_board
from tests.web.words import LANGUAGES

HASHED = re.compile(r"/pictures/(picture|treasure)-[a-z-]+\.[0-9a-f]{12}\.svg$")
ENOUGH = "() => document.querySelectorAll('[data-card] .front img.loaded').length >= %d"


class NewHouse(Guests):
    """Everybody who comes to a house with a workshop that has only just opened."""

    def __init__(self, browser: Browser, site: Site, workshop: FakeWorkshop) -> None:
        super().__init__(browser, site.address)
        self.workshop = workshop

    async def board(self, *players: Player, edition: str = "pictures") -> list[str]:
        """A game together, with a bot in the place of whoever is missing; its faces."""
        seats = dict(zip(("giver", "guesser"), players, strict=False))
        await begin(await players[0].lay_table(edition=edition, mode="coop"), seats)
        return [card.face for card in players[0].game.cards]


@pytest_asyncio.fixture(loop_scope="session")
async def house(browser: Browser, tmp_path: Path) -> AsyncIterator[NewHouse]:
    workshop = FakeWorkshop(tmp_path, assets.web())
    site = Site(tmp_path, workshop.environment)
    with site.running():
        async with NewHouse(browser, site, workshop) as house:
            yield house
            for player in house.players:
                assert not player.complaints, (player.name, player.complaints)


def note(player: Player) -> Locator:
    return player.page.get_by_test_id("workshop")


def words_on(player: Player, card: int) -> Locator:
    return player.card(card).locator(".front .words")


async def pictures_shown(player: Player, least: int) -> None:
    await player.page.wait_for_function(ENOUGH % least)


def asked(player: Player, path: str) -> int:
    return len([answer for answer in player.answers if answer.url.endswith(path)])


# ---------------------------------------------------------------------------------------------------------------------
# Where everything is there


async def test_pictures_have_addresses_that_never_change(guest: Guests) -> None:
    ada = await guest(service_workers="block")
    await begin(await ada.lay_table(edition="pictures", mode="coop"), {"guesser": ada})
    await pictures_shown(ada, 20)
    drawn = [answer for answer in ada.answers if "/pictures/" in answer.url]
    assert len(drawn) == len({answer.url for answer in drawn}) == 20
    assert all(HASHED.search(answer.url) and "immutable" in answer.headers["cache-control"] for answer in drawn)
    await ada.page.reload()
    await pictures_shown(ada, 20)
    assert await ada.page.evaluate(FROM_THE_NETWORK) == 0
    ada.forgive()  # who would like a service worker


FROM_THE_NETWORK = """() => performance.getEntriesByType('resource')
  .filter(({ name, transferSize }) => name.includes('/pictures/') && transferSize > 0).length"""


async def test_nothing_is_asked_twice_where_everything_is_there(guest: Guests) -> None:
    ada = await guest()
    await ada.page.clock.install()
    await begin(await ada.lay_table(edition="pictures", mode="coop"), {"guesser": ada})
    await pictures_shown(ada, 20)
    await ada.page.clock.run_for(120_000)
    await ada.settled()
    assert (asked(ada, "/api/workshop"), asked(ada, "/api/pictures")) == (1, 1)
    await expect(note(ada)).to_have_text("")


async def test_an_address_that_is_out_of_date_heals(guest: Guests) -> None:
    """The house was renewed after this page had asked where pictures are."""
    ada = await guest(service_workers="block")
    stale = 1

    async def answer(route: Route) -> None:
        nonlocal stale
        told = await (fetched := await route.fetch()).json()
        if stale:
            told = {face: re.sub(r"\.[0-9a-f]{12}\.", ".000000000000.", path) for face, path in told.items()}
            stale -= 1
        await route.fulfill(response=fetched, json=told)

    await ada.page.route("**/api/pictures", answer)
    await begin(await ada.lay_table(edition="pictures", mode="coop"), {"guesser": ada})
    await expect(words_on(ada, 0)).to_have_css("opacity", "1")
    await pictures_shown(ada, 20)
    await expect(words_on(ada, 0)).to_have_css("opacity", "0")
    assert asked(ada, "/api/pictures") == 2
    ada.forgive()  # addresses that led nowhere


async def test_pictures_are_kept_until_they_are_drawn_anew(guest: Guests) -> None:
    ada = await guest()
    await ada.go("/")
    await ada.page.evaluate(OLD_TIMES)
    await ada.page.wait_for_function("async () => !(await caches.has('deckname-faces-1'))")
    await begin(await ada.lay_table(edition="pictures", mode="coop"), {"guesser": ada})
    await pictures_shown(ada, 20)
    await ada.page.wait_for_function(f"async () => (await ({KEPT})()).length === 20")
    kept = await ada.page.evaluate(KEPT)
    assert all(HASHED.search(path) for path in kept)
    again = len(ada.answers)
    await ada.page.reload()
    await pictures_shown(ada, 20)
    drawn = [answer for answer in ada.answers[again:] if "/pictures/" in answer.url]
    assert all(answer.from_service_worker for answer in drawn)


OLD_TIMES = """async () => {
  const worker = await navigator.serviceWorker.ready
  await worker.unregister()
  await caches.open('deckname-faces-1')
  const pictures = await caches.open('deckname-pictures-1')
  await pictures.put('/pictures/picture-old-times.000000000000.svg', new Response('old'))
  await navigator.serviceWorker.register('/sw.js')
  await navigator.serviceWorker.ready
}"""
KEPT = """async () => (await (await caches.open('deckname-pictures-1')).keys()).map(({ url }) => url)"""


# ---------------------------------------------------------------------------------------------------------------------
# Words in place of pictures


async def test_words_become_pictures_as_they_are_drawn(house: NewHouse) -> None:
    ada = await house(phone=True)
    faces = await house.board(ada)
    await ada.page.evaluate("window.same = true")
    for card in (0, 7, 19):
        await expect(words_on(ada, card)).to_have_text(ada.card_name(card))
        await expect(words_on(ada, card)).to_have_css("opacity", "1")
    await expect(ada.page.locator("[data-card] img")).to_have_count(0)
    assert await until(lambda: set(house.workshop.wanted)) == set(faces)
    await house.workshop.progresses("pictures", 0, 480)
    await expect(note(ada)).to_contain_text(ada.t("progress.pictures"))

    drawn = assets.pictures()
    await house.workshop.hangs(drawn[face] for face in faces[:5])
    await house.workshop.progresses("pictures", 5, 480)
    await pictures_shown(ada, 5)
    await expect(words_on(ada, 0)).to_have_css("opacity", "0")
    await expect(words_on(ada, 7)).to_have_css("opacity", "1")
    await expect(note(ada)).to_contain_text(ada.t("progress.count", done=5, of=480))

    await house.workshop.hangs(drawn[face] for face in faces[5:])
    await house.workshop.progresses("pictures", 20, 480)
    await pictures_shown(ada, 20)
    await expect(note(ada)).to_have_text("")  # others are still drawn, which is not felt here
    assert await ada.page.evaluate("window.same")


async def test_a_spymasters_own_cards_have_words_too(house: NewHouse) -> None:
    ada = await house()
    await house.board(ada)
    own = ada.known(ada.game.starts or "red")
    for card in own:
        button = ada.desk.get_by_role("button", name=ada.card_name(card))
        await expect(button).to_have_text(ada.card_name(card))
    await house.workshop.hangs([assets.pictures()[ada.game.cards[own[0]].face]])
    await expect(ada.desk.get_by_role("button", name=ada.card_name(own[0])).locator("img")).to_be_visible()


async def test_close_up_there_are_words_until_there_is_a_picture(house: NewHouse) -> None:
    ada = await house()
    faces = await house.board(ada)
    await ada.card(3).focus()
    await ada.page.keyboard.press("z")
    dialog = ada.page.get_by_role("dialog", name=ada.card_name(3))
    await expect(dialog.locator(".words")).to_have_css("opacity", "1")
    await house.workshop.hangs([assets.pictures()[faces[3]]])
    await expect(dialog.locator("img.loaded")).to_be_visible()
    await expect(dialog.locator(".words")).to_have_css("opacity", "0")


CUT = """() => [...document.querySelectorAll('[data-card] .front .words')]
  .filter((words) => words.scrollHeight > words.clientHeight || words.scrollWidth > words.clientWidth)
  .map((words) => words.textContent)"""


@pytest.mark.parametrize("language", LANGUAGES)
async def test_words_stay_within_their_cards_on_the_smallest_phone(house: NewHouse, language: str) -> None:
    small = {"phone": True, "language": language, "viewport": {"width": 320, "height": 568}}
    for edition in ("pictures", "family-advanced"):
        ada, bo = await house(**small), await house(**small)
        await house.board(ada, bo, edition=edition)
        await house.workshop.progresses("pictures", 1, 480)
        for player in (ada, bo):
            await expect(note(player)).to_contain_text(player.t("progress.pictures"))
            await player.settled()
            assert await player.page.evaluate(CUT) == []
            await whole_board(player)


# ---------------------------------------------------------------------------------------------------------------------
# How far it is


async def test_progress_is_seen_and_goes_away(house: NewHouse) -> None:
    ada, workshop = await house(language="fr", phone=True), house.workshop
    await ada.go("/")
    status, bar = note(ada).get_by_role("status"), note(ada).get_by_role("progressbar")
    await expect(status).to_contain_text(ada.t("progress.setup"))
    await expect(status).to_contain_text(ada.t("progress.meanwhile"))
    await workshop.progresses("referee", 42, 100)
    await expect(status).to_have_text(ada.t("progress.referee"))
    await expect(note(ada)).to_contain_text(ada.t("progress.share", share=42))
    await workshop.progresses("referee", 100, 100)
    await workshop.progresses("bots", 1, 100)
    await expect(status).to_have_text(ada.t("progress.bots"))
    await workshop.progresses("bots", 100, 100)
    for done in (120, 121):
        await workshop.progresses("pictures", done, 480)
        await expect(bar).to_have_attribute("aria-valuenow", str(done))
        await expect(note(ada)).to_contain_text(ada.t("progress.count", done=done, of=480))
        await expect(status).to_have_text(ada.t("progress.pictures"))  # without the number, which would be chatter
    await workshop.closes()
    await expect(status).to_have_text(ada.t("progress.ready"))
    await expect(note(ada)).to_have_text("")
    before = asked(ada, "/api/workshop")
    await ada.page.wait_for_timeout(3000)
    assert asked(ada, "/api/workshop") == before


@pytest.mark.parametrize(
    "language, code",
    [("en", "not_fetched"), ("fr", "wrong_digest"), ("de", "not_set_up"), ("en", "something_new")],
)
async def test_trouble_is_told(house: NewHouse, language: str, code: str) -> None:
    ada = await house(language=language)
    await house.workshop.fails("pictures", code, "/home/somebody/private")
    await house.workshop.closes(1)
    await ada.go("/")
    known = "progress.trouble" if code == "something_new" else f"progress.trouble_{code}"
    await expect(note(ada).get_by_role("status")).to_have_text(f"{ada.t(known)} {ada.t('progress.again')}")
    await expect(note(ada).get_by_role("progressbar")).to_have_count(0)
    await house.board(ada)
    await expect(note(ada)).to_have_text(ada.t(known))


async def test_at_a_table_only_what_is_felt_there_is_told(house: NewHouse) -> None:
    ada, bo, alone = await house(), await house(), await house()
    await house.workshop.progresses("bots", 5, 100)
    table = await ada.lay_table(edition="duet")
    await ada.come(table)
    await expect(note(ada)).to_contain_text(ada.t("progress.bots"))  # in the lobby
    await begin(table, {"a": ada, "b": bo})
    await begin(await alone.lay_table(edition="duet"), {"a": alone})
    await expect(note(alone)).to_contain_text(alone.t("progress.bots"))  # somebody plays with a simple one
    await expect(note(ada)).to_have_text("")
    await house.workshop.fails("pictures", "no_npm")
    await house.workshop.progresses("bots", 100, 100)
    await house.workshop.closes(1)
    await expect(note(alone)).to_have_text("")  # they have no pictures to miss


async def test_nobody_asks_while_nobody_looks(house: NewHouse) -> None:
    ada = await house()
    await ada.page.clock.install()
    await house.board(ada)
    await expect(note(ada)).to_contain_text(ada.t("progress.setup"))
    await ada.page.evaluate("Object.defineProperty(document, 'hidden', { get: () => window.away ?? true })")
    await ada.page.clock.run_for(30_000)
    await ada.settled()
    ada.answers.clear()
    await ada.page.clock.run_for(60_000)
    await ada.settled()
    assert (asked(ada, "/api/workshop"), asked(ada, "/api/pictures")) == (0, 0)
    async with ada.page.expect_response("**/api/workshop"), ada.page.expect_response("**/api/pictures"):
        await ada.page.evaluate("window.away = false; document.dispatchEvent(new Event('visibilitychange'))")


async def test_the_television_tells_it_too(house: NewHouse) -> None:
    ada, television = await house(), await house(viewport={"width": 1920, "height": 1080})
    table = await ada.lay_table(edition="pictures", mode="coop")
    await television.go(f"/t/{table}/screen")
    await expect(note(television)).to_contain_text(television.t("progress.setup"))
    await begin(table, {"giver": ada})
    await television.until(lambda state: state.running)
    await house.workshop.progresses("pictures", 3, 480)
    await expect(note(television)).to_contain_text(television.t("progress.count", done=3, of=480))
    scrolls = "document.documentElement.scrollHeight > innerHeight"
    assert not await television.page.evaluate(scrolls)


@pytest.mark.parametrize("light", LIGHTS)
async def test_it_is_for_everybody(house: NewHouse, light: str) -> None:
    ada = await house(phone=True, viewport={"width": 320, "height": 568}, **LIGHTS[light])
    await house.workshop.progresses("pictures", 120, 480)
    await ada.go("/")
    await expect(note(ada)).to_contain_text(ada.t("progress.pictures"))
    await ada.settled()
    assert await violations(ada) == []
    await house.board(ada)
    await expect(words_on(ada, 0)).to_have_css("opacity", "1")
    await ada.settled()
    assert await violations(ada) == []
