"""A house that an older version has written opens, shows everybody what it showed, and its games go on."""

from __future__ import annotations

import json
import shutil
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from deckname import protocol as wire
from deckname.engine.model import Phase
from deckname.engine.record import final_table, parse_record
from tests.tables.gathering import Gathering, Reader

HOUSES = Path(__file__).parent / "houses"
VERSIONS = sorted(path.stem for path in HOUSES.glob("*.sqlite"))
TABLES = {version: json.loads((HOUSES / f"{version}.json").read_text("utf-8")) for version in VERSIONS}
EACH = [(version, label) for version in VERSIONS for label in TABLES[version]["tables"]]


@pytest.fixture
async def house(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Gathering]:
    version = request.param
    shutil.copy(HOUSES / f"{version}.sqlite", tmp_path / "deckname.sqlite")
    gathering = await Gathering.on_file(tmp_path)
    gathering.now = TABLES[version]["now"]
    yield gathering
    await gathering.close()


async def come_back(house: Gathering, version: str, label: str) -> dict[str, Any]:
    """Everybody of a table is connected again; what they were shown by the version that wrote it."""
    found = TABLES[version]["tables"][label]
    house.table, house.persons = found["table"], found["people"]
    for name, person in house.persons.items():
        if label == "several" and name == "Bo":  # who was removed
            continue
        house.readers[name] = Reader(person)
        await house.tables.enter(house.table, house.readers[name])
    shown: dict[str, Any] = found["states"]
    return shown


def test_there_is_a_house_of_the_first_version() -> None:
    assert "0.1.0" in VERSIONS


@pytest.mark.parametrize("house, label", EACH, indirect=["house"])
async def test_everybody_is_shown_what_they_were_shown(
    house: Gathering, label: str, request: pytest.FixtureRequest
) -> None:
    version = request.node.callspec.params["house"]
    for name, expected in (await come_back(house, version, label)).items():
        if name in house.readers:
            shown = json.loads(wire.encode(house.readers[name].heard[0]))
            assert is_part(expected, shown), name


def is_part(old: Any, new: Any) -> bool:
    """Whether all that was told then is told now. More may be told; who is connected where is no longer so, and places
    that could be taken in a running game are asked for, and so are those that bots have; and nobody is offered to talk
    where nobody would hear (G13).
    """
    if isinstance(old, dict) and isinstance(new, dict):
        if "open_places" in old:
            return is_part(without_places(old), new) and (
                {*old["open_places"]} <= {*new["open_places"], *new["askable_places"]}
            )
        if "may" in old:
            old = {**old, "may": [signal for signal in old["may"] if signal != "talk" or "talk" in new["may"]]}
        return all(name == "online" or (name in new and is_part(value, new[name])) for name, value in old.items())
    if isinstance(old, list) and isinstance(new, list):
        return len(old) == len(new) and all(map(is_part, old, new))
    return bool(old == new)


def without_places(told: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in told.items() if name != "open_places"}


@pytest.mark.parametrize("house, label", EACH, indirect=["house"])
async def test_its_games_go_on_to_the_end_and_to_the_next(
    house: Gathering, label: str, request: pytest.FixtureRequest
) -> None:
    version = request.node.callspec.params["house"]
    await come_back(house, version, label)
    if not house.state.members:  # it was opened, and nobody had come yet
        for name in house.persons:
            await house.do(name, wire.Join(name=name))
    host = next(name for name, person in house.persons.items() if person == house.state.host)
    if not house.state.running:
        await house.do(host, wire.Start(bots=True))
    number = house.game.number
    await play_on(house)
    await house.settled()
    assert house.game.table.phase is Phase.OVER
    assert json.loads(await house.tables.history.record(house.table, number))["format"] == "deckname-record/1"
    await house.do(host, wire.Again())
    assert house.game.number == number + 1 and house.state.running


async def play_on(house: Gathering) -> None:
    """As everybody at the table, bots too."""
    for member in house.state.members.values():
        house.persons[member.name] = member.id
    await house.play_on()


@pytest.mark.parametrize("house, version", [(version, version) for version in VERSIONS], indirect=["house"])
async def test_what_people_have_played_is_kept(house: Gathering, version: str) -> None:
    for whose, games in TABLES[version]["history"].items():
        label, _, name = whose.partition("/")
        person = TABLES[version]["tables"][label]["people"][name]
        found = json.loads(wire.encode((await house.tables.history.games_of(person, limit=20)).games))
        assert is_part(games, found)
        for game in games:
            record = parse_record(await house.tables.history.record(game["table"], game["number"]))
            assert final_table(record).phase is Phase.OVER
