"""Games at a table: who may move, who may know, what is kept, and the next game."""

import asyncio
from typing import Any

import pytest

from deckname import protocol as wire
from deckname.engine.errors import Refused
from deckname.engine.model import GiveClue, Stop
from deckname.engine.record import final_table, parse_record
from deckname.store.store import Store, StoreUnavailable
from deckname.tables.commands import Play
from deckname.tables.presence import LIFE
from deckname.tables.service import Limits
from deckname.tables.table_settings import TableSettings
from tests.tables.gathering import Gathering, Reader

FOUR = {"Ada": "red.giver", "Bob": "red.guesser", "Cleo": "blue.giver", "Dan": "blue.guesser"}


async def classic(gathering: Gathering, **settings: object) -> Gathering:
    await gathering.open(*FOUR, **settings)
    return await gathering.seated(**FOUR)


def known(reader: Reader) -> list[tuple[str | None, ...]]:
    return [card.known for card in reader.shown("game").cards]


@pytest.mark.rule("G3")
async def test_only_spymasters_see_the_key(gathering: Gathering) -> None:
    await classic(gathering)
    face = [(identity,) for identity in gathering.game.key.layers[0]]
    assert known(gathering.readers["Ada"]) == known(gathering.readers["Cleo"]) == face
    assert set(known(gathering.readers["Bob"])) == set(known(gathering.readers["Dan"])) == {(None,)}


@pytest.mark.rule("G3", "D19")
async def test_in_duet_each_side_sees_its_own_face(gathering: Gathering) -> None:
    await gathering.open("Ada", "Bob", edition="duet")
    await gathering.seated(Ada="a", Bob="b")
    faces = gathering.game.key.layers
    assert [card[0] for card in known(gathering.readers["Ada"])] == list(faces[0])
    assert {card[1] for card in known(gathering.readers["Ada"])} == {None}
    assert [card[1] for card in known(gathering.readers["Bob"])] == list(faces[1])


@pytest.mark.rule("G3")
async def test_whoever_has_seen_the_key_cant_become_a_guesser(gathering: Gathering) -> None:
    await classic(gathering)
    await gathering.do("Ada", wire.Stand())
    assert await gathering.refused("Ada", wire.Sit(place="red.guesser")) == "knows_the_key"
    assert await gathering.refused("Ada", wire.Sit(place="blue.guesser")) == "knows_the_key"
    assert gathering.readers["Ada"].shown("you").open_places == ("red.giver",)
    assert set(known(gathering.readers["Ada"])) == {(None,)}
    await gathering.do("Ada", wire.Leave())
    await gathering.do("Ada", wire.Join(name="Ida"))
    assert await gathering.refused("Ada", wire.Sit(place="red.guesser")) == "knows_the_key"
    ada = wire.MovePerson(person=gathering.persons["Ada"], place="red.guesser")
    assert gathering.state.host == gathering.persons["Bob"]
    assert await gathering.refused("Bob", ada) == "knows_the_key"


@pytest.mark.rule("G3")
async def test_in_duet_one_cant_change_sides(gathering: Gathering) -> None:
    await gathering.open("Ada", "Bob", "Cleo", edition="duet")
    await gathering.seated(Ada="a", Bob="b", Cleo="b")
    assert await gathering.refused("Cleo", wire.Sit(place="a")) == "knows_the_key"
    await gathering.do("Cleo", wire.Stand())
    await gathering.do("Cleo", wire.Sit(place="b"))


async def test_a_guesser_may_become_spymaster_once(gathering: Gathering) -> None:
    await classic(gathering)
    await gathering.do("Ada", wire.Leave())
    await gathering.do("Bob", wire.RequestPlace(place="red.giver"))
    bob = gathering.persons["Bob"]
    await gathering.do("Cleo", wire.AnswerRequest(person=bob, place="red.giver", agree=True))
    assert set(known(gathering.readers["Bob"])) != {(None,)}
    assert await gathering.refused("Bob", wire.Sit(place="red.guesser")) == "knows_the_key"


async def test_a_move_decided_on_an_older_table_is_refused(gathering: Gathering) -> None:
    await classic(gathering)
    side = gathering.side_to_move()
    await gathering.clue()
    card = await gathering.guess(side)
    guesser = gathering.guesser(side)
    assert await gathering.refused(guesser, wire.GuessMove(card=(card + 1) % 25, ply=gathering.ply - 1)) == "stale"


