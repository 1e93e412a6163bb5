"""Missions: laying tables for a team, and what the games that end there come to. Others enter the campaign here."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

import msgspec
from msgspec import structs

from deckname.campaign.journey import Journey
from deckname.campaign.team_book import TeamBook, imprint
from deckname.campaign.teams import Team, TeamMember, result_for
from deckname.engine.errors import Refused
from deckname.engine.missions import MAP
from deckname.store.store import Store, StoreUnavailable
from deckname.tables.background import Background
from deckname.tables.events import MAY_END, TableEvent
from deckname.tables.game_summary import GameSummary, summaries
from deckname.tables.live import Before, LiveTable
from deckname.tables.registry import stored
from deckname.tables.table_settings import CampaignStep, TableSettings

_EDITION = "duet"
"""Whose book has the missions."""
_TRY_AGAIN = (1.0, 10.0, 60.0)
"""Seconds after which noting a game is tried again."""
_LOOK_BACK = 20
"""How many of somebody's last games are looked at for one that was not noted."""


class Arrival(NamedTuple):
    """What a finished game has changed for a team."""

    team: Team
    sheet: int
    city: str
    won: bool
    ticked: bool
    """This game has ticked the city: no earlier one had."""
    opened: tuple[str, ...]
    """The cities that are open by it."""


class Campaigns:
    def __init__(self, store: Store, clock: Callable[[], float]) -> None:
        self._store = store
        self.book = TeamBook(store, clock)

    # --- before a game

    def settings_for(self, team: Team, city: str, settings: TableSettings) -> TableSettings:
        """A table laid for a mission of the team's present map; Refused where that is not open to it yet (M7)."""
        sheet = team.sheet
        place = sheet.journey.map.cities.get(city)
        if place is None:
            raise Refused("no_such_city")
        if sheet.journey.state(city) == "locked":
            raise Refused("city_locked")
        variants = replace(settings.options, tokens=place.turns, mistakes=place.mistakes, mission=None)
        if sheet.journey.map is MAP:
            variants = replace(settings.options, tokens=None, mistakes=None, mission=city)
        step = CampaignStep(team.id, team.name, sheet.number, city, place.name)
        return structs.replace(settings, edition=_EDITION, options=variants, campaign=step)

    def follow(self, background: Background) -> Callable[[LiveTable, Before, Sequence[TableEvent]], None]:
        """What listens at the tables, and notes in the background what the games that end there come to."""

        def listen(live: LiveTable, _before: Before, happened: Sequence[TableEvent]) -> None:
            game = live.state.game
            if game and not game.running and any(isinstance(event, MAY_END) for event in happened):
                games = dict(summaries(live.id, game))
                if any(map(_is_ours, games.values())):
                    background.spawn(self._note_patiently(games))

        return listen

    async def _note_patiently(self, games: Mapping[str, GameSummary]) -> None:
        """A store that doesn't answer now may in a moment; if not, it is noted when somebody looks at the team."""
        for pause in _TRY_AGAIN:
            try:
                await self._note(games)
                return
            except (StoreUnavailable, Refused):
                await asyncio.sleep(pause)

    async def _note(self, games: Mapping[str, GameSummary]) -> tuple[CampaignStep, str] | None:
        """Note a finished game for the team for which it counts, if any: as which step, and under which place."""
        game = next(iter(games.values()))
        team, step = await self._whose(games, game)
        if team is None or step is None or (sheet := team.sheet_number(step.sheet)) is None:
            return None
        result = result_for(team.people, step.city, games)
        if result is None or step.city not in sheet.journey.map.cities:
            return None
        place = f"{game.table}/{game.number}"
        await self.book.note(team.id, step.sheet, place, game.at / 1000, result)
        return step, place

    async def _whose(
        self, games: Mapping[str, GameSummary], game: GameSummary
    ) -> tuple[Team | None, CampaignStep | None]:
        """The team that laid the table; or, where a standard game was won, the one that all who played make up (M1)."""
        if game.campaign:
            return await self.book.team(game.campaign.team), game.campaign
        if not (game.standard and game.won):
            return None, None
        for team in await self.book.teams_of(next(iter(games))):
            if team.people == games.keys():
                start = team.sheet.journey.map.start
                return team, CampaignStep(team.id, team.name, team.sheet.number, start)
        return None, None

    async def catch_up(self, person: str) -> None:
        """Note what was not: a house may have stopped at the very end of a game."""
        for listed in await stored(self._store.page(f"played/{person}", _LOOK_BACK)):
            game = msgspec.json.decode(listed.body, type=GameSummary)
            step = game.campaign
            if step is None or await self.book.has_noted(step.team, step.sheet, listed.key):
                continue
            if (team := await self.book.team(step.team)) and team.has(person):
                await self._note(await self._kept(team.people, listed.key))

    async def _kept(self, people: Iterable[str], place: str) -> dict[str, GameSummary]:
        """A game as it stands on the lists of these people."""
        found = {person: await stored(self._store.listed(f"played/{person}", place)) for person in people}
        return {
            person: msgspec.json.decode(listed.body, type=GameSummary) for person, listed in found.items() if listed
        }

    # --- after a game

    async def arrival(self, person: str, live: LiveTable, number: int) -> Arrival | None:
        """What a finished game has changed for the team of somebody who played it; None if it counted for none."""
        games = await self._games(person, live, number)
        noted = await self._note(games) if games else None
        if noted is None:
            return None
        step, place = noted
        team = await self.book.team_for(person, step.team)
        after = team.sheet_number(step.sheet)
        assert after
        results = await self.book.results(team.id, step.sheet)
        before = Journey.of(after.journey.map, (result for game, result in results.items() if game != place))
        ticked = after.journey.state(step.city) == "ticked" and before.state(step.city) != "ticked"
        opened = tuple(open for open in after.journey.open_cities if before.state(open) == "locked")
        return Arrival(team, step.sheet, step.city, games[person].won, ticked, opened)

    async def may_found(self, person: str, live: LiveTable, number: int) -> bool:
        """Whether a map may be taken after this game: a standard one that was won, by people who have none together."""
        games = await self._games(person, live, number)
        if not games:
            return False
        game = games[person]
        return game.standard and game.won and not game.campaign and (await self._whose(games, game))[0] is None

    async def found_after(self, person: str, live: LiveTable, number: int, name: str) -> Team:
        """A team of those who have won a standard game together, with its first city ticked. Whoever of them asks first
        has founded it for all."""
        games = await self._games(person, live, number)
        if not games or not (games[person].standard and games[person].won):
            raise Refused("no_such_game")
        names = {member.id: member.name for member in live.state.game.players} if live.state.game else {}
        members = [TeamMember(names.get(other, ""), other) for other in games]
        team = await self.book.found(name, members, id=imprint(f"{live.id}/{number}")[:24])
        await self._note(games)
        return await self.book.team_for(person, team.id)

    async def _games(self, person: str, live: LiveTable, number: int) -> dict[str, GameSummary]:
        """The game as all who played it have it, as far as this person may know of it; nothing if they didn't play."""
        game = live.state.game
        if game and game.number == number and not game.running:
            games = dict(summaries(live.id, game))
        else:
            own = await self._kept([person], f"{live.id}/{number}")
            step = own[person].campaign if person in own else None
            team = await self.book.team(step.team) if step else None
            games = await self._kept(team.people, f"{live.id}/{number}") if team else own
        return games if person in games else {}


def _is_ours(game: GameSummary) -> bool:
    return game.campaign is not None or (game.standard and game.won)
