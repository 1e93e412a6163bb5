"""A log stays short whatever happens at its table, and nobody notices: neither now nor after a restart."""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import Any, get_args

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from deckname.engine.errors import Refused
from deckname.engine.model import Key
from deckname.engine.record import parse_record
from deckname.protocol import projection
from deckname.store.store import Log, StoreUnavailable
from deckname.tables import commands, events
from deckname.tables.bounds import SNAPSHOT_AFTER, TALK_KEPT
from deckname.tables.live import Before
from deckname.tables.snapshot import restore, snapshot_of
from deckname.tables.state import TableState
from deckname.tables.stored import decode_snapshot, encode_event, encode_snapshot
from tests.tables.gathering import Gathering, Reader
from tests.tables.random_evenings import CROWD, Evening

FOUR = {"Ada": "red.giver", "Bob": "red.guesser", "Cleo": "blue.giver", "Dan": "blue.guesser"}
MOST_BYTES = 1_000_000
STRANGER = "stranger"


@pytest.fixture
def gathering(anywhere: Gathering) -> Gathering:
    return anywhere


# ---------------------------------------------------------------------------------------------------------------------
# A state and its snapshot


def reread(state: TableState, secrets: dict[str, bytes]) -> TableState:
    """As another node would have it that finds nothing but the snapshot, and the key of the game that it holds."""
    body = encode_snapshot(snapshot_of(state))
    found = TableState(state.id)
    number = state.game.number if state.game else None
    found.learn({name: secret for name, secret in secrets.items() if name == f"key:{number}"})
    restore(found, decode_snapshot(body))
    return found


def facts(state: TableState) -> dict[str, Any]:
    """Everything that a state knows, in order; of keys only that of its game."""
    aside = ("remembered", "keys")
    known = {name: value for name, value in vars(state).items() if name not in aside}
    return {**known, "order": [[*state.members], [*state.pencil], [*state.removed]]}


def check_evening(seed: int, steps: int) -> Counter[str]:
    """What has happened on an evening at which a node read the table anew now and then."""
    evening = Evening(seed)
    other, seen = reread(evening.state, evening.secrets), Counter[str]()
    for _ in range(steps):
        before, before_there = Before.of(evening.state), Before.of(other)
        happened = evening.step()
        other.learn(evening.secrets)
        for event in happened:
            other.apply(event)
            seen[type(event).__name__] += 1
        assert facts(other) == facts(evening.state)
        if happened:
            readers = (*CROWD, STRANGER)
            said = projection.news(evening.state, before, happened, readers, evening.now)
            assert projection.news(other, before_there, happened, readers, evening.now) == said
        if evening.rng.random() < 0.2:
            other = reread(evening.state, evening.secrets)
            seen[evening.state.stage] += 1
            for reader in (*CROWD, STRANGER):
                shown = projection.complete(evening.state, reader, evening.now)
                assert projection.complete(other, reader, evening.now) == shown
    return seen


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 2**32), st.integers(1, 120))
def test_whoever_reads_a_snapshot_sees_and_hears_what_everybody_else_does(seed: int, steps: int) -> None:
    check_evening(seed, steps)


def test_all_that_can_happen_is_really_put_to_the_test() -> None:
    every = {kind.__name__ for kind in get_args(events.TableEvent)} - {"TableOpened"} | {"lobby", "game", "over"}
    seen: Counter[str] = Counter()
    seeds = iter(range(200))
    while every - set(seen):
        seen += check_evening(next(seeds), 150)


def test_a_snapshot_holds_no_key() -> None:
    """Whatever is redrawn of a key, the snapshot stays the same."""
    evening = Evening(3)
    game = evening.state.running
    assert game
    body = encode_snapshot(snapshot_of(evening.state))
    layers = [tuple(reversed(layer)) for layer in game.key.layers]
    game.key = Key(tuple(layers))
    assert encode_snapshot(snapshot_of(evening.state)) == body


# ---------------------------------------------------------------------------------------------------------------------
# A log in the store


