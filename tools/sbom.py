"""The bill of materials of a wheel, in CycloneDX's JSON: what is in it, and what it needs.

The Python packages are those of requirements.lock, the npm packages those that the web app's build says it has bundled;
sources.toml has the data and art. What a package asks for and its licence are read off the environment that builds the
wheel, as far as it has them: `make wheel` has them all. Nothing in it depends on the time or the machine.

Needs the standard library and `packaging`, which Hatchling brings along.
"""

from __future__ import annotations

import json
import re
import tomllib
from base64 import b64decode
from collections.abc import Iterable, Iterator, Mapping
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path
from typing import Any, NamedTuple

from packaging.licenses import InvalidLicenseExpression, canonicalize_license_expression
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[1]
NAME = "deckname.cdx.json"
_PINNED = re.compile(r"^([\w.\-]+)(?:\[([\w.,\-]*)\])?==([^\s;\\]+)", re.MULTILINE)
_CLASSIFIER = "License :: OSI Approved :: "

Json = dict[str, Any]


class Pin(NamedTuple):
    version: str
    extras: tuple[str, ...]
    hashes: tuple[str, ...]
    """Of the files that may be installed, one per system."""


def written(folder: Path, version: str) -> Path:
    """Write the bill; where it is."""
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / NAME
    file.write_text(json.dumps(bill(version), indent=1, ensure_ascii=False) + "\n", "utf-8")
    return file


def bill(version: str) -> Json:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    locked = _locked(ROOT / "requirements.lock")
    needs = {name: sorted(_needs(name, locked[name][0].extras) & locked.keys()) for name in locked}
    required = _reached(_names(project["dependencies"]), needs)
    extras = project["optional-dependencies"].values()
    optional = _reached(_names(line for extra in extras for line in extra), needs) - required
    scopes = {
        name: "required" if name in required else "optional" if name in optional else "excluded" for name in locked
    }
    python = [_python_package(name, pin, scopes[name]) for name, pins in sorted(locked.items()) for pin in pins]
    house = f"pkg:pypi/deckname@{version}"
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.7",
        "version": 1,
        "metadata": {
            "component": {
                "type": "application", "bom-ref": house, "purl": house, "name": "deckname", "version": version,
                "description": project["description"], "licenses": [{"expression": project["license"]}],
            }
        },
        "components": [*python, *_bundled(), *_sources()],
        "dependencies": [
            {"ref": house, "dependsOn": _purls(_direct(project), locked)},
            *({"ref": purl, "dependsOn": _purls(asked, locked)}
              for name, asked in sorted(needs.items()) for purl in _purls([name], locked)),
        ],
    }  # fmt: skip


def _direct(project: Mapping[str, Any]) -> set[str]:
    extras = project["optional-dependencies"].values()
    return _names([*project["dependencies"], *(line for extra in extras for line in extra)])


def _locked(lock: Path) -> dict[str, list[Pin]]:
    """What a lock pins, by name: for different Pythons there may be different versions."""
    text = lock.read_text("utf-8")
    found = [*_PINNED.finditer(text)]
    ends = [*(match.start() for match in found[1:]), len(text)]
    pins: dict[str, list[Pin]] = {}
    for match, end in zip(found, ends, strict=True):
        hashes = set(re.findall(r"sha256:([0-9a-f]{64})", text[match.end() : end]))
        extras = tuple(filter(None, (match[2] or "").split(",")))
        pins.setdefault(str(canonicalize_name(match[1])), []).append(Pin(match[3], extras, tuple(sorted(hashes))))
    return pins


def _names(lines: Iterable[str]) -> set[str]:
    return {str(canonicalize_name(Requirement(line).name)) for line in lines} - {"deckname"}


def _here(name: str) -> Distribution | None:
    try:
        return distribution(name)
    except PackageNotFoundError:
        return None


