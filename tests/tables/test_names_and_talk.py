"""Names at a table look like nobody else's, and nothing that people write turns the words beside it."""

from __future__ import annotations

from pathlib import Path

import pytest

from deckname import protocol as wire
from deckname.tables import events
from deckname.tables.stored import decode_event, encode_event
from deckname.tables.table_settings import TableSettings
from tests.tables.gathering import Gathering, Reader

TURNED = "x\u202eevil\u2066\u2069"


async def come(gathering: Gathering, who: str) -> None:
    gathering.persons[who] = (await gathering.people.new_device())[1]


@pytest.mark.parametrize("name", ["alice", "Аlice", "AIice", "Ａｌｉｃｅ", "Alicẹ", "𝐀𝐥𝐢𝐜𝐞", "Alıce"])
async def test_a_name_that_looks_like_anothers_is_taken(gathering: Gathering, name: str) -> None:
    await gathering.open("Alice", "Bob")
    await come(gathering, "stranger")
    assert await gathering.refused("stranger", wire.Join(name=name)) == "name_taken"
    assert await gathering.refused("Bob", wire.Rename(name=name)) == "name_taken"
    await gathering.do("Alice", wire.Rename(name=name))


@pytest.mark.parametrize("hidden", ["\ufe0f", "\u034f", "\u3164", "\u17b4", "\u200b", "\u202e", "\u2800"])
async def test_a_name_with_something_unseen_is_refused(gathering: Gathering, hidden: str) -> None:
    await gathering.open("Alice", "Bob")
    await come(gathering, "stranger")
    assert await gathering.refused("stranger", wire.Join(name=f"Alice{hidden}")) == "invisible_name"
    assert await gathering.refused("stranger", wire.Join(name=hidden)) == "invisible_name"
    assert await gathering.refused("Bob", wire.Rename(name=f"B{hidden}ob")) == "invisible_name"


async def test_nobody_looks_like_a_bot_and_no_bot_like_anybody(gathering: Gathering) -> None:
    await gathering.open("Ada", "Mr Cоpperplate")  # with a Cyrillic о
    await gathering.do("Ada", wire.AddBot(place="red.giver"))
    assert [member.name for member in gathering.state.members.values()][-1] == "Mrs Mezzotint"
    await come(gathering, "stranger")
    assert await gathering.refused("stranger", wire.Join(name="MRS MEZZOTINT")) == "name_taken"


async def test_who_left_knowing_the_key_keeps_the_name(gathering: Gathering) -> None:
    await gathering.open("Ada", "Bob", "Cleo", "Dan")
    await gathering.seated(Ada="red_giver", Bob="red_guesser", Cleo="blue_giver", Dan="blue_guesser")
    await gathering.do("Cleo", wire.Leave())
    await come(gathering, "stranger")
    assert await gathering.refused("stranger", wire.Join(name="Сlеo")) == "name_taken"
    await gathering.do("Cleo", wire.Join(name="Somebody else"))
    assert gathering.state.members[gathering.persons["Cleo"]].name == "Cleo"


async def test_names_of_older_versions_stay_and_their_owners_come_back(gathering: Gathering, tmp_path: Path) -> None:
    """Two looked alike, one had something unseen, one is turned: the table opens, and they return to a running game."""
    await gathering.open("Ada", "Bob", "Cleo", "Dan")
    await gathering.seated(Ada="red_giver", Bob="red_guesser", Cleo="blue_giver", Dan="blue_guesser")
    older = {"Bob": "Аda", "Cleo": "Ada\u3164", "Dan": f"Dan{TURNED}"}
    written = [events.PersonRenamed(gathering.persons[who], name) for who, name in older.items()]
    await gathering.store.append(gathering.table, gathering.state.seq + 1, [encode_event(event) for event in written])
    again = gathering.tables = gathering.another_service()
    reader = Reader(gathering.persons["Ada"])
    await again.enter(gathering.table, reader)
    assert [person.name for person in reader.shown("people")] == ["Ada", "Аda", "Ada\u3164", "Danxevil"]
    await gathering.do("Cleo", wire.Leave())
    await gathering.do("Cleo", wire.Join(name="Cleo"))
    assert gathering.state.members[gathering.persons["Cleo"]].name == "Ada\u3164"


async def test_nothing_that_is_written_at_a_table_turns_its_neighbours(gathering: Gathering) -> None:
    await gathering.open("Ada", "Bob", "Cleo", "Dan")
    await gathering.do("Bob", wire.Say(text=f"hello {TURNED}"))
    assert gathering.readers["Ada"].last(wire.SaidNow).said.text == "hello xevil"
    assert await gathering.refused("Bob", wire.Say(text="\u202e\u2066")) == "nothing_said"
    wanted = wire.ConfigureTable(settings=wire.SettingsForm(title=TURNED))
    assert await gathering.refused("Ada", wanted) == "bad_title"
    await gathering.seated(Ada="red_giver", Bob="red_guesser", Cleo="blue_giver", Dan="blue_guesser")
    await gathering.clue(TURNED)
    moved = gathering.readers["Bob"].last(wire.Moved)
    assert moved.line.word == "xevil" and moved.events[0].word == "xevil"
    await gathering.do("Ada", wire.Abandon())
    await gathering.do("Ada", wire.Again())
    asked = wire.AskAboutClue(word=TURNED, number=1, ply=gathering.ply)
    await gathering.do(gathering.due, asked)
    assert gathering.state.question and gathering.state.question.word == "xevil"


def test_what_was_written_before_is_read_without_it() -> None:
    for event in (
        events.PersonJoined("p", TURNED),
        events.PersonSpoke(1.0, "p", "all", TURNED),
        events.SettingsChanged(TableSettings(title=TURNED)),
        events.QuestionAsked("red.giver", TURNED, 2),
    ):
        assert decode_event(encode_event(event)) == decode_event(encode_event(event).replace(TURNED.encode(), b"xevil"))
        assert TURNED not in str(decode_event(encode_event(event)))
