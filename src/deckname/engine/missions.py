"""The mission map (M1, M7) and a team's way across it (M8). The map is data: `missions.toml` beside this file."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from importlib import resources
from typing import Any


@dataclass(frozen=True)
class City:
    id: str
    turns: int
    mistakes: int
    links: tuple[str, ...]


class MapError(ValueError):
    """A mission map that does not hold together."""


@dataclass(frozen=True)
class MissionMap:
    start: str
    cities: Mapping[str, City]


def parse_map(text: str) -> MissionMap:
    """Read a map in the form of `missions.toml`; MapError says what is wrong with it."""
    try:
        data = tomllib.loads(text)
        cities = {id: _city(id, entry) for id, entry in data["cities"].items()}
        mission_map = MissionMap(data["start"], cities)
    except (tomllib.TOMLDecodeError, KeyError, TypeError, AttributeError) as error:
        raise MapError(f"not a mission map: {error}") from error
    _check(mission_map)
    return mission_map


def _city(id: str, entry: Mapping[str, Any]) -> City:
    turns, mistakes, links = entry["turns"], entry["mistakes"], tuple(entry["links"])
    if type(turns) is not int or type(mistakes) is not int or not 0 <= mistakes <= turns or turns < 1:
        raise MapError(f"{id}: {mistakes} mistakes in {turns} turns")
    return City(id, turns, mistakes, links)


def _check(mission_map: MissionMap) -> None:
    cities = mission_map.cities
    if mission_map.start not in cities:
        raise MapError(f"the map starts in {mission_map.start}, which is not on it")
    for city in cities.values():
        for link in city.links:
            if link not in cities or city.id not in cities[link].links:
                raise MapError(f"the link from {city.id} to {link} does not lead back")
    reached, frontier = {mission_map.start}, [mission_map.start]
    while frontier:
        new = set(cities[frontier.pop()].links) - reached
        reached |= new
        frontier.extend(new)
    if unreached := sorted(cities.keys() - reached):
        raise MapError(f"no way leads to {', '.join(unreached)}")


MAP = parse_map(resources.files(__package__).joinpath("missions.toml").read_text("utf-8"))


@dataclass(frozen=True)
class Tally:
    won: int = 0
    lost: int = 0


@dataclass(frozen=True)
class Journey:
    """A team's progress: the wins and losses of its members, city by city."""

    members: tuple[str, ...]
    tallies: Mapping[str, Tally] = field(default_factory=dict)

    def tally(self, city: str) -> Tally:
        return self.tallies.get(city, Tally())

    def ticked(self, city: str) -> bool:
        return self.tally(city).won > 0

    def open_cities(self, mission_map: MissionMap = MAP) -> tuple[str, ...]:
        """The cities that may be played, in the map's order: the start, the ticked, and whatever is linked to one."""
        return tuple(
            city.id
            for city in mission_map.cities.values()
            if city.id == mission_map.start or any(map(self.ticked, (city.id, *city.links)))
        )

    def played(self, city: str, won: bool) -> Journey:
        before = self.tally(city)
        after = replace(before, won=before.won + won, lost=before.lost + (not won))
        return replace(self, tallies={**self.tallies, city: after})
