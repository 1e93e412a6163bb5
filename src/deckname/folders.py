"""Where Deckname keeps files: what must not be lost, and what can be made again. The environment moves either.

What can be made again is made by one process at a time: `alone` keeps the others waiting.
"""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from platformdirs import user_cache_path, user_data_path

_OLD = 30 * 86_400.0
_STALE = 120.0  # seconds after which a builder that shows no sign of life is taken for dead


def data_folder() -> Path:
    """For what must not be lost; DECKNAME_DATA moves it."""
    chosen = os.environ.get("DECKNAME_DATA")
    return Path(chosen) if chosen else user_data_path("deckname", appauthor=False)


def cache_folder() -> Path:
    """For what can be made again; DECKNAME_CACHE moves it."""
    chosen = os.environ.get("DECKNAME_CACHE")
    return Path(chosen) if chosen else user_cache_path("deckname", appauthor=False)


def clear_away(kind: str, keep: Path) -> None:
    """Remove what older versions made under names that begin so, once nobody can have built it lately."""
    long_ago = time.time() - _OLD
    for path in keep.parent.glob(f"{kind}-*"):
        try:
            if path != keep and path.stat().st_mtime < long_ago:
                path.unlink() if path.is_file() else shutil.rmtree(path)
        except OSError:  # somebody else clears away, or still needs it
            continue


@contextmanager
def alone(path: Path) -> Iterator[Callable[[], None]]:
    """Hold the lock beside `path`; yields the sign of life to give while working."""
    lock = path.with_suffix(".lock")
    while True:
        try:
            os.close(os.open(lock, os.O_CREAT | os.O_EXCL))
            break
        except FileExistsError:
            try:
                dead = time.time() - lock.stat().st_mtime > _STALE
            except FileNotFoundError:
                continue
            if dead:
                lock.unlink(missing_ok=True)
            else:
                time.sleep(0.2)
    try:
        yield lambda: os.utime(lock)
    finally:
        lock.unlink(missing_ok=True)
