"""The sockets: one per reader of a table, and what each may ask. A slow reader holds nobody up."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import Counter, defaultdict
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Annotated, Literal

import msgspec
from starlette.types import Receive, Scope, Send

from deckname import __version__
from deckname import protocol as wire
from deckname.engine.errors import Refused
from deckname.people import Devices, Recognised
from deckname.seldom import Seldom
from deckname.server.auth import SUBPROTOCOL
from deckname.server.frames import TOO_MUCH, TRY_LATER, SocketLine, line_of, text_frame
from deckname.server.limits import Bucket
from deckname.server.metrics import Figures
from deckname.server.pace import Pace
from deckname.server.settings import Settings
from deckname.tables.live import Farewell
from deckname.tables.service import TableService

_seldom = Seldom(logging.getLogger(__name__))

WELCOME = wire.encode(wire.Welcome(protocol=wire.VERSION, server=__version__))
RUDE = 4400
_CLOSE_CODES = {
    "restarting": 1012,
    "too_slow": TRY_LATER,
    "forgotten": 4401,
    "removed": 4403,
    "kept_out": 4403,
    "no_such_table": 4404,
    "table_closed": 4404,
    "too_many_sockets": TOO_MUCH,
}
_UNREADABLE = (msgspec.DecodeError, UnicodeError, RecursionError)
_FOUL_MESSAGES = 50
"""How many messages that can't be read, or come too fast, are answered before the socket is closed."""


class _Numbered(msgspec.Struct):
    """As much of a command as its answer needs."""

    id: Annotated[int, msgspec.Meta(ge=0, le=2**53 - 1)] | None = None


_decode_number = msgspec.json.Decoder(_Numbered).decode


class Sockets:
    """All sockets of this node."""

    def __init__(self, tables: TableService, devices: Devices, settings: Settings, figures: Figures) -> None:
        self.tables = tables
        self._devices = devices
        self.settings = settings
        self.figures = figures
        self._open: Counter[str] = Counter()
        self._pace = Pace(settings)
        self._of_device: defaultdict[str, set[Socket]] = defaultdict(set)
        devices.listeners.append(self._dismiss_device)

    @property
    def waiting(self) -> int:
        """Bytes that readers have yet to take."""
        return sum(socket.waiting for sockets in self._of_device.values() for socket in sockets)

    async def serve(self, table: str, who: Recognised, scope: Scope, receive: Receive, send: Send) -> None:
        """A socket from its first message to its last. The client is known and has been let in."""
        subprotocol = SUBPROTOCOL if SUBPROTOCOL in scope.get("subprotocols", ()) else None
        await send({"type": "websocket.accept", "subprotocol": subprotocol})
        socket = Socket(who.person, line_of(scope), send, self.settings.outbox_size, self.figures)
        with self._counted(who, socket):
            if self._devices.is_forgotten(who.device):  # while it came in
                socket.dismiss("forgotten")
            await self._converse(table, socket, receive)

    @contextmanager
    def _counted(self, who: Recognised, socket: Socket) -> Iterator[None]:
        self._open[who.person] += 1
        self._of_device[who.device].add(socket)
        try:
            yield
        finally:
            self._open[who.person] -= 1
            if not self._open[who.person]:
                del self._open[who.person]
            self._of_device[who.device].discard(socket)
            if not self._of_device[who.device]:
                del self._of_device[who.device]

    def _dismiss_device(self, device: str) -> None:
        for socket in tuple(self._of_device.get(device, ())):
            socket.dismiss("forgotten")

    async def _converse(self, table: str, socket: Socket, receive: Receive) -> None:
        if self._open[socket.person] > self.settings.sockets_per_device or socket.crowded:
            socket.dismiss("too_many_sockets")
        if socket.closing:
            await self._listen(table, socket, receive)
            return
        socket.tell(WELCOME)
        try:
            live = await self.tables.enter(table, socket)
        except Refused as refused:
            socket.tell(wire.encode(_refusal(None, refused)))
            socket.close(_CLOSE_CODES.get(refused.code, TRY_LATER))
            await self._listen(table, socket, receive)
            return
        try:
            await self._listen(table, socket, receive)
        finally:
            self.tables.exit(live, socket)

    async def _listen(self, table: str, socket: Socket, receive: Receive) -> None:
        """Until the client has gone. One that has been told to go is not heard any more."""
        bucket = Bucket(self.settings.commands_per_second, self.settings.commands_burst)
        foul = 0
        while (message := await _next_message(receive)) is not None:
            if socket.closing:
                continue
            if not bucket.take():
                foul += 1
                socket.tell(wire.encode(wire.RefusedMessage(id=_id_of(message), code="too_fast")))
            elif not await self._obey(table, socket, message):
                foul += 1
            if foul >= _FOUL_MESSAGES:
                socket.close(RUDE)

    async def _obey(self, table: str, socket: Socket, message: str | bytes) -> bool:
        """Do what a message asks and answer it; whether it could be read at all."""
        try:
            request = wire.decode_request(message)
        except _UNREADABLE as error:
            self.figures.bad_message += 1
            unread = Refused("bad_message", reason=str(error)[:200])
            socket.tell(wire.encode(_refusal(_id_of(message), unread)))
            return False
        began = time.perf_counter()
        try:
            answer = await self._answer(table, socket.person, request)
            self.figures.done += 1
        except Refused as refused:
            self.figures.refused += 1
            answer = _refusal(request.id, refused)
        self.figures.took(time.perf_counter() - began)
        socket.tell(wire.encode(answer))
        return True

    async def _answer(self, table: str, person: str, request: wire.AnyRequest) -> wire.AnyMessage:
        if not self._pace.allows(person, request):
            raise Refused("too_fast")
        match request:
            case wire.JudgeClue(word=word, number=number):
                said = await self.tables.judge_for(table, person, word, number)
                return wire.VerdictMessage(
                    id=request.id,
                    verdict=said.verdict.value,
                    rule=said.rule,
                    card=said.card,
                    reason=said.reason,
                    complete=said.complete,
                )
            case wire.ExplainMove(ply=ply):
                thought = await self.tables.explain(table, person, ply)
                told = wire.convert(thought, wire.BotThought) if thought else None
                return wire.Explained(id=request.id, thought=told)
            case wire.AtWork():
                return wire.Done(id=request.id, seq=await self.tables.note_work(table, person))
            case _:
                seq = await self.tables.submit(table, person, wire.command_of(request))
                return wire.Done(id=request.id, seq=seq)


