"""The web app on a slow phone: how steadily frames come while cards turn, beside the same page at rest.

Nine cards of a Duet are touched; somebody watches on a screen of 360 × 640, at the browser's own speed and with the
processor slowed four times (as the developer tools do it). For each: the share of frames that came late (the next one
was due after 16.7 ms), the 95th percentile of the time between frames, tasks longer than 50 ms, and what a turned card
costs in script, style and layout. Compare rows of the same speed: without a graphics card the browser draws every
frame on the processor too.

Usage: PYTHONPATH=. python bench/web.py [CARDS]
"""

from __future__ import annotations

import asyncio
import sys
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from playwright.async_api import CDPSession, async_playwright
from rich.console import Console
from rich.table import Table as Report

from tests.web import chromium
from tests.web.guests import Guests
from tests.web.player import Player
from tests.web.site import open_site
from tests.web.test_duet import seat_duet
from tests.web.test_motion import watch

DUE = 1000 / 60
LATE = DUE * 1.5
"""A frame that comes later than this missed the one it was meant for."""
SLOWED = (1, 4)
LOOK = 0.9  # seconds after a touch, in which a card turns and lands
RECORD = """() => {
  window.frames_at = []
  window.long = []
  new PerformanceObserver((list) => window.long.push(...list.getEntries().map(({ duration }) => duration)))
    .observe({ type: 'longtask' })
  const tick = (now) => { window.frames_at.push(now); requestAnimationFrame(tick) }
  requestAnimationFrame(tick)
}"""
FRESH = "() => { window.frames_at.length = 0; window.long.length = 0 }"
COSTS = {"ScriptDuration": "script", "RecalcStyleDuration": "style", "LayoutDuration": "layout"}


@dataclass
class Look:
    gaps: list[float]
    long_tasks: list[float]
    costs: dict[str, float]

    @property
    def late(self) -> float:
        return sum(gap > LATE for gap in self.gaps) / len(self.gaps)

    @property
    def p95(self) -> float:
        return sorted(self.gaps)[round(0.95 * (len(self.gaps) - 1))]


async def costs(session: CDPSession) -> dict[str, float]:
    answer: dict[str, Any] = await session.send("Performance.getMetrics")
    return {COSTS[each["name"]]: each["value"] * 1000 for each in answer["metrics"] if each["name"] in COSTS}


async def look(watcher: Player, session: CDPSession, player: Player, touches: list[int]) -> Look:
    """What the watcher's page did around each touch; with none, as long as nothing happens."""
    gaps: list[float] = []
    long_tasks: list[float] = []
    before = await costs(session)
    for card in touches or [-1] * 4:
        await watcher.page.evaluate(FRESH)
        if card >= 0:
            await player.touch(card)
            await watcher.until(lambda state: state.ply == player.state.ply)
        await asyncio.sleep(LOOK)
        frames = await watcher.page.evaluate("window.frames_at")
        gaps += [later - earlier for earlier, later in pairwise(frames)]
        long_tasks += await watcher.page.evaluate("window.long")
    after = await costs(session)
    each = {name: (after[name] - before[name]) / (len(touches) or 4) for name in after}
    return Look(gaps, long_tasks, each)


async def measure(guests: Guests, slowed: int, cards: int) -> tuple[Look, Look]:
    ada, bo = await seat_duet(guests)
    await ada.give(9)
    watcher = await watch(guests, ada.state.table.id, phone=True)
    session = await watcher.context.new_cdp_session(watcher.page)
    await session.send("Performance.enable")
    await watcher.page.evaluate(RECORD)
    await session.send("Emulation.setCPUThrottlingRate", {"rate": slowed})
    return await look(watcher, session, bo, []), await look(watcher, session, bo, ada.known("green")[:cards])


async def main(cards: int) -> None:
    report = Report(
        "", "late frames", "95 % within", "long tasks", "script", "style", "layout", title="Cards that turn"
    )
    with open_site() as site:
        async with async_playwright() as playwright:
            browser = await chromium.launch(playwright)
            for slowed in SLOWED:
                async with Guests(browser, site.address, sharp=True) as guests:
                    for name, seen in zip(("at rest", "turning"), await measure(guests, slowed, cards), strict=True):
                        each = [f"{seen.costs[cost]:.1f} ms" for cost in COSTS.values()]
                        long_tasks = f"{len(seen.long_tasks)} ({sum(seen.long_tasks):.0f} ms)"
                        report.add_row(
                            f"{slowed} ×, {name}", f"{seen.late:.1%}", f"{seen.p95:.1f} ms", long_tasks, *each
                        )
            await browser.close()
    Console(width=None if sys.stdout.isatty() else 120).print(report)


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1]) if sys.argv[1:] else 9))
