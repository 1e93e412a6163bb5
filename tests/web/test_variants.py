"""Every variant and option, as people choose and play it: from the form where a table is laid to what it does there.

What a test is not about is set up by program. Clocks have a module of their own: test_clocks.py.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import pytest
from playwright.async_api import Locator, expect

from deckname.client import connect
from tests.web.guests import Guests
from tests.web.player import Player, begin, together

Settings = dict[str, Any]


async def two_together(guest: Guests, **settings: object) -> tuple[Player, Player]:
    """A spymaster and an operative against nobody: the smallest table of two teams' rules."""
    giver, guesser = await guest(), await guest(phone=True)
    await begin(await giver.lay_table(mode="coop", **settings), {"giver": giver, "guesser": guesser})
    return giver, guesser


async def duet(guest: Guests, **settings: object) -> tuple[Player, Player]:
    ada, bo = await guest(phone=True, language="fr"), await guest(phone=True, language="fr")
    await begin(await ada.lay_table(edition="duet", **settings), {"a": ada, "b": bo})
    return ada, bo


async def give_with(player: Player, presses: str, word: str) -> None:
    """A clue whose number is reached with the arrows, from the one that is proposed."""
    lines = len(player.game.log)
    await player.page.get_by_label(player.t("compose.word")).fill(word)
    await player.page.get_by_role("spinbutton", name=player.t("compose.number")).press(presses)
    await player.button("compose.give").click()
    await player.until(lambda state: state.game and len(state.game.log) > lines)


async def open_drawer(player: Player, name: str) -> None:
    await press(player.page.locator("summary").filter(has_text=re.compile("^" + re.escape(player.t(name)))))


async def press(what: Locator) -> None:
    """Scrolled away from the edge, where the button that lays the table lies over the form."""
    await what.evaluate("(found) => found.scrollIntoView({ block: 'center' })")
    await what.click()


# ---------------------------------------------------------------------------------------------------------------------
# They are chosen where a table is laid


@pytest.mark.parametrize(
    "edition, switches, agreed",
    [
        (
            "classic",
            ["zero", "unlimited", "assassin_last", "gentle"],
            dict.fromkeys(("zero", "unlimited", "assassin_last", "gentle"), True),
        ),
        ("pictures", ["gentle"], {"gentle": False}),  # the edition proposes it: a tap declines
        ("duet", ["zero", "several_clues"], {"zero": True, "several_clues": True}),
    ],
)
async def test_variants_are_switched_in_the_form(
    guest: Guests, edition: str, switches: list[str], agreed: Mapping[str, bool]
) -> None:
    ada = await guest(phone=True, language="de")
    await ada.go("/new")
    await ada.radio(f"edition.{edition}").click()
    await open_drawer(ada, "create.variants")
    for switch in switches:
        await press(ada.page.get_by_role("switch", name=ada.t(f"option.{switch}")))
    await ada.button("create.open").click()
    await ada.until(lambda state: state.table)
    options = ada.state.table.settings.options
    assert {name: getattr(options, name) for name in agreed} == dict(agreed)


@pytest.mark.rule("K17")
@pytest.mark.parametrize("edition", ["classic", "pictures", "family-easy", "duet"])
async def test_the_form_offers_the_agreements_about_clues_that_the_edition_knows(guest: Guests, edition: str) -> None:
    ada = await guest(language="fr")
    await ada.go("/new")
    catalogue = await (await ada.context.request.get(f"{ada.address}/api/catalogue")).json()
    known = next(each["clue_options"] for each in catalogue["editions"] if each["id"] == edition)
    await ada.radio(f"edition.{edition}").click()
    await open_drawer(ada, "create.referee")
    for name in ("allow_multiword", "allow_acronyms", "allow_hyphen", "allow_sounds", "forbid_shape", "flexible"):
        switch = ada.page.get_by_role("switch", name=ada.t(f"clue_option.{name}"))
        await expect(switch).to_have_count(int(name in known))
        if name in known:
            await press(switch)
    await ada.button("create.open").click()
    await ada.until(lambda state: state.table)
    assert set(ada.state.table.settings.clue_options) == set(known)


