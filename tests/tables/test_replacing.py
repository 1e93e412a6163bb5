"""Nothing dead-ends: whoever left, fell asleep or was sent away can be replaced, and others can take a host's place."""

import pytest

from deckname import protocol as wire
from deckname.engine.errors import Refused
from deckname.tables.commands import Presence
from deckname.tables.decisions.seating import HOST_MISSED
from tests.tables.gathering import Gathering
from tests.tables.test_consent import answers, comes, place_of, seen
from tests.tables.test_play import classic


@pytest.fixture
def gathering(anywhere: Gathering) -> Gathering:
    return anywhere


def bot_at(gathering: Gathering, place: str) -> str:
    (member,) = gathering.state.at_place(place)
    assert member.bot
    return member.id


async def test_a_bot_takes_the_place_of_one_who_sleeps_and_gives_it_back(gathering: Gathering) -> None:
    await classic(gathering)
    cleo = gathering.persons["Cleo"]
    await gathering.goes("Cleo")
    await gathering.do("Ada", wire.Replace(person=cleo))
    bot_at(gathering, "blue.giver")
    assert place_of(gathering, "Cleo") is None
    assert gathering.readers["Cleo"].shown("you").open_places == ("blue.giver",)
    gathering.tables = gathering.another_service()
    assert (await gathering.live()).state.at_place("blue.giver")[0].bot
    await gathering.do("Cleo", wire.Sit(place="blue.giver"))
    assert [member.name for member in gathering.state.at_place("blue.giver")] == ["Cleo"]
    assert not any(member.bot for member in gathering.state.members.values())


async def test_who_left_comes_back_to_the_bot_that_sits_there(gathering: Gathering) -> None:
    await classic(gathering)
    await gathering.do("Cleo", wire.Leave())
    await gathering.do("Ada", wire.AddBot(place="blue.giver"))
    await gathering.do("Cleo", wire.Join(name="Cleo"))
    await gathering.do("Cleo", wire.Sit(place="blue.giver"))
    assert place_of(gathering, "Cleo") == "blue.giver"


@pytest.mark.rule("G3")
async def test_somebody_else_takes_a_place_if_those_agree_whom_they_have_to_ask(gathering: Gathering) -> None:
    await classic(gathering)
    eve = await comes(gathering, "Eve")
    await gathering.do("Ada", wire.Replace(person=gathering.persons["Dan"], by=eve))
    assert place_of(gathering, "Dan") is None and place_of(gathering, "Eve") is None
    for name in ("Bob", "Cleo"):
        await answers(gathering, name, "Eve", "blue.guesser")
        if place_of(gathering, "Eve"):
            break
    assert place_of(gathering, "Eve") == "blue.guesser" and not seen(gathering, "Eve")


@pytest.mark.rule("G3")
async def test_nobody_guesses_for_another_who_has_seen_the_key(gathering: Gathering) -> None:
    await classic(gathering)
    replaced = wire.Replace(person=gathering.persons["Dan"], by=gathering.persons["Ada"])
    assert await gathering.refused("Ada", replaced) == "knows_the_key"
    assert place_of(gathering, "Dan") == "blue.guesser"


@pytest.mark.rule("G3")
async def test_who_guesses_takes_no_key_from_a_bot_by_a_tap(gathering: Gathering) -> None:
    await classic(gathering)
    await gathering.do("Ada", wire.Replace(person=gathering.persons["Cleo"]))
    assert "blue.giver" not in gathering.readers["Dan"].shown("you").open_places
    assert await gathering.refused("Dan", wire.Sit(place="blue.giver")) == "place_taken"


async def test_a_late_comer_may_ask_for_what_a_bot_has(gathering: Gathering) -> None:
    await classic(gathering)
    await gathering.do("Ada", wire.Replace(person=gathering.persons["Dan"]))
    bot = bot_at(gathering, "blue.guesser")
    await comes(gathering, "Eve")
    assert "blue.guesser" in gathering.readers["Eve"].shown("you").askable_places
    await gathering.do("Eve", wire.RequestPlace(place="blue.guesser"))
    assert bot_at(gathering, "blue.guesser") == bot
    for name in ("Ada", "Bob", "Cleo"):
        if place_of(gathering, "Eve") is None:
            await answers(gathering, name, "Eve", "blue.guesser")
    assert place_of(gathering, "Eve") == "blue.guesser" and bot not in gathering.state.members


async def test_a_place_that_others_have_too_needs_no_bot(gathering: Gathering) -> None:
    await gathering.open("Ada", "Bob", "Cleo", mode="coop")
    await gathering.seated(Ada="red.giver", Bob="red.guesser", Cleo="red.guesser")
    assert await gathering.refused("Ada", wire.Replace(person=gathering.persons["Bob"])) == "place_taken"
    await gathering.do("Ada", wire.MovePerson(person=gathering.persons["Cleo"]))
    assert await gathering.refused("Ada", wire.Replace(person=gathering.persons["Cleo"])) == "no_place"
    assert await gathering.refused("Bob", wire.Replace(person=gathering.persons["Ada"])) == "not_host"


async def test_between_games_people_sit_down_where_bots_are(gathering: Gathering) -> None:
    await gathering.open("Ada", "Bob")
    await gathering.do("Ada", wire.AddBot(place="red.giver"))
    await gathering.do("Bob", wire.Sit(place="red.giver"))
    assert [member.name for member in gathering.state.at_place("red.giver")] == ["Bob"]


# ---------------------------------------------------------------------------------------------------------------------
# A host who is gone


async def test_others_take_over_from_a_host_who_is_away(gathering: Gathering) -> None:
    await classic(gathering)
    assert await gathering.refused("Bob", wire.TakeOver()) == "host_is_here"
    await gathering.goes("Ada")
    host = next(person for person in gathering.readers["Bob"].shown("people") if person.host)
    assert not host.online and host.relief == (gathering.now + HOST_MISSED) * 1000
    assert await gathering.refused("Bob", wire.TakeOver()) == "host_is_here"
    gathering.now += HOST_MISSED
    gathering.tables = gathering.another_service()
    await gathering.do("Bob", wire.TakeOver())
    assert gathering.state.host == gathering.persons["Bob"]
    await gathering.do("Bob", wire.Replace(person=gathering.persons["Ada"]))
    assert gathering.state.at_place("red.giver")[0].bot


async def test_a_host_who_is_back_stays_host(gathering: Gathering) -> None:
    await classic(gathering)
    await gathering.goes("Ada")
    gathering.now += 5 * HOST_MISSED
    await gathering.do("Ada", Presence(gathering.tables.node, here=True))
    assert await gathering.refused("Bob", wire.TakeOver()) == "host_is_here"


async def test_two_nodes_agree_on_who_took_over(gathering: Gathering) -> None:
    gathering.tables = gathering.another_service(alone=False)
    await classic(gathering)
    other = gathering.another_service(alone=False)
    await other.table(gathering.table)
    await gathering.goes("Ada")
    gathering.now += HOST_MISSED
    await other.submit(gathering.table, gathering.persons["Cleo"], wire.TakeOver())
    with pytest.raises(Refused, match="host_is_here"):
        await gathering.do("Bob", wire.TakeOver())
    assert (await gathering.live()).state.host == gathering.persons["Cleo"]
    await other.close()
