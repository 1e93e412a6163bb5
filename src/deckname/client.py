"""A Python client of the protocol: for bots, tests and load.

    async with await connect("http://127.0.0.1:8000", table, name="Ada") as seat:
        await seat.sit("red.guesser")
        async for state in seat.turns():        # whenever it is our turn
            await seat.guess(state.legal("guess")[0])

`TableClient.state` is always the newest known; after a broken connection the client connects again and knows everything
anew.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
import urllib.error
import urllib.request
from collections.abc import AsyncIterator, Callable
from types import TracebackType
from typing import Any, TypeVar

import msgspec
from msgspec import UNSET
from msgspec.structs import replace
from websockets.asyncio.client import ClientConnection
from websockets.asyncio.client import connect as open_socket
from websockets.exceptions import ConnectionClosed, InvalidStatus, WebSocketException

from deckname import protocol as wire
from deckname.engine.errors import Refused

T = TypeVar("T")
_FIRST_PAUSE, _LONGEST_PAUSE = 0.1, 5.0
_DONE_FOR = {4401, 4403, 4404, 4429, 4400}
"""Codes of a closed socket after which coming back is of no use."""


class KnownState:
    """What is known of a table: the parts of the protocol's `state`, kept up to date."""

    seq: int = 0
    you: wire.You
    table: wire.TableInfo
    people: tuple[wire.Person, ...]
    places: tuple[wire.Place, ...]
    game: wire.Game | None = None
    may: tuple[str, ...] = ()
    next: wire.NextGame | None = None
    opening: wire.Opening | None = None
    clock: wire.Clock | None = None
    question: wire.QuestionLine | None = None
    objection: wire.ObjectionLine | None = None
    take_back: wire.TakeBackLine | None = None
    requests: tuple[wire.PlaceRequestLine, ...] = ()
    removals: tuple[wire.RemovalLine, ...] = ()
    pencil: tuple[wire.PencilMark, ...] = ()
    talk: tuple[wire.Said, ...] = ()

    def take(self, message: wire.StateMessage | wire.Moved) -> None:
        self.seq = message.seq
        if isinstance(message, wire.Moved):
            self._take_move(message)
            return
        for part in wire.StateMessage.__struct_fields__[1:]:
            value = getattr(message, part)
            if value is not UNSET:
                setattr(self, part, value)

    def _take_move(self, moved: wire.Moved) -> None:
        if self.game is None:
            return
        cards = list(self.game.cards)
        for change in moved.cards:
            cards[change.card] = replace(
                cards[change.card], cover=change.cover, covered_by=change.covered_by, marks=change.marks
            )
        log = self.game.log[: moved.lines]
        if moved.line is not None:
            log = (*log[: moved.lines - 1], moved.line)
        rare = ((part, getattr(moved, part)) for part in ("last_touches", "taken_back", "time_ups"))
        parts = {part: value for part, value in rare if value is not UNSET}
        if moved.time_up is not UNSET:
            parts["time_ups"] = (*self.game.time_ups, moved.time_up)
        parts |= {"log": log, "situation": moved.situation, "legal": moved.legal}
        self.game = replace(self.game, cards=tuple(cards), **parts)
        self.may = moved.may
        self.take_back = None
        for part in ("clock", "pencil", "question"):
            value = getattr(moved, part)
            if value is not UNSET:
                setattr(self, part, value)

    @property
    def running(self) -> bool:
        return self.table.stage == "game"

    @property
    def ply(self) -> int:
        return self.game.situation.ply if self.game else 0

    def legal(self, what: str) -> Any:
        """What one may do of a kind, from whichever of one's seats: numbers for `clue`, cards for `guess`, or bool."""
        moves = self.game.legal.values() if self.game else ()
        return next((getattr(legal, what) for legal in moves if getattr(legal, what)), ())

    @property
    def my_turn(self) -> bool:
        """The game waits for one of our seats."""
        return bool(self.game and set(self.game.situation.to_move) & set(self.game.legal))


async def request(address: str, method: str, path: str, token: str | None = None, body: object = None) -> Any:
    """One HTTP request of the API, its answer decoded."""
    return await asyncio.to_thread(_request, address + path, method, token, body)


def _request(url: str, method: str, token: str | None, body: object) -> Any:
    headers = {"content-type": "application/json"}
    if token:
        headers["authorization"] = f"Bearer {token}"
    data = wire.encode(body) if body is not None else None
    asked = urllib.request.Request(url, data, headers, method=method)
    try:
        with urllib.request.urlopen(asked, timeout=30) as answer:
            return json.loads(answer.read())
    except urllib.error.HTTPError as error:
        try:
            found = msgspec.json.decode(error.read(), type=wire.Problem)
        except msgspec.DecodeError:
            raise Refused(f"http_{error.code}") from error
        raise Refused(found.code, **found.details) from None


