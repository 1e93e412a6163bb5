"""What the SQLite store promises beyond the contract: durability, privacy, clear errors."""

from __future__ import annotations

import asyncio
import shutil
import subprocess
import sys
from pathlib import Path

import apsw
import pytest

from deckname.language import LANGUAGES
from deckname.store import Entry, Snapshot, Store, StoreError, StoreUnavailable, open_store, sqlite_file
from tests.store.writer import LOGS, body, is_whole


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "data" / "deckname.sqlite"


async def opened(file: Path) -> Store:
    return await open_store(None, file.parent)


def transactions(file: Path) -> int:
    """How many the write-ahead log holds: the last frame of each tells the size of the database."""
    wal = file.with_name(file.name + "-wal").read_bytes()
    frame = 24 + int.from_bytes(wal[8:12])
    return sum(wal[start + 4 : start + 8] != bytes(4) for start in range(32, len(wal), frame))


async def test_appends_that_wait_together_share_a_transaction(file: Path) -> None:
    store = await opened(file)
    before = transactions(file)
    await asyncio.gather(*(store.append(f"log{n}", 1, [b"x"]) for n in range(100)))
    grouped = transactions(file) - before
    for n in range(20):
        await store.append(f"log{n}", 2, [b"x"])
    alone = transactions(file) - before - grouped
    await store.close()
    assert grouped <= 2
    assert alone == 20, "whoever is alone isn't kept waiting for others"


async def test_documents_and_lists_that_wait_together_share_a_transaction(file: Path) -> None:
    store = await opened(file)
    before = transactions(file)
    documents = [store.put("record", str(n), b"x") for n in range(10)]
    await asyncio.gather(*documents, *(store.enlist(f"list{n}", "key", 1.0, b"x") for n in range(10)))
    together = transactions(file) - before
    await store.close()
    assert together == 1


async def test_only_the_owner_may_read_it_and_closing_tidies_up(file: Path) -> None:
    store = await opened(file)
    await store.append("room", 1, [b"x"], {"key": b"k"})
    modes = {path.name: path.stat().st_mode & 0o777 for path in file.parent.iterdir()}
    assert modes == {"deckname.sqlite": 0o600, "deckname.sqlite-wal": 0o600, "deckname.sqlite-shm": 0o600}
    assert file.parent.stat().st_mode & 0o777 == 0o700
    await store.close()
    assert [path.name for path in file.parent.iterdir()] == ["deckname.sqlite"]
    file.chmod(0o644)
    await (await opened(file)).close()
    assert file.stat().st_mode & 0o777 == 0o600


async def test_a_newer_database_is_refused(file: Path) -> None:
    await (await opened(file)).close()
    with apsw.Connection(str(file)) as connection:
        connection.pragma("user_version", 99)
    connection.close()
    with pytest.raises(StoreError, match=r"newer Deckname .* 99"):
        await opened(file)
    assert [path.name for path in file.parent.iterdir()] == ["deckname.sqlite"]


async def test_the_file_of_another_program_is_left_alone(file: Path) -> None:
    file.parent.mkdir()
    connection = apsw.Connection(str(file))
    connection.execute("create table recipes (name)")
    connection.close()
    content = file.read_bytes()
    with pytest.raises(StoreError, match="another program"):
        await opened(file)
    assert file.read_bytes() == content
    file.write_bytes(b"Dear diary, " * 1000)
    with pytest.raises(StoreError, match="not a database"):
        await opened(file)


async def test_a_place_that_cannot_be_written_is_a_clear_error(file: Path, tmp_path: Path) -> None:
    (tmp_path / "data").write_text("a file where the folder should be")
    with pytest.raises(StoreError, match="can’t be used"):
        await opened(file)


async def test_a_lock_that_stays_is_told_to_the_callers(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite_file, "BUSY_MILLISECONDS", 1)
    store = await opened(file)
    other = apsw.Connection(str(file))
    other.execute("begin immediate")
    with pytest.raises(StoreUnavailable, match="locked by another program"):
        await store.append("room", 1, [b"x"])
    assert await store.read("room") == [], "reading goes on"
    with pytest.raises(StoreUnavailable, match="locked by another program"):
        await opened(file)
    other.close()
    await store.append("room", 1, [b"x"])
    await store.close()


