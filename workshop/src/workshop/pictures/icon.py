"""The web app's icon in pixels, as home screens want it, drawn from the one SVG. Our own art, so committed."""

from __future__ import annotations

from pathlib import Path

import resvg

PUBLIC = Path(__file__).parents[4] / "web" / "public"
_SIDE = 120
SIZES = {"icon-192.png": 192, "icon-512.png": 512, "icon-maskable-512.png": 512, "apple-touch-icon.png": 180}


def draw_icons() -> int:
    """Write them beside the SVG."""
    for name in SIZES:
        (PUBLIC / name).write_bytes(icon(name))
    return 0


def icon(name: str) -> bytes:
    """Apple rounds the corners itself; what others may mask has its figure well inside."""
    svg = (PUBLIC / "icon.svg").read_text("utf-8")
    if name.startswith(("apple", "icon-maskable")):
        svg = svg.replace(' rx="22"', "")
    if name.startswith("icon-maskable"):
        svg = svg.replace('<g id="agent"', '<g id="agent" transform="translate(60 120) scale(0.8) translate(-60 -120)"')
    tree = resvg.usvg.Tree.from_str(svg, resvg.usvg.Options.default())
    pixels = SIZES[name]
    scale = pixels / _SIDE
    return bytes(resvg.render(tree, (scale, 0, 0, 0, scale, 0), bg_size=(pixels, pixels)))
