"""An edition that the house was given as one value, in the browser: offered, in its colours, played to the end."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator

import pytest
import pytest_asyncio
from playwright.async_api import Browser, expect

from tests.more_editions import MORE, PROGRAM, THREE
from tests.web.guests import Guests
from tests.web.player import Player, begin
from tests.web.site import Site, open_site
from tests.web.test_bots import play_on
from tests.web.test_budgets import whole_board

LOOKS = """() => [...document.querySelectorAll('.emblem.swatch')]
  .map((swatch) => [swatch.dataset.colour, swatch.dataset.pattern, swatch.querySelector('use').getAttribute('href')])
  .map((look) => look.join(' '))"""


@pytest.fixture(scope="module")
def house() -> Iterator[Site]:
    with open_site(program=PROGRAM) as site:
        yield site


@pytest_asyncio.fixture(loop_scope="session")
async def guest(browser: Browser, house: Site) -> AsyncIterator[Guests]:
    async with Guests(browser, house.address) as guests:
        yield guests
        for player in guests.players:
            assert not player.complaints, (player.name, player.complaints)


async def test_it_is_on_the_front_page_and_its_table_has_its_colours(guest: Guests) -> None:
    ada = await guest(language="de")
    await ada.go("/")
    about = ada.t("about.any", sides=3, columns=6, rows=6)
    await expect(ada.page.get_by_role("button", name=f"Three teams {about}")).to_be_visible()
    await ada.page.get_by_role("link", name="(Three teams)").click()
    await expect(ada.page.get_by_role("radio", name="Three teams", exact=True)).to_be_checked()
    await expect(ada.page.get_by_text(about, exact=True)).to_be_visible()
    await ada.button("create.open").click()
    await ada.page.get_by_label(ada.t("door.name")).fill(ada.name)
    await ada.button("door.enter").click()
    await expect(ada.place("amber.giver")).to_be_visible()
    drawn = [f"{look.colour} {look.pattern} #emblem-{look.emblem}" for look in map(THREE.looks.get, THREE.side) if look]
    assert await ada.page.evaluate(LOOKS) == [look for look in drawn for _ in ("giver", "guesser")]


@pytest.mark.parametrize("edition, place", [("three-teams", "amber.guesser"), ("four-teams", "violet.giver")])
async def test_a_whole_game_among_bots(guest: Guests, edition: str, place: str) -> None:
    ada = await guest(phone=True)
    await ada.come(await ada.lay_table(edition=edition), place)
    await ada.start()
    await whole_board(ada)
    await play_on(ada)
    await expect(ada.page.get_by_role("region", name=ada.t("ending.label"))).to_be_visible()
    assert set(ada.situation.left) == set(MORE[edition].side)


async def red_begins(guest: Guests) -> tuple[Player, Player]:
    """Somebody with red's key, and who guesses for them. Where others begin, a bot may be out before red's turn."""
    while True:
        ada, bo = await guest(), await guest()
        await begin(await ada.lay_table(edition=THREE.id, pace="human"), {"red.giver": ada, "red.guesser": bo})
        if ada.game.starts == "red":
            return ada, bo


async def test_who_touches_an_assassin_is_seen_to_be_out_while_the_others_go_on(guest: Guests) -> None:
    ada, bo = await red_begins(guest)
    await ada.give(1)
    await bo.touch(bo.one("assassin", ada))
    await bo.until(lambda state: state.game.situation.out)  # type: ignore[union-attr]
    left = bo.t("table.left", side=bo.t("side.red"), count=bo.situation.left["red"])
    await expect(bo.page.get_by_role("img", name=f"{left}, {bo.t('table.out')}")).to_be_visible()
    await expect(bo.page.get_by_text(bo.t("event.side_out", side=bo.t("side.red"))).first).to_be_visible()
    assert bo.situation.end is None
    assert bo.situation.turn != "red"
