"""`deckname pictures check` as a person types it."""

import sys
from pathlib import Path

import pytest

from deckname.cli import main


@pytest.fixture(autouse=True)
def in_english(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("DECKNAME_LANGUAGE", "en")


def check(pack: Path) -> object:
    with pytest.raises(SystemExit) as ended:
        main(["pictures", "check", str(pack)])
    return ended.value.code


def test_a_bad_pack_is_told_in_words(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    (tmp_path / "pack").mkdir()
    assert check(tmp_path / "pack") == 1
    assert "at least 20 images" in capsys.readouterr().err


def test_without_its_extra_it_says_which(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    monkeypatch.setitem(sys.modules, "PIL", None)
    monkeypatch.delitem(sys.modules, "deckname.cards.pictures.packs", raising=False)
    assert check(tmp_path) == 2
    assert "pip install 'deckname[packs]'" in capsys.readouterr().err
