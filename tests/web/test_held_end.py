"""A touch ends a game: it can be taken back until the key is shown."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator

import pytest
import pytest_asyncio
from playwright.async_api import Browser, expect

from tests.web.guests import Guests
from tests.web.site import Site, open_site
from tests.web.test_teams import seat_teams


@pytest.fixture(scope="module")
def patient_site() -> Iterator[Site]:
    """Where nobody has to be quick: the key is shown when somebody asks for it."""
    with open_site(take_back_seconds=600) as site:
        yield site


@pytest_asyncio.fixture(loop_scope="session")
async def patient_guest(browser: Browser, patient_site: Site) -> AsyncIterator[Guests]:
    async with Guests(browser, patient_site.address) as guests:
        yield guests
        for player in guests.players:
            assert not player.complaints, (player.name, player.complaints)


@pytest.mark.rule("G14")
async def test_the_touch_that_lost_the_game_is_taken_back_and_the_next_one_is_not(patient_guest: Guests) -> None:
    teams = await seat_teams(patient_guest)
    ours, mate, them = teams["us.giver"], teams["us.guesser"], teams["them.guesser"]
    await ours.give(1)
    assassin = mate.one("assassin", ours)
    await mate.touch(assassin)
    for player in teams.all:
        await expect(player.desk).to_contain_text(player.t("ending.held"))
        await expect(player.button("ending.again")).to_have_count(0)
    assert not mate.known(teams.us) and not mate.known(teams.them)
    await mate.button("take_back.ask", within=mate.desk).click()
    asked = them.page.get_by_test_id("take-back")
    await expect(asked).to_contain_text(mate.name)
    await expect(them.button("ending.show_key")).to_have_count(0)
    await them.button("take_back.agree", within=asked).click()

    await mate.touch(assassin)  # it lies open again, and some never learn
    await them.button("ending.show_key", within=them.desk).click()
    for player in teams.all:
        await player.until(lambda state: not state.running)
        await expect(player.button("take_back.ask")).to_have_count(0)
    host = next(player for player in teams.all if player.state.you.host)
    await expect(host.button("ending.again")).to_be_visible()
    assert mate.known(teams.us) and mate.known(teams.them)
