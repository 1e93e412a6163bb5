"""How somebody tells the house of a real table: the words that lie there, and whom they ask."""

from __future__ import annotations

from random import Random

from playwright.async_api import expect

from deckname.cards.library import deck
from deckname.engine.editions import EDITIONS
from tests.web.player import Player

PASTE = """([field, text]) => {
  const data = new DataTransfer()
  data.setData('text', text)
  field.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
}"""


def words_of(language: str, edition: str = "classic", seed: int = 3) -> list[str]:
    rules = EDITIONS[edition]
    return Random(seed).sample([card.front for card in deck(language, rules.deck).cards], rules.size)


async def open_ask(player: Player, edition: str = "classic") -> None:
    await player.go("/ask")
    await player.page.get_by_role("radio", name=player.t(f"edition.{edition}"), exact=True).check()


async def paste(player: Player, words: list[str], between: str = "\n") -> None:
    field = player.page.get_by_label(player.t("ask.place", row=1, column=1), exact=True)
    await field.focus()
    await player.page.evaluate(PASTE, [await field.element_handle(), between.join(words)])


async def lay(player: Player, words: list[str], edition: str = "classic") -> None:
    await open_ask(player, edition)
    await paste(player, words)
    await player.button("ask.lay").click()
    await expect(player.page.locator("[data-card]")).to_have_count(len(words))


async def turn_to(player: Player, whom: str) -> None:
    await player.radio(f"ask.{whom}").check()