# ---------------------------------------------------------------------------------------------------------------------
# Numbers


@pytest.mark.rule("T12", "T14")
async def test_zero(guest: Guests) -> None:
    giver, guesser = await two_together(guest, options={"zero": True})
    await give_with(giver, "ArrowDown", "quartz")
    assert giver.game.log[0].number == 0
    await expect(guesser.page.get_by_text(guesser.t("table.guesses_unlimited")).first).to_be_visible()
    await guesser.touch(guesser.one(giver.game.starts or "", giver))
    await expect(guesser.button("table.stop", within=guesser.desk)).to_be_visible()


@pytest.mark.rule("T13", "T14")
async def test_unlimited(guest: Guests) -> None:
    giver, guesser = await two_together(guest, options={"unlimited": True})
    numbers = giver.state.legal("clue")
    assert numbers[-1] == "unlimited"
    picker = giver.page.get_by_role("spinbutton", name=giver.t("compose.number"))
    for _ in numbers[1:]:
        await picker.press("ArrowUp")
    await expect(picker).to_have_attribute("aria-valuetext", giver.t("compose.unlimited"))
    await give_with(giver, "ArrowUp", "quartz")
    await expect(guesser.page.get_by_test_id("clue")).to_contain_text("∞")
    await expect(guesser.page.get_by_text(guesser.t("table.guesses_unlimited")).first).to_be_visible()


@pytest.mark.rule("T14")
async def test_without_them_neither_number_is_there(guest: Guests) -> None:
    giver, _guesser = await two_together(guest)
    picker = giver.page.get_by_role("spinbutton", name=giver.t("compose.number"))
    await picker.press("ArrowDown")
    await expect(picker).to_have_attribute("aria-valuenow", "1")
    for _ in range(30):
        await picker.press("ArrowUp")
    await expect(picker).to_have_attribute("aria-valuenow", "25")


# ---------------------------------------------------------------------------------------------------------------------
# How games end, and what a challenge costs


@pytest.mark.rule("P7")
async def test_assassin_last(guest: Guests) -> None:
    giver, guesser = await two_together(guest, options={"assassin_last": True})
    us = giver.game.starts or ""
    await giver.give(1)
    await guesser.touch(guesser.one("assassin", giver))
    for player in (giver, guesser):
        await expect(player.page.get_by_test_id("last-stretch")).to_be_visible()
    await guesser.touch(guesser.one(us, giver))
    await guesser.button("table.stop", within=guesser.desk).click()
    await expect(guesser.desk).to_contain_text(guesser.t("stretch.stop"))  # it would lose, and asks
    assert not guesser.situation.end
    await guesser.button("stretch.go_on", within=guesser.desk).click()
    while not guesser.situation.end:
        await guesser.touch(guesser.one(us, giver))
    await expect(guesser.page.get_by_role("heading", name=guesser.t("ending.won"))).to_be_visible()


async def three(guest: Guests, **settings: object) -> tuple[Player, Player, Player]:
    """Who gives the first clue, the other spymaster, and the operative of both."""
    red, blue, both = await guest(language="fr"), await guest(language="fr"), await guest(language="fr", phone=True)
    await begin(await red.lay_table(mode="trio", **settings), {"red.giver": red, "blue.giver": blue, "guesser": both})
    return (red, blue, both) if red.game.starts == "red" else (blue, red, both)


@pytest.mark.rule("T15")
@pytest.mark.parametrize("gentle", [True, False])
async def test_gentle(guest: Guests, gentle: bool) -> None:
    giver, other, _both = await three(guest, options={"gentle": gentle})
    await giver.give(1)
    await objected(other, giver)
    if gentle:
        await giver.give(1, "sonate")
        assert [line.status for line in giver.game.log] == ["invalid", "given"]
    else:
        await other.until(lambda state: state.legal("cover"))
        await other.cover(other.state.legal("cover")[0])
        await other.until(lambda state: state.legal("clue"))


