"""What plays other processors, on whichever one this is."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tools import kernels

ROOT = Path(__file__).parents[1]


@pytest.mark.parametrize(
    ("features", "names"),
    [
        ({"SSE42"}, ["Nehalem"]),
        ({"SSE42", "AVX", "AVX2"}, ["Nehalem"]),
        ({"SSE42", "AVX2", "FMA3"}, ["Nehalem", "Haswell", "Zen"]),
        ({"SSE42", "AVX2", "FMA3", "AVX512F", "AVX512_SKX"}, ["Nehalem", "Haswell", "Zen", "SkylakeX"]),
        ({"NEON", "ASIMD"}, ["ARMV8"]),
        ({"NEON", "ASIMD", "ASIMDHP", "ASIMDDP"}, ["ARMV8", "NEOVERSEN1"]),
        ({"VSX", "VSX2"}, []),
    ],
)
def test_a_processor_runs_its_own_kernels_and_older_ones(features, names):
    assert kernels.runnable(features) == names


def test_every_run_computes_as_it_was_told_to():
    for name, setting in kernels.runs():
        assert collected_with(setting).returncode == 0, name


def test_a_run_that_computes_otherwise_is_refused():
    """A name that OpenBLAS has never heard is passed over in silence."""
    run = collected_with({kernels.CHOOSE: "Abacus"})
    assert run.returncode == pytest.ExitCode.USAGE_ERROR
    assert "asked for the kernel Abacus" in run.stderr


def collected_with(setting):
    command = [sys.executable, "-m", "pytest", "-p", "tools.kernels", "--collect-only", "tests/test_docs.py"]
    return subprocess.run(command, cwd=ROOT, env={**os.environ, **setting}, check=False, capture_output=True, text=True)


@pytest.mark.parametrize(("code", "failed"), [("assert True", 0), ("assert False", 2)])
def test_each_run_is_told_in_a_line_and_failures_are_counted(tmp_path, monkeypatch, capsys, code, failed):
    monkeypatch.setattr(kernels, "runs", lambda: [("one", {}), ("two", {})])
    (tmp_path / "test_it.py").write_text(f"def test_it():\n    {code}\n", "utf-8")
    assert kernels.main([str(tmp_path), "-p", "no:cacheprovider"]) == failed
    lines = capsys.readouterr().out.splitlines()
    told = [line.partition(": ")[0] for line in lines if line.startswith(("one: ", "two: "))]
    assert told == ["one", "two"]
    assert sum(line.endswith(": failed") for line in lines) == failed
