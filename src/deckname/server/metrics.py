"""Figures for Prometheus, in its text format. Counting is one addition on an object that the caller keeps.

Meant for one event loop: nothing is locked. Label values come from code (kinds, codes), never from visitors, so there
are only so many, and none is a secret.
"""

from __future__ import annotations

import re
import time
from abc import ABC, abstractmethod
from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate, pairwise
from pathlib import Path
from typing import ClassVar, Generic, TypeVar

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"
SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)

_NAME = re.compile(r"[a-zA-Z_][a-zA-Z0-9_]*")

Labels = tuple[tuple[str, str], ...]


class Metric(ABC):
    """One series: a name with one value for each label."""

    kind: ClassVar[str]

    @abstractmethod
    def samples(self, name: str, labels: Labels) -> Iterator[str]:
        """Its lines."""


class Number(Metric):
    """A value that is kept here; or that is asked for when it is read, if there is something to ask."""

    def __init__(self, ask: Callable[[], float] | None = None) -> None:
        self.value = 0.0
        self._ask = ask

    def add(self, amount: float = 1) -> None:
        self.value += amount

    def samples(self, name: str, labels: Labels) -> Iterator[str]:
        yield _line(name, labels, self._ask() if self._ask else self.value)


class Counter(Number):
    """Only grows."""

    kind = "counter"


class Gauge(Number):
    """Goes up and down."""

    kind = "gauge"

    def set(self, value: float) -> None:
        self.value = value


class Histogram(Metric):
    """How many observations were at most this large, for a few sizes."""

    kind = "histogram"

    def __init__(self, bounds: Sequence[float] = SECONDS) -> None:
        if not bounds or any(low >= high for low, high in pairwise(bounds)):
            raise ValueError("The bounds of a histogram rise.")
        self._bounds = tuple(bounds)
        self._counts = [0] * (len(bounds) + 1)
        self._sum = 0.0

    def observe(self, value: float) -> None:
        self._counts[bisect_left(self._bounds, value)] += 1
        self._sum += value

    def samples(self, name: str, labels: Labels) -> Iterator[str]:
        totals = [*accumulate(self._counts)]
        for bound, total in zip([*map(_number, self._bounds), "+Inf"], totals, strict=True):
            yield _line(f"{name}_bucket", (*labels, ("le", bound)), total)
        yield _line(f"{name}_sum", labels, self._sum)
        yield _line(f"{name}_count", labels, totals[-1])


Kind = TypeVar("Kind", bound=Metric)


class Family(Generic[Kind]):
    """One name with labels: `commands.of("guess").add()`. Callers in a hurry keep what `of` gave."""

    def __init__(self, labels: Sequence[str], make: Callable[[], Kind]) -> None:
        self.labels = tuple(labels)
        self.members: dict[tuple[str, ...], Kind] = {}
        self._make = make

    def of(self, *values: str) -> Kind:
        member = self.members.get(values)
        if member is None:
            if len(values) != len(self.labels):
                raise ValueError(f"Labels are {', '.join(self.labels)}.")
            member = self.members[values] = self._make()
        return member


class Registry:
    """All figures of a server, and their text."""

    def __init__(self) -> None:
        self._families: dict[str, tuple[str, str, Family[Metric]]] = {}

    def counter(self, name: str, about: str, ask: Callable[[], float] | None = None) -> Counter:
        return self._add(name, about, Counter.kind, (), lambda: Counter(ask)).of()

    def counters(self, name: str, about: str, *labels: str) -> Family[Counter]:
        return self._add(name, about, Counter.kind, labels, Counter)

    def gauge(self, name: str, about: str, ask: Callable[[], float] | None = None) -> Gauge:
        return self._add(name, about, Gauge.kind, (), lambda: Gauge(ask)).of()

    def gauges(self, name: str, about: str, *labels: str) -> Family[Gauge]:
        return self._add(name, about, Gauge.kind, labels, Gauge)

    def histogram(self, name: str, about: str, bounds: Sequence[float] = SECONDS) -> Histogram:
        return self._add(name, about, Histogram.kind, (), lambda: Histogram(bounds)).of()

    def histograms(self, name: str, about: str, *labels: str, bounds: Sequence[float] = SECONDS) -> Family[Histogram]:
        return self._add(name, about, Histogram.kind, labels, lambda: Histogram(bounds))

    def text(self) -> str:
        return "".join(f"{line}\n" for line in self._lines())

    def _add(self, name: str, about: str, kind: str, labels: Sequence[str], make: Callable[[], Kind]) -> Family[Kind]:
        if name in self._families or not all(map(_NAME.fullmatch, (name, *labels))):
            raise ValueError(f"{name} is taken or no name for a figure.")
        if kind == Counter.kind and not name.endswith("_total"):
            raise ValueError("The name of a counter ends in _total.")
        family = Family(labels, make)
        self._families[name] = about, kind, family  # type: ignore[assignment]  # it is only read from here on
        return family

    def _lines(self) -> Iterator[str]:
        for name, (about, kind, family) in self._families.items():
            yield f"# HELP {name} {about.replace(chr(92), chr(92) * 2).replace(chr(10), chr(92) + 'n')}"
            yield f"# TYPE {name} {kind}"
            for values, metric in [*family.members.items()]:
                yield from metric.samples(name, tuple(zip(family.labels, values, strict=True)))


def add_process(registry: Registry) -> None:
    """What every Prometheus dashboard knows how to draw, as far as this system tells."""
    registry.gauge("process_start_time_seconds", "When this process began, in unix time.").set(time.time())
    registry.counter("process_cpu_seconds_total", "Processor time used.", time.process_time)
    if Path("/proc/self/statm").exists():
        registry.gauge("process_resident_memory_bytes", "Memory in use.", _resident)
        registry.gauge("process_open_fds", "Open files and sockets.", lambda: len([*Path("/proc/self/fd").iterdir()]))


def _resident() -> float:
    import resource  # noqa: PLC0415 - where there is /proc there is this

    return int(Path("/proc/self/statm").read_text().split()[1]) * resource.getpagesize()


def _line(name: str, labels: Labels, value: float) -> str:
    inside = ",".join(f'{label}="{_escaped(text)}"' for label, text in labels)
    return f"{name}{{{inside}}} {_number(value)}" if inside else f"{name} {_number(value)}"


def _escaped(text: str) -> str:
    return text.replace("\\", r"\\").replace('"', r"\"").replace("\n", r"\n")


def _number(value: float) -> str:
    number = float(value)
    if number in (float("inf"), float("-inf")) or number != number:  # noqa: PLR0124 - that is what NaN is
        return {float("inf"): "+Inf", float("-inf"): "-Inf"}.get(number, "NaN")
    return str(int(number)) if number.is_integer() else repr(number)