async def test_moves_come_from_the_right_seat(gathering: Gathering) -> None:
    await classic(gathering)
    side = gathering.side_to_move()
    other = "blue" if side == "red" else "red"
    wish = wire.ClueMove(word="zebra", number=1, ply=0)
    assert await gathering.refused(gathering.giver(other), wish) == "not_your_turn"
    assert await gathering.refused(gathering.guesser(side), wish) == "not_your_turn"
    assert await gathering.refused(gathering.giver(side), wire.GuessMove(card=0, ply=0)) == "not_now"
    name = gathering.giver(side)
    await gathering.do(name, wire.Stand())
    assert await gathering.refused(name, wish) == "no_place"


async def test_a_move_tells_what_changed_and_what_one_may_do(gathering: Gathering) -> None:
    await classic(gathering)
    side = gathering.side_to_move()
    await gathering.clue("zebra", 2)
    card = await gathering.guess(side)
    moved = gathering.readers[gathering.guesser(side)].last(wire.Moved)
    assert [event.event for event in moved.events] == ["CardTouched"]
    assert moved.cards == (wire.CardChange(card, side, side, ()),)
    assert moved.line.touched == (wire.TouchLine(card, side, side),)
    assert moved.situation.guesses_left == 2
    assert moved.legal[f"{side}.guesser"].stop
    assert gathering.readers[gathering.giver(side)].last(wire.Moved).legal == {}


@pytest.mark.rule("G10")
async def test_after_the_game_everything_is_shown_and_the_record_kept(gathering: Gathering) -> None:
    await classic(gathering)
    with pytest.raises(Refused, match="game_running"):
        await gathering.tables.history.record(gathering.table, 1)
    await gathering.play_on()
    await gathering.settled()
    assert known(gathering.readers["Bob"]) == [(identity,) for identity in gathering.game.key.layers[0]]
    record = parse_record(await gathering.tables.history.record(gathering.table, 1))
    assert final_table(record) == gathering.game.table
    thoughts = await gathering.tables.history.thoughts(gathering.table, 1)
    assert thoughts.people[gathering.persons["Ada"]] == "Ada"
    for number in (0, 2, 99):
        with pytest.raises(Refused, match="no_such_game"):
            await gathering.tables.history.record(gathering.table, number)


async def test_an_abandoned_game_is_over_and_shown(gathering: Gathering) -> None:
    await classic(gathering)
    assert await gathering.refused("Bob", wire.Abandon()) == "not_host"
    await gathering.do("Ada", wire.Abandon())
    assert gathering.readers["Bob"].shown("game").situation.end.reason == "abandoned"
    assert set(known(gathering.readers["Bob"])) != {(None,)}
    assert await gathering.refused(gathering.giver("red"), wire.ClueMove(word="x", number=1, ply=0)) == "game_over"


async def test_everybody_keeps_the_games_they_played(gathering: Gathering) -> None:
    await classic(gathering)
    await gathering.play_on()
    await gathering.settled()
    winners = gathering.game.table.outcome.winners
    for name, place in FOUR.items():
        (played,) = await gathering.games_of(name)
        assert (played.table, played.number, played.place) == (gathering.table, 1, place)
        assert played.won == (place.split(".")[0] in winners)


@pytest.mark.rule("G10")
async def test_again_rotates_roles_and_deals_new_cards(gathering: Gathering) -> None:
    await classic(gathering)
    first = set(gathering.game.table.setup.cards)
    assert await gathering.refused("Ada", wire.Again()) == "game_running"
    await gathering.play_on()
    await gathering.do("Ada", wire.Again())
    assert gathering.game.number == 2
    assert not first & set(gathering.game.table.setup.cards)
    assert gathering.giver("red") == "Bob" and gathering.guesser("red") == "Ada"
    await gathering.play_on()
    await gathering.do("Ada", wire.Again(rotate=False))
    assert gathering.giver("red") == "Bob"


@pytest.mark.rule("G10", "P8")
async def test_again_with_the_other_faces_of_the_same_cards(gathering: Gathering) -> None:
    await gathering.open("Ada", "Bob", edition="family-easy", mode="coop", faces="front")
    await gathering.seated(Ada="red.giver", Bob="red.guesser")
    assert all(card.startswith("treasure:") for card in gathering.game.table.setup.cards)
    await gathering.play_on()
    await gathering.do("Ada", wire.Again(cards="other_faces"))
    assert not any(card.startswith("treasure:") for card in gathering.game.table.setup.cards)


async def test_a_trio_moves_on_by_one_place(gathering: Gathering) -> None:
    await gathering.open("Ada", "Bob", "Cleo", mode="trio")
    await gathering.seated(Ada="red.giver", Bob="blue.giver", Cleo="guesser")
    await gathering.play_on()
    await gathering.do("Ada", wire.Again())
    places = {member.name: member.place for member in gathering.state.members.values()}
    assert places == {"Ada": "blue.giver", "Bob": "guesser", "Cleo": "red.giver"}


