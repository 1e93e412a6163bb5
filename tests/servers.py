"""Real servers for tests: each is private, on a loopback port, in a folder of its own, and ends with the session."""

from __future__ import annotations

import contextlib
import os
import pwd
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from types import MappingProxyType

import pytest

from tests.packages import find_or_install

PATIENCE = 120
"""Seconds that a busy machine may need for anything at all: who waits longer waits in vain."""
_held: list[socket.socket] = []


class Server:
    """A process that can be stopped, killed and started again on the same port and data."""

    def __init__(
        self, command: list[str], port: int, folder: Path, environment: Mapping[str, str] = MappingProxyType({})
    ) -> None:
        self.port = port
        self._command = command
        self._environment = environment
        self._folder = folder
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        self._process = self._spawn(self._folder / "server.log")
        deadline = time.monotonic() + PATIENCE
        while not self._answers():
            if self._process.poll() is not None or time.monotonic() > deadline:
                self.stop()
                raise RuntimeError((self._folder / "server.log").read_text("utf-8"))
            time.sleep(0.02)

    def _spawn(self, log: Path) -> subprocess.Popen[bytes]:
        with log.open("ab") as output:
            environment = {**os.environ, **self._environment}
            return subprocess.Popen(self._command, stdout=output, stderr=output, cwd=self._folder, env=environment)

    def stop(self, how: signal.Signals = signal.SIGINT) -> None:
        """SIGINT is the orderly end of both PostgreSQL and Redis; SIGQUIT is a crash to PostgreSQL."""
        if self._process is not None:
            self._process.send_signal(how)
            try:
                self._process.wait(PATIENCE)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait()
            self._process = None

    @contextlib.contextmanager
    def running(self) -> Iterator[None]:
        self.start()
        try:
            yield
        finally:
            self.stop()

    def _answers(self) -> bool:
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", self.port), timeout=1):
            return True
        return False


class Postgres(Server):
    """A PostgreSQL server and, for each who asks, a database."""

    def __init__(self, programs: Path, folder: Path) -> None:
        self._programs = programs
        self._databases = 0
        port = free_port()
        data = folder / "data"
        initdb = [str(programs / "initdb"), "-D", str(data), "-U", "deckname", "-A", "trust", "-E", "UTF8"]
        subprocess.run([*as_servant(), *initdb, "--locale=C.UTF-8", "--no-sync"], check=True, capture_output=True)
        settings = {"listen_addresses": "127.0.0.1", "port": port, "unix_socket_directories": folder}
        options = [part for name, value in settings.items() for part in ("-c", f"{name}={value}")]
        super().__init__([*as_servant(), str(programs / "postgres"), "-D", str(data), *options], port, folder)

    def new_database(self) -> str:
        """The address of an empty database."""
        self._databases += 1
        name = f"test{self._databases}"
        self.psql(f"create database {name}")
        return self.url(name)

    def url(self, database: str = "postgres") -> str:
        return f"postgresql://deckname@127.0.0.1:{self.port}/{database}"

    def psql(self, command: str, database: str = "postgres") -> str:
        """What the command prints, with a column's end as |."""
        psql = [self._programs / "psql", "-qXAt", self.url(database), "-c", command]
        return subprocess.run(psql, check=True, capture_output=True, text=True).stdout.strip()

    def _answers(self) -> bool:
        ready = [self._programs / "pg_isready", "-q", "-h", "127.0.0.1", "-p", str(self.port)]
        return subprocess.run(ready, check=False).returncode == 0


@contextlib.contextmanager
def run_postgres() -> Iterator[Postgres]:
    programs = _installed("postgresql", _postgres_programs)
    with _folder() as folder:
        server = Postgres(programs, folder)
        with server.running():
            yield server


@contextlib.contextmanager
def run_redis() -> Iterator[Server]:
    program = _installed("redis-server", lambda: _which("redis-server") or _which("valkey-server"))
    with _folder() as folder:
        port = free_port()
        settings = ["--port", str(port), "--bind", "127.0.0.1", "--save", "", "--dir", str(folder)]
        server = Server([*as_servant(), str(program), *settings], port, folder)
        with server.running():
            yield server


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    with run_postgres() as server:
        yield server


@pytest.fixture(scope="session")
def redis() -> Iterator[Server]:
    with run_redis() as server:
        yield server


def free_port() -> int:
    """A port that nobody else is given, not even while its server is down.

    Linux lets a server listen beside somebody who only holds its port, and gives a port that is held to no other.
    """
    holder = socket.socket()
    holder.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    holder.bind(("127.0.0.1", 0))
    port = int(holder.getsockname()[1])
    if sys.platform == "linux":
        _held.append(holder)
    else:
        holder.close()
    return port


def as_servant() -> list[str]:
    """PostgreSQL refuses to be root: another user runs it then."""
    if os.getuid() != 0:
        return []
    user = _servant()
    return ["setpriv", f"--reuid={user.pw_uid}", f"--regid={user.pw_gid}", "--clear-groups"]


def _servant() -> pwd.struct_passwd:
    try:
        return pwd.getpwnam("postgres")
    except KeyError:
        return pwd.getpwnam("nobody")


@contextlib.contextmanager
def _folder() -> Iterator[Path]:
    """Not below pytest's folder, which other users can't enter."""
    with tempfile.TemporaryDirectory(prefix="deckname-test-") as name:
        if os.getuid() == 0:
            os.chown(name, _servant().pw_uid, _servant().pw_gid)
        yield Path(name)


def _installed(package: str, find: Callable[[], Path | None]) -> Path:
    found = find_or_install(package, find)
    if found is None:
        pytest.skip(f"needs the programs of {package}: install the system package of that name")
    return found


def _postgres_programs() -> Path | None:
    on_path = _which("initdb")
    if on_path is not None:
        return on_path.resolve().parent
    installed = Path("/usr/lib/postgresql").glob("*/bin/initdb")
    return max((path.parent for path in installed), key=lambda path: int(path.parent.name), default=None)


def _which(program: str) -> Path | None:
    path = shutil.which(program)
    return Path(path) if path else None
