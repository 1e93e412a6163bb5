"""A picture is the same bytes on every machine: drawn here as other processors would draw it.

Another machine compares its pictures with `digests.txt`. When pictures change on purpose, write it anew with
`UPDATE_GOLDEN=1 pytest tests/cards/pictures/test_everywhere.py`.
"""

import json
import os
import platform
import subprocess
import sys
from functools import cache
from pathlib import Path

import cv2
import numpy as np
import pytest

pytestmark = pytest.mark.slow

DIGESTS = Path(__file__).with_name("digests.txt")
SAMPLE = (  # between them they use all that measures, blurs, bends and counts
    "picture:car-princess-pumpkin",
    "picture:cloudburst-dragon-cactus",  # follows an outline
    "picture:constellation-wolf-guitar",  # white on black
    "picture:flight-wizard-pencil",  # knows how its mount leans
    "picture:giant-hedgehog-church",  # a crowd that has to be traced more coarsely
    "picture:porthole-whale-cat",  # finds the roomiest place
    "picture:portrait-pear-top-hat",
    "treasure:drum",
    "treasure:elephant",
)
DRAW = """
import hashlib, json, sys
from pathlib import Path
import cv2, numpy
from workshop.pictures.gallery import draw_face
folder, *faces = sys.argv[1:]
digests = {face: hashlib.sha256(draw_face(face, Path(folder))).hexdigest() for face in faces}
print(json.dumps({"digests": digests, "numpy": numpy._core._multiarray_umath.__cpu_features__,
                  "opencv": cv2.getCPUFeaturesLine()}))
"""


def _numpy_features() -> list[str]:
    """What NumPy has code of its own for, and this processor can do."""
    core = np._core._multiarray_umath
    return [name for name in core.__cpu_dispatch__ if core.__cpu_features__[name]]


def _opencv_features(line: str) -> list[str]:
    """The same for OpenCV, which marks the former by * and what is missing by ?."""
    return [name[1:] for name in line.split() if name.startswith("*") and not name.endswith("?")]


def _without(numpy: list[str], opencv: list[str]) -> dict[str, str]:
    return {"NPY_DISABLE_CPU_FEATURES": " ".join(numpy), "OPENCV_CPU_DISABLE": ",".join(opencv)}


@cache
def _machines() -> dict[str, dict[str, str]]:
    """The environments that make this processor pass for another, as far as it can."""
    numpy, opencv = _numpy_features(), _opencv_features(cv2.getCPUFeaturesLine())
    wide = ("AVX512", "X86_V4")
    machines = {
        "the oldest": _without(numpy, opencv) | {"GLIBC_TUNABLES": "glibc.cpu.hwcaps=-AVX2,-FMA,-FMA4,-AVX512F"},
        "no library of Intel's": {"OPENCV_IPP": "disabled"},
        "two threads": {"OPENBLAS_NUM_THREADS": "2", "OMP_NUM_THREADS": "2"},
    }
    if platform.machine().lower() in ("x86_64", "amd64"):
        machines["the oldest"]["OPENBLAS_CORETYPE"] = "Nehalem"
        if np._core._multiarray_umath.__cpu_features__.get("AVX512_SKX"):
            narrow = _without(*([name for name in names if name.startswith(wide)] for names in (numpy, opencv)))
            machines["ten years old"] = narrow | {"OPENBLAS_CORETYPE": "Haswell"}
            machines["two threads"]["OPENBLAS_CORETYPE"] = "SkylakeX"
    return machines


def _drawn(machine: dict[str, str], icon_folder: Path) -> dict[str, str]:
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))} | machine
    command = [sys.executable, "-c", DRAW, str(icon_folder), *SAMPLE]
    told = json.loads(subprocess.run(command, env=environment, check=True, capture_output=True).stdout)
    for name in machine.get("NPY_DISABLE_CPU_FEATURES", "").split():
        assert not told["numpy"][name], "or else nothing would be tested"
    assert not {*_opencv_features(told["opencv"])} & {*machine.get("OPENCV_CPU_DISABLE", "").split(",")}
    digests: dict[str, str] = told["digests"]
    return digests


@pytest.fixture(scope="module")
def here(icon_folder: Path) -> dict[str, str]:
    return _drawn({}, icon_folder)


@pytest.mark.parametrize("machine", _machines())
def test_a_picture_is_the_same_bytes_on(machine: str, here: dict[str, str], icon_folder: Path):
    assert _drawn(_machines()[machine], icon_folder) == here


def test_a_picture_is_the_same_bytes_as_where_it_was_first_drawn(here: dict[str, str]):
    text = "".join(f"{digest}  {face}\n" for face, digest in here.items())
    if os.environ.get("UPDATE_GOLDEN"):
        DIGESTS.write_text(text, "utf-8")
    assert text == DIGESTS.read_text("utf-8")
