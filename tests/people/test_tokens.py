"""Tokens of devices: forgotten when their owner says so, or not used for long. On a clock that stands still."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from deckname.people import DeviceLook, People, Recognised
from deckname.people.devices import hashed
from deckname.store.store import Store, StoreUnavailable, open_store
from tests.servers import Postgres

DAY = 86_400.0
PHONE = DeviceLook("Firefox", "Android")
DESK = DeviceLook("Safari", "macOS")


class House:
    """A store, and the nodes on it."""

    store: Store
    now = 20_000 * DAY + 7 * 3600

    def node(self, forget_after_days: int = 400) -> People:
        return People(self.store, lambda: self.now, forget_after_days)

    async def linked(self, people: People) -> tuple[str, str, str]:
        """Somebody with two devices: who, and both tokens."""
        phone, person = await people.new_device("Ada", look=PHONE)
        code = await people.link_code(Recognised(hashed(phone), person))
        linked = await people.link(code, DESK)
        assert linked
        return person, phone, linked[0]


@pytest.fixture(params=["sqlite", "postgres"])
async def house(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[House]:
    house = House()
    postgres: Postgres | None = request.getfixturevalue("postgres") if request.param == "postgres" else None
    house.store = await open_store(postgres.new_database() if postgres else None, tmp_path, clock=lambda: house.now)
    yield house
    await house.store.close()


async def who(people: People, token: str, look: DeviceLook = PHONE) -> str | None:
    found = await people.devices.recognise(token, look)
    return found.person if found else None


async def test_devices_persons_and_links(house: House) -> None:
    people = house.node()
    token, person = await people.new_device("Ada")
    assert len(token) >= 43
    assert await who(people, token) == person
    assert await who(people, token[:-1]) is None
    assert await who(people, "x" * 10_000) is None
    code = await people.link_code(Recognised(hashed(token), person))
    linked = await people.link(code)
    assert linked and linked[1] == person and linked[0] != token
    assert await who(people, linked[0]) == person
    assert await people.link(code) is None
    assert await people.name(person) == "Ada"


async def test_ones_devices_are_listed_with_what_they_are_and_the_day(house: House) -> None:
    people = house.node()
    person, phone, desk = await house.linked(people)
    await people.new_device("Somebody else", look=PHONE)
    house.now += 2 * DAY + 100
    assert await who(people, desk, DESK) == person
    first, second = await people.devices.of(person)
    assert (first.id, first.look, first.seen) == (hashed(desk), DESK, house.now // DAY * DAY)
    assert (second.id, second.look, second.seen) == (hashed(phone), PHONE, first.seen - 2 * DAY)


async def test_a_forgotten_device_is_nobodys(house: House) -> None:
    people = house.node()
    person, phone, desk = await house.linked(people)
    heard: list[str] = []
    people.devices.listeners.append(heard.append)
    assert await who(people, phone) == person
    await people.devices.forget(person, hashed(phone))
    assert heard == [hashed(phone)]
    assert await who(people, phone) is None
    assert await who(people, desk, DESK) == person
    assert [device.look for device in await people.devices.of(person)] == [DESK]
    assert await who(house.node(), phone) is None


async def test_a_node_that_knows_it_hears_of_it_and_says_so_once_it_has_asked(house: House) -> None:
    here, there = house.node(), house.node()
    person, phone, _desk = await house.linked(here)
    heard: list[str] = []
    there.devices.listeners.append(heard.append)
    assert await who(there, phone) == person
    house.now += 5
    await here.devices.forget(person, hashed(phone))
    await there.devices.hear_of_forgotten()
    assert heard == [hashed(phone)] and await who(there, phone) is None


async def test_hundreds_that_are_forgotten_at_once_are_all_heard_of(house: House) -> None:
    here, there = house.node(), house.node()
    devices = [await here.new_device() for _ in range(230)]
    for token, person in devices:
        await here.devices.forget(person, hashed(token))
    await there.devices.hear_of_forgotten()
    assert all(there.devices.is_forgotten(hashed(token)) for token, _ in devices)


async def test_a_device_that_is_seen_while_it_is_forgotten_does_not_come_back(house: House) -> None:
    """Another node notes the first sign of life of a day; in between its owner forgets it."""
    here, there = house.node(), house.node()
    person, phone, _desk = await house.linked(here)
    assert await who(there, phone) == person
    house.now += DAY
    await here.devices.forget(person, hashed(phone))
    assert await who(there, phone) is None  # from what it trusts, and not from the store
    assert await house.store.get("device", hashed(phone)) is None


async def test_a_code_dies_with_the_device_that_asked_for_it(house: House) -> None:
    people = house.node()
    person, phone, _desk = await house.linked(people)
    code = await people.link_code(Recognised(hashed(phone), person))
    await people.devices.forget(person, hashed(phone))
    assert await people.link(code) is None


@pytest.mark.parametrize("days", [1, 30, 400])
async def test_what_is_not_used_for_long_is_forgotten(house: House, days: int) -> None:
    people = house.node(days)
    person, phone, desk = await house.linked(people)
    for _ in range(3):
        house.now += days * DAY
        assert await who(people, desk, DESK) == person, "a device that is used stays"
    assert await who(house.node(days), phone) is None
    assert [device.id for device in await people.devices.of(person)] == [hashed(desk)]


async def test_where_nothing_is_forgotten_by_itself(house: House) -> None:
    people = house.node(0)
    person, phone, _desk = await house.linked(people)
    house.now += 5000 * DAY
    assert await who(house.node(0), phone) == person


async def test_a_device_of_an_older_version_gets_its_details_when_it_is_seen(house: House) -> None:
    await house.store.put("device", hashed("token"), b"person-of-old")
    await house.store.put("link", hashed("code"), b"person-of-old", house.now + 60)
    people = house.node()
    assert await people.devices.of("person-of-old") == []
    assert await who(people, "token", DESK) == "person-of-old"
    (device,) = await people.devices.of("person-of-old")
    assert device.look == DESK
    linked = await people.link("code", PHONE)
    assert linked and linked[1] == "person-of-old"
    house.now += 402 * DAY
    assert await who(house.node(), "token") is None


async def test_it_is_noted_once_a_day(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    people = house.node()
    _person, phone, _desk = await house.linked(people)
    writes: list[str] = []
    replace = house.store.replace

    async def counted(kind: str, key: str, body: bytes, expires: float | None = None) -> bool:
        writes.append(key)
        return await replace(kind, key, body, expires)

    monkeypatch.setattr(house.store, "replace", counted)
    for hours in (0, 1, 5, 17, 1, 1):
        house.now += hours * 3600
        for _ in range(3):
            assert await who(people, phone)
    assert len(writes) == 1


async def test_a_store_that_takes_no_writes_knows_everybody_all_the_same(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    people = house.node()
    person, phone, _desk = await house.linked(people)
    house.now += DAY

    async def full(*_arguments: object) -> bool:
        raise StoreUnavailable("full")

    with monkeypatch.context() as patched:
        patched.setattr(house.store, "replace", full)
        assert await who(people, phone) == person
    assert await who(people, phone) == person
    assert (await people.devices.of(person))[0].seen == house.now // DAY * DAY
