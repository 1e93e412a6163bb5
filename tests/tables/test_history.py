"""What stays of games that are over: read page by page, and put aside so that tables open as fast as on day one."""

from __future__ import annotations

from typing import Any

import pytest

from deckname import protocol as wire
from deckname.engine.errors import Refused
from deckname.engine.record import parse_record
from deckname.store.store import Store, StoreUnavailable
from deckname.tables.stored import decode_snapshot
from tests.tables.gathering import Gathering, Reader


@pytest.fixture
def gathering(anywhere: Gathering) -> Gathering:
    return anywhere


FOUR = {"Ada": "red.giver", "Bob": "red.guesser", "Cleo": "blue.giver", "Dan": "blue.guesser"}


async def play_games(gathering: Gathering, games: int) -> None:
    """So many to their end; the next one has begun."""
    await gathering.open(*FOUR)
    await gathering.seated(**FOUR)
    for _ in range(games):
        await gathering.play_on()
        await gathering.settled()
        gathering.now += 60
        await gathering.do("Ada", wire.Again())
        await gathering.settled()


async def test_games_are_read_page_by_page_the_newest_first(gathering: Gathering) -> None:
    await play_games(gathering, 5)
    ada, history = gathering.persons["Ada"], gathering.tables.history
    first = await history.games_of(ada, 2)
    second = await history.games_of(ada, 2, first.rest)
    third = await history.games_of(ada, 2, second.rest)
    assert [[game.number for game in page.games] for page in (first, second, third)] == [[5, 4], [3, 2], [1]]
    assert first.rest and second.rest and third.rest is None


async def test_a_page_says_who_played_what_and_how_it_ended(gathering: Gathering) -> None:
    await gathering.open(*FOUR)
    await gathering.seated(**FOUR)
    await gathering.play_on()
    await gathering.settled()
    (game,) = await gathering.games_of("Ada")
    outcome = gathering.game.table.outcome
    assert outcome
    assert {player.name: player.place for player in game.players} == FOUR
    assert (game.edition, game.place, game.reason) == ("classic", "red.giver", outcome.reason.value)
    assert game.won == ("red" in outcome.winners)
    assert sum(game.clues.values()) == len(gathering.game.table.log)


async def test_the_log_of_finished_games_is_put_aside(gathering: Gathering) -> None:
    await play_games(gathering, 3)
    log = await gathering.store.load(gathering.table)
    assert log.snapshot and not log.entries
    restored = decode_snapshot(log.snapshot.body)
    assert restored.put_aside == 3 and restored.game
    assert restored.game.began.number == 4 and not restored.game.played
    assert not any(name.startswith(("key:1", "key:2", "key:3")) for name in log.secrets) and "key:4" in log.secrets
    for number in (1, 2, 3):
        assert parse_record(await gathering.tables.history.record(gathering.table, number))


async def test_a_table_whose_past_was_put_aside_is_the_same_after_a_restart(gathering: Gathering) -> None:
    await play_games(gathering, 3)
    await gathering.clue()
    await gathering.settled()
    before, shown = gathering.state, Reader(gathering.persons["Bob"])
    await gathering.tables.enter(gathering.table, shown)
    gathering.tables = gathering.another_service()
    again = Reader(gathering.persons["Bob"])
    await gathering.tables.enter(gathering.table, again)
    after = gathering.state
    assert (after.seq, after.told, after.games, after.host) == (before.seq, before.told, before.games, before.host)
    assert after.game == before.game and after.settings == before.settings
    assert wire.encode(again.shown("game")) == wire.encode(shown.shown("game"))
    await gathering.play_on()
    await gathering.do("Ada", wire.Again())
    assert gathering.game.number == 5


class Halting:
    """A store that stops where it should have put something aside."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def __getattr__(self, name: str) -> Any:
        return getattr(self._store, name)

    async def compact(self, *_what: object) -> None:
        raise StoreUnavailable("failed", detail="on purpose")


async def test_a_restart_before_the_past_was_put_aside_loses_nothing_and_does_it_then(gathering: Gathering) -> None:
    whole = gathering.store
    gathering.store = Halting(whole)  # type: ignore[assignment]
    gathering.tables = gathering.another_service()
    await play_games(gathering, 2)
    gathering.store = whole
    assert (await gathering.store.load(gathering.table)).snapshot is None
    before = gathering.game
    gathering.tables = gathering.another_service()
    assert (await gathering.live()).state.game == before
    await gathering.settled()
    snapshot = (await gathering.store.load(gathering.table)).snapshot
    assert snapshot
    gathering.tables = gathering.another_service()
    assert (await gathering.live()).state.game == before
    assert [game.number for game in await gathering.games_of("Cleo")] == [2, 1]


async def test_nothing_is_put_aside_before_its_record_is_kept(
    gathering: Gathering, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def nothing(*_arguments: object) -> None:
        raise StoreUnavailable("failed", detail="on purpose")

    monkeypatch.setattr("deckname.tables.history._KEEP_AGAIN", (0.0,))
    monkeypatch.setattr(gathering.tables.history, "_keep", nothing)
    await play_games(gathering, 1)
    assert (await gathering.store.load(gathering.table)).snapshot is None
    monkeypatch.undo()
    assert parse_record(await gathering.tables.history.record(gathering.table, 1))


async def test_a_node_that_missed_what_was_put_aside_reads_the_table_anew(gathering: Gathering) -> None:
    gathering.tables = gathering.another_service(alone=False)
    await gathering.open(*FOUR)
    await gathering.seated(**FOUR)
    other, reader = gathering.another_service(alone=False), Reader(gathering.persons["Bob"])
    live = await other.enter(gathering.table, reader)
    await gathering.settled(other)
    for _ in range(2):
        await gathering.play_on()
        await gathering.settled()
        await gathering.do("Ada", wire.Again())
        await gathering.settled()
    assert live.state.games == 1
    await other.registry.heal()
    assert live.state.games == 3 and live.state.game == gathering.game
    assert reader.last(wire.StateMessage).table.game == 3
    await other.close()


async def test_who_asks_for_a_game_that_runs_or_never_was_is_refused(gathering: Gathering) -> None:
    await play_games(gathering, 1)
    for number, code in ((2, "game_running"), (7, "no_such_game")):
        with pytest.raises(Refused, match=code):
            await gathering.tables.history.record(gathering.table, number)


async def test_who_asks_for_a_game_that_can_not_be_has_nobody_read_the_log(
    gathering: Gathering, monkeypatch: pytest.MonkeyPatch
) -> None:
    await play_games(gathering, 2)

    async def read(_table: str) -> None:
        raise AssertionError("the log was read")

    monkeypatch.setattr(gathering.tables.registry, "read", read)
    await gathering.store.delete("record", f"{gathering.table}/1")
    for number in (0, 1, 4, 10**6):
        with pytest.raises(Refused, match="no_such_game"):
            await gathering.tables.history.record(gathering.table, number)
