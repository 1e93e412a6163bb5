"""After a game: who will be what is told before it is dealt, and dealt as it was told."""

import pytest

from deckname import protocol as wire
from tests.tables.gathering import Gathering
from tests.tables.test_consent import comes, place_of
from tests.tables.test_play import FOUR, classic

pytestmark = pytest.mark.rule("G10")


@pytest.fixture
def gathering(anywhere: Gathering) -> Gathering:
    return anywhere


def names(gathering: Gathering, seating: dict[str, tuple[str, ...]]) -> dict[str, list[str]]:
    return {place: [gathering.state.members[id].name for id in ids] for place, ids in seating.items()}


async def told(gathering: Gathering, how: str) -> dict[str, list[str]]:
    """What everybody is told of the next game."""
    await gathering.do("Ada", wire.Rotate(on=how == "rotate"))
    shown = [reader.shown("next") for reader in gathering.readers.values()]
    assert all(one == shown[0] for one in shown)
    return names(gathering, shown[0].places)


def seated(gathering: Gathering) -> dict[str, list[str]]:
    state = gathering.state
    return {place: [member.name for member in state.at_place(place)] for place in state.places}


async def ended(gathering: Gathering) -> Gathering:
    await classic(gathering)
    await gathering.do("Ada", wire.Abandon())
    return gathering


@pytest.mark.parametrize("how", ["rotate", "stay"])
async def test_the_next_game_is_what_was_told(gathering: Gathering, how: str) -> None:
    await classic(gathering)
    assert gathering.readers["Ada"].shown("next") is None
    await gathering.do("Ada", wire.Abandon())
    expected = await told(gathering, how)
    turned = {"red.giver": ["Bob"], "red.guesser": ["Ada"], "blue.giver": ["Dan"], "blue.guesser": ["Cleo"]}
    assert expected == (turned if how == "rotate" else {place: [name] for name, place in FOUR.items()})
    await gathering.do("Ada", wire.Again())
    assert seated(gathering) == expected
    assert gathering.readers["Ada"].shown("next") is None


async def test_a_trio_moves_on_by_one_place_however_many_guess(gathering: Gathering) -> None:
    await gathering.open("Ada", "Bob", "Cleo", "Dan", edition="pictures", mode="trio")
    await gathering.seated(Ada="red.giver", Bob="blue.giver", Cleo="guesser", Dan="guesser")
    await gathering.do("Ada", wire.Abandon())
    expected = {"red.giver": ["Cleo"], "blue.giver": ["Ada"], "guesser": ["Dan", "Bob"]}
    assert await told(gathering, "rotate") == expected
    await gathering.do("Ada", wire.Again())
    assert {place: sorted(there) for place, there in seated(gathering).items()} == (
        {place: sorted(there) for place, there in expected.items()}
    )


async def test_in_duet_everybody_stays(gathering: Gathering) -> None:
    await gathering.open("Ada", "Bob", edition="duet")
    await gathering.seated(Ada="a", Bob="b")
    await gathering.do("Ada", wire.Abandon())
    assert await told(gathering, "rotate") == await told(gathering, "stay") == {"a": ["Ada"], "b": ["Bob"]}


async def test_who_came_late_takes_what_somebody_left(gathering: Gathering) -> None:
    await ended(gathering)
    await gathering.do("Dan", wire.Leave())
    assert (await told(gathering, "stay"))["blue.guesser"] == []
    assert await gathering.refused("Ada", wire.Again(rotate=False)) == "place_empty"
    await comes(gathering, "Eve")
    assert (await told(gathering, "stay"))["blue.guesser"] == ["Eve"]
    await gathering.do("Ada", wire.Again(rotate=False))
    assert place_of(gathering, "Eve") == "blue.guesser"


async def test_bots_fill_what_stays_empty(gathering: Gathering) -> None:
    await ended(gathering)
    await gathering.do("Dan", wire.Leave())
    await gathering.do("Ada", wire.Again(bots=True))
    assert gathering.state.at_place("blue.giver")[0].bot and place_of(gathering, "Cleo") == "blue.guesser"


async def test_people_come_before_bots(gathering: Gathering) -> None:
    await ended(gathering)
    await gathering.do("Ada", wire.Replace(person=gathering.persons["Dan"]))
    assert (await told(gathering, "stay"))["blue.guesser"] == ["Dan"], "he did not leave to watch, and is still there"
    await gathering.do("Ada", wire.Again(rotate=False))
    assert place_of(gathering, "Dan") == "blue.guesser"
    assert not any(member.bot for member in gathering.state.members.values())


async def test_who_is_away_or_watches_is_dealt_no_place(gathering: Gathering) -> None:
    await ended(gathering)
    for name in ("Cleo", "Dan"):
        await gathering.do("Ada", wire.Replace(person=gathering.persons[name]))
    await gathering.goes("Cleo")
    await gathering.do("Dan", wire.Stand())
    await gathering.do("Ada", wire.Again(bots=True, rotate=False))
    assert place_of(gathering, "Cleo") is None and place_of(gathering, "Dan") is None


async def test_another_edition_keeps_those_in_places_that_it_has_too(gathering: Gathering) -> None:
    await ended(gathering)
    coop = wire.SettingsForm(mode="coop", referee="off")
    await gathering.do("Ada", wire.ConfigureTable(settings=coop))
    assert seated(gathering) == {"red.giver": ["Ada"], "red.guesser": ["Bob"]}
    assert gathering.state.stage == "lobby" and place_of(gathering, "Cleo") is None
    await gathering.do("Ada", wire.Start())
    assert place_of(gathering, "Cleo") == place_of(gathering, "Dan") == "red.guesser"


async def test_bots_for_whom_another_edition_has_no_place_leave(gathering: Gathering) -> None:
    await gathering.open("Ada")
    await gathering.do("Ada", wire.Start(bots=True))
    await gathering.do("Ada", wire.Abandon())
    await gathering.do("Ada", wire.ConfigureTable(settings=wire.SettingsForm(edition="duet", referee="off")))
    await gathering.do("Ada", wire.Start(bots=True))
    assert sorted(len(there) for there in seated(gathering).values()) == [1, 1]
    assert len(gathering.state.members) == 2
