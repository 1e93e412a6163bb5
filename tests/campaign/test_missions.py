"""Teams at real tables: which games count for whom, and that each counts once."""

from __future__ import annotations

import pytest

from deckname import protocol as wire
from deckname.campaign.campaigns import Campaigns
from deckname.campaign.teams import Team
from deckname.engine.errors import Refused
from deckname.engine.table import to_move
from deckname.tables.commands import Configure
from deckname.tables.table_settings import TableSettings
from tests.tables.gathering import Gathering


class Evening:
    """People of a house that has campaigns, at a table for two."""

    def __init__(self, gathering: Gathering) -> None:
        self.g = gathering
        self.campaigns = Campaigns(gathering.store, lambda: gathering.now)
        self.listen()

    def listen(self) -> None:
        self.g.tables.registry.listeners.append(self.campaigns.follow(self.g.tables.background))

    async def team(self, id: str) -> Team:
        team = await self.campaigns.book.team(id)
        assert team
        return team

    async def founded(self) -> Team:
        """Ada and Ben have won a standard game, and taken a map."""
        await self.g.open("Ada", "Ben", edition="duet")
        await self.g.seated(Ada="a", Ben="b")
        await self.win()
        return await self.campaigns.found_after(self.g.persons["Ada"], await self.g.live(), 1, "")

    async def win(self) -> None:
        while self.g.state.running:
            moves_clue = self.g.game.table.phase.value == "clue"
            if moves_clue:
                await self.g.clue(f"word{self.g.ply}", 9)
            else:
                await self.g.guess("green")
        await self.g.settled()

    async def lose(self) -> None:
        await self.g.clue()
        await self.g.guess("assassin")
        await self.g.settled()

    async def go_to(self, team: Team, city: str, host: str = "Ada") -> None:
        """The next game at the table is this mission."""
        settings = self.campaigns.settings_for(await self.team(team.id), city, self.g.state.settings)
        await self.g.do(host, Configure(settings))

    async def start(self) -> None:
        await self.g.do("Ada", wire.Start())


@pytest.mark.rule("M1", "M7")
async def test_who_wins_a_standard_game_together_may_take_a_map_with_prague_ticked(anywhere: Gathering) -> None:
    evening = Evening(anywhere)
    await anywhere.open("Ada", "Ben", edition="duet")
    await anywhere.seated(Ada="a", Ben="b")
    await evening.win()
    live = await anywhere.live()
    assert await evening.campaigns.may_found(anywhere.persons["Ben"], live, 1)
    ben = await evening.campaigns.found_after(anywhere.persons["Ben"], live, 1, "")
    ada = await evening.campaigns.found_after(anywhere.persons["Ada"], live, 1, "another name")
    assert ada == ben
    assert sorted(member.name for member in ada.members) == ["Ada", "Ben"]
    assert ada.sheet.journey.ticked == ("prague",)
    assert not await evening.campaigns.may_found(anywhere.persons["Ada"], live, 1)


async def test_no_map_is_taken_for_a_game_of_others_or_one_that_was_lost(gathering: Gathering) -> None:
    evening = Evening(gathering)
    await gathering.open("Ada", "Ben", "Cleo", edition="duet")
    await gathering.do("Cleo", wire.Stand())
    await gathering.seated(Ada="a", Ben="b")
    await evening.lose()
    live = await gathering.live()
    assert not await evening.campaigns.may_found(gathering.persons["Ada"], live, 1)
    for name in ("Ada", "Cleo"):
        with pytest.raises(Refused, match="no_such_game"):
            await evening.campaigns.found_after(gathering.persons[name], live, 1, "")


@pytest.mark.rule("M7", "M8", "M10")
async def test_from_prague_to_a_second_city(anywhere: Gathering) -> None:
    evening = Evening(anywhere)
    team = await evening.founded()
    await evening.go_to(team, "cairo")
    assert anywhere.readers["Ben"].shown("table").mission.city == "cairo"
    await evening.start()
    assert (anywhere.game.table.tokens.bystander, anywhere.game.table.tokens.closed) == (5, 4)
    await evening.lose()
    assert (await evening.team(team.id)).sheet.journey.tally("cairo").lost == 1
    await anywhere.do("Ada", wire.Again())
    await evening.win()
    arrival = await evening.campaigns.arrival(anywhere.persons["Ben"], await anywhere.live(), anywhere.state.games)
    assert arrival
    assert (arrival.city, arrival.won, arrival.ticked) == ("cairo", True, True)
    assert set(arrival.opened) == {"istanbul", "nairobi"}
    tally = (await evening.team(team.id)).sheet.journey.tally("cairo")
    assert (tally.won, tally.lost, tally.won_by_people) == (1, 1, 1)


