"""The SQLite file: connections to it, its migrations, the thread that writes and those that read. No statement of what
is kept is here.

One thread writes; a few read. The event loop only waits for them. The file is in WAL mode and synced at every commit.
Other programs may open it too: SQLite's locks keep everyone in line.
"""

from __future__ import annotations

import asyncio
import logging
import queue
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from threading import Thread
from typing import Any

import apsw

from deckname.store.migrations import missing
from deckname.store.store import StoreError, StoreUnavailable

Work = Callable[[apsw.Connection], Any]
Errand = tuple[Work, asyncio.Future[Any]]

log = logging.getLogger(__name__)

APPLICATION = int.from_bytes(b"Deck")
BUSY_MILLISECONDS = 5000
READERS = 2
CHECKPOINT_PAGES = 8000
"""The WAL may grow to 32 MB before it is folded into the file: tables that are played at the same time write to the
same few pages again and again, and each of these is then written once."""


CHECK_SECONDS = 5.0
"""How long a start looks for damage: some hundred MB an ordinary disk reads in that time."""
STEPS_BETWEEN_LOOKS = 1000  # of SQLite's, at the clock


class SqliteFile:
    def __init__(self, path: Path) -> None:
        self._path = path
        self._readers: queue.SimpleQueue[apsw.Connection] = queue.SimpleQueue()
        self.writer = _connect(path)
        try:
            _check(self.writer, path)
            _migrate(self.writer, path)
            for _ in range(READERS):
                self._readers.put(_connect(path, reading=True))
        except BaseException:
            self._close_connections()
            raise
        self._writing: queue.SimpleQueue[Errand | None] = queue.SimpleQueue()
        self._writer_thread = Thread(target=self._keep_writing, name="store-writer", daemon=True)
        self._writer_thread.start()
        self._reading = ThreadPoolExecutor(READERS, "store-reader")
        self._closed = False

    async def query(self, sql: str, values: tuple[apsw.SQLiteValue, ...]) -> list[Any]:
        if self._closed:
            raise StoreUnavailable("closed")
        return await asyncio.get_running_loop().run_in_executor(self._reading, self._fetch, sql, values)

    def _fetch(self, sql: str, values: tuple[apsw.SQLiteValue, ...]) -> list[Any]:
        connection = self._readers.get()
        try:
            return connection.execute(sql, values).fetchall()
        except apsw.Error as error:
            raise StoreUnavailable("file_unusable", file=self._path.name, detail=error) from error
        finally:
            self._readers.put(connection)

    async def transact(self, work: Work) -> Any:
        """What the work gives, done in a transaction of its own, after the commit.

        Handed to the thread without an executor, whose futures would cost as much as the transaction.
        """
        future: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._writing.put((work, future))
        return await future

    def _keep_writing(self) -> None:
        while errand := self._writing.get():
            work, future = errand
            try:
                answer = partial(_settle, future.set_result, future, self._transact(work))
            except Exception as error:
                answer = partial(_settle, future.set_exception, future, error)
            future.get_loop().call_soon_threadsafe(answer)

    def _transact(self, work: Work) -> Any:
        connection = self.writer
        with clear_errors(self._path):
            try:
                connection.execute("begin immediate")
                outcome = work(connection)
                connection.execute("commit")
            finally:
                if connection.in_transaction:
                    connection.execute("rollback")
        return outcome

    async def close(self) -> None:
        self._closed = True
        await asyncio.to_thread(self._let_go)

    def _let_go(self) -> None:
        self._reading.shutdown()
        self._writing.put(None)
        self._writer_thread.join()
        self._close_connections()

    def _close_connections(self) -> None:
        """The writer last: whoever closes last tidies up the WAL."""
        while not self._readers.empty():
            self._readers.get().close()
        self.writer.close()


def _settle(outcome: Callable[[Any], None], future: asyncio.Future[Any], value: object) -> None:
    if not future.done():  # whoever waited may be gone
        outcome(value)


def _connect(file: Path, reading: bool = False) -> apsw.Connection:
    """A connection to the file, which nobody else may read: it holds the keys of running games."""
    with clear_errors(file):
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        file.touch(mode=0o600)
        file.chmod(0o600)
        connection = apsw.Connection(str(file))
        connection.set_busy_timeout(BUSY_MILLISECONDS)
        connection.pragma("synchronous", "full")
        connection.pragma("wal_autocheckpoint", CHECKPOINT_PAGES)
        connection.pragma("query_only", reading)
        return connection


def _check(connection: apsw.Connection, file: Path) -> None:
    """Find damaged pages before anybody relies on them; of a large file, as much as there is time for."""
    end = time.monotonic() + CHECK_SECONDS
    connection.set_progress_handler(lambda: time.monotonic() > end, STEPS_BETWEEN_LOOKS)
    with clear_errors(file):
        try:
            ((found,),) = connection.execute("pragma quick_check(1)").fetchall()
        except apsw.InterruptError:
            log.warning("store.checked_in_part", extra={"seconds": CHECK_SECONDS})
            return
        finally:
            connection.set_progress_handler(None)
        if found != "ok":
            raise StoreError("file_damaged", file=file, detail=str(found).splitlines()[-1])


def _migrate(connection: apsw.Connection, file: Path) -> None:
    with clear_errors(file):
        ((tables,),) = connection.execute("select count(*) from sqlite_schema").fetchall()
        if tables and connection.pragma("application_id") != APPLICATION:
            raise StoreError("file_of_another", file=file)
        if _in_wal_mode(connection) != "wal":
            raise StoreError("file_not_local", file=file)
        connection.execute("begin immediate")
        connection.pragma("application_id", APPLICATION)
        for step in missing("sqlite", connection.pragma("user_version")):
            connection.execute(step.script)
            connection.pragma("user_version", step.number)
        connection.execute("commit")


def _in_wal_mode(connection: apsw.Connection) -> str:
    """The mode it is in then. Where another process makes the same file, SQLite doesn't wait for this by itself."""
    end = time.monotonic() + BUSY_MILLISECONDS / 1000
    while True:
        try:
            return str(connection.pragma("journal_mode", "wal"))
        except apsw.BusyError:
            if time.monotonic() > end:
                raise
            time.sleep(0.02)


@contextmanager
def clear_errors(file: Path) -> Iterator[None]:
    try:
        yield
    except apsw.BusyError as error:
        raise StoreUnavailable("file_locked", file=file) from error
    except apsw.CorruptError as error:
        raise StoreError("file_damaged", file=file, detail=error) from error
    except (OSError, apsw.Error) as error:
        raise StoreError("file_unusable", file=file, detail=error) from error