async def objected(objector: Player, giver: Player) -> None:
    """And whose clue it was accepts it."""
    await objector.button("table.challenge").click()
    await objector.button("table.challenge_yes").click()
    await giver.button("objection.accept").click()
    await giver.until(lambda state: state.game and state.game.log[0].status == "invalid")


# ---------------------------------------------------------------------------------------------------------------------
# Duet


@pytest.mark.rule("D18")
async def test_several_clues(guest: Guests) -> None:
    ada, bo = await duet(guest, options={"several_clues": True})
    for ply in (0, 2):
        await ada.give(1)
        await bo.until(lambda state: state.legal("guess"))
        await bo.touch(next(card for card in ada.known("bystander") if card in bo.state.legal("guess")))
        await together(*(player.until(lambda state, now=ply: state.ply == now + 2) for player in (ada, bo)))
        for player in (ada, bo):
            await expect(player.page.get_by_label(player.t("compose.word"))).to_be_visible()


@pytest.mark.rule("D3", "M2")
@pytest.mark.parametrize(
    "options, shown, details",
    [
        ({"tokens": 10}, "table.tokens", {"count": 10}),
        ({"tokens": 11}, "table.tokens", {"count": 11}),
        ({"tokens": 9, "mistakes": 5}, "table.tokens_two", {"bystander": 5, "closed": 4}),
    ],
)
async def test_tokens(guest: Guests, options: Settings, shown: str, details: dict[str, int]) -> None:
    for player in await duet(guest, options=options):
        await expect(player.page.get_by_role("img", name=player.t(shown, **details))).to_be_visible()


@pytest.mark.rule("D3")
async def test_tokens_are_chosen_in_the_form(guest: Guests) -> None:
    ada = await guest(phone=True, language="fr")
    await ada.go("/new?edition=duet")
    await open_drawer(ada, "create.variants")
    tokens = ada.page.get_by_role("group", name=ada.t("create.tokens"))
    await press(tokens.get_by_role("radio", name="11"))
    await ada.button("create.open").click()
    await ada.until(lambda state: state.table)
    assert ada.state.table.settings.options.tokens == 11


# ---------------------------------------------------------------------------------------------------------------------
# The next game


@pytest.mark.rule("P8", "G10")
async def test_other_faces(guest: Guests) -> None:
    """The same cards, turned over."""
    giver, guesser = await two_together(guest)
    before = [card.face for card in giver.game.cards]
    await giver.give(1)
    await guesser.touch(guesser.one("assassin", giver))
    await giver.button("ending.other_faces").click()
    await dealt_again(giver)
    decks = await (await giver.context.request.get(f"{giver.address}/api/decks/en/classic")).json()
    other = {face: next(one for one in pair if one != face) for pair in decks["cards"] for face in pair}
    assert sorted(card.face for card in giver.game.cards) == sorted(other[face] for face in before)


async def dealt_again(host: Player) -> None:
    await host.until(lambda state: state.running and state.game and state.game.number == 2)


@pytest.mark.rule("G10")
async def test_what_was_agreed_is_changed_before_the_game(guest: Guests) -> None:
    ada = await guest(language="de")
    await ada.come(await ada.lay_table(), "red.giver")
    await ada.button("lobby.change").click()
    dialog = ada.page.get_by_role("dialog")
    await ada.radio("edition.pictures", within=dialog).click()
    await dialog.get_by_text(ada.t("create.variants"), exact=True).click()
    await dialog.get_by_role("switch", name=ada.t("option.zero")).click()
    await ada.button("ui.save", within=dialog).click()
    await ada.until(lambda state: state.table.settings.edition == "pictures")
    assert ada.state.table.settings.options.zero
    await expect(ada.page.get_by_text(ada.t("option.zero")).first).to_be_visible()


# ---------------------------------------------------------------------------------------------------------------------
# What counts as a clue


