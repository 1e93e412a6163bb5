"""A wheel has everything in it: installed without a network, a compiler or Node, a house is at its best at once.

And the image: the same file tree made by hand, started as its user, with nothing to write to but its data.
"""

from __future__ import annotations

import fcntl
import json
import os
import shlex
import shutil
import subprocess
import sys
import tomllib
from importlib.metadata import distributions
from pathlib import Path
from zipfile import ZipFile

import pytest
from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator
from packaging.utils import canonicalize_name

from deckname import assets

ROOT = Path(__file__).parents[1]
MB = 1_000_000
LARGEST_WHEEL, LARGEST_INSTALLED, LARGEST_DATA = 150 * MB, 300 * MB, 200 * MB
UNSHARE, SETPRIV, ROOTS = shutil.which("unshare"), shutil.which("setpriv"), os.getuid() == 0
ALONE = [UNSHARE or "unshare", *([] if ROOTS else ["--map-root-user"]), "--net", "--mount"]
USER = [SETPRIV or "setpriv", "--reuid=10001", "--regid=10001", "--clear-groups", "--no-new-privs"] if ROOTS else []

pytestmark = [
    pytest.mark.slow,
    pytest.mark.xdist_group("wheel"),
    pytest.mark.skipif(
        not shutil.which("unshare")
        or subprocess.run([*ALONE, "true"], capture_output=True, check=False).returncode != 0,
        reason="this machine lets nobody make a network namespace",
    ),
]


def run(*command: str | Path, **environment: str) -> str:
    done = subprocess.run([*map(str, command)], capture_output=True, text=True, check=False, env=environment or None)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One for all workers: what one of them has made there the others take."""
    own = tmp_path_factory.getbasetemp()
    folder = (own.parent if "PYTEST_XDIST_WORKER" in os.environ else own) / "wheel"
    folder.mkdir(exist_ok=True)
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        _install(_wheel(folder), folder)
    return folder


def _wheel(folder: Path) -> Path:
    """The one that `make wheel` makes."""
    if not (found := [*folder.glob("deckname-*.whl")]):
        run("make", "--directory", ROOT, "wheel", f"DIST={folder}")
        found = [*folder.glob("deckname-*.whl")]
    (wheel,) = found
    return wheel


def _install(wheel: Path, folder: Path) -> None:
    """Into an empty environment, behind a cut cable; what the wheel depends on lies beside it."""
    downloads, environment = folder / "downloads", folder / "environment"
    if (environment / "whole").exists():
        return
    pip = ("-m", "pip", "-q", "--disable-pip-version-check")
    run(sys.executable, *pip, "download", "--require-hashes", "-r", ROOT / "requirements.lock", "-d", downloads)
    run(sys.executable, "-m", "venv", environment)
    python = environment / "bin" / "python"
    run(
        *ALONE, python, *pip, "install", "--no-index", "--no-cache-dir", "--find-links", downloads, wheel,
        PATH=str(python.parent), HOME=str(folder),
    )  # fmt: skip
    shutil.rmtree(downloads)
    (environment / "whole").touch()


@pytest.fixture
def wheel(folder: Path) -> Path:
    return _wheel(folder)


@pytest.fixture
def installed(folder: Path) -> Path:
    return folder / "environment"


def size(folder: Path, leave_out: Path | None = None) -> int:
    files = [file for file in folder.rglob("*") if file.is_file() and not file.is_symlink()]
    return sum(file.stat().st_size for file in files if leave_out is None or not file.is_relative_to(leave_out))


def test_the_wheel_holds_everything_and_is_small_enough(wheel: Path) -> None:
    assert wheel.stat().st_size <= LARGEST_WHEEL
    names = ZipFile(wheel).namelist()
    held = [name.removeprefix("deckname/assets/") for name in names if name.startswith("deckname/assets/")]
    assert "web/index.html" in held
    assert len([name for name in held if name.startswith("pictures/")]) == len(assets.pictures()) == 480
    assert len([name for name in held if name.startswith("referee-")]) == 1
    assert len({name.partition("/")[0] for name in held if name.startswith("bots-")}) == 1
    for language in ("en", "fr", "de"):
        assert [name for name in held if name.startswith("bots-") and f"/{language}/" in name]
    assert not [name for name in names if "workshop" in name]


def test_the_bill_of_materials_names_all_that_is_in_it_and_all_that_it_needs(wheel: Path, installed: Path) -> None:
    """In the wheel (PEP 770), and the same beside it; valid by CycloneDX's own schema."""
    with ZipFile(wheel) as held:
        (name,) = [name for name in held.namelist() if ".dist-info/sboms/" in name]
        text = held.read(name).decode()
    assert name.endswith("/deckname.cdx.json") and (wheel.parent / "deckname.cdx.json").read_text("utf-8") == text
    assert JsonStrictValidator(SchemaVersion.V1_7).validate_str(text) is None
    bill = json.loads(text)
    listed = {part["purl"]: part for part in bill["components"] if "purl" in part}
    (packages,) = installed.glob("lib/python3*/site-packages")
    here = {canonicalize_name(found.name): found.version for found in distributions(path=[str(packages)])}
    assert here.pop("deckname") == bill["metadata"]["component"]["version"]
    for package, version in here.items():
        if package not in ("pip", "setuptools"):
            part = listed[f"pkg:pypi/{package}@{version}"]
            assert part["scope"] == "required" and part["licenses"] and part["externalReferences"][0]["hashes"]
    assert {part["name"] for purl, part in listed.items() if purl.startswith("pkg:npm/")} >= {"svelte", "uqr"}
    assert "timestamp" not in bill["metadata"] and "serialNumber" not in bill


