"""How fast one person may go on, on all their sockets together: as much as on two, and less of what everybody hears.

What one socket may is found out before its messages are read (`sockets`, `traffic`). Here they have been.
"""

from __future__ import annotations

from collections.abc import Mapping

from deckname import protocol as wire
from deckname.server.limits import Buckets
from deckname.server.settings import Settings

_SOCKETS = 2.0
_SHARES: Mapping[type, float] = {
    wire.Say: 0.25,
    wire.Emote: 0.25,
    wire.Nudge: 0.1,
    wire.AtWork: 0.1,
    wire.ConfigureTable: 0.25,
    wire.Start: 0.1,
    wire.Again: 0.1,
}
"""By what somebody wants: how much of what one socket may send."""


class Pace:
    def __init__(self, settings: Settings) -> None:
        rate, burst = settings.commands_per_second, settings.commands_burst
        self._all = Buckets(rate * _SOCKETS, burst * _SOCKETS)
        self._of_kind = {kind: Buckets(rate * share, max(1.0, burst * share)) for kind, share in _SHARES.items()}

    def allows(self, person: str, request: wire.AnyRequest) -> bool:
        kind = self._of_kind.get(type(request))
        return self._all.take(person) and (kind is None or kind.take(person))
