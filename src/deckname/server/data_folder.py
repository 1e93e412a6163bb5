"""The folder with the SQLite file, for one server at a time.

Two would each keep tables in memory and not hear of the other's moves. The lock is the server's and not the store's:
other programs may read and write the file meanwhile. The system takes it back when the process ends, however it ends.
"""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from deckname.server.settings import SettingError

LOCK = "deckname.lock"
SECRET = "deckname.secret"


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


def imprint_secret(database_url: str | None, folder: Path) -> bytes:
    """With which imprints of devices are made: the same on every node and after a restart, and in no store or backup.

    Where there is a database its address is one, which holds a password. A folder that can't be written to has none
    that lasts.
    """
    if database_url:
        return database_url.encode()
    with suppress(OSError):
        file = folder / SECRET
        with suppress(FileExistsError):
            made = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            with os.fdopen(made, "wb") as new:
                new.write(secrets.token_bytes(32))
        if found := file.read_bytes():
            return found
    return secrets.token_bytes(32)


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
