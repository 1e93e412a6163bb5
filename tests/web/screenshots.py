"""The screenshot book: every screen, by day and by night, on a desk and in a hand.

    python -m tests.web.screenshots [FOLDER [LANGUAGE …]]

makes PNGs and an index.html that shows them side by side.

    python -m tests.web.screenshots for-the-docs

takes the few that README.md and docs/design.md show, small, into docs/screens.
"""

from __future__ import annotations

import asyncio
import html
import sys
import tempfile
from collections import defaultdict
from pathlib import Path

from PIL import Image
from playwright.async_api import async_playwright

from tests.web import chromium
from tests.web.guests import Guests
from tests.web.site import Site, open_site
from tests.web.tour import PARTS
from tests.web.words import LANGUAGES, ROOT

LOOKS = [(phone, dark) for phone in (True, False) for dark in (False, True)]


IN_DOCS = {
    "en-phone-day": ("lobby-host", "clue-typed", "guess-picked", "pictures-operative"),
    "fr-desktop-day": ("home", "guess-right", "television-game"),
    "de-phone-night": ("duet-sudden-death", "family-easy-operative", "the-end"),
    "en-desktop-night": ("replay",),
}
"""Screens of a look, as they are named in the book."""
DOCS = ROOT / "docs/screens"
WIDTHS = {"phone": 400, "desktop": 960}


def look_of(name: str) -> dict[str, object]:
    language, device, light = name.split("-")
    return {"language": language, "phone": device == "phone", "color_scheme": "dark" if light == "night" else "light"}


async def take_for_docs(site: Site) -> None:
    with tempfile.TemporaryDirectory() as folder:
        async with async_playwright() as playwright:
            browser = await chromium.launch(playwright)
            for name in IN_DOCS:
                async with Guests(browser, site.address, sharp=True) as guests:
                    await take(guests, look_of(name), Path(folder), name)
            await browser.close()
        DOCS.mkdir(exist_ok=True)
        for name, screens in IN_DOCS.items():
            for screen in screens:
                with Image.open(Path(folder) / f"{screen}.{name}.png") as picture:
                    width = WIDTHS[name.split("-")[1]]
                    size = (width, round(picture.height * width / picture.width))
                    small = picture.resize(size, Image.Resampling.LANCZOS)
                    small.save(DOCS / f"{screen}.webp", quality=82, method=6)


async def take_all(site: Site, folder: Path, languages: tuple[str, ...]) -> None:
    async with async_playwright() as playwright:
        browser = await chromium.launch(playwright)
        for language in languages:
            for phone, dark in LOOKS if language == languages[0] else LOOKS[::3]:
                name = f"{language}-{'phone' if phone else 'desktop'}-{'night' if dark else 'day'}"
                async with Guests(browser, site.address, sharp=True) as guests:
                    await take(guests, look_of(name), folder, name)
        await browser.close()


async def take(guests: Guests, look: dict[str, object], folder: Path, name: str) -> None:
    for part in PARTS:
        async for screen, player in part(guests, look):
            await player.settled()
            await player.page.screenshot(path=folder / f"{screen}.{name}.png", animations="disabled")
    print(name, *(complaint for player in guests.players for complaint in player.complaints), flush=True)


def write_index(folder: Path) -> None:
    looks = defaultdict(list)
    for path in sorted(folder.glob("*.png"), key=lambda path: path.stat().st_mtime):
        looks[path.name.split(".")[0]].append(path.name)
    rows = "".join(
        f"<h2>{html.escape(screen)}</h2><p>"
        + "".join(
            f'<a href="{name}"><img src="{name}" alt="{name}" loading="lazy" height="420"></a> ' for name in names
        )
        for screen, names in looks.items()
    )
    page = '<!doctype html><meta charset="utf-8"><title>Deckname: every screen</title>' + rows
    (folder / "index.html").write_text(page, "utf-8")


def main(folder: str = str(ROOT / "build/screenshots"), *languages: str) -> None:
    if folder == "for-the-docs":
        with open_site() as site:
            asyncio.run(take_for_docs(site))
        return
    book = Path(folder)
    book.mkdir(parents=True, exist_ok=True)
    with open_site() as site:
        asyncio.run(take_all(site, book, languages or LANGUAGES))
    write_index(book)
    print(f"{book / 'index.html'}")


if __name__ == "__main__":
    main(*sys.argv[1:])
