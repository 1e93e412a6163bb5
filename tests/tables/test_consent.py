"""Seats close when a game starts: a place is asked for, and nobody sees a key by anybody's word who gains by it."""

from typing import Any

import pytest

from deckname import protocol as wire
from deckname.tables.commands import Presence
from deckname.tables.service import TableService
from deckname.tables.state import TableState
from tests.tables.gathering import Gathering, Reader
from tests.tables.test_play import classic, known


async def comes(gathering: Gathering, name: str) -> str:
    """Somebody new, with a device that nobody has seen before."""
    person = gathering.persons[name] = (await gathering.people.new_device(name))[1]
    gathering.readers[name] = Reader(person)
    await gathering.tables.enter(gathering.table, gathering.readers[name])
    await gathering.do(name, wire.Join(name=name))
    await gathering.settled()
    return person


def seen(gathering: Gathering, name: str) -> bool:
    """Whether anything of the key has ever been shown to them."""
    games = [message.game for message in gathering.readers[name].heard if isinstance(message, wire.StateMessage)]
    return any(any(card.known) for game in games if isinstance(game, wire.Game) for card in game.cards)


async def answers(gathering: Gathering, name: str, whom: str, place: str, agree: bool = True) -> None:
    await gathering.do(name, wire.AnswerRequest(person=gathering.persons[whom], place=place, agree=agree))


async def cant_answer(gathering: Gathering, name: str, whom: str, place: str) -> str:
    wish = wire.AnswerRequest(person=gathering.persons[whom], place=place, agree=True)
    return await gathering.refused(name, wish)


def place_of(gathering: Gathering, name: str) -> str | None:
    return gathering.state.members[gathering.persons[name]].place


async def duet(gathering: Gathering) -> Gathering:
    await gathering.open("Ada", "Bob", edition="duet")
    return await gathering.seated(Ada="a", Bob="b")


# ---------------------------------------------------------------------------------------------------------------------
# How a second cookie saw the key


@pytest.mark.rule("G3")
async def test_in_duet_nobody_sits_beside_a_player_without_the_word_of_both_sides(gathering: Gathering) -> None:
    await duet(gathering)
    await comes(gathering, "Eve")
    for place in ("a", "b"):
        assert await gathering.refused("Eve", wire.Sit(place=place)) == "ask_first"
    assert gathering.readers["Eve"].shown("you").open_places == ()
    assert gathering.readers["Eve"].shown("you").askable_places == ("a", "b")
    await gathering.do("Eve", wire.RequestPlace(place="b"))
    await answers(gathering, "Bob", "Eve", "b")
    assert place_of(gathering, "Eve") is None and not seen(gathering, "Eve")
    await answers(gathering, "Ada", "Eve", "b")
    assert place_of(gathering, "Eve") == "b" and seen(gathering, "Eve")


@pytest.mark.rule("G3")
async def test_a_spymaster_who_stands_up_leaves_no_seat_to_strangers(gathering: Gathering) -> None:
    await classic(gathering)
    await comes(gathering, "Eve")
    await gathering.do("Ada", wire.Stand())
    assert await gathering.refused("Eve", wire.Sit(place="red.giver")) == "ask_first"
    await gathering.do("Eve", wire.RequestPlace(place="red.giver"))
    await answers(gathering, "Bob", "Eve", "red.giver")
    assert not seen(gathering, "Eve")
    assert await cant_answer(gathering, "Dan", "Eve", "red.giver") == "nothing_to_answer"
    await answers(gathering, "Cleo", "Eve", "red.giver")
    assert place_of(gathering, "Eve") == "red.giver" and seen(gathering, "Eve")


@pytest.mark.rule("G3")
async def test_a_host_who_guesses_moves_nobody_in_as_a_spymaster(gathering: Gathering) -> None:
    await gathering.open("Bob", "Ada", "Cleo", "Dan")
    await gathering.seated(Bob="red_guesser", Ada="red_giver", Cleo="blue_giver", Dan="blue_guesser")
    eve = await comes(gathering, "Eve")
    await gathering.do("Cleo", wire.Stand())
    await gathering.do("Bob", wire.MovePerson(person=eve, place="blue.giver"))
    assert place_of(gathering, "Eve") is None and not seen(gathering, "Eve")
    assert await cant_answer(gathering, "Bob", "Eve", "blue.giver") == "nothing_to_answer"
    await answers(gathering, "Dan", "Eve", "blue.giver")
    assert not seen(gathering, "Eve")
    await answers(gathering, "Ada", "Eve", "blue.giver")
    assert seen(gathering, "Eve")


