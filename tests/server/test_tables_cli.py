"""`deckname tables`: whoever hosts a house sees what is closed there, and opens it again."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from deckname.server.settings import read_settings
from deckname.server.tables_cli import _run
from deckname.store import Store, open_store
from deckname.tables.closed import ClosedTables, Closing
from tests.test_cli import deckname

AT = 1_000_000.0


@pytest.fixture(params=["sqlite", "postgres"])
def where(request: pytest.FixtureRequest, tmp_path: Path) -> dict[str, str]:
    """The settings that name a house."""
    if request.param == "postgres":
        return {"DECKNAME_DATABASE_URL": request.getfixturevalue("postgres").new_database()}
    return {"DECKNAME_DATA": str(tmp_path)}


@pytest.fixture
async def house(where: dict[str, str], tmp_path: Path) -> AsyncIterator[Store]:
    """With two closed tables, and one that is open."""
    store = await open_store(where.get("DECKNAME_DATABASE_URL"), tmp_path, lambda: AT)
    closed = ClosedTables(store, lambda: AT)
    for table in ("early", "late", "open"):
        await store.append(table, 1, [b"opened"])
    await closed.add("early", Closing(1, 0.0, unfinished=False, title="Tuesday"))
    await closed.add("late", Closing(1, 0.0, unfinished=True, title=""))
    yield store
    await store.close()


async def deckname_tables(where: dict[str, str], restore: str | None = None) -> int:
    return await _run(read_settings(environment=where), restore, "en")


async def test_what_is_closed_is_listed(
    house: Store, where: dict[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert await deckname_tables(where) == 0
    assert capsys.readouterr().out.splitlines() == [
        "late  closed on 1970-01-12, kept for 28 more days",
        "early  closed on 1970-01-12, kept for 14 more days  Tuesday",
    ]
    assert await deckname_tables(where | {"DECKNAME_DELETE_AFTER_DAYS": "0"}) == 0
    assert "early  closed on 1970-01-12, kept for good  Tuesday" in capsys.readouterr().out


async def test_what_is_closed_is_opened_again(
    house: Store, where: dict[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert await deckname_tables(where, "open") == 1
    assert "no closed table is called open" in capsys.readouterr().err
    assert await deckname_tables(where, "early") == 0
    assert capsys.readouterr().out == "1 table is open again.\n"
    assert await house.listed("closed", "early") is None and await house.listed("closed", "late")
    assert await house.idle_logs(AT + 1) == ["late", "open"], "its time begins anew"
    assert await deckname_tables(where, "all") == 0
    assert await house.count("closed") == 0
    assert [await house.last_seq(table) for table in ("early", "late", "open")] == [1, 1, 1]
    assert await deckname_tables(where) == 0
    assert capsys.readouterr().out.endswith("No table is closed.\n")


@pytest.mark.parametrize("language", ["en", "fr", "de"])
def test_where_there_are_no_games_none_are_made(tmp_path: Path, language: str) -> None:
    code, out, err = deckname("tables", "--data", tmp_path / "none", language=language)
    assert (code, out, err.count("\n")) == (2, "", 1) and str(tmp_path / "none") in err
    assert not (tmp_path / "none").exists()
