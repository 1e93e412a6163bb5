"""Teams, their people, maps and results, in the store.

Everything is a document or a place on a list, and written so that writing it twice, or on two nodes at once, changes
nothing: a result has the place of its game, a map that of its number. So nothing has to be locked, and a game counts
once, whoever notices that it is over.
"""

from __future__ import annotations

import asyncio
import hashlib
import secrets
from collections.abc import Callable, Iterable, Sequence

import msgspec
from msgspec import Struct

from deckname.campaign.journey import Journey, MissionResult
from deckname.campaign.maps import parse_map_text
from deckname.campaign.teams import Sheet, Team, TeamMember
from deckname.engine.errors import Refused
from deckname.engine.missions import MAP
from deckname.engine.model import is_readable
from deckname.lettering import clean_name, without_bidi_controls
from deckname.store.store import Store
from deckname.tables.registry import stored

MOST_MEMBERS = 12
MOST_TEAMS = 50
"""Per person."""
MOST_SHEETS = 99
LONGEST_TEAM_NAME = 40
_EDITION = "duet"
"""Whose book has the missions."""
_MOST_RESULTS = 5000
_TRY_AGAIN = (1.0, 10.0, 60.0)
"""Seconds after which noting a game is tried again."""
_LOOK_BACK = 20
"""How many of somebody's last games are looked at for one that was not noted."""


class _Named(Struct, frozen=True):
    name: str
    invitation: str = ""
    """The imprint of the code that invites to it."""


class _Seat(Struct, frozen=True):
    name: str


class _Page(Struct, frozen=True, omit_defaults=True):
    """A map of a team, as it is kept."""

    title: str = ""
    text: str = ""
    """Empty: the map that comes with the house."""


class _NotedResult(Struct, frozen=True, omit_defaults=True):
    city: str
    won: bool
    bots: bool = False


