"""Programs that tests need: found where they are installed, else installed where that is allowed."""

from __future__ import annotations

import fcntl
import os
import shutil
import subprocess
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

T = TypeVar("T")
_BRIEFLY = ("-o", "Acquire::Retries=1", "-o", "Acquire::http::Timeout=15")  # there may be no way to the packages


def find_or_install(package: str, find: Callable[[], T | None]) -> T | None:
    """What `find` finds; where that is nothing, the system package is installed first, by root or by sudo."""
    found = find()
    rights = _rights()
    if found is not None or rights is None or not shutil.which("apt-get"):
        return found
    quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive", "RUNLEVEL": "1"}  # install, start nothing
    with Path(tempfile.gettempdir(), "deckname-test-install.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # one worker installs, the others wait and find it
        if find() is None:
            for command in (["update"], ["install", "-y", "--no-install-recommends", package]):
                subprocess.run([*rights, "apt-get", *_BRIEFLY, *command], env=quiet, check=False, capture_output=True)
    return find()


def _rights() -> list[str] | None:
    """How to be root: nothing to add, sudo that asks for no password, or None."""
    if os.getuid() == 0:
        return []
    sudo = shutil.which("sudo")
    if sudo and subprocess.run([sudo, "-n", "true"], check=False, capture_output=True).returncode == 0:
        return [sudo, "-n"]
    return None
