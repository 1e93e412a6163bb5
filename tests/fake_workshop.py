"""A workshop that does as tests tell it: it speaks to the server as the real one does, and makes nothing.

Run as a program it says whatever it is ordered to through a pipe, and writes down what it is asked for.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import shutil
import subprocess
import sys
import threading
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TypeVar

PATIENCE = 60.0
Found = TypeVar("Found")


class FakeWorkshop:
    """What a test orders: `environment` is for the server that employs it; its assets have nothing but the web app."""

    def __init__(self, folder: Path, web: Path | None = None) -> None:
        self.assets = folder / "assets"
        (self.assets / "pictures").mkdir(parents=True)
        if web:
            (self.assets / "web").symlink_to(web)
        self._desk = folder / "desk"
        self._desk.mkdir()
        os.mkfifo(self._desk / "orders")
        command = f"{sys.executable} {__file__} {self._desk}"
        self.environment = {"DECKNAME_ASSETS": str(self.assets), "DECKNAME_WORKSHOP": command}

    async def says(self, *lines: object) -> None:
        """As JSON; what is a string already is said as it is."""
        for line in lines:
            await self._order(say=line if isinstance(line, str) else json.dumps(line))

    async def progresses(self, part: str, done: int, of: int) -> None:
        await self.says({"part": part, "done": done, "of": of})

    async def hangs(self, packed: Iterable[Path]) -> None:
        """These pictures are ready."""
        names = [shutil.copy(path, self.assets / "pictures") and path.name for path in packed]
        await self.says({"ready": "pictures", "files": names})

    async def fails(self, part: str, code: str, detail: str = "") -> None:
        await self.says({"failed": part, "code": code, "detail": detail})

    async def closes(self, status: int = 0, last_words: str = "") -> None:
        await self._order(end=status, last_words=last_words)

    async def employs(self) -> int:
        """The process of somebody who works for it, for very long."""
        await self._order(employ=True)
        await until((self._desk / "employed").exists)
        return int((self._desk / "employed").read_text())

    @property
    def wanted(self) -> list[str]:
        """Which pictures it was asked for."""
        asked = self._desk / "wanted"
        return asked.read_text().split() if asked.exists() else []

    @property
    def openings(self) -> list[str]:
        """With which arguments it was opened, each time."""
        opened = self._desk / "openings"
        return opened.read_text().splitlines() if opened.exists() else []

    async def _order(self, **what: object) -> None:
        """Wait until it is open, and tell it."""
        pipe = await until(self._open)
        os.set_blocking(pipe, True)
        with os.fdopen(pipe, "w") as orders:
            orders.write(json.dumps(what) + "\n")

    def _open(self) -> int | None:
        with contextlib.suppress(OSError):  # nobody reads
            return os.open(self._desk / "orders", os.O_WRONLY | os.O_NONBLOCK)
        return None


async def until(look: Callable[[], Found | None]) -> Found:
    """Wait for what comes by and by."""
    async with asyncio.timeout(PATIENCE):
        while not (found := look()):
            await asyncio.sleep(0.02)
        return found


def _main(desk: Path, *arguments: str) -> None:
    with (desk / "openings").open("a") as openings:
        print(*arguments, file=openings)
    threading.Thread(target=_write_down, args=(desk / "wanted",), daemon=True).start()
    orders = os.open(desk / "orders", os.O_RDWR)  # so that it has no end when a writer leaves
    for line in os.fdopen(orders, "r+b", buffering=0):
        order = json.loads(line)
        if "end" in order:
            print(order["last_words"], file=sys.stderr, flush=True)
            os._exit(order["end"])
        if "employ" in order:
            employed = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
            (desk / "employed").write_text(str(employed.pid))
        else:
            print(order["say"], flush=True)


def _write_down(path: Path) -> None:
    for line in sys.stdin:
        with path.open("a") as wanted:
            wanted.write(line)


if __name__ == "__main__":
    _main(Path(sys.argv[1]), *sys.argv[2:])
