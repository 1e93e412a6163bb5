"""The bus between nodes: it carries "table X is at seq N" and nothing else.

A poke only wakes: whoever hears one reads the store, which decides. So pokes may come late, twice, out of order or not
at all, and the bus never holds up or fails a caller. What was lost is healed by those who ask the store now and then.
"""

from __future__ import annotations

import asyncio
import logging
import random
import secrets
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from importlib import import_module
from typing import TYPE_CHECKING, Annotated, Protocol

import msgspec

from deckname.extras import needs

if TYPE_CHECKING:  # each comes with an extra, and is imported by whoever uses it
    from redis.asyncio import Redis
    from redis.asyncio.client import PubSub

Hear = Callable[[str, int], None]

CHANNEL = "deckname"
PATIENCE = 5.0  # seconds: how long a silent connection is trusted, and how long anything may take on it
FAREWELL = 1.0  # seconds: how long whoever closes waits for what is still to be said
FIRST_PAUSE, LONGEST_PAUSE = 0.05, 2.0  # between attempts to connect
MOST_WAITING = 10_000  # tables whose pokes wait while nobody is connected
LARGEST_PAYLOAD = 7_000  # PostgreSQL takes less than 8,000 bytes
LARGEST_HEARD = 1_000_000

log = logging.getLogger(__name__)


class BusError(Exception):
    """The bus can't be used as it is."""


class Bus(Protocol):
    @property
    def healthy(self) -> bool:
        """Whether pokes go to and fro right now."""

    async def publish(self, table: str, seq: int) -> None:
        """Tell the other nodes soon. Of several pokes that wait for one table, only the newest is sent."""

    def listen(self, callback: Hear) -> None:
        """Call this for each poke of another node."""

    async def close(self) -> None:
        """Send what waits, if that is quick, and let go."""


async def open_bus(database_url: str | None, redis_url: str | None, patience: float = PATIENCE) -> Bus:
    """Redis or Valkey where an address is given, else the PostgreSQL database, else nothing: a file has one node.

    An address that can't be reached now doesn't keep the node from starting; it is tried until it can.
    """
    if not redis_url and not database_url:
        return Alone()
    with needs("redis" if redis_url else "postgres"):
        import_module("redis" if redis_url else "asyncpg")
    bus = RedisBus(redis_url, patience) if redis_url else PostgresBus(str(database_url), patience)
    await bus.connected(patience)
    return bus


class Alone:
    """The bus of a house with one node."""

    healthy = True

    async def publish(self, table: str, seq: int) -> None: ...

    def listen(self, callback: Hear) -> None: ...

    async def close(self) -> None: ...


class Line(ABC):
    """One owner task keeps a connection, sends on it what waits in the outbox, and connects anew when it is lost."""

    def __init__(self, patience: float) -> None:
        self._patience = patience
        self._node = secrets.token_hex(8)  # by which a node knows its own pokes
        self._outbox: dict[str, int] = {}
        self._work = asyncio.Event()
        self._idle = asyncio.Event()
        self._idle.set()
        self._connected = asyncio.Event()
        self._callbacks: list[Hear] = []
        self._owner = asyncio.create_task(self._keep_connected())

    @property
    def healthy(self) -> bool:
        return self._connected.is_set()

    async def connected(self, patience: float) -> None:
        """Wait for a connection, but not for long."""
        with suppress(TimeoutError):
            async with asyncio.timeout(patience):
                await self._connected.wait()

    async def publish(self, table: str, seq: int) -> None:
        if self._owner.done():
            return
        if len(self._outbox) >= MOST_WAITING and table not in self._outbox:
            del self._outbox[next(iter(self._outbox))]
        self._outbox[table] = max(seq, self._outbox.get(table, 0))
        self._idle.clear()
        self._work.set()

    def listen(self, callback: Hear) -> None:
        self._callbacks.append(callback)

    async def close(self) -> None:
        if self.healthy:
            with suppress(TimeoutError):
                async with asyncio.timeout(min(FAREWELL, self._patience)):
                    await self._idle.wait()
        while not self._owner.done():  # once may not do: libraries on the way have been seen to swallow it
            self._owner.cancel()
            await asyncio.wait([self._owner], timeout=0.1)
        self._connected.clear()

    @abstractmethod
    async def _converse(self) -> None:
        """Connect, say so, then send and hear until the connection is lost, which is raised."""

    async def _keep_connected(self) -> None:
        pause = FIRST_PAUSE
        while True:
            try:
                await self._converse()
            except Exception as error:  # whatever it is, the other nodes are worth another try; names no address
                cause = error.exceptions[0] if isinstance(error, ExceptionGroup) else error
                log.warning("bus.lost", extra={"error": type(cause).__name__, "was_connected": self.healthy})
            if self.healthy:
                pause = FIRST_PAUSE
            self._connected.clear()
            await asyncio.sleep(pause * random.uniform(0.5, 1.0))
            pause = min(pause * 2, LONGEST_PAUSE)

    def _say_connected(self) -> None:
        self._connected.set()
        log.info("bus.connected")

    @contextmanager
    def _sending(self) -> Iterator[list[str]]:
        """The payloads of all that waits. If sending them fails, they wait again."""
        pokes, self._outbox = self._outbox, {}
        self._work.clear()
        try:
            yield payloads(self._node, pokes)
        except BaseException:
            for table, seq in pokes.items():
                self._outbox[table] = max(seq, self._outbox.get(table, 0))
            self._work.set()
            raise
        if not self._outbox:
            self._idle.set()

    async def _something_to_send(self) -> None:
        """Wait for it, but not so long that nobody notices when the other end has gone silently."""
        with suppress(TimeoutError):
            async with asyncio.timeout(self._patience):  # wait_for() may swallow a cancellation (Python 3.11)
                await self._work.wait()

    def _hear(self, payload: str | bytes) -> None:
        for table, seq in heard(self._node, payload).items():
            for callback in self._callbacks:
                try:
                    callback(table, seq)
                except Exception:
                    log.exception("bus.listener_failed")


