"""What was made ahead of play: the web app, the pictures, the referee's file and the bots' data.

All of it lies in `assets/` inside the package. The workshop makes it in a checkout, every wheel brings it along, and
what runs only reads it: a name holds the version of its form and a digest of what it was made from, so that old and new
lie side by side and nobody ever reads a mixture. DECKNAME_ASSETS names another folder.
"""

from __future__ import annotations

import os
import shlex
import subprocess
from collections.abc import Sequence
from pathlib import Path

from deckname.language import SpokenError

REFEREE_FORMAT, BOTS_FORMAT = 3, 3
"""Raised whenever what older versions made can no longer be read."""
PACKED = ".svg.gz"
_STANDARD_ERROR = 2
_CHECKOUT = Path(__file__).parents[2]


class NotMadeError(SpokenError):
    """Something that is made ahead is not there, and why."""

    sentences = "assets_error"


def folder() -> Path:
    """Where everything is that was made ahead."""
    chosen = os.environ.get("DECKNAME_ASSETS")
    return Path(chosen) if chosen else Path(__file__).parent / "assets"


def web() -> Path:
    """The built web app; index.html is there once it is whole."""
    return folder() / "web"


def referee_file() -> Path | None:
    """What the referee knows words by; None while it is not made."""
    return _found(f"referee-{REFEREE_FORMAT}-*.sqlite")


def bots_folder() -> Path | None:
    """What bots know, a folder for each language; None while it is not made."""
    return _found(f"bots-{BOTS_FORMAT}-*")


def pictures() -> dict[str, Path]:
    """The drawn pictures by their faces, as packed SVG files with a hash of the content in their names."""
    found = sorted(pictures_folder().glob(f"*{PACKED}"), key=_changed)
    return {face_of(path.name): path for path in found}  # where one was drawn anew the newest counts


def picture_name(face: str, digest: str) -> str:
    """How the file of a picture is called: `picture-owl-library.1f2e3d4c5b6a.svg.gz`."""
    return f"{face.replace(':', '-', 1)}.{digest}{PACKED}"


def face_of(name: str) -> str:
    """The face that a file shows."""
    return name.partition(".")[0].replace("-", ":", 1)


def pictures_folder() -> Path:
    """Where they are."""
    return folder() / "pictures"


_seen: dict[tuple[Path, str], Path] = {}


def _found(pattern: str) -> Path | None:
    """The newest of this kind. A process that has found one stays with it: what it has open goes with it."""
    here = folder(), pattern
    if here not in _seen and (newest := max(here[0].glob(pattern), key=_changed, default=None)):
        _seen[here] = newest
    return _seen.get(here)


def _changed(path: Path) -> float:
    try:
        return path.stat().st_mtime
    except OSError:  # cleared away this very moment
        return 0.0


def workshop(*arguments: str) -> Sequence[str] | None:
    """The command that makes what is missing: in a checkout its own workshop's, elsewhere there is none.

    DECKNAME_WORKSHOP names another, or `off`, which leaves everything as it is.
    """
    chosen = os.environ.get("DECKNAME_WORKSHOP", "")
    if chosen:
        return None if chosen == "off" else (*shlex.split(chosen), *arguments)
    if not (_CHECKOUT / "workshop").is_dir() or not (_CHECKOUT / "Makefile").is_file():
        return None
    make = ("make", "--silent", "--no-print-directory", "--directory", str(_CHECKOUT), "assets")
    return (*make, f"ASSETS={' '.join(arguments)}")


def make(*parts: str) -> None:
    """Have the workshop make these parts, and wait for it; NotMadeError where it can't."""
    command = workshop(*parts)
    if command is None:
        raise NotMadeError("no_workshop")
    try:
        done = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=_STANDARD_ERROR, check=False)
    except OSError as error:
        raise NotMadeError("not_started", detail=error.strerror) from error
    if done.returncode:
        raise NotMadeError("not_made")
    _seen.clear()
