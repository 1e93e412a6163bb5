"""Making the large files of the cache, which can be made again: once, by one process, on all cores.

`alone` keeps others waiting, `fresh_draft` says where to work, `side_by_side` divides it, and `clear_away` removes
what older versions made.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path

Heartbeat = Callable[[], None]

_OLD = 30 * 86_400.0
_STALE = 120.0  # seconds after which a builder that shows no sign of life is taken for dead
_PULSE = 20.0  # seconds between two signs of life: on a busy machine a step may take minutes
_AT_ONCE = 2  # each takes a gigabyte or so while it works
_ONE_THREAD = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1", "MKL_NUM_THREADS": "1"}


class MakingFailedError(RuntimeError):
    """A process that made a part of something ended badly; what it said of it stands on standard error."""


def clear_away(kind: str, keep: Path) -> None:
    """Remove what older versions made under names that begin so, once nobody can have built it lately."""
    long_ago = time.time() - _OLD
    _remove(path for path in keep.parent.glob(f"{kind}-*") if path != keep and _changed(path) < long_ago)


def fresh_draft(path: Path) -> Path:
    """Where to make what will be moved to `path`, by whoever is `alone`; what interrupted makers left is removed."""
    _remove(path.parent.glob(f"{path.stem}.*.tmp*"))
    return path.with_suffix(f".{os.getpid()}.tmp")


def _changed(path: Path) -> float:
    try:
        return path.stat().st_mtime
    except OSError:  # somebody else has cleared it away
        return time.time()


def _remove(paths: Iterable[Path]) -> None:
    for path in paths:
        with suppress(OSError):  # somebody else clears away, or still needs it
            path.unlink() if path.is_file() else shutil.rmtree(path)


@contextmanager
def alone(path: Path) -> Iterator[Heartbeat]:
    """Hold the lock beside `path`; yields the sign of life to give while working."""
    lock = path.with_suffix(".lock")
    while True:
        try:
            os.close(os.open(lock, os.O_CREAT | os.O_EXCL))
            break
        except FileExistsError:
            try:
                dead = time.time() - lock.stat().st_mtime > _STALE
            except FileNotFoundError:
                continue
            if dead:
                lock.unlink(missing_ok=True)
            else:
                time.sleep(0.2)
    try:
        yield lambda: os.utime(lock)
    finally:
        lock.unlink(missing_ok=True)


def side_by_side(module: str, parts: Iterable[Sequence[str]], report: Callable[[str], None], alive: Heartbeat) -> None:
    """Run a module as a process of its own for each of `parts`, which are its arguments, in that order, two at a time.

    Every line that one prints is reported; `alive` is called while all goes on.
    """

    def run(part: Sequence[str]) -> None:
        command = [sys.executable, "-m", module, *part]
        environment = os.environ | _ONE_THREAD
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, encoding="utf-8", env=environment) as child:
            assert child.stdout
            for line in child.stdout:
                report(line.strip())
        if child.returncode:
            raise MakingFailedError(f"{module} {part[-1]}: exit code {child.returncode}")

    def beat() -> None:
        while not done.wait(_PULSE):
            alive()

    done = threading.Event()
    threading.Thread(target=beat, daemon=True).start()
    try:
        with ThreadPoolExecutor(min(_AT_ONCE, os.cpu_count() or 1)) as pool:
            list(pool.map(run, parts))
    finally:
        done.set()
