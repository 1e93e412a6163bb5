"""One thing after the other, seen by all: the card turns, its verdict lands, then score, log and what follows from it.
Meanwhile, and through a whole turn, the board stays where it is.
"""

from __future__ import annotations

import re

import pytest
from playwright.async_api import expect

from tests.web.guests import Guests
from tests.web.player import Player, begin, together
from tests.web.test_duet import seat_duet
from tests.web.test_room import TELEVISION

WATCH = """() => {
  window.seen = []
  const first = (what, is) => is && !window.seen.includes(what) && window.seen.push(what)
  const score = () => document.querySelector('.score')?.textContent
  const log = () => document.querySelectorAll('.touch').length
  const before = [score(), log(), document.querySelectorAll('.card.covered').length]
  const look = () => {
    first('card', document.querySelectorAll('.card.covered').length > before[2])
    first('verdict', document.querySelector('[data-testid=fell]'))
    first('score', score() !== before[0])
    first('log', log() > before[1])
    first('next', !document.querySelector('[data-testid=fell]') && window.seen.includes('verdict'))
    first('end', document.querySelector('.stamp'))
    first('key', document.querySelector('.wash'))
  }
  new MutationObserver(look).observe(document.body, { subtree: true, childList: true, attributes: true })
}"""
"""What came into sight, in the order in which it did."""


async def watching(guest: Guests, table: str, path: str = "", **look: object) -> Player:
    watcher = await guest(motion=True, **look)
    await watcher.go(f"/t/{table}{path}")
    if not path:
        await watcher.button("door.watch").click()
    await watcher.playing() if not path else await watcher.until(lambda state: state.running and state.game)
    await watcher.settled()
    return watcher


async def seat_two(guest: Guests, phone: bool = False, **settings: object) -> tuple[Player, Player]:
    """A spymaster and an operative of the side that begins; bots are the others."""
    ada, bo = await guest(phone=phone), await guest(phone=phone)
    table = await ada.lay_table(mode="coop", **settings)
    await begin(table, {"giver": ada, "guesser": bo})
    return ada, bo


async def order_seen(watcher: Player, last: str) -> list[str]:
    await watcher.page.wait_for_function("(last) => window.seen.includes(last)", arg=last)
    return list(await watcher.page.evaluate("window.seen"))


async def test_a_wrong_guess_is_told_to_the_eyes_before_the_turn_passes(guest: Guests) -> None:
    ada, bo = await seat_two(guest)
    await ada.give(2)
    watchers = [
        await watching(guest, ada.state.table.id),
        await watching(guest, ada.state.table.id, "/screen", **TELEVISION),
    ]
    card = bo.one("blue" if ada.game.starts == "red" else "red", ada)
    name = bo.card_name(card)
    for watcher in watchers:
        await watcher.page.evaluate(WATCH)
    told = [watcher.page.get_by_test_id("fell").filter(has_text=name).wait_for() for watcher in watchers]
    await together(bo.touch(card), *told)
    for watcher in watchers:
        assert await order_seen(watcher, "next") == ["card", "verdict", "score", "log", "next"]
        await expect(watcher.page.locator(".before")).to_contain_text(name)  # and it stays to be read


async def test_the_end_and_the_whole_key_come_last(guest: Guests) -> None:
    ada, bo = await seat_two(guest)
    await ada.give(2)
    watcher = await watching(guest, ada.state.table.id)
    await watcher.page.evaluate(WATCH)
    card = bo.one("assassin", ada)
    await bo.touch(card)
    seen = await order_seen(watcher, "key")
    assert seen[:2] == ["card", "verdict"]
    assert set(seen[-3:]) == {"next", "end", "key"}
    await expect(watcher.page.get_by_role("region", name=watcher.t("ending.label"))).to_be_visible()


async def test_the_stamp_does_not_hide_the_assassin(guest: Guests) -> None:
    ada, bo = await seat_two(guest, phone=True)
    await ada.give(2)
    card = bo.one("assassin", ada)
    await bo.touch(card)
    for player in (ada, bo):
        await expect(player.page.locator(".stamp")).to_be_attached()
        stamp, fallen = await player.page.evaluate(
            """(card) => [document.querySelector('.stamp'), document.querySelector(`[data-card="${card}"]`)]
              .map((part) => part.getBoundingClientRect().toJSON())""",
            card,
        )
        assert stamp["bottom"] <= fallen["top"] or stamp["top"] >= fallen["bottom"]


async def test_without_motion_all_is_there_at_once_and_stays_to_be_read(guest: Guests) -> None:
    ada, bo = await seat_two(guest, phone=True)
    await ada.give(2)
    card = bo.one("bystander", ada)
    name = bo.card_name(card)
    await bo.touch(card)
    for player in (ada, bo):
        await player.until(lambda state: state.ply == bo.state.ply)
        await expect(player.page.locator(".before")).to_contain_text(name)
        await expect(player.page.get_by_test_id("fell")).to_have_count(0)


# ---------------------------------------------------------------------------------------------------------------------
# The board stays where it is

SCREENS = [(360, 640), (390, 844), (1280, 800)]
BOARD = "() => document.querySelector('[role=grid]').getBoundingClientRect().toJSON()"


class Stillness:
    """Where a board was first, and that it still is there."""

    def __init__(self, player: Player, box: dict[str, float]) -> None:
        self.player, self.box = player, box

    @classmethod
    async def of(cls, player: Player) -> Stillness:
        await player.settled()
        return cls(player, await player.page.evaluate(BOARD))

    async def holds(self, when: str) -> None:
        await self.player.settled()
        assert await self.player.page.evaluate(BOARD) == self.box, when


