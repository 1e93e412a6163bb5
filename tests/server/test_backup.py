"""`deckname backup`, `restore` and `check` beside a real server, and what they say."""

from __future__ import annotations

import asyncio
import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from deckname.language import LANGUAGES, say
from deckname.store.store import SQLITE_NAME
from tests.server.serving import AT_ONCE, QuickNode, serving
from tests.server.test_outages import check_nothing_lost, evenings, stored
from tests.servers import PATIENCE, Postgres


def deckname(*arguments: object, language: str = "en", folder: Path | None = None) -> tuple[int, str, str]:
    command = [sys.executable, "-m", "deckname", *map(str, arguments)]
    environment = {**os.environ, "DECKNAME_LANGUAGE": language}
    done = subprocess.run(
        command, env=environment, capture_output=True, text=True, timeout=PATIENCE, check=False, cwd=folder
    )
    return done.returncode, done.stdout, done.stderr


async def test_a_backup_under_load_holds_every_move_that_was_acknowledged_before(tmp_path: Path) -> None:
    """And what it holds opens as a house of its own, in which the games go on."""
    node = QuickNode(tmp_path / "house", log_level="info", **AT_ONCE)
    copies = [tmp_path / f"{number}.sqlite" for number in range(3)]
    noted = []
    with node.running():
        async with evenings([node.address], tables=4) as playing:
            for copy in copies:
                await asyncio.gather(*(_played_on(evening) for evening in playing))
                noted.append({evening.table: [*evening.noted] for evening in playing})
                done = await asyncio.to_thread(deckname, "backup", copy, f"--data={node.data}")
                assert done == (0, say("en", "house.backed_up", file=copy) + "\n", "")
        await check_nothing_lost(playing, None, node.data)
    assert node.complaints() == []
    for copy, moves in zip(copies, noted, strict=True):
        data = tmp_path / copy.stem
        assert deckname("check", copy)[0] == 0
        assert deckname("restore", copy, f"--data={data}")[0] == 0
        with QuickNode(tmp_path / copy.stem / "node", data=data).running():
            pass
        for table, seen in moves.items():
            found = await stored(None, data, table)
            assert seen and all(found[game, ply] == what for game, ply, what in seen)


async def _played_on(evening) -> None:
    """Until the table has done a few moves more."""
    enough = len(evening.noted) + 5 if hasattr(evening, "noted") else 5
    async with asyncio.timeout(PATIENCE):
        while len(getattr(evening, "noted", ())) < enough:
            await asyncio.sleep(0.01)


def test_without_a_name_it_is_called_by_the_time_and_only_its_owner_can_read_it(tmp_path: Path) -> None:
    here = tmp_path / "here"
    here.mkdir()
    with serving(tmp_path) as node:
        assert deckname("backup", f"--data={node.data}", folder=here)[0] == 0
    (copy,) = here.iterdir()
    assert copy.name.startswith("deckname-2") and copy.suffix == ".sqlite"
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_running_server_keeps_its_house(tmp_path: Path, language: str) -> None:
    with serving(tmp_path) as node:
        assert deckname("backup", tmp_path / "copy", f"--data={node.data}")[0] == 0
        expected = say(language, "setting_error.data_in_use", folder=node.data, process=node.pid)
        said = deckname("restore", tmp_path / "copy", f"--data={node.data}", language=language)
        assert said == (2, "", f"deckname: {expected}\n")
        node.terminate()
        code, out, err = deckname("restore", tmp_path / "copy", f"--data={node.data}", language=language)
        (aside,) = node.data.glob("deckname-before-*.sqlite")
        told = [
            say(language, "house.restored", file=tmp_path / "copy"), say(language, "house.moved_aside", file=aside)
        ]  # fmt: skip
        assert (code, out.splitlines(), err) == (0, told, "")
        node.start()
        assert node.ask("GET", "/ready")[0] == 200


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("command", ["backup", "restore x", "check"])
def test_of_postgresql_other_tools_make_backups(
    postgres: Postgres, command: str, language: str, tmp_path: Path
) -> None:
    said = deckname(*command.split(), f"--database-url={postgres.url()}", language=language, folder=tmp_path)
    assert said == (2, "", f"deckname: {say(language, 'store_error.use_pg_dump')}\n")
    assert "pg_dump" in said[2]
    assert not [*tmp_path.iterdir()]


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_not_there_and_what_is_there_already_are_named(tmp_path: Path, language: str) -> None:
    house, taken = tmp_path / SQLITE_NAME, tmp_path / "taken"
    taken.write_text("")
    none = say(language, "store_error.no_file", file=house)
    for command in (("backup", tmp_path / "copy"), ("check",)):
        assert deckname(*command, f"--data={tmp_path}", language=language) == (2, "", f"deckname: {none}\n")
    assert not (tmp_path / "copy").exists()
    with serving(tmp_path) as node:
        expected = say(language, "store_error.file_exists", file=taken)
        said = deckname("backup", taken, f"--data={node.data}", language=language)
        assert said == (2, "", f"deckname: {expected}\n")
        assert deckname("backup", taken, f"--data={node.data}", "--replace")[0] == 0
        assert deckname("check", taken, language=language)[1] == say(language, "house.whole", file=taken) + "\n"