async def new_device(address: str, name: str = "") -> str:
    """A token: keep it to be the same person again."""
    return str((await request(address, "POST", "/api/devices", body=wire.NewDevice(name)))["token"])


async def open_table(address: str, token: str, settings: wire.SettingsForm | None = None) -> str:
    made = await request(address, "POST", "/api/tables", token, settings or wire.SettingsForm())
    return str(made["id"])


async def connect(
    address: str | list[str], table: str, *, token: str | None = None, name: str | None = None
) -> TableClient:
    """Come to a table, at the first of the addresses that answers. With a name one joins, without one only watches."""
    addresses = [address] if isinstance(address, str) else address
    seat = TableClient(addresses, table, token or await new_device(addresses[0], name or ""))
    await seat.open()
    if name is not None and not seat.state.you.joined:
        await seat.join(name)
    return seat


class TableClient:
    """A connection to a table, and the commands one may give there."""

    def __init__(self, addresses: list[str], table: str, token: str) -> None:
        self.addresses = addresses
        self.table = table
        self.token = token
        self.state = KnownState()
        self.hear: Callable[[wire.AnyMessage], None] = lambda _message: None
        """Called with every message that comes."""
        self._changed = asyncio.Condition()
        self._answers: dict[int, asyncio.Future[wire.AnyMessage]] = {}
        self._last_id = 0
        self._socket: ClientConnection | None = None
        self._reading: asyncio.Task[None] | None = None
        self._ready = asyncio.Event()
        self._seen = 0
        """The last game in which we have seen where we sit."""
        self._looking: asyncio.Task[None] | None = None
        self.closed: str | None = None
        """Why there is nothing more to come, if so."""

    async def __aenter__(self) -> TableClient:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def open(self) -> None:
        self._reading = asyncio.create_task(self._keep_reading())
        ready = asyncio.create_task(self._ready.wait())
        await asyncio.wait((ready, self._reading), return_when=asyncio.FIRST_COMPLETED)
        ready.cancel()
        if not self._ready.is_set():
            raise Refused(self.closed or "closed")

    async def close(self) -> None:
        under_way = [task for task in (self._reading, self._looking) if task]
        for task in under_way:
            task.cancel()
        await asyncio.gather(*under_way, return_exceptions=True)
        if self._socket:
            await self._socket.close()

    # --- reading

    async def _keep_reading(self) -> None:
        pause, turn = _FIRST_PAUSE, 0
        while self.closed is None:
            address = self.addresses[turn % len(self.addresses)].replace("http", "ws", 1)
            turn += 1
            try:
                async with open_socket(
                    f"{address}/api/tables/{self.table}/socket",
                    additional_headers={"authorization": f"Bearer {self.token}"},
                    compression=None,
                    max_size=2**20,
                ) as self._socket:
                    pause = _FIRST_PAUSE
                    turn -= 1  # as long as this one answers, stay with it
                    async for data in self._socket:
                        await self._take(wire.decode_message(data))
                await self._lost(self._socket.close_code)
            except InvalidStatus as error:
                if error.response.status_code in (401, 403):
                    self.closed = "no_device"
                await self._lost(None)
            except (OSError, EOFError, WebSocketException, TimeoutError) as error:  # it may break in the handshake too
                closed = error.rcvd.code if isinstance(error, ConnectionClosed) and error.rcvd else None
                await self._lost(closed)
            if self.closed is None:
                turn += 1
                await asyncio.sleep(pause * random.uniform(0.5, 1.0))
                pause = min(2 * pause, _LONGEST_PAUSE)

    async def _lost(self, code: int | None) -> None:
        """Whoever waits for an answer won't get it on this connection."""
        if code in _DONE_FOR:
            self.closed = self.closed or f"closed_{code}"
        self._ready.clear()
        for waiting in self._answers.values():
            if not waiting.done():
                waiting.set_exception(ConnectionError("the connection was lost before the answer came"))
        self._answers.clear()
        async with self._changed:
            self._changed.notify_all()

    async def _take(self, message: wire.AnyMessage) -> None:
        match message:
            case wire.StateMessage() | wire.Moved():
                self.state.take(message)
                self._ready.set()
                self._look_where_we_sit()
            case wire.Done(id=id) | wire.RefusedMessage(id=id) | wire.VerdictMessage(id=id) | wire.Explained(id=id):
                if isinstance(message, wire.RefusedMessage) and id is None and not self._ready.is_set():
                    self.closed = message.code
                waiting = self._answers.pop(id, None) if id is not None else None
                if waiting and not waiting.done():
                    waiting.set_result(message)
            case wire.Bye(reason=reason, retry=False):
                self.closed = reason
        self.hear(message)
        async with self._changed:
            self._changed.notify_all()

    def _look_where_we_sit(self) -> None:
        """Programs take in at a glance where they sit: nobody need wait for them."""
        state = self.state
        if state.opening and state.you.person in state.opening.unseen and state.table.game != self._seen:
            self._seen = state.table.game
            self._looking = asyncio.create_task(self._say_seen())

    async def _say_seen(self) -> None:
        with contextlib.suppress(Refused, ConnectionError, TimeoutError):
            await self.send(wire.Seen())

    async def until(self, holds: Callable[[KnownState], T], seconds: float = 60) -> T:
        """Wait until something holds, and say what."""
        async with asyncio.timeout(seconds):
            async with self._changed:
                while not (self._ready.is_set() and (found := holds(self.state))):
                    if self.closed:
                        raise Refused(self.closed)
                    await self._changed.wait()
                return found

    async def turns(self, seconds: float = 3600) -> AsyncIterator[KnownState]:
        """The state whenever it is our turn, until the game is over; waits for one to begin."""
        seen = -1

        def due(state: KnownState) -> bool:
            return state.table.stage == "over" or (state.my_turn and state.ply > seen)

        while await self.until(due, seconds) and self.state.running:
            seen = self.state.ply
            yield self.state

    # --- writing

    async def send(self, command: wire.AnyRequest) -> wire.AnyMessage:
        """Ask for something and wait for the answer; Refused also if the server wants to hear no more.

        ConnectionError: not known whether it took place.
        """
        async with asyncio.timeout(30):
            if not self._ready.is_set():
                await self.until(lambda _state: True)
            self._last_id += 1
            number = self._last_id
            waiting: asyncio.Future[wire.AnyMessage] = asyncio.get_running_loop().create_future()
            self._answers[number] = waiting
            socket = self._socket
            assert socket
            try:
                await socket.send(wire.encode(replace(command, id=number)).decode())
            except ConnectionClosed as error:
                self._answers.pop(number, None)
                if socket is self._socket:
                    self._ready.clear()  # whoever tries again waits for the next connection instead of spinning here
                raise ConnectionError("the connection was lost") from error
            answer = await waiting
        if isinstance(answer, wire.RefusedMessage):
            raise Refused(answer.code, **answer.details)
        return answer

    async def join(self, name: str) -> None:
        await self.send(wire.Join(name=name))
        await self.until(lambda state: state.you.joined)

    async def sit(self, place: str) -> None:
        await self.send(wire.Sit(place=place))

    async def stand(self) -> None:
        """Watch, also as the host of a table where bots play."""
        await self.send(wire.Stand())

    async def start(self, bots: bool = False) -> None:
        await self.send(wire.Start(bots=bots))

    async def clue(self, word: str, number: int | str) -> None:
        wanted: Any = number
        await self._move(wire.ClueMove(word=word, number=wanted, ply=self.state.ply))

    async def guess(self, card: int) -> None:
        await self._move(wire.GuessMove(card=card, ply=self.state.ply))

    async def stop(self) -> None:
        await self._move(wire.StopMove(ply=self.state.ply))

    async def challenge(self) -> None:
        await self._move(wire.ChallengeMove(ply=self.state.ply))

    async def waive(self) -> None:
        await self._move(wire.WaiveMove(ply=self.state.ply))

    async def cover(self, card: int) -> None:
        await self._move(wire.CoverMove(card=card, ply=self.state.ply))

    async def _move(self, command: wire.AnyOwnForm) -> None:
        """A move, until it is known to be stored: after a broken connection it is asked for again.

        That is safe: if the first attempt was stored the game has gone on, and the second is refused as stale.
        """
        for attempt in range(20):
            with contextlib.suppress(ConnectionError, TimeoutError):
                try:
                    await self.send(command)
                except Refused as refused:
                    if refused.code == "unavailable":
                        await asyncio.sleep(0.2)
                        continue
                    if attempt and refused.code in ("stale", "game_over"):
                        return
                    raise
                return
        raise ConnectionError("the server can't be reached")