async def chatter(gathering: Gathering, facts: int) -> None:
    """So many things happen that leave next to nothing behind, by one person, in a running game."""
    emotes: tuple[Any, ...] = ("bravo", "oops", "hmm", "laugh")
    for number in range(facts):
        match number % 4:
            case 0 | 1:
                await gathering.do("Bob", commands.Pencil(number // 4 % 25, number % 2 == 0))
            case 2:
                await gathering.do("Bob", commands.Say(text=f"{number} " + "ö" * 290))
            case _:
                await gathering.do("Bob", commands.Emote(emote=emotes[number // 4 % 4]))


def size(log: Log) -> int:
    return sum(len(entry.body) for entry in log.entries) + (len(log.snapshot.body) if log.snapshot else 0)


async def shown_to_all(gathering: Gathering) -> list[bytes]:
    live = await gathering.live()
    return [projection.complete(live.state, person, gathering.now) for person in gathering.persons.values()]


async def begun(gathering: Gathering) -> Gathering:
    """Eve guesses with Bob, and hears him."""
    await gathering.open(*FOUR, "Eve")
    await gathering.do("Eve", commands.Sit(place="red.guesser"))
    await gathering.seated(**FOUR)
    await gathering.clue()
    return gathering


async def test_a_log_stays_short_whatever_is_said_and_marked(gathering: Gathering) -> None:
    await begun(gathering)
    longest = heaviest = 0
    for _ in range(8):
        await chatter(gathering, SNAPSHOT_AFTER // 2)
        await gathering.settled()
        log = await gathering.store.load(gathering.table)
        longest, heaviest = max(longest, len(log.entries)), max(heaviest, size(log))
    assert gathering.state.seq > 4 * SNAPSHOT_AFTER
    assert longest <= SNAPSHOT_AFTER and heaviest <= MOST_BYTES
    before, told = await shown_to_all(gathering), gathering.state.told
    gathering.tables = gathering.another_service(alone=False)
    assert await shown_to_all(gathering) == before
    assert gathering.state.told == told and len(gathering.state.talk) == TALK_KEPT
    await gathering.play_on()
    await gathering.settled()
    assert parse_record(await gathering.tables.history.record(gathering.table, gathering.game.number))


async def test_a_log_that_was_let_grow_is_short_once_it_was_opened(
    gathering: Gathering, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of 30,000 entries, as older versions left them: who comes next reads no more than after 500."""
    await begun(gathering)
    bob, seq = gathering.persons["Bob"], gathering.state.seq
    marks = [encode_event(events.CardPencilled(bob, number // 2 % 25, number % 2 == 0)) for number in range(30_000)]
    await gathering.store.append(gathering.table, seq + 1, marks)
    applied: list[int] = []
    apply = TableState.apply

    def counted(state: TableState, event: events.TableEvent) -> None:
        applied[-1] += 1
        apply(state, event)

    monkeypatch.setattr(TableState, "apply", counted)
    shown = []
    for _ in range(2):
        applied.append(0)
        gathering.tables = gathering.another_service(alone=False)
        shown.append(await shown_to_all(gathering))
        await gathering.settled()
    assert applied[0] >= 30_000
    assert applied[1] <= SNAPSHOT_AFTER
    assert shown[0] == shown[1] and gathering.state.seq == seq + 30_000


async def test_however_many_ask_for_a_table_its_log_is_read_once(
    gathering: Gathering, monkeypatch: pytest.MonkeyPatch
) -> None:
    await begun(gathering)
    await gathering.do("Ada", commands.Abandon())
    await gathering.settled()
    number = gathering.state.games
    gathering.tables = gathering.another_service()
    tables, read, load = gathering.tables, list[str](), gathering.store.load

    async def counted(log: str, after: int = 0) -> Log:
        read.append(log)
        return await load(log, after)

    monkeypatch.setattr(gathering.store, "load", counted)
    visits = [tables.directory.visited(person) for person in gathering.persons.values()]
    records = [tables.history.record(gathering.table, number) for _ in range(20)]
    await asyncio.gather(*(tables.table(gathering.table) for _ in range(50)), *visits, *records)
    for other in (0, number + 1, 10**6):
        with pytest.raises(Refused, match="no_such_game"):
            await tables.history.record(gathering.table, other)
    assert read == [gathering.table]


async def test_a_node_that_fell_behind_within_a_game_reads_the_table_anew(gathering: Gathering) -> None:
    gathering.tables = gathering.another_service(alone=False)
    await begun(gathering)
    other, reader = gathering.another_service(alone=False), Reader(gathering.persons["Dan"])
    live = await other.enter(gathering.table, reader)
    await gathering.settled(other)
    for _ in range(2):
        await chatter(gathering, SNAPSHOT_AFTER)
        await gathering.settled()
    assert live.state.seq < gathering.state.seq - SNAPSHOT_AFTER
    await other.submit(gathering.table, gathering.persons["Bob"], commands.Say(text="from the other node"))
    await gathering.tables.registry.heal()
    assert facts(live.state) == facts(gathering.state)
    assert gathering.state.talk[-1].text == "from the other node"
    await gathering.play_on()
    await other.registry.heal()
    await gathering.settled(other)
    assert facts(live.state) == facts(gathering.state)
    await other.close()


async def test_a_game_that_ended_before_its_record_was_kept_is_in_the_snapshot(
    gathering: Gathering, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def nothing(*_arguments: object) -> None:
        raise StoreUnavailable("failed", detail="on purpose")

    monkeypatch.setattr("deckname.tables.history._KEEP_AGAIN", (0.0,))
    monkeypatch.setattr(gathering.tables.history, "_keep", nothing)
    await begun(gathering)
    number = gathering.game.number
    await gathering.do("Ada", commands.Abandon())
    for turn in range(SNAPSHOT_AFTER):
        await gathering.do("Bob", commands.Ready(ready=turn % 2 == 0))
    await gathering.settled()
    log = await gathering.store.load(gathering.table)
    assert log.snapshot and await gathering.store.get("record", f"{gathering.table}/{number}") is None
    gathering.tables = gathering.another_service()
    record = parse_record(await gathering.tables.history.record(gathering.table, number))
    assert record.moves == tuple(gathering.game.moves)


async def test_a_house_of_the_second_version_goes_on(gathering: Gathering) -> None:
    """Its entries, and a snapshot between two games."""
    await begun(gathering)
    await gathering.do("Ada", commands.Abandon())
    await gathering.settled()
    kept = snapshot_of(gathering.state)
    old = msgspec.json.decode(encode_snapshot(kept))
    old[0] = 2
    for later in ("talk", "pencil", "question", "clock", "game"):
        old[1].pop(later, None)
    await gathering.store.compact(gathering.table, kept.seq, msgspec.json.encode(old))
    said = encode_event(events.PersonSpoke(1.0, gathering.persons["Bob"], "all", "hello")).replace(b"[3,", b"[2,", 1)
    await gathering.store.append(gathering.table, kept.seq + 1, [said])
    gathering.tables = gathering.another_service()
    state = (await gathering.live()).state
    assert (state.seq, state.told, state.stage) == (kept.seq + 1, kept.told + 1, "lobby")
    assert [spoken.text for spoken in state.talk] == ["hello"]
    await gathering.do("Ada", commands.Start())
    assert gathering.game.number == kept.games + 1
    await gathering.play_on()
