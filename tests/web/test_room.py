"""Journey 9: around one screen, with phones for the spymasters; and one device that goes round."""

from __future__ import annotations

import re

import pytest
from playwright.async_api import expect

from tests.web.guests import Guests
from tests.web.player import Player, together

TELEVISION = {"viewport": {"width": 1920, "height": 1080}}


async def test_a_television_and_phones_as_keys(guest: Guests) -> None:
    red, blue = await guest(phone=True, language="de"), await guest(phone=True, language="de")
    operatives, television = await guest(language="de"), await guest(language="de", **TELEVISION)
    table = await red.lay_table(mode="trio")
    await red.come(table, "red.giver")
    await television.go(f"/t/{table}/screen")
    await expect(television.page.get_by_role("img", name=television.t("invite.qr"))).to_be_visible()
    await together(blue.come(table, "blue.giver"), operatives.come(table, "guesser"))
    await expect(television.page.get_by_text(blue.name)).to_be_visible()
    await red.start()
    await television.until(lambda state: state.running)
    giver = red if red.game.starts == "red" else blue
    clue = await giver.give(1)
    await expect(television.page.get_by_test_id("clue")).to_contain_text(clue)
    await operatives.until(lambda state: state.legal("guess"))
    card = giver.known("bystander")[0]
    await operatives.touch(card)
    await television.until(lambda state: state.game.cards[card].cover)  # type: ignore[union-attr]
    await expect(television.page.get_by_role("button")).to_have_count(0)  # it only shows
    assert not any(any(seen.known) for seen in television.game.cards)
    assert not television.state.you.joined


@pytest.mark.parametrize("language, listed", [("en", False), ("de", True)])
async def test_six_letters_typed_on_a_television_open_it(guest: Guests, language: str, listed: bool) -> None:
    """The menu says where and what; a private table and a public one alike."""
    ada, television = await guest(phone=True, language=language), await guest(language=language, **TELEVISION)
    table = await ada.lay_table(listed=listed)
    await ada.come(table, "red.giver")
    await ada.start()
    await ada.button("table.menu").click()
    menu = ada.page.get_by_role("dialog")
    await ada.button("table.screen", within=menu).click()
    code = str(await ada.page.get_by_test_id("code").text_content())
    address = ada.address.removeprefix("http://") + "/tv"
    await expect(menu).to_contain_text(ada.t("invite.television", address=address, code=code))
    assert re.fullmatch("[A-Z]{6}", code)
    await television.page.goto("http://" + address)
    await expect(television.page.get_by_label(television.t("screen.code"))).to_be_focused()
    await television.page.keyboard.type(code.lower())  # the last letter is enough
    await expect(television.page).to_have_url(f"{ada.address}/t/{table}/screen")
    await television.until(lambda state: state.running and state.game)
    assert not television.state.you.joined
    assert not any(any(seen.known) for seen in television.game.cards)


async def test_a_television_is_told_of_a_wrong_code(guest: Guests) -> None:
    television = await guest(**TELEVISION)
    await television.go("/tv")
    await television.page.get_by_label(television.t("screen.code")).press_sequentially("QQQQQQ")
    await expect(television.page.get_by_text(television.t("problem.no_such_code"))).to_be_visible()
    await expect(television.page.get_by_label(television.t("screen.code"))).to_have_value("")
    television.forgive()  # the browser's own complaint about the answer


async def test_the_television_of_a_spymasters_browser_knows_nothing(guest: Guests) -> None:
    """A spymaster who opens the television on the same laptop must not show the key to the room."""
    ada = await guest()
    table = await ada.lay_table()
    await ada.come(table, "red.giver")
    await ada.start()
    assert ada.known("assassin")
    ada.heard.clear()
    await ada.go(f"/t/{table}/screen")
    await ada.until(lambda state: state.you.place is None)
    assert not any(any(card.known) for card in ada.game.cards)


