"""The one way to change a table. What `submit` returns from has been stored.

The primary key of the store decides between nodes, and whoever comes second reads on and decides anew. So does a clue
whose table has gone on while the referee was thinking: it thinks before the table's lock is taken, never under it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from random import Random

from deckname.engine.errors import Refused
from deckname.referee import Verdict
from deckname.store.store import Stale, Store, StoreUnavailable
from deckname.tables.adjudication import Adjudication
from deckname.tables.commands import AnyCommand
from deckname.tables.decisions import Circumstances, Decision, decide
from deckname.tables.imprints import NotedDevices
from deckname.tables.live import LiveTable
from deckname.tables.registry import Registry
from deckname.tables.stored import encode_event

_ATTEMPTS = 16


@dataclass
class Surroundings:
    """What decisions need to know of the service around the tables."""

    clock: Callable[[], float]
    rng: Random
    most_people: int
    bots: bool
    bot_names: Callable[[str, str], tuple[str, ...]]
    devices: NotedDevices
    take_back_seconds: float

    def now(self, live: LiveTable, person: str, verdict: Verdict | None) -> Circumstances:
        return Circumstances(
            self.clock(),
            self.rng,
            self.most_people,
            verdict,
            live.shoe,
            self.bots,
            self.bot_names,
            self.devices.of(person),
            self.take_back_seconds,
        )


class Submitter:
    def __init__(
        self,
        store: Store,
        registry: Registry,
        adjudication: Adjudication,
        surroundings: Surroundings,
        poke: Callable[[str, int], None],
    ) -> None:
        """`poke` tells other nodes that a table has come this far."""
        self._store, self._registry, self._adjudication = store, registry, adjudication
        self._surroundings, self._poke = surroundings, poke

    async def submit(
        self, id: str, person: str, command: AnyCommand, secrets: Mapping[str, bytes] | None = None
    ) -> int:
        """Do what somebody wants, durably, and tell everybody; the number of the last entry. Refused says why not."""
        for _ in range(_ATTEMPTS):
            live = self._registry.get(id) or await self._registry.table(id)
            case = self._adjudication.case(live.state, person, command)
            verdict = await self._adjudication.verdict(case) if case else None
            async with live.lock:
                if live.doubtful:
                    await self._registry.catch_up(live)
                if not self._registry.holds(live) or self._adjudication.case(live.state, person, command) != case:
                    continue
                try:
                    decision = decide(live.state, person, command, self._surroundings.now(live, person, verdict))
                except Refused:
                    if not await self._was_behind(live):
                        raise
                    continue
                if not decision.events or await self._done(live, decision, secrets):
                    return live.state.told
        raise Refused("busy")

    async def quietly(self, id: str, person: str, command: AnyCommand) -> str | None:
        """For what happens by itself: if it can't be now, the code that says why."""
        try:
            await self.submit(id, person, command)
        except Refused as refused:
            return refused.code
        return None

    async def _done(self, live: LiveTable, decision: Decision, secrets: Mapping[str, bytes] | None) -> bool:
        """Write it down and tell everybody; False if another node has been quicker."""
        hidden = {**decision.secrets, **secrets} if secrets else decision.secrets
        bodies = [encode_event(event) for event in decision.events]
        live.doubtful = True
        try:
            await self._store.append(live.id, live.state.seq + 1, bodies, hidden)
        except Stale:
            return False
        except StoreUnavailable:
            raise Refused("unavailable") from None
        live.doubtful = False
        if hidden:
            live.learn(hidden)
        self._registry.apply(live, decision.events)
        self._poke(live.id, live.state.seq)
        return True

    async def _was_behind(self, live: LiveTable) -> bool:
        """Whether another node has gone on with a table: nobody is refused for what has changed since."""
        before = live.state.seq
        if not self._registry.alone:
            await self._registry.catch_up(live)
        return live.state.seq > before
