"""What a server needs beside its code: pictures, the referee's file, the bots' data, and the workshop that makes them.

Where everything was made ahead (a wheel, a checkout that has played before) nothing happens here. In a new checkout the
workshop works beside the server, as a process of its own: it is told on its standard input which pictures are waited
for, and tells on its standard output, a JSON object a line, how far it is and what is ready. Nobody waits for it:
players see words in place of pictures, and the simple bot plays.
"""

from __future__ import annotations

import asyncio
import json
import logging
import os
import signal
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, get_args

import msgspec

from deckname import assets
from deckname import protocol as wire
from deckname.assets import PACKED
from deckname.bots import bureau as bots
from deckname.cards.faces import drawn_faces
from deckname.tables.events import GameBegan, TableEvent
from deckname.tables.live import Before, LiveTable

_FIRST_PAUSE, _LONGEST_PAUSE = 30.0, 600.0
"""Seconds between two tries at what could not be made: a network may come back."""
_LONGEST_LINE = 1 << 20
_FAREWELL = 2.0

log = logging.getLogger(__name__)

Told = Callable[[wire.WorkshopReport, str], None]
"""Hears how far the workshop is; for the host alone there is a detail of what went wrong, which may name a folder."""


class AssetBuilder:
    """`bots_settled` is called when the bots' data is there, and each time it turns out that it can't be made now."""

    def __init__(self, bots_settled: Callable[[], None], told: Told = lambda state, detail: None) -> None:
        self._pictures = assets.pictures()
        self._bots_settled, self._told = bots_settled, told
        self._command = assets.workshop("--lines")
        self._pause = _FIRST_PAUSE
        self._process: Process | None = None
        self._work: asyncio.Task[None] | None = None
        self._in_work: dict[str, wire.InWork] = {}
        self._trouble: str | None = None

    @property
    def state(self) -> wire.WorkshopReport:
        """How far the workshop is; what is made first comes first."""
        order = get_args(wire.WorkshopPart)
        return wire.WorkshopReport(
            tuple(sorted(self._in_work.values(), key=lambda one: order.index(one.part))), self._trouble
        )

    @property
    def complete(self) -> bool:
        """Whether everything is there that could be made."""
        return bool(bots.ready() and assets.referee_file() and drawn_faces().keys() <= self._pictures.keys())

    def start(self) -> None:
        """Begin to make what is missing. Needs a running event loop."""
        if bots.ready():
            self._bots_settled()
        if self._command:  # even if all is there: it may have been made by an older version
            self._work = asyncio.ensure_future(self._employ(self._command))
        elif not self.complete:
            log.warning("assets.missing")
            self._bots_settled()

    async def close(self) -> None:
        if self._work:
            self._work.cancel()
            await asyncio.gather(self._work, return_exceptions=True)

    # --- pictures

    @property
    def pictures(self) -> dict[str, str]:
        """The addresses of all pictures that are drawn, by their faces."""
        return {face: address(path) for face, path in self._pictures.items()}

    def picture(self, face: str) -> Path | None:
        """The file of a picture, once it is drawn."""
        return self._pictures.get(face)

    def served(self, path: str) -> Path | None:
        """The file that an address of ours names."""
        found = self.picture(assets.face_of(path.rpartition("/")[2]))
        return found if found and path.endswith(address(found)) else None

    def follow(self, live: LiveTable, _before: Before, happened: Sequence[TableEvent]) -> None:
        """The pictures of a board that is laid out go before all others."""
        game = live.state.game
        if game and (not happened or any(isinstance(event, GameBegan) for event in happened)):
            self._want(game.table.setup.cards)

    def _want(self, faces: Iterable[str]) -> None:
        missing = [face for face in faces if face in drawn_faces() and face not in self._pictures]
        if missing and self._process and self._process.stdin:
            self._process.stdin.write("".join(f"{face}\n" for face in missing).encode())

    # --- the workshop

    async def _employ(self, command: Sequence[str]) -> None:
        """Have the workshop make what is missing, and try again later what could not be made."""
        while True:
            made = await self._made(command)
            self._bots_settled()
            if made:
                return
            await asyncio.sleep(self._pause)
            self._pause = min(2 * self._pause, _LONGEST_PAUSE)

    async def _made(self, command: Sequence[str]) -> bool:
        self._trouble = None
        if not self.complete:
            self._progress(wire.InWork("setup"))
        try:
            process = await asyncio.create_subprocess_exec(
                *command, stdin=PIPE, stdout=PIPE, stderr=PIPE, limit=_LONGEST_LINE, start_new_session=True
            )
        except OSError as error:
            self._in_work = {}
            self._fail("not_started", error.strerror or "")
            return False
        self._process = process
        try:
            said, _ = await asyncio.gather(_last_line(process), self._listen(process))
            worked = await process.wait() == 0
        finally:
            self._process = None
            await _ended(process)
        self._in_work = {}
        if not worked and not self._trouble:
            self._fail("not_set_up", said)
        elif worked:
            self._told(self.state, "")
        return worked

    async def _listen(self, process: Process) -> None:
        assert process.stdout
        async for line in _lines(process.stdout):
            with suppress(ValueError, TypeError, KeyError):  # whatever else somebody prints
                self._hear(json.loads(line))

    def _hear(self, told: dict[str, Any]) -> None:
        if "failed" in told:
            self._in_work.pop(told["failed"], None)
            self._fail(str(told["code"]), str(told["detail"]))
            if told["failed"] != "pictures":
                self._bots_settled()
        elif "ready" in told:
            self._ready(told["ready"], told["files"])
        else:
            self._progress(msgspec.convert(told, wire.InWork))

    def _progress(self, part: wire.InWork) -> None:
        """Between two parts there is still work: one that is finished is told until another has begun."""
        if _finished(part) and part.part not in self._in_work:  # it was there before
            return
        begun = [*self._in_work.values(), part]
        self._in_work = {one.part: one for one in begun if one is part or not (one.part == "setup" or _finished(one))}
        self._told(self.state, "")

    def _ready(self, part: str, files: Iterable[str]) -> None:
        for name in files:
            self._pictures[assets.face_of(name)] = assets.pictures_folder() / Path(name).name
        if part == "bots":
            self._bots_settled()
        if part != "pictures":
            log.info("workshop.ready", extra={"part": part})

    def _fail(self, code: str, detail: str) -> None:
        """Where nothing is missing but what might be newer, nobody else need know."""
        log.warning("workshop.failed", extra={"reason": code})
        if not self.complete:
            self._trouble = code
            self._told(self.state, detail)


def address(path: Path) -> str:
    """Where a picture is served: its file's name says all."""
    return f"/pictures/{path.name.removesuffix(PACKED)}.svg"


def _finished(part: wire.InWork) -> bool:
    return 0 < part.of <= part.done


async def _lines(stream: asyncio.StreamReader) -> AsyncIterator[bytes]:
    """Its lines, without those that are longer than anybody's."""
    while True:
        try:
            line = await stream.readline()
        except ValueError:
            continue
        if not line:
            return
        yield line


async def _last_line(process: Process) -> str:
    """What a command says last before it fails is why; that it has failed is all that make says."""
    assert process.stderr
    said = ""
    async for line in _lines(process.stderr):
        text = line.decode(errors="replace").strip()
        said = said if not text or text.startswith("make") else text
    return said


async def _ended(process: Process) -> None:
    """End it with all whom it employs, if it has not ended by itself."""
    if process.returncode is None:
        for way in (signal.SIGTERM, signal.SIGKILL):
            with suppress(ProcessLookupError):
                os.killpg(process.pid, way)
            with suppress(TimeoutError):
                await asyncio.wait_for(process.wait(), _FAREWELL)
                return
