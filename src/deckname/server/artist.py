"""Drawn cards for whoever asks: from the gallery, or drawn now if nobody has seen them yet."""

from __future__ import annotations

import asyncio
import logging
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial

from deckname.cards.pictures.gallery import Gallery, GalleryError, faces

_PATIENCE = 20.0
_LOOK_AGAIN = 0.05

log = logging.getLogger(__name__)


class Artist:
    def __init__(self) -> None:
        self._gallery = Gallery()
        self._faces = frozenset(faces())
        self._wanted: dict[str, None] = {}
        self._studio = ThreadPoolExecutor(1, "artist")
        self._drawing: asyncio.Future[None] | None = None
        self._failed = False

    def knows(self, face: str) -> bool:
        return face in self._faces

    async def picture(self, face: str) -> bytes | None:
        """The drawing; None if it takes too long or can't be drawn here."""
        waited = 0.0
        while (found := self._gallery.picture(face)) is None and waited < _PATIENCE and not self._failed:
            self.order([face])
            await asyncio.sleep(_LOOK_AGAIN)
            waited += _LOOK_AGAIN
        return found

    def order(self, wanted: list[str]) -> None:
        """Draw these soon, together with whatever else was asked for."""
        self._wanted.update(dict.fromkeys(wanted))
        if self._drawing is None and not self._failed:
            self._drawing = asyncio.ensure_future(self._draw())

    async def _draw(self) -> None:
        try:
            await asyncio.sleep(_LOOK_AGAIN)  # a board's pictures are asked for one by one, and drawn together
            while self._wanted:
                batch, self._wanted = list(self._wanted), {}
                loop = asyncio.get_running_loop()
                await loop.run_in_executor(self._studio, partial(self._gallery.draw, batch, only=True))
        except GalleryError as error:
            self._failed = True
            log.warning("pictures can't be drawn here: %s", error)
        finally:
            self._drawing = None

    def close(self) -> None:
        with suppress(RuntimeError):
            self._studio.shutdown(wait=False, cancel_futures=True)
