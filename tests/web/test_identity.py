"""Who somebody is, in real browsers: names that run the other way, one's devices, and those who are kept out."""

from __future__ import annotations

import re

import pytest
from playwright.async_api import Locator, WebSocketRoute, expect

from tests.web.guests import Guests
from tests.web.player import Player
from tests.web.words import LANGUAGES

WHERE = """(line, parts) => {
  const walker = document.createTreeWalker(line, NodeFilter.SHOW_TEXT)
  const places = []
  for (let node = walker.nextNode(); node; node = walker.nextNode())
    for (let i = 0; i < node.length; i++) {
      const range = document.createRange()
      range.setStart(node, i)
      range.setEnd(node, i + 1)
      places.push([node.data[i], range.getBoundingClientRect().left])
    }
  const text = places.map(([letter]) => letter).join('')
  return parts.map((part) => {
    const at = text.indexOf(part)
    return places.slice(at, at + part.length).map(([, left]) => left)
  })
}"""


async def where(line: Locator, *parts: str) -> list[list[float]]:
    """The places of the letters of these parts of a line, from the left."""
    return [[float(left) for left in part] for part in await line.evaluate(WHERE, list(parts))]


def runs_right(lefts: list[float]) -> bool:
    return lefts == sorted(lefts) and len(set(lefts)) == len(lefts)


async def said(player: Player, text: str) -> Locator:
    line = player.page.get_by_role("listitem").filter(has_text=text)
    await expect(line).to_be_visible()
    return line


async def say(player: Player, text: str) -> None:
    await player.page.get_by_label(player.t("talk.say")).fill(text)
    await player.button("talk.send").click()


