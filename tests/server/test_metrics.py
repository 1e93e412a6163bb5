"""The figures, read back by a strict reader of Prometheus's text format."""

from __future__ import annotations

import math
import re
from pathlib import Path
from unittest.mock import Mock

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deckname.bots.workers.pool import PoolCounts
from deckname.protocol import projection
from deckname.server.house_clock import HouseClock
from deckname.server.metrics import Figures
from deckname.server.settings import Settings
from deckname.server.traffic import Traffic
from deckname.store import StoreUnavailable
from deckname.store.health import StoreHealth
from deckname.tables.service import TableService
from deckname.tables.upkeep import Swept

SAMPLE = re.compile(r"([a-zA-Z_]\w*)(?:\{(.*)\})? (\S+)")
LABEL = re.compile(r'([a-zA-Z_]\w*)="((?:[^"\\\n]|\\[\\"n])*)"(?:,|$)')
NOTHING: frozenset[tuple[str, str]] = frozenset()

Samples = dict[tuple[str, frozenset[tuple[str, str]]], float]


def parsed(text: str) -> tuple[Samples, dict[str, str]]:
    """Every sample, and the kind of every name; whatever is out of order or said twice is an error."""
    assert text.endswith("\n")
    samples: Samples = {}
    kinds: dict[str, str] = {}
    family = ""
    for line in text.split("\n")[:-1]:
        if line.startswith("# HELP "):
            family = line.split(" ")[2]
            assert family not in kinds
        elif line.startswith("# TYPE "):
            _, _, name, kind = line.split(" ")
            assert name == family
            kinds[family] = kind
        else:
            found = SAMPLE.fullmatch(line)
            assert found, line
            assert found[1].removeprefix(family) in ("", "_bucket", "_sum", "_count")
            key = found[1], frozenset(_labels(found[2] or ""))
            assert key not in samples
            samples[key] = float(found[3])
    return samples, kinds


def _labels(text: str) -> list[tuple[str, str]]:
    assert LABEL.sub("", text) == "", text
    unescape = {r"\\": "\\", r"\"": '"', r"\n": "\n"}
    return [(name, re.sub(r"\\.", lambda m: unescape[m[0]], value)) for name, value in LABEL.findall(text)]


def figures() -> Figures:
    counted = Figures(TableService(None, projection, clock=lambda: 0.0))  # type: ignore[arg-type]
    counts = PoolCounts(timeouts=1, queue_full=2, not_ready=3, failures=4, restarts=5)
    counted.watch_bots(Mock(counts=counts, waiting=7))
    counted.watch_sockets(Mock(waiting=8))
    traffic, store = Traffic(Settings(connections_per_address=1)), Mock(health=StoreHealth(), waiting=6)
    for kind in ("pings", "pieces", "pings"):
        traffic.flooded(kind, "192.0.2.1")
    traffic.too_late("body", "192.0.2.1")
    assert [traffic.enter("192.0.2.1") for _ in range(3)] == [True, False, False]
    store.health.failed("write", StoreUnavailable("failed", detail="disk full"))
    counted.watch_traffic(traffic)
    counted.watch_store(store)
    counted.watch_clock(HouseClock())
    return counted


def test_every_figure_has_its_name_and_kind() -> None:
    _, kinds = parsed(figures().text())
    assert {name: kind for name, kind in kinds.items() if name.startswith("deckname_")} == {
        "deckname_commands_total": "counter",
        "deckname_command_seconds": "histogram",
        "deckname_messages_sent_total": "counter",
        "deckname_sent_bytes_total": "counter",
        "deckname_slow_readers_total": "counter",
        "deckname_bot_moves_total": "counter",
        "deckname_bot_trouble_total": "counter",
        "deckname_bots_waiting": "gauge",
        "deckname_clues_left_total": "counter",
        "deckname_judges_waiting": "gauge",
        "deckname_outbox_bytes": "gauge",
        "deckname_floods_total": "counter",
        "deckname_late_total": "counter",
        "deckname_connections_refused_total": "counter",
        "deckname_store_failures_total": "counter",
        "deckname_store_waiting": "gauge",
        "deckname_tables_swept_total": "counter",
        "deckname_clock_behind_seconds": "gauge",
        "deckname_clock_skew_seconds": "gauge",
        "deckname_sockets": "gauge",
        "deckname_tables_in_memory": "gauge",
    }


def test_hosts_find_every_figure_in_the_docs() -> None:
    page = (Path(__file__).parents[2] / "docs" / "hosting.md").read_text("utf-8")
    _, kinds = parsed(figures().text())
    assert [name for name in kinds if name.startswith("deckname_") and f"`{name}`" not in page] == []