class PostgresBus(Line):
    """LISTEN and NOTIFY on one connection of its own."""

    def __init__(self, url: str, patience: float = PATIENCE) -> None:
        if not url.startswith(("postgresql://", "postgres://")):
            raise BusError("The address of a database starts with postgresql://.")
        self._url = url
        super().__init__(patience)

    async def _converse(self) -> None:
        import asyncpg  # noqa: PLC0415

        connection = await asyncpg.connect(
            self._url,
            timeout=self._patience,
            command_timeout=self._patience,
            server_settings={"application_name": "deckname bus"},
        )
        try:
            connection.add_termination_listener(lambda _: self._work.set())
            await connection.add_listener(CHANNEL, lambda _connection, _pid, _channel, payload: self._hear(payload))
            self._say_connected()
            while True:
                await self._something_to_send()
                with self._sending() as notes:
                    await connection.execute("select pg_notify($1, note) from unnest($2::text[]) note", CHANNEL, notes)
        finally:
            connection.terminate()


class RedisBus(Line):
    """PUBLISH on one connection and SUBSCRIBE on another, both kept by the one owner."""

    def __init__(self, url: str, patience: float = PATIENCE) -> None:
        url = url.replace("valkey", "redis", 1) if url.startswith("valkey") else url
        if not url.startswith(("redis://", "rediss://", "unix://")):
            raise BusError("The address of a Redis or Valkey server starts with redis://, rediss:// or unix://.")
        self._url = url
        super().__init__(patience)

    async def _converse(self) -> None:
        from redis.asyncio import Redis  # noqa: PLC0415
        from redis.asyncio.retry import Retry  # noqa: PLC0415
        from redis.backoff import NoBackoff  # noqa: PLC0415

        patience, no_retry = self._patience, Retry(NoBackoff(), 0)  # we connect anew ourselves, and know of it
        connecting = Redis.from_url(self._url, retry=no_retry, socket_timeout=patience, socket_connect_timeout=patience)
        async with connecting as redis, redis.pubsub() as subscription:
            await subscription.subscribe(CHANNEL)
            await subscription.get_message(timeout=self._patience)  # that we are subscribed
            self._say_connected()
            async with asyncio.TaskGroup() as both:
                both.create_task(self._receive(subscription))
                both.create_task(self._send(redis))

    async def _send(self, redis: Redis) -> None:
        while True:
            await self._something_to_send()
            with self._sending() as notes:
                async with redis.pipeline(transaction=False) as pipeline:
                    for note in notes:
                        pipeline.publish(CHANNEL, note)
                    pipeline.ping()
                    await pipeline.execute()

    async def _receive(self, subscription: PubSub) -> None:
        asked = False
        while True:
            message = await subscription.get_message(timeout=self._patience)
            if message is not None:
                asked = False
                if message["type"] == "message":
                    self._hear(message["data"])
            elif asked:
                raise ConnectionError("The server doesn't answer.")
            else:
                await subscription.ping()
                asked = True


_decoder = msgspec.json.Decoder(tuple[str, dict[str, Annotated[int, msgspec.Meta(ge=1, le=2**62)]]])


def payloads(node: str, pokes: Mapping[str, int]) -> list[str]:
    """As few messages as there can be, none of them too large."""
    messages: list[dict[str, int]] = []
    state = 0
    for table, seq in pokes.items():
        size = len(msgspec.json.encode(table)) + 22
        if size > state:
            messages.append({})
            state = LARGEST_PAYLOAD
        messages[-1][table] = seq
        state -= size
    return [msgspec.json.encode((node, message)).decode() for message in messages]


def heard(node: str, payload: str | bytes) -> dict[str, int]:
    """The pokes of another node. Anyone may write to the channel: what isn't a message of ours says nothing."""
    if len(payload) > LARGEST_HEARD:
        return {}
    try:
        sender, pokes = _decoder.decode(payload)
    except (msgspec.DecodeError, UnicodeError):
        return {}
    return {} if sender == node else pokes
