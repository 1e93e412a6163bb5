"""Making all that play reads, and laying it out where play looks for it (`deckname.assets`).

The referee's file and the bots' data come first, in this order; the pictures follow, those that somebody waits for
before all others and at any time. Each part is used as soon as it is there, and where one can't be made the others go
on. The workshop keeps what it made in the cache: another checkout of the same version takes it from there.
"""

from __future__ import annotations

import gzip
import hashlib
import os
import shutil
import threading
import time
import traceback
from collections.abc import Callable, Iterable, Iterator, Sequence, Set
from contextlib import contextmanager
from pathlib import Path
from typing import Protocol

from deckname import assets
from deckname.cards.faces import drawn_faces
from deckname.cards.pictures.storage import write_atomically
from workshop.bots import build as bots
from workshop.build_cache import BuildFailedError, Progress, remove
from workshop.pictures.gallery import Gallery, GalleryError, Studio
from workshop.referee import build as referee

PARTS = ("referee", "bots", "pictures")
MADE = ".made"
"""Newer than everything that the assets are made from: whoever finds it so need not ask us (the Makefile does)."""
_LOOK_UP = 0.1
"""Seconds after which the engraver looks up from work, whether somebody wants a picture."""
_HUNDRED = 100
_DIGEST = 6


class ProgressListener(Protocol):
    """Who is told how it goes."""

    def progress(self, part: str, done: int, of: int) -> None:
        """A part is so far."""

    def ready(self, part: str, files: Iterable[str] = ()) -> None:
        """A part can be used, or of the pictures these files."""

    def failed(self, part: str, code: str, detail: str) -> None:
        """A part can't be made here and now."""


class Wanted:
    """Faces that somebody waits for. One thread is told of them, another asks."""

    def __init__(self) -> None:
        self._faces: dict[str, None] = {}
        self._lock = threading.Lock()

    def add(self, faces: Iterable[str]) -> None:
        with self._lock:
            self._faces.update(dict.fromkeys(faces))

    def take(self) -> str | None:
        with self._lock:
            face = next(iter(self._faces), None)
            if face is not None:
                del self._faces[face]
            return face


def make(listener: ProgressListener, wanted: Wanted, parts: Sequence[str] = PARTS, *, modest: bool = False) -> bool:
    """Make and lay out what is missing of these parts; whether they are there in the end. `modest`: games go first."""
    begun = time.time()
    clear_away()
    made: set[str] = set()
    data = threading.Thread(target=_make_data, args=(listener, parts, made), daemon=True)
    data.start()
    if "pictures" in parts:
        with _told(listener, "pictures"):
            _draw(listener, wanted, lambda: not data.is_alive(), modest)
            made.add("pictures")
    data.join()
    if made == set(PARTS):
        _sign(begun)
    return made == set(parts)


def _make_data(listener: ProgressListener, parts: Sequence[str], made: set[str]) -> None:
    """The bots' data is made from the referee's file."""
    for part, build in (("referee", referee.build), ("bots", bots.build)):
        if part in parts:
            with _told(listener, part):
                lay_out(build(_hundredths(listener, part)))
                made.add(part)
                listener.ready(part)
            if part not in made:
                return


@contextmanager
def _told(listener: ProgressListener, part: str) -> Iterator[None]:
    """Whatever keeps us from making a part is told, and the others go on."""
    try:
        yield
    except GalleryError as error:
        listener.failed(part, error.code, str(error.details.get("detail", error.code)))
    except OSError as error:
        listener.failed(part, "not_written", error.strerror or str(error))
    except BuildFailedError as error:
        listener.failed(part, "not_made", str(error))
    except Exception as error:
        traceback.print_exc()
        listener.failed(part, "not_made", f"{type(error).__name__}: {error}")


def _sign(begun: float) -> None:
    """Say that all is made, of what was there when we began."""
    (assets.folder() / MADE).touch()
    os.utime(assets.folder() / MADE, (begun, begun))


def _hundredths(listener: ProgressListener, part: str) -> Progress:
    return lambda done, doing: listener.progress(part, round(done * _HUNDRED), _HUNDRED)


# ---------------------------------------------------------------------------------------------------------------------
# Laying out


def lay_out(product: Path) -> None:
    """Put a file or folder of the cache where play looks for it: whole or not at all, and on the same disk for free."""
    place = assets.folder() / product.name
    if place.exists():
        return
    place.parent.mkdir(parents=True, exist_ok=True)
    draft = place.with_name(f".{place.name}.{os.getpid()}")
    try:
        if product.is_dir():
            shutil.copytree(product, draft, copy_function=_link)
        else:
            _link(product, draft)
        try:
            draft.rename(place)
        except OSError:  # somebody else has been quicker
            if not place.exists():
                raise
    finally:
        remove(draft)


def _link(source: str | Path, target: str | Path) -> None:
    try:
        os.link(source, target)
    except OSError:  # another disk, or one that knows no links
        shutil.copy2(source, target)


def clear_away() -> None:
    """Remove what older versions laid out where the new is there by now, and pictures that are in no deck any more."""
    for kind, new in (("referee", referee.target().name), ("bots", bots.target().name)):
        if (assets.folder() / new).exists():
            remove(*(old for old in assets.folder().glob(f"{kind}-*") if old.name != new))
    remove(*(path for face, path in assets.pictures().items() if face not in drawn_faces()))


# ---------------------------------------------------------------------------------------------------------------------
# Pictures


def _draw(listener: ProgressListener, wanted: Wanted, may_draw_all: Callable[[], bool], modest: bool) -> None:
    gallery, of = Gallery(), len(drawn_faces())
    rest = gallery.missing()
    if hung := hang(gallery, (face for face in drawn_faces() if gallery.path(face).exists())):
        listener.ready("pictures", hung)
    listener.progress("pictures", of - len(rest), of)
    if not rest:
        return
    with Studio(gallery, modest=modest) as studio:
        begun: set[str] = set()
        while len(begun) < len(rest) or studio.busy:
            face = _next(rest, begun, wanted, may_draw_all()) if studio.free else None
            if face:
                begun.add(face)
                studio.begin(face)
            elif done := studio.done(_LOOK_UP):
                listener.ready("pictures", hang(gallery, done))
                listener.progress("pictures", of - len(gallery.missing(rest)), of)


def _next(rest: Sequence[str], begun: Set[str], wanted: Wanted, any_will_do: bool) -> str | None:
    """What to draw now: a picture that somebody waits for, else any if there is time for it."""
    while face := wanted.take():
        if face in rest and face not in begun:
            return face
    return next((face for face in rest if face not in begun), None) if any_will_do else None


def hang(gallery: Gallery, faces: Iterable[str]) -> list[str]:
    """Lay drawn pictures out, packed, with a hash of what they show in their names; which are new."""
    hung = assets.pictures()
    new = []
    for face in faces:
        svg = gallery.path(face).read_bytes()
        name = assets.picture_name(face, hashlib.blake2s(svg, digest_size=_DIGEST).hexdigest())
        if face in hung and hung[face].name == name:
            continue
        write_atomically(assets.pictures_folder() / name, gzip.compress(svg, 9, mtime=0))
        if face in hung:
            remove(hung[face])
        new.append(name)
    return new
