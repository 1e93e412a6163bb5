"""The gallery: what is drawn first, what is kept, and what happens where nothing can be drawn."""

import re
import shutil
from pathlib import Path

import pytest

from deckname.cards.faces import drawn_faces
from deckname.language import LANGUAGES, catalogue
from deckname.server import asset_builder
from workshop import assets
from workshop.pictures import gallery, icons
from workshop.pictures.gallery import Gallery, GalleryError


@pytest.fixture
def own_gallery(tmp_path: Path, icon_folder: Path) -> Gallery:
    shutil.copytree(icon_folder, tmp_path / "icons")
    return Gallery(tmp_path)


def test_a_board_is_drawn_first_and_kept(own_gallery: Gallery):
    board = ["treasure:apple", "picture:silhouetted-mouse-t-rex", "treasure:moon"]
    assert own_gallery.picture(board[0]) is None
    heard: list[str] = []
    heard.extend(own_gallery.draw([*board, "picture:no-such", "a word"], processes=1))
    assert sorted(heard) == sorted(board)
    drawn = own_gallery.picture(board[0])
    assert drawn is not None
    assert drawn.startswith(b"<svg ")
    assert Gallery(own_gallery.folder.parent.parent).picture(board[0]) == drawn
    assert len(own_gallery.missing()) == 480 - len(board)
    heard.extend(own_gallery.draw(board))
    assert len(heard) == len(board), "nothing is drawn twice"
    assert not list(own_gallery.folder.glob(".*")), "no half-written files"


def test_faces_are_drawn_in_the_order_in_which_they_are_wanted(own_gallery: Gallery):
    drawing = own_gallery.draw(["treasure:magnifier", *drawn_faces()], processes=1)
    assert next(drawing) == "treasure:magnifier"
    drawing.close()


@pytest.mark.parametrize("face", ["picture:../../secret", "treasure:nothing", "", "word", "picture:"])
def test_unknown_faces_have_no_picture(own_gallery: Gallery, face: str):
    assert own_gallery.picture(face) is None


def test_the_cache_folder_can_be_chosen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("DECKNAME_CACHE", str(tmp_path / "here"))
    assert Gallery().folder == tmp_path / "here" / "pictures" / gallery.edition()


def test_without_npm_there_is_a_clear_error_and_no_picture(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(icons.shutil, "which", lambda name: None)
    monkeypatch.setattr(icons.importlib.util, "find_spec", lambda name: None)
    gallery._icons.cache_clear()
    bare = Gallery(tmp_path)
    with pytest.raises(GalleryError) as refused:
        list(bare.draw(["treasure:apple"]))
    assert refused.value.code == "no_npm"
    assert bare.picture("treasure:apple") is None
    gallery._icons.cache_clear()


@pytest.mark.parametrize(
    ("script", "code"),
    [
        ("exit 1", "not_fetched"),
        ("exit 0", "not_fetched"),
        ('echo fake > "$DESTINATION/noto.tgz"', "wrong_digest"),
    ],
)
def test_a_failing_or_lying_registry_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, script: str, code: str):
    npm = tmp_path / "npm"
    npm.write_text(f'#!/bin/sh\nfor DESTINATION; do true; done\necho "no network" >&2\n{script}\n')
    npm.chmod(0o755)
    monkeypatch.setattr(icons.shutil, "which", lambda name: str(npm))
    with pytest.raises(icons.IconsError) as refused:
        icons.obtain(tmp_path / "icons", ["elephant"])
    assert refused.value.code == code
    assert not list((tmp_path / "icons").iterdir())


def test_a_cache_that_cannot_be_written_is_told(tmp_path: Path, icon_folder: Path):
    shutil.copytree(icon_folder, tmp_path / "icons")
    (tmp_path / "pictures").write_text("a file where a folder should be")
    with pytest.raises(GalleryError) as refused:
        list(Gallery(tmp_path).draw(["treasure:apple"], processes=1))
    assert refused.value.code == "not_written"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_failure_has_its_words(language: str):
    sources = "".join(Path(module.__file__).read_text("utf-8") for module in (assets, gallery, icons, asset_builder))
    codes = set(re.findall(r'(?:GalleryError|IconsError|_fail)\("(\w+)"|listener\.failed\(part, "(\w+)"', sources))
    codes = {code for either in codes for code in either if code}
    assert {f"workshop_error.{code}" for code in codes} == {
        key for key in catalogue(language) if key.startswith("workshop_error.")
    }


def test_the_npm_of_pypi_will_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(icons.shutil, "which", lambda name: None)
    assert icons.obtain(tmp_path, ["elephant"])["elephant"].box().width > 50
