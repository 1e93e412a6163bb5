"""Journeys 4, 6 and 7: two teams, two players against nobody, three players; words, pictures and treasures."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.async_api import Locator, expect

from tests.web.guests import Guests
from tests.web.player import Player, begin, together
from tests.web.words import LANGUAGES

PLACES = ("red.giver", "red.guesser", "blue.giver", "blue.guesser")


class Teams:
    """Four people at a table; `us` is the side that starts."""

    def __init__(self, players: dict[str, Player]) -> None:
        self.players = players
        someone = players["red.giver"]
        self.us = someone.game.starts or "red"
        self.them = "blue" if self.us == "red" else "red"

    def __getitem__(self, place: str) -> Player:
        side, _, role = place.partition(".")
        return self.players[f"{self.us if side == 'us' else self.them}.{role}"]

    @property
    def all(self) -> list[Player]:
        return list(self.players.values())

    async def all_at(self, ply: int) -> None:
        await together(*(player.until(lambda state: state.ply >= ply) for player in self.all))


async def seat_teams(guest: Guests, language: str = "en", **settings: object) -> Teams:
    """Spymasters on desktops, operatives on phones, and a game that runs."""
    players = await invite_teams(guest, language)
    await begin(await players["red.giver"].lay_table(**settings), players)
    return Teams(players)


async def invite_teams(guest: Guests, language: str) -> dict[str, Player]:
    return {place: await guest(language=language, phone="guesser" in place) for place in PLACES}


async def seat_teams_by_hand(guest: Guests, language: str, **settings: object) -> Teams:
    """Through the door and the lobby, as people come."""
    players = await invite_teams(guest, language)
    host = players["red.giver"]
    table = await host.lay_table(**settings)
    await host.come(table, "red.giver")
    await together(*(players[place].come(table, place) for place in PLACES[1:]))
    await host.start()
    await together(*(player.playing() for player in players.values()))
    return Teams(players)


def covered(player: Player, card: int) -> Locator:
    return player.card(card).and_(player.page.locator("[aria-label*=',']"))


# ---------------------------------------------------------------------------------------------------------------------
# A whole game


@pytest.mark.rule("X2")
@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_whole_game_of_two_teams(guest: Guests, language: str) -> None:
    teams = await seat_teams_by_hand(guest, language, referee="strict")
    giver, guesser = teams["us.giver"], teams["us.guesser"]
    assert len(giver.known(teams.us)) == 9 and not guesser.known(teams.us)
    await expect(giver.status).to_have_text(re.compile(re.escape(giver.t("turn.you_clue"))))
    await expect(guesser.status).to_contain_text(giver.name)
    own = giver.page.get_by_role("group", name=giver.t("compose.own", count=9))
    await expect(own.get_by_role("button")).to_have_count(9)

    # The referee looks over the shoulder: a word that lies on the table is no clue.
    await giver.page.get_by_label(giver.t("compose.word")).fill(giver.game.cards[0].face)
    verdict = giver.page.get_by_test_id("verdict")
    await expect(verdict).to_have_class(re.compile("invalid"))
    await expect(verdict).not_to_contain_text("*")
    clue = await giver.give(2)
    await expect(guesser.page.get_by_test_id("clue")).to_contain_text(clue)
    await expect(guesser.status).to_contain_text(guesser.t("turn.you_guess"))

    # One right, then a bystander: the turn is over.
    await guesser.touch(guesser.one(teams.us, giver))
    await guesser.touch(guesser.one("bystander", giver))
    await teams.all_at(3)
    await expect(teams["them.giver"].status).to_contain_text(giver.t("turn.you_clue"))

    # The others find one of ours, which ends their turn and counts for us.
    await teams["them.giver"].give(1)
    await teams["them.guesser"].touch(teams["them.guesser"].one(teams.us, giver))
    await teams.all_at(5)
    assert giver.situation.left[teams.us] == 7

    # Keyboard, press and hold, and two taps: three ways to touch.
    await giver.give(7)
    await guesser.until(lambda state: state.legal("guess"))
    await touch_by_keyboard(guesser, guesser.one(teams.us, giver))
    await touch_by_holding(guesser, guesser.one(teams.us, giver))
    await touch_by_two_taps(guesser, guesser.one(teams.us, giver))
    while not guesser.situation.end:
        await guesser.touch(guesser.one(teams.us, giver))
    await everybody_sees_the_end(teams)


def _all_is_shown(state: Any) -> bool:
    return bool(state.game and state.game.situation.end and all(any(card.known) for card in state.game.cards))


async def everybody_sees_the_end(teams: Teams) -> None:
    await together(*(player.until(_all_is_shown) for player in teams.all))
    for player in teams.all:
        won = (
            any(seat.startswith(teams.us) for seat in player.state.you.place.split())
            if player.state.you.place
            else False
        )
        await expect(
            player.page.get_by_role("heading", name=player.t("ending.won" if won else "ending.lost"))
        ).to_be_visible()
    host = teams.players["red.giver"]
    before = [card.face for card in host.game.cards]
    await host.button("ending.again").click()
    await together(*(player.until(lambda state: state.running and state.game.number == 2) for player in teams.all))  # type: ignore[union-attr]
    assert [card.face for card in host.game.cards] != before


async def touch_by_keyboard(player: Player, card: int) -> None:
    ply = player.state.ply
    await player.card(card).focus()
    await player.page.keyboard.press("Enter")
    await expect(player.card(card)).to_have_attribute("aria-pressed", "true")
    await confirm_when_not_a_slip(player, lambda: player.page.keyboard.press("Enter"), ply)


async def touch_by_two_taps(player: Player, card: int) -> None:
    ply = player.state.ply
    await player.card(card).tap()
    await expect(player.card(card)).to_have_attribute("aria-pressed", "true")
    await confirm_when_not_a_slip(player, player.card(card).tap, ply)


async def confirm_when_not_a_slip(player: Player, again, ply: int) -> None:  # type: ignore[no-untyped-def]
    """A second tap within a blink is taken for a slip of the finger."""
    await player.page.evaluate("new Promise((resolve) => setTimeout(resolve, 300))")
    await again()
    await player.until(lambda state: state.ply > ply)


async def touch_by_holding(player: Player, card: int) -> None:
    ply = player.state.ply
    box = await player.card(card).bounding_box()
    assert box
    await player.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    await player.page.mouse.down()
    await player.until(lambda state: state.ply > ply)
    await player.page.mouse.up()


TIME_STANDS_STILL = "() => { const now = performance.now(); performance.now = () => now }"


async def test_one_tap_touches_nothing(guest: Guests) -> None:
    teams = await seat_teams(guest)
    giver, guesser = teams["us.giver"], teams["us.guesser"]
    await giver.give(1)
    await guesser.until(lambda state: state.legal("guess"))
    card = giver.known("assassin")[0]
    await guesser.page.evaluate(TIME_STANDS_STILL)
    await guesser.card(card).dblclick()  # a nervous finger
    await guesser.page.evaluate("delete performance.now")
    await expect(guesser.card(card)).to_have_attribute("aria-pressed", "true")
    other = giver.known(teams.us)[0]
    await guesser.touch(other)  # picking another card drops the first
    assert guesser.game.cards[card].cover is None


# ---------------------------------------------------------------------------------------------------------------------
# What happens on the way


async def test_the_assassin_ends_it(guest: Guests) -> None:
    teams = await seat_teams(guest, "fr")
    giver, guesser = teams["us.giver"], teams["us.guesser"]
    await giver.give(1)
    await guesser.until(lambda state: state.legal("guess"))
    await guesser.touch(guesser.one("assassin", giver))
    await expect(guesser.page.get_by_role("heading", name=guesser.t("ending.lost"))).to_be_visible()
    await expect(guesser.page.get_by_text(guesser.t("stamp.burned"))).to_be_attached()  # it lands, and fades
    await expect(teams["them.guesser"].page.get_by_role("heading", name=guesser.t("ending.won"))).to_be_visible()


async def test_pencil_marks_carry_names(guest: Guests) -> None:
    teams = await seat_teams(guest)
    giver, guesser = teams["us.giver"], teams["us.guesser"]
    await giver.give(2)
    await guesser.until(lambda state: state.legal("guess"))
    await guesser.card(3).click()
    await guesser.button("table.pencil", within=guesser.desk).click()
    await guesser.until(lambda state: state.pencil)
    await expect(guesser.card(3)).to_have_accessible_name(re.compile(guesser.name))
    await guesser.card(3).click()
    await guesser.button("table.unpencil", within=guesser.desk).click()
    await guesser.until(lambda state: not state.pencil)


async def object_to(player: Player) -> None:
    """To the clue on the table."""
    await player.until(lambda state: state.legal("challenge"))
    await player.button("table.challenge").click()
    await player.button("table.challenge_yes").click()
    await expect(player.page.get_by_test_id("objection")).to_be_visible()


@pytest.mark.rule("T15", "T16")
@pytest.mark.parametrize("language", LANGUAGES)
async def test_what_one_side_objects_to_and_the_other_stands_by_the_table_decides(guest: Guests, language: str) -> None:
    teams = await seat_teams(guest, language)
    ours, mate, theirs = teams["us.giver"], teams["us.guesser"], teams["them.giver"]
    await ours.give(1)
    await object_to(teams["them.guesser"])
    for player in teams.all:
        objection = player.page.get_by_test_id("objection")
        await expect(objection).to_contain_text(teams["them.guesser"].name)
        await expect(objection).to_contain_text(player.t("compose.valid"))
        await expect(player.status).to_contain_text(player.t("turn.objection"))
    assert not mate.state.legal("guess")
    await ours.button("objection.stand").click()
    await theirs.button("objection.valid").click()
    how = theirs.t("objection.by_spymasters")
    await expect(theirs.page.get_by_text(theirs.t("objection.stands", how=how))).to_be_visible()
    await mate.touch(mate.one("bystander", ours))

    await theirs.give(1)
    await object_to(ours)
    await ours.button("objection.withdraw").click()
    await teams["them.guesser"].until(lambda state: state.legal("guess"))
    assert not ours.state.legal("challenge")


@pytest.mark.rule("G14")
@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_touch_is_taken_back_when_the_others_agree(guest: Guests, language: str) -> None:
    teams = await seat_teams(guest, language)
    ours, mate, them = teams["us.giver"], teams["us.guesser"], teams["them.guesser"]
    await ours.give(1)
    card = mate.one("bystander", ours)
    await mate.touch(card)
    await mate.button("table.menu").click()
    await mate.button("take_back.ask").click()
    asked = them.page.get_by_test_id("take-back")
    await expect(asked).to_contain_text(mate.name)
    await expect(mate.button("objection.withdraw")).to_be_visible()
    await them.button("take_back.agree", within=asked).click()
    seen = mate.t("card.seen", identity=mate.t("identity.bystander"))
    for player in (mate, them):  # it lies open again, and everybody remembers
        await expect(player.card(card)).to_have_accessible_name(re.compile(re.escape(seen)))
        await expect(player.card(card).locator(".seen")).to_be_visible()
    await mate.button("table.log").click()
    await expect(mate.page.get_by_text(mate.t("table.log_taken_back"))).to_be_visible()
    await mate.page.keyboard.press("Escape")
    await mate.touch(card)
    await expect(mate.card(card).locator(".seen")).to_have_count(0)
    await expect(asked).to_have_count(0)


async def test_a_clue_is_challenged_and_costs_a_card(guest: Guests) -> None:
    teams = await seat_teams(guest, "de")
    ours, theirs = teams["us.giver"], teams["them.giver"]
    await ours.give(1)
    for waives in (True, False):
        challenger, giver = (theirs, ours) if waives else (ours, theirs)
        await object_to(challenger)
        await giver.button("objection.accept").click()
        await challenger.until(lambda state: state.legal("cover"))
        if waives:
            await challenger.button("table.waive").click()
            await teams["us.guesser"].until(lambda state: state.legal("guess"))
            await teams["us.guesser"].touch(teams["us.guesser"].one("bystander", ours))
            await theirs.until(lambda state: state.legal("clue"))
            await theirs.give(1)
        else:
            await challenger.cover(challenger.known(teams.us)[0])
            await challenger.until(lambda state: state.legal("clue"))
    assert ours.situation.left[teams.us] == 8
    await expect(ours.page.get_by_text(ours.t("table.invalid")).first).to_be_visible()


async def test_spymasters_ask_each_other_unseen(guest: Guests) -> None:
    teams = await seat_teams(guest, referee="advise")
    ours, theirs, guesser = teams["us.giver"], teams["them.giver"], teams["us.guesser"]
    await ours.page.get_by_label(ours.t("compose.word")).fill("quartz")
    await ours.button("compose.ask").click()
    await theirs.button("question.agree").click()
    await ours.until(lambda state: state.question and state.question.answer)
    await expect(ours.page.get_by_text(ours.t.like("question.mine_agreed"))).to_be_visible()
    assert not any("quartz" in frame for frame in guesser.heard)


async def test_stopping_is_a_choice_after_one_guess(guest: Guests) -> None:
    teams = await seat_teams(guest)
    giver, guesser = teams["us.giver"], teams["us.guesser"]
    await giver.give(3)
    await guesser.until(lambda state: state.legal("guess"))
    await expect(guesser.button("table.stop", within=guesser.desk)).to_have_count(0)
    await guesser.touch(guesser.one(teams.us, giver))
    await guesser.stop()
    await teams["them.giver"].until(lambda state: state.legal("clue"))
    await guesser.button("table.log").click()
    log = guesser.page.get_by_role("dialog")
    await expect(log).to_contain_text(guesser.game.log[0].word)
    touched = guesser.game.log[0].touched[0].card
    await expect(log).to_contain_text(guesser.card_name(touched))


async def test_the_host_ends_a_game_for_everybody(guest: Guests) -> None:
    teams = await seat_teams(guest)
    host = teams.players["red.giver"]
    await host.button("table.menu").click()
    await host.button("table.abandon").click()
    await host.button("table.abandon_yes").click()
    for player in teams.all:
        await expect(player.page.get_by_role("heading", name=player.t("ending.abandoned"))).to_be_visible()


# ---------------------------------------------------------------------------------------------------------------------
# Pictures and family


@pytest.mark.parametrize(
    "edition, language, grid",
    [("pictures", "fr", (5, 4)), ("family-easy", "de", (4, 4)), ("family-advanced", "en", (5, 5))],
)
async def test_a_whole_game_with_pictures(guest: Guests, edition: str, language: str, grid: tuple[int, int]) -> None:
    teams = await seat_teams(guest, language, edition=edition, faces="front")
    giver, guesser = teams["us.giver"], teams["us.guesser"]
    assert (giver.game.columns, giver.game.rows) == grid
    await all_pictures_are_drawn(guesser)
    await giver.give(len(giver.known(teams.us)))
    await guesser.until(lambda state: state.legal("guess"))
    await zoom(guesser, giver.known(teams.us)[0])
    await touch_close_up(guesser, guesser.one(teams.us, giver))
    while not guesser.situation.end:
        await guesser.touch(guesser.one(teams.us, giver))
    await expect(guesser.page.get_by_role("heading", name=guesser.t("ending.won"))).to_be_visible()


async def all_pictures_are_drawn(player: Player) -> None:
    for index, card in enumerate(player.game.cards):
        assert card.alt
        await expect(player.card(index)).to_have_accessible_name(re.compile("^" + re.escape(card.alt)))
    await player.page.wait_for_function(
        "() => [...document.querySelectorAll('[data-card] .front img')].every((picture) => picture.naturalWidth)"
    )
    assert await player.page.locator("[data-card] .front img").count() == len(player.game.cards)


async def close_up(player: Player, card: int) -> Locator:
    await player.card(card).hover()
    await player.page.mouse.down()
    dialog = player.page.get_by_role("dialog", name=player.card_name(card))
    await expect(dialog.get_by_role("img", name=player.card_name(card))).to_be_visible()
    await player.page.mouse.up()
    return dialog


async def touch_close_up(player: Player, card: int) -> None:
    dialog = await close_up(player, card)
    await player.button("table.do_guess_drawn", within=dialog).click()
    await player.until(lambda state: state.game.cards[card].cover)  # type: ignore[union-attr]
    await expect(dialog).to_have_count(0)


async def zoom(player: Player, card: int) -> None:
    """A long press shows the picture close up, and touches nothing."""
    ply = player.state.ply
    dialog = await close_up(player, card)
    await player.button("ui.close", within=dialog).click()
    await expect(dialog).to_have_count(0)
    assert player.state.ply == ply


# ---------------------------------------------------------------------------------------------------------------------
# Two and three players


@pytest.mark.parametrize("edition", ["pictures", "classic"])
async def test_two_against_nobody(guest: Guests, edition: str) -> None:
    giver, guesser = await guest(language="fr"), await guest(language="fr", phone=True)
    table = await giver.lay_table(edition=edition, mode="coop")
    await begin(table, {"giver": giver, "guesser": guesser})
    us = giver.game.starts or ""
    await giver.give(1)
    await guesser.until(lambda state: state.legal("guess"))
    await guesser.touch(guesser.one("bystander", giver))
    await giver.until(lambda state: state.legal("cover"))
    await giver.cover(giver.state.legal("cover")[0])
    await giver.until(lambda state: state.legal("clue"))
    await giver.give(len(giver.known(us)))
    await guesser.until(lambda state: state.legal("guess"))
    while not guesser.situation.end:
        await guesser.touch(guesser.one(us, giver))
    end = guesser.situation.end
    assert end.score
    await expect(guesser.page.get_by_text(guesser.t(f"score.{edition}_{end.step}"))).to_be_visible()


async def test_three_players_with_one_operative_for_both(guest: Guests) -> None:
    red, blue, both = await guest(language="de"), await guest(language="de"), await guest(language="de", phone=True)
    table = await red.lay_table(mode="trio")
    await begin(table, {"red.giver": red, "blue.giver": blue, "guesser": both})
    givers = {"red": red, "blue": blue}
    first = red.game.starts or "red"
    second = "blue" if first == "red" else "red"
    await givers[first].give(1)
    await both.until(lambda state: state.legal("guess"))
    await both.touch(both.one("bystander", red))
    await givers[second].give(8)
    await both.until(lambda state: state.legal("guess"))
    while not both.situation.end:
        await both.touch(both.one(second, red))
    await expect(both.page.get_by_role("heading", name=both.t("ending.won"))).to_be_visible()
    await expect(givers[first].page.get_by_role("heading", name=both.t("ending.lost"))).to_be_visible()
