"""The figures that this server counts, for Prometheus. Each server has a registry of its own.

What is counted with every command and message is a plain number here, read when Prometheus asks: an addition costs a
tenth of what the library's own counters do, which lock, and all of it happens in one event loop. Label values come from
code (kinds, codes), never from visitors, so there are only so many, and none is a secret.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Mapping
from itertools import accumulate
from typing import Protocol

from prometheus_client import CollectorRegistry, Gauge, ProcessCollector, generate_latest
from prometheus_client.core import CounterMetricFamily, HistogramMetricFamily, Metric
from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4 as CONTENT_TYPE
from prometheus_client.registry import Collector

from deckname.server.house_clock import HouseClock
from deckname.server.traffic import Traffic
from deckname.store.health import StoreHealth
from deckname.store.store import Store
from deckname.tables.service import TableService
from deckname.tables.upkeep import Swept

__all__ = ["CONTENT_TYPE", "Figures"]

_SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
_OUR_BOTS = ("bureau", "simple")


class Waiting(Protocol):
    """Whatever has a queue."""

    @property
    def waiting(self) -> int: ...


class PoolTrouble(Protocol):
    """What the bots' workers count."""

    timeouts: int
    queue_full: int
    not_ready: int
    failures: int
    restarts: int


class Pool(Waiting, Protocol):
    """The bots' workers."""

    @property
    def counts(self) -> PoolTrouble: ...


class Figures(Collector):
    def __init__(self, tables: TableService) -> None:
        self.done = self.refused = self.bad_message = 0
        self.messages = self.bytes = self.slow_readers = 0
        self._times = [0] * (len(_SECONDS) + 1)
        self._time = 0.0
        self._bot_moves: dict[str, int] = {}
        self._trouble: PoolTrouble | None = None
        self._traffic: Traffic | None = None
        self._health: StoreHealth | None = None
        self._registry = registry = CollectorRegistry()
        registry.register(self)
        sockets = Gauge("deckname_sockets", "Open sockets.", registry=registry)
        sockets.set_function(lambda: tables.readers)
        in_memory = Gauge("deckname_tables_in_memory", "Tables in memory.", registry=registry)
        in_memory.set_function(lambda: len(tables.registry))
        self._upkeep = tables.upkeep
        behind = Gauge("deckname_clock_behind_seconds", "Stored times ahead of the clock.", registry=registry)
        behind.set_function(lambda: tables.upkeep.behind)
        self._judges = tables.adjudication
        self._queue("deckname_judges_waiting", "Clues that are being judged, or wait for it.", tables.adjudication)
        ProcessCollector(registry=registry)

    def took(self, seconds: float) -> None:
        """A command was answered after so long."""
        self._times[bisect_left(_SECONDS, seconds)] += 1
        self._time += seconds

    def bot_moved(self, by: str) -> None:
        """Any other name is one that a language model goes by at its host, and no label."""
        label = by if by in _OUR_BOTS else "model"
        self._bot_moves[label] = self._bot_moves.get(label, 0) + 1

    def watch_bots(self, pool: Pool) -> None:
        """Tell also what these workers count, and what waits for them."""
        self._trouble = pool.counts
        self._queue("deckname_bots_waiting", "Questions that wait for a bot.", pool)

    def watch_sockets(self, sockets: Waiting) -> None:
        """Tell also what readers have yet to take."""
        self._queue("deckname_outbox_bytes", "Bytes that sockets have yet to take.", sockets)

    def watch_traffic(self, traffic: Traffic) -> None:
        """Tell also who was turned away."""
        self._traffic = traffic

    def watch_store(self, store: Store) -> None:
        """Tell also what went wrong with the store, and what waits for it."""
        self._health = store.health
        self._queue("deckname_store_waiting", "Writes that wait for their commit.", store)

    def _queue(self, name: str, about: str, queue: Waiting) -> None:
        Gauge(name, about, registry=self._registry).set_function(lambda: queue.waiting)

    def watch_clock(self, clock: HouseClock) -> None:
        """Tell also how far the system's own clock is from the house's."""
        skew = Gauge("deckname_clock_skew_seconds", "The system's clock ahead of the house's.", registry=self._registry)
        skew.set_function(lambda: clock.skew)

    def text(self) -> str:
        """All of them, in Prometheus's text format."""
        return generate_latest(self._registry).decode()

    def collect(self) -> Iterator[Metric]:
        """The plain numbers, for the registry."""
        outcomes = {"done": self.done, "refused": self.refused, "bad_message": self.bad_message}
        yield _counters("deckname_commands", "Commands by how they ended.", "outcome", outcomes)
        bounds = [*map(str, _SECONDS), "+Inf"]
        yield HistogramMetricFamily(
            "deckname_command_seconds",
            "From reading a command to its answer.",
            buckets=[*zip(bounds, accumulate(self._times), strict=True)],
            sum_value=self._time,
        )
        yield CounterMetricFamily("deckname_messages_sent", "Messages sent to sockets.", self.messages)
        yield CounterMetricFamily("deckname_sent_bytes", "Bytes of these messages.", self.bytes)
        yield CounterMetricFamily("deckname_slow_readers", "Sockets cut because nobody read them.", self.slow_readers)
        yield _counters("deckname_bot_moves", "Moves of bots by who thought.", "by", self._bot_moves)
        yield _counters(
            "deckname_tables_swept", "Idle tables by what became of them.", "step", _steps(self._upkeep.swept)
        )
        unjudged = self._judges.left_to_people
        yield _counters("deckname_clues_left", "Clues left to people, not judged in time.", "kind", unjudged)
        if self._traffic:
            yield from _of_traffic(self._traffic)
        if self._health:
            yield _counters("deckname_store_failures", "What the store could not do.", "kind", self._health.failures)
        if self._trouble:
            yield _counters(
                "deckname_bot_trouble", "Why bots had to do without a worker.", "kind", _kinds(self._trouble)
            )


def _kinds(trouble: PoolTrouble) -> dict[str, int]:
    return {
        "too_late": trouble.timeouts,
        "queue_full": trouble.queue_full,
        "not_ready": trouble.not_ready,
        "failed": trouble.failures,
        "restarted": trouble.restarts,
    }


def _steps(swept: Swept) -> dict[str, int]:
    return {"closed": swept.closed, "deleted": swept.deleted, "restored": swept.restored}


def _of_traffic(traffic: Traffic) -> Iterator[Metric]:
    yield _counters("deckname_floods", "Sockets closed because they sent too much.", "kind", traffic.floods)
    yield _counters("deckname_late", "Requests and messages not complete in time.", "kind", traffic.late)
    yield CounterMetricFamily(
        "deckname_connections_refused", "Connections of addresses that had too many.", traffic.turned_away
    )


def _counters(name: str, about: str, label: str, counts: Mapping[str, int]) -> CounterMetricFamily:
    family = CounterMetricFamily(name, about, labels=[label])
    for value, count in counts.items():
        family.add_metric([value], count)
    return family