async def test_a_stranger_guesses_for_a_team_only_if_its_guessers_let_them(gathering: Gathering) -> None:
    await classic(gathering, listed=True)
    await comes(gathering, "Eve")
    assert await gathering.refused("Eve", wire.Sit(place="red.guesser")) == "ask_first"
    await gathering.do("Eve", wire.RequestPlace(place="red.guesser"))
    for name in ("Ada", "Cleo", "Dan"):
        assert await cant_answer(gathering, name, "Eve", "red.guesser") == "nothing_to_answer"
    await answers(gathering, "Bob", "Eve", "red.guesser")
    assert place_of(gathering, "Eve") == "red.guesser" and not seen(gathering, "Eve")


# ---------------------------------------------------------------------------------------------------------------------
# Whose word it takes


@pytest.mark.rule("G3")
async def test_nobody_who_guesses_decides_about_a_keys_seat_alone(gathering: Gathering) -> None:
    """The spymaster of a game together has left, and one guesser is there: a second self would ask them in vain."""
    await gathering.open("Bob", "Ada", mode="coop")
    await gathering.seated(Bob="red_guesser", Ada="red_giver")
    await gathering.do("Ada", wire.Leave())
    eve = await comes(gathering, "Eve")
    assert gathering.readers["Eve"].shown("you").askable_places == ("red.guesser",)
    assert await gathering.refused("Eve", wire.RequestPlace(place="red.giver")) == "nobody_to_ask"
    assert await gathering.refused("Bob", wire.MovePerson(person=eve, place="red.giver")) == "nobody_to_ask"
    await gathering.do("Ada", wire.Join(name="Ada"))
    await gathering.do("Ada", wire.Sit(place="red.giver"))


async def test_where_nobody_sees_the_key_everybody_who_plays_agrees(gathering: Gathering) -> None:
    await gathering.open("Ada", "Bob", "Cleo", mode="coop")
    await gathering.seated(Ada="red_giver", Bob="red_guesser", Cleo="red_guesser")
    await gathering.do("Ada", wire.Leave())
    await comes(gathering, "Eve")
    await gathering.do("Eve", wire.RequestPlace(place="red.giver"))
    await answers(gathering, "Bob", "Eve", "red.giver")
    assert not seen(gathering, "Eve")
    await answers(gathering, "Cleo", "Eve", "red.giver")
    assert seen(gathering, "Eve")


async def test_who_played_from_the_beginning_changes_over_with_the_others_word(gathering: Gathering) -> None:
    await gathering.open("Ada", "Bob", "Cleo", mode="coop")
    await gathering.seated(Ada="red_giver", Bob="red_guesser", Cleo="red_guesser")
    await gathering.do("Ada", wire.Leave())
    assert await gathering.refused("Bob", wire.Sit(place="red.giver")) == "ask_first"
    await gathering.do("Bob", wire.RequestPlace(place="red.giver"))
    await answers(gathering, "Cleo", "Bob", "red.giver")
    assert place_of(gathering, "Bob") == "red.giver"
    assert await gathering.refused("Bob", wire.Sit(place="red.guesser")) == "knows_the_key"


async def test_a_partner_who_is_alone_lets_nobody_see_the_other_face(gathering: Gathering) -> None:
    await duet(gathering)
    await gathering.do("Ada", wire.Leave())
    await comes(gathering, "Eve")
    assert await gathering.refused("Eve", wire.RequestPlace(place="a")) == "nobody_to_ask"
    assert "a" not in gathering.readers["Eve"].shown("you").askable_places


