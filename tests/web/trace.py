"""What a browser did between two moments, as its own tracing tells: here, when a script made it lay out the page.

Frames stay smooth on slow devices as long as scripts never ask for measures of a page they have just changed: the
browser would have to lay it out at once, in the middle of the script, instead of once before the frame is painted.
"""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, NamedTuple

from playwright.async_api import Browser

from tests.web.player import Player

CATEGORIES = ["devtools.timeline", "disabled-by-default-devtools.timeline.stack"]
LAYOUTS = {"Layout", "UpdateLayoutTree"}


class Layout(NamedTuple):
    name: str
    begin: dict[str, Any]

    @property
    def stack(self) -> list[dict[str, Any]]:
        """The script that was running, innermost first; of a layout before a frame there is none."""
        return list(self.begin.get("stackTrace", ()))


class Trace:
    """One page's layouts: those of whole pages, and of the styles they rest on."""

    def __init__(self, address: str) -> None:
        self.layouts: list[Layout] = []
        self._address = address

    def read(self, frame: str, events: list[dict[str, Any]]) -> None:
        begun = (event for event in events if event["name"] in LAYOUTS and event["ph"] in "XB")
        layouts = (Layout(event["name"], event.get("args", {}).get("beginData") or {}) for event in begun)
        self.layouts = [layout for layout in layouts if layout.begin.get("frame") == frame]

    @property
    def forced(self) -> list[str]:
        """Where our scripts wanted a measure at once: function and line, innermost first."""
        return [
            " < ".join(f"{call['functionName']}:{call['lineNumber']}" for call in layout.stack)
            for layout in self.layouts
            if any(call["url"].startswith(self._address) for call in layout.stack)
        ]


@asynccontextmanager
async def traced(browser: Browser, player: Player) -> AsyncIterator[Trace]:
    """What happens in the block is in the trace, once the block is left."""
    trace = Trace(player.address)
    session = await player.context.new_cdp_session(player.page)
    frame = (await session.send("Page.getFrameTree"))["frameTree"]["frame"]["id"]
    await browser.start_tracing(page=player.page, categories=CATEGORIES)
    try:
        yield trace
    finally:
        trace.read(frame, json.loads(await browser.stop_tracing())["traceEvents"])
