"""The bots' data: made once, whole, and told where it can't be."""

import os

import pytest

from workshop import build_cache
from workshop.bots import build
from workshop.build_cache import clear_away


@pytest.fixture(autouse=True)
def elsewhere(tmp_path, monkeypatch):
    def written(draft, progress):
        (draft / "en").mkdir(parents=True)
        (draft / "en" / "words.npy").write_bytes(b"whole")
        (draft / build._SIZES).write_text(build.json.dumps(build._sizes(draft)))

    monkeypatch.setattr(build, "target", lambda: tmp_path / "bots-0-test")
    monkeypatch.setattr(build, "_write", written)


def test_data_that_lost_a_part_is_made_again():
    words = build.build() / "en" / "words.npy"
    words.write_bytes(b"who")
    build.build()
    assert words.read_bytes() == b"whole"
    words.unlink()
    build.build()
    assert words.exists()


def test_data_that_is_there_is_neither_locked_nor_cleared_away(tmp_path, monkeypatch):
    """A host may keep it where a worker can only read."""
    path = build.build()
    os.utime(path, (0, 0))
    monkeypatch.setattr(build_cache, "locked", None)
    assert build.build() == path
    clear_away("bots", tmp_path / "bots-0-other")
    assert path.exists()


def test_what_goes_wrong_with_the_disk_leaves_nothing_behind(tmp_path, monkeypatch):
    def full(draft, progress):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(build, "_write", full)
    with pytest.raises(OSError, match="No space left"):
        build.build()
    assert not any(tmp_path.iterdir())