class Socket:
    """One reader's connection. Who doesn't take what is sent is cut off before too much of it waits."""

    def __init__(self, person: str, line: SocketLine, send: Send, most_waiting: int, figures: Figures) -> None:
        self.person = person
        self._line = line
        self._send = send
        self._most = most_waiting
        self._figures = figures
        self._closing: asyncio.Task[None] | None = None
        self.closing = False

    @property
    def crowded(self) -> bool:
        return self._line.crowded

    @property
    def waiting(self) -> int:
        """Bytes that the reader has yet to take."""
        return 0 if self._line.ended else self._line.waiting

    def tell(self, data: bytes) -> None:
        if self.closing:
            return
        if self._line.waiting > self._most:
            self._figures.slow_readers += 1
            _seldom.warn("socket.too_slow", "outbox", self._figures.slow_readers)
            self.closing = True
            self._line.cut()
            return
        self._figures.messages += 1
        self._figures.bytes += len(data)
        self._line.write(text_frame(data))

    def dismiss(self, reason: Farewell | Literal["too_many_sockets", "forgotten"]) -> None:
        self.tell(wire.encode(wire.Bye(reason=reason, retry=reason == "restarting")))
        self.close(_CLOSE_CODES[reason])

    def close(self, code: int) -> None:
        """Close once everything has been sent."""
        if not self.closing:
            self.closing = True
            self._closing = asyncio.create_task(self._close(code))

    async def _close(self, code: int) -> None:
        with suppress(OSError):  # it has gone by itself
            if not self._line.ended:
                await self._send({"type": "websocket.close", "code": code})


def _refusal(id: int | None, refused: Refused) -> wire.RefusedMessage:
    return wire.RefusedMessage(id=id, code=refused.code, details=wire.details_of(refused))


def _id_of(message: str | bytes) -> int | None:
    """The id of a command that isn't taken, so that whoever sent it knows which; None if not even that can be read."""
    try:
        return _decode_number(message).id
    except _UNREADABLE:
        return None


async def _next_message(receive: Receive) -> str | bytes | None:
    """What the client says next; None when it has gone."""
    message = await receive()
    if message["type"] != "websocket.receive":
        return None
    text: str | None = message.get("text")
    return text if text is not None else message["bytes"]
