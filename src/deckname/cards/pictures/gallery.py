"""The gallery: every picture and treasure as an SVG, drawn once and kept in the cache folder.

`Gallery.picture` never draws and never waits: a picture is there or not. `Gallery.draw` draws what is
missing, the wanted faces first, in as many processes as there are cores; a server calls it in the
background at the start of a game and once more for the rest. The cache is keyed by a digest of everything
that decides how a picture looks, so a new version draws anew and never mixes with an old one.
"""

from __future__ import annotations

import ctypes
import hashlib
import os
import sys
from collections.abc import Callable, Iterable
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from importlib.resources import files
from importlib.resources.abc import Traversable
from multiprocessing import get_context
from pathlib import Path
from typing import TYPE_CHECKING

from deckname.cards.family import treasures
from deckname.cards.pictures import catalogue
from deckname.cards.pictures.storage import write_atomically
from deckname.folders import cache_folder

if TYPE_CHECKING:  # at runtime it is imported where the drawing libraries are needed
    from deckname.cards.pictures.icons import IconSet

_ENGINES = ("contourpy", "numpy", "opencv-python-headless", "resvg")


class GalleryError(Exception):
    """Pictures can't be drawn on this machine now; `code` is stable, `detail` says more."""

    def __init__(self, code: str, detail: str = "") -> None:
        super().__init__(f"{code}: {detail}" if detail else code)
        self.code = code
        self.detail = detail


def _sources(folder: Traversable) -> list[Traversable]:
    found: list[Traversable] = []
    for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if entry.is_dir() and not entry.name.startswith("_"):
            found.extend(_sources(entry))
        elif entry.name.endswith((".py", ".txt", ".toml")):
            found.append(entry)
    return found


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:  # pictures can be shown where they can't be drawn
        return "none"


@cache
def edition() -> str:
    """A digest of what decides how pictures look: our code and data, and the versions of what draws them."""
    digest = hashlib.sha256()
    for package in ("deckname.cards.pictures", "deckname.cards.family"):
        for source in _sources(files(package)):
            digest.update(source.name.encode() + b"\0" + source.read_bytes() + b"\0")
    digest.update(" ".join(f"{name}={_version(name)}" for name in _ENGINES).encode())
    return digest.hexdigest()[:16]


def faces() -> tuple[str, ...]:
    """Every face that the gallery has a picture for."""
    return tuple(picture.face for picture in catalogue.pictures().values()) + tuple(
        treasure.face for treasure in treasures.treasures().values()
    )


def icon_names() -> list[str]:
    """Every icon that a face is made of."""
    shown = {concept.icon for picture in catalogue.pictures().values() for concept in picture.concepts}
    return sorted(shown | {treasure.concept.icon for treasure in treasures.treasures().values()})


def draw_face(face: str, folder: Path) -> bytes:
    """Draw one face; the icons come from `folder`, which must have them."""
    from deckname.cards.family.drawing import draw_treasure  # noqa: PLC0415 - needs the drawing libraries
    from deckname.cards.pictures.drawing import draw_picture  # noqa: PLC0415

    icons = _icons(folder)
    if face.startswith(catalogue.PREFIX):
        return draw_picture(catalogue.picture(face), icons)
    return draw_treasure(treasures.treasure(face), icons)


@cache
def _icons(folder: Path) -> IconSet:
    from deckname.cards.pictures.icons import obtain  # noqa: PLC0415

    return obtain(folder, icon_names())


def _draw_into(face: str, icon_folder: Path, path: Path) -> str:
    write_atomically(path, draw_face(face, icon_folder))
    return face


def _be_modest() -> None:
    """Let games go first, and keep each process to one core; runs before numpy is imported."""
    os.environ["OPENBLAS_NUM_THREADS"] = "1"
    if hasattr(os, "nice"):
        os.nice(10)
    if sys.platform == "linux" and hasattr(libc := ctypes.CDLL(None), "mallopt"):
        # keep the memory of one picture for the next: giving it back and asking anew costs a sixth of the time
        for trim_or_map_threshold in (-1, -3):
            libc.mallopt(trim_or_map_threshold, 1 << 25)


class Gallery:
    """The pictures in one cache folder."""

    def __init__(self, folder: Path | None = None) -> None:
        self._root = folder or cache_folder()
        self.folder = self._root / "pictures" / edition()

    def _path(self, face: str) -> Path:
        kind, _, name = face.partition(":")
        return self.folder / f"{kind}-{name}.svg"

    def picture(self, face: str) -> bytes | None:
        """The SVG of a face, or None if there is no such face or it has not been drawn yet."""
        if face not in _known():
            return None
        try:
            return self._path(face).read_bytes()
        except FileNotFoundError:
            return None

    def missing(self) -> list[str]:
        return [face for face in faces() if not self._path(face).exists()]

    def draw(
        self,
        first: Iterable[str] = (),
        *,
        only: bool = False,
        processes: int | None = None,
        drawn: Callable[[str], None] = lambda face: None,
    ) -> None:
        """Draw what is missing, the faces `first` before all others (or `only` them)."""
        wanted = list(dict.fromkeys(face for face in first if face in _known()))
        order = wanted if only else list(dict.fromkeys([*wanted, *faces()]))
        todo = [face for face in order if not self._path(face).exists()]
        if not todo:
            return
        self._prepare()
        context = get_context("spawn")
        with ProcessPoolExecutor(processes or os.cpu_count(), context, initializer=_be_modest) as pool:
            jobs = [pool.submit(_draw_into, face, self._root / "icons", self._path(face)) for face in todo]
            try:
                for job in as_completed(jobs):
                    drawn(job.result())
            except OSError as error:
                pool.shutdown(cancel_futures=True)
                raise GalleryError("not_written", error.strerror or str(error)) from error
            except BrokenProcessPool as error:
                raise GalleryError("stopped") from error
            except BaseException:
                pool.shutdown(cancel_futures=True)
                raise

    def _prepare(self) -> None:
        """Have the icons at hand before processes start that need them."""
        try:
            from deckname.cards.pictures.icons import IconsError  # noqa: PLC0415
        except ImportError as error:
            raise GalleryError("no_libraries", str(error)) from error
        try:
            _icons(self._root / "icons")
        except IconsError as error:
            raise GalleryError(error.code, error.detail) from error


@cache
def _known() -> frozenset[str]:
    return frozenset(faces())
