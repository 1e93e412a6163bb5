"""A `deckname` command whose wall clock is ahead: what a machine without a working time service has."""

from __future__ import annotations

from pathlib import Path

_PROGRAM = """\
import sys, time
right = time.time
time.time = lambda: right() + {seconds}
from deckname.cli import main
if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
"""


def program(folder: Path, seconds: float) -> tuple[str]:
    """What Python is to run instead of `-m deckname`."""
    path = folder / f"ahead_{seconds:.0f}.py"
    path.write_text(_PROGRAM.format(seconds=seconds), "utf-8")
    return (str(path),)
