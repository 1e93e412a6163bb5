"""Journey 11: a finished game, move by move, with what bots thought."""

from __future__ import annotations

import pytest
from playwright.async_api import expect

from tests.web.guests import Guests
from tests.web.test_bots import play_on


@pytest.mark.parametrize("language, phone", [("fr", True), ("de", False)])
async def test_a_game_with_bots_is_replayed(guest: Guests, language: str, phone: bool) -> None:
    ada = await guest(language=language, phone=phone)
    table = await ada.lay_table(mode="coop")
    await ada.come(table)
    await ada.sit(next(place.id for place in ada.state.places if place.id.endswith("giver")))
    await ada.start()
    await play_on(ada)
    await ada.link("ending.replay").click()
    await expect(ada.page).to_have_url(f"{ada.address}/t/{table}/games/1")
    position = ada.page.get_by_role("slider", name=ada.t("replay.position"))
    total = int(await position.get_attribute("max") or 0)
    assert total == ada.state.ply
    await expect(ada.page.get_by_text(ada.t("replay.move_of", number=0, total=total))).to_be_visible()
    await ada.button("replay.next").click()
    await expect(ada.page.get_by_role("status").filter(has_text=ada.game.log[0].word)).to_be_visible()
    await ada.button("replay.next").click()  # the bot's first guess, and what it thought
    await expect(ada.page.get_by_role("heading", name=ada.t.like("replay.thought"))).to_be_visible()
    await expect(ada.page.get_by_text(ada.t("replay.touched_next"))).to_be_visible()
    await ada.button("replay.key").click()
    await expect(ada.page.locator(".wash")).to_have_count(0)
    await position.press("End")
    await expect(ada.page.get_by_text(ada.t("replay.move_of", number=total, total=total))).to_be_visible()
    await expect(ada.button("replay.next")).to_be_disabled()


async def test_a_game_that_never_was(guest: Guests) -> None:
    ada = await guest()
    table = await ada.lay_table()
    await ada.go(f"/t/{table}/games/7")
    await expect(ada.page.get_by_text(ada.t("farewell.no_such_game"))).to_be_visible()
    ada.forgive()


async def test_the_record_can_be_taken_home(guest: Guests) -> None:
    ada = await guest()
    table = await ada.lay_table(mode="coop")
    await ada.come(table)
    await ada.sit(next(place.id for place in ada.state.places if place.id.endswith("giver")))
    await ada.start()
    await play_on(ada)
    await ada.link("ending.replay").click()
    async with ada.page.expect_download() as download:
        await ada.link("ending.record").click()
    path = await (await download.value).path()
    assert '"deckname-record/1"' in path.read_text("utf-8").replace(" ", "")


async def test_what_is_shared_speaks_to_nobody_and_leads_to_the_replay(guest: Guests) -> None:
    ada = await guest(permissions=["clipboard-read", "clipboard-write"])
    table = await ada.lay_table()
    await ada.come(table, "red.guesser")
    await ada.start()
    while not ada.state.game or not ada.situation.end:
        await ada.until(lambda state: state.legal("guess") or state.game.situation.end)  # type: ignore[union-attr]
        if not ada.situation.end:
            await ada.touch(ada.state.legal("guess")[0])
    await ada.button("ending.share").click()
    await expect(ada.page.get_by_text(ada.t("ui.copied"))).to_be_visible()
    shared = str(await ada.page.evaluate("navigator.clipboard.readText()"))
    winner = ada.t("ending.side_won", side=ada.t(f"side.{ada.situation.end.winners[0]}"))  # type: ignore[union-attr]
    assert winner in shared.splitlines()[0]
    assert ada.t("ending.lost") not in shared and ada.t("ending.won") not in shared
    link = shared.splitlines()[-1]
    assert link == f"{ada.address}/t/{table}/games/1"
    stranger = await guest()
    await stranger.page.goto(link)
    await expect(stranger.page.get_by_role("slider", name=stranger.t("replay.position"))).to_be_visible()
