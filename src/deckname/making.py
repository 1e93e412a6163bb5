"""Making the large files of the cache, which can be made again: once, by one process, on all cores.

`alone` keeps others waiting, `fresh_draft` says where to work, `side_by_side` divides it, and `clear_away` removes
what older versions made and nobody keeps in use.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path

_OLD = 30 * 86_400.0
_AT_ONCE = 2  # each takes a gigabyte or so while it works
_ONE_THREAD = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1", "MKL_NUM_THREADS": "1"}


class MakingFailedError(RuntimeError):
    """A process that made a part of something ended badly; what it said of it stands on standard error."""


def clear_away(kind: str, keep: Path) -> None:
    """Remove what older versions made under names that begin so, once nobody has used it for long."""
    long_ago = time.time() - _OLD
    _remove(path for path in keep.parent.glob(f"{kind}-*") if path != keep and _changed(path) < long_ago)


def keep_in_use(path: Path) -> None:
    """Whoever opens what was made says so, that it is not cleared away."""
    with suppress(OSError):  # a cache that can only be read is cleared away by nobody
        os.utime(path)


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
def alone(path: Path) -> Iterator[None]:
    """Hold the lock beside `path`, once nobody else does. Whoever dies lets go of it."""
    lock = path.with_suffix(".lock")
    while True:
        file = os.open(lock, os.O_CREAT | os.O_RDWR)
        _wait_for(file)
        if _is(lock, file):
            break
        os.close(file)  # whoever had it has taken it away
    try:
        yield
    finally:
        with suppress(OSError):  # where open files can't be removed it stays, and is found free
            lock.unlink()
        os.close(file)


def _is(path: Path, file: int) -> bool:
    try:
        return os.path.samestat(path.stat(), os.fstat(file))
    except FileNotFoundError:
        return False


if sys.platform == "win32":
    import msvcrt

    def _wait_for(file: int) -> None:
        while True:
            with suppress(OSError):  # it gives up after ten seconds
                msvcrt.locking(file, msvcrt.LK_LOCK, 1)
                return

else:
    import fcntl

    def _wait_for(file: int) -> None:
        fcntl.flock(file, fcntl.LOCK_EX)


def side_by_side(module: str, parts: Iterable[Sequence[str]], report: Callable[[str], None]) -> None:
    """Run a module as a process of its own for each of `parts`, which are its arguments, in that order, two at a time.

    Every line that one prints is reported.
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

    with ThreadPoolExecutor(min(_AT_ONCE, os.cpu_count() or 1)) as pool:
        list(pool.map(run, parts))
