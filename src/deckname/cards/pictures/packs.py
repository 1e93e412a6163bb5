"""Picture packs of a host's own: a folder or a zip file of images, with names if one likes.

What comes out of `read_pack` is safe to show to anyone: images are told by their content and made anew (no size
that fills a phone's memory, no hidden place names of a camera), and of an SVG only harmless drawing is kept (see
svg.py). A pack is read as a whole or refused with a `PackError`; nothing is written before all of it is checked.

Names stand in a file `names.txt` in the pack, one "file = name" a line.
"""

from __future__ import annotations

import hashlib
import json
import lzma
import os
import shutil
import stat
import tempfile
import unicodedata
import zipfile
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from PIL import Image, ImageOps, UnidentifiedImageError

from deckname.cards.pictures.svg import UnsafeSvgError, harmless_svg
from deckname.engine.errors import CodedError

PREFIX = "pack:"
MIN_IMAGES, MAX_IMAGES = 20, 1_000
MAX_FILE, MAX_TOTAL = 8_000_000, 80_000_000  # bytes
MAX_FILES = 3_000
MIN_SIDE, MAX_SIDE = 64, 8_000  # pixels
MAX_NAME = 60
_KEPT_SIDE = 800
_NAMES = "names.txt"
_TEXTS = {".txt", ".md", ".rst", ""}
_FORMATS = ("PNG", "JPEG", "WEBP")


class PackError(CodedError):
    """A pack that can't be used."""


@dataclass(frozen=True, slots=True)
class PackImage:
    name: str  # what the host calls it; may be empty
    suffix: str  # svg or webp
    data: bytes


@dataclass(frozen=True, slots=True)
class Pack:
    id: str
    images: tuple[PackImage, ...]

    def faces(self) -> tuple[str, ...]:
        return tuple(f"{PREFIX}{self.id}/{number}" for number in range(len(self.images)))

    def image(self, face: str) -> PackImage | None:
        """The image of one of this pack's faces."""
        faces = self.faces()
        return self.images[faces.index(face)] if face in faces else None


class _File(NamedTuple):
    name: str
    data: bytes


def read_pack(source: Path) -> Pack:
    """The pack in a folder or a zip file; PackError if it is none or any part of it is bad."""
    try:
        files = list(_files_of_folder(source) if source.is_dir() else _files_of_zip(source))
    except OSError as error:
        raise PackError("not_readable", detail=error.strerror or str(error)) from error
    names = _names(files)
    pictures = [file for file in files if not _is_text(file.name)]
    if len(pictures) > MAX_IMAGES:
        raise PackError("too_many", count=len(pictures), maximum=MAX_IMAGES)
    if len(pictures) < MIN_IMAGES:
        raise PackError("too_few", count=len(pictures), minimum=MIN_IMAGES)
    unknown = sorted(names.keys() - {_base(file.name) for file in pictures})
    if unknown:
        raise PackError("unknown_name", file=unknown[0])
    images = tuple(_image(file, names.get(_base(file.name), "")) for file in pictures)
    _refuse_twins(pictures, images)
    digest = hashlib.sha256(b"".join(hashlib.sha256(image.data).digest() for image in images))
    return Pack(digest.hexdigest()[:12], images)


def _refuse_twins(pictures: list[_File], images: tuple[PackImage, ...]) -> None:
    seen: dict[bytes, str] = {}
    for file, image in zip(pictures, images, strict=True):
        if image.data in seen:
            raise PackError("duplicate", file=file.name, other=seen[image.data])
        seen[image.data] = file.name


# Files


def _files_of_folder(folder: Path) -> Iterator[_File]:
    total = 0
    entries = sorted(folder.rglob("*"))
    if len(entries) > MAX_FILES:
        raise PackError("too_many_files", maximum=MAX_FILES)
    for path in entries:
        name = path.relative_to(folder).as_posix()
        if path.is_symlink():
            raise PackError("link", file=name)
        if path.is_dir() or _is_hidden(name):
            continue
        if not path.is_file():
            raise PackError("unknown_format", file=name)
        total = _within(name, path.stat().st_size, total)
        yield _File(name, path.read_bytes())


