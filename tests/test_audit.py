"""The audit of what is locked, by the real tools, which ask a database on the loopback."""

from __future__ import annotations

import gzip
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest

from tools.audit import read_accepted

ROOT = Path(__file__).parents[1]
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not shutil.which("npm"), reason="needs npm, which comes with Node"),
]


class Advisories(BaseHTTPRequestHandler):
    """What is asked of OSV for one version, and of npm's registry for all at once."""

    python: str | None = None
    npm: str | None = None

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["content-length"]))
        asked = json.loads(gzip.decompress(body) if self.headers.get("content-encoding") == "gzip" else body)
        answer = self._npm(asked) if self.path.endswith("/bulk") else self._osv(asked)
        self.send_response(200)
        self.send_header("content-type", "application/json")
        self.end_headers()
        self.wfile.write(json.dumps(answer).encode())

    def _osv(self, asked: dict) -> dict:
        name = asked["package"]["name"]
        if name != self.python:
            return {}
        ranges = [{"type": "ECOSYSTEM", "events": [{"introduced": "0"}, {"fixed": "9999"}]}]
        affected = [{"package": {"name": name, "ecosystem": "PyPI"}, "ranges": ranges, "versions": [asked["version"]]}]
        return {"vulns": [{"id": "PYSEC-2026-1", "aliases": ["CVE-2026-1"], "summary": "bad", "affected": affected}]}

    def _npm(self, asked: dict) -> dict:
        if self.npm not in asked:
            return {}
        found = {
            "id": 1,
            "url": "https://example.org/advisories/GHSA-aaaa-bbbb-cccc",
            "title": "bad",
            "severity": "high",
        }
        return {self.npm: [{**found, "vulnerable_versions": "<9999", "cwe": [], "cvss": {"score": 9}}]}

    def log_message(self, *_: object) -> None:
        pass


@contextmanager
def database(python: str | None = None, npm: str | None = None) -> Iterator[str]:
    handler = type("Handler", (Advisories,), {"python": python, "npm": npm})
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


def audited(address: str, tmp_path: Path, **more: str) -> tuple[int, str, str]:
    told = {"PIP_AUDIT_OSV_URL": f"{address}/v1/query", "npm_config_registry": f"{address}/", "no_proxy": "127.0.0.1"}
    command = [sys.executable, "-m", "tools.audit"]
    environment = {**os.environ, **told, "npm_config_cache": str(tmp_path), **more}
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout, done.stderr


def test_a_database_that_knows_nothing_bad_of_us_is_no_news(tmp_path: Path) -> None:
    with database() as address:
        assert audited(address, tmp_path) == (0, "", "")


def test_a_version_that_is_known_to_be_vulnerable_fails(tmp_path: Path) -> None:
    with database(python="h11", npm="svelte") as address:
        code, out, err = audited(address, tmp_path)
    assert (code, out) == (1, "")
    assert "CVE-2026-1, PYSEC-2026-1" in err and "h11 " in err
    assert "svelte is known to be vulnerable: GHSA-aaaa-bbbb-cccc" in err


def test_a_closed_network_is_no_vulnerability(tmp_path: Path) -> None:
    code, out, err = audited("http://127.0.0.1:1", tmp_path)
    assert (code, err) == (0, "")
    sentence = "{} packages were not audited: no database of advisories can be reached."
    assert out.splitlines() == [sentence.format("Python"), sentence.format("npm")]


def test_a_machine_without_npm_audits_what_it_can(tmp_path: Path) -> None:
    with database(python="h11") as address:
        code, out, err = audited(address, tmp_path, PATH="")
    assert code == 1 and "h11 " in err
    assert out.strip() == "npm packages were not audited: npm is not installed."


def test_what_is_accepted_is_accepted_for_a_time(tmp_path: Path) -> None:
    file = tmp_path / "accepted.toml"
    file.write_text('[[accepted]]\nid = "CVE-2026-1"\nuntil = 2026-12-01\nwhy = "never called"\n')
    assert read_accepted(file, date(2026, 12, 1)) == ({"CVE-2026-1"}, set())
    assert read_accepted(file, date(2026, 12, 2)) == (set(), {"CVE-2026-1"})
    file.write_text('[[accepted]]\nid = "CVE-2026-1"\nuntil = 2026-12-01\nwhy = ""\n')
    with pytest.raises(ValueError, match="without a reason"):
        read_accepted(file, date(2026, 12, 1))


def test_what_we_accept_can_be_read() -> None:
    read_accepted(ROOT / "tools" / "accepted-advisories.toml", date(2026, 1, 1))
