"""The file as a whole: copied, looked through, brought back; and what is said where that can't be."""

from __future__ import annotations

import os
import sqlite3
import stat
from pathlib import Path

import apsw
import pytest

from deckname.store import StoreError, open_store
from deckname.store.backup import back_up, check, restore
from deckname.store.store import SQLITE_NAME


async def house(folder: Path, *bodies: bytes) -> Path:
    store = await open_store(None, folder)
    await store.append("log", 1, bodies)
    await store.close()
    return folder / SQLITE_NAME


async def kept(folder: Path) -> list[bytes]:
    store = await open_store(None, folder)
    found = [entry.body for entry in await store.read("log")]
    await store.close()
    return found


def refusal(code: str, call) -> str:
    with pytest.raises(StoreError) as refused:
        call()
    assert refused.value.code == code
    return str(refused.value)


def damage(file: Path) -> None:
    """Overwrite the middle of every page but the first."""
    content = bytearray(file.read_bytes())
    for page in range(4096, len(content), 4096):
        content[page : page + 200] = b"\xff" * 200
    file.write_bytes(content)


async def test_a_copy_has_what_is_only_in_the_wal_and_leaves_it_there(tmp_path: Path) -> None:
    """As after a crash, or while a server runs: the file itself has nothing yet."""
    store = await open_store(None, tmp_path / "a")
    await store.append("log", 1, [b"one", b"two"])
    file = tmp_path / "a" / SQLITE_NAME
    wal = Path(f"{file}-wal").read_bytes()
    back_up(file, tmp_path / "copy")
    assert Path(f"{file}-wal").read_bytes() == wal
    await store.append("log", 3, [b"three"])
    await store.close()
    assert not restore(tmp_path / "copy", tmp_path / SQLITE_NAME, tmp_path / "aside")
    assert await kept(tmp_path) == [b"one", b"two"]
    assert await kept(tmp_path / "a") == [b"one", b"two", b"three"]


@pytest.mark.parametrize("replace", [False, True])
async def test_a_copy_is_one_file_for_its_owner_alone(tmp_path: Path, replace: bool) -> None:
    file = await house(tmp_path / "a", b"one")
    target = tmp_path / "copies" / "copy.sqlite"
    target.parent.mkdir()
    if replace:
        target.write_text("something else")
        target.chmod(0o666)
    mask = os.umask(0)
    try:
        back_up(file, target, replace=replace)
    finally:
        os.umask(mask)
    assert [path.name for path in target.parent.iterdir()] == ["copy.sqlite"]
    assert stat.S_IMODE(target.stat().st_mode) == 0o600
    check(target)
    assert [path.name for path in target.parent.iterdir()] == ["copy.sqlite"]


async def test_nothing_is_overwritten_unasked(tmp_path: Path) -> None:
    file = await house(tmp_path / "a", b"one")
    target = tmp_path / "copy"
    target.write_text("something else")
    assert str(target) in refusal("file_exists", lambda: back_up(file, target))
    assert target.read_text() == "something else"


async def test_a_copy_that_fails_leaves_nothing_behind(tmp_path: Path) -> None:
    file = await house(tmp_path / "a", *[os.urandom(2000) for _ in range(50)])
    damage(file)
    target = tmp_path / "copies" / "copy"
    target.parent.mkdir()
    assert str(file) in refusal("file_damaged", lambda: back_up(file, target))
    assert not [*target.parent.iterdir()]
    target.write_text("the last one")
    refusal("file_damaged", lambda: back_up(file, target, replace=True))
    assert target.read_text() == "the last one"


async def test_what_cannot_be_written_is_named(tmp_path: Path) -> None:
    file = await house(tmp_path / "a", b"one")
    missing = tmp_path / "nowhere" / "copy"
    assert str(missing) in refusal("not_written", lambda: back_up(file, missing))


async def test_files_of_others_are_refused(tmp_path: Path) -> None:
    with sqlite3.connect(tmp_path / "theirs") as theirs:
        theirs.execute("create table x (y)")
    (tmp_path / "text").write_text("no database at all, but long enough to be taken for one" * 100)
    refusal("file_of_another", lambda: check(tmp_path / "theirs"))
    refusal("file_unusable", lambda: check(tmp_path / "text"))
    refusal("no_file", lambda: check(tmp_path / "nothing"))
    refusal("file_of_another", lambda: restore(tmp_path / "theirs", tmp_path / SQLITE_NAME, tmp_path / "aside"))
    assert not (tmp_path / SQLITE_NAME).exists()


async def test_a_backup_of_a_newer_version_is_refused(tmp_path: Path) -> None:
    file = await house(tmp_path, b"one")
    connection = apsw.Connection(str(file))
    connection.pragma("user_version", 999)
    connection.close()
    refusal("newer", lambda: check(file))


async def test_what_was_there_is_moved_aside_with_all_that_belongs_to_it(tmp_path: Path) -> None:
    """A server that was killed leaves its newest entries in the WAL."""
    back_up(await house(tmp_path / "earlier", b"earlier"), tmp_path / "copy")
    killed = await open_store(None, tmp_path / "b")
    await killed.append("log", 1, [b"later"])
    (tmp_path / "aside").mkdir()
    for name in (SQLITE_NAME, f"{SQLITE_NAME}-wal"):
        (tmp_path / "aside" / name).write_bytes((tmp_path / "b" / name).read_bytes())
    await killed.close()
    file = tmp_path / "aside" / SQLITE_NAME
    assert restore(tmp_path / "copy", file, tmp_path / "aside" / "before")
    assert await kept(tmp_path / "aside") == [b"earlier"]
    (tmp_path / "last").mkdir()
    (tmp_path / "aside" / "before").rename(tmp_path / "last" / SQLITE_NAME)
    assert await kept(tmp_path / "last") == [b"later"]


async def test_a_damaged_house_gives_way_to_a_backup(tmp_path: Path) -> None:
    file = await house(tmp_path, *[os.urandom(2000) for _ in range(50)])
    back_up(file, tmp_path / "copy")
    whole = await kept(tmp_path)
    damage(file)
    refusal("file_damaged", lambda: check(file))
    assert restore(tmp_path / "copy", file, tmp_path / "aside")
    assert await kept(tmp_path) == whole
    assert (tmp_path / "aside").exists()


async def test_a_damaged_backup_changes_nothing(tmp_path: Path) -> None:
    file = await house(tmp_path / "a", *[os.urandom(2000) for _ in range(50)])
    back_up(file, tmp_path / "copy")
    damage(tmp_path / "copy")
    refusal("file_damaged", lambda: restore(tmp_path / "copy", file, tmp_path / "aside"))
    assert len(await kept(tmp_path / "a")) == 50
    assert not (tmp_path / "aside").exists()
