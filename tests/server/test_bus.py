"""What every bus promises, on real servers."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack
from dataclasses import dataclass, field

import asyncpg
import pytest
from redis.asyncio import Redis

from deckname.server import bus as bus_module
from deckname.server.bus import Alone, Bus, BusError, Line, RedisBus, heard, open_bus, payloads
from tests.cable import laid_to
from tests.servers import PATIENCE, Server, free_port


@dataclass
class House:
    """A server of either kind, and nodes on its bus."""

    kind: str
    server: Server
    nodes: list[Bus] = field(default_factory=list)

    def url(self, port: int | None = None) -> str:
        port = port or self.server.port
        if self.kind == "postgres":
            return f"postgresql://deckname@127.0.0.1:{port}/postgres"
        return f"redis://127.0.0.1:{port}"

    async def node(self, port: int | None = None, patience: float = PATIENCE) -> Bus:
        url = self.url(port)
        bus = await (open_bus(url, None, patience) if self.kind == "postgres" else open_bus(None, url, patience))
        self.nodes.append(bus)
        return bus

    async def shout(self, message: str) -> None:
        """Say something on the channel that isn't ours to say."""
        if self.kind == "postgres":
            connection = await asyncpg.connect(self.url())
            await connection.execute("select pg_notify($1, $2)", bus_module.CHANNEL, message)
            await connection.close()
        else:
            async with Redis.from_url(self.url()) as redis:
                await redis.publish(bus_module.CHANNEL, message)


@pytest.fixture(params=["postgres", "redis"])
async def house(request: pytest.FixtureRequest) -> AsyncIterator[House]:
    house = House(request.param, request.getfixturevalue(request.param))
    yield house
    for node in house.nodes:
        await node.close()


def listening(bus: Bus) -> dict[str, list[int]]:
    """All that a node hears, by table."""
    pokes: dict[str, list[int]] = {}
    bus.listen(lambda table, seq: pokes.setdefault(table, []).append(seq))
    return pokes


