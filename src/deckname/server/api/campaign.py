"""The campaign: teams, their maps, and the missions they play."""

from __future__ import annotations

import re

from deckname import protocol as wire
from deckname.campaign.campaigns import Campaigns
from deckname.campaign.maps import parse_map_text
from deckname.campaign.teams import TeamMember
from deckname.engine.errors import Refused
from deckname.lettering import clean_name
from deckname.people import People
from deckname.protocol import campaign as shown
from deckname.protocol.endpoints import ApiCall, endpoint
from deckname.tables.commands import Configure
from deckname.tables.service import TableService
from deckname.tables.table_settings import TableSettings

_TEAM = "/api/teams/{team}"
_CODES = ("too_fast", "unavailable")
_MINE = ("no_device", "no_such_team", *_CODES)
_BAD_MAP = (
    "map_too_long",
    "map_bad_line",
    "map_bad_name",
    "map_bad_turns",
    "map_bad_mistakes",
    "map_city_twice",
    "map_unknown_link",
    "map_too_many_cities",
    "map_no_start",
    "map_start_is_standard",
    "map_unreached",
    "bad_title",
)
_NUMBER = re.compile("[0-9]{1,9}")


class CampaignApi:
    def __init__(self, campaigns: Campaigns, tables: TableService, people: People) -> None:
        self._campaigns, self._book = campaigns, campaigns.book
        self._tables, self._people = tables, people

    # --- teams

    @endpoint(
        "GET",
        "/api/me/teams",
        "The teams one is in, the newest first",
        answer=list[wire.TeamLine],
        refusals=("no_device", *_CODES),
    )
    async def my_teams(self, call: ApiCall) -> list[wire.TeamLine]:
        person = await call.person()
        await self._campaigns.catch_up(person)
        return [shown.team_line(team) for team in await self._book.teams_of(person)]

    @endpoint(
        "POST",
        "/api/teams",
        "Found a team",
        body=wire.NewTeam,
        answer=wire.TeamView,
        status=201,
        refusals=("no_device", "too_many_teams", "no_such_table", "no_such_game", "bad_title", *_CODES),
    )
    async def found(self, call: ApiCall) -> wire.TeamView:
        call.limit("tables")
        person, wanted = await call.person(), call.body
        if wanted.table and wanted.game:
            live = await self._tables.table(wanted.table)
            team = await self._campaigns.found_after(person, live, wanted.game, wanted.name)
        else:
            me = TeamMember(await self._people.name(person), person)
            team = await self._book.found(wanted.name, [me])
        return shown.team_view(team, team.sheet)

    # Before those for a team: its id could be anything.

    @endpoint(
        "POST",
        "/api/teams/invited",
        "Which team an invitation is from",
        body=wire.Invitation,
        answer=wire.InvitedTo,
        refusals=("no_such_invitation", *_CODES),
    )
    async def invited(self, call: ApiCall) -> wire.InvitedTo:
        call.limit("codes")
        team = await self._book.invited_to(call.body.code)
        return wire.InvitedTo(team.name, tuple(member.name for member in team.members))

    @endpoint(
        "POST",
        "/api/teams/join",
        "Come into the team that has sent an invitation",
        body=wire.Invitation,
        answer=wire.TeamView,
        refusals=("no_device", "no_such_invitation", "team_full", "too_many_teams", "bad_name", *_CODES),
    )
    async def join(self, call: ApiCall) -> wire.TeamView:
        call.limit("codes")
        person = await call.person()
        name = clean_name(await self._people.name(person))
        team = await self._book.join(person, name, call.body.code)
        return shown.team_view(team, team.sheet)

    @endpoint(
        "GET",
        _TEAM,
        "A team with its map; `map` names an earlier one",
        answer=wire.TeamView,
        query=("map",),
        refusals=("no_such_map", *_MINE),
    )
    async def team(self, call: ApiCall) -> wire.TeamView:
        person = await call.person()
        await self._campaigns.catch_up(person)
        team = await self._book.team_for(person, call.path["team"])
        wanted = call.query.get("map")
        sheet = team.sheet if wanted is None else team.sheet_number(_number(wanted))
        if sheet is None:
            raise Refused("no_such_map")
        return shown.team_view(team, sheet)

    @endpoint("PUT", _TEAM, "Rename a team", body=wire.TeamName, answer=wire.TeamLine, refusals=("bad_title", *_MINE))
    async def rename(self, call: ApiCall) -> wire.TeamLine:
        return shown.team_line(await self._book.rename(await call.person(), call.path["team"], call.body.name))

    @endpoint(
        "POST",
        f"{_TEAM}/invitation",
        "A code for others; the one before leads nowhere any more",
        answer=wire.Invitation,
        refusals=_MINE,
    )
    async def invite(self, call: ApiCall) -> wire.Invitation:
        call.limit("codes")
        return wire.Invitation(await self._book.invite(await call.person(), call.path["team"]))

    @endpoint(
        "DELETE",
        f"{_TEAM}/people/{{person}}",
        "Leave a team, or take somebody out of it; without people it is gone",
        answer=list[wire.TeamLine],
        refusals=("no_such_person", *_MINE),
    )
    async def leave(self, call: ApiCall) -> list[wire.TeamLine]:
        person = await call.person()
        await self._book.leave(person, call.path["team"], call.path["person"])
        return [shown.team_line(team) for team in await self._book.teams_of(person)]

    # --- maps

    @endpoint(
        "POST",
        f"{_TEAM}/maps",
        "Take a fresh map; the others are kept",
        body=wire.NewMap,
        answer=wire.TeamView,
        status=201,
        refusals=("too_many_maps", *_BAD_MAP, *_MINE),
    )
    async def fresh_map(self, call: ApiCall) -> wire.TeamView:
        person, wanted = await call.person(), call.body
        team = await self._book.fresh_map(person, call.path["team"], wanted.title, wanted.text)
        return shown.team_view(team, team.sheet)

    @endpoint(
        "GET",
        f"{_TEAM}/maps/{{number}}/text",
        "A map of the team's own as it was typed; the house's as one could type it",
        answer=wire.OwnMap,
        query=("language",),
        refusals=("no_such_map", *_MINE),
    )
    async def map_text(self, call: ApiCall) -> wire.OwnMap:
        number = _number(call.path["number"])
        title, text = await self._book.map_text(await call.person(), call.path["team"], number)
        return wire.OwnMap(title, text or shown.house_map_text(_language(call)))

    @endpoint(
        "POST",
        "/api/maps",
        "Check a map of one's own, and have an address under which others find it",
        body=wire.OwnMap,
        answer=wire.SharedMap,
        status=201,
        refusals=(*_BAD_MAP, "no_device", *_CODES),
    )
    async def share_map(self, call: ApiCall) -> wire.SharedMap:
        call.limit("tables")
        await call.person()
        parse_map_text(call.body.text)
        id = await self._book.share_map(call.body.title, call.body.text)
        return wire.SharedMap(id, f"/campaign/map/{id}")

    @endpoint(
        "GET",
        "/api/maps/{map}",
        "A map that somebody has shared",
        answer=wire.OwnMap,
        refusals=("no_such_map", *_CODES),
    )
    async def shared_map(self, call: ApiCall) -> wire.OwnMap:
        return wire.OwnMap(*await self._book.shared_map(call.path["map"]))

    # --- missions

    @endpoint(
        "POST",
        f"{_TEAM}/missions",
        "Lay a table for a mission, or make it the next game at a table of one's own",
        body=wire.MissionOrder,
        answer=wire.TableLink,
        status=201,
        refusals=(
            "no_such_city",
            "city_locked",
            "no_such_table",
            "not_host",
            "game_running",
            "too_many_tables",
            *_MINE,
        ),
    )
    async def mission(self, call: ApiCall) -> wire.TableLink:
        person, order = await call.person(), call.body
        await self._campaigns.catch_up(person)
        team = await self._book.team_for(person, call.path["team"])
        if order.table:
            live = await self._tables.table(order.table)
            settings = self._campaigns.settings_for(team, order.city, live.state.settings)
            await self._tables.submit(order.table, person, Configure(settings))
            return wire.TableLink(order.table, f"/t/{order.table}")
        call.limit("tables")
        settings = self._campaigns.settings_for(team, order.city, TableSettings(language=order.language))
        id = await self._tables.directory.open_table(person, settings)
        return wire.TableLink(id, f"/t/{id}")

    @endpoint(
        "GET",
        "/api/tables/{table}/games/{number}/campaign",
        "What a finished game has changed on a team's map",
        answer=wire.CampaignNews,
        refusals=("no_device", "no_such_table", "no_such_map", *_CODES),
    )
    async def news(self, call: ApiCall) -> wire.CampaignNews:
        person, number = await call.person(), _number(call.path["number"])
        live = await self._tables.table(call.path["table"])
        if arrival := await self._campaigns.arrival(person, live, number):
            return shown.campaign_news(arrival)
        may_found = await self._campaigns.may_found(person, live, number)
        return wire.CampaignNews(None, None, "", won=False, ticked=False, opened=(), may_found=may_found)


def _number(text: str) -> int:
    if not _NUMBER.fullmatch(text):
        raise Refused("no_such_map")
    return int(text)


def _language(call: ApiCall) -> str:
    wanted = call.query.get("language", "en")
    return wanted if wanted in ("en", "fr", "de") else "en"
