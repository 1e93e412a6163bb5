"""Where files are kept, and what is cleared away."""

import os
import time

from deckname.folders import clear_away

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
