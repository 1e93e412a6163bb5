"""Every screen, by day and by night, for those who listen, tab, or have large fingers."""

from __future__ import annotations

import json
import os
import re
from functools import cache

import pytest
from playwright.async_api import expect

from tests.web.guests import Guests
from tests.web.player import Player
from tests.web.test_duet import seat_duet
from tests.web.tour import (
    PARTS,
    Part,
    box_at_home,
    campaign,
    coop_to_the_end,
    drawn_cards,
    duet,
    front_door,
    one_device,
    real_table,
    teams,
)
from tests.web.words import LANGUAGES, ROOT

SMALLEST_TARGET = 44
LIGHTS = {"day": {"color_scheme": "light"}, "night": {"color_scheme": "dark"}, "contrast": {"contrast": "more"}}
WHOLE_TOUR = bool(os.environ.get("WHOLE_TOUR"))
USUAL: dict[str, tuple[Part, ...]] = {
    "en-phone-day": (teams, coop_to_the_end, box_at_home),
    "fr-desktop-night": (duet, drawn_cards, box_at_home, real_table, campaign),
    "de-phone-contrast": (front_door, one_device, box_at_home, real_table, campaign),
}
"""What every test run looks at; `make tour` goes everywhere, in every language, on every device, in every light."""
TOURS = [
    pytest.param(part, {"language": language, "phone": device == "phone", **lights}, id=f"{part.__name__}-{name}")
    for part in PARTS
    for language in LANGUAGES
    for device in ("phone", "desktop")
    for light, lights in LIGHTS.items()
    for name in [f"{language}-{device}-{light}"]
    if WHOLE_TOUR or part in USUAL.get(name, ())
]


@cache
def axe() -> str:
    return (ROOT / "web/node_modules/axe-core/axe.min.js").read_text("utf-8")


AXE_RUN = "axe.run(document, { resultTypes: ['violations'], rules: { 'target-size': { enabled: true } } })"


async def violations(player: Player) -> list[str]:
    await player.page.evaluate(axe())
    found = await player.page.evaluate(AXE_RUN)
    return [
        f"{violation['id']}: {node['target']} {node['failureSummary']}"
        for violation in found["violations"]
        for node in violation["nodes"][:3]
    ]


SMALL = """(least) => {
  const box = (target) => {
    const boxes = [target, ...(target.labels ?? [])].map((part) => part.getBoundingClientRect())
    const [left, top] = ['left', 'top'].map((side) => Math.min(...boxes.map((box) => box[side])))
    const [right, bottom] = ['right', 'bottom'].map((side) => Math.max(...boxes.map((box) => box[side])))
    return new DOMRect(left, top, right - left, bottom - top)
  }
  const wide = ({ width, height }) => width >= least - 0.5 && height >= least - 0.5
  const felt = (target, { x, y, width, height }) =>  // is the place around it the target's too?
    [[-1, 0], [1, 0], [0, -1], [0, 1]].every(([right, down]) => {
      const reach = (least - 2) / 2
      const under = document.elementFromPoint(x + width / 2 + right * reach, y + height / 2 + down * reach)
      return !under || target === under || target.contains(under) || under.closest('label')?.control === target
    })
  return [...document.querySelectorAll('button, a, input, select, summary')]
    .filter((target) => target.checkVisibility({ visibilityProperty: true }) && !target.closest('[inert]'))
    .filter((target) => !document.querySelector('dialog[open]') || target.closest('dialog[open]'))
    .map((target) => [target, box(target)])
    .filter(([target, box]) => box.width && !wide(box) && !felt(target, box))
    .map(([target, box]) => `${target.outerHTML.slice(0, 90)} ${Math.round(box.width)} × ${Math.round(box.height)}`)
}"""


async def small_targets(player: Player) -> list[str]:
    return list(await player.page.evaluate(SMALL, SMALLEST_TARGET))


async def sideways(player: Player) -> list[str]:
    """What makes the page wider than the screen."""
    wide = await player.page.evaluate("document.documentElement.scrollWidth - innerWidth")
    return [f"{wide} px too wide"] if wide > 0 else []


@pytest.mark.parametrize("part, look", TOURS)
async def test_every_screen_is_for_everybody(guest: Guests, part: Part, look: dict[str, object]) -> None:
    wrong: dict[str, list[str]] = {}
    async for screen, player in part(guest, look):
        await player.settled()
        if found := await violations(player) + await small_targets(player) + await sideways(player):
            wrong[screen] = found
    assert not wrong, json.dumps(wrong, indent=1, ensure_ascii=False)


