"""The cache of what the workshop builds, from which it can be taken again: built once, by one process, on all cores.

`build_once` makes a product under a name that tells what it was made from, `digest` finds that name, and
`side_by_side` divides the work.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from importlib.metadata import version
from pathlib import Path

from filelock import FileLock

_OLD = 30 * 86_400.0
_AT_ONCE = 2  # each takes a gigabyte or so while it works
_ONE_THREAD = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1", "MKL_NUM_THREADS": "1"}

Progress = Callable[[float, str], None]
"""How far something is, from 0 to 1, and what is done now."""


class BuildFailedError(RuntimeError):
    """A process that made a part of something ended badly; what it said of it stands on standard error."""


def digest(packages: Iterable[str], files: Iterable[Path], more: Iterable[str] = ()) -> str:
    """Changes with everything that a product is made from: versions of packages, our own code and lists."""
    found = hashlib.sha256()
    for name in packages:
        found.update(f"{name} {version(name)}\n".encode())
    for path in sorted(files):
        found.update(path.name.encode() + b"\0" + path.read_bytes())
    for text in more:
        found.update(text.encode() + b"\n")
    return found.hexdigest()[:12]


def sources(folder: Path, *endings: str) -> list[Path]:
    """The files of a folder and all below it that end so."""
    return [path for path in folder.rglob("*") if path.suffix in endings and path.is_file()]


def build_once(path: Path, write: Callable[[Path], None], is_whole: Callable[[Path], bool] = Path.exists) -> Path:
    """Have `write` make a file or folder, unless it is there already or somebody else is making it."""
    if is_whole(path):  # where nothing is to be made, nothing has to be written
        with suppress(OSError):  # that it is in use; a cache that can only be read is cleared away by nobody
            os.utime(path)
        return path
    path.parent.mkdir(parents=True, exist_ok=True)
    with locked(path):
        if not is_whole(path):
            remove(path)
            draft = fresh_draft(path)
            try:
                write(draft)
                draft.rename(path)
                clear_away(path.name.partition("-")[0], path)
            finally:
                remove(draft)
    return path


def clear_away(kind: str, keep: Path) -> None:
    """Remove what older versions made under names that begin so, once nobody has used it for long."""
    long_ago = time.time() - _OLD
    remove(*(path for path in keep.parent.glob(f"{kind}-*") if path != keep and _changed(path) < long_ago))


def fresh_draft(path: Path) -> Path:
    """Where to make what will be moved to `path`, which is `locked`; what interrupted builders left is removed."""
    remove(*path.parent.glob(f"{path.stem}.*.tmp*"))
    return path.with_suffix(f".{os.getpid()}.tmp")


def _changed(path: Path) -> float:
    try:
        return path.stat().st_mtime
    except OSError:  # somebody else has cleared it away
        return time.time()


def remove(*paths: Path) -> None:
    """Remove files and folders, as far as that can be done."""
    for path in paths:
        with suppress(OSError):  # it is not there, somebody else clears away, or still needs it
            shutil.rmtree(path) if path.is_dir() else path.unlink()


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Hold the lock beside `path`, once nobody else does. Whoever dies lets go of it."""
    lock = path.with_suffix(".lock")
    with FileLock(lock):
        try:
            yield
        finally:
            with suppress(OSError):  # where open files can't be removed it stays, and is found free
                lock.unlink()  # whoever waits for it sees that it is gone, and makes a new one


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
            raise BuildFailedError(f"{module} {part[1]}: exit code {child.returncode}")

    with ThreadPoolExecutor(min(_AT_ONCE, os.cpu_count() or 1)) as pool:
        list(pool.map(run, parts))
