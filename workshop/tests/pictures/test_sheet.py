"""`workshop pictures …` as a person types it."""

import shutil
from pathlib import Path

import cv2
import numpy as np
import pytest

from workshop.cli import build_parser
from workshop.pictures.icon import PUBLIC, SIZES, icon


@pytest.fixture
def run(tmp_path: Path, icon_folder: Path, monkeypatch: pytest.MonkeyPatch):
    shutil.copytree(icon_folder, tmp_path / "icons")
    monkeypatch.setenv("DECKNAME_CACHE", str(tmp_path))
    monkeypatch.setenv("DECKNAME_LANGUAGE", "en")

    def _run(*words: str) -> int:
        args = build_parser().parse_args(["pictures", *words])
        return args.run(args)

    return _run


def test_a_sheet(run, tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    sheet = tmp_path / "out" / "sheet.png"
    ids = ["apple", "moon", "key"]
    assert run("--deck", "family", "--columns", "2", "--size", "100", "-o", str(sheet), *ids) == 0
    assert "3 pictures" in capsys.readouterr().out
    height, width, _ = cv2.imread(str(sheet)).shape
    assert (width, height) == (208, 240)


def test_an_unknown_id(run, capsys: pytest.CaptureFixture[str]):
    assert run("nothing") == 1
    assert "nothing" in capsys.readouterr().err


def test_a_sheet_that_cannot_be_written(run, tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    (tmp_path / "file").write_text("")
    assert run("--deck", "family", "apple", "-o", str(tmp_path / "file" / "sheet.png")) == 1
    assert "sheet.png" in capsys.readouterr().err


@pytest.mark.parametrize("size", ["0", "-3", "99999", "x"])
def test_bad_sizes(run, size: str, capsys: pytest.CaptureFixture[str]):
    with pytest.raises(SystemExit):
        run(f"--size={size}")


@pytest.mark.parametrize("name", SIZES)
def test_the_icon_in_pixels_is_the_one_that_the_svg_shows(name: str):
    """They are committed; `workshop icons` draws them anew."""
    drawn, kept = (
        cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_UNCHANGED)
        for data in (icon(name), (PUBLIC / name).read_bytes())
    )
    assert drawn.shape == kept.shape
    assert np.abs(drawn.astype(int) - kept.astype(int)).mean() < 1