@pytest.mark.parametrize("width, height", SCREENS)
async def test_the_board_stays_where_it_is_through_a_turn(guest: Guests, width: int, height: int) -> None:
    size = {"phone": width < 500, "viewport": {"width": width, "height": height}}
    ada, bo = await guest(**size), await guest(**size)
    table = await ada.lay_table(edition="duet", referee="strict")
    await begin(table, {"a": ada, "b": bo})
    boards = [await Stillness.of(ada), await Stillness.of(bo)]

    async def nothing_moved(when: str) -> None:
        await together(
            *(player.until(lambda state: state.ply == max(ada.state.ply, bo.state.ply)) for player in (ada, bo))
        )
        for board in boards:
            await board.holds(when)

    word = ada.page.get_by_label(ada.t("compose.word"))
    await word.fill("quar")
    await nothing_moved("typing")
    await word.fill(ada.game.cards[0].face)
    await expect(ada.page.get_by_test_id("verdict")).to_have_class(re.compile("invalid"))
    await nothing_moved("a verdict")
    await ada.card(ada.known("green")[0]).click()
    await nothing_moved("a card in mind")
    await ada.give(2)
    await nothing_moved("a clue")
    card = bo.one("green", ada)
    await bo.card(card).click()
    await nothing_moved("a card picked")
    await bo.page.keyboard.press("Escape")
    await bo.touch(card)
    await nothing_moved("a right touch")
    await bo.stop()
    await nothing_moved("a stop")
    await bo.give(1)
    await ada.touch(ada.one("bystander", bo))
    await nothing_moved("a wrong touch")


async def test_the_board_stays_where_it_is_for_an_opponent_who_may_object(guest: Guests) -> None:
    players = {place: await guest(phone=True) for place in ("red.giver", "red.guesser", "blue.giver", "blue.guesser")}
    await begin(await players["red.giver"].lay_table(), players)
    side = players["red.giver"].game.starts
    us = {place.split(".")[1]: player for place, player in players.items() if place.startswith(str(side))}
    them = {place.split(".")[1]: player for place, player in players.items() if not place.startswith(str(side))}
    boards = [await Stillness.of(player) for player in players.values()]
    await us["giver"].give(1)
    for board in boards:
        await board.holds("a clue that may be challenged")
    await them["giver"].button("table.challenge").click()
    for board in boards:
        await board.holds("whoever is about to challenge")
    await us["guesser"].touch(us["guesser"].one(str(side), us["giver"]))
    await them["giver"].until(lambda state: not state.legal("challenge"))
    for board in boards:
        await board.holds("a touch")


@pytest.mark.parametrize("language", ["en", "fr", "de"])
async def test_team_and_role_are_in_sight_on_the_smallest_phone(guest: Guests, language: str) -> None:
    ada = await guest(phone=True, language=language, viewport={"width": 320, "height": 568})
    bo = await guest(phone=True, language=language, viewport={"width": 320, "height": 568})
    table = await ada.lay_table(mode="coop")
    await begin(table, {"giver": ada, "guesser": bo})
    for player in (ada, bo):  # one of them waits
        role = player.page.get_by_test_id("role")
        await expect(role).to_be_in_viewport()
        await expect(role).to_have_text(player.place_name(player.state.you.place or ""))


async def test_the_last_stretch_is_a_state_that_one_sees_and_stopping_in_it_asks_first(guest: Guests) -> None:
    ada, bo = await guest(phone=True), await guest(phone=True)
    table = await ada.lay_table(options={"assassin_last": True})
    await begin(table, {"red.giver": ada, "red.guesser": bo})
    await ada.until(lambda state: state.legal("clue"))
    await ada.give(1)
    await bo.touch(bo.one("assassin", ada))
    for player in (ada, bo):
        banner = player.page.get_by_test_id("last-stretch")
        await expect(banner).to_contain_text(player.t("stretch.now", count=ada.situation.left["red"]))
    ply = bo.state.ply
    await bo.button("table.stop", within=bo.desk).click()
    await expect(bo.desk).to_contain_text(bo.t("stretch.stop"))
    await bo.button("stretch.go_on", within=bo.desk).click()
    assert bo.state.ply == ply
    await expect(bo.page.get_by_test_id("last-stretch")).to_be_visible()
    await bo.button("table.stop", within=bo.desk).click()
    await bo.button("stretch.stop_yes", within=bo.desk).click()
    await expect(bo.page.get_by_role("heading", name=bo.t("ending.lost"))).to_be_visible()


async def test_duets_watchers_see_the_turn_pass_as_well(guest: Guests) -> None:
    ada, bo = await seat_duet(guest)
    await ada.give(2)
    watcher = await watching(guest, ada.state.table.id, phone=True)
    await watcher.page.evaluate(WATCH)
    await bo.touch(bo.one("bystander", ada))
    seen = await order_seen(watcher, "next")
    assert seen[:2] == ["card", "verdict"] or seen[:1] == ["verdict"]  # a token covers nothing


async def test_the_longest_words_can_be_read_on_a_phone(guest: Guests) -> None:
    ada = await guest(phone=True, language="fr")
    await begin(await ada.lay_table(mode="coop"), {"guesser": ada})
    await ada.settled()
    sizes = "() => [...document.querySelectorAll('.front .letters')].map((word) => parseFloat(word.style.fontSize))"
    assert min(await ada.page.evaluate(sizes)) >= 11
