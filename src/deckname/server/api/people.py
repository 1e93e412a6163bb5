"""Who you are: devices, names, and the codes that make another device the same person."""

from __future__ import annotations

from datetime import UTC, datetime

from deckname import protocol as wire
from deckname.engine.errors import Refused
from deckname.lettering import clean_name
from deckname.people import People, Recognised
from deckname.protocol.endpoints import ApiCall, endpoint

_CODES = ("too_fast", "unavailable")


class PeopleApi:
    def __init__(self, people: People) -> None:
        self._people = people

    @endpoint(
        "POST",
        "/api/devices",
        "A token for a program",
        body=wire.NewDevice,
        answer=wire.Device,
        status=201,
        refusals=("bad_name", "invisible_name", *_CODES),
    )
    async def new_device(self, call: ApiCall) -> wire.Device:
        call.limit("devices")
        token, person = await self._people.new_device(_clean(call.body.name), look=call.look)
        return wire.Device(token, person)

    @endpoint(
        "GET",
        "/api/me",
        "Who this device is; a browser without a cookie gets one",
        answer=wire.Me,
        refusals=("no_device", *_CODES),
    )
    async def me(self, call: ApiCall) -> wire.Me:
        if person := await call.known_person():
            call.renew()
            return wire.Me(person, await self._people.name(person))
        call.limit("devices")
        token, person = await self._people.new_device(look=call.look)
        call.hand_out(token)
        return wire.Me(person, "")

    @endpoint(
        "PUT",
        "/api/me",
        "Change the name",
        body=wire.NewDevice,
        answer=wire.Me,
        refusals=("no_device", "bad_name", "invisible_name", *_CODES),
    )
    async def rename(self, call: ApiCall) -> wire.Me:
        person, name = await call.person(), _clean(call.body.name)
        await self._people.rename(person, name)
        return wire.Me(person, name)

    @endpoint(
        "POST",
        "/api/me/link",
        "A code for another device of the same person",
        answer=wire.LinkCode,
        refusals=("no_device", *_CODES),
    )
    async def new_link(self, call: ApiCall) -> wire.LinkCode:
        call.limit("codes")
        return wire.LinkCode(await self._people.link_code(await call.device()))

    @endpoint(
        "POST",
        "/api/link",
        "Become the person who asked for the code",
        body=wire.LinkCode,
        answer=wire.Me | wire.Device,
        refusals=("no_such_code", *_CODES),
    )
    async def link(self, call: ApiCall) -> wire.Me | wire.Device:
        call.limit("codes")
        linked = await self._people.link(call.body.code, call.look)
        if linked is None:
            raise Refused("no_such_code")
        token, person = linked
        if call.is_program:
            return wire.Device(token, person)
        call.hand_out(token)
        return wire.Me(person, await self._people.name(person))

    @endpoint(
        "GET",
        "/api/me/devices",
        "The devices that are this person: the one that asks, then the one that was here last",
        answer=list[wire.MyDevice],
        refusals=("no_device", *_CODES),
    )
    async def devices(self, call: ApiCall) -> list[wire.MyDevice]:
        return await self._devices_of(await call.device())

    @endpoint(
        "DELETE",
        "/api/me/devices/{device}",
        "Forget a device: it is out at once, and its next request is a stranger's",
        answer=list[wire.MyDevice],
        refusals=("no_device", "no_such_device", *_CODES),
    )
    async def forget_device(self, call: ApiCall) -> list[wire.MyDevice]:
        mine, wanted = await call.device(), call.path["device"]
        if not any(device.id == wanted for device in await self._people.devices.of(mine.person)):
            raise Refused("no_such_device")
        await self._people.devices.forget(mine.person, wanted)
        return await self._devices_of(mine)

    @endpoint(
        "DELETE",
        "/api/me/devices",
        "Forget all devices but the one that asks",
        answer=list[wire.MyDevice],
        refusals=("no_device", *_CODES),
    )
    async def forget_other_devices(self, call: ApiCall) -> list[wire.MyDevice]:
        mine = await call.device()
        for device in await self._people.devices.of(mine.person):
            if device.id != mine.device:
                await self._people.devices.forget(mine.person, device.id)
        return await self._devices_of(mine)

    async def _devices_of(self, mine: Recognised) -> list[wire.MyDevice]:
        devices = [
            wire.MyDevice(id, *look, datetime.fromtimestamp(seen, UTC).date(), this=id == mine.device)
            for id, look, seen in await self._people.devices.of(mine.person)
        ]
        return sorted(devices, key=lambda device: not device.this)


def _clean(name: str) -> str:
    return clean_name(name) if name else ""
