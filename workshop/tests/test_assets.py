"""Making what play reads: in which order, whole or not at all, and what is told of it."""

import gzip
import hashlib
import json
import os
import shutil
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from deckname import assets as laid_out
from workshop import assets
from workshop.assets import Wanted
from workshop.build_cache import BuildFailedError
from workshop.pictures import gallery
from workshop.pictures.gallery import Gallery

CACHE = {"DECKNAME_CACHE": os.environ["DECKNAME_CACHE"]} if "DECKNAME_CACHE" in os.environ else {}
FACES = dict.fromkeys(["picture:halves-fox-robot", "treasure:moon", "treasure:apple", "treasure:key"])


class Heard:
    """Notes what is told."""

    def __init__(self):
        self.told = []

    def progress(self, part, done, of):
        self.told.append(("progress", part, done, of))

    def ready(self, part, files=()):
        self.told.append(("ready", part, *files))

    def failed(self, part, code, detail):
        self.told.append(("failed", part, code, detail))

    def of(self, kind, part):
        return [rest for told, about, *rest in self.told if (told, about) == (kind, part)]


@pytest.fixture
def heard():
    return Heard()


@pytest.fixture(autouse=True)
def small_house(tmp_path, monkeypatch, request):
    """Four pictures, and data that is made at once; everything in folders of its own."""
    monkeypatch.setenv("DECKNAME_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("DECKNAME_ASSETS", str(tmp_path / "assets"))
    for module in (assets, gallery):
        monkeypatch.setattr(module, "drawn_faces", lambda: FACES)
    (tmp_path / "cache").mkdir()
    for part, name in (("referee", "referee-3-new.sqlite"), ("bots", "bots-3-new")):
        path = tmp_path / "cache" / name
        monkeypatch.setattr(getattr(assets, part), "target", lambda path=path: path)

        def build(progress, path=path):
            progress(0.5, "half")
            if path.suffix:
                path.write_text("words")
            else:
                (path / "en").mkdir(parents=True, exist_ok=True)
                (path / "en" / "words.txt").write_text("words")
            return path

        monkeypatch.setattr(getattr(assets, part), "build", build)


@pytest.fixture
def with_icons(tmp_path, icon_folder):
    shutil.copytree(icon_folder, tmp_path / "cache" / "icons")


@pytest.mark.usefixtures("with_icons")
def test_everything_is_laid_out_where_play_looks_for_it(heard, tmp_path):
    assert assets.make(heard, Wanted())
    assert laid_out.referee_file().read_text() == "words"
    assert (laid_out.bots_folder() / "en" / "words.txt").read_text() == "words"
    assert laid_out.pictures().keys() == FACES.keys()
    assert (tmp_path / "assets" / assets.MADE).exists()
    assert [told for told in heard.told if told[0] == "failed"] == []
    assert heard.of("progress", "referee") == [[50, 100]]
    assert heard.of("progress", "pictures")[-1] == [4, 4]
    named = {name for files in heard.of("ready", "pictures") for name in files}
    assert named == {path.name for path in laid_out.pictures().values()}


@pytest.mark.usefixtures("with_icons")
def test_a_picture_is_packed_under_the_hash_of_what_it_shows(heard):
    assets.make(heard, Wanted(), ["pictures"])
    for face, path in laid_out.pictures().items():
        svg = gzip.decompress(path.read_bytes())
        assert svg == Gallery().picture(face)
        assert path.name == laid_out.picture_name(face, hashlib.blake2s(svg, digest_size=6).hexdigest())


@pytest.mark.usefixtures("with_icons")
def test_what_was_made_before_is_made_of_the_cache_and_told_again_to_nobody(heard, tmp_path):
    assets.make(Heard(), Wanted())
    assets.make(heard, Wanted())
    assert heard.of("ready", "pictures") == []
    assert heard.of("progress", "pictures") == [[4, 4]]
    shutil.rmtree(tmp_path / "assets")
    again = Heard()
    assets.make(again, Wanted())
    assert len(again.of("ready", "pictures")[0]) == 4


@pytest.mark.usefixtures("with_icons")
def test_a_picture_that_is_drawn_anew_takes_the_place_of_the_old(heard):
    assets.make(Heard(), Wanted(), ["pictures"])
    old = laid_out.pictures()["treasure:moon"]
    Gallery().path("treasure:moon").write_bytes(b"<svg>another moon</svg>")
    assets.make(heard, Wanted(), ["pictures"])
    new = laid_out.pictures()["treasure:moon"]
    assert not old.exists() and heard.of("ready", "pictures") == [[new.name]]


@pytest.mark.usefixtures("with_icons")
def test_whoever_waits_for_a_picture_gets_it_before_the_data_is_made(heard, monkeypatch):
    """Others follow when the data is there: it makes every game better."""
    drawn, made = threading.Event(), threading.Event()
    first = assets.referee.build
    monkeypatch.setattr(assets.referee, "build", lambda progress: (drawn.wait(60), made.set(), first(progress))[2])
    before = []

    class Waiting(Heard):
        def ready(self, part, files=()):
            super().ready(part, files)
            if part == "pictures":
                before.extend(laid_out.face_of(name) for name in files if not made.is_set())
                drawn.set()

    wanted = Wanted()
    wanted.add(["treasure:key", "picture:no-such", "treasure:key"])
    assert assets.make(Waiting(), wanted)
    assert before == ["treasure:key"]


def test_where_icons_can_not_be_had_the_data_is_made_all_the_same(heard, monkeypatch):
    gallery._icons.cache_clear()
    monkeypatch.setattr("workshop.pictures.icons.shutil.which", lambda name: None)
    monkeypatch.setattr("workshop.pictures.icons.importlib.util.find_spec", lambda name: None)
    assert not assets.make(heard, Wanted())
    assert heard.of("failed", "pictures") == [["no_npm", "no_npm"]]
    assert heard.of("ready", "bots") == [[]]
    assert not (laid_out.folder() / assets.MADE).exists()
    gallery._icons.cache_clear()


@pytest.mark.usefixtures("with_icons")
@pytest.mark.parametrize(
    ("error", "code", "why"),
    [
        (BuildFailedError("de: exit code 1"), "not_made", "de: exit code 1"),
        (OSError(28, "No space left on device"), "not_written", "No space left"),
        (KeyError("a mistake of our own"), "not_made", "KeyError"),
    ],
)
def test_where_data_can_not_be_made_pictures_are_drawn_all_the_same(heard, monkeypatch, error, code, why):
    def fail(progress):
        raise error

    monkeypatch.setattr(assets.referee, "build", fail)
    assert not assets.make(heard, Wanted())
    ((told, detail),) = heard.of("failed", "referee")
    assert told == code and why in detail
    assert heard.of("ready", "bots") == [], "they are made of the referee's file"
    assert len(laid_out.pictures()) == 4
    assert not (laid_out.folder() / assets.MADE).exists()


@pytest.mark.usefixtures("with_icons")
def test_what_is_said_to_be_made_is_as_old_as_the_beginning(heard, monkeypatch):
    """Whatever is changed meanwhile is newer, and looked at the next time."""
    first, moments = assets.referee.build, []
    monkeypatch.setattr(assets.referee, "build", lambda progress: (moments.append(time.time()), first(progress))[1])
    assert assets.make(heard, Wanted())
    assert int((laid_out.folder() / assets.MADE).stat().st_mtime) <= moments[0]


def test_of_two_at_work_the_slower_finds_everything_laid_out(tmp_path, monkeypatch):
    product = tmp_path / "cache" / "bots-3-new"
    (product / "en").mkdir(parents=True)
    (product / "en" / "words.txt").write_text("words")
    link = assets._link

    def slowly(source, target):
        link(source, target)
        shutil.copytree(product, laid_out.folder() / product.name)

    monkeypatch.setattr(assets, "_link", slowly)
    assets.lay_out(product)
    assert [path.name for path in laid_out.folder().iterdir()] == [product.name]


def test_a_picture_that_is_in_no_deck_any_more_goes(heard):
    laid_out.pictures_folder().mkdir(parents=True)
    (laid_out.pictures_folder() / laid_out.picture_name("treasure:gone", "123456789abc")).touch()
    assets.make(heard, Wanted(), ["referee"])
    assert laid_out.pictures() == {}


def test_only_the_parts_that_were_asked_for_are_made(heard):
    assert assets.make(heard, Wanted(), ["referee"])
    assert laid_out.referee_file() and not laid_out.bots_folder() and not laid_out.pictures()
    assert not (laid_out.folder() / assets.MADE).exists(), "the rest may be missing"


def test_what_an_older_version_laid_out_goes_once_the_new_is_there(heard):
    folder = laid_out.folder()
    (folder / "bots-3-old").mkdir(parents=True)
    (folder / "referee-1-old.sqlite").touch()
    assets.make(heard, Wanted(), ["referee", "bots"])
    assert (folder / "bots-3-old").exists(), "a server that has just started may have it open"
    assets.make(heard, Wanted(), ["referee", "bots"])
    assert sorted(path.name for path in folder.iterdir()) == ["bots-3-new", "referee-3-new.sqlite"]


def test_laying_out_takes_no_room_on_the_same_disk_and_no_link_is_no_matter(tmp_path, monkeypatch):
    product = tmp_path / "cache" / "referee-3-new.sqlite"
    product.write_text("words")
    assets.lay_out(product)
    assert product.samefile(laid_out.folder() / product.name)
    (laid_out.folder() / product.name).unlink()

    def no_links(*_):
        raise OSError("no links here")

    monkeypatch.setattr(assets.os, "link", no_links)
    assets.lay_out(product)
    assert (laid_out.folder() / product.name).read_text() == "words"
    assert not product.samefile(laid_out.folder() / product.name)


@pytest.fixture
def beside(tmp_path):
    """The real command, as a server starts it, with the cache of this machine."""
    environment = {name: value for name, value in os.environ.items() if name != "DECKNAME_CACHE"}
    environment |= {"DECKNAME_ASSETS": str(tmp_path / "elsewhere"), **CACHE}

    def start(*parts):
        command = [Path(sys.executable).parent / "workshop", "assets", "--lines", *parts]
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL}
        return subprocess.Popen(command, **pipes, text=True, encoding="utf-8", env=environment)

    return start


def test_a_server_is_told_in_lines(beside, tmp_path):
    with beside("referee") as workshop:
        workshop.stdin.write("treasure:moon\n")
        workshop.stdin.flush()
        lines = [json.loads(line) for line in workshop.stdout]
    assert workshop.returncode == 0
    assert lines[-1] == {"ready": "referee", "files": []}
    assert all(line["of"] == 100 for line in lines[:-1])
    assert len(list((tmp_path / "elsewhere").glob("referee-*.sqlite"))) == 1


def test_a_server_that_was_killed_leaves_nobody_at_work(beside):
    with beside() as workshop:
        workshop.stdin.close()
        workshop.stdout.read()
    assert workshop.returncode in (0, 130), "there may be nothing to do"
