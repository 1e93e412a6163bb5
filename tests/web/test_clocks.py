"""Time in the browser (T19): it is said before what happens, it is up when it is up, and the log tells of it.

The clocks are the shortest there are, and several tables wait for theirs at the same time.
"""

from __future__ import annotations

import re

import pytest
from playwright.async_api import Locator, expect

from tests.web.guests import Guests
from tests.web.player import Player, begin, together
from tests.web.test_teams import Teams, seat_teams
from tests.web.test_variants import press

pytestmark = pytest.mark.rule("T19")
LEAST = 15


def timer(player: Player) -> Locator:
    return player.page.get_by_role("timer")


async def log_of(player: Player) -> Locator:
    await player.button("table.log").click()
    return player.page.get_by_role("dialog")


async def test_time_is_up_when_it_is_up(guest: Guests) -> None:
    await together(somebody_calls_time(guest), the_turn_ends_by_itself(guest), the_partner_calls_time(guest))


async def somebody_calls_time(guest: Guests) -> None:
    """Nobody is offered what the server would refuse; then everybody sees that time is up, and the others end it."""
    teams = await seat_teams(guest, clock={"clue": LEAST})
    television = await guest(motion=True)
    await television.go(f"/t/{teams['us.giver'].state.table.id}/screen")
    late, caller = teams["us.giver"], teams["them.guesser"]
    for player, then in ((late, "others"), (teams["us.guesser"], "others"), (caller, "you"), (television, "others")):
        await expect(timer(player)).to_contain_text(player.t(f"time.then_{then}"))
    await expect(television.page.get_by_text(television.t("time.then_others"))).to_be_visible()
    for player in (*teams.all, television):
        await expect(timer(player).get_by_role("button")).to_contain_text("0:00")
    await expect(teams["us.guesser"].desk).to_contain_text(caller.t("time.up"))
    await expect(teams["us.guesser"].button("table.call_time")).to_have_count(0)
    await caller.button("table.call_time").click()
    await teams.all_at(1)
    assert not any('"refused"' in frame for frame in caller.heard)
    told = caller.t("time.called", who=caller.name)
    for player in (*teams.all, television):
        await expect(player.page.get_by_test_id("announcer")).to_contain_text(told)
    await expect(television.page.get_by_text(television.t("time.line_called", who=caller.name))).to_be_visible()
    await reads_it_later(teams, caller.name)


async def reads_it_later(teams: Teams, caller: str) -> None:
    late = teams["us.guesser"]
    await late.page.reload()
    await late.playing()
    log = await log_of(late)
    await expect(log).to_contain_text(late.t("time.line_clue", side=late.t(f"side.{teams.us}")))
    await expect(log).to_contain_text(late.t("time.line_called", who=caller))


async def the_turn_ends_by_itself(guest: Guests) -> None:
    giver, guesser = await guest(language="fr"), await guest(language="fr", phone=True)
    await begin(
        await giver.lay_table(mode="coop", clock={"guess": LEAST}),
        {"giver": giver, "guesser": guesser},
    )
    await expect(timer(giver)).to_have_count(0)
    await giver.give(2)
    await timer(guesser).get_by_role("button").click()
    await expect(guesser.page.get_by_role("status").get_by_text(guesser.t("time.then_ends"))).to_be_visible()
    await giver.until(lambda state: state.legal("cover"))
    await expect(guesser.page.get_by_test_id("announcer")).to_contain_text(guesser.t("time.ended"))
    await expect(await log_of(guesser)).to_contain_text(guesser.t("time.line"))


async def the_partner_calls_time(guest: Guests) -> None:
    ada, bo = await guest(language="de", phone=True), await guest(language="de", phone=True)
    await begin(await ada.lay_table(edition="duet", clock={"clue": LEAST}), {"a": ada, "b": bo})
    await expect(timer(ada)).to_have_count(0)  # the first clue is free for both, and nobody is late
    await ada.give(1)
    await bo.touch(bo.one("bystander", ada))
    await expect(timer(ada)).to_contain_text(ada.t("time.costs"))
    await expect(bo.button("table.call_time")).to_have_count(0)
    await ada.button("table.call_time").click()
    await ada.until(
        lambda state: state.game and state.game.situation.tokens and state.game.situation.tokens.bystander == 7
    )
    await expect(await log_of(bo)).to_contain_text(bo.t("time.line_called", who=ada.name))


async def test_everybody_sees_that_the_clock_stands_still(guest: Guests) -> None:
    teams = await seat_teams(guest, clock={"clue": 600, "guess": 600})
    television = await guest()
    await television.go(f"/t/{teams['us.giver'].state.table.id}/screen")
    host, giver = teams.players["red.giver"], teams["us.giver"]
    word = giver.page.get_by_label(giver.t("compose.word"))
    await word.fill("half a thought")
    await host.button("table.menu").click()
    await host.button("table.pause").click()
    for player in (*teams.all, television):
        await expect(player.status).to_have_text(player.t("turn.paused"))
        await expect(timer(player)).to_contain_text(player.t("table.paused"))
    await expect(word).to_be_hidden()
    await host.button("table.resume", within=host.desk).click()
    await expect(word).to_have_value("half a thought")
    for player in (*teams.all, television):
        await expect(timer(player)).to_contain_text(re.compile(r"9:\d\d"))


async def test_clocks_are_chosen_and_explained(guest: Guests) -> None:
    ada = await guest(language="fr", phone=True)
    await ada.go("/new")
    await ada.page.get_by_text(ada.t("create.clock"), exact=True).click()
    for phase in ("clue", "guess"):
        group = ada.page.get_by_role("group", name=ada.t(f"create.clock_{phase}"))
        await press(group.get_by_role("radio", name=ada.t("create.seconds", count=15)))
        await expect(ada.page.get_by_text(ada.t(f"create.late_{phase}"))).to_be_visible()
    await press(ada.page.get_by_text(ada.t("create.ends_itself")))
    await expect(ada.page.get_by_text(ada.t("create.late_clue"))).to_have_count(0)
    await ada.button("create.open").click()
    await ada.until(lambda state: state.table.settings.clock)
    clock = ada.state.table.settings.clock
    assert clock and (clock.clue, clock.guess, clock.ends_itself) == (15, 15, True)
