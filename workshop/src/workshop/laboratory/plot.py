"""The arena's result as a drawing: a bar per pair for the turns, with its interval, and the assassin's share beside."""

from __future__ import annotations

from collections.abc import Sequence
from xml.sax.saxutils import escape

from .arena import LOST, PairResult

_LEFT, _WIDTH, _ROW, _TOP = 190, 420, 34, 60


def drawn(pairs: Sequence[PairResult], title: str) -> str:
    """An SVG document."""
    height = _TOP + _ROW * len(pairs) + 40
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{_LEFT + _WIDTH + 150}" height="{height}" '
        'font-family="serif" font-size="14">',
        f'<rect width="100%" height="100%" fill="#f6f0e0"/><text x="16" y="26" font-size="18">{escape(title)}</text>',
        f'<text x="{_LEFT}" y="48" fill="#555">turns, a lost game counts as {LOST}</text>',
        f'<text x="{_LEFT + _WIDTH + 20}" y="48" fill="#555">won, assassin</text>',
    ]
    for row, pair in enumerate(pairs):
        parts += _bar(pair, _TOP + row * _ROW)
    return "\n".join([*parts, "</svg>", ""])


def _bar(pair: PairResult, top: int) -> list[str]:
    scale = _WIDTH / LOST
    low, high = (_LEFT + value * scale for value in (pair.turns.low, pair.turns.high))
    middle = top + 12
    name = escape(f"{pair.spymaster} → {pair.guesser}")
    return [
        f'<text x="{_LEFT - 10}" y="{middle + 5}" text-anchor="end">{name}</text>',
        f'<rect x="{_LEFT}" y="{top}" width="{pair.turns.mean * scale:.1f}" height="24" fill="#2f5d50"/>',
        f'<path d="M{low:.1f} {middle}H{high:.1f}M{low:.1f} {middle - 6}v12M{high:.1f} {middle - 6}v12" '
        'stroke="#111" stroke-width="2" fill="none"/>',
        f'<text x="{_LEFT + _WIDTH + 20}" y="{middle + 5}">{pair.won.mean:.0%}, {pair.assassin.mean:.0%}</text>',
    ]
