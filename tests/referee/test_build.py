"""The data file: where it is, who makes it, what it holds."""

import sqlite3
import threading
from pathlib import Path

import pytest

from deckname.folders import alone
from deckname.referee import Referee, build, judge
from deckname.referee import referee as best_referee


def test_an_empty_cache_has_no_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DECKNAME_CACHE", str(tmp_path))
    assert build.target().parent == tmp_path
    assert build.locate() is None
    assert not best_referee().complete
    assert not judge("moon", 1, ["SUN"], "en").complete


def test_one_builder_at_a_time(tmp_path: Path) -> None:
    inside, most = 0, 0

    def work() -> None:
        nonlocal inside, most
        with alone(tmp_path / "data.sqlite") as alive:
            inside += 1
            most = max(most, inside)
            alive()
            inside -= 1

    workers = [threading.Thread(target=work) for _ in range(4)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert most == 1
    assert list(tmp_path.iterdir()) == []


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
