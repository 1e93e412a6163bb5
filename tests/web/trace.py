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
SCRIPTS = {"FunctionCall", "EvaluateScript", "RunMicrotasks", "TimerFire", "EventDispatch", "v8.callFunction"}
LAYOUTS = {"Layout", "UpdateLayoutTree"}


class Span(NamedTuple):
    name: str
    thread: tuple[int, int]
    begin: float
    end: float
    arguments: dict[str, Any]

    def holds(self, other: Span) -> bool:
        return self.thread == other.thread and self.begin <= other.begin and other.end <= self.end


class Trace:
    def __init__(self) -> None:
        self.spans: list[Span] = []

    def read(self, events: list[dict[str, Any]]) -> None:
        open_spans: dict[tuple[object, ...], list[dict[str, Any]]] = {}
        for event in sorted(events, key=lambda event: event.get("ts", 0)):
            thread, name = (event["pid"], event["tid"]), event["name"]
            if event["ph"] == "X":
                end = event["ts"] + event.get("dur", 0)
                self.spans.append(Span(name, thread, event["ts"], end, event.get("args", {})))
            elif event["ph"] == "B":
                open_spans.setdefault((thread, name), []).append(event)
            elif event["ph"] == "E" and open_spans.get((thread, name)):
                begun = open_spans[thread, name].pop()
                self.spans.append(Span(name, thread, begun["ts"], event["ts"], begun.get("args", {})))

    def forced_layouts(self) -> list[Span]:
        scripts = [span for span in self.spans if span.name in SCRIPTS]
        layouts = [span for span in self.spans if span.name in LAYOUTS]
        return [layout for layout in layouts if any(script.holds(layout) for script in scripts)]


@asynccontextmanager
async def traced(browser: Browser, player: Player) -> AsyncIterator[Trace]:
    """What happens in the block is in the trace, once the block is left."""
    trace = Trace()
    await browser.start_tracing(page=player.page, categories=CATEGORIES)
    try:
        yield trace
    finally:
        trace.read(json.loads(await browser.stop_tracing())["traceEvents"])
