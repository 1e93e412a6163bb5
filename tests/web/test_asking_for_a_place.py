"""Journey 11: coming to a game that runs. One asks, those who have a say answer with one tap, and nobody slips in."""

from __future__ import annotations

import pytest
from playwright.async_api import Locator, expect

from tests.web.guests import Guests
from tests.web.player import Player, begin
from tests.web.test_duet import seat_duet
from tests.web.words import LANGUAGES

ON_DEVICES = [(language, phone) for language in LANGUAGES for phone in (True, False)]


async def seat_two(guest: Guests, language: str, *, phone: bool = False) -> tuple[Player, Player, str]:
    """A game together: a spymaster, and an operative on such a device."""
    giver, guesser = await guest(language=language), await guest(language=language, phone=phone)
    table = await giver.lay_table(mode="coop")
    await begin(table, {"giver": giver, "guesser": guesser})
    return giver, guesser, table


def asked(player: Player, who: Player, place: str) -> Locator:
    """The strip that says who would like to join in."""
    sentence = player.t("admit.asks", who=who.name, place=player.place_name(place))
    return player.desk.get_by_role("status").filter(has_text=sentence)


def place_button(player: Player, place: str) -> Locator:
    return player.desk.get_by_role("button", name=player.place_name(place), exact=True)


async def ask(player: Player, table: str, place: str) -> None:
    await player.come(table)
    await expect(player.desk).to_contain_text(player.t("admit.ask"))
    await place_button(player, place).click()
    await player.until(lambda state: state.requests)


@pytest.mark.parametrize(("language", "phone"), ON_DEVICES)
async def test_an_operative_lets_somebody_join_in(guest: Guests, language: str, phone: bool) -> None:
    giver, guesser, table = await seat_two(guest, language, phone=phone)
    place = guesser.state.you.place or ""
    late = await guest(language=language, phone=not phone)
    await ask(late, table, place)
    await expect(late.desk).to_contain_text(
        late.t("admit.mine", place=late.place_name(place), names=guesser.name), use_inner_text=True
    )
    assert not late.state.you.place
    await expect(asked(guesser, late, place)).to_be_visible()
    await expect(asked(giver, late, place)).to_have_count(0)
    await guesser.button("admit.agree", within=guesser.desk).click()
    await late.until(lambda state: state.you.place == place)
    await expect(asked(guesser, late, place)).to_have_count(0)
    await giver.give(3)
    await late.touch(late.one(giver.game.starts or "", giver))


@pytest.mark.parametrize(("language", "phone"), ON_DEVICES)
async def test_a_no_is_told_and_stands_for_a_while(guest: Guests, language: str, phone: bool) -> None:
    _giver, guesser, table = await seat_two(guest, language, phone=phone)
    place = guesser.state.you.place or ""
    late = await guest(language=language, phone=not phone)
    await ask(late, table, place)
    await guesser.button("admit.decline", within=asked(guesser, late, place)).click()
    await expect(late.page.get_by_text(late.t("admit.declined"))).to_be_visible()
    await place_button(late, place).click()
    await expect(late.page.get_by_text(late.t("problem.declined"))).to_be_visible()
    assert not late.state.you.place and not guesser.state.requests


async def test_who_thinks_better_of_it_takes_the_question_back(guest: Guests) -> None:
    _giver, guesser, table = await seat_two(guest, "en")
    place = guesser.state.you.place or ""
    late = await guest()
    await ask(late, table, place)
    await expect(asked(guesser, late, place)).to_be_visible()
    await late.button("admit.withdraw", within=late.desk).click()
    await expect(asked(guesser, late, place)).to_have_count(0)
    await expect(late.page.get_by_text(late.t("admit.declined"))).to_have_count(0)
    await expect(place_button(late, place)).to_be_visible()


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_private_window_is_known_for_what_it_looks_like(guest: Guests, language: str) -> None:
    """Ada's partner is asked by somebody at Ada's address with Ada's browser, and both sides have to agree."""
    ada, bo = await seat_duet(guest, language)
    table = ada.state.table.id
    window = await guest(language=language, phone=True)
    for player in (ada, window):
        await player.context.set_extra_http_headers({"x-forwarded-for": "10.99.0.1"})
    await ada.page.reload()
    await ada.playing()
    await ask(window, table, "b")
    strip = asked(bo, window, "b")
    await expect(strip).to_contain_text(bo.t("admit.looks_like", names=ada.name))
    assert all('"looks_like":[]' in text for text in window.heard if "looks_like" in text)
    assert not [text for player in (ada, bo, window) for text in player.heard if "10.99.0.1" in text]
    await bo.button("admit.agree", within=strip).click()
    await expect(bo.desk).to_contain_text(bo.t("admit.waits", names=ada.name), use_inner_text=True)
    assert window.state.you.place is None and not window.known("green")
    await ada.button("admit.decline", within=asked(ada, window, "b")).click()
    await window.until(lambda state: not state.requests)
    assert window.state.you.place is None and not window.known("green")


@pytest.mark.parametrize("phone", [True, False])
async def test_who_knows_the_key_answers_when_nobody_guesses(guest: Guests, phone: bool) -> None:
    ada, bo = await seat_duet(guest)
    late = await guest(phone=phone)
    await ada.give(1)
    await ask(late, ada.state.table.id, "b")
    await expect(asked(ada, late, "b")).to_contain_text(ada.t("admit.later"))
    await bo.button("admit.agree", within=asked(bo, late, "b")).click()
    await bo.touch(bo.one("bystander", ada))
    await ada.button("admit.agree", within=asked(ada, late, "b")).click()
    await late.until(lambda state: state.you.place == "b")
    assert late.known("green", face=1)


async def test_who_left_by_mistake_returns_without_asking(guest: Guests) -> None:
    _giver, guesser, table = await seat_two(guest, "de", phone=True)
    place = guesser.state.you.place or ""
    await guesser.button("table.menu").click()
    await guesser.button("table.leave").click()
    await guesser.button("table.leave_yes").click()
    await guesser.come(table)
    await place_button(guesser, place).click()
    await guesser.until(lambda state: state.you.place == place)
