"""A disk that is full, a file that can't be written, pages that are damaged: seen in /ready, in the log, in figures."""

from __future__ import annotations

import asyncio
import contextlib
import os
import shutil
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random

from tests.server.serving import AT_ONCE, Node, Party, gathered
from tests.server.test_floods import counted
from tests.soak.site import Site, deckname

SEEN_WITHIN = 10.0


async def attack(site: Site) -> None:
    await _full_disk(site)
    await _immutable(site)
    await _corrupt(site)


async def _full_disk(site: Site) -> None:
    with _small_disk(site.folder / "disk") as disk:
        if disk is None:
            site.find(7, "A full disk is seen", "needs the right to mount a small disk (tmpfs)", None)
            return
        with site.serving("full", data=disk / "data", **AT_ONCE) as node:
            async with gathered(node.address) as party:
                await party.start()
                _fill(disk)
                await _is_seen(site, node, "A full disk", party)
                (disk / "filler").unlink()
                back = await _becomes(node, 200)
                await party.play(Random(1), skill=1.0, moves=5)
            site.find(
                7, "With room again it goes on by itself", f"ready again: {back}, {party.host.state.ply} moves", back
            )


@contextlib.contextmanager
def _small_disk(folder: Path) -> Iterator[Path | None]:
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=12m", "tmpfs", str(folder)]
    if os.getuid() != 0 or subprocess.run(mount, check=False, capture_output=True).returncode:
        yield None
        return
    try:
        yield folder
    finally:
        subprocess.run(["umount", "-l", str(folder)], check=False)


def _fill(disk: Path) -> None:
    with (disk / "filler").open("wb", buffering=0) as filler, contextlib.suppress(OSError):
        while True:
            filler.write(bytes(4096))


async def _immutable(site: Site) -> None:
    """`chattr +i` where the file system knows it, for root may write whatever the permissions say."""
    with site.serving("immutable", **AT_ONCE) as node:
        files = [str(path) for path in node.data.glob("deckname.sqlite*")]
        if subprocess.run(["chattr", "+i", *files], check=False, capture_output=True).returncode:
            site.find(7, "A file that can't be written is seen", "needs the right to use chattr", None)
            return
        try:
            await _is_seen(site, node, "A file that can't be written")
        finally:
            subprocess.run(["chattr", "-i", *files], check=False)


async def _is_seen(site: Site, node: Node, what: str, party: Party | None = None) -> None:
    for _ in range(20):  # somebody wants something stored, and is told that it isn't
        await asyncio.to_thread(node.ask, "POST", "/api/devices", b"{}")
    seen = await _becomes(node, 503)
    lines = [line for line in node.log().splitlines() if "store.failed" in line]
    failures = counted(node, "deckname_store_failures_total", kind="write")
    told = (await asyncio.to_thread(node.ask, "POST", "/api/devices", b"{}"))[0]
    figures = f"/ready 503: {seen}, {len(lines)} lines in the log, {failures:.0f} in /metrics, a writer gets {told}"
    held = seen and 0 < len(lines) <= 3 and failures > 0 and told in (503, 507)
    site.find(7, f"{what} is seen", figures, held)
    if party:
        staying = sum(seat.closed is None for seat in party.seats.values())
        site.find(7, "Those at a table stay", f"{staying} of {len(party.seats)}", staying == len(party.seats))


async def _becomes(node: Node, status: int) -> bool:
    ends = time.monotonic() + SEEN_WITHIN
    while time.monotonic() < ends:
        if (await asyncio.to_thread(node.ask, "GET", "/ready"))[0] == status:
            return True
        await asyncio.sleep(0.2)
    return False


async def _corrupt(site: Site) -> None:
    with site.serving("sound", **AT_ONCE) as node:
        async with gathered(node.address) as party:
            await party.start()
            await party.play(Random(1), skill=1.0)
    damaged = site.folder / "damaged"
    shutil.copytree(node.data, damaged)
    with (damaged / "deckname.sqlite").open("r+b") as file:
        size = file.seek(0, os.SEEK_END)
        for at in range(4096, size, 4096):
            file.seek(at + 8)
            file.write(b"\xa5" * 2000)
    done = await asyncio.to_thread(deckname, "serve", "--port=0", "--bots=0", f"--data={damaged}")
    named = done.returncode == 2 and "deckname.sqlite" in done.stderr and "Traceback" not in done.stderr
    site.find(7, "A damaged file is named at the start", f"exit {done.returncode}: {done.stderr.strip()[:120]}", named)
