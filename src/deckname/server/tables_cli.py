"""`deckname tables`: what was closed because nobody came for long, and how it is opened again.

A server may run beside it: it reads and writes the store, and no table in anybody's memory.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from math import ceil
from typing import TYPE_CHECKING

from deckname.language import say, user_language
from deckname.server.house_clock import HouseClock
from deckname.server.settings import SettingError, Settings, add_flags, read_settings
from deckname.store.store import SQLITE_NAME, Store, StoreError, open_store

if TYPE_CHECKING:  # other commands need no tables, and don't wait for them
    from deckname.tables.closed import ClosedTable, ClosedTables

SETTINGS = ("data", "database_url", "delete_after_days")
ALL = "all"


def add_commands(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    tables = commands.add_parser(
        "tables",
        help="list the tables that were closed, or open them again",
        description="List the tables that were closed because nobody had come for long, the newest first: the end of "
        "their link, when they were closed, when they will be deleted, their title. Whoever opens the link has the "
        "table back, too. Exit code 0: fine; 1: there is no such closed table; 2: the games can't be read.",
    )
    tables.add_argument("--restore", metavar="TABLE", help=f"open this one again; {ALL}: every one")
    add_flags(tables, user_language(), SETTINGS)
    tables.set_defaults(run=run_tables)


def run_tables(arguments: argparse.Namespace) -> int:
    language = user_language()
    try:
        return asyncio.run(_run(read_settings(arguments), arguments.restore, language))
    except (SettingError, StoreError) as error:
        print(f"deckname: {error.sentence(language)}", file=sys.stderr)
    return 2


async def _run(settings: Settings, restore: str | None, language: str) -> int:
    if not settings.database_url and not (settings.data / SQLITE_NAME).exists():
        raise SettingError("no_games", folder=settings.data)
    async with _opened(settings) as (store, closed):
        found = [table async for table in closed.all()]
        if restore is None:
            await _list(store, found, settings, language)
            return 0
        restored = [table.id for table in found if restore in (table.id, ALL) and await closed.restore(table.id)]
    if not restored and restore != ALL:
        print(f"deckname: {say(language, 'tables.not_closed', table=restore)}", file=sys.stderr)
        return 1
    print(say(language, "tables.restored", count=len(restored)))
    return 0


@asynccontextmanager
async def _opened(settings: Settings) -> AsyncIterator[tuple[Store, ClosedTables]]:
    from deckname.tables.closed import ClosedTables  # noqa: PLC0415

    clock = HouseClock()
    store = await open_store(settings.database_url, settings.data, clock)
    try:
        await clock.check(store, quiet=True)
        yield store, ClosedTables(store, clock)
    finally:
        await store.close()


async def _list(store: Store, found: list[ClosedTable], settings: Settings, language: str) -> None:
    from deckname.tables.upkeep import DAY, Keeping, last_note  # noqa: PLC0415

    keeping = Keeping(delete_after=settings.delete_after_days * DAY)
    open_for = (await last_note(store)).open_for
    for id, at, closing in found:
        told = {"table": id, "date": datetime.fromtimestamp(at, UTC).date(), "title": closing.title}
        if settings.delete_after_days:
            days = max(0, ceil(keeping.left(closing, open_for) / DAY))
            print(say(language, "tables.closed", count=days, **told).rstrip())
        else:
            print(say(language, "tables.kept", **told).rstrip())
    if not found:
        print(say(language, "tables.none"))