async def test_a_full_disk_fails_the_batch_and_nothing_else(file: Path) -> None:
    store = await opened(file)
    await store.append("room", 1, [b"x"])
    pages = store._file.writer.pragma("page_count")
    store._file.writer.pragma("max_page_count", pages + 2)
    outcomes = await asyncio.gather(
        store.append("room", 2, [b"small"]),
        store.append("large", 1, [bytes(100_000)]),
        store.append("other", 1, [b"small"]),
        return_exceptions=True,
    )
    assert isinstance(outcomes[1], StoreUnavailable)
    for log, seq, outcome in (("room", 2, outcomes[0]), ("other", 1, outcomes[2])):
        assert (outcome is None) == (await store.last_seq(log) == seq)
    assert await store.read("large") == []
    store._file.writer.pragma("max_page_count", 1 << 30)
    await store.append("large", 1, [bytes(100_000)])
    await store.close()


def killed_while_writing(folder: Path, acknowledgements: int, *options: str) -> dict[str, int]:
    """What a writer that was killed had acknowledged last in each log."""
    command = [sys.executable, "-m", "tests.store.writer", *options, str(folder)]
    acknowledged = {}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as writer:
        assert writer.stdout is not None
        for count, line in enumerate(writer.stdout, start=1):
            log, seq = line.split()
            acknowledged[log] = int(seq)
            if count == acknowledgements:
                writer.kill()  # and read on: what it said before it died counts
    assert writer.returncode == -9
    return acknowledged


async def test_what_was_acknowledged_survives_kill_9(file: Path) -> None:
    """Ten lives of one database, each ended in the midst of writing."""
    for life in range(10):
        acknowledged = killed_while_writing(file.parent, 50 + 37 * life)
        store = await opened(file)
        for log in (f"log{n}" for n in range(LOGS)):
            entries = await store.read(log)
            assert len(entries) >= acknowledged.get(log, 0)
            assert entries == [Entry(seq, body(log, seq)) for seq in range(1, len(entries) + 1)]
            assert await store.last_seq(log) == len(entries)
            if entries:
                assert await store.secrets(log) == {"key": entries[-1].body}
        await store.close()


async def test_a_compaction_is_whole_or_absent_after_kill_9(file: Path) -> None:
    for life in range(10):
        acknowledged = killed_while_writing(file.parent, 40 + 11 * life, "--compact")
        store = await opened(file)
        for name, last in acknowledged.items():
            log = await store.load(name)
            assert is_whole(name, log)
            assert await store.last_seq(name) == (log.entries[-1].seq if log.entries else log.snapshot.seq) >= last
        await store.close()


class Disk(apsw.VFS):
    """A file system that keeps apart what of a folder would survive a power cut: each file as it was last synced."""

    def __init__(self, folder: Path, surviving: Path) -> None:
        self.base = apsw.vfs_names()[0]
        self.folder = folder
        self.surviving = surviving
        super().__init__("disk-with-power-cuts", self.base, makedefault=True)

    def xOpen(self, name: apsw.URIFilename | str | None, flags: list[int]) -> apsw.VFSFile:  # noqa: N802
        return _DiskFile(self, name, flags)

    def xDelete(self, name: str, syncdir: bool) -> None:  # noqa: N802
        super().xDelete(name, syncdir)
        if Path(name).parent == self.folder:
            (self.surviving / Path(name).name).unlink(missing_ok=True)


class _DiskFile(apsw.VFSFile):
    def __init__(self, disk: Disk, name: apsw.URIFilename | str | None, flags: list[int]) -> None:
        super().__init__(disk.base, name, flags)
        self._path = Path(name.filename() if isinstance(name, apsw.URIFilename) else str(name))
        self._disk = disk

    def xSync(self, flags: int) -> None:  # noqa: N802
        super().xSync(flags)
        if self._path.parent == self._disk.folder:
            shutil.copy(self._path, self._disk.surviving)


async def test_what_was_acknowledged_survives_a_power_cut(file: Path, tmp_path: Path) -> None:
    surviving = tmp_path / "surviving"
    surviving.mkdir()
    disk = Disk(file.parent, surviving)
    store = await opened(file)
    for seq in range(1, 8):
        await store.append("room", seq, [body("room", seq)], {"key": b"%d" % seq})
        await expect_after_power_cut(surviving, tmp_path / f"append{seq}", appends=seq, documents=seq - 1)
        await store.put("device", str(seq), b"d")
        await expect_after_power_cut(surviving, tmp_path / f"put{seq}", appends=seq, documents=seq)
    await store.compact("room", 6, b"so far", ["key"])
    await store.enlist("list", "key", 1.0, b"listed")
    await store.append("room", 8, [b"8"])
    shutil.copytree(surviving, tmp_path / "compacted")
    restored = await open_store(None, tmp_path / "compacted")
    assert await restored.load("room") == (Snapshot(6, b"so far"), [Entry(7, body("room", 7)), Entry(8, b"8")], {})
    assert await restored.page("list", 1) == [(1.0, "key", b"listed")]
    await restored.close()
    await store.close()
    disk.unregister()


