"""What goes wrong with a store is counted always and told now and then."""

from __future__ import annotations

import inspect
import logging

import pytest

from deckname.store import Store, StoreUnavailable
from deckname.store.health import READS, TOLD_EVERY, WRITES, StoreHealth


def test_it_is_told_when_it_begins_while_it_lasts_and_when_it_is_over(caplog: pytest.LogCaptureFixture) -> None:
    times = iter((100.0, 101.0, 100.0 + TOLD_EVERY, 200.0))
    health = StoreHealth(lambda: next(times))
    error = StoreUnavailable("failed", detail="hidden")
    error.__cause__ = OSError(28, "hidden")
    with caplog.at_level(logging.INFO):
        for _ in range(3):
            health.failed("write", error)
        health.worked("read")
        health.worked("write")
        health.worked("write")
        health.failed("write", error)
    told = [(record.message, record.__dict__["kind"], record.__dict__["count"]) for record in caplog.records]
    assert told == [
        ("store.failed", "write", 1),
        ("store.failed", "write", 3),
        ("store.recovered", "write", 3),
        ("store.failed", "write", 4),
    ]
    assert {record.__dict__.get("error") for record in caplog.records} == {"OSError", None}
    assert "hidden" not in str([vars(record) for record in caplog.records])


async def test_everything_that_can_be_asked_is_watched() -> None:
    asked = {name for name, method in inspect.getmembers(Store, inspect.isfunction) if not name.startswith("_")}
    assert {*READS, *WRITES} == asked - {"close"}


async def test_a_store_that_was_closed_is_no_failure(store: Store) -> None:
    await store.close()
    with pytest.raises(StoreUnavailable):
        await store.put("record", "a", b"x")
    with pytest.raises(StoreUnavailable):
        await store.get("record", "a")
    assert store.health.failures == {"read": 0, "write": 0}
