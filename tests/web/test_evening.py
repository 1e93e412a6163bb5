"""Journey 11: an evening at one table. Whoever leaves is replaced, and the next game is for all to shape."""

from __future__ import annotations

import pytest
from playwright.async_api import expect

from tests.web.guests import Guests
from tests.web.player import Player, together


async def four(guest: Guests, host_phone: bool = False, **settings: object) -> list[Player]:
    """Four people, who sit down and begin by hand."""
    players = [await guest(phone=host_phone), await guest(phone=True), await guest(), await guest(phone=True)]
    table = await players[0].lay_table(**settings)
    for player, place in zip(players, ("red.giver", "red.guesser", "blue.giver", "blue.guesser"), strict=True):
        await player.come(table, place)
    await players[0].button("lobby.start").click()
    return players


async def leave(player: Player) -> None:
    """By the menu, and sure of it."""
    await player.button("table.menu").click()
    dialog = player.page.get_by_role("dialog")
    await player.button("table.leave", within=dialog).click()
    await expect(dialog.get_by_role("alert")).to_be_visible()
    await player.button("table.leave_yes", within=dialog).click()
    await expect(player.page.get_by_text(player.t("home.sentence"))).to_be_visible()


def place_of(player: Player, place: str) -> list[tuple[str, bool]]:
    return [(person.name, person.bot is not None) for person in player.state.people if person.place == place]


def bots_at(player: Player, place: str) -> bool:
    return any(bot for _, bot in place_of(player, place))


async def moved(player: Player, ply: int) -> None:
    await player.until(lambda state: state.ply > ply or not state.running)


async def play_on(players: list[Player]) -> None:
    """Until somebody has won: by those whose browsers may move, and bots for all others."""
    watch = players[0]
    while watch.state.running:
        ply = watch.state.ply
        mover = next((p for p in players if p.state.legal("clue") or p.state.legal("guess")), None)
        if mover and mover.state.legal("clue"):
            await mover.give(1)
        elif mover:
            await mover.touch(mover.state.legal("guess")[0])
        await together(*(moved(player, ply) for player in players))


async def test_somebody_leaves_in_the_middle_and_a_bot_plays_on(guest: Guests) -> None:
    ada, ben, cleo, dan = await four(guest)
    await together(*(player.playing() for player in (ada, ben, cleo, dan)))
    name = dan.name
    await leave(dan)
    await expect(ada.page.get_by_text(ada.t("table.has_left", who=name))).to_be_visible()
    await ada.button("table.menu").click()
    dialog = ada.page.get_by_role("dialog", name=ada.t("table.menu"))
    await ada.button("table.fill", within=dialog).click()
    fill = ada.page.get_by_role("dialog", name=ada.place_name("blue.guesser"))
    await ada.button("table.fill_bot", within=fill).click()
    await ben.until(lambda _state: bots_at(ben, "blue.guesser"))
    await ada.page.keyboard.press("Escape")
    await play_on([ada, ben, cleo])
    await expect(ada.button("ending.again")).to_be_visible()
    assert ada.state.game and ada.state.game.situation.end


async def test_who_comes_back_takes_their_place_from_the_bot(guest: Guests) -> None:
    ada, ben, cleo, dan = await four(guest)
    await together(*(player.playing() for player in (ada, ben, cleo, dan)))
    path = dan.page.url.removeprefix(dan.address)
    await dan.go("/settings")
    await ada.until(lambda state: any(not person.online for person in state.people))
    await expect(ada.page.get_by_text(ada.t("table.is_away", who=dan.name))).to_be_visible()
    await ada.button("table.menu").click()
    teams = ada.page.get_by_role("dialog", name=ada.t("table.menu"))
    await expect(teams.get_by_text(ada.t("lobby.away"))).to_be_visible()
    await teams.get_by_role("button", name=dan.name).click()
    await ada.button("lobby.replace_bot").click()
    await ada.until(lambda _state: bots_at(ada, "blue.guesser"))
    await dan.go(path)
    await dan.page.get_by_role("button", name=dan.place_name("blue.guesser"), exact=True).click()
    await ada.until(lambda _state: place_of(ada, "blue.guesser") == [(dan.name, False)])