def _needs(name: str, extras: tuple[str, ...]) -> set[str]:
    """What a package asks for, with these extras, on whatever system."""
    here = _here(name)
    lines = [Requirement(line) for line in (here.requires or [] if here else [])]
    return {
        str(canonicalize_name(line.name))
        for line in lines
        if line.marker is None
        or "extra ==" not in str(line.marker)
        or any(line.marker.evaluate({"extra": extra}) for extra in extras)
    }


def _reached(names: set[str], needs: Mapping[str, list[str]]) -> set[str]:
    found: set[str] = set()
    while new := names - found:
        found |= new
        names = {need for name in new for need in needs.get(name, ())}
    return found


def _purls(names: Iterable[str], locked: Mapping[str, list[Pin]]) -> list[str]:
    return [f"pkg:pypi/{name}@{pin.version}" for name in sorted(names) for pin in locked.get(name, ())]


def _python_package(name: str, pin: Pin, scope: str) -> Json:
    purl = f"pkg:pypi/{name}@{pin.version}"
    files = [{"alg": "SHA-256", "content": content} for content in pin.hashes]
    return {
        "type": "library", "bom-ref": purl, "purl": purl, "name": name, "version": pin.version, "scope": scope,
        **_licensed(_licence(name)),
        "externalReferences": [{"type": "distribution", "url": purl, "hashes": files}],
    }  # fmt: skip


def _licence(name: str) -> str:
    here = _here(name)
    if here is None:
        return ""
    stated = here.metadata.get("License-Expression") or here.metadata.get("License") or ""
    if "\n" in stated or len(stated) > 80 or not stated:  # a whole text, or nothing: the classifier is shorter
        classified = [line for line in here.metadata.get_all("Classifier") or () if line.startswith(_CLASSIFIER)]
        stated = classified[0].removeprefix(_CLASSIFIER) if classified else ""
    return stated


def _licensed(licence: str) -> Json:
    """As an SPDX expression where it is one, else as the package words it."""
    if not licence:
        return {}
    try:
        return {"licenses": [{"expression": canonicalize_license_expression(licence)}]}
    except InvalidLicenseExpression:
        return {"licenses": [{"license": {"name": licence}}]}


def _npm_package(name: str) -> Json:
    lock = json.loads((ROOT / "web" / "package-lock.json").read_text("utf-8"))["packages"][f"node_modules/{name}"]
    purl = f"pkg:npm/{name.replace('@', '%40')}@{lock['version']}"
    algorithm, _, content = lock["integrity"].partition("-")
    return {
        "type": "library", "bom-ref": purl, "purl": purl, "name": name, "version": lock["version"], "scope": "required",
        "hashes": [{"alg": algorithm.upper().replace("SHA", "SHA-"), "content": b64decode(content).hex()}],
        **_licensed(lock.get("license", "")),
    }  # fmt: skip


def _bundled() -> Iterator[Json]:
    """What the build of the web app says is in it."""
    built = json.loads((ROOT / "src" / "deckname" / "assets" / "web" / "licenses.json").read_text("utf-8"))
    for name in sorted(package["name"] for package in built):
        yield _npm_package(name)


def _sources() -> Iterator[Json]:
    """Data and art, each with the packages that carried it here."""
    locked = {**_locked(ROOT / "workshop" / "requirements.lock"), **_locked(ROOT / "requirements.lock")}
    for source in tomllib.loads((ROOT / "tools" / "sources.toml").read_text("utf-8"))["source"]:
        npm = [_npm_package(name) for name in source["in"] if name.startswith("@")]
        carriers = [*_purls(source["in"], locked), *(one["purl"] for one in npm)]
        version = source.get("version") or next((carrier.rpartition("@")[2] for carrier in carriers), "")
        yield {
            "type": "data", "bom-ref": f"source:{source['name']}", "name": source["name"], "version": version,
            **({"authors": [{"name": source["author"]}]} if "author" in source else {}),
            **_licensed(source["licence"]),
            "properties": [{"name": "deckname:carried-by", "value": carrier} for carrier in carriers],
        }  # fmt: skip