async def test_where_nobody_guesses_the_side_and_the_host_decide(gathering: Gathering) -> None:
    await gathering.open("Host", "Ada", "Bob", "Cleo", "Dan")
    await gathering.do("Host", wire.Stand())
    await gathering.seated(Ada="red_giver", Bob="red_guesser", Cleo="blue_giver", Dan="blue_guesser")
    await gathering.do("Bob", wire.Leave())
    eve = await comes(gathering, "Eve")
    await gathering.do("Eve", wire.RequestPlace(place="red.guesser"))
    for name in ("Cleo", "Dan"):
        assert await cant_answer(gathering, name, "Eve", "red.guesser") == "nothing_to_answer"
    await gathering.do("Host", wire.MovePerson(person=eve, place="red.guesser"))
    assert place_of(gathering, "Eve") is None
    await answers(gathering, "Ada", "Eve", "red.guesser")
    assert place_of(gathering, "Eve") == "red.guesser"


async def test_where_only_bots_play_on_a_side_the_host_decides(gathering: Gathering) -> None:
    await gathering.open("Bob", "Ada")
    for name, place in (("Bob", "red.guesser"), ("Ada", "red.giver")):
        await gathering.do(name, wire.Sit(place=place))
    await gathering.do("Bob", wire.Start(bots=True))
    eve = await comes(gathering, "Eve")
    await gathering.do("Bob", wire.MovePerson(person=eve, place="blue.guesser"))
    assert place_of(gathering, "Eve") == "blue.guesser"


async def test_a_host_who_knows_the_key_gives_no_guessers_seat_alone(gathering: Gathering) -> None:
    """It could be the host's own second window."""
    await classic(gathering)
    await gathering.do("Bob", wire.Leave())
    await comes(gathering, "Eve")
    await gathering.do("Eve", wire.RequestPlace(place="red.guesser"))
    await answers(gathering, "Ada", "Eve", "red.guesser")
    assert place_of(gathering, "Eve") is None
    await answers(gathering, "Cleo", "Eve", "red.guesser")
    await answers(gathering, "Dan", "Eve", "red.guesser")
    assert place_of(gathering, "Eve") == "red.guesser"


async def test_a_friend_comes_to_a_game_with_bots_by_one_word(gathering: Gathering) -> None:
    await gathering.open("Ada")
    await gathering.do("Ada", wire.Sit(place="red.giver"))
    await gathering.do("Ada", wire.Start(bots=True))
    await comes(gathering, "Eve")
    await gathering.do("Eve", wire.RequestPlace(place="red.guesser"))
    await answers(gathering, "Ada", "Eve", "red.guesser")
    assert place_of(gathering, "Eve") == "red.guesser"


async def test_a_trios_spymaster_is_agreed_on_by_the_other_and_by_those_who_guess(gathering: Gathering) -> None:
    await gathering.open("Ada", "Bob", "Cleo", edition="pictures", mode="trio")
    await gathering.seated(Ada="red_giver", Bob="blue_giver", Cleo="guesser")
    await gathering.do("Ada", wire.Leave())
    await comes(gathering, "Eve")
    await gathering.do("Eve", wire.RequestPlace(place="red.giver"))
    await answers(gathering, "Cleo", "Eve", "red.giver")
    assert not seen(gathering, "Eve")
    await answers(gathering, "Bob", "Eve", "red.giver")
    assert seen(gathering, "Eve")


# ---------------------------------------------------------------------------------------------------------------------
# What stays as free as it was


async def test_who_had_a_place_returns_to_it_without_asking(gathering: Gathering) -> None:
    await classic(gathering)
    for name, place in (("Ada", "red.giver"), ("Dan", "blue.guesser")):
        await gathering.do(name, wire.Stand())
        assert place in gathering.readers[name].shown("you").open_places
        await gathering.do(name, wire.Sit(place=place))
        await gathering.do(name, wire.Leave())
        await gathering.do(name, wire.Join(name=name))
        await gathering.do(name, wire.Sit(place=place))
        assert place_of(gathering, name) == place


async def test_between_games_everybody_sits_where_they_like(gathering: Gathering) -> None:
    await classic(gathering)
    await comes(gathering, "Eve")
    await gathering.do("Ada", wire.Abandon())
    assert gathering.readers["Eve"].shown("you").askable_places == ()
    await gathering.do("Ada", wire.Stand())
    await gathering.do("Eve", wire.Sit(place="red.giver"))
    await gathering.do("Ada", wire.MovePerson(person=gathering.persons["Eve"], place="blue.guesser"))
    assert place_of(gathering, "Eve") == "blue.guesser"
    assert await gathering.refused("Eve", wire.RequestPlace(place="red.giver")) == "game_over"


