"""Run tests once for each kind of processor that this one can play: `python tools/kernels.py -m floats tests/bots`.

The same sums differ in their last bits from processor to processor: OpenBLAS has a kernel for each, NumPy loops for
each, and all of them add in another order. A test that passes here by such a bit fails on somebody else's machine.
Kernels for older processors run on newer ones, too: so each of them is asked for by name, and once NumPy does with what
every processor has. All arguments are pytest's; the kernel that is taken without asking is left to the usual run.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest
from numpy._core import _multiarray_umath as numpy_core
from threadpoolctl import threadpool_info

ROOT = Path(__file__).parents[1]
KERNELS = {
    "Nehalem": {"SSE42"},
    "Haswell": {"AVX2", "FMA3"},
    "Zen": {"AVX2", "FMA3"},
    "SkylakeX": {"AVX512_SKX"},
    "ARMV8": {"ASIMD"},
    "NEOVERSEN1": {"ASIMDHP", "ASIMDDP"},
}
"""What a processor has to have for a kernel of OpenBLAS, in NumPy's words."""
CHOOSE, LEAVE_OUT = "OPENBLAS_CORETYPE", "NPY_DISABLE_CPU_FEATURES"
TELL = "from tools.kernels import taken; print(*taken())"


def features() -> set[str]:
    """What this processor has and NumPy makes use of."""
    return {name for name, there in numpy_core.__cpu_features__.items() if there}


def runnable(found: set[str]) -> list[str]:
    """The kernels for a processor that has these."""
    return [name for name, needed in KERNELS.items() if needed <= found]


def taken() -> set[str]:
    """The kernels that this process computes with."""
    return {str(library["architecture"]).casefold() for library in threadpool_info() if "architecture" in library}


def runs() -> Iterator[tuple[str, dict[str, str]]]:
    """What to call each run, and what it sets; a kernel that this OpenBLAS was built without is left out."""
    usual = _taken_with({})
    for name in runnable(features()):
        if name.casefold() in _taken_with({CHOOSE: name}) - usual:
            yield name, {CHOOSE: name}
    if optional := [name for name in numpy_core.__cpu_dispatch__ if name in features()]:
        yield f"NumPy without {', '.join(optional)}", {LEAVE_OUT: " ".join(optional)}


def _taken_with(setting: Mapping[str, str]) -> set[str]:
    told = subprocess.run(
        [sys.executable, "-c", TELL], cwd=ROOT, env=_environment(setting), check=True, capture_output=True, text=True
    )
    return set(told.stdout.split())


def _environment(setting: Mapping[str, str]) -> dict[str, str]:
    untouched = {name: value for name, value in os.environ.items() if name not in (CHOOSE, LEAVE_OUT)}
    return {**untouched, **setting}


def pytest_configure() -> None:
    """In each process of such a run, for we are its plugin: it computes as it was told to."""
    chosen, left_out = os.environ.get(CHOOSE), set(os.environ.get(LEAVE_OUT, "").split())
    if chosen and taken() != {chosen.casefold()}:
        raise pytest.UsageError(f"asked for the kernel {chosen}, computing with {', '.join(taken())}")
    if kept := left_out & features():
        raise pytest.UsageError(f"NumPy still makes use of {', '.join(kept)}")


def main(arguments: list[str]) -> int:
    """How many of the runs failed; what pytest says is shown of those alone."""
    failed = 0
    for name, setting in runs():
        command = [sys.executable, "-m", "pytest", "-p", "tools.kernels", *arguments]
        run = subprocess.run(command, cwd=ROOT, env=_environment(setting), check=False, capture_output=True, text=True)
        last = (run.stdout.strip().splitlines() or [""])[-1]
        print(f"{name}: {last}" if run.returncode == 0 else f"{run.stdout}{run.stderr}\n{name}: failed", flush=True)
        failed += run.returncode != 0
    return failed


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
