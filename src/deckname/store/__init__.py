"""Where everything that must not be lost is kept: logs with their snapshots, secrets apart, documents, and lists."""

from deckname.store.store import (
    Compacted,
    Entry,
    Listed,
    Log,
    Place,
    Snapshot,
    Stale,
    Store,
    StoreError,
    StoreUnavailable,
    open_store,
)

__all__ = [
    "Compacted",
    "Entry",
    "Listed",
    "Log",
    "Place",
    "Snapshot",
    "Stale",
    "Store",
    "StoreError",
    "StoreUnavailable",
    "open_store",
]
