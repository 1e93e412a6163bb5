"""What happens often is told now and then."""

import logging

import pytest

from deckname.seldom import TOLD_EVERY, Seldom


def test_each_kind_is_told_at_once_and_then_seldom(caplog: pytest.LogCaptureFixture) -> None:
    now = [0.0]
    seldom = Seldom(logging.getLogger("deckname.test"), lambda: now[0])
    for count in range(1, 4):
        seldom.warn("socket.flooded", "pings", count)
    seldom.warn("socket.flooded", "bytes", 1, client="192.0.2.1")
    now[0] = TOLD_EVERY
    seldom.warn("socket.flooded", "pings", 4)
    told = [(line.msg, line.kind, line.count) for line in caplog.records]  # type: ignore[attr-defined]
    assert told == [("socket.flooded", "pings", 1), ("socket.flooded", "bytes", 1), ("socket.flooded", "pings", 4)]
    assert caplog.records[1].__dict__["client"] == "192.0.2.1"
