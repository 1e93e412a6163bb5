"""`deckname pictures …` as a person types it."""

import argparse
import shutil
from pathlib import Path

import cv2
import pytest

from deckname.cards.pictures.commands import add_commands


@pytest.fixture
def run(tmp_path: Path, icon_folder: Path, monkeypatch: pytest.MonkeyPatch):
    shutil.copytree(icon_folder, tmp_path / "icons")
    monkeypatch.setenv("DECKNAME_CACHE", str(tmp_path))
    monkeypatch.setenv("DECKNAME_LANGUAGE", "en")

    def _run(*words: str) -> int:
        parser = argparse.ArgumentParser()
        add_commands(parser.add_subparsers())
        args = parser.parse_args(["pictures", *words])
        return args.run(args)

    return _run


def test_a_sheet(run, tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    sheet = tmp_path / "out" / "sheet.png"
    ids = ["apple", "moon", "key"]
    assert run("sheet", "--deck", "family", "--columns", "2", "--size", "100", "-o", str(sheet), *ids) == 0
    assert "3 pictures" in capsys.readouterr().out
    height, width, _ = cv2.imread(str(sheet)).shape
    assert (width, height) == (208, 240)


def test_an_unknown_id(run, capsys: pytest.CaptureFixture[str]):
    assert run("sheet", "nothing") == 1
    assert "nothing" in capsys.readouterr().err


def test_a_sheet_that_cannot_be_written(run, tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    (tmp_path / "file").write_text("")
    assert run("sheet", "--deck", "family", "apple", "-o", str(tmp_path / "file" / "sheet.png")) == 1
    assert "sheet.png" in capsys.readouterr().err


def test_a_bad_pack_is_told_in_words(run, tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    (tmp_path / "pack").mkdir()
    assert run("check", str(tmp_path / "pack")) == 1
    assert "at least 20 images" in capsys.readouterr().err


@pytest.mark.parametrize("size", ["0", "-3", "99999", "x"])
def test_bad_sizes(run, size: str, capsys: pytest.CaptureFixture[str]):
    with pytest.raises(SystemExit):
        run("sheet", f"--size={size}")