async def until(condition: Callable[[], object]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not condition():
            await asyncio.sleep(0.005)


async def until_heard(speaker: Bus, table: str, pokes: dict[str, list[int]]) -> None:
    """Say it again and again: whoever is not connected at the moment misses what is said."""
    async with asyncio.timeout(PATIENCE):
        while table not in pokes:
            await speaker.publish(table, 1)
            await asyncio.sleep(0.05)


async def test_a_poke_reaches_every_other_node(house: House) -> None:
    one, two, three = [await house.node() for _ in range(3)]
    assert one.healthy and two.healthy and three.healthy
    own, second, third = listening(one), listening(two), listening(three)
    await one.publish("table", 7)
    await until(lambda: second and third)
    await two.publish("Tisch “Ü”", 2**62)
    await until(lambda: own and len(third) == 2)
    assert own == {"Tisch “Ü”": [2**62]}
    assert second == {"table": [7]}
    assert third == {"table": [7], "Tisch “Ü”": [2**62]}


async def test_pokes_that_wait_for_one_table_become_one(house: House) -> None:
    one, two = await house.node(), await house.node()
    pokes = listening(two)
    for seq in (*range(1, 1000), 3):
        await one.publish("table", seq)
    await one.publish("end", 1)
    await until(lambda: "end" in pokes)
    assert pokes["table"] == [999]


async def test_thousands_of_tables_in_both_directions(house: House) -> None:
    one, two = await house.node(), await house.node()
    first, second = listening(one), listening(two)
    for number in range(6000):
        await one.publish(f"table-{number:022}", number + 1)
        await two.publish(f"other-{number:022}", 1)
        if number % 100 == 0:
            await asyncio.sleep(0)
    await until(lambda: len(first) == len(second) == 6000)
    assert second[f"table-{5999:022}"] == [6000]


async def test_what_strangers_write_on_the_channel_is_ignored(house: House) -> None:
    one, two = await house.node(), await house.node()
    pokes = listening(two)
    strange = [
        "",
        "x",
        "[]",
        '["a"]',
        '["a", {"t": "1"}]',
        '["a", {"t": 0}]',
        '["a", {"t": 1e99}]',
        '{"t": 1}',
        "\u2028",
    ]
    for message in [
        *strange,
        '["a", {"t": true}]',
        '["a", {"t": 99999999999999999999}]',
        "[" * 5000,
        '["a", {"t": 1}, 2]',
    ]:
        await house.shout(message)
    await one.publish("table", 1)
    await until(lambda: pokes)
    assert pokes == {"table": [1]}
    assert two.healthy


async def test_a_listener_that_fails_is_nobody_elses_affair(house: House, caplog: pytest.LogCaptureFixture) -> None:
    one, two = await house.node(), await house.node()

    def fail(table: str, seq: int) -> None:
        raise ZeroDivisionError

    two.listen(fail)
    pokes = listening(two)
    await one.publish("table", 1)
    await until(lambda: pokes)
    await one.publish("table", 2)
    await until(lambda: pokes == {"table": [1, 2]})
    assert two.healthy
    assert "bus.listener_failed" in caplog.text


async def test_the_bus_comes_back_after_a_restart_of_its_server(house: House) -> None:
    one, two = await house.node(), await house.node()
    pokes = listening(two)
    house.server.stop()
    try:
        await until(lambda: not one.healthy and not two.healthy)
        await one.publish("meanwhile", 1)
    finally:
        house.server.start()
    await until(lambda: one.healthy and two.healthy)
    await one.publish("table", 2)
    await until(lambda: "table" in pokes)
    assert pokes["table"] == [2]


async def test_pokes_wait_while_the_cable_is_cut(house: House) -> None:
    async with laid_to(house.server.port) as cable, AsyncExitStack() as stack:
        one, two = await house.node(cable.port), await house.node()
        stack.push_async_callback(one.close)
        first, second = listening(one), listening(two)
        for turn in range(1, 4):
            cable.cut()
            await until(lambda: not one.healthy)
            for seq in range(turn * 10):
                await one.publish("table", seq + 1)
            cable.mend()
            await until(lambda turn=turn: second.get("table", [0])[-1] == turn * 10)
            assert one.healthy
            await two.publish("other", turn)
            await until(lambda turn=turn: first.get("other", [0])[-1] == turn)


async def test_a_connection_that_died_silently_is_noticed(house: House) -> None:
    async with laid_to(house.server.port) as cable, AsyncExitStack() as stack:
        one = await house.node(cable.port, patience=1.0)
        stack.push_async_callback(one.close)
        pokes = listening(one)
        two = await house.node()
        await until_heard(two, "before", pokes)
        cable.freeze()
        await until(lambda: not one.healthy)
        cable.thaw()
        await until_heard(two, "after", pokes)
        assert set(pokes["after"]) == {1}


async def test_a_node_starts_without_the_server_of_its_bus(house: House) -> None:
    async with laid_to(house.server.port) as cable, AsyncExitStack() as stack:
        cable.cut()
        one = await house.node(cable.port, patience=1.0)
        stack.push_async_callback(one.close)
        assert not one.healthy
        cable.mend()
        await until(lambda: one.healthy)


async def test_closing_sends_what_waits_and_ends_everything(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bus_module, "FAREWELL", PATIENCE)
    one, two = await house.node(), await house.node()
    pokes = listening(two)
    for number in range(500):
        await one.publish(f"table {number}", 1)
    await one.close()
    await until(lambda: len(pokes) == 500)
    await one.publish("late", 1)
    await one.close()
    assert not one.healthy
    await two.publish("still here", 1)


async def test_no_more_wait_than_there_is_room_for(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bus_module, "MOST_WAITING", 3)
    one, two = await house.node(), await house.node()
    pokes = listening(two)
    for table in "abcdeee":
        await one.publish(table, 1)
    await until(lambda: pokes)
    assert pokes == {"c": [1], "d": [1], "e": [1]}


async def test_logs_tell_no_address(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("DEBUG")
    nobody = f"127.0.0.1:{free_port()}"
    for number, url in enumerate((f"postgresql://me:hidden@{nobody}/db", f"redis://:hidden@{nobody}"), 1):
        bus = await open_bus(url, url if url.startswith("redis") else None, 0.2)
        await until(lambda number=number: caplog.text.count("bus.lost") >= number)
        await bus.close()
    assert "hidden" not in caplog.text + "".join(str(vars(record)) for record in caplog.records)


async def test_one_node_needs_no_bus() -> None:
    bus = await open_bus(None, None)
    assert isinstance(bus, Alone) and bus.healthy
    bus.listen(lambda table, seq: None)
    await bus.publish("table", 1)
    await bus.close()


async def test_redis_goes_before_the_database() -> None:
    bus = await open_bus("postgresql://127.0.0.1:9", "redis://127.0.0.1:9", 0.05)
    assert isinstance(bus, RedisBus)
    await bus.close()


@pytest.mark.parametrize(("database", "redis"), [("mysql://x", None), (None, "http://x"), (None, "localhost:6379")])
async def test_an_address_of_something_else_is_refused(database: str | None, redis: str | None) -> None:
    with pytest.raises(BusError, match="starts with"):
        await open_bus(database, redis)


def test_messages_fit_and_say_it_all() -> None:
    pokes = {"\x01" * 512 + str(number): 2**62 for number in range(40)} | {f"t{n}": n + 1 for n in range(2000)}
    messages = payloads("me", pokes)
    assert max(len(message.encode()) for message in messages) < 8000
    together: dict[str, int] = {}
    for message in messages:
        together |= heard("you", message)
        assert heard("me", message) == {}
    assert together == pokes
    assert payloads("me", {}) == []
    assert heard("me", b"\xff" * 10) == heard("me", "x" * 2_000_000) == {}


async def test_valkey_is_an_address_too(redis: Server) -> None:
    bus = await open_bus(None, f"valkey://127.0.0.1:{redis.port}")
    assert bus.healthy
    await bus.close()


async def test_closing_ends_even_if_something_swallows_the_cancellation() -> None:
    class Deaf(Line):
        times = 0

        async def _converse(self) -> None:
            self._say_connected()
            try:
                await asyncio.Event().wait()
            except asyncio.CancelledError:
                self.times += 1
                if self.times > 1:
                    raise

    bus = Deaf(patience=1.0)
    await bus.connected(1.0)
    async with asyncio.timeout(PATIENCE):
        await bus.close()
    assert bus.times == 2
    assert not bus.healthy
