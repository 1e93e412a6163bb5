"""The browser that the tests drive: one that is installed, else one that is installed now.

`python -m tests.web.chromium` fetches Debian's Chromium without a window, where it may: tests on it need a quarter less
of the processor than on a whole one.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

from playwright.async_api import Browser, Playwright

from tests.packages import find_or_install
from tests.servers import PATIENCE

WINDOWLESS = "chromium-headless-shell"
NAMES = (WINDOWLESS, "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
FOLDER = Path(__file__).parent
FLAGS = ("--disable-dev-shm-usage", "--force-color-profile=srgb", "--disable-lcd-text")


def _installed() -> str | None:
    return next((path for name in NAMES if (path := shutil.which(name))), None)


async def launch(playwright: Playwright) -> Browser:
    """A Chromium of the system, of Playwright, of Debian, or freshly downloaded, whichever is there first."""
    own = playwright.chromium.executable_path
    found = _installed() or (own if Path(own).exists() else None) or find_or_install("chromium", _installed)
    if found is None:
        download = [sys.executable, "-m", "playwright", "install", "chromium"]
        loaded = subprocess.run(download, check=False, capture_output=True, text=True)
        if loaded.returncode != 0:
            raise RuntimeError(
                "The browser tests need Chromium, which is neither installed nor could be: install your system's "
                f"package, or run `playwright install chromium`.\n{loaded.stderr}"
            )
        found = own
    return await playwright.chromium.launch(executable_path=found, args=list(FLAGS), timeout=PATIENCE * 1000)


if __name__ == "__main__":
    find_or_install(WINDOWLESS, lambda: shutil.which(WINDOWLESS))
