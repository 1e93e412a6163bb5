"""Drawn cards for whoever asks: from the gallery, or drawn now if nobody has seen them yet."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial

from deckname.cards.library import FAMILY, PICTURES, USUAL
from deckname.cards.pictures.gallery import Gallery, GalleryError, faces
from deckname.tables import facts
from deckname.tables.facts import AnyFact
from deckname.tables.house import LiveTable

_PATIENCE = 20.0
_LOOK_AGAIN = 0.05
_AT_ONCE = 25
DRAWN = (PICTURES, FAMILY)

log = logging.getLogger(__name__)


class Artist:
    def __init__(self) -> None:
        self._gallery = Gallery()
        self._faces = frozenset(faces())
        self._wanted: dict[str, None] = {}
        self._rest: dict[str, None] = {}
        """What nobody waits for, but somebody will."""
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

    def follow(self, live: LiveTable, happened: Sequence[AnyFact]) -> None:
        """Whoever opens a table for drawn cards will want them soon; a board that is dealt goes before all others."""
        room = live.room
        if USUAL[room.settings.edition] not in DRAWN and not any(deck in DRAWN for deck in room.settings.decks):
            return
        if not happened or any(isinstance(fact, facts.Opened | facts.Configured | facts.Began) for fact in happened):
            board = room.game.table.setup.cards if room.game else ()
            self.order([face for face in board if face in self._faces])
            self._rest = self._rest or dict.fromkeys(self._gallery.missing())

    def order(self, wanted: Iterable[str]) -> None:
        """Draw these soon, together with whatever else was asked for."""
        self._wanted.update(dict.fromkeys(wanted))
        if self._drawing is None and not self._failed:
            self._drawing = asyncio.ensure_future(self._draw())

    async def _draw(self) -> None:
        loop = asyncio.get_running_loop()
        try:
            await asyncio.sleep(_LOOK_AGAIN)  # a board's pictures are asked for one by one, and drawn together
            while batch := self._next_batch():
                await loop.run_in_executor(self._studio, partial(self._gallery.draw, batch, only=True))
        except Exception as error:  # whatever keeps us from drawing, games go on with words in place of pictures
            self._failed = True
            reason = error.code if isinstance(error, GalleryError) else type(error).__name__
            log.warning("pictures.failed", extra={"reason": reason})
        finally:
            self._drawing = None

    def _next_batch(self) -> list[str]:
        source = self._wanted or self._rest
        batch = list(source)[:_AT_ONCE]
        for face in batch:
            self._wanted.pop(face, None)
            self._rest.pop(face, None)
        return batch

    def close(self) -> None:
        with suppress(RuntimeError):
            self._studio.shutdown(wait=False, cancel_futures=True)
