"""How far something is, on a terminal."""

from __future__ import annotations

import sys

_BAR = 30


def show_progress(done: float, doing: str) -> None:
    """A bar on a terminal, a line per step elsewhere."""
    bar = ("█" * round(done * _BAR)).ljust(_BAR, "·")
    end = "\n" if done >= 1 or not sys.stderr.isatty() else ""
    start = "\r\x1b[K" if sys.stderr.isatty() else ""
    print(f"{start}{bar} {done:4.0%} {doing}", end=end, file=sys.stderr, flush=True)
