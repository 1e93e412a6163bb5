"""Journey 8: alone, with bots in every other seat."""

from __future__ import annotations

import pytest
from playwright.async_api import expect

from tests.web.guests import Guests
from tests.web.player import Player
from tests.web.words import LANGUAGES


async def play_on(player: Player) -> None:
    """Whatever is asked of us, until it is over. Where either side may move, bots are asked to."""
    while True:
        await player.until(lambda state: state.game.situation.end or state.my_turn)  # type: ignore[union-attr]
        if player.situation.end:
            return
        if player.situation.turn is None and not player.situation.sudden_death:
            await let_begin(player)
        elif player.state.legal("clue"):
            await player.give(1)
        elif cards := player.state.legal("cover"):
            await player.cover(cards[0])
        elif player.state.legal("stop"):
            await player.stop()
        else:
            await player.touch(player.state.legal("guess")[0])


async def let_begin(player: Player) -> None:
    """They wait for us, unless they need not."""
    ply = player.state.ply
    await player.button("table.let_begin").click()
    await player.until(lambda state: state.ply > ply)


@pytest.mark.rule("D4")
@pytest.mark.parametrize("language", LANGUAGES)
async def test_the_first_clue_of_duet_is_free_for_both_and_taken_from_nobody(guest: Guests, language: str) -> None:
    ada = await guest(language=language, phone=True)
    await ada.come(await ada.lay_table(edition="duet"), "a")
    await ada.start()
    (bot,) = [person for person in ada.state.people if person.bot]
    await expect(ada.status).to_have_text(ada.t("turn.you_or_clue", who=bot.name))
    field = ada.page.get_by_label(ada.t("compose.word"))
    await field.press_sequentially("quar", delay=50)
    await expect(ada.button("table.let_begin")).to_have_count(0)
    await expect(field).to_have_value("quar")
    await field.fill("")
    await let_begin(ada)
    await expect(ada.page.get_by_test_id("clue")).to_be_visible()


@pytest.mark.rule("T16")
async def test_a_bot_guesses_at_once_where_the_clue_is_fine_with_us(guest: Guests) -> None:
    """At a human pace it leaves the time to object; that need not be waited for."""
    while True:
        ada, bob = await guest(), await guest(phone=True)
        table = await ada.lay_table(pace="human")
        await ada.come(table, "red.giver")
        await bob.come(table, "blue.giver")
        await ada.start()
        await bob.playing()
        if ada.game.starts == "red":
            break
    await ada.give(2)
    await bob.until(lambda state: state.legal("challenge"))
    assert ada.state.may.count("nod") == 0
    await bob.button("table.nod").click()
    await ada.until(lambda state: state.game.log[-1].touched)  # type: ignore[union-attr]


@pytest.mark.parametrize(
    "language, edition, place",
    [
        ("en", "classic", "red.guesser"),
        ("fr", "classic", "blue.giver"),
        ("de", "duet", "a"),
    ],
)
@pytest.mark.parametrize("phone", [True], ids=["phone"])
async def test_a_whole_game_among_bots(guest: Guests, language: str, edition: str, place: str, phone: bool) -> None:
    assert language in LANGUAGES
    ada = await guest(language=language, phone=phone)
    await ada.come(await ada.lay_table(edition=edition), place)
    await ada.start()
    assert sum(person.bot is not None for person in ada.state.people) == len(ada.state.places) - 1
    await play_on(ada)
    await expect(ada.page.get_by_role("region", name=ada.t("ending.label"))).to_be_visible()
    assert any(person.bot for person in ada.state.people)


async def test_in_practice_a_bot_explains_its_clue_once_the_turn_is_over(guest: Guests) -> None:
    while True:  # where blue begins, its bot may touch the assassin before red has its turn
        ada, bob = await guest(), await guest()
        table = await ada.lay_table(practice=True)
        await ada.come(table, "red.guesser")
        await bob.come(table, "blue.giver")
        await ada.start()
        await bob.playing()
        if ada.game.starts == "red":
            break
    await ada.until(lambda state: state.legal("guess"))
    (giver,) = [person for person in ada.state.people if person.place == "red.giver"]
    asks = ada.page.get_by_role("button", name=ada.t("table.ask_thought", name=giver.name))
    await expect(asks).to_have_count(0)
    await ada.touch(ada.one("bystander", of=bob))
    await asks.click()
    for said in ("table.meant_none", "table.thought_rest"):  # and not which other cards it had meant
        await expect(ada.page.get_by_role("dialog")).to_contain_text(ada.t(said))
    await ada.page.reload()
    await ada.playing()
    await expect(ada.page.get_by_role("button", name=ada.t.like("table.ask_thought"))).to_be_visible()
