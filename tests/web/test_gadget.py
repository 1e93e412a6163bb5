"""A table with a real box on it: phones are key cards, with a network and without one."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import zxingcpp
from PIL import Image
from playwright.async_api import Browser, Locator, expect

from deckname.gadget.keys import BOXES, key_card, other_face, read_code
from tests.server.serving import Node
from tests.servers import Postgres
from tests.web.guests import Guests
from tests.web.player import Player
from tests.web.test_accessibility import tab_to
from tests.web.words import LANGUAGES

SCRIPT = 90_000
IDENTITIES = """() => [...document.querySelectorAll('[data-place]')]
  .sort((one, other) => one.dataset.place - other.dataset.place).map((field) => field.dataset.identity)"""


async def draw(player: Player, edition: str = "classic", starts: str | None = None) -> None:
    await player.go("/key")
    await draw_here(player, edition, starts)


async def draw_here(player: Player, edition: str, starts: str | None = None) -> None:
    await player.radio(f"edition.{edition}").check()
    if starts:
        await player.radio(f"side.{starts}").check()
    await player.button("gadget.draw").click()


async def type_code(player: Player, code: str) -> None:
    await player.page.get_by_label(player.t("gadget.code"), exact=True).fill(code)
    await player.button("gadget.open").click()


async def show(player: Player) -> None:
    await player.button("gadget.look").click()
    await expect(key(player)).to_be_visible()


def key(player: Player) -> Locator:
    return player.page.get_by_test_id("key")


async def identities(player: Player) -> list[str]:
    return list(await player.page.evaluate(IDENTITIES))


async def code_for_others(player: Player) -> str:
    """What the second phone is told."""
    await player.button("gadget.second").click()
    code = await player.page.get_by_test_id("code").inner_text()
    await player.page.keyboard.press("Escape")
    return code


def field(player: Player, place: int) -> Locator:
    return player.page.locator(f'[data-place="{place}"]')


def left(player: Player, identity: str) -> Locator:
    return player.page.locator(f'[data-left="{identity}"] .count')


@pytest.mark.rule("X1")
@pytest.mark.parametrize("edition", [edition for edition in BOXES if edition != "duet"])
async def test_two_phones_show_one_key(guest: Guests, edition: str) -> None:
    ada, bo = await guest(phone=True), await guest(phone=True, language="de")
    await draw(ada, edition)
    await show(ada)
    code = await code_for_others(ada)
    card = read_code(code)
    assert card.edition.id == edition
    assert await identities(ada) == list(card.shown)
    await bo.go("/k")
    await type_code(bo, code.lower().replace(" ", "-"))
    await show(bo)
    assert await identities(bo) == list(card.shown)
    assert await bo.page.locator(".light").count() == 4


async def test_who_starts_can_be_chosen(guest: Guests) -> None:
    ada = await guest(phone=True)
    await ada.go("/key")
    for side in ("red", "blue"):
        await draw_here(ada, "pictures", side)
        assert read_code(await code_for_others(ada)).starts == side
        await ada.button("gadget.new").click()


@pytest.mark.rule("X1", "D1")
async def test_faces_of_a_duet_key_stay_apart(guest: Guests) -> None:
    ada, bo = await guest(phone=True), await guest(phone=True)
    await draw(ada, "duet")
    await show(ada)
    told = await code_for_others(ada)  # the code that is shown is the other phone's
    card = read_code(told)
    assert card.face == 1
    assert await identities(ada) == list(card.key.layers[0])
    await bo.go("/key")
    await type_code(bo, told)
    await show(bo)
    assert await identities(bo) == list(card.key.layers[1])
    assert read_code(await code_for_others(bo)).face == 0
    # The wrong code on the wrong phone changes nothing; its own shows its own face again.
    await ada.button("gadget.new").click()
    await type_code(ada, told)
    await expect(ada.page.get_by_role("alert")).to_have_text(ada.t("gadget.other_face"))
    other = other_face(card)
    assert other
    await type_code(ada, other.code)
    await show(ada)
    assert await identities(ada) == list(card.key.layers[0])


@pytest.mark.parametrize("language", LANGUAGES)
async def test_what_is_no_code_is_told_why(guest: Guests, language: str) -> None:
    ada = await guest(phone=True, language=language)
    await ada.go("/key")
    good = key_card(77, 3).code
    swapped = next(good[:at] + good[at + 1] + good[at] + good[at + 2 :] for at in range(5) if good[at] != good[at + 1])
    for typed, code, details in (
        (swapped, "wrong_check", {}),
        (good[:5], "wrong_length", {"count": 5, "needed": 6}),
        (f"{good[:5]}A", "wrong_letter", {"letter": "A"}),
    ):
        await type_code(ada, typed)
        alert = ada.page.get_by_role("alert")
        await expect(alert).to_have_text(
            re.compile(re.escape(ada.t(f"key_error.{code}", **details)).replace("\u00a0", r"\s"))
        )
    await type_code(ada, good)
    await expect(ada.button("gadget.show")).to_be_visible()


async def test_a_camera_brings_the_same_key(guest: Guests, tmp_path: Path) -> None:
    ada, bo = await guest(phone=True), await guest(phone=True)
    await draw(ada)
    await show(ada)
    shown = await identities(ada)
    await ada.button("gadget.second").click()
    picture = tmp_path / "code.png"
    await ada.page.get_by_role("img", name=ada.t("gadget.qr")).screenshot(path=picture)
    with Image.open(picture) as image:
        (seen,) = zxingcpp.read_barcodes(image.convert("L"))
    await bo.page.goto(seen.text)
    await show(bo)
    assert await identities(bo) == shown
    assert not await bo.page.evaluate("location.hash")  # nobody reads the code over a shoulder


@pytest.mark.parametrize("leaving", ["visibilitychange", "pagehide", "blur"])
async def test_the_key_hides_when_the_page_is_left(guest: Guests, leaving: str) -> None:
    ada = await guest(phone=True)
    await draw(ada)
    await expect(key(ada)).to_have_count(0)
    await show(ada)
    gone = await ada.page.evaluate(LEAVE, leaving)
    assert gone, "in the very moment in which a phone takes a picture of its screen"
    await expect(ada.button("gadget.show")).to_be_visible()
    assert not await ada.page.locator("[data-identity]").count()


LEAVE = """(leaving) => {
  if (leaving === 'visibilitychange') Object.defineProperty(document, 'hidden', { get: () => true, configurable: true })
  const target = leaving === 'visibilitychange' ? document : window
  target.dispatchEvent(new Event(leaving))
  return !document.querySelector('[data-identity]')
}"""


async def test_one_press_shows_and_one_press_hides_and_reopening_shows_the_back(guest: Guests) -> None:
    ada = await guest(phone=True)
    await ada.context.add_init_script(
        "new MutationObserver(() => { if (document.querySelector('[data-identity]')) globalThis.flashed = true })"
        ".observe(document, { childList: true, subtree: true })"
    )
    await draw(ada)
    await ada.button("gadget.show").click()
    await expect(key(ada)).to_be_visible()
    assert await ada.page.evaluate("globalThis.flashed")
    await ada.button("gadget.hide").click()
    await expect(key(ada)).to_have_count(0)
    await show(ada)
    before = await identities(ada)
    await ada.page.reload()
    await expect(ada.button("gadget.show")).to_be_visible()
    await ada.settled()
    assert not await ada.page.evaluate("globalThis.flashed")
    await show(ada)
    assert await identities(ada) == before


async def test_marks_count_and_are_kept_and_taken_back(guest: Guests) -> None:
    ada = await guest(phone=True)
    await draw(ada, "classic", "red")
    await show(ada)
    of = await identities(ada)
    red = [place for place, identity in enumerate(of) if identity == "red"]
    await ada.button("gadget.clue").click()
    await expect(ada.page.get_by_text(ada.t("table.guesses_left", count=3))).to_be_visible()
    await field(ada, red[0]).click()
    await expect(ada.page.get_by_text(ada.t("table.guesses_left", count=2))).to_be_visible()
    await expect(left(ada, "red")).to_have_text("8")
    await expect(field(ada, red[0])).to_have_accessible_name(re.compile(ada.t("gadget.covered")))
    await field(ada, of.index("bystander")).click()
    await expect(ada.page.locator(".turn[data-left=blue]")).to_be_visible()
    await ada.page.reload()
    await expect(left(ada, "red")).to_have_text("8")
    await ada.button("gadget.undo").click()
    await expect(ada.page.locator(".turn[data-left=red]")).to_be_visible()
    await show(ada)
    for place in red[1:]:
        await field(ada, place).click()
        if not await ada.page.locator(".turn[data-left=red]").count() and place != red[-1]:
            await ada.button("gadget.stop").click()  # three guesses were all: blue passes
    await expect(ada.page.get_by_test_id("sentence")).to_have_text(ada.t("reason.all_found", winners=ada.t("side.red")))
    await ada.button("gadget.undo").click()
    await expect(left(ada, "red")).to_have_text("1")
    await field(ada, of.index("assassin")).click()
    await expect(ada.page.get_by_test_id("sentence")).to_contain_text(ada.t("side.blue"))


async def test_duet_counts_tokens_by_their_faces(guest: Guests) -> None:
    ada = await guest(phone=True)
    await ada.go("/key")
    await ada.radio("edition.duet").check()
    await ada.page.get_by_label(ada.t("create.mission")).select_option("berlin")
    await ada.button("gadget.draw").click()
    await show(ada)
    tokens = ada.page.locator(".tokens[role=img]")
    await expect(tokens).to_have_accessible_name(ada.t("table.tokens_two", bystander=2, closed=9))
    of = await identities(ada)
    bystander, agent = of.index("bystander"), of.index("green")
    await field(ada, bystander).click()
    await (
        ada.page.get_by_role("dialog").get_by_role("button", name=re.compile(ada.t("identity.bystander"))).first.click()
    )
    await expect(tokens).to_have_accessible_name(ada.t("table.tokens_two", bystander=1, closed=9))
    await expect(field(ada, bystander)).to_have_accessible_name(re.compile(ada.t("gadget.tried", side="B")))
    await field(ada, agent).click()
    dialog = ada.page.get_by_role("dialog")
    await dialog.get_by_role("button", name=ada.t("identity.green"), exact=True).click()
    await expect(left(ada, "green")).to_have_text("14")
    await ada.button("gadget.stop").click()
    await expect(tokens).to_have_accessible_name(ada.t("table.tokens_two", bystander=1, closed=8))


async def test_a_card_can_be_turned(guest: Guests) -> None:
    ada = await guest(phone=True)
    await draw(ada, "pictures")
    await show(ada)
    places = "() => [...document.querySelectorAll('[data-place]')].map((field) => Number(field.dataset.place))"
    assert (await ada.page.evaluate(places))[:5] == [0, 1, 2, 3, 4]
    await ada.button("gadget.turn").click()
    assert (await ada.page.evaluate(places))[:4] == [15, 10, 5, 0]
    await ada.button("gadget.turn").click()
    assert (await ada.page.evaluate(places))[:2] == [19, 18]


@pytest.mark.rule("X1")
async def test_a_phone_needs_no_network_after_its_first_visit(guest: Guests) -> None:
    """Two phones; the line of one of them is cut, and it is closed and opened again."""
    ada, bo = await guest(phone=True, language="fr"), await guest(phone=True)
    await bo.go("/key")
    await ada.go("/key")
    await expect(ada.page.get_by_text(ada.t("gadget.kept"))).to_be_visible()
    await ada.context.set_offline(True)
    await ada.page.reload()
    await expect(ada.page.get_by_role("heading", name=ada.t("gadget.title"))).to_be_visible()
    await draw_here(ada, "duet")
    told = await code_for_others(ada)
    await type_code(bo, told)
    await show(bo)
    assert await identities(bo) == list(read_code(told).shown)
    await ada.page.reload()
    await show(ada)
    assert await identities(ada) == list(read_code(told).key.layers[0])
    await ada.button("gadget.new").click()
    await type_code(ada, key_card(5, 2).code)
    await show(ada)
    assert await identities(ada) == list(key_card(5, 2).shown)
    ada.forgive()


async def test_nothing_of_a_key_is_sent_anywhere(guest: Guests) -> None:
    ada = await guest(phone=True)
    sent: list[str] = []
    ada.page.on("request", lambda request: sent.append(f"{request.url} {request.post_data or ''}"))
    await draw(ada)
    code = (await code_for_others(ada)).replace(" ", "")
    await show(ada)
    of = await identities(ada)
    await ada.button("gadget.second").click()
    await ada.page.get_by_role("switch").check()
    await expect(ada.page.get_by_text(ada.t("gadget.follow_on"))).to_be_visible()
    await ada.page.keyboard.press("Escape")
    before = len(sent)
    async with ada.page.expect_request(lambda request: request.method == "PUT") as put:
        await field(ada, of.index("blue")).click()
    assert (await put.value).post_data_json["marks"][-1] == {"at": 1, "do": "cover", "card": of.index("blue")}
    assert len(sent) > before
    assert not [request for request in sent if code in request.upper().split("/API")[-1]]
    assert not [request for request in sent if re.search(r"bystander|assassin|\bblue\b", request.split("/api")[-1])]


async def followed(ada: Player, bo: Player) -> None:
    await draw(ada, "classic", "red")
    await ada.button("gadget.second").click()
    await ada.page.get_by_role("switch").check()
    await expect(ada.page.get_by_text(ada.t("gadget.follow_on"))).to_be_visible()
    link = await ada.page.evaluate("JSON.parse(localStorage['deckname.gadget'])")
    await ada.page.keyboard.press("Escape")
    await bo.page.goto(f"{bo.address}/key#{link['code']}.{link['channel']}")
    await show(ada)
    of = await identities(ada)
    await field(ada, of.index("red")).click()
    await expect(left(bo, "red")).to_have_text("8")
    await show(bo)
    await field(bo, of.index("blue")).click()
    await expect(left(ada, "blue")).to_have_text("7")
    await ada.button("gadget.undo").click()  # whoever made it
    await expect(left(bo, "blue")).to_have_text("8")


async def test_a_second_phone_follows_and_catches_up(guest: Guests) -> None:
    ada, bo = await guest(phone=True), await guest(phone=True, language="fr")
    await followed(ada, bo)
    await bo.context.set_offline(True)
    await show_again(bo)
    of = await identities(bo)
    await field(bo, of.index("bystander")).click()
    await expect(bo.page.locator(".turn[data-left=blue]")).to_be_visible()  # each for itself
    await expect(ada.page.locator(".turn[data-left=red]")).to_be_visible()
    await bo.context.set_offline(False)
    await expect(ada.page.locator(".turn[data-left=blue]")).to_be_visible()
    bo.forgive()


async def show_again(player: Player) -> None:
    if not await key(player).count():
        await show(player)


async def test_phones_follow_each_other_on_two_nodes(browser: Browser, postgres: Postgres, tmp_path: Path) -> None:
    database = postgres.new_database()
    first, second = (Node(tmp_path / name, database_url=database) for name in ("first", "second"))
    with first.running(), second.running():
        async with Guests(browser, first.address) as here, Guests(browser, second.address) as there:
            await followed(await here(phone=True), await there(phone=True))


async def test_the_timer_is_right_after_the_phone_slept(guest: Guests) -> None:
    ada = await guest(phone=True)
    await ada.page.clock.install()
    await ada.go("/key")
    await ada.button("clock.alone").click()
    await ada.radio("clock.kind_turn").check()
    await ada.page.get_by_label(ada.t("clock.span")).select_option("120")
    await ada.button("clock.set").click()
    timer = ada.page.get_by_role("timer")
    await expect(timer).to_have_text("2:00")
    await timer.click()
    await ada.page.clock.run_for(30_000)
    await expect(timer).to_have_text("1:30")
    await ada.button("clock.pause").click()
    await ada.page.clock.fast_forward(600_000)
    await expect(timer).to_have_text("1:30")
    await ada.button("clock.minute").click()
    await expect(timer).to_have_text("2:30")
    await ada.button("clock.go_on").click()
    await ada.page.clock.fast_forward(145_000)  # asleep: nothing ran
    await expect(timer).to_have_text("0:05")
    await expect(ada.page.locator(".late")).to_be_visible()
    await ada.page.clock.fast_forward(145_000)
    await expect(ada.page.get_by_text(ada.t("clock.over")).first).to_be_visible()
    await ada.page.reload()
    await ada.button("clock.alone").click()
    await expect(timer).to_have_text("0:00")


async def test_a_key_card_by_keyboard(guest: Guests) -> None:
    ada = await guest()
    await draw(ada, "family-easy")
    await tab_to(ada, ".back button")
    await ada.page.keyboard.press("Enter")
    await expect(key(ada)).to_be_visible()
    await ada.page.mouse.move(0, 0)
    await ada.page.evaluate("document.activeElement.blur()")
    await tab_to(ada, "[data-place]")
    await ada.page.keyboard.press("ArrowRight")
    await ada.page.keyboard.press("ArrowDown")
    await expect(field(ada, 5)).to_be_focused()
    await ada.page.keyboard.press("Space")
    await expect(field(ada, 5)).to_have_accessible_name(re.compile(ada.t("gadget.covered")))


async def test_it_opens_with_little_script(guest: Guests) -> None:
    ada = await guest(phone=True, service_workers="block")
    await draw(ada)
    await show(ada)
    scripts = [answer for answer in ada.answers if answer.url.endswith(".js")]
    sizes = {answer.url: (await answer.request.sizes())["responseBodySize"] for answer in scripts}
    assert len(sizes) > 2
    assert sum(sizes.values()) <= SCRIPT, sizes
    ada.forgive()  # who would like a service worker


@pytest.mark.parametrize(
    ("language", "width", "height"), [("de", 320, 568), ("fr", 568, 320), ("fr", 360, 640), ("de", 1024, 768)]
)
async def test_the_whole_card_is_in_sight(guest: Guests, language: str, width: int, height: int) -> None:
    ada = await guest(phone=True, language=language, viewport={"width": width, "height": height})
    await ada.go("/key")
    for edition in ("pictures", "duet"):
        await draw_here(ada, edition)
        await show(ada)
        for _ in range(2):
            boxes = await ada.page.evaluate(BOXES_ON_SCREEN)
            assert min(box["left"] for box in boxes) >= 0 and max(box["right"] for box in boxes) <= width
            assert min(box["top"] for box in boxes) >= 0 and max(box["bottom"] for box in boxes) <= height
            assert min(box["width"] for box in boxes) >= 36
            scrolls = "document.documentElement.scrollWidth > innerWidth"
            assert not await ada.page.evaluate(scrolls)
            await ada.button("gadget.turn").click()
        await ada.button("gadget.new").click()


BOXES_ON_SCREEN = """() => [...document.querySelectorAll('[data-place], main button')]
  .map((field) => field.getBoundingClientRect().toJSON()).filter((box) => box.width)"""
