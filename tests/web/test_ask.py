"""A mind at the real table: words are typed in on a phone, and the real referee and the real Bureau are asked."""

from __future__ import annotations

import json
import re
from random import Random
from typing import Any

import pytest
from playwright.async_api import Request, expect

from deckname.cards.library import deck
from deckname.gadget.keys import KeyCard, new_card, other_face
from tests.web.guests import Guests
from tests.web.player import Player
from tests.web.real_table import lay, open_ask, paste, turn_to, words_of
from tests.web.test_accessibility import sideways, small_targets, violations


async def check(player: Player) -> None:
    """For those who listen, and for fingers."""
    await player.settled()
    assert await violations(player) + await small_targets(player) + await sideways(player) == []


def watch(player: Player) -> list[Request]:
    """What leaves the phone from now on."""
    sent: list[Request] = []
    player.page.on("request", lambda request: sent.append(request) if request.method == "POST" else None)
    return sent


def shown(key: KeyCard) -> list[str]:
    return list(key.shown)


async def test_fields_fill_as_one_types_and_complete_from_the_deck(guest: Guests) -> None:
    ada = await guest(phone=True, language="fr")
    await open_ask(ada)
    fields = ada.page.get_by_role("group", name=ada.t("ask.words")).get_by_role("combobox")
    await expect(fields).to_have_count(25)
    options = ada.page.locator("datalist option")
    cards = deck("fr", "classic").cards
    await expect(options).to_have_count(sum(1 + bool(card.back) for card in cards))
    await fields.nth(0).fill("orange")
    await fields.nth(0).press("Enter")
    await expect(fields.nth(1)).to_be_focused()
    await expect(ada.button("ask.missing")).to_be_disabled()
    await fields.nth(1).fill("Orange")
    await paste(ada, ["orange", *words_of("fr")[:23]], " ; ")
    await expect(ada.page.get_by_role("button", name=ada.t("ask.twice", word="Orange"))).to_be_disabled()
    await fields.nth(1).fill(words_of("fr")[24])
    await expect(ada.button("ask.lay")).to_be_enabled()
    await ada.page.reload()
    await expect(fields.nth(0)).to_have_value("orange")  # a reload costs nobody 25 words


@pytest.mark.parametrize("language", ["en", "fr", "de"])
async def test_the_referee_is_asked_about_a_clue_that_was_said(guest: Guests, language: str) -> None:
    ada = await guest(phone=True, language=language)
    words = words_of(language)
    await lay(ada, words)
    sent = watch(ada)
    await ada.page.get_by_label(ada.t("ask.clue"), exact=True).fill(words[4].lower())
    await ada.button("ask.is_it_allowed").click()
    verdict = ada.page.get_by_test_id("verdict")
    await expect(verdict).to_contain_text(re.compile(re.escape(words[4]), re.IGNORECASE))
    await expect(verdict).to_have_class(re.compile("invalid"))
    assert [request.url.rpartition("/api/")[2] for request in sent] == ["ask/referee"]
    await check(ada)
    await ada.card(4).click()
    await ada.page.get_by_role("button", name=ada.t("identity.bystander"), exact=True).click()
    await ada.button("ask.is_it_allowed").click()
    await expect(verdict).to_have_text(re.compile(re.escape(ada.t("compose.valid"))))


async def test_a_bot_gives_a_clue_by_the_key_of_a_code(guest: Guests) -> None:
    """The key leaves the phone for this question alone, and the screen says so before."""
    ada = await guest(phone=True, language="de")
    await lay(ada, words_of("de"))
    sent = watch(ada)
    await turn_to(ada, "spymaster")
    await expect(ada.page.get_by_text(ada.t("ask.key_leaves"))).to_be_visible()
    code = ada.page.get_by_label(ada.t("ask.code"), exact=True)
    key = new_card("classic", Random(5))
    await code.fill(key.code[:5] + ("C" if key.code[5] != "C" else "F"))
    await ada.button("ask.send_key").click()
    await expect(ada.page.get_by_role("alert")).to_have_text(ada.t("key_error.wrong_check"))
    await code.fill(new_card("duet", Random(5)).code)
    await ada.button("ask.send_key").click()
    other = ada.t("key_error.other_edition", edition=ada.t("edition.duet"), wanted=ada.t("edition.classic"))
    await expect(ada.page.get_by_role("alert")).to_have_text(other)
    assert not sent
    await code.fill(key.code.lower())
    await ada.page.get_by_role("radio", name=ada.t("side.blue"), exact=True).check()
    await ada.button("ask.send_key").click()
    spoken = ada.page.get_by_test_id("spoken")
    await expect(spoken).to_have_text(re.compile(r"\w+\s*\d"))
    await check(ada)
    (question,) = [body(request) for request in sent]
    assert question["key"] == shown(key) and question["side"] == "blue"
    await ada.button("ask.said").click()
    await expect(ada.page.get_by_role("region", name=ada.t("ask.log")).get_by_role("listitem")).to_have_count(1)
    assert key.code not in json.dumps(await ada.page.evaluate("() => ({ ...localStorage, ...sessionStorage })"))


