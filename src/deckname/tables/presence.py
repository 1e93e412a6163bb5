"""Who is connected where: people who come and go, hosts who stay away, and nodes that are no longer there."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence

from deckname.engine.errors import Refused
from deckname.store.store import Store
from deckname.tables.announcing import Announcer
from deckname.tables.background import Background
from deckname.tables.commands import HostAway, Presence
from deckname.tables.events import PersonConnected, PersonDisconnected, PersonJoined, PersonLeft, TableEvent
from deckname.tables.imprints import NotedDevices
from deckname.tables.live import Before, LiveTable, Reader
from deckname.tables.registry import Registry
from deckname.tables.removals import refusal
from deckname.tables.submitting import Submitter

_ABSENCE = 4.0
"""Seconds without any connection after which somebody counts as gone: a reload is quicker, and who comes and goes all
the time is there."""
_HOST_AWAY = 120.0
"""Seconds after which a host who is not connected is relieved."""
LIFE = 15.0
"""Seconds after its last sign of life that a node counts as gone, and with it whoever was connected there."""


class Attendance:
    def __init__(
        self,
        node: str,
        registry: Registry,
        submitter: Submitter,
        *,
        announcer: Announcer,
        background: Background,
        devices: NotedDevices,
        clock: Callable[[], float],
        most_people: int,
    ) -> None:
        self._node, self._registry, self._submitter = node, registry, submitter
        self._announcer, self._background, self._most_people = announcer, background, most_people
        self._devices, self._clock = devices, clock

    async def enter(self, id: str, reader: Reader) -> LiveTable:
        """From now on the reader is told what happens; first of all, everything."""
        live = await self._registry.table(id)
        async with live.lock:
            if refused := self._shut_out(live, reader.person):
                raise refused
            here = live.people() | live.state.members.keys()
            if reader.person not in here and len(here) >= self._most_people:
                raise Refused("table_full", most=self._most_people)
            live.readers[reader] = None
            if absence := live.absences.pop(reader.person, None):
                absence.cancel()
            reader.tell(self._announcer.complete(live, reader.person))
        self._note(live, reader.person)
        return live

    def _shut_out(self, live: LiveTable, person: str) -> Refused | None:
        return refusal(live.state, person, self._devices.of(person), self._clock())

    def exit(self, live: LiveTable, reader: Reader) -> None:
        live.readers.pop(reader, None)
        if reader.person not in live.people() and reader.person not in live.absences:
            live.absences[reader.person] = self._background.later(_ABSENCE, self._missed, live, reader.person)
        if not live.readers:
            self._registry.let_go_later(live)

    def note_work(self, live: LiveTable, person: str) -> None:
        """They show here that they are at work: bots that wait for them do so where they are."""
        if person in live.state.members:
            live.at_work[person] = asyncio.get_running_loop().time()
            self._note(live, person)

    def _missed(self, live: LiveTable, person: str) -> None:
        del live.absences[person]
        self._note(live, person)

    def _note(self, live: LiveTable, person: str) -> None:
        """Write down whether they are connected here, if that has changed."""
        member, here = live.state.members.get(person), person in live.people()
        device = self._devices.of(person) if here else None
        news = device is not None and member is not None and device not in member.devices
        if member and ((member.node == self._node) != here or news):
            self._submit(live, person, Presence(self._node, here, device))

    def _submit(self, live: LiveTable, person: str, command: Presence | HostAway) -> None:
        self._background.spawn(self._quietly(live.id, person, command))

    async def _quietly(self, id: str, person: str, command: Presence | HostAway) -> None:
        await self._submitter.quietly(id, person, command)

    # --- what follows from events

    def follow(self, live: LiveTable, _before: Before, happened: Sequence[TableEvent]) -> None:
        for event in happened:
            match event:
                case PersonJoined(person=person, bot=None):
                    self._note(live, person)
                case PersonDisconnected(person=person):
                    if person in live.people():  # another node was mistaken, or knew them by another device
                        self._note(live, person)
                    self._watch_host(live)
                case PersonLeft(removed=True):
                    self._dismiss(live)
                case PersonConnected():
                    self._watch_host(live)
                case _:
                    pass

    def _dismiss(self, live: LiveTable) -> None:
        """Those who may no longer look on: who was sent away, and who only watches and is kept out with them."""
        for reader in tuple(live.readers):
            if refused := self._shut_out(live, reader.person):
                reader.dismiss("removed" if refused.code == "removed" else "kept_out")

    def _watch_host(self, live: LiveTable) -> None:
        """A host who stays away hands over to somebody who is there, or everybody would be stuck."""
        host = live.state.members.get(live.state.host or "")
        away = host is not None and not host.online
        if away and live.relief is None:
            live.relief = self._background.later(_HOST_AWAY, self._relieve, live)
        elif not away and live.relief:
            live.relief.cancel()
            live.relief = None

    def _relieve(self, live: LiveTable) -> None:
        live.relief = None
        if self._registry.holds(live):
            self._submit(live, "", HostAway())

    # --- nodes

    async def show_life(self, store: Store, clock: Callable[[], float]) -> None:
        """Tell other nodes that this one is there, and note who was connected to those that no longer are."""
        await store.put("node", self._node, b"", clock() + LIFE)
        alive = {self._node, *await store.keys("node")}
        for live in self._registry.with_readers():
            for member in [*live.state.members.values()]:
                if member.node and member.node not in alive:
                    await self._quietly(live.id, member.id, Presence(member.node, here=False))
