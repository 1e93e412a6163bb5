"""Journey 3: around the table before the game."""

from __future__ import annotations

import re

import pytest
from playwright.async_api import expect

from tests.web.guests import Guests
from tests.web.player import together
from tests.web.words import LANGUAGES


@pytest.mark.parametrize("language", LANGUAGES)
async def test_people_find_the_table_and_their_places(guest: Guests, language: str) -> None:
    host, phone = await guest(language=language), await guest(language=language, phone=True)
    table = await host.lay_table(referee="strict")
    await host.come(table, "red.giver")
    await host.button("invite.code").click()
    code = await host.page.get_by_test_id("code").text_content()
    await phone.go("/")
    await phone.page.get_by_label(phone.t("home.code")).fill((code or "").lower())
    await phone.button("home.join").click()
    await phone.page.get_by_label(phone.t("door.name")).fill(phone.name)
    await phone.button("door.enter").click()
    await phone.sit("red.guesser")
    await expect(host.place("red.guesser")).to_contain_text(phone.name)
    await phone.button("lobby.ready").click()
    await host.until(lambda state: any(person.ready and not person.host for person in state.people))
    await host.start()
    await phone.playing()


async def test_nothing_moves_under_the_fingers_of_those_who_choose(guest: Guests) -> None:
    host, undecided, other = await guest(), await guest(phone=True, language="de"), await guest()
    table = await host.lay_table()
    await together(host.come(table), undecided.come(table))
    seats = {
        place: undecided.button("lobby.sit", within=undecided.place(place)) for place in ("red.guesser", "blue.guesser")
    }
    before = {place: await seat.bounding_box() for place, seat in seats.items()}
    await host.sit("red.giver")
    await other.come(table, "red.guesser")
    await host.sit("blue.giver")
    await undecided.until(lambda state: {"red.guesser", "blue.giver"} <= {person.place for person in state.people})
    await undecided.settled()
    assert {place: await seat.bounding_box() for place, seat in seats.items()} == before


async def test_the_hosts_tools(guest: Guests) -> None:
    host, other, third = await guest(), await guest(phone=True), await guest()
    table = await host.lay_table()
    await host.come(table, "red.giver")
    await together(other.come(table), third.come(table))
    await host.page.get_by_role("button", name=re.compile(other.name)).click()
    await host.button("lobby.move_to", place=host.place_name("blue.giver")).click()
    await other.until(lambda state: state.you.place == "blue.giver")
    await host.button("lobby.lock", within=host.place("red.guesser")).click()
    await third.until(lambda state: "red.guesser" not in state.you.open_places)
    await expect(third.button("lobby.sit", within=third.place("red.guesser"))).to_have_count(0)
    await host.button("lobby.bot", within=host.place("blue.guesser")).click()
    await host.page.get_by_role("dialog").get_by_role("button", name=re.compile(host.t("manner.bold_name"))).click()
    await other.until(lambda state: any(person.bot for person in state.people))
    await host.page.get_by_role("button", name=re.compile(other.name)).click()
    await host.button("lobby.hand_over").click()
    await other.until(lambda state: state.you.host)
    await other.page.get_by_role("button", name=re.compile(third.name)).click()
    await other.button("lobby.remove").click()
    await other.button("removal.send").click()
    await expect(third.page.get_by_text(third.t("farewell.removed"))).to_be_visible()


async def test_a_host_on_a_phone_sees_how_to_invite(guest: Guests) -> None:
    host = await guest(phone=True, language="de")
    await host.come(await host.lay_table())
    invite = host.button("invite.short")
    await expect(invite).to_be_in_viewport()
    await invite.click()
    dialog = host.page.get_by_role("dialog", name=host.t("invite.title"))
    await expect(dialog.get_by_role("img", name=host.t("invite.qr"))).to_be_in_viewport()
    await expect(host.button("invite.share", within=dialog)).to_be_in_viewport()


async def test_the_host_drags_people_to_places(guest: Guests) -> None:
    host, other = await guest(), await guest()
    table = await host.lay_table()
    await together(host.come(table), other.come(table))
    chip = host.page.get_by_role("button", name=re.compile(other.name))
    await chip.drag_to(host.place("blue.guesser"))
    await other.until(lambda state: state.you.place == "blue.guesser")
    await other.page.get_by_role("button", name=re.compile(other.name)).drag_to(other.place("red.giver"))  # oneself
    await other.until(lambda state: state.you.place == "red.giver")


async def test_a_table_is_changed_between_games(guest: Guests) -> None:
    host = await guest(language="de")
    table = await host.lay_table()
    await host.come(table)
    await host.button("lobby.change").click()
    dialog = host.page.get_by_role("dialog")
    await host.radio("edition.duet", within=dialog).click()
    await host.button("ui.save", within=dialog).click()
    await host.until(lambda state: state.table.settings.edition == "duet")
    await expect(host.place("a")).to_be_visible()


async def test_somebody_takes_another_name(guest: Guests) -> None:
    ada = await guest(phone=True, language="fr")
    table = await ada.lay_table()
    await ada.come(table, "red.giver")
    await ada.page.get_by_role("button", name=re.compile(ada.name)).click()
    dialog = ada.page.get_by_role("dialog")
    await dialog.get_by_label(ada.t("door.name")).fill("Augustine")
    await ada.button("lobby.rename", within=dialog).click()
    await expect(ada.place("red.giver")).to_contain_text("Augustine")


