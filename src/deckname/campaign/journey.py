"""How far a team has come on a map: what it has won and lost where, and what that opens (M7, M8)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Literal, NamedTuple

from deckname.engine.missions import MAP, MissionMap

CityState = Literal["locked", "open", "ticked"]


class MissionResult(NamedTuple):
    """A mission that was played to its end."""

    city: str
    won: bool
    with_bots: bool = False
    """A bot sat in one of the team's places."""


@dataclass(frozen=True)
class Tally:
    """Wins and losses in a city."""

    won: int = 0
    lost: int = 0
    won_by_people: int = 0
    """How many of the wins needed no bot."""

    def with_result(self, result: MissionResult) -> Tally:
        by_people = result.won and not result.with_bots
        return Tally(self.won + result.won, self.lost + (not result.won), self.won_by_people + by_people)


@dataclass(frozen=True)
class Journey:
    map: MissionMap = MAP
    tallies: Mapping[str, Tally] = field(default_factory=dict)

    @classmethod
    def of(cls, mission_map: MissionMap, results: Iterable[MissionResult]) -> Journey:
        """What these results come to. Their order makes no difference; cities that are not on the map don't count."""
        journey = cls(mission_map)
        for result in results:
            journey = journey.played(result)
        return journey

    def played(self, result: MissionResult) -> Journey:
        if result.city not in self.map.cities:
            return self
        return replace(self, tallies={**self.tallies, result.city: self.tally(result.city).with_result(result)})

    def tally(self, city: str) -> Tally:
        return self.tallies.get(city, Tally())

    def state(self, city: str) -> CityState:
        if self.tally(city).won:
            return "ticked"
        reachable = city == self.map.start or any(self.tally(link).won for link in self.map.cities[city].links)
        return "open" if reachable else "locked"

    @property
    def open_cities(self) -> tuple[str, ...]:
        """The cities that may be played, in the map's order; those that are ticked, again (M8)."""
        return tuple(city for city in self.map.cities if self.state(city) != "locked")

    @property
    def ticked(self) -> tuple[str, ...]:
        return tuple(city for city in self.map.cities if self.state(city) == "ticked")
