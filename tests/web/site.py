"""The real server with the built web app, on a loopback port, in a folder of its own."""

from __future__ import annotations

import contextlib
import sys
import tempfile
import urllib.request
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any

from deckname import assets
from tests.servers import Server, free_port

ALL_IS_MADE = MappingProxyType({"DECKNAME_WORKSHOP": "off"})


class Site(Server):
    """A house where people play; it can be stopped and opened again, with the same games."""

    def __init__(
        self,
        folder: Path,
        environment: Mapping[str, str] = ALL_IS_MADE,
        program: Sequence[str] = ("-m", "deckname"),
        take_back_seconds: int = 0,
    ) -> None:
        port = free_port()
        self.address = f"http://127.0.0.1:{port}"
        command = [sys.executable, *program, "serve", "--port", str(port), "--data", str(folder / "data")]
        command += ["--sockets-per-device", "64", "--take-back-seconds", str(take_back_seconds)]
        super().__init__(command, port, folder, environment)

    def _answers(self) -> bool:
        try:
            with urllib.request.urlopen(f"{self.address}/health", timeout=2) as answer:
                return bool(answer.status == 200)
        except OSError:
            return False


@contextlib.contextmanager
def open_site(**options: Any) -> Iterator[Site]:
    if not (assets.web() / "index.html").exists():
        raise RuntimeError("The web app is not built: `make test` does that first.")
    with tempfile.TemporaryDirectory(prefix="deckname-site-") as folder:
        site = Site(Path(folder), **options)
        with site.running():
            yield site