async def expect_after_power_cut(surviving: Path, restored: Path, appends: int, documents: int) -> None:
    shutil.copytree(surviving, restored)
    store = await open_store(None, restored)
    assert await store.read("room") == [Entry(seq, body("room", seq)) for seq in range(1, appends + 1)]
    assert await store.secrets("room") == {"key": b"%d" % appends}
    assert len(await store.keys("device")) == documents
    await store.close()


async def test_two_processes_share_a_file(file: Path) -> None:
    """Each process has its own store; the numbers of a log still go to one append each."""
    program = (
        "import asyncio, sys, pathlib\n"
        "from deckname.store import open_store, Stale\n"
        "async def main():\n"
        "    store = await open_store(None, pathlib.Path(sys.argv[1]))\n"
        "    won = 0\n"
        "    while won < 50:\n"
        "        try:\n"
        "            await store.append('room', await store.last_seq('room') + 1, [sys.argv[2].encode()])\n"
        "            won += 1\n"
        "        except Stale:\n"
        "            pass\n"
        "    await store.close()\n"
        "asyncio.run(main())\n"
    )
    processes = [subprocess.Popen([sys.executable, "-c", program, str(file.parent), name]) for name in "ab"]
    assert [process.wait() for process in processes] == [0, 0]
    store = await opened(file)
    entries = await store.read("room")
    await store.close()
    assert [entry.seq for entry in entries] == [*range(1, 101)]
    assert sorted(entry.body for entry in entries) == [b"a"] * 50 + [b"b"] * 50


async def filled(file: Path) -> None:
    store = await opened(file)
    for number in range(200):
        await store.put("record", str(number), b"x" * 1000)
    await store.close()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("where", ["the schema", "a page", "the end"])
async def test_a_damaged_file_is_found_when_it_is_opened_and_named(file: Path, where: str, language: str) -> None:
    await filled(file)
    content = bytearray(file.read_bytes())
    page = 4096
    match where:
        case "the schema":
            content[100:page] = bytes(page - 100)
        case "a page":
            for start in range(10 * page, len(content), page):
                content[start : start + 16] = b"\xff" * 16
        case "the end":
            del content[len(content) // 2 :]
    file.write_bytes(content)
    with pytest.raises(StoreError) as refused:
        await opened(file)
    assert refused.value.code == "file_damaged"
    sentence = refused.value.sentence(language)
    assert str(file) in sentence and "docs/store.md" in sentence and "\n" not in sentence
    assert file.read_bytes() == bytes(content), "what can be rescued is left as it is"


async def test_a_file_that_takes_too_long_to_look_through_is_opened_all_the_same(
    file: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    await filled(file)
    monkeypatch.setattr(sqlite_file, "CHECK_SECONDS", -1.0)
    monkeypatch.setattr(sqlite_file, "STEPS_BETWEEN_LOOKS", 1)
    store = await opened(file)
    assert len(await store.keys("record")) == 200
    await store.close()
    assert "store.checked_in_part" in caplog.text


async def test_what_a_full_disk_refuses_is_counted_and_told_once(file: Path, caplog: pytest.LogCaptureFixture) -> None:
    store = await opened(file)
    await store.put("record", "a", b"x")
    full = store._file.writer  # type: ignore[attr-defined]
    most = full.pragma("max_page_count", 1)
    for number in range(5):
        with pytest.raises(StoreUnavailable):
            await store.put("record", f"b{number}", b"x" * 100_000)
    assert await store.get("record", "a") == b"x"
    assert store.health.failures == {"read": 0, "write": 5}
    full.pragma("max_page_count", most * 1000)
    await store.put("record", "c", b"x" * 100_000)
    await store.close()
    told = [(record.message, record.__dict__.get("error")) for record in caplog.records]
    assert told == [("store.failed", "FullError"), ("store.recovered", None)]


async def test_writes_that_wait_are_counted(file: Path) -> None:
    store = await opened(file)
    assert store.waiting == 0
    writing = [asyncio.create_task(store.put("record", str(number), b"x")) for number in range(5)]
    await asyncio.sleep(0)
    assert store.waiting == 5
    await asyncio.gather(*writing)
    assert store.waiting == 0
    await store.close()
