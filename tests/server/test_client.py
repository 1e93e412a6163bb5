"""The Python client where the server, or something before it, says no."""

from __future__ import annotations

import pytest

from deckname import protocol as wire
from deckname.client import Refused, connect, new_device, open_table
from tests.bots.model_server import ModelServer, raw
from tests.server.serving import Node


async def test_what_the_server_refuses_has_its_code(node: Node) -> None:
    token = await new_device(node.address)
    with pytest.raises(Refused) as refused:
        await open_table(node.address, token, wire.SettingsForm(edition="chess"))
    assert refused.value.code == "unknown_edition"


async def test_a_page_of_something_in_between_is_told_by_its_status() -> None:
    with ModelServer(raw(b"<h1>Bad gateway</h1>", 502)) as proxy, pytest.raises(Refused) as refused:
        await new_device(f"http://127.0.0.1:{proxy.server_port}")
    assert refused.value.code == "http_502"


async def test_a_token_that_nobody_was_given_leads_to_no_table(node: Node) -> None:
    table = await open_table(node.address, await new_device(node.address))
    with pytest.raises(Refused) as refused:
        await connect(node.address, table, token="made-up")
    assert refused.value.code == "no_device"