async def test_a_bot_touches_card_after_card(guest: Guests) -> None:
    """It names a card, hears that it was right, names the next, and stops; no key is ever sent."""
    ada = await guest(phone=True, language="en")
    words = ["PIANO", "GUITAR", "DRUM", *(word for word in words_of("en") if word not in ("PIANO", "GUITAR", "DRUM"))][
        :25
    ]
    await lay(ada, words)
    sent = watch(ada)
    await turn_to(ada, "operative")
    await ada.page.get_by_label(ada.t("ask.clue"), exact=True).fill("orchestra")
    await ada.button("ask.what_touch").click()
    touch = ada.page.get_by_test_id("touch")
    named = []
    for _ in range(4):
        await expect(touch).to_contain_text(
            re.compile(f"{re.escape(ada.t('ask.would_touch'))}|{re.escape(ada.t('ask.would_stop'))}")
        )
        card = touch.locator("strong")
        name = await card.inner_text()
        if name == ada.t("ask.would_stop"):
            break
        await expect(touch).to_contain_text("%")
        named.append(name)
        if len(named) == 1:
            await check(ada)
        await ada.button("ask.right").click()
        await expect(card).not_to_have_text(name)
    assert named[0] in words[:3] and len(set(named)) == len(named)
    assert await card.inner_text() == ada.t("ask.would_stop")
    line = ada.page.get_by_role("region", name=ada.t("ask.log")).get_by_role("listitem")
    await expect(line).to_contain_text(", ".join(named))
    assert len(sent) == len(named) + 1
    for request in sent:
        assert request.url.endswith("/api/ask/operative")
        assert "key" not in body(request)


async def test_a_wrong_touch_is_told_and_ends_the_turn(guest: Guests) -> None:
    ada = await guest(language="fr")
    words = words_of("fr")
    await lay(ada, words)
    await turn_to(ada, "operative")
    await ada.page.get_by_label(ada.t("ask.clue"), exact=True).fill("musique")
    await ada.button("ask.what_touch").click()
    name = await ada.page.get_by_test_id("touch").locator("strong").inner_text()
    await ada.button("ask.wrong").click()
    await ada.page.get_by_role("button", name=ada.t("identity.blue"), exact=True).click()
    await expect(ada.card(words.index(name))).to_have_accessible_name(f"{name}, {ada.t('identity.blue')}")
    await expect(ada.page.get_by_test_id("touch")).to_be_empty()


async def test_a_duet_partner_made_of_paper_and_wits(guest: Guests) -> None:
    """The code says which face the bot plays by; only that face is sent. Tokens and marks count."""
    ada = await guest(phone=True, language="de")
    await lay(ada, words_of("de", "duet"), "duet")
    sent = watch(ada)
    first = new_card("duet", Random(8))
    second = other_face(first)
    assert second
    await ada.card(3).click()
    await ada.page.get_by_role("button", name=ada.t("ask.token_of", side=ada.t("side.a")), exact=True).click()
    await ada.page.get_by_label(ada.t("ask.tokens")).fill("6")
    await turn_to(ada, "spymaster")
    await ada.page.get_by_label(ada.t("ask.code"), exact=True).fill(second.code)
    await ada.button("ask.send_key").click()
    if second.shown[3] == "bystander":  # a token of A's lies where B's face has a bystander
        await expect(ada.page.get_by_test_id("spoken")).to_have_attribute("data-side", "b")
    else:
        await expect(ada.page.get_by_text(ada.t("problem.other_key"))).to_be_visible()
        ada.forgive()
    (question,) = [body(request) for request in sent]
    assert question["key"] == shown(second) and question["side"] == "b"
    assert question["tokens"] == 6 and question["marks"][3] == ["a"]


async def test_pictures_are_named_by_our_names_or_in_any_words(guest: Guests) -> None:
    ada = await guest(phone=True, language="fr")
    cards = deck("fr", "pictures").cards
    await open_ask(ada, "pictures")
    options = ada.page.locator("datalist option")
    await expect(options).to_have_count(2 * len(cards))
    names = [await options.nth(at).get_attribute("value") or "" for at in range(19)]
    await paste(ada, [*names, "un chat sur un toit"])
    await ada.button("ask.lay").click()
    await expect(ada.page.locator("[data-card] img")).to_have_count(19)
    sent = watch(ada)
    await turn_to(ada, "operative")
    await ada.page.get_by_label(ada.t("ask.clue"), exact=True).fill("maison")
    await ada.button("ask.what_touch").click()
    await expect(ada.page.get_by_test_id("touch").locator("strong")).to_be_visible()
    asked = body(sent[0])["cards"]
    assert [card.startswith("picture:") for card in asked] == [True] * 19 + [False]


async def test_a_sixteen_card_board_on_the_smallest_phone(guest: Guests) -> None:
    ada = await guest(phone=True, language="de", viewport={"width": 320, "height": 568})
    await open_ask(ada, "family-easy")
    await check(ada)
    names = [card.back for card in deck("de", "family").cards[:16]]
    await paste(ada, names)
    await ada.button("ask.lay").click()
    await expect(ada.page.locator("[data-card]")).to_have_count(16)
    assert await ada.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    await check(ada)


async def test_everything_can_be_done_with_a_keyboard(guest: Guests) -> None:
    ada = await guest(language="en")
    await lay(ada, words_of("en"))
    await ada.card(0).focus()
    await ada.page.keyboard.press("ArrowRight")
    await expect(ada.card(1)).to_be_focused()
    await ada.page.keyboard.press("Enter")
    await expect(ada.page.get_by_role("dialog")).to_be_visible()
    await ada.page.keyboard.press("Escape")
    await expect(ada.page.get_by_role("dialog")).to_have_count(0)
    word = ada.page.get_by_label(ada.t("ask.clue"), exact=True)
    await word.fill("moment")
    await word.press("Enter")
    await expect(ada.page.get_by_test_id("verdict")).to_be_visible()


def body(request: Request) -> dict[str, Any]:
    return dict(request.post_data_json)
