"""Journey 5: Duet on two phones."""

from __future__ import annotations

import re

import pytest
from playwright.async_api import expect

from tests.web.guests import Guests
from tests.web.player import Player, begin, together
from tests.web.words import LANGUAGES


async def seat_duet(guest: Guests, language: str = "en", **settings: object) -> tuple[Player, Player]:
    ada, bo = await guest(language=language, phone=True), await guest(language=language, phone=True)
    table = await ada.lay_table(edition="duet", **settings)
    await begin(table, {"a": ada, "b": bo})
    return ada, bo


@pytest.mark.parametrize("language", LANGUAGES)
async def test_two_phones_find_all_fifteen(guest: Guests, language: str) -> None:
    ada, bo = await seat_duet(guest, language)
    assert len(ada.known("green")) == len(bo.known("green")) == 9
    await expect(ada.page.get_by_role("img", name=ada.t("table.tokens", count=9))).to_be_visible()
    clue = await ada.give(9)
    await bo.until(lambda state: state.legal("guess"))
    await expect(bo.page.get_by_test_id("clue")).to_contain_text(clue)
    while ada.known("green"):
        await bo.touch(bo.one("green", ada))
        await ada.until(lambda state: state.ply == bo.state.ply)
    # All of Ada's are found: that is announced, and from now on only Bo gives clues.
    assert ada.situation.completed == ("a",)
    for player in (ada, bo):
        await expect(player.page.get_by_test_id("announcer")).to_contain_text(
            player.t("event.side_completed", side=ada.name)
        )
    await bo.give(6)
    await ada.until(lambda state: state.legal("guess"))
    while not ada.situation.end:
        await ada.touch(ada.one("green", bo))
        await bo.until(lambda state: state.ply == ada.state.ply)
    end = ada.situation.end
    for player in (ada, bo):
        await expect(player.page.get_by_role("heading", name=player.t("ending.won"))).to_be_visible()
        await expect(player.page.get_by_text(player.t(f"score.duet_{end.step}"))).to_be_visible()


async def test_tokens_lie_where_they_were_earned(guest: Guests) -> None:
    ada, bo = await seat_duet(guest, "fr")
    await bo.give(1)  # whoever speaks first, begins
    await ada.until(lambda state: state.legal("guess"))
    card = bo.known("bystander")[0]
    await ada.touch(card)
    await bo.until(lambda state: state.legal("guess") or state.legal("clue") or state.ply == 2)
    assert ada.game.cards[card].marks == ("a",)
    for player in (ada, bo):
        await expect(player.card(card).locator('[data-side="a"]')).to_be_visible()
        await expect(player.page.get_by_role("img", name=player.t("table.tokens", count=8))).to_be_visible()
    assert card not in ada.state.legal("guess")


@pytest.mark.rule("D16")
@pytest.mark.parametrize("language", LANGUAGES)
async def test_who_gives_a_clue_may_insist_and_the_partner_is_told(guest: Guests, language: str) -> None:
    ada, bo = await seat_duet(guest, language, referee="strict")
    word = ada.game.cards[0].face
    await ada.page.get_by_label(ada.t("compose.word")).fill(word)
    await ada.button("compose.insist").click()
    await bo.until(lambda state: state.legal("challenge"))
    told = bo.page.get_by_test_id("overruled")
    await expect(told).to_contain_text(bo.t("objection.overruled"))
    await expect(told).to_contain_text(word)
    await bo.button("ui.close", within=told).click()
    await expect(told).to_have_count(0)
    await bo.button("table.challenge").click()
    await bo.button("table.challenge_yes").click()
    await expect(bo.page.get_by_role("img", name=bo.t("table.tokens", count=8))).to_be_visible()
    await bo.touch(bo.one("green", ada))


@pytest.mark.rule("D9", "D12")
async def test_a_found_card_keeps_its_token_and_says_who_found_it(guest: Guests) -> None:
    ada, bo = await seat_duet(guest, "de")
    await bo.give(1)
    await ada.until(lambda state: state.legal("guess"))
    card = next(index for index in bo.known("bystander") if index in ada.known("green"))
    await ada.touch(card)
    await ada.give(1)
    await bo.until(lambda state: state.legal("guess"))
    await bo.touch(card)
    for player in (ada, bo):
        await player.until(lambda state: state.game.cards[card].cover)  # type: ignore[union-attr]
        back = player.card(card).locator(".back")
        await expect(back.locator('.token[data-side="a"]')).to_be_visible()
        await expect(back.locator('.seal[data-side="b"]')).to_be_visible()
        await expect(player.card(card)).to_have_accessible_name(re.compile(player.t("card.found_by", side="B")))


