"""What `deckname serve` prints when it is ready: where to go."""

from __future__ import annotations

from deckname.server.settings import Settings


def show_addresses(settings: Settings, port: int) -> None:
    print(f"http://127.0.0.1:{port}", flush=True)