async def test_what_would_turn_its_neighbours_leaves_them_alone(guest: Guests) -> None:
    """As if a house had let it pass: the server's words are changed on their way to the page."""
    host, reader = await guest(), await guest()
    table = await host.lay_table()
    host.name = "Evelyn"

    def turn(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()
        server.on_message(lambda message: socket.send(str(message).replace("Evelyn", "x\u202eevil\u2067")))

    await reader.page.route_web_socket(re.compile("/socket$"), turn)
    await host.come(table)
    await say(host, "read me")
    await reader.go(f"/t/{table}")
    await reader.page.get_by_label(reader.t("door.name")).fill("Bo")
    await reader.button("door.enter").click()
    name, text = await where(await said(reader, "read me"), "xevil", "read me")
    assert runs_right(name) and runs_right(text) and name[-1] < text[0]
    chip = reader.page.get_by_role("button", name=re.compile("xevil"))
    name, role = await where(chip, "xevil", reader.t("lobby.host"))
    assert runs_right([*name, *role])


@pytest.mark.parametrize("name", ["דוד 3", "علي!"])
async def test_a_name_from_right_to_left_is_shown_rightly_and_turns_nothing(guest: Guests, name: str) -> None:
    host, reader = await guest(), await guest()
    host.name = name
    table = await host.lay_table()
    await host.come(table)
    await say(host, "12 + 30 = 42")
    await reader.come(table, "blue.giver")
    shown, text = await where(await said(reader, "12 + 30 = 42"), name, "12 + 30 = 42")
    assert runs_right(text) and max(shown) < text[0]
    assert runs_right(shown[:3][::-1]), "its letters run to the left"
    sentence = reader.page.get_by_text(name).filter(has_text="starts the game")
    shown, rest = await where(sentence, name, " starts the game.")
    assert runs_right(rest) and max(shown) < rest[-1] and shown[0] < rest[1]
    await say(reader, f"{name} 7")
    _, text = await where(await said(host, f"{name} 7"), name, "7")
    assert text[0] < min((await where(await said(host, f"{name} 7"), name))[0]), "a remark in Hebrew or Arabic is one"


async def link(device: Player, other: Player) -> None:
    """The other browser becomes the same person, by the hands of somebody with both."""
    await device.go("/settings")
    await other.go("/settings")
    await device.button("settings.show_code").click()
    code = await device.page.locator("output").inner_text()
    await other.page.get_by_label(other.t("settings.enter_code")).fill(code)
    await other.button("settings.link").click()
    await expect(other.page.get_by_text(other.t("settings.linked"))).to_be_visible()


FIREFOX = "Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0"
SAFARI = (
    "Mozilla/5.0 (iPad; CPU OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/604.1"
)


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_device_is_forgotten_from_another_one(guest: Guests, language: str) -> None:
    desk = await guest(language=language)
    phone = await guest(language=language, phone=True, user_agent=FIREFOX)
    table = await desk.lay_table()
    await desk.come(table)
    await link(desk, phone)
    await phone.go(f"/t/{table}")
    await phone.until(lambda state: state.you.joined)
    await desk.page.reload()
    firefox = desk.t("devices.on", browser="Firefox", system="Android")
    listed = desk.page.get_by_role("listitem").filter(has_text=firefox)
    await expect(desk.page.get_by_text(desk.t("devices.this"))).to_have_count(1)
    forget = desk.t("devices.forget_one", device=firefox)
    await listed.get_by_role("button", name=forget, exact=True).click()
    await expect(phone.page.get_by_text(phone.t("farewell.forgotten"))).to_be_visible()
    await expect(listed).to_have_count(0)
    await phone.button("farewell.reload").click()
    await expect(phone.page.get_by_label(phone.t("door.name"))).to_be_visible()
    assert not phone.state.you.joined and desk.state.you.person != phone.state.you.person


def forgettable(player: Player) -> Locator:
    return player.page.get_by_role("listitem").get_by_role("button", name=player.t.like("devices.forget_one"))


async def test_all_others_are_forgotten_after_a_question(guest: Guests) -> None:
    desk = await guest()
    others = [await guest(user_agent=FIREFOX), await guest(user_agent=SAFARI)]
    mine = await (await desk.context.request.get(f"{desk.address}/api/me")).json()
    for other in others:
        await link(desk, other)
    await desk.page.reload()
    await expect(forgettable(desk)).to_have_count(2)
    await desk.button("devices.forget_others").click()
    await expect(desk.page.get_by_text(desk.t("devices.sure"))).to_be_visible()
    await desk.button("ui.cancel").click()
    await expect(forgettable(desk)).to_have_count(2)
    await desk.button("devices.forget_others").click()
    await desk.button("devices.forget_others").click()
    await expect(forgettable(desk)).to_have_count(0)
    assert await (await desk.context.request.get(f"{desk.address}/api/me")).json() == mine
    for other in others:
        stranger = await (await other.context.request.get(f"{other.address}/api/me")).json()
        assert stranger["person"] != mine["person"]


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_private_window_is_kept_out_until_the_host_lets_it_in(guest: Guests, language: str) -> None:
    host, evil = await guest(language=language, phone=True), await guest(language=language)
    table = await host.lay_table()
    await host.come(table)
    await evil.come(table)
    window, child = await guest(language=language), await guest(language=language, user_agent=FIREFOX)
    for player in (evil, window, child):
        await player.context.set_extra_http_headers({"x-forwarded-for": "10.98.0.1"})
    await evil.page.reload()
    await evil.until(lambda state: state.you.joined)
    await host.until(lambda state: any(person.name == evil.name and person.online for person in state.people))
    await host.page.get_by_role("button", name=re.compile(evil.name)).click()
    await host.button("lobby.remove").click()
    await expect(host.page.get_by_text(host.t("removal.honest_none"))).to_be_visible()
    await host.radio("removal.for_hour").check(force=True)
    await expect(host.page.get_by_text(host.t("removal.honest"))).to_be_visible()
    await host.button("removal.send").click()
    await expect(evil.page.get_by_text(evil.t("farewell.removed"))).to_be_visible()
    await window.go(f"/t/{table}")
    await expect(window.page.get_by_text(window.t.like("farewell.kept_out_until"))).to_be_visible()
    await child.come(table)
    await host.button("removal.let_in").click()
    await expect(host.button("removal.let_in")).to_have_count(0)
    await window.come(table)
    assert not [text for player in (host, window) for text in player.heard if "10.98.0.1" in text]
