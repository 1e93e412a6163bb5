"""The figures, read back by a strict reader of Prometheus's text format."""

from __future__ import annotations

import math
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deckname.server.metrics import Histogram, Registry, add_process

SAMPLE = re.compile(r"([a-zA-Z_]\w*)(?:\{(.*)\})? (\S+)")
LABEL = re.compile(r'([a-zA-Z_]\w*)="((?:[^"\\\n]|\\[\\"n])*)"(?:,|$)')

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


def test_counters_and_gauges() -> None:
    registry = Registry()
    moves = registry.counter("moves_total", "Moves,\nof all \\ kinds.")
    open_tables = registry.gauge("tables", "Open tables.")
    registry.gauge("asked", "Asked for.", lambda: 2.5)
    registry.counter("asked_total", "Asked for.", lambda: 7)
    moves.add()
    moves.add(2)
    open_tables.set(5)
    open_tables.add(-1)
    samples, kinds = parsed(registry.text())
    nothing: frozenset[tuple[str, str]] = frozenset()
    assert samples == {
        ("moves_total", nothing): 3,
        ("tables", nothing): 4,
        ("asked", nothing): 2.5,
        ("asked_total", nothing): 7,
    }
    assert kinds == {"moves_total": "counter", "tables": "gauge", "asked": "gauge", "asked_total": "counter"}
    assert "moves_total 3\n" in registry.text()


@given(st.dictionaries(st.tuples(st.text(), st.text()), st.floats(allow_nan=False)))
def test_labels_may_be_any_text(values: dict[tuple[str, str], float]) -> None:
    registry = Registry()
    family = registry.gauges("figure", "Some figure.", "one", "two")
    for labels, value in values.items():
        family.of(*labels).set(value)
    samples, _ = parsed(registry.text())
    assert samples == {
        ("figure", frozenset({("one", one), ("two", two)})): value for (one, two), value in values.items()
    }


@given(st.lists(st.floats(0, 20)))
def test_a_histogram_counts_what_is_at_most_so_large(values: list[float]) -> None:
    registry = Registry()
    times = registry.histogram("seconds", "How long.", bounds=(0.5, 1, 10))
    for value in values:
        times.observe(value)
    samples, kinds = parsed(registry.text())
    assert kinds == {"seconds": "histogram"}
    for text, bound in (("0.5", 0.5), ("1", 1), ("10", 10), ("+Inf", math.inf)):
        assert samples["seconds_bucket", frozenset({("le", text)})] == sum(value <= bound for value in values)
    assert samples["seconds_count", frozenset()] == len(values)
    assert samples["seconds_sum", frozenset()] == pytest.approx(sum(values))


def test_members_of_a_family_are_kept() -> None:
    registry = Registry()
    refused = registry.counters("refused_total", "Refused commands.", "code")
    assert refused.of("stale") is refused.of("stale")
    times = registry.histograms("wait_seconds", "How long.", "kind", bounds=(1,))
    times.of("a").observe(2)
    samples, _ = parsed(registry.text())
    assert samples["wait_seconds_bucket", frozenset({("kind", "a"), ("le", "+Inf")})] == 1


def test_not_a_number_and_beyond() -> None:
    registry = Registry()
    for name, value in (("a", math.nan), ("b", math.inf), ("c", -math.inf)):
        registry.gauge(name, "?").set(value)
    assert re.findall(r"^\w (.*)$", registry.text(), re.M) == ["NaN", "+Inf", "-Inf"]


def test_mistakes_in_the_code_are_told_at_once() -> None:
    registry = Registry()
    registry.gauge("tables", "Open tables.")
    with pytest.raises(ValueError, match="taken"):
        registry.gauge("tables", "Again.")
    with pytest.raises(ValueError, match="no name"):
        registry.gauge("open tables", "A space.")
    with pytest.raises(ValueError, match="no name"):
        registry.gauges("other", "A label with a dash.", "a-b")
    with pytest.raises(ValueError, match="_total"):
        registry.counter("moves", "Its name doesn't say so.")
    with pytest.raises(ValueError, match="Labels are code"):
        registry.counters("refused_total", "Refused.", "code").of("a", "b")
    with pytest.raises(ValueError, match="rise"):
        Histogram((1, 1))


def test_the_process_tells_about_itself() -> None:
    registry = Registry()
    add_process(registry)
    samples, kinds = parsed(registry.text())
    assert kinds["process_cpu_seconds_total"] == "counter"
    assert samples["process_cpu_seconds_total", frozenset()] > 0
    assert samples.get(("process_resident_memory_bytes", frozenset()), 1e9) > 1e6