async def test_two_nodes_that_see_the_same_game_end_count_it_once(anywhere: Gathering) -> None:
    evening = Evening(anywhere)
    team = await evening.founded()
    other = anywhere.another_service(alone=False)
    other.registry.listeners.append(Campaigns(anywhere.store, lambda: anywhere.now).follow(other.background))
    await evening.go_to(team, "berlin")
    await evening.start()
    await other.table(anywhere.table)
    await evening.win()
    await other.registry.heard_of(anywhere.table, anywhere.state.seq)
    await anywhere.settled(other)
    for _ in range(2):
        await evening.campaigns.arrival(anywhere.persons["Ada"], await other.table(anywhere.table), 2)
    tally = (await evening.team(team.id)).sheet.journey.tally("berlin")
    assert (tally.won, tally.lost) == (1, 0)
    await other.close()


@pytest.mark.rule("M8")
async def test_a_game_whose_end_nobody_noted_is_noted_when_its_team_is_looked_at(anywhere: Gathering) -> None:
    evening = Evening(anywhere)
    team = await evening.founded()
    anywhere.tables.registry.listeners.pop()  # as if the house had stopped at that moment
    await evening.go_to(team, "berlin")
    await evening.start()
    await evening.win()
    assert (await evening.team(team.id)).sheet.journey.tally("berlin").won == 0
    await evening.campaigns.catch_up(anywhere.persons["Ben"])
    await evening.campaigns.catch_up(anywhere.persons["Ada"])
    assert (await evening.team(team.id)).sheet.journey.tally("berlin").won == 1


@pytest.mark.rule("M1")
async def test_a_standard_game_won_later_counts_for_the_team_of_those_who_played(gathering: Gathering) -> None:
    evening = Evening(gathering)
    team = await evening.founded()
    await gathering.do("Ada", wire.Again())
    await evening.win()
    assert (await evening.team(team.id)).sheet.journey.tally("prague").won == 2


async def test_a_game_in_which_a_stranger_played_counts_for_nobody(gathering: Gathering) -> None:
    evening = Evening(gathering)
    team = await evening.founded()
    gathering.persons["Cleo"] = (await gathering.people.new_device("Cleo"))[1]
    await gathering.do("Cleo", wire.Join(name="Cleo"))
    await gathering.do("Cleo", wire.Sit(place="a"))
    await evening.go_to(team, "berlin")
    await evening.start()
    await evening.win()
    assert (await evening.team(team.id)).sheet.journey.tally("berlin").won == 0
    assert await evening.campaigns.arrival(gathering.persons["Cleo"], await gathering.live(), 2) is None


async def test_who_sat_there_for_a_while_only_is_a_stranger_too(gathering: Gathering) -> None:
    evening = Evening(gathering)
    team = await evening.founded()
    gathering.persons["Cleo"] = (await gathering.people.new_device("Cleo"))[1]
    await gathering.do("Cleo", wire.Join(name="Cleo"))
    await gathering.do("Cleo", wire.Sit(place="a"))
    await evening.go_to(team, "berlin")
    await evening.start()
    await gathering.do("Cleo", wire.Leave())
    await evening.win()
    assert (await evening.team(team.id)).sheet.journey.tally("berlin").won == 0


async def test_alone_with_a_bot_the_map_can_be_travelled_and_the_stamp_says_so(gathering: Gathering) -> None:
    evening = Evening(gathering)
    await gathering.open("Ada", edition="duet")
    await gathering.do("Ada", wire.Sit(place="a"))
    await gathering.do("Ada", wire.Start(bots=True))
    bot = next(member for member in gathering.state.members.values() if member.bot)
    gathering.persons[bot.name] = bot.id
    await evening.win()
    team = await evening.campaigns.found_after(gathering.persons["Ada"], await gathering.live(), 1, "Alone")
    assert (team.name, [member.name for member in team.members]) == ("Alone", ["Ada"])
    tally = team.sheet.journey.tally("prague")
    assert (tally.won, tally.won_by_people) == (1, 0)


@pytest.mark.rule("M7")
async def test_only_cities_that_are_open_are_laid(gathering: Gathering) -> None:
    evening = Evening(gathering)
    team = await evening.founded()
    for city, code in (("tokyo", "city_locked"), ("atlantis", "no_such_city")):
        with pytest.raises(Refused, match=code):
            evening.campaigns.settings_for(team, city, TableSettings())