class TeamBook:
    def __init__(self, store: Store, clock: Callable[[], float]) -> None:
        self._store, self._clock = store, clock

    # -----------------------------------------------------------------------------------------------------------------
    # Teams

    async def found(self, name: str, members: Sequence[TeamMember], id: str | None = None) -> Team:
        """A new team on its first map. With an `id` that there is already, the team that has it."""
        if id and (there := await self.team(id)):
            return there
        made = id or secrets.token_urlsafe(12)
        for member in members:
            await self._check_room_for(member.person)
        body = msgspec.json.encode(_Named(_team_name(name, members)))
        await stored(self._store.enlist(f"team-maps/{made}", _number(1), self._clock(), msgspec.json.encode(_Page())))
        await stored(self._store.put("team", made, body))
        for member in members:
            await self._seat(made, member)
        team = await self.team(made)
        assert team
        return team

    async def team(self, id: str) -> Team | None:
        try:
            body = await stored(self._store.get("team", id))
        except ValueError:  # no name that a team could have
            return None
        if body is None:
            return None
        members, pages = await asyncio.gather(
            stored(self._store.page(f"team-members/{id}", MOST_MEMBERS)),
            stored(self._store.page(f"team-maps/{id}", MOST_SHEETS)),
        )
        sheets = [await self._sheet(id, page.key, page.at, page.body) for page in reversed(pages)]
        return Team(
            id,
            msgspec.json.decode(body, type=_Named).name,
            tuple(_member(listed.key, listed.body) for listed in reversed(members)),
            tuple(sorted(sheets, key=lambda sheet: sheet.number)),
        )

    async def team_for(self, person: str, id: str) -> Team:
        """A team to somebody who is in it. To others it is refused as if there were none."""
        team = await self.team(id)
        if team is None or not team.has(person):
            raise Refused("no_such_team")
        return team

    async def teams_of(self, person: str) -> list[Team]:
        """The teams that somebody is in, the newest first."""
        listed = await stored(self._store.page(f"teams/{person}", MOST_TEAMS))
        found = [await self.team(place.key) for place in listed]
        return [team for team in found if team and team.has(person)]

    async def rename(self, person: str, id: str, name: str) -> Team:
        team = await self.team_for(person, id)
        body = await stored(self._store.get("team", id))
        invitation = msgspec.json.decode(body, type=_Named).invitation if body else ""
        named = _Named(_team_name(name, team.members), invitation)
        await stored(self._store.replace("team", id, msgspec.json.encode(named)))
        return await self.team_for(person, id)

    async def invite(self, person: str, id: str) -> str:
        """A code with which others come into the team; the one before leads nowhere from then on."""
        team = await self.team_for(person, id)
        code = secrets.token_urlsafe(12)
        await self._forget_invitation(id)
        await stored(self._store.replace("team", id, msgspec.json.encode(_Named(team.name, imprint(code)))))
        await stored(self._store.put("team-invitation", imprint(code), id.encode()))
        return code

    async def invited_to(self, code: str) -> Team:
        """The team that a code invites to."""
        id = await stored(self._store.get("team-invitation", imprint(code)))
        team = await self.team(id.decode()) if id else None
        if team is None:
            raise Refused("no_such_invitation")
        return team

    async def join(self, person: str, name: str, code: str) -> Team:
        team = await self.invited_to(code)
        if not team.has(person):
            if len(team.members) >= MOST_MEMBERS:
                raise Refused("team_full", most=MOST_MEMBERS)
            await self._check_room_for(person)
            await self._seat(team.id, TeamMember(clean_name(name), person))
        return await self.team_for(person, team.id)

    async def leave(self, person: str, id: str, gone: str) -> Team | None:
        """Somebody leaves, or is taken out by another of the team; without people it is gone."""
        team = await self.team_for(person, id)
        if not team.has(gone):
            raise Refused("no_such_person")
        await stored(self._store.strike(f"team-members/{id}", f"person:{gone}"))
        await stored(self._store.strike(f"teams/{gone}", id))
        await self._forget_invitation(id)
        if team.people == {gone}:
            await stored(self._store.delete("team", id))
            return None
        return await self.team(id)

    async def of_names(self, names: Iterable[str]) -> Team | None:
        """The newest team of people with just these names, whatever their order or capitals: for whoever sits at the
        house itself, where one device goes round (M7).
        """
        wanted = _names_key(names)
        for listed in await stored(self._store.page(f"team-names/{wanted}", MOST_TEAMS)):
            team = await self.team(listed.key)
            if team and _names_key(member.name for member in team.members) == wanted:
                return team
        return None

    async def _seat(self, id: str, member: TeamMember) -> None:
        key = f"person:{member.person}" if member.person else f"name:{member.name}"
        body = msgspec.json.encode(_Seat(member.name))
        await stored(self._store.enlist(f"team-members/{id}", key, self._clock(), body))
        if member.person:
            await stored(self._store.enlist(f"teams/{member.person}", id, self._clock(), b""))
        if team := await self.team(id):
            names = _names_key(member.name for member in team.members)
            await stored(self._store.enlist(f"team-names/{names}", id, self._clock(), b""))

    async def _check_room_for(self, person: str | None) -> None:
        if person and await stored(self._store.count(f"teams/{person}")) >= MOST_TEAMS:
            raise Refused("too_many_teams", most=MOST_TEAMS)

    async def _forget_invitation(self, id: str) -> None:
        body = await stored(self._store.get("team", id))
        named = msgspec.json.decode(body, type=_Named) if body else _Named("")
        if named.invitation:
            await stored(self._store.delete("team-invitation", named.invitation))
            await stored(self._store.replace("team", id, msgspec.json.encode(_Named(named.name))))

    # -----------------------------------------------------------------------------------------------------------------
    # Maps

    async def fresh_map(self, person: str, id: str, title: str = "", text: str = "") -> Team:
        """A new map for a team, ours or one of its own; the others are kept (M9). MapProblem says what is wrong."""
        team = await self.team_for(person, id)
        if len(team.sheets) >= MOST_SHEETS:
            raise Refused("too_many_maps", most=MOST_SHEETS)
        if text.strip():
            parse_map_text(text)
        else:
            title = text = ""
        page = msgspec.json.encode(_Page(_clean(title), text))
        place = _number(team.sheet.number + 1)
        await stored(self._store.enlist(f"team-maps/{id}", place, self._clock(), page))
        return await self.team_for(person, id)

    async def map_text(self, person: str, id: str, number: int) -> tuple[str, str]:
        """The title and the text of a map of the team's own, as it was typed."""
        await self.team_for(person, id)
        listed = await stored(self._store.listed(f"team-maps/{id}", _number(number)))
        if listed is None:
            raise Refused("no_such_map")
        page = msgspec.json.decode(listed.body, type=_Page)
        return page.title, page.text

    async def share_map(self, title: str, text: str) -> str:
        """An id under which anybody finds this map. The same map has the same."""
        parse_map_text(text)
        body = msgspec.json.encode(_Page(_clean(title), text))
        id = hashlib.sha256(body).hexdigest()[:20]
        await stored(self._store.put("shared-map", id, body))
        return id

    async def shared_map(self, id: str) -> tuple[str, str]:
        try:
            body = await stored(self._store.get("shared-map", id))
        except ValueError:
            body = None
        if body is None:
            raise Refused("no_such_map")
        page = msgspec.json.decode(body, type=_Page)
        return page.title, page.text

    async def _sheet(self, team: str, key: str, begun: float, body: bytes) -> Sheet:
        page = msgspec.json.decode(body, type=_Page)
        mission_map = parse_map_text(page.text) if page.text else MAP
        results = await self.results(team, int(key))
        return Sheet(int(key), begun, page.title, Journey.of(mission_map, results.values()))

    # -----------------------------------------------------------------------------------------------------------------
    # Results

    async def note(self, id: str, sheet: int, game: str, at: float, result: MissionResult) -> None:
        """That a game, `table/number`, came to this. Noting it twice changes nothing."""
        body = msgspec.json.encode(_NotedResult(result.city, result.won, result.with_bots))
        await stored(self._store.enlist(f"team-results/{id}/{_number(sheet)}", game, at, body))

    async def has_noted(self, id: str, sheet: int, game: str) -> bool:
        return await stored(self._store.listed(f"team-results/{id}/{_number(sheet)}", game)) is not None

    async def results(self, id: str, sheet: int) -> dict[str, MissionResult]:
        """The results on a map, by their games."""
        noted = await stored(self._store.page(f"team-results/{id}/{_number(sheet)}", _MOST_RESULTS))
        return {listed.key: _result(listed.body) for listed in noted}


def _result(body: bytes) -> MissionResult:
    noted = msgspec.json.decode(body, type=_NotedResult)
    return MissionResult(noted.city, noted.won, noted.bots)


def _member(key: str, body: bytes) -> TeamMember:
    kind, _, id = key.partition(":")
    return TeamMember(msgspec.json.decode(body, type=_Seat).name, id if kind == "person" else None)


def _team_name(name: str, members: Iterable[TeamMember]) -> str:
    """What a team is called: as it wants to be, else by its people."""
    return _clean(name) or " & ".join(member.name for member in members)[:LONGEST_TEAM_NAME]


def _clean(name: str) -> str:
    """What somebody has typed as a name or a title; Refused if it can't be read."""
    plain = without_bidi_controls(name).strip()
    if not is_readable(plain) or len(plain) > LONGEST_TEAM_NAME:
        raise Refused("bad_title")
    return plain


def _names_key(names: Iterable[str]) -> str:
    return imprint(", ".join(sorted(name.strip().casefold() for name in names)))


def _number(number: int) -> str:
    """So that the order of the letters is that of the numbers."""
    return f"{number:04d}"


def imprint(code: str) -> str:
    return hashlib.sha256(code.encode()).hexdigest()
