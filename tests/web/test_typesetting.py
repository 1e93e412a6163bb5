"""Words fit on every screen, in every language and at every width, and are set in our own letters and figures."""

from __future__ import annotations

import pytest
from playwright.async_api import ViewportSize

from deckname.cards.decks import built_in, built_in_ids
from tests.web.guests import Guests
from tests.web.player import Player
from tests.web.test_messages import forms, own, shared
from tests.web.tour import PARTS, Part
from tests.web.words import LANGUAGES

WIDTHS = ((320, 568), (360, 640), (390, 844), (768, 1024), (1280, 800))
PHONE: ViewportSize = {"width": 360, "height": 640}
SIDEWAYS = """() => {
  const { clientWidth, scrollWidth } = document.documentElement
  if (scrollWidth <= clientWidth) return []
  const outside = [...document.querySelectorAll('body *')].filter(
    (part) => part.getBoundingClientRect().right > clientWidth + 0.5,
  )
  return [`${scrollWidth} > ${clientWidth}`, ...outside.map((part) => part.outerHTML.slice(0, 80)).slice(-4)]
}"""
HAIRLINES = """() => [...document.querySelectorAll('body *')].filter((part) => {
  const { fontFamily, fontVariantNumeric } = getComputedStyle(part)
  const figures = [...part.childNodes].some((child) => child.nodeType === 3 && /\\d/.test(child.data))
  return figures && fontVariantNumeric.includes('tabular') && fontFamily.startsWith('"Besley')
}).map((part) => part.outerHTML.slice(0, 80))"""
"""Figures of one width, in the slab face: its zero among those is drawn with a hair."""
FOREIGN = """async ([family, letters]) => {
  await document.fonts.load(`700 40px ${family}`, letters.join(''))
  const pen = document.createElement('canvas').getContext('2d')
  const width = (letter, fallback) => {
    pen.font = `700 40px ${family}, ${fallback}`
    return pen.measureText(letter).width
  }
  return letters.filter((letter) => width(letter, 'monospace') !== width(letter, 'sans-serif'))
}"""
"""Letters whose width depends on what a face falls back to: it hasn't got them."""


async def too_wide(player: Player, screen: str) -> list[str]:
    """What reaches beyond the screen at some width, as it stands there now."""
    before, found = player.page.viewport_size, []
    for width, height in WIDTHS:
        if before and before["width"] > WIDTHS[-1][0] and width < WIDTHS[-2][0]:
            continue  # a television is no phone
        await player.page.set_viewport_size({"width": width, "height": height})
        await player.settled()
        found += [f"{screen} at {width}: {part}" for part in await player.page.evaluate(SIDEWAYS)]
    if before:
        await player.page.set_viewport_size(before)
    return found


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("part", PARTS)
async def test_no_screen_is_wider_than_its_window(guest: Guests, part: Part, language: str) -> None:
    found = []
    async for screen, player in part(guest, {"language": language, "viewport": PHONE}):
        found += await too_wide(player, screen)
        found += [f"{screen}: {figures}" for figures in await player.page.evaluate(HAIRLINES)]
    assert found == [], "\n".join(found)


@pytest.mark.parametrize("family", ["Besley Variable", "Source Sans 3 Variable"])
async def test_every_letter_is_in_our_faces(guest: Guests, family: str) -> None:
    """Those of all sentences, all words on cards, and what people type in our languages."""
    sentences = [form for id in LANGUAGES for text in (own(id) | shared(id)).values() for form in forms(text)]
    cards = [
        word
        for language, id in built_in_ids()
        for card in built_in(language, id).cards
        for word in (card.front, card.back)
    ]
    letters = {letter for text in (*sentences, *cards) for letter in text + text.upper() if letter.isalnum()}
    ada = await guest()
    await ada.go("/")
    assert await ada.page.evaluate(FOREIGN, [f'"{family}"', ["Ж"]]) == ["Ж"]
    assert await ada.page.evaluate(FOREIGN, [f'"{family}"', sorted(letters | set("ẞßŒœÆæÿŸ„“”‚‘’«»…–"))]) == []
