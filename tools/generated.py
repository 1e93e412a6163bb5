"""Writes everything that is generated and committed; with `--check` it writes nothing and names what is out of date.

`python -m tools.generated`: the protocol's schema and TypeScript, what is in the boxes, which test proves which rule,
and the example game.
"""

from __future__ import annotations

import sys
from pathlib import Path

from tools import box_contents, example_game, protocol_types, rules_coverage

ROOT = Path(__file__).parents[1]


def wanted() -> dict[Path, str]:
    return {
        **protocol_types.files(),
        box_contents.TYPESCRIPT: box_contents.typescript(),
        rules_coverage.PAGE: rules_coverage.page(),
        example_game.PAGE: example_game.page(),
    }


def stale(files: dict[Path, str]) -> list[str]:
    """Those that are not there, or say something else."""
    return [
        path.relative_to(ROOT).as_posix()
        for path, text in files.items()
        if not path.exists() or path.read_text("utf-8") != text
    ]


def main() -> None:
    files = wanted()
    if "--check" in sys.argv[1:]:
        old = stale(files)
        sys.exit(f"Out of date: {', '.join(old)}. Run `make format`." if old else 0)
    for path, text in files.items():
        path.write_text(text, "utf-8")


if __name__ == "__main__":
    main()
