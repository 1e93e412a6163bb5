"""Journey 10: watching, coming late, and every way to lose the line. The app says what happens and loses nothing."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.async_api import expect

from tests.web.guests import Guests
from tests.web.player import Player, begin
from tests.web.site import Site
from tests.web.test_budgets import whole_board

Seated = tuple[Player, Player, str]


async def seat_two(guest: Guests, language: str = "en") -> Seated:
    """Two people against nobody, in the middle of a turn."""
    giver, guesser = await guest(language=language), await guest(language=language, phone=True)
    table = await giver.lay_table(mode="coop")
    await begin(table, {"giver": giver, "guesser": guesser})
    await giver.give(3)
    await guesser.until(lambda state: state.legal("guess"))
    return giver, guesser, table


def ours(guesser: Player, giver: Player) -> int:
    """A card that is right."""
    return guesser.one(giver.game.starts or "", giver)


async def test_watching_and_joining_late(guest: Guests) -> None:
    giver, guesser, table = await seat_two(guest)
    late = await guest(phone=True, language="fr")
    await late.go(f"/t/{table}")
    await late.button("door.watch").click()
    await expect(late.card(0)).to_be_visible()
    await expect(late.page.get_by_text(late.t("table.watching"))).to_be_visible()
    await guesser.touch(ours(guesser, giver))
    await late.until(lambda state: state.ply == guesser.state.ply)
    # A watcher who never saw a key may become an operative, if those who guess there like it.
    await late.page.reload()
    await late.page.get_by_label(late.t("door.name")).fill(late.name)
    await late.button("door.enter").click()
    await late.button("table.menu").click()
    place = guesser.state.you.place or ""
    await late.page.get_by_role("dialog").get_by_role("button", name=late.place_name(place)).click()
    await guesser.button("admit.agree", within=guesser.desk).click()
    await late.until(lambda state: state.you.place == place and state.legal("guess"))
    await late.page.keyboard.press("Escape")
    await late.touch(ours(late, giver))


async def test_the_network_breaks_in_the_middle_of_a_guess(guest: Guests) -> None:
    giver, guesser, _table = await seat_two(guest, "de")
    card, ply = ours(guesser, giver), guesser.state.ply
    await guesser.card(card).click()
    await guesser.context.set_offline(True)
    await guesser.button("table.do_guess", within=guesser.desk).click()
    await expect(guesser.page.get_by_test_id("offline")).to_contain_text(guesser.t("connection.broken_busy"))
    assert giver.state.ply == ply
    await guesser.context.set_offline(False)
    await giver.until(lambda state: state.ply == ply + 1)
    await guesser.until(lambda state: state.ply == ply + 1)
    await expect(guesser.page.get_by_test_id("offline")).to_have_count(0)
    assert guesser.game.cards[card].cover and guesser.situation.guesses == 1  # once, not twice
    guesser.forgive()


async def test_the_note_of_a_broken_line_covers_nothing(guest: Guests) -> None:
    _giver, guesser, _table = await seat_two(guest, "fr")
    await guesser.context.set_offline(True)
    note = guesser.page.get_by_test_id("offline")
    await expect(note).to_be_visible()
    above, below = await note.bounding_box(), await guesser.page.locator("header").bounding_box()
    assert above and below and above["y"] + above["height"] <= below["y"]
    await whole_board(guesser)
    guesser.forgive()


async def test_what_others_did_meanwhile_is_there_after_a_break(guest: Guests) -> None:
    giver, guesser, _table = await seat_two(guest)
    await giver.context.set_offline(True)
    await expect(giver.page.get_by_test_id("offline")).to_be_visible()
    await guesser.touch(ours(guesser, giver))
    await guesser.touch(guesser.one("bystander", giver))
    await giver.context.set_offline(False)
    await giver.until(lambda state: state.legal("cover"))
    await giver.cover(giver.state.legal("cover")[0])
    giver.forgive()


async def test_the_server_restarts(guest: Guests, site: Site) -> None:
    giver, guesser, _table = await seat_two(guest)
    site.stop()
    await expect(guesser.page.get_by_test_id("offline")).to_be_visible()
    site.start()
    await expect(guesser.page.get_by_test_id("offline")).to_have_count(0)
    await guesser.touch(ours(guesser, giver))
    await expect(giver.page.get_by_test_id("offline")).to_have_count(0)
    await giver.until(lambda state: state.ply == guesser.state.ply)
    for player in (giver, guesser):
        player.forgive()


async def test_the_phone_slept(guest: Guests) -> None:
    giver, guesser, _table = await seat_two(guest)
    sockets: list[object] = []
    guesser.page.on("websocket", lambda socket: sockets.append(socket))  # noqa: PLW0108
    await guesser.page.evaluate(SLEEP)
    await guesser.touch(ours(guesser, giver))
    assert len(sockets) == 1  # a fresh line, in case the old one died without a word


SLEEP = """() => {
  let hidden = true
  const slept = Date.now
  Object.defineProperty(document, 'hidden', { get: () => hidden, configurable: true })
  document.dispatchEvent(new Event('visibilitychange'))
  Date.now = () => slept() + 120_000
  hidden = false
  document.dispatchEvent(new Event('visibilitychange'))
  Date.now = slept
}"""


@pytest.mark.parametrize("leave", ["reload", "back", "elsewhere"])
async def test_nothing_is_lost_by_leaving_the_page(guest: Guests, leave: str) -> None:
    giver, guesser, table = await seat_two(guest, "fr")
    await guesser.touch(ours(guesser, giver))
    page = guesser.page
    ways: dict[str, Callable[[], object]] = {
        "reload": page.reload,
        "back": page.go_back,
        "elsewhere": lambda: guesser.go("/settings"),
    }
    await ways[leave]()  # type: ignore[misc]
    if leave == "back":
        await page.go_forward()
    if leave == "elsewhere":
        await page.go_back()
    await expect(page).to_have_url(f"{guesser.address}/t/{table}")
    await expect(guesser.card(0)).to_be_visible()
    await guesser.until(lambda state: state.legal("guess"))
    await guesser.touch(ours(guesser, giver))
    assert guesser.situation.guesses == 2


async def test_back_from_the_table_leads_home(guest: Guests) -> None:
    ada = await guest()
    await ada.go("/")
    await ada.button("home.play").click()
    await ada.page.get_by_label(ada.t("door.name")).fill("Ada")
    await ada.button("door.enter").click()
    await ada.until(lambda state: state.you.joined)
    await ada.page.go_back()
    await expect(ada.page.get_by_text(ada.t("home.sentence"))).to_be_visible()
    await ada.page.go_forward()
    await expect(ada.page.get_by_role("heading", name=ada.t("lobby.title"))).to_be_visible()


async def test_two_tabs_of_one_person(guest: Guests) -> None:
    giver, guesser, table = await seat_two(guest)
    second = Player(guesser.context, await guesser.context.new_page(), guesser.address, "en", guesser.name)
    await second.go(f"/t/{table}")
    await second.until(lambda state: state.legal("guess"))
    await second.touch(ours(second, giver))
    await guesser.until(lambda state: state.ply == second.state.ply)
    await guesser.touch(ours(guesser, giver))
    await second.until(lambda state: state.ply == guesser.state.ply)
    assert not second.complaints


async def test_a_tab_that_missed_a_move_does_not_touch_by_mistake(guest: Guests) -> None:
    """Two operatives pick at the same time: the slower one is told, and the card that was meant stays as it was."""
    giver, guesser, table = await seat_two(guest)
    other = await guest(phone=True)
    await other.go(f"/t/{table}")
    await other.page.get_by_label(other.t("door.name")).fill(other.name)
    await other.button("door.enter").click()
    await other.button("table.menu").click()
    place = guesser.state.you.place or ""
    await other.page.get_by_role("dialog").get_by_role("button", name=other.place_name(place)).click()
    await guesser.button("admit.agree", within=guesser.desk).click()
    await other.until(lambda state: state.legal("guess"))
    await other.page.keyboard.press("Escape")
    card = giver.known("assassin")[0]
    await other.card(card).click()
    await other.context.set_offline(True)
    await expect(other.page.get_by_test_id("offline")).to_be_visible()
    await other.button("table.do_guess", within=other.desk).click()
    await guesser.touch(ours(guesser, giver))
    await other.context.set_offline(False)
    await other.until(lambda state: state.ply == guesser.state.ply)
    await expect(other.page.get_by_text(other.t("problem.stale"))).to_be_visible()
    assert other.game.cards[card].cover is None and not other.situation.end
    other.forgive()
