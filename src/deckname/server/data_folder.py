"""The folder with the SQLite file, for one server at a time.

Two would each keep tables in memory and not hear of the other's moves. The lock is the server's and not the store's:
other programs may read and write the file meanwhile. The system takes it back when the process ends, however it ends.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from deckname.server.settings import SettingError

LOCK = "deckname.lock"


@contextmanager
def claimed(folder: Path) -> Iterator[None]:
    """Have the folder, made if need be, to oneself; SettingError says why not."""
    file = _opened(folder)
    try:
        if not _lock(file):
            raise SettingError("data_in_use", folder=folder, process=_holder(file))
        _sign(file)
        yield
    finally:
        os.close(file)


def _opened(folder: Path) -> int:
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        return os.open(folder / LOCK, os.O_RDWR | os.O_CREAT, 0o600)
    except FileExistsError as error:
        raise SettingError("data_is_a_file", folder=folder) from error
    except OSError as error:
        raise SettingError("no_data_folder", folder=folder, detail=error.strerror) from error


def _lock(file: int) -> bool:
    """False if another process holds it. A system that knows no locks lets everybody pass."""
    try:
        import fcntl  # noqa: PLC0415 - not on every system
    except ImportError:
        return True
    try:
        fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except (BlockingIOError, PermissionError):
        return False
    except OSError:
        return True
    return True


def _sign(file: int) -> None:
    """Leave our number for whoever finds it locked."""
    with suppress(OSError):  # a full disk is told by the store
        os.ftruncate(file, 0)
        os.write(file, str(os.getpid()).encode())


def _holder(file: int) -> str:
    return os.read(file, 20).decode("ascii", "replace") or "?"
