"""What the app may cost: bytes, room, and movement."""

from __future__ import annotations

import pytest
from playwright.async_api import expect

from tests.web.guests import Guests
from tests.web.player import Player, begin

SCRIPT_AND_STYLE = 150_000
REAL_TABLE = 110_000
SMALL_PHONES = [("en", 640, 360), ("fr", 320, 568), ("de", 320, 568), ("de", 360, 640)]


async def test_the_table_is_light(guest: Guests) -> None:
    """All script and style that a fresh browser loads until it plays, as it comes over the wire."""
    ada = await guest(phone=True, service_workers="block")
    await ada.come(await ada.lay_table(), "red.giver")
    await ada.start()
    await ada.playing()
    loaded = [answer for answer in ada.answers if answer.url.endswith((".js", ".css"))]
    sizes = {answer.url: (await answer.request.sizes())["responseBodySize"] for answer in loaded}
    assert len(sizes) > 2
    assert all(
        answer.headers.get("content-encoding") in ("br", "gzip") for answer in loaded if sizes[answer.url] > 2000
    )
    assert sum(sizes.values()) <= SCRIPT_AND_STYLE, sizes
    ada.forgive()  # who would like a service worker


@pytest.mark.parametrize("path", ["/print", "/ask"])
async def test_what_is_for_the_real_table_is_light(guest: Guests, path: str) -> None:
    ada = await guest(phone=True, service_workers="block")
    await ada.go(path)
    await expect(ada.radio("edition.pictures")).to_be_visible()
    loaded = [answer for answer in ada.answers if answer.url.endswith((".js", ".css"))]
    sizes = {answer.url: (await answer.request.sizes())["responseBodySize"] for answer in loaded}
    assert 0 < sum(sizes.values()) <= REAL_TABLE, sizes
    ada.forgive()  # who would like a service worker


async def test_words_load_no_pictures(guest: Guests) -> None:
    ada = await guest(phone=True)
    await begin(await ada.lay_table(), {"red.giver": ada})
    assert not [answer.url for answer in ada.answers if "/pictures/" in answer.url or "/api/pictures" in answer.url]


OUTSIDE = """() => [...document.querySelectorAll('[data-card]')]
  .filter((card) => {
    const { left, top, right, bottom } = card.getBoundingClientRect()
    return left < 0 || top < 0 || right > innerWidth || bottom > innerHeight
  }).length"""
CUT = """() => [...document.querySelectorAll('[data-card]')]
  .filter((card) => {
    const parts = [card, card.querySelector('.front .letters') ?? card]
    const [outer, inner] = parts.map((part) => part.getBoundingClientRect())
    return inner.left < outer.left - 0.5 || inner.right > outer.right + 0.5
  }).map((card) => card.textContent)"""


async def whole_board(player: Player) -> None:
    assert await player.page.evaluate(OUTSIDE) == 0
    assert await player.page.evaluate(CUT) == []
    scrolls = "document.documentElement.scrollHeight > innerHeight || document.documentElement.scrollWidth > innerWidth"
    assert not await player.page.evaluate(scrolls)


@pytest.mark.parametrize("language, width, height", SMALL_PHONES)
async def test_the_whole_grid_is_in_sight(guest: Guests, language: str, width: int, height: int) -> None:
    phone = {"phone": True, "viewport": {"width": width, "height": height}}
    ada, bo = await guest(language=language, **phone), await guest(language=language, **phone)
    table = await ada.lay_table(edition="duet")
    await begin(table, {"a": ada, "b": bo})
    await whole_board(ada)  # with the form for a clue
    await ada.give(2)
    await bo.until(lambda state: state.legal("guess"))
    await whole_board(bo)
    await bo.touch(bo.one("green", ada))
    await bo.card(bo.one("green", ada)).click()  # with two buttons
    await whole_board(bo)


async def test_pictures_fill_a_phone(guest: Guests) -> None:
    """As large as the screen allows, and five by four however it is held: so everybody means the same third row."""
    ada = await guest(phone=True)
    await begin(await ada.lay_table(edition="pictures", mode="coop"), {"guesser": ada})
    await ada.until(lambda state: state.legal("guess"))
    columns = 5
    for size, least in (((360, 640), 66), ((640, 360), 68)):
        await ada.page.set_viewport_size({"width": size[0], "height": size[1]})
        await expect(ada.page.get_by_role("row").first.get_by_role("gridcell")).to_have_count(columns)
        boxes = await ada.page.evaluate(BOXES)
        assert len({box["x"] for box in boxes}) == columns
        assert min(box["width"] for box in boxes) >= least
        await whole_board(ada)


BOXES = "() => [...document.querySelectorAll('[data-card]')].map((card) => card.getBoundingClientRect().toJSON())"


@pytest.mark.parametrize("edition", ["pictures", "family-easy", "family-advanced", "classic"])
async def test_other_grids_are_in_sight_too(guest: Guests, edition: str) -> None:
    ada = await guest(phone=True, viewport={"width": 320, "height": 568})
    await begin(await ada.lay_table(edition=edition, mode="coop"), {"giver": ada})
    await whole_board(ada)
