"""How large files are made, and what is cleared away."""

import os
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from workshop.build_cache import BuildFailedError, clear_away, fresh_draft, locked, side_by_side

MONTHS = 90 * 86_400


def test_what_older_versions_made_is_cleared_away(tmp_path):
    names = ("bots-1-old", "bots-2-new", "bots-2-ours", "referee-1-old.sqlite")
    for name in names:
        path = tmp_path / name
        path.mkdir() if name.startswith("bots") else path.write_bytes(b"data")
        if name.endswith(("old", "ours", ".sqlite")):
            os.utime(path, (time.time() - MONTHS,) * 2)
    clear_away("bots", tmp_path / "bots-2-ours")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["bots-2-new", "bots-2-ours", "referee-1-old.sqlite"]
    clear_away("referee", tmp_path / "referee-2-ours.sqlite")
    assert not (tmp_path / "referee-1-old.sqlite").exists()


def test_one_builder_at_a_time(tmp_path: Path) -> None:
    inside, most = 0, 0

    def work() -> None:
        nonlocal inside, most
        with locked(tmp_path / "data.sqlite"):
            inside += 1
            most = max(most, inside)
            time.sleep(0.01)
            inside -= 1

    workers = [threading.Thread(target=work) for _ in range(4)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert most == 1
    assert list(tmp_path.iterdir()) == []


def test_a_builder_that_was_killed_keeps_nobody_waiting(tmp_path: Path) -> None:
    path = tmp_path / "data.sqlite"
    hold = (
        "import sys, time, pathlib; from workshop.build_cache import locked\n"
        "with locked(pathlib.Path(sys.argv[1])): print('held', flush=True); time.sleep(600)"
    )
    with subprocess.Popen([sys.executable, "-c", hold, str(path)], stdout=subprocess.PIPE, text=True) as builder:
        assert builder.stdout and builder.stdout.readline() == "held\n"
        waiting = threading.Thread(target=_build_alone, args=(path,))
        waiting.start()
        waiting.join(0.2)
        assert waiting.is_alive() and not path.exists()
        builder.kill()
        waiting.join(60)
    assert path.read_bytes() == b"built" and not path.with_suffix(".lock").exists()


def _build_alone(path: Path) -> None:
    with locked(path):
        path.write_bytes(b"built")


def test_what_an_interrupted_maker_left_is_removed(tmp_path: Path) -> None:
    for name in ("data-1.77.tmp", "data-1.77.tmp.de", "data-2.78.tmp", "data-1.lock"):
        (tmp_path / name).touch()
    (tmp_path / "data-1.79.tmp").mkdir()
    draft = fresh_draft(tmp_path / "data-1.sqlite")
    assert draft.parent == tmp_path and not draft.exists()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["data-1.lock", "data-2.78.tmp"]


def test_every_part_is_made_and_every_line_told(tmp_path: Path) -> None:
    lines: list[str] = []
    parts = [(str(tmp_path / f"{name}.zip"), "-c", str(Path(__file__))) for name in "abc"]
    side_by_side("zipfile", [(option, archive, source) for archive, option, source in parts], lines.append)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.zip", "b.zip", "c.zip"]
    side_by_side("zipfile", [("-l", archive) for archive, _option, _source in parts], lines.append)
    assert sum(line.startswith(Path(__file__).name) for line in lines) == 3


def test_a_part_that_fails_is_told(tmp_path: Path) -> None:
    with pytest.raises(BuildFailedError, match=r"zipfile .*missing"):
        side_by_side("zipfile", [("-l", str(tmp_path / "missing"))], print)