async def test_a_whole_turn_by_keyboard(guest: Guests) -> None:
    """Nothing but keys: sitting down is tabbing, the board is walked with arrows."""
    ada, bo = await seat_duet(guest)
    await tab_to(ada, f"input[aria-label={json.dumps(ada.t('compose.word'))}]")
    await ada.page.keyboard.type("quartz")
    await ada.page.keyboard.press("Tab")
    await ada.page.keyboard.press("ArrowUp")
    await tab_to(ada, "button[type=submit]")
    await ada.page.keyboard.press("Enter")
    await bo.until(lambda state: state.legal("guess"))
    await tab_to(bo, "[data-card]")
    for _ in range(2):
        await bo.page.keyboard.press("ArrowRight")
    await bo.page.keyboard.press("ArrowDown")
    await expect(bo.card(7)).to_be_focused()
    await bo.page.keyboard.press("Space")
    await expect(bo.card(7)).to_have_attribute("aria-pressed", "true")
    await bo.page.keyboard.press("Escape")
    await expect(bo.card(7)).to_have_attribute("aria-pressed", "false")
    assert (bo.game.log[0].word, bo.game.log[0].number) == ("quartz", 2)
    outline = await bo.card(7).evaluate("(card) => getComputedStyle(card).outlineStyle")
    assert outline != "none"  # whoever tabs sees where they are
    right = bo.one("green", ada)
    await bo.card(right).focus()
    await bo.page.keyboard.press("Space")
    await press(bo, "table.do_guess", card=bo.card_name(right))
    await bo.until(lambda state: state.game.cards[right].cover)  # type: ignore[union-attr]
    await expect(bo.card(right)).to_be_focused()  # and goes on from there


async def tab_to(player: Player, selector: str) -> None:
    for _ in range(40):
        await player.page.keyboard.press("Tab")
        if await player.page.evaluate("(wanted) => document.activeElement.matches(wanted)", selector):
            return
    raise AssertionError(f"no way to {selector} by Tab")


async def test_what_happens_is_announced(guest: Guests) -> None:
    ada, bo = await seat_duet(guest, "fr")
    clue = await ada.give(2)
    told = bo.page.get_by_test_id("announcer")
    await expect(told).to_contain_text(clue)
    await expect(told).to_contain_text(bo.t("turn.you_guess"))
    card = bo.one("green", ada)
    await bo.touch(card)
    await expect(ada.page.get_by_test_id("announcer")).to_contain_text(bo.card_name(card))
    assert await told.get_attribute("aria-live") == "polite"
    await expect(bo.card(card)).to_have_accessible_name(re.compile(re.escape(bo.t("identity.green"))))
    await bo.touch(bo.one("assassin", ada))
    for player in (ada, bo):  # the result, and why
        await expect(player.page.get_by_test_id("announcer")).to_contain_text(player.t("ending.lost"))
        await expect(player.page.get_by_test_id("announcer")).to_contain_text(player.t("reason.assassin_together"))


async def test_whoever_comes_back_hears_whose_turn_it_is(guest: Guests) -> None:
    ada, bo = await seat_duet(guest, "de")
    await ada.give(2)
    await bo.until(lambda state: state.legal("guess"))
    await bo.page.reload()
    await expect(bo.page.get_by_test_id("announcer")).to_contain_text(bo.t("turn.you_guess"))


async def test_from_the_front_door_to_a_second_game_by_keyboard(guest: Guests) -> None:
    """Alone with bots, without ever touching a mouse; wherever the focus is, it can be seen."""
    ada = await guest()
    await ada.go("/")
    await press(ada, "home.play")
    await ada.page.get_by_label(ada.t("door.name")).wait_for()  # and has the focus
    await ada.page.keyboard.type("Ada")
    await ada.page.keyboard.press("Enter")
    await ada.until(lambda state: state.you.joined)
    await press(ada, "lobby.sit")
    await ada.until(lambda state: state.you.place)
    await press(ada, "lobby.start_bots")
    await ada.playing()
    await press(ada, "table.menu")
    await press(ada, "table.abandon")
    await press(ada, "table.abandon_yes")
    await press(ada, "ending.again")
    await ada.until(lambda state: state.running and state.game.number == 2)  # type: ignore[union-attr]


async def press(player: Player, name: str, **details: object) -> None:
    """Tab to a button of that name, and press it."""
    label = player.t(name, **details)
    for _ in range(40):
        await player.page.keyboard.press("Tab")
        focused = await player.page.evaluate(FOCUSED)
        assert focused["ring"], focused
        if focused["name"] == label:
            await player.page.keyboard.press("Enter")
            return
    raise AssertionError(f"no way to {label} by Tab")


FOCUSED = """() => {
  const element = document.activeElement
  const ringed = element.type === 'radio' ? element.nextElementSibling : element
  const { outlineStyle, outlineWidth } = getComputedStyle(ringed)
  const ring = element === document.body || (outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2)
  return { ring, name: element.ariaLabel ?? element.textContent.trim(), html: element.outerHTML.slice(0, 120) }
}"""
