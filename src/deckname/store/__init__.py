"""Where everything that must not be lost is kept: append-only logs, their secrets apart, and small documents."""

from deckname.store.store import Entry, Stale, Store, StoreError, StoreUnavailable, open_store

__all__ = ["Entry", "Stale", "Store", "StoreError", "StoreUnavailable", "open_store"]