@pytest.mark.rule("G7")
async def test_the_log_says_whose_clue_it_was(guest: Guests) -> None:
    ada, bo = await seat_duet(guest)
    first = await bo.give(1)
    await ada.touch(ada.one("bystander", bo))
    second = await ada.give(1)
    await bo.until(lambda state: len(state.game.log) == 2)  # type: ignore[union-attr]
    await bo.button("table.log").click()
    lines = bo.page.get_by_role("dialog").get_by_role("listitem")
    for line, clue, giver, side in ((lines.nth(1), first, bo, "b"), (lines.nth(0), second, ada, "a")):
        await expect(line).to_contain_text(clue)
        await expect(line).to_contain_text(giver.name)
        await expect(line.locator(f'.seal[data-side="{side}"]')).to_be_visible()


@pytest.mark.rule("D13", "D15")
async def test_a_complete_side_stays_marked_and_the_log_tells_of_sudden_death(guest: Guests) -> None:
    ada, bo = await seat_duet(guest, options={"tokens": 1})
    await ada.give(9)
    await bo.until(lambda state: state.legal("guess"))
    while ada.known("green"):
        await bo.touch(bo.one("green", ada))
        await ada.until(lambda state: state.ply == bo.state.ply)
    for player in (ada, bo):
        mark = player.page.get_by_test_id("completed")
        await expect(mark).to_be_visible()
        await expect(mark.locator('.seal[data-side="a"]')).to_be_visible()
    card = bo.known("bystander")[0]
    await ada.touch(card)
    await expect(ada.page.get_by_role("region", name=ada.t("ending.label"))).to_contain_text(
        ada.t("ending.misses", count=1)
    )
    await ada.button("table.log").click()
    log = ada.page.get_by_role("dialog")
    await expect(log).to_contain_text(ada.t("table.log_sudden_death"))
    await expect(log).to_contain_text(ada.card_name(card))


async def test_whoever_guesses_is_told_whose_key_counts(guest: Guests) -> None:
    """One's own key is there for the next clue, but it is not the one by which one's touches are judged."""
    ada, bo = await seat_duet(guest, "fr")
    quiet, loud = bo.page.locator(".wash.quiet"), bo.page.locator(".wash:not(.quiet)")
    await expect(quiet).to_have_count(0)
    await ada.give(2)
    await bo.until(lambda state: state.legal("guess"))
    await expect(loud).to_have_count(0)
    assert await quiet.count() == 25
    await expect(bo.desk).to_contain_text(bo.t("table.judged", who=ada.name))
    await expect(ada.page.locator(".wash.quiet")).to_have_count(0)
    await bo.touch(bo.one("bystander", ada))
    await expect(quiet).to_have_count(0)


async def test_sudden_death_has_its_tension(guest: Guests) -> None:
    ada, bo = await seat_duet(guest, "de", options={"tokens": 1})
    await ada.give(1)
    await bo.until(lambda state: state.legal("guess"))
    await bo.touch(bo.one("bystander", ada))
    await together(*(player.until(lambda state: state.game.situation.sudden_death) for player in (ada, bo)))  # type: ignore[union-attr]
    for player in (ada, bo):
        await expect(player.page.get_by_text(player.t("stamp.sudden_death"), exact=True)).to_be_attached()
        await expect(player.page.get_by_label(player.t("compose.word"))).to_have_count(0)
    await bo.touch(bo.one("green", ada))
    await bo.touch(bo.one("assassin", ada))
    for player in (ada, bo):
        await expect(player.page.get_by_role("heading", name=player.t("ending.lost"))).to_be_visible()


async def test_a_mission_lays_out_its_tokens(guest: Guests) -> None:
    ada, _bo = await seat_duet(guest, options={"mission": "cairo"})
    tokens = ada.situation.tokens
    assert tokens and (tokens.bystander, tokens.closed) == (5, 4)
    await expect(ada.page.get_by_role("img", name=ada.t("table.tokens_two", bystander=5, closed=4))).to_be_visible()


async def test_duet_with_pictures(guest: Guests) -> None:
    ada, bo = await seat_duet(guest, decks=["pictures"])
    assert all(card.alt for card in ada.game.cards) and len(ada.game.cards) == 25
    await ada.give(1)
    await bo.until(lambda state: state.legal("guess"))
    await bo.touch(bo.one("green", ada))
    await expect(bo.button("table.stop", within=bo.desk)).to_be_visible()
