"""A server that was given an edition as one value: it is offered, and bots in other processes play it to the end."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from deckname import protocol as wire
from deckname.client import connect, new_device, open_table
from deckname.engine.record import final_table, parse_record
from tests.more_editions import EVERY_EDITION, MORE, PROGRAM
from tests.server.serving import Node, serving
from tests.servers import PATIENCE


@pytest.fixture(scope="module")
def node(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Node]:
    with serving(tmp_path_factory.mktemp("node"), program=PROGRAM, bots=1) as node:
        yield node


def test_it_is_in_the_catalogue_with_its_name_and_its_looks(node: Node) -> None:
    status, catalogue, _ = node.ask("GET", "/api/catalogue")
    offered = {edition["id"]: edition for edition in catalogue["editions"]}
    assert (status, list(offered)) == (200, list(EVERY_EDITION))
    assert offered["four-teams"]["name"] == "The Four of Them"
    assert offered["three-teams"]["looks"]["amber"] == {"colour": "amber", "pattern": "upright", "emblem": "topper"}


@pytest.mark.slow
@pytest.mark.parametrize("edition", MORE)
async def test_bots_play_it_to_the_end_and_leave_a_record(node: Node, edition: str) -> None:
    host = await new_device(node.address, "Host")
    table = await open_table(node.address, host, wire.SettingsForm(edition=edition, pace="quick"))
    seat = await connect([node.address], table, token=host, name="Host")
    await seat.send(wire.Stand())
    await seat.start(bots=True)
    await seat.until(lambda state: state.game is not None and state.game.situation.end is not None, PATIENCE)
    await seat.close()
    status, text, _ = node.ask("GET", f"/api/tables/{table}/games/1", token=host)
    record = parse_record(wire.encode(text), EVERY_EDITION)
    assert (status, final_table(record).outcome is not None) == (200, True)
    assert not node.complaints()
