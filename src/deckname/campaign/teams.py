"""A team, its maps, and whose games count for it. Values and functions of values; `service` keeps them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from deckname.campaign.journey import Journey, MissionResult
from deckname.tables.game_summary import GameSummary


@dataclass(frozen=True)
class TeamMember:
    name: str
    person: str | None = None
    """None: somebody of whom we know no more than the name, as on one device that goes round."""


@dataclass(frozen=True)
class Sheet:
    """A map that a team travels, or has travelled (M9): the newest is the one it is on."""

    number: int
    begun: float
    title: str
    """Empty: it is the map that comes with the house."""
    journey: Journey


@dataclass(frozen=True)
class Team:
    id: str
    name: str
    members: tuple[TeamMember, ...]
    sheets: tuple[Sheet, ...]

    @property
    def sheet(self) -> Sheet:
        return self.sheets[-1]

    @property
    def people(self) -> frozenset[str]:
        return frozenset(member.person for member in self.members if member.person)

    def has(self, person: str) -> bool:
        return person in self.people

    def sheet_number(self, number: int) -> Sheet | None:
        return next((sheet for sheet in self.sheets if sheet.number == number), None)


def result_for(people: frozenset[str], city: str, games: Mapping[str, GameSummary]) -> MissionResult | None:
    """What a finished game comes to for a team; None where it doesn't count.

    `people` are the team's, `games` has the game as it stands on the list of each of them who played it. It counts
    where nobody else played: nobody's result ever counts for a team that they are not in.
    """
    played = {person: game for person, game in games.items() if person in people}
    if not played:
        return None
    game = next(iter(played.values()))
    others = sum(player.bot is None for player in game.players) - len(played)
    if others or not people.issuperset(game.visitors):
        return None
    return MissionResult(city, game.won, with_bots=any(player.bot for player in game.players))