async def test_the_host_places_bots_as_before(gathering: Gathering) -> None:
    await classic(gathering)
    await gathering.do("Cleo", wire.Leave())
    await gathering.do("Ada", wire.AddBot(place="blue.giver"))
    bot = gathering.state.at_place("blue.giver")[0].id
    await gathering.do("Ada", wire.MovePerson(person=bot))
    await gathering.do("Ada", wire.AddBot(place="blue.giver"))
    assert gathering.state.at_place("blue.giver")[0].bot


# ---------------------------------------------------------------------------------------------------------------------
# Asking, and being asked


async def test_a_request_is_shown_to_those_who_have_a_say_and_to_nobody_else(gathering: Gathering) -> None:
    await classic(gathering)
    eve = await comes(gathering, "Eve")
    await gathering.do("Ada", wire.Stand())
    await gathering.do("Eve", wire.RequestPlace(place="red.giver"))
    ids = {name: gathering.persons[name] for name in ("Bob", "Cleo")}
    line = wire.PlaceRequestLine(eve, "red.giver", tuple(sorted(ids.values())), ())
    for name in ("Eve", "Bob", "Cleo"):
        assert gathering.readers[name].shown("requests") == (line,)
    for name in ("Ada", "Dan"):
        assert gathering.readers[name].shown("requests") == ()
    for name in ("Bob", "Cleo"):
        assert "admit" in gathering.readers[name].shown("may")
    await answers(gathering, "Bob", "Eve", "red.giver")
    assert gathering.readers["Eve"].shown("requests")[0].waits_for == (ids["Cleo"],)
    assert "admit" not in gathering.readers["Bob"].shown("may")
    late = Reader(gathering.persons["Cleo"])
    await gathering.tables.enter(gathering.table, late)
    assert late.shown("requests")[0].person == eve


async def test_a_no_stands_until_the_next_clue(gathering: Gathering) -> None:
    await classic(gathering)
    await comes(gathering, "Eve")
    wish = wire.RequestPlace(place="red.guesser")
    await gathering.do("Eve", wish)
    await answers(gathering, "Bob", "Eve", "red.guesser", agree=False)
    assert gathering.readers["Bob"].shown("requests") == gathering.readers["Eve"].shown("requests") == ()
    assert await gathering.refused("Eve", wish) == "declined"
    assert await cant_answer(gathering, "Bob", "Eve", "red.guesser") == "nothing_to_answer"
    await gathering.clue()
    await gathering.do("Eve", wish)
    assert gathering.readers["Bob"].shown("requests")


async def test_who_knows_the_key_answers_when_nobody_guesses(gathering: Gathering) -> None:
    """A yes in time could be a sign."""
    await duet(gathering)
    await comes(gathering, "Eve")
    await gathering.do("Eve", wire.RequestPlace(place="b"))
    await gathering.do("Ada", wire.ClueMove(word="zebra", number=1, ply=0))
    assert "admit" not in gathering.readers["Ada"].shown("may")
    assert await cant_answer(gathering, "Ada", "Eve", "b") == "be_silent"
    await answers(gathering, "Bob", "Eve", "b")
    await gathering.guess("bystander")
    assert "admit" in gathering.readers["Ada"].shown("may")
    await answers(gathering, "Ada", "Eve", "b")
    assert place_of(gathering, "Eve") == "b"


@pytest.mark.parametrize("how", ["withdrawn", "another place", "left", "removed", "over", "returned"])
async def test_a_request_is_over(gathering: Gathering, how: str) -> None:
    await classic(gathering)
    eve = await comes(gathering, "Eve")
    await gathering.do("Ada", wire.Stand())
    await gathering.do("Eve", wire.RequestPlace(place="red.giver"))
    wishes: dict[str, tuple[str, Any]] = {
        "withdrawn": ("Eve", wire.WithdrawRequest()),
        "another place": ("Eve", wire.RequestPlace(place="blue.guesser")),
        "left": ("Eve", wire.Leave()),
        "removed": ("Ada", wire.Remove(person=eve)),
        "over": ("Ada", wire.Abandon()),
        "returned": ("Ada", wire.Sit(place="red.giver")),
    }
    await gathering.do(*wishes[how])
    assert gathering.readers["Bob"].shown("requests") == gathering.readers["Cleo"].shown("requests") == ()
    expected = "game_over" if how == "over" else "nothing_to_answer"
    assert await cant_answer(gathering, "Cleo", "Eve", "red.giver") == expected


