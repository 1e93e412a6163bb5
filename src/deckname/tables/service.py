"""All tables on a store: the service that servers, bots and tests talk to. Each of its parts is a module of its own.

`submit` is the one way to change anything; `enter` lets somebody watch and play.
"""

from __future__ import annotations

import secrets as tokens
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from random import Random, SystemRandom

from deckname.engine.model import Number
from deckname.referee import Verdict
from deckname.store.store import Store
from deckname.tables.adjudication import Adjudication, ClueCase
from deckname.tables.announcing import Announcer
from deckname.tables.background import Background
from deckname.tables.closed import ClosedTables
from deckname.tables.commands import AnyCommand
from deckname.tables.compaction import Compactor
from deckname.tables.directory import Directory
from deckname.tables.explaining import explain
from deckname.tables.history import History, NotedThought
from deckname.tables.imprints import NotedDevices
from deckname.tables.live import LiveTable, Presenter, Reader
from deckname.tables.presence import Attendance
from deckname.tables.registry import Registry
from deckname.tables.submitting import Submitter, Surroundings
from deckname.tables.timers import Timers
from deckname.tables.upkeep import Keeping, Upkeep


@dataclass
class Limits:
    people_per_table: int = 64
    tables_per_person: int = 20
    keeping: Keeping = field(default_factory=Keeping)


def _nobody(_table: str, _seq: int) -> None:
    """There are no other nodes to poke."""


class TableService:
    def __init__(
        self,
        store: Store,
        presenter: Presenter,
        *,
        clock: Callable[[], float],
        steady: Callable[[], float] = time.monotonic,
        limits: Limits | None = None,
        rng: Random | None = None,
        poke: Callable[[str, int], None] = _nobody,
        alone: bool = True,
        bots: bool = True,
        take_back_seconds: float = 0.0,
        bot_names: Callable[[str, str], tuple[str, ...]] = lambda manner, _language: (manner.capitalize(),),
    ) -> None:
        """`take_back_seconds`: for how long the end of a game can be taken back, before its key is shown."""
        self.node = tokens.token_hex(4)
        self.clock = clock
        self._store = store
        limits = limits or Limits()
        most = limits.people_per_table
        self.background = Background()
        self.registry = Registry(store, self.background, alone=alone, clock=clock)
        self.history = History(store, self.registry, self.background)
        compactor = Compactor(store, self.registry, self.history, self.background)
        closed = ClosedTables(store, clock)
        self.registry.on_open = closed.restore
        self.upkeep = Upkeep(
            store, self.registry, self.history, closed, keeping=limits.keeping, clock=clock, steady=steady
        )
        self.directory = Directory(
            store,
            self.registry,
            self.upkeep,
            closed=closed,
            background=self.background,
            clock=clock,
            tables_per_person=limits.tables_per_person,
        )
        self.adjudication = Adjudication(self.registry)
        self._devices = NotedDevices()
        surroundings = Surroundings(
            clock, rng or SystemRandom(), most, bots, bot_names, self._devices, take_back_seconds
        )
        self._submitter = Submitter(store, self.registry, self.adjudication, surroundings, poke)
        announcer = Announcer(presenter, clock)
        self._attendance = Attendance(
            self.node,
            self.registry,
            self._submitter,
            announcer=announcer,
            background=self.background,
            devices=self._devices,
            clock=clock,
            most_people=most,
        )
        timers = Timers(self.registry, self._submitter, self.background, clock, take_back_seconds)
        # People first: whatever else comes of it may take its time.
        parts = (announcer, self.history, compactor, self._attendance, timers, self.directory)
        self.registry.listeners.extend(part.follow for part in parts)

    async def submit(
        self, id: str, person: str, command: AnyCommand, secrets: Mapping[str, bytes] | None = None
    ) -> int:
        """Do what somebody wants, durably, and tell everybody; the number of the last entry. Refused says why not."""
        return await self._submitter.submit(id, person, command, secrets)

    async def table(self, id: str) -> LiveTable:
        """The table with this id; Refused if there is none."""
        return await self.registry.table(id)

    async def enter(self, id: str, reader: Reader) -> LiveTable:
        """From now on the reader is told what happens; first of all, everything."""
        return await self._attendance.enter(id, reader)

    def note_device(self, person: str, device: str) -> None:
        """What the device looks like with which they come now: an imprint that can be compared and not read."""
        self._devices.note(person, device)

    def exit(self, live: LiveTable, reader: Reader) -> None:
        self._attendance.exit(live, reader)

    async def judge_for(self, id: str, person: str, word: str, number: Number) -> Verdict:
        """What the referee would say of a clue; only those who could give it may ask."""
        return await self.adjudication.judge_for(id, person, word, number)

    async def verdict(self, case: ClueCase) -> Verdict:
        """What the referee says of a clue that was given at no table of ours."""
        return await self.adjudication.verdict(case)

    async def note_work(self, id: str, person: str) -> int:
        """Somebody is at work on a move, which bots then leave to them; the number of the table's last entry."""
        live = await self.registry.table(id)
        self._attendance.note_work(live, person)
        return live.state.told

    async def explain(self, id: str, person: str, ply: int) -> NotedThought | None:
        """What a bot thought in a move, if this person may know it by now."""
        return explain(await self.registry.table(id), person, ply)

    async def show_life(self) -> None:
        """Tell other nodes that this one is there, and note who was connected to those that no longer are."""
        await self._attendance.show_life(self._store, self.clock)

    async def close(self) -> None:
        """Finish what is under way."""
        self.registry.close()
        await self.background.close()
        self.adjudication.close()

    @property
    def readers(self) -> int:
        return sum(len(live.readers) for live in self.registry.with_readers())
