"""The referee's file: where it is made, and what it holds."""

import sqlite3
from pathlib import Path

import pytest

from deckname.referee import Referee
from deckname.referee.lexicon import LANGUAGES
from workshop.referee import build


def test_it_is_made_in_the_cache_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DECKNAME_CACHE", str(tmp_path))
    assert build.target().parent == tmp_path


def test_the_file_knows_all_three_languages(referee_file: Path) -> None:
    database = sqlite3.connect(f"{referee_file.as_uri()}?mode=ro", uri=True)
    counts = [database.execute(f"SELECT count(*) FROM word_{language}").fetchone()[0] for language in LANGUAGES]
    database.close()
    assert min(counts) > 100_000
    assert not list(referee_file.parent.glob(f"{referee_file.stem}.*.tmp"))  # others may be building their own


def test_the_file_is_only_read(referee_file: Path) -> None:
    before = referee_file.stat().st_mtime_ns
    assert Referee(referee_file).judge("moon", 1, ["SUN"], "en").complete
    assert referee_file.stat().st_mtime_ns == before