def test_what_is_counted_is_told() -> None:
    counted = figures()
    counted.done += 3
    counted.refused += 2
    counted.bad_message += 1
    counted.messages += 7
    counted.bytes += 300
    counted.slow_readers += 4
    counted.bot_moved("bureau")
    samples, _ = parsed(counted.text())
    outcomes = {"done": 3, "refused": 2, "bad_message": 1}
    for outcome, count in outcomes.items():
        assert samples["deckname_commands_total", frozenset({("outcome", outcome)})] == count
    assert samples["deckname_messages_sent_total", NOTHING] == 7
    assert samples["deckname_sent_bytes_total", NOTHING] == 300
    assert samples["deckname_slow_readers_total", NOTHING] == 4
    assert samples["deckname_bot_moves_total", frozenset({("by", "bureau")})] == 1


def test_what_troubles_bots_is_told_by_its_kind() -> None:
    samples, _ = parsed(figures().text())
    kinds = {"too_late": 1, "queue_full": 2, "not_ready": 3, "failed": 4, "restarted": 5}
    for kind, count in kinds.items():
        assert samples["deckname_bot_trouble_total", frozenset({("kind", kind)})] == count


def test_who_was_turned_away_and_what_the_store_could_not_do_is_told() -> None:
    samples, _ = parsed(figures().text())
    assert samples["deckname_floods_total", frozenset({("kind", "pings")})] == 2
    assert samples["deckname_floods_total", frozenset({("kind", "pieces")})] == 1
    assert samples["deckname_late_total", frozenset({("kind", "body")})] == 1
    assert samples["deckname_connections_refused_total", NOTHING] == 2
    assert samples["deckname_store_failures_total", frozenset({("kind", "write")})] == 1
    assert samples["deckname_store_failures_total", frozenset({("kind", "read")})] == 0
    assert samples["deckname_store_waiting", NOTHING] == 6


def test_what_was_swept_and_how_the_clocks_go_is_told() -> None:
    tables = TableService(None, projection, clock=lambda: 0.0)  # type: ignore[arg-type]
    tables.upkeep.swept = Swept(closed=3, deleted=2, restored=1)
    tables.upkeep.behind = 4000.0
    counted = Figures(tables)
    counted.watch_clock(HouseClock(system=iter((100.0, 107.0)).__next__, steady=lambda: 5.0))
    samples, _ = parsed(counted.text())
    for step, count in {"closed": 3, "deleted": 2, "restored": 1}.items():
        assert samples["deckname_tables_swept_total", frozenset({("step", step)})] == count
    assert samples["deckname_clock_behind_seconds", NOTHING] == 4000
    assert samples["deckname_clock_skew_seconds", NOTHING] == 7


def test_what_waits_is_told() -> None:
    samples, _ = parsed(figures().text())
    assert samples["deckname_bots_waiting", NOTHING] == 7
    assert samples["deckname_outbox_bytes", NOTHING] == 8
    assert samples["deckname_judges_waiting", NOTHING] == 0


@given(st.lists(st.floats(0, 20)))
def test_a_histogram_counts_what_is_at_most_so_large(values: list[float]) -> None:
    counted = figures()
    for value in values:
        counted.took(value)
    samples, _ = parsed(counted.text())
    for text, bound in (("0.001", 0.001), ("0.5", 0.5), ("10.0", 10), ("+Inf", math.inf)):
        bucket = samples["deckname_command_seconds_bucket", frozenset({("le", text)})]
        assert bucket == sum(value <= bound for value in values)
    assert samples["deckname_command_seconds_count", NOTHING] == len(values)
    assert samples["deckname_command_seconds_sum", NOTHING] == pytest.approx(sum(values))


def test_servers_in_one_process_count_each_for_themselves() -> None:
    one, other = figures(), figures()
    one.done += 1
    one.bot_moved("simple")
    samples, _ = parsed(other.text())
    assert samples["deckname_commands_total", frozenset({("outcome", "done")})] == 0
    assert "deckname_bot_moves_total" not in {name for name, _ in samples}


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="this system tells nothing of its processes")
def test_the_process_tells_about_itself() -> None:
    samples, kinds = parsed(figures().text())
    assert kinds["process_cpu_seconds_total"] == "counter"
    assert samples["process_resident_memory_bytes", NOTHING] > 1e6
    assert samples["process_open_fds", NOTHING] > 0
    assert samples["process_start_time_seconds", NOTHING] > 0