def test_data_and_art_in_the_bill_are_those_of_the_notice() -> None:
    notice = " ".join((ROOT / "NOTICE").read_text("utf-8").split())
    drawn_from = (ROOT / "workshop" / "src" / "workshop" / "pictures" / "icons.py").read_text("utf-8")
    for source in tomllib.loads((ROOT / "tools" / "sources.toml").read_text("utf-8"))["source"]:
        assert source["name"] in notice
        assert all(carrier in notice or carrier.startswith("g2p2-") for carrier in source["in"])
        assert source["in"] or f'VERSION = "{source["version"]}"' in drawn_from


def test_what_is_installed_is_light(installed: Path) -> None:
    (packages,) = installed.glob("lib/python3*/site-packages")
    made = packages / "deckname" / "assets"
    assert size(made) <= LARGEST_DATA
    assert size(packages, leave_out=made) <= LARGEST_INSTALLED
    here = {path.name.partition("-")[0].lower() for path in packages.glob("*.dist-info")}
    heavy = {"deckname_workshop", "opencv_python_headless", "pandas", "scipy"}
    assert not here & {"asyncpg", "httpx", "pillow", "redis", "textual", *heavy}


def _opened_to_all(*needed: Path) -> str:
    """Some folders are kept shut by their owner: pytest's, and often the one with this Python. In the namespace there
    are others in their place that hold nothing but what is needed. To change the folders themselves would not do:
    whoever starts pytest beside us shuts them again.
    """
    shut = {above for path in needed for above in path.parents if not above.stat().st_mode & 0o001}
    outermost = {folder for folder in shut if shut.isdisjoint(folder.parents)}
    if not ROOTS or not outermost:
        return ""
    paths = [shlex.quote(str(path)) for path in needed]
    aside = [f"mkdir /mnt/{place} && mount --bind {path} /mnt/{place}" for place, path in enumerate(paths)]
    covered = [f"mount -t tmpfs -o mode=755 none {shlex.quote(str(folder))}" for folder in outermost]
    back = [f"mkdir -p {path} && mount --bind /mnt/{place} {path}" for place, path in enumerate(paths)]
    return " && ".join(["mount -t tmpfs none /mnt", *aside, *covered, *back, ""])