async def test_another_game_at_the_same_table_is_no_mission_any_more(gathering: Gathering) -> None:
    evening = Evening(gathering)
    team = await evening.founded()
    await evening.go_to(team, "berlin")
    clocked = wire.SettingsForm.of(gathering.state.settings)
    await gathering.do("Ada", Configure(clocked.settings))
    assert gathering.state.settings.campaign
    await gathering.do("Ada", wire.ConfigureTable(settings=wire.SettingsForm(edition="duet")))
    assert gathering.state.settings.campaign is None


@pytest.mark.rule("M9")
async def test_a_fresh_map_and_a_map_of_ones_own(anywhere: Gathering) -> None:
    evening = Evening(anywhere)
    book, ada = evening.campaigns.book, anywhere.persons
    team = await evening.founded()
    fresh = await book.fresh_map(ada["Ada"], team.id)
    assert (fresh.sheet.number, fresh.sheet.journey.ticked) == (2, ())
    assert fresh.sheets[0].journey.ticked == ("prague",)
    own = await book.fresh_map(ada["Ben"], team.id, "Danube", "Prag 9-9: Wien\nWien 10-1")
    assert (own.sheet.title, own.sheet.journey.open_cities) == ("Danube", ("prague",))
    with pytest.raises(Refused, match="map_unreached"):
        await book.fresh_map(ada["Ada"], team.id, "Bad", "Prag 9-9\nWien 10-1")
    assert len((await evening.team(team.id)).sheets) == 3
    settings = evening.campaigns.settings_for(own, "prague", TableSettings())
    assert (settings.options.tokens, settings.options.mistakes, settings.options.mission) == (9, 9, None)
    assert settings.campaign and settings.campaign.name == "Prag"


async def test_strangers_are_refused_as_if_there_were_no_team(anywhere: Gathering) -> None:
    evening = Evening(anywhere)
    book = evening.campaigns.book
    team = await evening.founded()
    for stranger in ("nobody", ""):
        for attempt in (
            book.team_for(stranger, team.id),
            book.rename(stranger, team.id, "Ours"),
            book.invite(stranger, team.id),
            book.fresh_map(stranger, team.id),
            book.leave(stranger, team.id, anywhere.persons["Ada"]),
            book.team_for(stranger, "no\0name" if stranger else "x" * 2000),
        ):
            with pytest.raises(Refused, match="no_such_team"):
                await attempt
    assert await evening.team(team.id) == team


async def test_an_invitation_brings_somebody_into_the_team_and_a_new_one_replaces_it(anywhere: Gathering) -> None:
    evening = Evening(anywhere)
    book, persons = evening.campaigns.book, anywhere.persons
    team = await evening.founded()
    old = await book.invite(persons["Ada"], team.id)
    code = await book.invite(persons["Ben"], team.id)
    with pytest.raises(Refused, match="no_such_invitation"):
        await book.join("cleo", "Cleo", old)
    for _ in range(2):
        joined = await book.join("cleo", "Cleo", code)
    assert [member.name for member in joined.members].count("Cleo") == 1
    assert [found.id for found in await book.teams_of("cleo")] == [team.id]


async def test_a_team_that_everybody_has_left_is_gone(anywhere: Gathering) -> None:
    evening = Evening(anywhere)
    book, persons = evening.campaigns.book, anywhere.persons
    team = await evening.founded()
    code = await book.invite(persons["Ada"], team.id)
    assert await book.leave(persons["Ada"], team.id, persons["Ben"])
    assert await book.teams_of(persons["Ben"]) == []
    assert await book.leave(persons["Ada"], team.id, persons["Ada"]) is None
    assert await book.team(team.id) is None
    with pytest.raises(Refused, match="no_such_invitation"):
        await book.join("cleo", "Cleo", code)


async def test_a_map_is_shared_by_what_it_says(gathering: Gathering) -> None:
    book = Evening(gathering).campaigns.book
    text = "Prag 9-9: Wien\nWien 10-1"
    id = await book.share_map("Donau", text)
    assert await book.share_map("Donau", text) == id
    assert await book.shared_map(id) == ("Donau", text)
    for wrong in ("nothing", "", "a\0b"):
        with pytest.raises(Refused, match="no_such_map"):
            await book.shared_map(wrong)


async def test_a_mission_survives_a_restart_in_its_middle(anywhere: Gathering) -> None:
    evening = Evening(anywhere)
    team = await evening.founded()
    await evening.go_to(team, "moscow")
    await evening.start()
    await anywhere.clue()
    await anywhere.guess("green")
    await anywhere.tables.close()
    anywhere.tables = anywhere.another_service()
    evening.listen()
    await anywhere.live()
    assert to_move(anywhere.game.table)
    await evening.win()
    assert (await evening.team(team.id)).sheet.journey.tally("moscow").won == 1