async def test_a_host_who_vanishes_is_relieved_by_those_who_wait(guest: Guests) -> None:
    ada, ben = await guest(), await guest(phone=True, language="de")
    table = await ada.lay_table(mode="coop")
    await ada.come(table, "red.giver")
    await ben.come(table, "red.guesser")
    await ada.button("lobby.start").click()
    await together(ada.playing(), ben.playing())
    await ada.page.close()
    place = ben.place_name("red.giver")
    gap = ben.desk.get_by_text(ben.t("table.gap_away", names=ada.name, count=1, place=place))
    await expect(gap).to_be_visible()
    await ben.button("lobby.take_over", within=ben.desk).click()
    await ben.until(lambda state: state.you.host)
    await ben.button("table.fill", within=ben.desk).click()
    await ben.button("table.fill_bot", within=ben.page.get_by_role("dialog")).click()
    await ben.until(lambda state: state.legal("guess"))
    ada.forgive()


async def test_after_a_game_the_table_is_for_another_edition(guest: Guests) -> None:
    ada, ben = await guest(phone=True, language="fr"), await guest(language="fr")
    table = await ada.lay_table(mode="coop")
    await ada.come(table, "red.giver")
    await ben.come(table, "red.guesser")
    await ada.button("lobby.start").click()
    await together(ada.playing(), ben.playing())
    await ada.button("table.menu").click()
    await ada.button("table.abandon").click()
    await ada.button("table.abandon_yes").click()
    await ada.button("ending.places").click()
    await expect(ada.place("red.giver")).to_contain_text(ada.name)
    await ada.button("lobby.last_game").click()
    await expect(ada.card(0)).to_be_visible()
    await ada.button("ending.places").click()
    await ada.button("lobby.change").click()
    dialog = ada.page.get_by_role("dialog")
    await ada.radio("edition.duet", within=dialog).click()
    await ada.button("ui.save", within=dialog).click()
    await ben.until(lambda state: state.table.settings.edition == "duet")
    lost = ben.page.get_by_text(ben.t("table.lost_place", place=ben.t("seat.red_guesser")))
    await expect(lost).to_be_visible()
    await ada.sit("a")
    await ben.sit("b")
    await ada.button("lobby.start").click()
    await together(ada.playing(), ben.playing())
    assert {ada.state.you.place, ben.state.you.place} == {"a", "b"}


@pytest.mark.parametrize("rotate", [True, False])
async def test_again_is_what_was_told(guest: Guests, rotate: bool) -> None:
    ada, ben = await guest(), await guest(phone=True)
    table = await ada.lay_table(mode="coop")
    await ada.come(table, "red.giver")
    await ben.come(table, "red.guesser")
    await ada.button("lobby.start").click()
    await together(ada.playing(), ben.playing())
    await ada.button("table.menu").click()
    await ada.button("table.abandon").click()
    await ada.button("table.abandon_yes").click()
    if not rotate:
        await ada.page.get_by_role("switch", name=ada.t("ending.rotate")).click()
    giver = ben if rotate else ada
    await ben.until(lambda state: state.next and state.next.places["red.giver"] == (giver.state.you.person,))
    line = ben.page.get_by_role("listitem").filter(has_text=ben.place_name("red.giver")).filter(has_text=giver.name)
    await expect(line).to_be_visible()
    await ada.button("ending.again").click()
    await together(ada.playing(), ben.playing())
    assert giver.state.you.place == "red.giver"


async def test_the_clock_waits_until_all_have_seen_their_places(guest: Guests) -> None:
    ada, ben, cleo, dan = await four(guest, clock={"clue": 60, "guess": 60, "ends_itself": True})
    await together(ada.playing(), ben.playing(), cleo.playing())
    await ada.until(lambda state: state.opening and len(state.opening.unseen) == 1)
    slip = dan.page.get_by_test_id("place-slip")
    await expect(slip).to_contain_text(dan.place_name("blue.guesser"))
    await expect(ada.page.get_by_role("timer")).to_contain_text(ada.t("opening.clock"))
    deadline = ada.state.clock.deadline  # type: ignore[union-attr]
    await dan.playing()
    await expect(slip).to_have_count(0)
    await ada.until(lambda state: state.opening is None and state.clock.deadline < deadline)
