"""Teams and their mission maps, kept in a file (M7, M8)."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping
from pathlib import Path

from deckname.engine.missions import MAP, Journey, Tally
from deckname.folders import data_folder

_Teams = dict[str, dict[str, tuple[int, int]]]
"""By team and city: missions won and lost."""


class Campaigns:
    """The journeys of all teams that played here. A team is its members, whatever their order or capitals."""

    def __init__(self, folder: Path | None = None) -> None:
        self._file = (folder or data_folder()) / "campaigns.json"

    def journey(self, members: Iterable[str]) -> Journey:
        members = tuple(members)
        cities = self._load().get(_team(members), {})
        return Journey(members, {city: Tally(*tally) for city, tally in cities.items() if city in MAP.cities})

    def played(self, members: Iterable[str], city: str, won: bool) -> Journey:
        """Note a result, safely on disk before this returns."""
        journey = self.journey(members).played(city, won)
        teams = self._load()
        teams[_team(journey.members)] = {city: (tally.won, tally.lost) for city, tally in journey.tallies.items()}
        self._save(teams)
        return journey

    def _load(self) -> _Teams:
        """What is on disk. A file that can't be understood is kept aside, and a new one begun."""
        try:
            return _parse(self._file.read_text("utf-8"))
        except (FileNotFoundError, NotADirectoryError):
            return {}
        except (ValueError, TypeError, KeyError, AttributeError):
            self._file.replace(self._file.with_suffix(".unreadable"))
            return {}

    def _save(self, teams: _Teams) -> None:
        self._file.parent.mkdir(parents=True, exist_ok=True)
        draft = self._file.with_suffix(".new")
        with draft.open("w", encoding="utf-8") as file:
            json.dump({team: _as_json(cities) for team, cities in teams.items()}, file, ensure_ascii=False, indent=1)
            file.flush()
            os.fsync(file.fileno())
        draft.replace(self._file)


def _parse(text: str) -> _Teams:
    return {
        team: {city: (int(tally["won"]), int(tally["lost"])) for city, tally in cities.items()}
        for team, cities in json.loads(text).items()
    }


def _as_json(cities: Mapping[str, tuple[int, int]]) -> dict[str, dict[str, int]]:
    return {city: {"won": won, "lost": lost} for city, (won, lost) in cities.items()}


def _team(members: Iterable[str]) -> str:
    return ", ".join(sorted(name.strip().casefold() for name in members))
