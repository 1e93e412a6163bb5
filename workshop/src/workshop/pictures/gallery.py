"""The gallery: every picture and treasure as an SVG, drawn once and kept in the cache folder.

`Studio` draws in as many processes as there are cores, and yields what is ready. The cache is keyed by a digest of
everything that decides how a picture looks, so a new version draws anew and never mixes with an old one.
"""

from __future__ import annotations

import ctypes
import os
import sys
import time
from collections.abc import Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from functools import cache
from multiprocessing import get_context
from pathlib import Path
from types import TracebackType
from typing import Self

from deckname import cards
from deckname.cards.faces import drawn_faces
from deckname.cards.family import treasures
from deckname.cards.pictures import catalogue
from deckname.cards.pictures.storage import write_atomically
from deckname.engine.errors import CodedError
from deckname.folders import cache_folder
from deckname.words import SHARED, entries
from workshop.build_cache import digest, sources
from workshop.pictures.drawing import draw_picture
from workshop.pictures.icons import IconsError, IconSet, obtain
from workshop.pictures.treasure import draw_treasure

_LISTS = ("combinations", "concepts", "treasures")
_ENGINES = ("contourpy", "numpy", "opencv-python-headless", "resvg")


class GalleryError(CodedError):
    """Pictures can't be drawn on this machine now. `detail`, if there is one, says more."""


@cache
def edition() -> str:
    """A digest of what decides how pictures look: our code and data, and the versions of what draws them."""
    theirs = Path(str(cards.__file__)).parent
    data = [path for room in ("pictures", "family") for path in sources(theirs / room, ".py", ".toml")]
    lists = [line for name in _LISTS for line in entries(SHARED, name)]
    return digest(_ENGINES, [*sources(Path(__file__).parent, ".py"), *data], lists)


def icon_names() -> list[str]:
    """Every icon that a face is made of."""
    shown = {concept.icon for picture in catalogue.pictures().values() for concept in picture.concepts}
    return sorted(shown | {treasure.concept.icon for treasure in treasures.treasures().values()})


def draw_face(face: str, folder: Path) -> bytes:
    """Draw one face; the icons come from `folder`, which must have them."""
    icons = _icons(folder)
    if face.startswith(catalogue.PREFIX):
        return draw_picture(catalogue.picture(face), icons)
    return draw_treasure(treasures.treasure(face), icons)


@cache
def _icons(folder: Path) -> IconSet:
    return obtain(folder, icon_names())


def _draw_into(face: str, icon_folder: Path, path: Path) -> str:
    write_atomically(path, draw_face(face, icon_folder))
    return face


def _settle_in(modest: bool) -> None:
    """Keep each process to one core, and let games go first if there are any; runs before numpy is imported."""
    os.environ["OPENBLAS_NUM_THREADS"] = "1"
    if modest and hasattr(os, "nice"):
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
        self.icons = self._root / "icons"

    def path(self, face: str) -> Path:
        """Where a picture is kept once it is drawn."""
        return self.folder / f"{face.replace(':', '-', 1)}.svg"

    def picture(self, face: str) -> bytes | None:
        """The SVG of a face, or None if there is no such face or it has not been drawn yet."""
        if face not in drawn_faces():
            return None
        try:
            return self.path(face).read_bytes()
        except FileNotFoundError:
            return None

    def missing(self, faces: Iterable[str] | None = None) -> list[str]:
        """Those of the faces, or of all, that have not been drawn yet."""
        wanted = drawn_faces() if faces is None else [face for face in faces if face in drawn_faces()]
        return [face for face in dict.fromkeys(wanted) if not self.path(face).exists()]

    def draw(self, faces: Iterable[str], processes: int | None = None) -> Iterator[str]:
        """Draw what is missing of these, in this order, and tell each that is done."""
        todo = self.missing(faces)
        if not todo:
            return
        with Studio(self, processes) as studio:
            while todo or studio.busy:
                while todo and studio.free:
                    studio.begin(todo.pop(0))
                yield from studio.done()


class Studio:
    """Processes that draw, each a picture at a time; `modest` where people play on the same machine."""

    def __init__(self, gallery: Gallery, processes: int | None = None, *, modest: bool = False) -> None:
        self._gallery, self._modest = gallery, modest
        self._places = processes or os.cpu_count() or 1
        self._jobs: set[Future[str]] = set()

    def __enter__(self) -> Self:
        try:
            _icons(self._gallery.icons)  # at hand before processes start that need them
        except IconsError as error:
            raise GalleryError(error.code, **error.details) from error
        self._pool = ProcessPoolExecutor(self._places, get_context("spawn"), _settle_in, (self._modest,))
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, where: TracebackType | None
    ) -> None:
        self._pool.shutdown(cancel_futures=kind is not None)

    @property
    def free(self) -> bool:
        return len(self._jobs) < self._places

    @property
    def busy(self) -> bool:
        return bool(self._jobs)

    def begin(self, face: str) -> None:
        self._jobs.add(self._pool.submit(_draw_into, face, self._gallery.icons, self._gallery.path(face)))

    def done(self, patience: float | None = None) -> list[str]:
        """The faces that are ready, once at least one is, or after so many seconds."""
        if not self._jobs and patience:
            time.sleep(patience)
        finished, self._jobs = wait(self._jobs, patience, FIRST_COMPLETED)
        try:
            return [job.result() for job in finished]
        except OSError as error:
            raise GalleryError("not_written", detail=error.strerror or str(error)) from error
        except BrokenProcessPool as error:
            raise GalleryError("stopped") from error
