"""The data file: where it is, who makes it, what it holds."""

import sqlite3
from pathlib import Path

import pytest

from deckname.referee import Referee, build, judge
from deckname.referee import referee as best_referee


def test_an_empty_cache_has_no_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DECKNAME_CACHE", str(tmp_path))
    assert build.target().parent == tmp_path
    assert build.locate() is None
    assert not best_referee().complete
    assert not judge("moon", 1, ["SUN"], "en").complete


def test_the_file_knows_all_three_languages(referee: Referee) -> None:
    assert referee.path is not None
    database = sqlite3.connect(f"{referee.path.as_uri()}?mode=ro", uri=True)
    counts = dict(database.execute("SELECT language, count(*) FROM word GROUP BY language").fetchall())
    database.close()
    assert all(counts[language] > 100_000 for language in ("en", "fr", "de"))
    assert not list(referee.path.parent.glob(f"{referee.path.stem}.*.tmp"))  # others may be building their own


def test_the_file_is_only_read(referee: Referee) -> None:
    assert referee.path is not None
    before = referee.path.stat().st_mtime_ns
    referee.judge("moon", 1, ["SUN"], "en")
    assert referee.path.stat().st_mtime_ns == before
