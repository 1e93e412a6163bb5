"""Tables from outside: opening them, and finding the way to one."""

from __future__ import annotations

from deckname import protocol as wire
from deckname.protocol.endpoints import ApiCall, endpoint
from deckname.tables.directory import TableSummary, Visit, summary
from deckname.tables.service import TableService

_TABLE = "/api/tables/{table}"
_CODES = ("too_fast", "unavailable")


class TablesApi:
    def __init__(self, tables: TableService) -> None:
        self._tables, self._directory = tables, tables.directory

    @endpoint(
        "GET",
        "/api/me/tables",
        "The tables one has come to",
        answer=list[wire.MyTable],
        refusals=("no_device", *_CODES),
    )
    async def my_tables(self, call: ApiCall) -> list[wire.MyTable]:
        return [_mine(visit) for visit in await self._directory.visited(await call.person())]

    @endpoint(
        "POST",
        "/api/tables",
        "Open a table",
        body=wire.SettingsForm,
        answer=wire.TableLink,
        status=201,
        refusals=("no_device", "too_many_tables", "unknown_edition", *_CODES),
    )
    async def open_table(self, call: ApiCall) -> wire.TableLink:
        call.limit("tables")
        return _link_to(await self._directory.open_table(await call.person(), call.body.settings))

    @endpoint("GET", "/api/tables", "The tables that anybody may find", answer=list[wire.ListedTable], refusals=_CODES)
    async def listed(self, _call: ApiCall) -> list[wire.ListedTable]:
        return [_listed(found) for found in await self._directory.listed()]

    @endpoint("GET", _TABLE, "A table in a few words", answer=wire.ListedTable, refusals=("no_such_table", *_CODES))
    async def table(self, call: ApiCall) -> wire.ListedTable:
        return _listed(summary(await self._tables.table(call.path["table"])))

    @endpoint(
        "POST",
        f"{_TABLE}/code",
        "A few letters to read out",
        answer=wire.JoinCode,
        refusals=("no_device", "no_such_table", "not_joined", *_CODES),
    )
    async def new_code(self, call: ApiCall) -> wire.JoinCode:
        call.limit("codes")
        person = await call.person()
        return wire.JoinCode(await self._directory.join_code(call.path["table"], person))

    @endpoint(
        "POST",
        "/api/join",
        "The table that a code leads to",
        body=wire.JoinCode,
        answer=wire.TableLink,
        refusals=("no_such_code", *_CODES),
    )
    async def join_by_code(self, call: ApiCall) -> wire.TableLink:
        call.limit("codes")
        return _link_to(await self._directory.table_for_code(call.body.code))


def _link_to(table: str) -> wire.TableLink:
    return wire.TableLink(table, f"/t/{table}")


def _listed(found: TableSummary) -> wire.ListedTable:
    return wire.convert(found, wire.ListedTable)


def _mine(visit: Visit) -> wire.MyTable:
    state = visit.table.state
    return wire.MyTable(state.id, state.settings.title, state.settings.edition, state.stage, round(visit.at * 1000))
