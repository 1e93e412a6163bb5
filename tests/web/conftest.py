"""One server and one browser per worker; for each test, people who open it."""

from __future__ import annotations

import inspect
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import AsyncExitStack

import pytest
import pytest_asyncio
from playwright.async_api import Browser, async_playwright, expect

from tests.web import chromium
from tests.web.player import PATIENCE, Player
from tests.web.site import Site, open_site

PHONE = {"viewport": {"width": 360, "height": 640}, "has_touch": True, "is_mobile": True, "device_scale_factor": 2}
DESKTOP = {"viewport": {"width": 1280, "height": 800}}
NAMES = ("Ada", "Zoé", "Jörg", "Mina", "Øyvind", "Noël", "Käthe", "Bo")
Guests = Callable[..., Awaitable[Player]]

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
    guests: list[Player] = []
    async with AsyncExitStack() as open_contexts:

        async def come(*, phone: bool = False, language: str = "en", motion: bool = False, **more: object) -> Player:
            usual = {"locale": language, "reduced_motion": None if motion else "reduce"}
            context = await browser.new_context(**{**(PHONE if phone else DESKTOP), **usual, **more})
            context.set_default_timeout(PATIENCE * 1000)
            open_contexts.push_async_callback(context.close)
            name = NAMES[len(guests) % len(NAMES)]
            player = Player(context, await context.new_page(), site.address, language, name)
            guests.append(player)
            return player

        yield come
        for player in guests:
            assert not player.complaints, (player.name, player.complaints)
