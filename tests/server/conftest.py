"""Servers that the tests of a module share."""

from collections.abc import Iterator

import pytest

from tests.server.serving import Node, serving


@pytest.fixture(scope="module")
def node(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Node]:
    """A server with room for everything that a test wants."""
    with serving(tmp_path_factory.mktemp("node")) as running:
        yield running
        assert running.complaints() == []


@pytest.fixture(scope="module")
def narrow(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Node]:
    """A server that allows little of anything."""
    limits = {
        "tables_per_device": 2,
        "people_per_table": 5,
        "sockets_per_device": 2,
        "commands_per_second": 1,
        "commands_burst": 10,
        "message_size": 1024,
    }
    with serving(tmp_path_factory.mktemp("narrow"), **limits) as running:
        yield running
        assert running.complaints() == []
