"""Whether any version that we have locked is known to be vulnerable: `make audit`.

Asks pip-audit for the Python packages and npm for those of the web app. Where no database of advisories can be reached
it says so and is content: a closed network is no vulnerability. accepted-advisories.toml has what doesn't concern us,
each with a day on which that is asked again.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Collection, Iterator
from datetime import UTC, date, datetime
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
LOCKS = ("requirements-dev.lock", "workshop/requirements.lock")  # the first has all that the others pin
ACCEPTED = ROOT / "tools" / "accepted-advisories.toml"
_OUT_OF_REACH = ("requests.exceptions.", "ConnectionError", "ServiceError")
SECONDS = "10"


class OutOfReach(Exception):  # noqa: N818
    """Nobody answers who would know; or the one named is not installed, who would ask."""


class Finding(NamedTuple):
    package: str
    ids: frozenset[str]
    """Of one vulnerability: databases give it several."""


def main() -> int:
    accepted, overdue = read_accepted(ACCEPTED, datetime.now(UTC).date())
    found: list[Finding] = []
    for name, ask in (("Python", _python_findings), ("npm", _npm_findings)):
        try:
            found += ask()
        except OutOfReach as missing:
            print(f"{name} packages were not audited: {str(missing) or 'no database of advisories can be reached'}.")
    open_ = [finding for finding in found if not finding.ids & accepted]
    for finding in open_:
        print(f"{finding.package} is known to be vulnerable: {', '.join(sorted(finding.ids))}", file=sys.stderr)
    for id in sorted(overdue):
        print(f"{id} was accepted until a day that is past: look at it again ({ACCEPTED.name})", file=sys.stderr)
    return 1 if open_ or overdue else 0


def read_accepted(file: Path, today: date) -> tuple[Collection[str], Collection[str]]:
    """The advisories that are accepted, and those that were."""
    accepted, overdue = set(), set()
    for entry in tomllib.loads(file.read_text("utf-8")).get("accepted", []):
        if not entry["why"]:
            raise ValueError(f"{entry['id']} is accepted without a reason")
        (accepted if today <= entry["until"] else overdue).add(entry["id"])
    return accepted, overdue


def _python_findings() -> Iterator[Finding]:
    for lock in LOCKS:
        with tempfile.TemporaryDirectory() as folder:
            result = Path(folder) / "found.json"
            done = _run(
                sys.executable, "-m", "pip_audit", "--vulnerability-service=osv", "--disable-pip", "--require-hashes",
                f"--requirement={ROOT / lock}", "--format=json", f"--output={result}", "--progress-spinner=off",
                f"--timeout={SECONDS}",
            )  # fmt: skip
            if not result.exists():
                raise _trouble("pip-audit", done.stderr)
            packages = json.loads(result.read_text("utf-8"))["dependencies"]
        for package in packages:
            for known in package.get("vulns", ()):
                yield Finding(f"{package['name']} {package['version']}", frozenset({known["id"], *known["aliases"]}))


def _npm_findings() -> Iterator[Finding]:
    done = _run("npm", "audit", "--json", "--package-lock-only", "--fetch-retries=0", cwd=ROOT / "web")
    try:
        answer = json.loads(done.stdout)
    except ValueError:
        raise _trouble("npm audit", done.stderr) from None
    if "vulnerabilities" not in answer:
        raise OutOfReach
    for name, known in answer["vulnerabilities"].items():
        for cause in known["via"]:
            if isinstance(cause, dict):  # else another package's, which is listed itself
                yield Finding(name, frozenset({cause["url"].rpartition("/")[2]}))


def _run(*command: str, cwd: Path = ROOT) -> subprocess.CompletedProcess[str]:
    try:
        return subprocess.run(command, cwd=cwd, capture_output=True, encoding="utf-8", check=False)
    except FileNotFoundError:
        raise OutOfReach(f"{command[0]} is not installed") from None


def _trouble(program: str, said: str) -> Exception:
    if any(sign in said for sign in _OUT_OF_REACH):
        return OutOfReach()
    return SystemExit(f"{program} failed:\n{said}")


if __name__ == "__main__":
    sys.exit(main())