def visited(installed: Path, data: Path, *, read_only: bool) -> dict[str, object]:
    """What somebody finds in a house without a network, and perhaps with nowhere to write to but its data."""
    data.mkdir(mode=0o777)
    data.chmod(0o777)
    python = installed / "bin" / "python"
    environment = {
        "PATH": str(python.parent), "DECKNAME_DATA": str(data), "DECKNAME_CACHE": str(data / "cache"),
        "DECKNAME_BOT_PACE": "0", "PYTHONDONTWRITEBYTECODE": "1", "HOME": "/nonexistent",
    }  # fmt: skip
    serve = shlex.join([*USER, str(python.parent / "deckname"), "serve", "--port", "8000"])
    visit = shlex.join([str(python), str(ROOT / "tests" / "visit.py"), "http://127.0.0.1:8000"])
    locked = (
        f"mount --bind {shlex.quote(str(data))} {shlex.quote(str(data))} && mount -o remount,bind,ro / && "
        if read_only
        else ""
    )
    opened = _opened_to_all(Path(sys.base_prefix), installed, data, ROOT)
    given = shlex.join(f"{name}={value}" for name, value in environment.items())
    inside = (
        f"{opened}{locked}ip link set lo up || exit 9; env -i {given} {serve} >&2 & serving=$!;"
        f" {visit}; visited=$?; kill $serving; wait $serving; exit $visited"
    )
    return dict(json.loads(run(*ALONE, "sh", "-c", inside).splitlines()[-1]))


EVERYTHING = {
    "workshop": {"in_work": [], "trouble": None},
    "page": "<!doctype html>",
    "pictures": 480,
    "board": 20,
}


def test_a_house_without_a_network_is_at_its_best_from_the_first_second(installed: Path, tmp_path: Path) -> None:
    found = visited(installed, tmp_path / "data", read_only=False)
    picture, moved = found.pop("picture"), found.pop("moved")
    assert found == EVERYTHING
    assert isinstance(moved, list) and "bureau" in moved  # on a busy machine the simple bot may have been quicker
    assert isinstance(picture, list) and picture[:2] == ["image/svg+xml", "gzip"] and "immutable" in picture[2]


def test_as_an_image_it_runs_unprivileged_on_a_read_only_disk(installed: Path, tmp_path: Path) -> None:
    found = visited(installed, tmp_path / "data", read_only=True)
    assert {name: found[name] for name in EVERYTHING} == EVERYTHING
    assert isinstance(found["moved"], list) and "bureau" in found["moved"]
    assert (tmp_path / "data" / "deckname.sqlite").exists()


def test_the_referee_judges_there(installed: Path, tmp_path: Path) -> None:
    judge = ("judge", "--language", "fr", "--edition", "duet", "--board", "ROUAGE,CHIEN", "ROUE")
    answer = json.loads(run(*ALONE, installed / "bin" / "deckname", *judge, HOME=str(tmp_path), PATH="/nowhere"))
    assert (answer["verdict"], answer["complete"]) == ("invalid", True)


@pytest.mark.parametrize(
    ("command", "extra"),
    [
        (("terminal", "--edition", "duet"), "terminal"),
        (("serve", "--port", "0", "--database-url", "postgresql://localhost/none"), "postgres"),
        (("serve", "--port", "0", "--redis-url", "redis://localhost"), "redis"),
        (("serve", "--port", "0", "--llm-url", "http://localhost/v1", "--llm-model", "m"), "llm"),
        (("pictures", "check", "."), "packs"),
    ],
)
def test_what_needs_an_extra_names_it(installed: Path, tmp_path: Path, command: tuple[str, ...], extra: str) -> None:
    call = shlex.join([str(installed / "bin" / "deckname"), *command])
    environment = {"HOME": str(tmp_path), "LANG": "en", "DECKNAME_DATA": str(tmp_path / "data"), "TERM": "xterm"}
    typescript = ["script", "-qec", call, "/dev/null"] if extra == "terminal" else shlex.split(call)
    done = subprocess.run(typescript, capture_output=True, text=True, check=False, env={**os.environ, **environment})
    assert done.returncode == 2
    assert f"pip install 'deckname[{extra}]'" in done.stdout + done.stderr
