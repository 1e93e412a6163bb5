"""A house's SQLite file as a whole: copied while a server writes to it, looked through, put in the place of another.

No server is needed, and none is asked. PostgreSQL has tools of its own for all of this.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

import apsw

from deckname.store.migrations import missing
from deckname.store.sqlite_file import APPLICATION, BUSY_MILLISECONDS, clear_errors
from deckname.store.store import StoreError

COMPANIONS = ("-wal", "-shm")
"""What SQLite keeps beside a file: in this order they are moved, for a WAL must never meet another file."""


def check(file: Path) -> None:
    """Look through all of it; StoreError says what is wrong with it."""
    with _opened(file) as connection:
        _check(connection, file)


def back_up(file: Path, target: Path, *, replace: bool = False) -> None:
    """Copy the file as it is at one moment, whatever is written meanwhile: what was acknowledged before is in it.

    The copy is one file, without companions, for its owner alone, and has been looked through. If it can't be made,
    whatever was at `target` is still there.
    """
    with _opened(file) as source, _place_for(target, replace) as unfinished, _writes(target):
        _copy(source, file, unfinished)


def restore(backup: Path, file: Path, aside: Path) -> bool:
    """Put a copy of the backup in the place of the file, which is moved aside: whether there was one.

    Nobody may use the file meanwhile. The backup stays where it is, and nothing is moved before its copy is whole.
    """
    with _opened(backup) as source, _private_file(file.parent) as unfinished, _writes(file):
        _copy(source, backup, unfinished)
        with suppress(PermissionError):  # root restores for the user whose folder it is
            shutil.chown(unfinished, file.parent.stat().st_uid, file.parent.stat().st_gid)
        moved = _moved(file, aside)
        unfinished.replace(file)
        _sync(file.parent)
    return moved


@contextmanager
def _opened(file: Path) -> Iterator[apsw.Connection]:
    """The file for reading, if it is a house of ours that this version knows."""
    if not file.exists():
        raise StoreError("no_file", file=file)
    with clear_errors(file):
        connection = apsw.Connection(str(file), flags=apsw.SQLITE_OPEN_READONLY)
    with closing(connection):
        with clear_errors(file):
            connection.set_busy_timeout(BUSY_MILLISECONDS)
            if connection.pragma("application_id") != APPLICATION:
                raise StoreError("file_of_another", file=file)
            missing("sqlite", connection.pragma("user_version"))
        yield connection


def _copy(source: apsw.Connection, file: Path, target: Path) -> None:
    """In one step: with several, each write of a server between two of them would make SQLite begin again."""
    with closing(apsw.Connection(str(target))) as copy:
        with clear_errors(file), copy.backup("main", source, "main") as copying:
            copying.step()
        copy.pragma("journal_mode", "delete")  # no WAL: a backup is one file
        _check(copy, file)
    _sync(target)


def _check(connection: apsw.Connection, file: Path) -> None:
    with clear_errors(file):
        ((found,),) = connection.execute("pragma quick_check(1)").fetchall()
    if found != "ok":
        raise StoreError("file_damaged", file=file, detail=str(found).splitlines()[-1])


@contextmanager
def _place_for(target: Path, replace: bool) -> Iterator[Path]:
    """A file to write, which gets the target's name if all goes well. The name is taken at once, by an empty file."""
    with _writes(target):
        taken = None if replace else os.open(target, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
    try:
        with _private_file(target.parent) as unfinished:
            yield unfinished
            with _writes(target):
                unfinished.replace(target)
                _sync(target.parent)
    except BaseException:
        if taken is not None:
            target.unlink(missing_ok=True)
        raise
    finally:
        if taken is not None:
            os.close(taken)


@contextmanager
def _private_file(folder: Path) -> Iterator[Path]:
    """An empty file that only its owner may read, gone afterwards unless it was given another name."""
    with _writes(folder):
        number, name = tempfile.mkstemp(prefix=".deckname-", suffix=".unfinished", dir=folder)
    os.close(number)
    try:
        yield Path(name)
    finally:
        Path(name).unlink(missing_ok=True)


@contextmanager
def _writes(target: Path) -> Iterator[None]:
    """What goes wrong with writing is told by the name of what was to be written."""
    try:
        yield
    except FileExistsError as error:
        raise StoreError("file_exists", file=target) from error
    except (OSError, apsw.FullError) as error:
        raise StoreError("not_written", file=target, detail=getattr(error, "strerror", None) or error) from error


def _moved(file: Path, aside: Path) -> bool:
    """Moved aside, with its WAL folded in or, where it is damaged, beside it; whether there was a file."""
    if not file.exists():
        return False
    with suppress(apsw.Error), closing(apsw.Connection(str(file), flags=apsw.SQLITE_OPEN_READWRITE)) as connection:
        connection.pragma("user_version")  # before it has read anything SQLite knows of no WAL
        connection.wal_checkpoint(mode=apsw.SQLITE_CHECKPOINT_TRUNCATE)
    for companion in COMPANIONS:
        with suppress(FileNotFoundError):
            Path(f"{file}{companion}").rename(f"{aside}{companion}")
    file.rename(aside)
    return True


def _sync(path: Path) -> None:
    """Have it on disk; systems that can't sync a folder have no need to."""
    with suppress(OSError):
        number = os.open(path, os.O_RDONLY)
        try:
            os.fsync(number)
        finally:
            os.close(number)