async def test_one_device_goes_round(guest: Guests) -> None:
    ada = await guest(phone=True, language="fr")
    await ada.go("/pass")
    await ada.button("pass.begin").click()
    await take(ada)
    giver = await seen_key(ada)
    await ada.page.get_by_label(ada.t("compose.word")).fill("quartz")
    await ada.button("compose.give").click()
    # Everybody may look at what an operative sees: no curtain, and no key.
    await expect(ada.page.get_by_test_id("clue")).to_be_visible()
    await expect(ada.page.locator(".wash")).to_have_count(0)
    ours, other = giver
    await ada.card(ours).click()
    await ada.button("table.do_guess", within=ada.desk).click()
    await ada.card(other).click()
    await ada.button("table.do_guess", within=ada.desk).click()
    await take(ada)  # the other team's spymaster
    await expect(ada.page.get_by_label(ada.t("compose.word"))).to_be_visible()
    await ada.page.reload()
    await take(ada)  # after a reload the curtain is down again
    await expect(ada.page.get_by_label(ada.t("compose.word"))).to_be_visible()


async def test_the_next_game_on_one_device_begins_behind_the_curtain(guest: Guests) -> None:
    ada = await guest(phone=True)
    await ada.go("/pass")
    await ada.radio("edition.duet").click()
    await ada.button("pass.begin").click()
    await take(ada)
    washes = await ada.page.locator(".wash").evaluate_all("(washes) => washes.map((wash) => wash.dataset.colour)")
    await ada.page.get_by_label(ada.t("compose.word")).fill("quartz")
    await ada.button("compose.give").click()
    await take(ada)  # the partner guesses
    await ada.card(washes.index("black")).click()
    await ada.button("table.do_guess", within=ada.desk).click()
    await ada.button("ending.again").click()
    await take(ada)


async def test_people_on_one_device_are_called_by_where_they_sit_now(guest: Guests) -> None:
    """Places go round after a game, and nobody is "Red spymaster" who guesses."""
    ada = await guest(phone=True, language="fr")
    await ada.go("/pass")
    await ada.button("pass.begin").click()
    for game in (1, 2):
        await take(ada)
        giver, assassin = f"{ada.situation.turn}.giver", await on_key(ada, "black")
        await ada.page.get_by_label(ada.t("compose.word")).fill("quartz")
        await ada.button("compose.give").click()
        clue = ada.page.get_by_test_id("clue")
        await expect(clue).to_contain_text(ada.t("table.clue_by", who=ada.place_name(giver)))
        if game == 1:
            await ada.card(assassin).click()
            await ada.button("table.do_guess", within=ada.desk).click()
            await ada.button("ending.again").click()


@pytest.mark.rule("T15", "T17")
async def test_the_other_spymaster_on_one_device_is_asked_and_may_object(guest: Guests) -> None:
    ada = await guest(phone=True)
    await ada.go("/pass")
    await ada.button("pass.begin").click()
    await take(ada)
    asking = ada.situation.turn
    other = "blue" if asking == "red" else "red"
    word = ada.page.get_by_label(ada.t("compose.word"))
    await word.fill("quartz")
    await ada.button("compose.ask").click()
    await expect(ada.button("pass.i_am", place=ada.place_name(f"{other}.giver"))).to_be_visible()
    await take(ada)
    await ada.button("question.decline").click()
    await expect(ada.button("pass.i_am", place=ada.place_name(f"{asking}.giver"))).to_be_visible()
    await take(ada)
    await expect(word).to_have_value("quartz")  # it may be given all the same
    await ada.button("compose.give").click()
    await ada.button("table.challenge").click()
    await ada.button("table.challenge_yes").click()
    await ada.button("objection.accept").click()  # those whose clue it was sit around the same device
    await ada.until(lambda state: bool(state.game and state.game.log and state.game.log[0].status == "invalid"))


async def take(player: Player) -> None:
    """The curtain hides everything until somebody says that they hold the device."""
    await expect(player.page.get_by_text(player.t("pass.alone"))).to_be_visible()
    await expect(player.page.locator("[data-card]")).to_have_count(0)
    await player.button("pass.i_am").first.click()


async def seen_key(player: Player) -> tuple[int, int]:
    """One card of the side to move, and one bystander, as the page shows them."""
    return await on_key(player, str(player.situation.turn)), await on_key(player, "sand")


async def on_key(player: Player, colour: str) -> int:
    """The first card of this colour, as the page shows the key."""
    washes = await player.page.locator("[data-card]").evaluate_all(
        "(cards) => cards.map((card) => card.querySelector('.wash')?.dataset.colour)"
    )
    assert len(washes) == 25 and None not in washes
    return int(washes.index(colour))
