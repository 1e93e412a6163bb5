"""Attack, and say what held: `python -m tests.soak [WHAT …]`, MINUTES=10 for the usual length.

The report goes to build/soak/report.md and to the terminal. The exit code is 1 if a promise was broken.
"""

from __future__ import annotations

import asyncio
import os
import platform
import sys
import tempfile
import time
import traceback
from importlib import import_module
from pathlib import Path

import pytest

from tests.soak.report import page
from tests.soak.site import ROOT, Site

ATTACKS = {
    "kills": 0, "nonsense": 0, "hostile_words": 1, "floods": 2, "practice": 3, "second_cookie": 4, "clock_ahead": 5,
    "long_logs": 6, "storage_failures": 7, "second_server": 8, "clock_skew": 9, "half_sent": 10, "names": 10,
    "operators": 10, "nonsense_clues": 10, "memory": 10,
}  # fmt: skip
"""Each module with its point in the report."""
PATIENCE = 300.0
"""Seconds that one attack may take at the usual length."""
USUAL = 10.0


async def besiege(names: list[str], minutes: float) -> Site:
    with tempfile.TemporaryDirectory(prefix="deckname-soak-") as folder:
        site = Site(Path(folder), minutes / USUAL)
        for name in names:
            began = time.monotonic()
            await _attack(site, name)
            print(f"{name}: {time.monotonic() - began:.0f} s", file=sys.stderr, flush=True)
        return site


async def _attack(site: Site, name: str) -> None:
    """An attack that itself comes to grief is a finding, too: the house did something that nobody expects."""
    promise = f"The attack `{name}` runs to its end"
    try:
        async with asyncio.timeout(PATIENCE * max(1.0, site.scale)):
            await import_module(f"tests.soak.attacks.{name}").attack(site)
    except pytest.skip.Exception as missing:
        site.find(ATTACKS[name], promise, str(missing), None)
    except Exception as error:
        traceback.print_exc()
        site.find(ATTACKS[name], promise, f"{type(error).__name__}: {error}"[:200], False)


def main() -> int:
    names = sys.argv[1:] or [*ATTACKS]
    if unknown := [name for name in names if name not in ATTACKS]:
        print(f"No such attack: {', '.join(unknown)}. There are {', '.join(ATTACKS)}.", file=sys.stderr)
        return 2
    minutes, began = float(os.environ.get("MINUTES", USUAL)), time.monotonic()
    site = asyncio.run(besiege(names, minutes))
    took = (time.monotonic() - began) / 60
    about = f"In {took:.0f} minutes, on {os.cpu_count()} cores, Python {platform.python_version()}."
    report = page(site.findings, about)
    (ROOT / "build" / "soak").mkdir(parents=True, exist_ok=True)
    (ROOT / "build" / "soak" / "report.md").write_text(report, "utf-8")
    print(report)
    return int(any(finding.held is False for finding in site.findings))


if __name__ == "__main__":
    sys.exit(main())
