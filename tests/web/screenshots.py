"""The screenshot book: every screen, by day and by night, on a desk and in a hand.

    python -m tests.web.screenshots [FOLDER [LANGUAGE …]]

makes PNGs and an index.html that shows them side by side.
"""

from __future__ import annotations

import asyncio
import html
import sys
from collections import defaultdict
from pathlib import Path

from playwright.async_api import async_playwright

from tests.web import chromium
from tests.web.guests import Guests
from tests.web.site import Site, open_site
from tests.web.tour import PARTS
from tests.web.words import LANGUAGES, ROOT

LOOKS = [(phone, dark) for phone in (True, False) for dark in (False, True)]


async def take_all(site: Site, folder: Path, languages: tuple[str, ...]) -> None:
    async with async_playwright() as playwright:
        browser = await chromium.launch(playwright)
        for language in languages:
            for phone, dark in LOOKS if language == languages[0] else LOOKS[::3]:
                name = f"{language}-{'phone' if phone else 'desktop'}-{'night' if dark else 'day'}"
                look = {"language": language, "phone": phone, "color_scheme": "dark" if dark else "light"}
                async with Guests(browser, site.address) as guests:
                    await take(guests, look, folder, name)
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
    (folder / "index.html").write_text(page)


def main(folder: str = str(ROOT / "build/screenshots"), *languages: str) -> None:
    book = Path(folder)
    book.mkdir(parents=True, exist_ok=True)
    with open_site() as site:
        asyncio.run(take_all(site, book, languages or LANGUAGES))
    write_index(book)
    print(f"{book / 'index.html'}")


if __name__ == "__main__":
    main(*sys.argv[1:])
