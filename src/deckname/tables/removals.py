"""Who was sent away from a table, and who is kept out with them.

Whoever is sent away can't come back with the same device's token. The host may also keep out newcomers whose device
looks the same, or who come from the same address, for a while. Whoever is at the table stays, whatever they look like,
and who has had a place in the running game returns to it. It is no more than that: another network or another browser
looks otherwise.
"""

from __future__ import annotations

from deckname.engine.errors import Refused
from deckname.tables.events import Removal
from deckname.tables.imprints import fits
from deckname.tables.state import TableState


def in_force(state: TableState, now: float) -> list[Removal]:
    return [removal for removal in state.removed.values() if removal.until is None or now < removal.until]


def refusal(state: TableState, person: str, device: str | None, now: float) -> Refused | None:
    """Why somebody may not come to the table, if so."""
    if person in state.members:
        return None
    if own := next((removal for removal in in_force(state, now) if removal.person == person), None):
        return Refused("removed", **_until(own))
    if device is None or (state.running and person in state.running.sat):
        return None
    alike = (one for one in in_force(state, now) if any(fits(imprint, device) for imprint in one.imprints))
    found = next(alike, None)
    return Refused("kept_out", **_until(found)) if found else None


def _until(removal: Removal) -> dict[str, int]:
    return {} if removal.until is None else {"until": round(removal.until * 1000)}