@pytest.mark.parametrize("edition", ["classic", "duet", "pictures", "family-easy", "family-advanced"])
async def test_after_a_restart_everything_is_as_before(gathering: Gathering, edition: str) -> None:
    await gathering.open(*FOUR, edition=edition)
    await gathering.do("Ada", wire.Deal())
    await gathering.do("Ada", wire.Start())
    for _ in range(3):
        if gathering.state.running:
            await gathering.clue() if gathering.game.table.phase == "clue" else await gathering.do(
                gathering.due, wire.GuessMove(card=gathering.ply, ply=gathering.ply)
            )
    await gathering.settled()
    before = gathering.state
    gathering.tables = gathering.another_service()
    after = (await gathering.live()).state
    assert after.game == before.game
    assert {m.id: (m.name, m.place) for m in after.members.values()} == {
        m.id: (m.name, m.place) for m in before.members.values()
    }


async def test_two_nodes_and_one_table(gathering: Gathering) -> None:
    """Each thinks that it knows the table; the store decides, and whoever was second reads on."""
    await classic(gathering)
    pokes: list[tuple[str, int]] = []
    other = gathering.another_service(alone=False, poke=lambda table, seq: pokes.append((table, seq)))
    reader = Reader(gathering.persons["Bob"])
    await other.enter(gathering.table, reader)
    side = gathering.side_to_move()
    await gathering.clue()
    assert reader.shown("game").situation.ply == 0
    with pytest.raises(Refused, match="stale"):
        late = Play(GiveClue("late", 1), ply=0)
        await other.submit(gathering.table, gathering.persons[gathering.giver(side)], late)
    assert reader.last(wire.Moved).situation.ply == 1
    await gathering.guess(side)
    await other.registry.heal()
    assert reader.last(wire.Moved).situation.ply == 2
    guesser = gathering.persons[gathering.guesser(side)]
    assert await other.submit(gathering.table, guesser, Play(Stop(), ply=2)) == pokes[-1][1]
    await gathering.tables.registry.heard_of(*pokes[-1])
    assert gathering.ply == 3
    await other.close()


async def test_what_people_do_after_a_game_changes_nothing_of_its_history(gathering: Gathering) -> None:
    await classic(gathering)
    await gathering.play_on()
    await gathering.settled()
    played = {name: await gathering.games_of(name) for name in FOUR}
    thoughts = await gathering.tables.history.thoughts(gathering.table, 1)
    await gathering.do("Bob", wire.Sit(place="blue.guesser"))
    await gathering.do("Dan", wire.Sit(place="red.guesser"))
    await gathering.do("Cleo", wire.Rename(name="Cleopatra"))
    gathering.tables = gathering.another_service()
    await gathering.live()
    with pytest.raises(Refused, match="no_such_game"):
        await gathering.tables.history.record(gathering.table, 99)
    assert {name: await gathering.games_of(name) for name in FOUR} == played
    assert await gathering.tables.history.thoughts(gathering.table, 1) == thoughts


