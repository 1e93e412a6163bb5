"""Coming to a table, taking a place, and the host's tools."""

import asyncio
from contextlib import nullcontext
from typing import Any, get_args

import pytest

from deckname import protocol as wire
from deckname.engine.editions import EDITIONS
from deckname.engine.errors import Refused
from deckname.engine.model import Edition
from deckname.referee import OPTIONS as CLUE_OPTIONS
from deckname.tables.commands import AnyCommand, Presence
from deckname.tables.decisions import DECIDE, check_settings
from deckname.tables.service import Limits
from deckname.tables.state import places_of
from deckname.tables.table_settings import TableSettings
from tests.servers import PATIENCE
from tests.tables.gathering import Gathering, Reader


async def test_everybody_sees_who_is_there_and_where(gathering: Gathering) -> None:
    await gathering.open("Ada", "Bob")
    await gathering.do("Bob", wire.Sit(place="blue.giver"))
    people = {person.name: person for person in gathering.readers["Ada"].shown("people")}
    assert people["Bob"].place == "blue.giver"
    assert people["Ada"].host and not people["Bob"].host
    assert gathering.readers["Bob"].shown("you").place == "blue.giver"


@pytest.mark.parametrize(
    ("edition", "mode", "places"),
    [
        ("classic", "teams", ["red.giver", "red.guesser", "blue.giver", "blue.guesser"]),
        ("classic", "coop", ["red.giver", "red.guesser"]),
        ("pictures", "trio", ["red.giver", "blue.giver", "guesser"]),
        ("duet", "teams", ["a", "b"]),
    ],
)
def test_places(edition: str, mode: str, places: list[str]) -> None:
    assert list(places_of(edition, mode)) == places


async def test_a_team_has_one_spymaster_and_any_number_of_operatives(gathering: Gathering) -> None:
    await gathering.open("Ada", "Bob", "Cleo")
    await gathering.do("Ada", wire.Sit(place="red.giver"))
    assert await gathering.refused("Bob", wire.Sit(place="red.giver")) == "place_taken"
    for name in ("Bob", "Cleo"):
        await gathering.do(name, wire.Sit(place="red.guesser"))
    assert len(gathering.state.at_place("red.guesser")) == 2


async def test_a_name_is_taken_once_and_gives_no_seat(gathering: Gathering) -> None:
    await gathering.open("Ada", "Bob")
    stranger = (await gathering.people.new_device("x"))[1]
    gathering.persons["stranger"] = stranger
    assert await gathering.refused("stranger", wire.Join(name="ADA")) == "name_taken"
    assert await gathering.refused("stranger", wire.Sit(place="red.giver")) == "not_joined"


async def test_host_tools_are_the_hosts(gathering: Gathering) -> None:
    await gathering.open("Ada", "Bob")
    bob = gathering.persons["Bob"]
    for wish in (
        wire.Lock(place="red.giver"),
        wire.MovePerson(person=bob, place="red.giver"),
        wire.Remove(person=bob),
        wire.HandOver(person=bob),
        wire.AddBot(place="red.giver"),
        wire.Deal(),
        wire.Start(),
        wire.ConfigureTable(settings=wire.SettingsForm()),
    ):
        assert await gathering.refused("Bob", wish) == "not_host"


async def test_a_locked_place_is_for_the_host_to_give(gathering: Gathering) -> None:
    await gathering.open("Ada", "Bob")
    await gathering.do("Ada", wire.Lock(place="red.giver"))
    assert gathering.readers["Bob"].shown("places")[0].locked
    assert "red.giver" not in gathering.readers["Bob"].shown("you").open_places
    assert await gathering.refused("Bob", wire.Sit(place="red.giver")) == "place_locked"
    await gathering.do("Ada", wire.MovePerson(person=gathering.persons["Bob"], place="red.giver"))
    assert gathering.state.at_place("red.giver")[0].name == "Bob"


async def test_whoever_was_removed_is_told_and_cant_come_back(gathering: Gathering) -> None:
    await gathering.open("Ada", "Bob")
    await gathering.do("Ada", wire.Remove(person=gathering.persons["Bob"]))
    assert gathering.readers["Bob"].bye == "removed"
    assert await gathering.refused("Bob", wire.Join(name="Bobby")) == "removed"
    with pytest.raises(Refused, match="removed"):
        await gathering.tables.enter(gathering.table, Reader(gathering.persons["Bob"]))