async def test_the_link_is_copied_where_there_is_no_share_sheet(guest: Guests) -> None:
    ada = await guest(permissions=["clipboard-read", "clipboard-write"])
    table = await ada.lay_table()
    await ada.come(table)
    await ada.button("invite.copy").click()
    await expect(ada.page.get_by_role("img", name=ada.t("invite.qr"))).to_be_visible()
    assert await ada.page.evaluate("navigator.clipboard.readText()") == f"{ada.address}/t/{table}"


async def test_talk_and_gestures(guest: Guests) -> None:
    ada, zoe = await guest(), await guest()
    table = await ada.lay_table()
    await together(ada.come(table, "red.giver"), zoe.come(table, "red.guesser"))
    field = zoe.page.get_by_label(zoe.t("talk.say"))
    await field.fill("¡Hola <b>all</b>!")
    await field.press("Enter")
    await expect(ada.page.get_by_text("¡Hola <b>all</b>!")).to_be_visible()


async def test_starting_without_a_place_asks_whether_to_sit(guest: Guests) -> None:
    ada = await guest(phone=True, language="fr")
    await ada.come(await ada.lay_table())
    await ada.press_start()
    question = ada.page.get_by_role("dialog", name=ada.t("start.watch_or_sit"))
    await question.get_by_role("button", name=re.compile(ada.place_name("blue.guesser"))).click()
    await ada.playing()
    assert ada.state.you.place == "blue.guesser"
    assert not ada.known("assassin")


async def test_whoever_would_rather_watch_sees_no_key(guest: Guests) -> None:
    ada = await guest()
    await ada.come(await ada.lay_table())
    await ada.press_start()
    await ada.button("start.watch", within=ada.page.get_by_role("dialog")).click()
    await ada.playing()
    assert ada.state.you.place is None
    assert not any(any(card.known) for card in ada.game.cards)


async def test_two_who_follow_a_link_to_duet_sit_across_from_each_other(guest: Guests) -> None:
    """From the front page to the game: a tap on the tile, a name and a tap for each, and one to start."""
    ada, bo = await guest(phone=True), await guest(phone=True)
    await ada.go("/")
    await ada.page.get_by_role("button", name=re.compile("^" + ada.t("edition.duet"))).click()
    await ada.page.get_by_label(ada.t("door.name")).fill(ada.name)
    await ada.button("door.enter").click()
    await ada.until(lambda state: state.you.place)
    await bo.come(ada.page.url.rpartition("/")[2])
    await bo.until(lambda state: state.you.place)
    assert {ada.state.you.place, bo.state.you.place} == {"a", "b"}
    await ada.until(lambda state: all(person.place for person in state.people) and len(state.people) == 2)
    await ada.press_start()
    await together(ada.playing(), bo.playing())


async def test_two_on_one_side_of_duet_are_asked_first(guest: Guests) -> None:
    ada, bo = await guest(), await guest(phone=True)
    table = await ada.lay_table(edition="duet")
    await ada.come(table, "a")
    await bo.come(table, "a")
    await ada.button("lobby.bot", within=ada.place("b")).click()
    await ada.page.get_by_role("dialog").get_by_role("button", name=re.compile(ada.t("manner.bold_name"))).click()
    await ada.until(lambda state: len(state.people) == 3)
    await ada.press_start()
    question = ada.page.get_by_role("dialog", name=ada.t("start.one_side"))
    await question.get_by_role("button", name=re.compile(bo.name)).click()
    await together(ada.playing(), bo.playing())
    assert (ada.state.you.place, bo.state.you.place) == ("a", "b")
    assert not any(person.bot for person in ada.state.people)


async def test_how_bots_play_is_set_with_one_tap(guest: Guests) -> None:
    ada, bo = await guest(phone=True, language="de"), await guest()
    table = await ada.lay_table()
    await together(ada.come(table, "red.giver"), bo.come(table))
    await expect(ada.radio("level.even")).to_be_checked()
    await ada.radio("level.easy").click()
    await bo.until(lambda state: state.table.settings.level == "easy")
    await ada.page.get_by_role("switch", name=ada.t("practice.label")).click()
    await bo.until(lambda state: state.table.settings.practice)
    assert ada.state.you.place == "red.giver"  # nobody loses a place by it
    await expect(bo.radio("level.easy")).to_have_count(0)  # the host's affair
    await expect(bo.page.get_by_test_id("agreement")).to_contain_text(bo.t("level.easy"))


@pytest.mark.rule("G12")
@pytest.mark.parametrize("language", LANGUAGES)
async def test_all_may_read_what_was_agreed_before_and_during_the_game(guest: Guests, language: str) -> None:
    ada, bo = await guest(language=language), await guest(language=language, phone=True)
    table = await ada.lay_table(
        edition="duet",
        options={"tokens": 11, "zero": True, "several_clues": True},
        decks=["classic", "duet"],
        referee="strict",
        clue_options=["allow_hyphen"],
        clock={"clue": 120, "guess": 90},
        practice=True,
        pace="human",
    )
    t = bo.t
    agreed = (
        t("edition.duet"), t("agreed.tokens", count=11), t("option.zero"), t("option.several_clues"),
        t("create.referee_strict"), t("clue_option.allow_hyphen"), t("agreed.clue", time="2:00"),
        t("agreed.guess", time="1:30"), t("create.pace_human"), t("practice.label"),
    )  # fmt: skip
    await ada.come(table)
    await bo.come(table)
    for sentence in agreed:
        await expect(bo.page.get_by_test_id("agreement")).to_contain_text(sentence)
    await ada.press_start()
    await bo.playing()
    await bo.button("table.menu").click()
    for sentence in agreed:
        await expect(bo.page.get_by_role("dialog").get_by_test_id("agreement")).to_contain_text(sentence)
