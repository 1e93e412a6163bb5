"""The bots' data as it was made ahead: where it is, and how a language of it is opened."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from deckname import assets

from .encoder import open_encoder
from .parameters import PARAMETERS, ThoughtScale
from .stored_knowledge import StoredKnowledge


def ready() -> bool:
    """Whether there is data; until then `open_knowledge` raises."""
    return assets.bots_folder() is not None


def open_knowledge(language: str, thoughts: ThoughtScale = PARAMETERS.thoughts) -> StoredKnowledge:
    """The data of a language; `NotMadeError` where there is none, or where it was made with other vectors."""
    folder = assets.bots_folder()
    if folder is None:
        raise assets.NotMadeError("no_bots")
    return _open(folder, language, thoughts)


@cache
def _open(folder: Path, language: str, thoughts: ThoughtScale) -> StoredKnowledge:
    made_with = (folder / "encoder.txt").read_text("utf-8").strip()
    if made_with != open_encoder().name:
        raise assets.NotMadeError("other_vectors", made_with=made_with, ours=open_encoder().name)
    return StoredKnowledge(folder / language, language, open_encoder(), assets.referee_file(), thoughts)
