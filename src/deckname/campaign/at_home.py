"""The campaign for whoever sits at the house's own machine: teams go by the names of their people, as in the terminal.

It reads and writes the house's own file, beside a server that may be running, so both know of the same teams.
"""

from __future__ import annotations

import json
import secrets
import time
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from deckname.campaign.journey import Journey, MissionResult
from deckname.campaign.team_book import TeamBook
from deckname.campaign.teams import Team, TeamMember
from deckname.folders import data_folder
from deckname.store.store import Store, open_store

EARLIER_FILE = "campaigns.json"
"""Where the terminal kept its teams before they lived in the house's file."""
TAKEN_OVER, UNREADABLE = ".taken-over", ".unreadable"


class CampaignsAtHome:
    def __init__(self, folder: Path | None = None) -> None:
        self._folder = folder or data_folder()
        self._store: Store | None = None

    async def journey(self, names: Iterable[str]) -> Journey:
        """How far these people have come together."""
        names = tuple(names)
        team = await (await self._book()).of_names(names) if names else None
        return team.sheet.journey if team else Journey()

    async def played(self, names: Iterable[str], city: str, won: bool) -> Journey:
        """Note a result, safely on disk before this returns."""
        book = await self._book()
        team = await _team(book, tuple(names))
        await book.note(
            team.id, team.sheet.number, f"terminal/{secrets.token_hex(8)}", time.time(), MissionResult(city, won)
        )
        after = await book.team(team.id)
        assert after
        return after.sheet.journey

    async def close(self) -> None:
        if self._store:
            await self._store.close()
            self._store = None

    async def _book(self) -> TeamBook:
        if self._store is None:
            self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            self._store = await open_store(None, self._folder)
            await _take_over(self._folder / EARLIER_FILE, TeamBook(self._store, time.time))
        return TeamBook(self._store, time.time)


async def _team(book: TeamBook, names: tuple[str, ...]) -> Team:
    return await book.of_names(names) or await book.found("", [TeamMember(name.strip()) for name in names])


async def _take_over(file: Path, book: TeamBook) -> None:
    """Take the teams of an earlier version into the store, once: its file is kept, under another name.

    If that is cut short it is begun anew, and what was noted already stays as it is. What can't be understood is put
    aside.
    """
    try:
        teams = _parse(file.read_text("utf-8"))
    except (FileNotFoundError, NotADirectoryError):
        return
    except (ValueError, TypeError, KeyError, AttributeError):
        file.replace(file.with_suffix(UNREADABLE))
        return
    begun = file.stat().st_mtime
    for names, cities in teams.items():
        team = await _team(book, tuple(names.split(", ")))
        for city, tally in cities.items():
            results = [MissionResult(city, won=True)] * tally["won"] + [MissionResult(city, won=False)] * tally["lost"]
            for number, result in enumerate(results):
                await book.note(team.id, 1, f"earlier/{city}/{number}", begun, result)
    file.replace(file.with_suffix(TAKEN_OVER))


def _parse(text: str) -> Mapping[str, Mapping[str, Mapping[str, int]]]:
    data: dict[str, dict[str, dict[str, Any]]] = json.loads(text)
    return {
        team: {city: {"won": int(tally["won"]), "lost": int(tally["lost"])} for city, tally in cities.items()}
        for team, cities in data.items()
    }
