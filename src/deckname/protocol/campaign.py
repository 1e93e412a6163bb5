"""The campaign: teams, their maps of missions, and what a game has changed on them."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from deckname.campaign.campaigns import Arrival
from deckname.campaign.journey import CityState
from deckname.campaign.maps import LONGEST_MAP, map_text
from deckname.campaign.team_book import LONGEST_TEAM_NAME
from deckname.campaign.teams import Sheet, Team
from deckname.engine.editions import EDITIONS, tokens_for
from deckname.engine.missions import MAP
from deckname.protocol.common import LanguageId, Milliseconds
from deckname.tables.table_settings import TableSettings

CityId = Annotated[str, Meta(min_length=1, max_length=80)]
Title = Annotated[str, Meta(max_length=LONGEST_TEAM_NAME)]
MapText = Annotated[str, Meta(max_length=LONGEST_MAP, description="A line per city: `Cairo 9-5: Prague, Nairobi`")]


class CityLine(Struct, frozen=True):
    """A city of a map, and how often a team has won and lost there."""

    id: str
    name: str
    """Empty: clients have a word of their own for it."""
    turns: int
    mistakes: int
    links: tuple[str, ...]
    state: CityState
    won: int
    lost: int
    with_bots: bool
    """It is ticked, but never yet by people alone."""


class SheetLine(Struct, frozen=True):
    """A map that a team travels or has travelled, in a few words."""

    number: int
    title: str
    """Empty: the map that comes with the house."""
    begun: Milliseconds
    ticked: int
    cities: int


class TeamMap(Struct, frozen=True):
    """A map, city by city; the first is where it begins."""

    sheet: SheetLine
    own: bool
    """The team has brought it along; if not, it is the house's."""
    cities: tuple[CityLine, ...]


class TeamPerson(Struct, frozen=True):
    name: str
    person: str | None


class TeamLine(Struct, frozen=True):
    """A team in a few words."""

    id: str
    name: str
    members: tuple[TeamPerson, ...]
    sheet: SheetLine


class TeamView(Struct, frozen=True):
    """A team with one of its maps, and what others it has."""

    id: str
    name: str
    members: tuple[TeamPerson, ...]
    sheets: tuple[SheetLine, ...]
    """The oldest first; the last is the one it travels now."""
    map: TeamMap


class NewTeam(Struct, frozen=True, forbid_unknown_fields=True):
    """A team of the one who asks; or of all who have won a game together, which ticks the first city."""

    name: Title = ""
    """Empty: it is called after its people."""
    table: Annotated[str, Meta(max_length=64)] | None = None
    game: Annotated[int, Meta(ge=1, le=10**9)] | None = None


class TeamName(Struct, frozen=True, forbid_unknown_fields=True):
    name: Title


class Invitation(Struct, frozen=True, forbid_unknown_fields=True):
    """With this code others come into the team."""

    code: Annotated[str, Meta(min_length=1, max_length=64)]


class InvitedTo(Struct, frozen=True):
    """What an invitation leads to, for somebody who isn't in the team yet."""

    name: str
    members: tuple[str, ...]


class NewMap(Struct, frozen=True, forbid_unknown_fields=True):
    """A fresh map: the house's, or with a text one of one's own."""

    title: Title = ""
    text: MapText = ""


class OwnMap(Struct, frozen=True, forbid_unknown_fields=True):
    """A map of one's own, as it was typed."""

    title: Title
    text: MapText


class SharedMap(Struct, frozen=True):
    id: str
    path: str
    """The address to share, from the server's root."""


class MissionOrder(Struct, frozen=True, forbid_unknown_fields=True):
    """A city to go to. With a `table` of which one is the host, its next game becomes the mission; else one is laid."""

    city: CityId
    language: LanguageId = "en"
    table: Annotated[str, Meta(max_length=64)] | None = None


class CampaignNews(Struct, frozen=True):
    """What a finished game has changed: on the map of a team, or that a map may be taken."""

    team: TeamLine | None
    """The team for which it counted."""
    map: TeamMap | None
    city: str
    won: bool
    ticked: bool
    """This very game has ticked the city."""
    opened: tuple[str, ...]
    """The cities that are open by it."""
    may_found: bool
    """A standard game was won by people who have no map together yet."""


class MissionBrief(Struct, frozen=True):
    """The mission for which a table is laid."""

    team: str
    team_name: str
    city: str
    name: str
    """Of the city; empty: clients have a word of their own for it."""
    turns: int
    mistakes: int


def team_line(team: Team) -> TeamLine:
    return TeamLine(team.id, team.name, _people(team), sheet_line(team.sheet))


def team_view(team: Team, sheet: Sheet) -> TeamView:
    return TeamView(team.id, team.name, _people(team), tuple(map(sheet_line, team.sheets)), team_map(sheet))


def _people(team: Team) -> tuple[TeamPerson, ...]:
    return tuple(TeamPerson(member.name, member.person) for member in team.members)


def sheet_line(sheet: Sheet) -> SheetLine:
    journey = sheet.journey
    return SheetLine(sheet.number, sheet.title, round(sheet.begun * 1000), len(journey.ticked), len(journey.map.cities))


def team_map(sheet: Sheet) -> TeamMap:
    journey = sheet.journey
    lines = []
    for city in journey.map.cities.values():
        tally, state = journey.tally(city.id), journey.state(city.id)
        by_bots = state == "ticked" and not tally.won_by_people
        lines.append(
            CityLine(city.id, city.name, city.turns, city.mistakes, city.links, state, tally.won, tally.lost, by_bots)
        )
    return TeamMap(sheet_line(sheet), journey.map is not MAP, tuple(lines))


def campaign_news(arrival: Arrival) -> CampaignNews:
    sheet = arrival.team.sheet_number(arrival.sheet)
    assert sheet
    return CampaignNews(
        team_line(arrival.team), team_map(sheet), arrival.city, arrival.won, arrival.ticked, arrival.opened, False
    )


def mission_brief(settings: TableSettings) -> MissionBrief | None:
    step = settings.campaign
    tokens = tokens_for(EDITIONS[settings.edition], settings.options)
    if step is None or tokens is None:
        return None
    return MissionBrief(step.team, step.team_name, step.city, step.name, tokens.left, tokens.bystander)


def house_map_text(language: str) -> str:
    """The house's map as text, for those who want to begin with it."""
    return map_text(MAP, language)
