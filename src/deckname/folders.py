"""Where Deckname keeps files: what must not be lost, and what can be made again. The environment moves either."""

from __future__ import annotations

import os
from pathlib import Path

from platformdirs import user_cache_path, user_data_path


def data_folder() -> Path:
    """For what must not be lost; DECKNAME_DATA moves it."""
    chosen = os.environ.get("DECKNAME_DATA")
    return Path(chosen) if chosen else user_data_path("deckname", appauthor=False)


def cache_folder() -> Path:
    """For what can be made again; DECKNAME_CACHE moves it."""
    chosen = os.environ.get("DECKNAME_CACHE")
    return Path(chosen) if chosen else user_cache_path("deckname", appauthor=False)
