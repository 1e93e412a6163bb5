"""What is written down is read again, in the form of every version that ever wrote."""

from __future__ import annotations

import json
from typing import get_args

import msgspec
import pytest

from deckname.bots.player import Level
from deckname.engine import model
from deckname.engine.record import Move
from deckname.tables import events, stored
from deckname.tables.restored import RestoredMember, TableRestored
from deckname.tables.stored import decode_event, decode_snapshot, encode_event, encode_snapshot
from deckname.tables.table_settings import ClockSettings, TableSettings

SETTINGS = TableSettings(
    edition="duet", language="fr", options=model.Options(mission="cairo"), clock=ClockSettings(clue=60)
)
HAPPENED = (
    model.ClueGiven("red", "arbre", "unlimited"),
    model.CardTouched("red", 3, "red"),
    model.ClueChallenged("blue"),
    model.ChallengeWaived("blue"),
    model.CardCovered("blue", 4, "blue"),
    model.TokenSpent(model.TokenKind.CLOSED, model.TokenUse.LATE),
    model.SideCompleted("a"),
    model.SideOut("amber"),
    model.LastStretchBegan("red"),
    model.TurnEnded(None),
    model.SuddenDeathBegan(),
    model.GameEnded((), model.Reason.OUT_OF_TOKENS),
    model.MoveTakenBack("red", 7),
)
COMMANDS = (
    model.GiveClue("arbre", 2, approved=True),
    model.Guess(3),
    model.Stop(),
    model.Challenge(),
    model.Waive(),
    model.Cover(4),
    model.Undo(),
)


def test_every_event_of_the_engine_can_be_written() -> None:
    assert {type(event) for event in HAPPENED} == set(get_args(model.Event)) == set(stored._EVENTS.values())
    assert (
        {type(command) for command in COMMANDS}
        == {*get_args(model.Command), model.Undo}
        == set(stored._COMMANDS.values())
    )


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: type(command).__name__)
def test_moves_are_read_as_they_were_written(command: model.Command | model.Undo) -> None:
    seat = model.Seat("red", model.Role.GIVER)
    played = events.MovePlayed(12.5, None, Move(seat, command), HAPPENED)
    assert decode_event(encode_event(played)) == played


@pytest.mark.parametrize(
    "event",
    [
        events.TableOpened(1.0, "ada", SETTINGS),
        events.GameBegan(2.0, 1, ("A", "B"), None),
        events.PersonJoined("bot", "Bold", "bold"),
        events.PersonConnected("ada", "n1", "0f3a"),
        events.PersonSeated("ada", "red.giver"),
        events.PlaceRequested("ada", "red.giver"),
        events.RequestAnswered("ada", "bob", agree=False),
        events.RequestWithdrawn("ada"),
        events.PersonSpoke(3.0, "ada", "all", "Grüße, ça va ?"),
    ],
    ids=lambda event: type(event).__name__,
)
def test_other_events_too(event: events.TableEvent) -> None:
    body = encode_event(event)
    assert json.loads(body)[0] == stored.VERSION
    assert decode_event(body) == event


def test_tables_from_before_there_were_levels_keep_their_bots() -> None:
    body = b'[3,{"event":"table_opened","at":1.0,"host":"ada","settings":{"language":"fr"}}]'
    read = decode_event(body)
    assert isinstance(read, events.TableOpened)
    assert read.settings.level == Level.MERCILESS
    newer = events.SettingsChanged(TableSettings(level="even"))
    assert decode_event(encode_event(newer)) == newer


def test_a_setting_that_a_later_version_has_no_more_is_passed_over() -> None:
    body = json.loads(encode_event(events.TableOpened(1.0, "ada", SETTINGS)))
    body[1]["settings"]["music"] = "loud"
    read = decode_event(json.dumps(body, separators=(",", ":")).encode())
    assert isinstance(read, events.TableOpened) and read.settings == SETTINGS


def test_the_first_versions_facts_are_read() -> None:
    fact = {
        "fact": "played",
        "at": 5.0,
        "by": "ada",
        "seat": "red.giver",
        "do": "clue",
        "events": [{"event": "ClueGiven", "side": "red", "word": "tree", "number": 2}, {"event": "TurnEnded"}],
        "word": "tree",
        "number": 2,
    }
    assert decode_event(msgspec.json.encode(fact)) == events.MovePlayed(
        5.0,
        "ada",
        Move(model.Seat("red", model.Role.GIVER), model.GiveClue("tree", 2)),
        (model.ClueGiven("red", "tree", 2), model.TurnEnded(None)),
    )


@pytest.mark.rule("T19")
def test_the_third_versions_short_clocks_give_the_least_there_is() -> None:
    settings = b'{"clock":{"clue":5,"guess":60,"ends_itself":true}}'
    table, changed = (
        decode_event(b'[3,{"event":"table_opened","at":1.0,"host":"ada","settings":%b}]' % settings),
        decode_event(b'[3,{"event":"settings_changed","settings":%b}]' % settings),
    )
    snapshot = decode_snapshot(
        b'[3,{"event":"table_restored","seq":9,"told":8,"opened":1.0,"settings":%b,"host":"ada","members":[],"games":3}]'
        % settings
    )
    assert isinstance(table, events.TableOpened) and isinstance(changed, events.SettingsChanged)
    for read in (table, changed, snapshot):
        assert read.settings.clock == ClockSettings(clue=15, guess=60, ends_itself=True)


def test_a_later_version_is_refused_in_a_sentence() -> None:
    with pytest.raises(ValueError, match="version 99"):
        decode_event(b'[99,{"event":"person_nudged","person":"ada"}]')
    with pytest.raises(ValueError, match="version 99"):
        decode_snapshot(b'[99,{"event":"table_restored"}]')


def test_the_second_versions_snapshots_are_read() -> None:
    """There were none within a game."""
    written = (
        b'[2,{"event":"table_restored","seq":9,"told":8,"opened":1.0,"settings":{"language":"fr"},"host":"ada",'
        b'"members":[{"id":"ada","name":"Ada","place":"red.giver","seated":4,"devices":["0f"]}],"games":3,'
        b'"removed":["bob"],"locked":["blue.giver"]}]'
    )
    member = RestoredMember("ada", "Ada", place="red.giver", seated=4, devices=("0f",))
    read = decode_snapshot(written)
    assert read == TableRestored(
        9, 8, 1.0, TableSettings(language="fr"), "ada", (member,), 3, removed=("bob",), locked=("blue.giver",)
    )
    assert read.put_aside == 3
    assert decode_snapshot(encode_snapshot(read)) == read
