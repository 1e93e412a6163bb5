"""The mission map (M1): cities, their numbers, and the ways between them. It is data: `missions.toml` beside this file.

How a team travels across a map is the campaign's affair.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from importlib import resources
from typing import Any


@dataclass(frozen=True)
class City:
    id: str
    turns: int
    mistakes: int
    links: tuple[str, ...]
    name: str = ""
    """What it is called, where no language has a word of its own for it."""


class MapError(ValueError):
    """A mission map that does not hold together."""


@dataclass(frozen=True)
class MissionMap:
    start: str
    cities: Mapping[str, City]

    @property
    def unreached(self) -> tuple[str, ...]:
        """The cities to which no way leads from the start."""
        reached, frontier = {self.start}, [self.start]
        while frontier:
            new = set(self.cities[frontier.pop()].links) - reached
            reached |= new
            frontier.extend(new)
        return tuple(sorted(self.cities.keys() - reached))


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
    if mission_map.unreached:
        raise MapError(f"no way leads to {', '.join(mission_map.unreached)}")


MAP = parse_map(resources.files(__package__).joinpath("missions.toml").read_text("utf-8"))
