"""What hosts may get wrong: a file in place of the folder, a database that is dead, a backup that all may read."""

from __future__ import annotations

import asyncio
import contextlib
import os
import socket
import stat
import sys
from pathlib import Path

from tests.soak.site import Site, deckname


async def attack(site: Site) -> None:
    file = site.folder / "file"
    file.write_text("")
    done = await asyncio.to_thread(deckname, "serve", "--port=0", f"--data={file}")
    explained = done.returncode == 2 and "File exists" not in done.stderr and str(file) in done.stderr
    site.find(10, "`--data` on a file is explained", done.stderr.strip()[:120], explained)
    said = await _dead_database()
    site.find(10, "A dead PostgreSQL is not waited for in silence", said.strip()[:120] or "silence", bool(said.strip()))
    await _backup(site)


async def _dead_database() -> str:
    """What a server says within some seconds whose database takes connections and says nothing."""
    with socket.create_server(("127.0.0.1", 0)) as mute:
        url = f"postgresql://somebody@127.0.0.1:{mute.getsockname()[1]}/deckname"
        command = [sys.executable, "-m", "deckname", "serve", "--port=0", "--bots=0"]
        environment = {**os.environ, "DECKNAME_DATABASE_URL": url, "DECKNAME_LANGUAGE": "en"}
        pipe = asyncio.subprocess.PIPE
        process = await asyncio.create_subprocess_exec(*command, env=environment, stdout=pipe, stderr=pipe)
        assert process.stdout
        said = b""
        with contextlib.suppress(TimeoutError):
            said = await asyncio.wait_for(process.stdout.readline(), 30)
        process.kill()
        await process.wait()
        return said.decode()


async def _backup(site: Site) -> None:
    with site.serving("backed-up") as node:
        node.ask("POST", "/api/devices", b"{}")
        copy = site.folder / "copy.sqlite"
        done = await asyncio.to_thread(deckname, "backup", str(copy), f"--data={node.data}")
        readable = [path.name for path in (*node.data.iterdir(), *_made(copy)) if _read_by_all(path)]
    if done.returncode:
        site.find(10, "A backup is made by a command", f"exit {done.returncode}: {done.stderr.strip()[:100]}", False)
    site.find(10, "Neither the data nor a backup is readable by all", f"{readable or 'none'}", not readable)


def _made(copy: Path) -> list[Path]:
    return [copy] if copy.exists() else []


def _read_by_all(path: Path) -> bool:
    return bool(path.stat().st_mode & stat.S_IROTH)