def _files_of_zip(path: Path) -> Iterator[_File]:
    if path.is_file() and path.stat().st_size > MAX_TOTAL:
        raise PackError("too_large", maximum=MAX_TOTAL // 1_000_000)
    try:
        with zipfile.ZipFile(path) as archive:
            entries = sorted(archive.infolist(), key=lambda entry: entry.filename)
            if len(entries) > MAX_FILES:
                raise PackError("too_many_files", maximum=MAX_FILES)
            total = 0
            for entry in entries:
                _refuse_tricks(entry)
                if entry.is_dir() or _is_hidden(entry.filename):
                    continue
                total = _within(entry.filename, entry.file_size, total)
                yield _File(entry.filename, _extracted(archive, entry))
    except (zipfile.BadZipFile, zlib.error, lzma.LZMAError, EOFError, NotImplementedError, ValueError) as error:
        raise PackError("not_a_pack", detail=str(error)) from error


def _refuse_tricks(entry: zipfile.ZipInfo) -> None:
    """Nothing is ever unpacked to a path of the archive's choosing; such an archive is refused all the same."""
    name = PurePosixPath(entry.filename.replace("\\", "/"))
    if name.is_absolute() or ".." in name.parts or ":" in entry.filename or "\0" in entry.orig_filename:
        raise PackError("bad_path", file=entry.filename)
    if stat.S_ISLNK(entry.external_attr >> 16):
        raise PackError("link", file=entry.filename)
    if entry.flag_bits & 0x1:
        raise PackError("encrypted", file=entry.filename)


def _extracted(archive: zipfile.ZipFile, entry: zipfile.ZipInfo) -> bytes:
    """The bytes of an entry, never more than one file may have, whatever the archive claims."""
    with archive.open(entry) as file:
        data = file.read(MAX_FILE + 1)
    if len(data) > MAX_FILE:
        raise PackError("file_too_large", file=entry.filename, maximum=MAX_FILE // 1_000_000)
    return data


def _within(name: str, size: int, total: int) -> int:
    if size > MAX_FILE:
        raise PackError("file_too_large", file=name, maximum=MAX_FILE // 1_000_000)
    if total + size > MAX_TOTAL:
        raise PackError("too_large", maximum=MAX_TOTAL // 1_000_000)
    return total + size


def _base(name: str) -> str:
    return unicodedata.normalize("NFC", PurePosixPath(name).name)


def _is_hidden(name: str) -> bool:
    """Files that systems add by themselves: .DS_Store, __MACOSX/…, Thumbs.db."""
    parts = PurePosixPath(name).parts
    return any(part.startswith(".") or part == "__MACOSX" for part in parts) or _base(name) == "Thumbs.db"


def _is_text(name: str) -> bool:
    """Files that people put beside their pictures: names, a licence, a readme."""
    return PurePosixPath(name).suffix.lower() in _TEXTS


def _names(files: list[_File]) -> dict[str, str]:
    listed = next((file for file in files if _base(file.name) == _NAMES), None)
    if listed is None:
        return {}
    try:
        lines = unicodedata.normalize("NFC", listed.data.decode("utf-8-sig")).splitlines()
    except UnicodeDecodeError as error:
        raise PackError("bad_names", line=0) from error
    names: dict[str, str] = {}
    for number, line in enumerate(lines, 1):
        if not line.strip() or line.startswith("#"):
            continue
        file, equals, name = (part.strip() for part in line.partition("="))
        if not (file and equals and name.isprintable() and 0 < len(name) <= MAX_NAME) or file in names:
            raise PackError("bad_names", line=number)
        names[file] = name
    return names


# Images


def _image(file: _File, name: str) -> PackImage:
    if not file.data:
        raise PackError("empty_file", file=file.name)
    if _looks_like_svg(file.data):
        try:
            return PackImage(name, "svg", harmless_svg(file.data))
        except UnsafeSvgError as error:
            raise PackError(error.code, file=file.name) from error
    return PackImage(name, "webp", _remade(file))


def _looks_like_svg(data: bytes) -> bool:
    start = data[:4096].lstrip(b"\xef\xbb\xbf \t\r\n")
    return start.startswith((b"<?xml", b"<svg", b"<!--", b"<!DOCTYPE svg")) and b"<svg" in data[:65536]


def _remade(file: _File) -> bytes:
    """The image made anew as WebP: turned upright, of a decent size, without anything hidden in it."""
    try:
        with Image.open(BytesIO(file.data), formats=_FORMATS) as image:
            if min(image.size) < MIN_SIDE:
                raise PackError("too_small", file=file.name, minimum=MIN_SIDE)
            if max(image.size) > MAX_SIDE:
                raise PackError("too_many_pixels", file=file.name, maximum=MAX_SIDE)
            image.draft("RGB", (_KEPT_SIDE, _KEPT_SIDE))
            upright = ImageOps.exif_transpose(image).convert("RGBA")
    except (Image.DecompressionBombError, Image.DecompressionBombWarning) as error:
        raise PackError("too_many_pixels", file=file.name, maximum=MAX_SIDE) from error
    except UnidentifiedImageError as error:
        raise PackError("unknown_format", file=file.name) from error
    except (OSError, SyntaxError, ValueError) as error:
        raise PackError("broken", file=file.name) from error
    upright.thumbnail((_KEPT_SIDE, _KEPT_SIDE))
    remade = BytesIO()
    upright.save(remade, "WEBP", quality=86, method=4)
    return remade.getvalue()


# Keeping packs


class PackStore:
    """Packs kept in a folder, each in a folder of its own named by its id."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def add(self, source: Path) -> Pack:
        """Read a pack and keep it. A pack that is there already stays as it is, save for its names."""
        pack = read_pack(source)
        self._folder.mkdir(parents=True, exist_ok=True)
        scratch = Path(tempfile.mkdtemp(prefix=".adding-", dir=self._folder))
        try:
            for number, image in enumerate(pack.images):
                (scratch / f"{number}.{image.suffix}").write_bytes(image.data)
            listing = [{"name": image.name, "suffix": image.suffix} for image in pack.images]
            (scratch / "pack.json").write_text(json.dumps(listing, ensure_ascii=False), "utf-8")
            self.remove(pack.id)
            os.replace(scratch, self._folder / pack.id)  # noqa: PTH105 - a folder moves whole or not at all
        except BaseException:
            shutil.rmtree(scratch, ignore_errors=True)
            raise
        return pack

    def ids(self) -> tuple[str, ...]:
        if not self._folder.is_dir():
            return ()
        return tuple(sorted(path.parent.name for path in self._folder.glob("[!.]*/pack.json")))

    def get(self, id_: str) -> Pack | None:
        if id_ not in self.ids():
            return None
        folder = self._folder / id_
        listing = json.loads((folder / "pack.json").read_text("utf-8"))
        return Pack(
            id_,
            tuple(
                PackImage(entry["name"], entry["suffix"], (folder / f"{k}.{entry['suffix']}").read_bytes())
                for k, entry in enumerate(listing)
            ),
        )

    def remove(self, id_: str) -> None:
        if id_ in self.ids():
            shutil.rmtree(self._folder / id_)
