"""Teams and their mission maps, kept in a file (M7, M8)."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from dataclasses import asdict
from pathlib import Path

from platformdirs import user_data_path

from deckname.engine.missions import MAP, Journey, Tally


def data_folder() -> Path:
    """Where Deckname keeps what must not be lost; DECKNAME_DATA moves it."""
    return Path(os.environ["DECKNAME_DATA"]) if os.environ.get("DECKNAME_DATA") else user_data_path("deckname", False)


class Campaigns:
    """The journeys of all teams that played here. A team is its members, whatever their order or capitals."""

    def __init__(self, folder: Path | None = None) -> None:
        self._file = (folder or data_folder()) / "campaigns.json"

    def journey(self, members: Iterable[str]) -> Journey:
        members = tuple(members)
        cities = self._load().get(_team(members), {})
        return Journey(members, {city: Tally(**tally) for city, tally in cities.items() if city in MAP.cities})

    def played(self, members: Iterable[str], city: str, won: bool) -> Journey:
        """Note a result, safely on disk before this returns."""
        journey = self.journey(members).played(city, won)
        teams = self._load()
        teams[_team(journey.members)] = {city: asdict(tally) for city, tally in journey.tallies.items()}
        self._save(teams)
        return journey

    def _load(self) -> dict[str, dict[str, dict[str, int]]]:
        try:
            data = json.loads(self._file.read_text("utf-8"))
        except FileNotFoundError:
            return {}
        except ValueError:  # somebody edited it badly: keep their file, start afresh beside it
            self._file.rename(self._file.with_suffix(".unreadable"))
            return {}
        return data if isinstance(data, dict) else {}

    def _save(self, teams: dict[str, dict[str, dict[str, int]]]) -> None:
        self._file.parent.mkdir(parents=True, exist_ok=True)
        draft = self._file.with_suffix(".new")
        with draft.open("w", encoding="utf-8") as file:
            json.dump(teams, file, ensure_ascii=False, indent=1)
            file.flush()
            os.fsync(file.fileno())
        draft.replace(self._file)


def _team(members: Iterable[str]) -> str:
    return ", ".join(sorted(name.strip().casefold() for name in members))
