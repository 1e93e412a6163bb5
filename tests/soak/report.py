"""What an attack found, and all of it as one page: what held, and what did not, point by point."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import NamedTuple

POINTS = {
    0: "Kills, nonsense and broken frames",
    1: "Hostile words",
    2: "Floods",
    3: "Practice games",
    4: "A second cookie",
    5: "A clock that is ahead",
    6: "Logs of tables",
    7: "Failures of the store",
    8: "A second server on one file",
    9: "Clocks that differ",
    10: "Smaller things",
}


class Finding(NamedTuple):
    """One promise, and whether it was kept."""

    point: int
    promise: str
    figures: str
    held: bool | None
    """None where this machine could not put it to the test, or was too busy for its times to tell."""


def page(findings: Sequence[Finding], about: str) -> str:
    """The report, in Markdown."""
    ordered = sorted(findings, key=lambda finding: finding.point)
    held = [finding for finding in ordered if finding.held]
    broken = [finding for finding in ordered if finding.held is False]
    unjudged = [finding for finding in ordered if finding.held is None]
    parts = ["# Attacked, cut off, killed", about, f"What held: {_listed(held)}", f"What did not: {_listed(broken)}"]
    if unjudged:
        parts.append(f"Not judged: {_listed(unjudged)}")
    for point, group in groupby(ordered, key=lambda finding: finding.point):
        lines = [f"- {_mark(finding)}{finding.promise}: {finding.figures}" for finding in group]
        parts.append("\n".join([f"## {point}. {POINTS[point]}" if point else f"## {POINTS[point]}", *lines]))
    return "\n\n".join(parts) + "\n"


def _mark(finding: Finding) -> str:
    return "" if finding.held else "**Not held.** " if finding.held is False else "*Not judged.* "


def _listed(findings: Sequence[Finding]) -> str:
    said = "; ".join(f"{finding.promise} ({finding.figures})" for finding in findings)
    return f"{said}." if said else "nothing."
