"""Every list of words that comes with Deckname, each with its papers: this is the one door to them.

A folder for each language (`en/`, with its decks in `en/decks/`), and `shared/` for what spans them. A list is a text
file that begins with its papers: comments that say what it is, what uses it, how its lines are read, who or what wrote
it and when, how it was reviewed, and its licence. Nothing here knows what the lines mean; `tools/words.py` checks them.
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib.resources import files
from pathlib import PurePosixPath

SHARED = "shared"
PAPERS = ("what", "used", "form", "written", "reviewed", "licence")
_COMMENT = "#"
_CONTINUED = "#  "


class PapersError(ValueError):
    """A list whose papers are missing, incomplete or unreadable."""


def text(place: str, name: str) -> str:
    """A list as it is written, such as `text("fr", "decks/duet")`."""
    return files(__package__).joinpath(place, *PurePosixPath(f"{name}.txt").parts).read_text("utf-8")


def entries(place: str, name: str) -> list[str]:
    """The lines of a list, without papers, comments and blank lines."""
    return [line for _, line in numbered_entries(text(place, name))]


def numbered_entries(text: str) -> Iterator[tuple[int, str]]:
    """The lines of a list with their numbers in the file."""
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip() and not line.startswith(_COMMENT):
            yield number, line


def deck_ids() -> list[tuple[str, str]]:
    """Language and id of every deck."""
    languages = [folder for folder in files(__package__).iterdir() if folder.joinpath("decks").is_dir()]
    found = [(folder.name, file.name) for folder in languages for file in folder.joinpath("decks").iterdir()]
    return sorted((language, name.removesuffix(".txt")) for language, name in found if name.endswith(".txt"))


def papers(text: str) -> dict[str, str]:
    """The papers of a list by their names: its first lines, `# name: value`, continued after `#` and several blanks."""
    found: dict[str, str] = {}
    for line in text.splitlines():
        if not line.startswith(_COMMENT):
            break
        name, colon, value = line.removeprefix(_COMMENT).partition(":")
        if line.startswith(_CONTINUED) and found:
            found[list(found)[-1]] += "\n" + line.removeprefix(_COMMENT).strip()
        elif not colon or name.strip() not in PAPERS or name.strip() in found:
            raise PapersError(f"{line!r} should be one of {', '.join(PAPERS)}, each once, as in '# licence: MIT'")
        else:
            found[name.strip()] = value.strip()
    if missing := [name for name in PAPERS if not found.get(name)]:
        raise PapersError(f"the papers lack {', '.join(missing)}: add '# {missing[0]}: …' to the first lines")
    return found
