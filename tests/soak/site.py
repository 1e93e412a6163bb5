"""Where an attack takes place: a folder, real servers on the loopback, and how much there is to be of everything."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.server.serving import Node
from tests.soak.probe import Probe
from tests.soak.report import Finding

ROOT = Path(__file__).parents[2]


@dataclass
class Site:
    folder: Path
    scale: float
    """1 for the usual ten minutes."""
    findings: list[Finding] = field(default_factory=list)
    busy: bool = field(default_factory=lambda: os.getloadavg()[0] > (os.cpu_count() or 1))
    """Whether the machine has other work before we begin: times then say little."""

    def many(self, usual: int) -> int:
        """So many at the usual length, more in a longer run; never none."""
        return max(1, round(usual * self.scale))

    def find(self, point: int, promise: str, figures: str, held: bool | None) -> None:
        self.findings.append(Finding(point, promise, figures, held))

    def find_time(self, point: int, promise: str, figures: str, held: bool) -> None:
        """The same for what rests on a time: a machine with other work breaks no promise of ours."""
        if held or not self.busy:
            self.find(point, promise, figures, held)
        else:
            self.find(point, promise, f"{figures}, on a machine that has other work", None)

    @contextlib.contextmanager
    def serving(self, name: str, **settings: Any) -> Iterator[Node]:
        """A server with everybody's limits, but for what is given."""
        node = Node(self.folder / name, **{"log_level": "info", **settings})
        with node.running():
            yield node

    @contextlib.asynccontextmanager
    async def probing(self, node: Node) -> AsyncIterator[Probe]:
        """Meanwhile somebody plays at the side; their times are known afterwards."""
        probe = await Probe.begin(node.address)
        try:
            yield probe
        finally:
            await probe.end()


Attack = Callable[[Site], Awaitable[None]]


def milliseconds(seconds: float) -> str:
    return f"{seconds * 1000:,.0f} ms"


def megabytes(count: float) -> str:
    return f"{count / 1e6:,.0f} MB"


def resident(pid: int) -> int:
    """Bytes of memory that a process has now."""
    return int(Path(f"/proc/{pid}/statm").read_text("ascii").split()[1]) * os.sysconf("SC_PAGE_SIZE")


def ends_within(node: Node, number: signal.Signals = signal.SIGTERM) -> float:
    """How long a server takes to end when it is told to."""
    began = time.monotonic()
    node.stop(number)
    return time.monotonic() - began


def deckname(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run the `deckname` command to its end, which comes soon."""
    command = [sys.executable, "-m", "deckname", *arguments]
    surroundings = {**os.environ, "DECKNAME_LANGUAGE": "en", **environment}
    return subprocess.run(command, env=surroundings, capture_output=True, text=True, timeout=60, check=False)