async def test_when_the_host_leaves_somebody_else_is(gathering: Gathering) -> None:
    await gathering.open("Ada", "Bob")
    await gathering.do("Ada", wire.AddBot(place="red.giver"))
    await gathering.do("Ada", wire.Leave())
    assert gathering.state.host == gathering.persons["Bob"]
    await gathering.do("Bob", wire.Leave())
    await gathering.do("Ada", wire.Join(name="Ada"))
    assert gathering.state.host in (gathering.persons["Ada"], gathering.persons["Bob"])


async def test_a_host_who_stays_away_is_relieved(gathering: Gathering, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("deckname.tables.presence._ABSENCE", 0.0)
    monkeypatch.setattr("deckname.tables.presence._HOST_AWAY", 0.0)
    await gathering.open("Ada", "Bob", "Cleo")
    gathering.tables.exit(await gathering.live(), gathering.readers["Bob"])
    async with asyncio.timeout(PATIENCE):
        while gathering.state.members[gathering.persons["Bob"]].online:
            await asyncio.sleep(0.01)
    gathering.tables.exit(await gathering.live(), gathering.readers["Ada"])
    async with asyncio.timeout(PATIENCE):
        while gathering.state.host == gathering.persons["Ada"]:
            await asyncio.sleep(0.01)
    assert gathering.state.host == gathering.persons["Cleo"]


async def test_a_house_without_bots_says_so(gathering: Gathering) -> None:
    gathering.tables = gathering.another_service(bots=False)
    await gathering.open("Ada")
    assert await gathering.refused("Ada", wire.AddBot(place="red.giver")) == "no_bots"
    await gathering.do("Ada", wire.Sit(place="red.giver"))
    assert await gathering.refused("Ada", wire.Start(bots=True)) == "no_bots"


async def test_dealing_fills_every_place_before_any_twice(gathering: Gathering) -> None:
    await gathering.open("Ada", "Bob", "Cleo", "Dan", "Eve", "Fay", "Gus")
    await gathering.do("Ada", wire.Deal())
    crowd = {place: len(gathering.state.at_place(place)) for place in gathering.state.places}
    assert crowd["red.giver"] == crowd["blue.giver"] == 1
    assert sorted((crowd["red.guesser"], crowd["blue.guesser"])) == [2, 3]


async def test_dealing_leaves_those_at_locked_places_where_they_are(gathering: Gathering) -> None:
    await gathering.open("Ada", "Bob", "Cleo", "Dan")
    await gathering.do("Ada", wire.Sit(place="red.giver"))
    await gathering.do("Ada", wire.Lock(place="red.giver"))
    await gathering.do("Ada", wire.Deal())
    assert gathering.state.members[gathering.persons["Ada"]].place == "red.giver"
    assert len({member.place for member in gathering.state.members.values()}) == 4


async def test_starting_needs_everybody_or_bots(gathering: Gathering) -> None:
    await gathering.open("Ada", "Bob")
    assert await gathering.refused("Ada", wire.Start()) == "place_empty"
    await gathering.do("Ada", wire.Start(bots=True))
    members = gathering.state.members.values()
    assert gathering.state.stage == "game"
    assert sum(bool(member.bot) for member in members) == 2
    assert {member.place for member in members} == set(gathering.state.places)


async def test_whoever_stood_up_watches(gathering: Gathering) -> None:
    await gathering.open("Ada", "Bob")
    await gathering.do("Bob", wire.Stand())
    await gathering.do("Ada", wire.Start(bots=True))
    assert gathering.state.members[gathering.persons["Bob"]].place is None


async def test_settings_that_cant_be_are_refused_with_a_reason(gathering: Gathering) -> None:
    await gathering.open("Ada")
    for settings, code in (
        (wire.SettingsForm(edition="poker"), "unknown_edition"),
        (wire.SettingsForm(edition="duet", mode="trio"), "bad_mode"),
        (wire.SettingsForm(edition="duet", options=wire.OptionsForm(unlimited=True)), "bad_option"),
        (wire.SettingsForm(edition="duet", options=wire.OptionsForm(mission="atlantis")), "no_such_mission"),
        (wire.SettingsForm(decks=("nope",)), "unknown_deck"),
        (wire.SettingsForm(clue_options=("shout",)), "unknown_clue_option"),
        (wire.SettingsForm(clue_options=("off",)), "unknown_clue_option"),
        (wire.SettingsForm(title="a\x00b"), "bad_title"),
    ):
        assert await gathering.refused("Ada", wire.ConfigureTable(settings=settings)) == code


@pytest.mark.rule("K17")
@pytest.mark.parametrize("edition", EDITIONS.values(), ids=EDITIONS)
def test_only_what_an_edition_knows_can_be_agreed_upon_about_clues(edition: Edition) -> None:
    assert set(edition.clues.options) <= set(CLUE_OPTIONS)
    for option in CLUE_OPTIONS:
        settings = wire.SettingsForm(edition=edition.id, clue_options=(option,)).settings
        with nullcontext() if option in edition.clues.options else pytest.raises(Refused, match="unknown_clue_option"):
            check_settings(settings)


@pytest.mark.rule("F4")
def test_cards_lie_as_is_usual_in_the_edition_where_nobody_chooses() -> None:
    assert wire.SettingsForm(edition="family-easy").settings.faces == "front"
    assert wire.SettingsForm(edition="family-easy", faces="mixed").settings.faces == "mixed"
    assert wire.SettingsForm(edition="pictures").settings.faces == "mixed"
    assert TableSettings(edition="family-easy").faces == "mixed"  # as a table from before remembers it: keep it so


async def test_another_edition_keeps_people_and_empties_places(gathering: Gathering) -> None:
    await gathering.open("Ada", "Bob")
    await gathering.do("Ada", wire.Sit(place="red.giver"))
    await gathering.do("Ada", wire.ConfigureTable(settings=wire.SettingsForm(edition="duet")))
    assert set(gathering.state.places) == {"a", "b"}
    assert gathering.state.members[gathering.persons["Ada"]].place is None


async def test_a_table_is_full_some_day(gathering: Gathering) -> None:
    gathering.tables = gathering.another_service(limits=Limits(people_per_table=2))
    await gathering.open("Ada", "Bob")
    gathering.persons["Cleo"] = (await gathering.people.new_device("Cleo"))[1]
    assert await gathering.refused("Cleo", wire.Join(name="Cleo")) == "table_full"
    assert await gathering.refused("Ada", wire.AddBot(place="red.giver")) == "table_full"


def test_every_command_is_decided_somewhere() -> None:
    assert set(get_args(AnyCommand)) == set(DECIDE)


async def test_who_is_taken_for_away_by_mistake_is_back_at_once(gathering: Gathering) -> None:
    """By a node that takes theirs for dead; the node to which they are connected knows better."""
    gathering.tables = gathering.another_service(alone=False)
    await gathering.open("Ada", "Bob")
    ada = gathering.persons["Ada"]
    seq = gathering.state.seq
    await gathering.do("Ada", Presence(gathering.tables.node, here=False))
    await gathering.settled()
    assert gathering.state.seq == seq + 2 and gathering.state.members[ada].online
    assert gathering.state.host == ada


@pytest.mark.rule("T15")
def test_how_a_challenge_ends_is_as_the_edition_proposes_until_somebody_chooses() -> None:
    def gentle(edition: str, **options: Any) -> bool:
        return wire.SettingsForm(edition=edition, options=wire.OptionsForm(**options)).settings.options.gentle

    assert [gentle(edition) for edition in ("classic", "duet", "pictures", "family-easy")] == [False, False, True, True]
    assert gentle("classic", gentle=True) and not gentle("pictures", gentle=False)


@pytest.mark.rule("D1")
async def test_in_duet_whoever_comes_sits_across_from_who_is_there(gathering: Gathering) -> None:
    await gathering.open("Ada", edition="duet")
    await gathering.do("Ada", wire.AddBot(place="b"))
    for name in ("Bob", "Cleo", "Dan"):
        gathering.persons[name] = (await gathering.people.new_device(name))[1]
        await gathering.do(name, wire.Join(name=name))
    people = {place: [m.name for m in gathering.state.at_place(place) if not m.bot] for place in ("a", "b")}
    assert people == {"a": ["Ada", "Cleo"], "b": ["Bob", "Dan"]}


async def test_a_locked_side_seats_nobody_and_teams_leave_the_choice(gathering: Gathering) -> None:
    await gathering.open("Ada", "Bob")
    assert not any(member.place for member in gathering.state.members.values())
    await gathering.open("Ada", edition="duet")
    for place in ("a", "b"):
        await gathering.do("Ada", wire.Lock(place=place))
    await gathering.do("Bob", wire.Join(name="Bob"))
    assert gathering.state.members[gathering.persons["Bob"]].place is None


async def test_whoever_comes_to_a_running_game_of_duet_is_seated_by_nobody(gathering: Gathering) -> None:
    await gathering.open("Ada", "Bob", edition="duet")
    await gathering.do("Ada", wire.Start())
    gathering.persons["Cleo"] = (await gathering.people.new_device("Cleo"))[1]
    await gathering.do("Cleo", wire.Join(name="Cleo"))
    assert gathering.state.members[gathering.persons["Cleo"]].place is None
