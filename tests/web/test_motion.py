"""Motion that a slow phone can follow: only what the compositor does alone, no shift, and no layout in a script.

How smooth that is on a slowed machine is measured by bench/web.py; here is what it rests on.
"""

from __future__ import annotations

import re

import pytest
from playwright.async_api import Browser, expect

from tests.web.guests import Guests
from tests.web.player import Player
from tests.web.test_duet import seat_duet
from tests.web.trace import traced

CHEAP = {"transform", "translate", "scale", "rotate", "opacity", "visibility"}
"""What can change from frame to frame without any layout or painting; visibility changes once, at the end of a turn."""

WATCH = """() => {
  window.moving = {}
  window.shifts = []
  const note = (target, property) => (window.moving[property] ??= target.className?.toString() ?? '')
  const about = new Set(['offset', 'computedOffset', 'easing', 'composite'])
  addEventListener('transitionrun', (event) => note(event.target, event.propertyName), true)
  addEventListener('animationstart', ({ target }) => {
    for (const { effect } of target.getAnimations({ subtree: true }))
      for (const frame of effect.getKeyframes())
        for (const property of Object.keys(frame)) if (!about.has(property)) note(target, property)
  }, true)
  const onBoard = ({ node }) => (node?.nodeType === 1 ? node : node?.parentElement)?.closest('[role=grid]') != null
  new PerformanceObserver((list) => {
    for (const { sources } of list.getEntries()) window.shifts.push(sources.some(onBoard) ? 'board' : 'elsewhere')
  }).observe({ type: 'layout-shift' })
}"""


async def watch(guest: Guests, table: str, phone: bool) -> Player:
    """Somebody who touches nothing themselves, with all motion on."""
    watcher = await guest(motion=True, phone=phone)
    await watcher.go(f"/t/{table}")
    await watcher.button("door.watch").click()
    await watcher.playing()
    await watcher.settled()
    return watcher


async def caught_up(watcher: Player, player: Player) -> None:
    await watcher.until(lambda state: state.ply == player.state.ply)
    await watcher.settled()


@pytest.mark.parametrize("phone", [True, False], ids=["phone", "desktop"])
async def test_nothing_jumps_when_cards_turn(guest: Guests, phone: bool) -> None:
    ada, bo = await seat_duet(guest)
    watcher = await watch(guest, ada.state.table.id, phone)
    await watcher.page.evaluate(WATCH)
    await ada.give(3)
    await expect(watcher.page.get_by_test_id("clue")).to_be_visible()
    await watcher.settled()
    await watcher.page.evaluate("window.shifts.length = 0")
    for _ in range(2):
        await bo.touch(bo.one("green", ada))
        await caught_up(watcher, bo)
    assert await watcher.page.evaluate("window.shifts") == []
    await bo.touch(bo.one("bystander", ada))  # the turn ends: other words on the slip, but the board stays where it is
    await caught_up(watcher, bo)
    assert "board" not in await watcher.page.evaluate("window.shifts")


async def test_only_what_is_cheap_moves(guest: Guests) -> None:
    """Through all that can happen to a card: a clue, right, wrong, a token, sudden death, the assassin."""
    ada, bo = await seat_duet(guest, options={"tokens": 1})
    watcher = await watch(guest, ada.state.table.id, phone=True)
    await watcher.page.evaluate(WATCH)
    await ada.give(2)
    await bo.touch(bo.one("green", ada))
    await bo.touch(bo.one("bystander", ada))
    await bo.until(lambda state: state.game.situation.sudden_death)  # type: ignore[union-attr]
    await caught_up(watcher, bo)
    await bo.touch(bo.one("assassin", ada))
    await caught_up(watcher, bo)
    moved = await watcher.page.evaluate("window.moving")
    assert set(moved) >= {"transform", "opacity", "scale", "translate"}  # it did look
    assert {name: where for name, where in moved.items() if name not in CHEAP} == {}


MEASURING = "document.body.style.width = '300px'; document.title = document.body.offsetHeight"


async def test_no_script_asks_for_a_layout(guest: Guests, browser: Browser) -> None:
    ada, bo = await seat_duet(guest)
    watcher = await watch(guest, ada.state.table.id, phone=True)
    await watcher.page.route("**/measuring.js", lambda route: route.fulfill(body=MEASURING))
    await ada.give(4)
    await caught_up(watcher, ada)
    async with traced(browser, watcher) as trace:
        for identity in ("green", "green", "bystander"):
            await bo.touch(bo.one(identity, ada))
            await caught_up(watcher, bo)
    assert any(layout.name == "Layout" for layout in trace.layouts)  # before a frame, as it should
    assert trace.forced == []
    async with traced(browser, watcher) as trace:
        await watcher.page.add_script_tag(url="/measuring.js")
    assert trace.forced  # such a look would be found


# ---------------------------------------------------------------------------------------------------------------------
# What is seen, heard and felt

SENSES = """() => {
  window.felt = []
  window.heard = 0
  navigator.vibrate = (pattern) => { window.felt.push(pattern); return true }
  const connect = AudioNode.prototype.connect
  AudioNode.prototype.connect = function (...to) { window.heard++; return connect.apply(this, to) }
}"""


async def feel(player: Player, card: int) -> tuple[str, list[list[int]], int]:
    """Touch a card: how it moves, what trembles, and how much is heard."""
    await player.page.evaluate("() => { window.felt = []; window.heard = 0 }")
    await player.touch(card)
    falls = player.card(card).locator(".card")
    await expect(falls).to_have_class(re.compile("right|wrong|assassin"))
    name = await falls.evaluate("(card) => getComputedStyle(card).animationName")
    return name, await player.page.evaluate("window.felt"), await player.page.evaluate("window.heard")


async def test_right_wrong_and_assassin_feel_different(guest: Guests) -> None:
    ada, bo = await seat_duet(guest, options={"tokens": 1})
    await bo.page.evaluate(SENSES)
    await ada.give(2)
    await bo.until(lambda state: state.legal("guess"))
    right = await feel(bo, bo.one("green", ada))
    wrong = await feel(bo, bo.one("bystander", ada))
    assassin = await feel(bo, bo.one("assassin", ada))
    moves, trembles, sounds = zip(right, wrong, assassin, strict=True)
    assert len(set(moves)) == 3 and "none" not in moves
    assert len({str(felt) for felt in trembles}) == 3 and all(trembles)
    assert all(sounds)


async def test_sound_and_vibration_can_be_switched_off(guest: Guests) -> None:
    ada, bo = await seat_duet(guest)
    await bo.page.evaluate(
        "localStorage.setItem('deckname.settings', JSON.stringify({ sound: 'off', haptics: 'off' }))"
    )
    await bo.page.reload()
    await bo.playing()
    await bo.page.evaluate(SENSES)
    await ada.give(1)
    await bo.until(lambda state: state.legal("guess"))
    _, felt, heard = await feel(bo, bo.one("green", ada))
    assert (felt, heard) == ([], 0)
