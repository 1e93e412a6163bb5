"""The steps that bring a database to the form this version knows, in order: `0001_name.sql`, `0002_…`.

A step that was released is never changed; a new one is added behind it.
"""

from importlib.resources import files
from typing import NamedTuple

from deckname.store.store import StoreError


class Migration(NamedTuple):
    number: int
    name: str
    script: str


def migrations(database: str) -> list[Migration]:
    scripts = sorted(
        (file for file in files(__package__).joinpath(database).iterdir() if file.name.endswith(".sql")),
        key=lambda file: file.name,
    )
    return [
        Migration(number, file.name.removesuffix(".sql"), file.read_text("utf-8"))
        for number, file in enumerate(scripts, start=1)
    ]


def missing(database: str, version: int) -> list[Migration]:
    """The steps a database of this version lacks; one that is ahead of us is refused."""
    steps = migrations(database)
    if version > len(steps):
        raise StoreError("newer", version=version, known=len(steps))
    return steps[version:]
