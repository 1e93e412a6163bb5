"""Contact sheets: many pictures on one PNG, to look at them all."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from workshop.pictures.raster import Pixels, png

_TABLE = (90, 100, 80)  # blue, green, red of the dark green between cards
_GAP, _LABEL = 4, 16


def _side(svg: bytes) -> float:
    """The side of a square SVG, from its viewBox."""
    box = svg.split(b'viewBox="', 1)[1].split(b'"', 1)[0]
    return float(box.split()[2])


def _cell(face: str, svg: bytes, size: int) -> Pixels:
    side = _side(svg)
    sized = svg.decode().replace("<svg ", f'<svg width="{side}" height="{side}" ', 1)
    decoded = cv2.imdecode(np.frombuffer(png(sized, size, side), np.uint8), cv2.IMREAD_UNCHANGED)
    drawn = np.asarray(decoded, dtype=np.float32)
    opacity = drawn[..., 3:] / 255
    card = drawn[..., :3] * opacity + np.array(_TABLE, dtype=np.float32) * (1 - opacity)
    cell = np.full((size + _GAP + _LABEL, size + _GAP, 3), _TABLE, dtype=np.uint8)
    half = _GAP // 2
    cell[half : half + size, half : half + size] = card.round()
    label, white = face.partition(":")[2], (255, 255, 255)
    cv2.putText(cell, label, (half + 2, size + 15), cv2.FONT_HERSHEY_SIMPLEX, 0.35, white, 1, cv2.LINE_AA)
    return cell


def contact_sheet(pictures: Sequence[tuple[str, bytes]], columns: int, size: int) -> bytes:
    """The PNG of a sheet: faces and their SVGs, `size` pixels each, in rows of `columns`."""
    cells = [_cell(face, svg, size) for face, svg in pictures]
    cells += [np.full_like(cells[0], _TABLE)] * (-len(cells) % columns)
    rows = [np.hstack(cells[start : start + columns]) for start in range(0, len(cells), columns)]
    return bytes(cv2.imencode(".png", np.vstack(rows))[1])