class Forgetful:
    """A store that keeps no documents for a while."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def __getattr__(self, name: str) -> Any:
        return getattr(self._store, name)

    async def put(self, *_document: object) -> None:
        raise StoreUnavailable("failed", detail="on purpose")


@pytest.mark.parametrize("swept", [False, True])
async def test_a_record_that_could_not_be_kept_is_made_later(
    gathering: Gathering, monkeypatch: pytest.MonkeyPatch, swept: bool
) -> None:
    monkeypatch.setattr("deckname.tables.history._KEEP_AGAIN", (0.0,))
    await classic(gathering)
    monkeypatch.setattr(gathering.tables.history, "_store", Forgetful(gathering.store))
    await gathering.play_on()
    await gathering.do("Ada", wire.Again())
    await gathering.settled()
    assert await gathering.store.keys("record") == []
    gathering.tables = gathering.another_service()
    if swept:
        gathering.let_pass(days=15)
        assert (await gathering.swept()).closed == 1
    assert parse_record(await gathering.tables.history.record(gathering.table, 1))
    assert len(await gathering.games_of("Ada")) == 1


async def test_my_tables_listings_and_codes(gathering: Gathering) -> None:
    await gathering.open("Ada", listed=True, title="Tuesday")
    await gathering.settled()
    (mine,) = await gathering.tables.directory.visited(gathering.persons["Ada"])
    assert (mine.table.id, mine.table.state.settings.title, mine.at) == (gathering.table, "Tuesday", gathering.now)
    (listed,) = await gathering.tables.directory.listed()
    assert (listed.id, listed.people) == (gathering.table, 1)
    code = await gathering.tables.directory.join_code(gathering.table, gathering.persons["Ada"])
    assert await gathering.tables.directory.table_for_code(code.lower()) == gathering.table
    for wrong in ("", "AAAAAA", "no such code", "ÄÖÜ"):
        with pytest.raises(Refused, match="no_such_code"):
            await gathering.tables.directory.table_for_code(wrong)
    with pytest.raises(Refused, match="not_joined"):
        await gathering.tables.directory.join_code(gathering.table, "stranger")
    await gathering.do("Ada", wire.ConfigureTable(settings=wire.SettingsForm()))
    await gathering.settled()
    assert await gathering.tables.directory.listed() == []


async def test_the_public_list_shows_what_is_new_and_forgets_what_is_old(gathering: Gathering) -> None:
    await gathering.open("Ada", listed=True, title="Monday")
    gathering.now += 60
    await gathering.open("Bob", listed=True, title="Tuesday")
    assert [table.title for table in await gathering.tables.directory.listed()] == ["Tuesday", "Monday"]
    assert [table.title for table in await gathering.tables.directory.listed(limit=1)] == ["Tuesday"]
    gathering.now += 86_400 - 30
    assert [table.title for table in await gathering.tables.directory.listed()] == ["Tuesday"]
    gathering.steady += 86_400
    await gathering.swept()
    assert await gathering.store.count("listed") == 1


async def test_ones_tables_are_shown_newest_first(gathering: Gathering) -> None:
    await gathering.open("Ada")
    ada, tables = gathering.persons["Ada"], [gathering.table]
    for _ in range(3):
        gathering.now += 60
        tables.append(await gathering.tables.directory.open_table(ada, TableSettings()))
        await gathering.tables.submit(tables[-1], ada, wire.Join(name="Ada"))
    await gathering.settled()
    assert [visit.table.id for visit in await gathering.tables.directory.visited(ada)] == tables[::-1]


async def test_a_person_opens_only_so_many_tables(gathering: Gathering) -> None:
    gathering.tables = gathering.another_service(limits=Limits(tables_per_person=2))
    await gathering.open("Ada")
    ada = gathering.persons["Ada"]
    second = await gathering.tables.directory.open_table(ada, TableSettings())
    await gathering.tables.submit(second, ada, wire.Join(name="Ada"))
    with pytest.raises(Refused, match="too_many_tables"):
        await gathering.tables.directory.open_table(ada, TableSettings())
    await gathering.store.drop_log(second)
    assert await gathering.tables.directory.open_table(ada, TableSettings())


async def test_a_table_that_everybody_has_left_makes_room_for_another(gathering: Gathering) -> None:
    gathering.tables = gathering.another_service(limits=Limits(tables_per_person=1))
    await classic(gathering)
    await gathering.play_on()
    for name in FOUR:
        await gathering.do(name, wire.Leave())
    with pytest.raises(Refused, match="too_many_tables"):  # they still look at it
        await gathering.tables.directory.open_table(gathering.persons["Ada"], TableSettings())
    for reader in gathering.readers.values():
        gathering.tables.exit(await gathering.live(), reader)
    assert await gathering.tables.directory.open_table(gathering.persons["Ada"], TableSettings())
    with pytest.raises(Refused, match="no_such_table"):
        await gathering.live()
    assert parse_record(await gathering.tables.history.record(gathering.table, 1))


async def test_nobody_opens_more_tables_by_asking_at_the_same_moment(gathering: Gathering) -> None:
    gathering.tables = gathering.another_service(limits=Limits(tables_per_person=1))
    await gathering.open("Ada")
    ada = gathering.persons["Ada"]
    asked = [gathering.tables.directory.open_table(ada, TableSettings()) for _ in range(5)]
    outcomes = await asyncio.gather(*asked, return_exceptions=True)
    assert [type(outcome) for outcome in outcomes] == [Refused] * 5


async def test_who_was_connected_to_a_node_that_died_is_seen_to_be_gone(gathering: Gathering) -> None:
    await gathering.open("Ada", "Bob")
    dead, bob = gathering.another_service(alone=False), gathering.persons["Bob"]
    await dead.show_life()
    gathering.tables.exit(await gathering.live(), gathering.readers["Bob"])
    await dead.enter(gathering.table, Reader(bob))
    await gathering.settled(dead)
    await gathering.tables.registry.heal()
    assert gathering.state.members[bob].node == dead.node
    gathering.now += LIFE / 2
    await gathering.tables.show_life()
    assert gathering.state.members[bob].online
    gathering.now += LIFE
    await gathering.tables.show_life()
    assert not gathering.state.members[bob].online
    await dead.close()
