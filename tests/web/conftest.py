"""One server and one browser per worker; for each test, people who open it."""

from __future__ import annotations

import inspect
from collections.abc import AsyncIterator, Iterator

import pytest
import pytest_asyncio
from playwright.async_api import Browser, async_playwright, expect

from tests.servers import PATIENCE
from tests.web import chromium
from tests.web.guests import Guests
from tests.web.site import Site, open_site

expect.set_options(timeout=PATIENCE * 1000)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The browser lives on one loop, so all tests here do."""
    for item in items:
        if item.path.is_relative_to(chromium.FOLDER) and inspect.iscoroutinefunction(getattr(item, "function", None)):
            item.add_marker(pytest.mark.asyncio(loop_scope="session"), append=False)


@pytest.fixture(scope="session")
def site() -> Iterator[Site]:
    with open_site() as site:
        yield site


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def browser() -> AsyncIterator[Browser]:
    async with async_playwright() as playwright:
        browser = await chromium.launch(playwright)
        yield browser
        await browser.close()


@pytest_asyncio.fixture(loop_scope="session")
async def guest(browser: Browser, site: Site) -> AsyncIterator[Guests]:
    """Opens a browser for somebody: `await guest(phone=True, language="fr")`. Nobody's may complain."""
    async with Guests(browser, site.address) as guests:
        yield guests
        for player in guests.players:
            assert not player.complaints, (player.name, player.complaints)
