"""How the bots' data is written so that it fits into a package, and read again piece by piece.

Vectors take a byte per component, in steps of the row's own, and ties one of few levels; rows of ties, and texts, are
deflated by themselves, so that one is read without its neighbours. A file tells how it is to be read: the same data
written `exact`, with float16 throughout, is what the small form is measured against (bench/size.py).
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable
from itertools import accumulate
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .encoder import Floats

_STEPS = 127
"""Of a byte, to either side of zero."""
_RAW = -15
"""Deflated without a header: there are tens of thousands of pieces."""
EVERY_LEVEL: Floats = np.arange(0x7C00, dtype=np.uint16).view(np.float16)
"""All that float16 can tell of what is not negative, in order."""


def mapped(folder: Path, name: str) -> NDArray[Any]:
    """A file that processes share, as a plain array: NumPy's own kind for it is slow where many rows are taken."""
    return np.asarray(np.load(folder / f"{name}.npy", mmap_mode="r"))


# --- vectors


def small(vectors: Floats) -> NDArray[Any]:
    """Each row in steps of its own, as large as its largest component needs."""
    steps = np.abs(vectors).max(axis=1) / _STEPS
    found = np.zeros(len(vectors), [("step", np.float32), ("counts", np.int8, vectors.shape[1:])])
    found["step"] = steps
    found["counts"] = np.rint(vectors / np.where(steps > 0, steps, 1)[:, None])
    return found


def full(stored: NDArray[Any]) -> Floats:
    """Rows with all the digits that were kept of them."""
    if stored.dtype.names is None:
        return stored.astype(np.float32)
    found: Floats = stored["counts"].astype(np.float32)
    found *= stored["step"][..., None]
    return found


class Vectors:
    """Rows of a mapped file: processes share it, and rows take their full digits only when asked for."""

    def __init__(self, folder: Path, name: str) -> None:
        self._stored = mapped(folder, name)

    def __getitem__(self, which: int | slice | NDArray[Any]) -> Floats:
        return full(self._stored[which])


# --- ties


def levels(strengths: Floats, count: int, power: float) -> Floats:
    """From the weakest to the strongest, in steps that are even once this root is taken."""
    least, most = float(strengths.min()) ** (1 / power), float(strengths.max()) ** (1 / power)
    found: Floats = (np.linspace(least, most, count) ** power).astype(np.float16)
    return found


def to_levels(strengths: Floats, known: Floats) -> NDArray[Any]:
    """The nearest level of each, by its place."""
    ordered = known.astype(np.float64)
    between = (ordered[1:] + ordered[:-1]) / 2
    return np.searchsorted(between, strengths).astype(np.min_scalar_type(len(known) - 1))


def pack_ties(columns: NDArray[Any], places: NDArray[Any]) -> bytes:
    """A row: the gaps between its columns, which are in order, and the places of its levels, all byte by byte."""
    gaps = np.diff(columns.astype(np.uint16), prepend=np.uint16(0))
    return b"".join(part.view(np.uint8).reshape(-1, part.itemsize).T.tobytes() for part in (gaps, places))


def unpack_ties(row: bytes, known: Floats) -> tuple[NDArray[Any], Floats]:
    """Columns and strengths."""
    width = np.min_scalar_type(len(known) - 1).itemsize
    parts = np.frombuffer(row, np.uint8).reshape(2 + width, -1)
    return np.cumsum(_numbers(parts[:2]), dtype=np.uint16), known[_numbers(parts[2:])]


def _numbers(parts: NDArray[Any]) -> NDArray[Any]:
    found: NDArray[Any] = parts[0] if len(parts) == 1 else parts[0] | parts[1].astype(np.uint16) << 8
    return found


# --- pieces


def write_pieces(folder: Path, name: str, pieces: Iterable[bytes]) -> None:
    packed = [_deflated(piece) for piece in pieces]
    (folder / f"{name}.bin").write_bytes(b"".join(packed))
    np.save(folder / f"{name}_starts.npy", np.fromiter(accumulate(map(len, packed), initial=0), np.int32))


def _deflated(piece: bytes) -> bytes:
    deflating = zlib.compressobj(9, wbits=_RAW)
    return deflating.compress(piece) + deflating.flush()


class Pieces:
    """A file of which a piece is read now and then: mapped, it would bring all its neighbours into memory."""

    def __init__(self, folder: Path, name: str) -> None:
        self._file = folder / f"{name}.bin"
        self._starts = mapped(folder, f"{name}_starts")

    def __getitem__(self, place: int) -> bytes:
        start, end = int(self._starts[place]), int(self._starts[place + 1])
        with self._file.open("rb") as file:
            file.seek(start)
            return zlib.decompress(file.read(end - start), _RAW)
