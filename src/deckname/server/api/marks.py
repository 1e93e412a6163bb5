"""Phones at a real table that follow each other's marks."""

from __future__ import annotations

import msgspec

from deckname import protocol as wire
from deckname.gadget.marks import MarkRelay
from deckname.protocol.endpoints import ApiCall, endpoint

_CODES = ("not_found", "too_fast", "unavailable")


class MarksApi:
    def __init__(self, relay: MarkRelay) -> None:
        self._relay = relay

    @endpoint(
        "GET",
        "/api/marks/{sheets}",
        "What is marked on the phones at a real table",
        answer=wire.MarkSheets,
        refusals=_CODES,
    )
    async def marks(self, call: ApiCall) -> wire.MarkSheets:
        call.limit("marks")
        return await self._all(call.path["sheets"])

    @endpoint(
        "PUT",
        "/api/marks/{sheets}/{phone}",
        "Say what is marked on this phone; the answer has those of all",
        body=wire.MarkSheet,
        answer=wire.MarkSheets,
        refusals=("table_full", *_CODES),
    )
    async def mark(self, call: ApiCall) -> wire.MarkSheets:
        call.limit("marks")
        table, phone = call.path["sheets"], call.path["phone"]
        if await self._relay.is_new(table, phone):
            call.limit("sheets")
        await self._relay.write(table, phone, wire.encode(call.body))
        return await self._all(table)

    async def _all(self, table: str) -> wire.MarkSheets:
        sheets = await self._relay.read(table)
        return wire.MarkSheets(
            {phone: msgspec.json.decode(sheet, type=wire.MarkSheet) for phone, sheet in sheets.items()}
        )