CLUES: list[tuple[str, str, str, str]] = [
    ("fr", "classic", "allow_multiword", "Léonard de Vinci"),
    ("fr", "classic", "allow_acronyms", "OVNI"),
    ("en", "pictures", "allow_multiword", "new york"),
    ("fr", "pictures", "allow_hyphen", "chemin de fer"),
    ("de", "pictures", "allow_acronyms", "UFO"),
    ("fr", "duet", "allow_hyphen", "arc-en-ciel"),
    ("de", "duet", "flexible", "Der Herr der Ringe"),
]


@pytest.mark.rule("K9", "K10", "K12", "K13", "K14", "K15", "K17")
@pytest.mark.parametrize("language, edition, option, clue", CLUES)
async def test_a_clue_that_has_to_be_agreed_upon(
    guest: Guests, language: str, edition: str, option: str, clue: str
) -> None:
    for agreed in ([], [option]):
        giver = await alone_with_the_referee(guest, language, edition=edition, clue_options=agreed)
        assert (await what_the_referee_says(giver, clue) == "valid") is bool(agreed)
    await giver.button("compose.give").click()
    await giver.until(lambda state: state.game and state.game.log and state.game.log[0].word.lower() == clue.lower())


@pytest.mark.rule("P6")
async def test_harder_refuses_what_speaks_of_shapes(guest: Guests) -> None:
    for harder in ([], ["forbid_shape"]):
        giver = await alone_with_the_referee(guest, "de", edition="pictures", clue_options=harder)
        assert await what_the_referee_says(giver, "rund") == ("invalid" if harder else "valid")
    await giver.button("compose.give").click()
    await expect(giver.page.get_by_test_id("verdict")).to_have_class(re.compile("invalid"))
    assert not giver.game.log


SOUNDS = {"KNIGHT": "night", "PLANE": "plain", "WHALE": "wail", "ROSE": "rows", "CELL": "sell", "STEEL": "steal",
          "WAVE": "waive", "PIER": "peer", "RING": "wring", "SOLE": "soul", "TIDE": "tied", "WEEK": "weak",
          "CENT": "scent", "CAST": "caste", "BASS": "base", "CHORD": "cord", "BOW": "beau", "HALL": "haul"}  # fmt: skip


@pytest.mark.rule("K4")
async def test_what_only_sounds_like_a_word_on_the_table(guest: Guests) -> None:
    for agreed in ([], ["allow_sounds"]):
        giver, sound = await someone_with_a_homophone(guest, agreed)
        assert (await what_the_referee_says(giver, sound) == "valid") is bool(agreed)


async def someone_with_a_homophone(guest: Guests, agreed: list[str]) -> tuple[Player, str]:
    """New cards, until there is a word among them that another one sounds like."""
    giver = await guest()
    settings: Settings = {"mode": "coop", "referee": "strict", "clue_options": agreed}
    while True:
        table = await giver.lay_table(**settings)
        async with await connect(giver.address, table, token=await giver.token(), name=giver.name) as program:
            await program.sit("red.giver" if "red.giver" in {at.id for at in program.state.places} else "giver")
            await program.start(bots=True)
            faces = {card.face for card in program.state.game.cards} if program.state.game else set()
        if found := sorted(faces & SOUNDS.keys()):
            await giver.go(f"/t/{table}")
            await giver.playing()
            return giver, SOUNDS[found[0]]


async def alone_with_the_referee(guest: Guests, language: str, **settings: object) -> Player:
    giver = await guest(language=language, phone=True)
    mode = "teams" if settings["edition"] == "duet" else "coop"
    table = await giver.lay_table(mode=mode, referee="strict", pace="human", **settings)
    await begin(table, {"a" if mode == "teams" else "giver": giver})
    return giver


async def what_the_referee_says(giver: Player, clue: str) -> str:
    await giver.page.get_by_label(giver.t("compose.word")).fill(clue)
    verdict = giver.page.get_by_test_id("verdict")
    await expect(verdict).to_have_class(re.compile(r"\b(valid|ask|invalid)\b"))
    found = re.search(r"\b(valid|ask|invalid)\b", await verdict.get_attribute("class") or "")
    assert found
    return found[1]