async def test_a_locked_place_is_not_asked_for(gathering: Gathering) -> None:
    await classic(gathering)
    await comes(gathering, "Eve")
    await gathering.do("Ada", wire.Lock(place="red.guesser"))
    assert await gathering.refused("Eve", wire.RequestPlace(place="red.guesser")) == "place_locked"


async def test_when_one_of_those_who_were_asked_leaves_the_others_words_count(gathering: Gathering) -> None:
    await gathering.open("Ada", "Bob", "Cleo", "Dan", mode="coop")
    await gathering.seated(Ada="red_giver", Bob="red_guesser", Cleo="red_guesser", Dan="red_guesser")
    await gathering.do("Ada", wire.Leave())
    await comes(gathering, "Eve")
    await gathering.do("Eve", wire.RequestPlace(place="red.giver"))
    for name in ("Bob", "Cleo"):
        await answers(gathering, name, "Eve", "red.giver")
    await gathering.do("Dan", wire.Leave())
    assert "admit" in gathering.readers["Bob"].shown("may")
    await answers(gathering, "Bob", "Eve", "red.giver")
    assert place_of(gathering, "Eve") == "red.giver"


async def test_requests_and_answers_are_on_disk(gathering: Gathering) -> None:
    await classic(gathering)
    eve = await comes(gathering, "Eve")
    await gathering.do("Ada", wire.Stand())
    await gathering.do("Eve", wire.RequestPlace(place="red.giver"))
    await answers(gathering, "Bob", "Eve", "red.giver")
    state = await read_anew(gathering.another_service(), gathering.table)
    assert state.running and state.running.requests[eve].agreed == {gathering.persons["Bob"]}
    assert state.running.sat[gathering.persons["Ada"]] == {"red.giver"}


async def read_anew(tables: TableService, id: str) -> TableState:
    live, _ = await tables.registry.read(id)
    return live.state


# ---------------------------------------------------------------------------------------------------------------------
# A private window


async def test_those_who_answer_are_told_whose_device_it_looks_like(gathering: Gathering) -> None:
    await classic(gathering)
    await comes(gathering, "Eve")
    for name, device in (("Ada", "one"), ("Dan", "two"), ("Dan", "one"), ("Bob", "three"), ("Eve", "one")):
        await gathering.do(name, Presence(gathering.tables.node, here=True, device=device))
    await gathering.do("Eve", wire.RequestPlace(place="red.guesser"))
    assert gathering.readers["Bob"].shown("requests")[0].looks_like == ("Ada", "Dan")
    assert gathering.readers["Eve"].shown("requests")[0].looks_like == ()
    told = "".join(repr(reader.heard) for reader in gathering.readers.values())
    assert "'one'" not in told and "'three'" not in told


async def test_also_of_those_who_left_knowing_the_key(gathering: Gathering) -> None:
    await classic(gathering)
    await gathering.do("Cleo", Presence(gathering.tables.node, here=True, device="one"))
    await gathering.do("Cleo", wire.Leave())
    await comes(gathering, "Eve")
    await gathering.do("Eve", Presence(gathering.tables.node, here=True, device="one"))
    await gathering.do("Eve", wire.RequestPlace(place="red.guesser"))
    assert gathering.readers["Bob"].shown("requests")[0].looks_like == ("Cleo",)


async def test_a_device_is_noted_when_somebody_comes_with_it(gathering: Gathering) -> None:
    await gathering.open("Ada")
    ada = gathering.persons["Ada"]
    for device in ("phone", "laptop", "phone"):
        gathering.tables.note_device(ada, device)
        await gathering.tables.enter(gathering.table, Reader(ada))
        await gathering.settled()
    assert gathering.state.members[ada].devices == ("phone", "laptop")


async def test_the_key_stays_where_it_was_for_everybody_else(gathering: Gathering) -> None:
    await classic(gathering)
    await comes(gathering, "Eve")
    await gathering.do("Eve", wire.RequestPlace(place="blue.guesser"))
    await answers(gathering, "Dan", "Eve", "blue.guesser")
    for name in ("Bob", "Dan", "Eve"):
        assert set(known(gathering.readers[name])) == {(None,)}
