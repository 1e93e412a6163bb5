"""How long drawing takes and how large pictures are: `python bench/pictures.py [how many of each]`.

Draws in one process, so that the time of a picture is its CPU time; then all from nothing as the gallery does it, in
as many processes as there are cores, into a folder of its own.
"""

import gzip
import sys
import tempfile
import time
from pathlib import Path
from statistics import mean, median

from rich.console import Console
from rich.table import Table

from deckname.cards.faces import drawn_faces
from deckname.folders import cache_folder
from workshop.pictures import gallery

LIMITS = {"milliseconds of CPU": "–", "bytes": "60 000", "bytes, gzip": "20 000"}


def _measure(faces: list[str], icons: Path) -> dict[str, list[float]]:
    figures: dict[str, list[float]] = {name: [] for name in LIMITS}
    for face in faces:
        start = time.process_time()
        svg = gallery.draw_face(face, icons)
        figures["milliseconds of CPU"].append(1000 * (time.process_time() - start))
        figures["bytes"].append(len(svg))
        figures["bytes, gzip"].append(len(gzip.compress(svg, 9)))
    return figures


def _everything(icons: Path) -> float:
    """Seconds to draw all faces from nothing but the icons."""
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "icons").symlink_to(icons)
        start = time.perf_counter()
        list(gallery.Gallery(Path(folder)).draw(drawn_faces()))
        return time.perf_counter() - start


def main() -> None:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 500
    icons = cache_folder() / "icons"
    gallery.obtain(icons, gallery.icon_names())
    table = Table("", "", "mean", "median", "95 %", "largest", "limit", title="Drawing one card")
    for kind in ("picture", "treasure"):
        faces = [face for face in drawn_faces() if face.startswith(kind)]
        figures = _measure(faces[:: max(1, len(faces) // count)], icons)
        for name, values in figures.items():
            ordered = sorted(values)
            columns = (mean(values), median(values), ordered[int(0.95 * (len(ordered) - 1))], ordered[-1])
            table.add_row(f"{len(values)} {kind}s", name, *(f"{value:,.0f}" for value in columns), LIMITS[name])
    Console().print(table)
    print(f"All {len(drawn_faces())} from nothing: {_everything(icons):.0f} s (limit 90 s on 2 cores)")


if __name__ == "__main__":
    main()
