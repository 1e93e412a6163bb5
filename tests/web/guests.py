"""People who open a browser of their own, on a desk or in a hand."""

from __future__ import annotations

from contextlib import AsyncExitStack
from itertools import count
from typing import Any

from playwright.async_api import Browser

from tests.servers import PATIENCE
from tests.web.player import Player

PHONE = {"viewport": {"width": 360, "height": 640}, "has_touch": True, "is_mobile": True}
DESKTOP = {"viewport": {"width": 1280, "height": 800}}
NAMES = ("Ada", "Zoé", "Jörg", "Mina", "Øyvind", "Noël", "Käthe", "Bo")


_addresses = (f"10.{number >> 16 & 255}.{number >> 8 & 255}.{number & 255}" for number in count(1))


class Guests(AsyncExitStack):
    """All who came; their browsers are closed at the end. Each comes from a home of their own, behind our proxy: the
    server limits what may come from one address.

    `sharp`: phones have as many pixels as they really do. Where nobody looks at them they only take time to paint.
    """

    def __init__(self, browser: Browser, address: str, *, sharp: bool = False) -> None:
        super().__init__()
        self._phone = PHONE | {"device_scale_factor": 2 if sharp else 1}
        self.players: list[Player] = []
        self._browser, self._address = browser, address

    async def __call__(self, *, phone: bool = False, language: str = "en", motion: bool = False, **more: Any) -> Player:
        """Somebody new. `more` is for Playwright: viewport, locale, colour scheme …"""
        usual: dict[str, Any] = {
            "locale": language,
            "reduced_motion": None if motion else "reduce",
            "extra_http_headers": {"x-forwarded-for": next(_addresses)},
        }
        context = await self._browser.new_context(**{**(self._phone if phone else DESKTOP), **usual, **more})
        self.push_async_callback(context.close)
        context.set_default_timeout(PATIENCE * 1000)
        name = NAMES[len(self.players) % len(NAMES)]
        player = Player(context, await context.new_page(), self._address, language, name)
        self.players.append(player)
        return player
