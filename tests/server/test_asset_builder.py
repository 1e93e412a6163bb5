"""What a server needs beside its code, and the workshop that makes it: told to clients, and served as it comes."""

from __future__ import annotations

import asyncio
import gzip
import logging
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from deckname import protocol as wire
from deckname.assets import BOTS_FORMAT, picture_name
from deckname.cards.faces import drawn_faces
from deckname.server import asset_builder
from deckname.server.app import Node
from deckname.server.logs import TextLines
from deckname.server.reporter import Reporter
from deckname.server.settings import Settings
from deckname.tables.places import places_of
from tests.fake_workshop import FakeWorkshop, until

FACE, OTHER_FACE = list(drawn_faces())[:2]
SVG = b'<svg xmlns="http://www.w3.org/2000/svg"/>' * 20
SECRET = "/home/somebody/private"


def drawn(folder: Path, face: str = FACE, digest: str = "0123456789ab", svg: bytes = SVG) -> Path:
    path = folder / picture_name(face, digest)
    path.write_bytes(gzip.compress(svg, mtime=0))
    return path


@pytest.fixture
def workshop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> FakeWorkshop:
    fake = FakeWorkshop(tmp_path)
    for name, value in fake.environment.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(asset_builder, "_FIRST_PAUSE", 0.05)
    return fake


class Visitor:
    """A node, and a client who asks it."""

    def __init__(self, node: Node, client: httpx.AsyncClient) -> None:
        self.node, self._client = node, client

    async def ask(self, path: str, method: str = "GET", **headers: str) -> httpx.Response:
        sent = {name.replace("_", "-"): value for name, value in headers.items()}
        return await self._client.request(method, path, headers={"accept-encoding": "identity", **sent})

    async def state(self) -> Any:
        return (await self.ask("/api/workshop")).json()

    async def told(self, right: Callable[[Any], object]) -> Any:
        """What clients are told, as soon as it is right."""
        async with asyncio.timeout(60):
            while not right(state := await self.state()):
                await asyncio.sleep(0.02)
            return state


@asynccontextmanager
async def visiting(folder: Path, **settings: Any) -> AsyncIterator[Visitor]:
    reporter = Reporter("en", lambda sentence: None)
    reporter.begin()
    node = Node(Settings(data=folder / "data", **{"bots": 0, **settings}), reporter)
    async with node.running():
        transport = httpx.ASGITransport(node.application)
        async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1") as client:
            yield Visitor(node, client)


def in_work(state: Any) -> dict[str, tuple[int, int]]:
    return {part["part"]: (part["done"], part["of"]) for part in state["in_work"]}


# ---------------------------------------------------------------------------------------------------------------------
# How far it is


async def test_what_the_workshop_tells_is_told_to_clients(workshop: FakeWorkshop, tmp_path: Path) -> None:
    async with visiting(tmp_path) as visitor:
        await visitor.told(lambda state: in_work(state) == {"setup": (0, 0)})
        await workshop.progresses("referee", 30, 100)
        await visitor.told(lambda state: in_work(state) == {"referee": (30, 100)})
        await workshop.progresses("pictures", 3, 480)
        await visitor.told(lambda state: in_work(state) == {"referee": (30, 100), "pictures": (3, 480)})
        await workshop.progresses("referee", 100, 100)
        await workshop.progresses("pictures", 4, 480)
        await visitor.told(lambda state: in_work(state) == {"pictures": (4, 480)})
        await workshop.closes()
        assert (await visitor.told(lambda state: not state["in_work"]))["trouble"] is None
    assert workshop.openings == ["--lines"]


async def test_between_two_parts_there_is_still_work(workshop: FakeWorkshop, tmp_path: Path) -> None:
    async with visiting(tmp_path) as visitor:
        await workshop.progresses("pictures", 480, 480)  # which were there before
        await workshop.says({"ready": "referee", "files": []})
        await workshop.progresses("bots", 99, 100)
        await visitor.told(lambda state: "bots" in in_work(state))
        await workshop.progresses("bots", 100, 100)
        await visitor.told(lambda state: in_work(state) == {"bots": (100, 100)})


async def test_where_nothing_is_employed_nothing_is_in_work(
    workshop: FakeWorkshop, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DECKNAME_WORKSHOP", "off")
    async with visiting(tmp_path) as visitor:
        assert await visitor.state() == {"in_work": [], "trouble": None}


async def test_what_else_is_printed_does_no_harm(workshop: FakeWorkshop, tmp_path: Path) -> None:
    garbage = [
        "Collecting wheels …", "{", "[]", "[1]", "3", '"ready"', "null", "{}", '{"part": "tea", "done": 1, "of": 2}',
        '{"part": "bots", "done": "much"}', '{"ready": "pictures"}', '{"ready": "pictures", "files": 7}',
        '{"failed": []}', '{"failed": "bots"}', '{"failed": "bots", "code": 7, "detail": 7}', "x" * (1 << 21),
    ]  # fmt: skip
    async with visiting(tmp_path) as visitor:
        await workshop.says(*garbage)
        await workshop.progresses("pictures", 1, 480)
        await visitor.told(lambda state: in_work(state) == {"pictures": (1, 480)})


# ---------------------------------------------------------------------------------------------------------------------
# Trouble


async def test_trouble_is_a_code_and_its_detail_is_the_hosts(
    workshop: FakeWorkshop, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG, "deckname")
    async with visiting(tmp_path) as visitor:
        await workshop.progresses("bots", 1, 100)
        await workshop.fails("pictures", "not_written", SECRET)
        state = await visitor.told(lambda state: state["trouble"])
        assert state == {"in_work": [{"part": "bots", "done": 1, "of": 100}], "trouble": "not_written"}
        answer = await visitor.ask("/api/workshop")
        assert SECRET not in answer.text and answer.headers["cache-control"] == "no-store"
    lines = [TextLines().format(record) for record in caplog.records if record.name == asset_builder.__name__]
    assert any("workshop.failed reason=not_written" in line for line in lines)
    assert not [line for line in lines if SECRET in line or "hidden" in line]


@pytest.mark.parametrize("status", [1, 2, -9])
async def test_a_workshop_that_breaks_down_is_opened_again(
    workshop: FakeWorkshop, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, status: int
) -> None:
    monkeypatch.setattr(asset_builder, "_FIRST_PAUSE", 0.5)
    details = []
    monkeypatch.setattr(Reporter, "__call__", lambda _self, state, detail: details.append((state.trouble, detail)))
    async with visiting(tmp_path) as visitor:
        await workshop.progresses("bots", 1, 100)
        if status < 0:
            process = visitor.node.assets._process
            assert process
            process.kill()
        else:
            await workshop.closes(status, f"first\nno network in {SECRET}\n")
        assert await visitor.told(lambda state: state["trouble"]) == {"in_work": [], "trouble": "not_set_up"}
        await until(lambda: len(workshop.openings) == 2)
        await workshop.progresses("bots", 2, 100)
        state = await visitor.told(lambda state: in_work(state) == {"bots": (2, 100)})
        assert state["trouble"] is None
    if status > 0:
        assert ("not_set_up", f"no network in {SECRET}") in details


async def test_a_workshop_that_is_not_there_is_trouble(
    workshop: FakeWorkshop, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(asset_builder, "_FIRST_PAUSE", 60.0)
    monkeypatch.setenv("DECKNAME_WORKSHOP", "/nowhere/workshop")
    async with visiting(tmp_path) as visitor:
        assert await visitor.told(lambda state: state["trouble"]) == {"in_work": [], "trouble": "not_started"}


async def test_it_ends_with_the_server_and_so_do_all_whom_it_employs(workshop: FakeWorkshop, tmp_path: Path) -> None:
    async with visiting(tmp_path):
        employed = await workshop.employs()
        assert _lives(employed)
    await until(lambda: not _lives(employed))


def _lives(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


# ---------------------------------------------------------------------------------------------------------------------
# Bots


async def test_bots_begin_as_soon_as_their_data_is_there(workshop: FakeWorkshop, tmp_path: Path) -> None:
    async with visiting(tmp_path, bots=1) as visitor:
        started = []
        assert visitor.node.workers
        visitor.node.workers.start = lambda: started.append("workers")  # type: ignore[method-assign]
        await workshop.fails("bots", "not_made")
        await workshop.closes(1)
        await until(lambda: len(workshop.openings) == 2)
        assert not started
        (workshop.assets / f"bots-{BOTS_FORMAT}-0").mkdir()
        await workshop.says({"ready": "bots", "files": []})
        await until(lambda: started)  # after all


@pytest.mark.parametrize("why", ["off", "/nowhere/workshop", None])
async def test_a_language_model_waits_for_data_no_longer_than_it_can_come(
    workshop: FakeWorkshop, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, why: str | None
) -> None:
    started: list[str] = []
    monkeypatch.setattr("deckname.bots.workers.pool.WorkerPool.start", lambda _self: started.append("workers"))
    if why:
        monkeypatch.setenv("DECKNAME_WORKSHOP", why)
    async with visiting(tmp_path, bots=1, llm_url="http://127.0.0.1:9", llm_model="m"):
        if not why:
            await workshop.fails("pictures", "no_npm")
            await workshop.progresses("bots", 1, 100)
            assert not started
            await workshop.fails("referee", "not_made")
        await until(lambda: started)


# ---------------------------------------------------------------------------------------------------------------------
# Pictures


async def test_the_pictures_of_a_board_are_wanted_first(workshop: FakeWorkshop, tmp_path: Path) -> None:
    async with visiting(tmp_path) as visitor:
        node = visitor.node
        await workshop.hangs([])  # so it is open
        _, ada = await node.people.new_device("Ada")
        await play(node, ada, wire.SettingsForm(edition="duet"))
        assert workshop.wanted == []
        cards = await play(node, ada, wire.SettingsForm(edition="pictures", mode="coop"))
        await until(lambda: workshop.wanted == list(cards))
        assert len(cards) == 20


async def play(node: Node, host: str, settings: wire.SettingsForm) -> Sequence[str]:
    """A game of two; its cards."""
    table = await node.tables.directory.open_table(host, settings.settings)
    _, friend = await node.people.new_device("Bo")
    for person, place in zip((host, friend), places_of(settings.edition, settings.mode), strict=True):
        await node.tables.submit(table, person, wire.Join(name=person[:5]))
        await node.tables.submit(table, person, wire.Sit(place=place))
    await node.tables.submit(table, host, wire.Start())
    game = (await node.tables.table(table)).state.game
    assert game
    return game.table.setup.cards


async def test_pictures_are_named_as_they_come(workshop: FakeWorkshop, tmp_path: Path) -> None:
    before = drawn(workshop.assets / "pictures")
    async with visiting(tmp_path) as visitor:
        first = f"/pictures/{before.name.removesuffix('.gz')}"
        assert (await visitor.ask("/api/pictures")).json() == {FACE: first}
        assert (await visitor.ask(f"/api/faces/{OTHER_FACE}.svg")).json()["code"] == "not_drawn_yet"
        desk = tmp_path / "drawn"
        desk.mkdir()
        await workshop.hangs([drawn(desk, OTHER_FACE), drawn(desk, FACE, "ba9876543210", SVG * 2)])
        second = f"/pictures/{picture_name(FACE, 'ba9876543210').removesuffix('.gz')}"
        async with asyncio.timeout(60):
            while (named := (await visitor.ask("/api/pictures")).json())[FACE] == first:
                await asyncio.sleep(0.02)
        assert named[FACE] == second and OTHER_FACE in named
        led = await visitor.ask(f"/api/faces/{FACE}.svg")
        assert (led.status_code, led.headers["location"], led.headers["cache-control"]) == (307, second, "no-cache")
        assert (await visitor.ask(second)).content == SVG * 2
        assert (await visitor.ask(first)).status_code == 404  # it would be another picture under an old name


async def test_a_picture_is_kept_for_ever(workshop: FakeWorkshop, tmp_path: Path) -> None:
    address = f"/pictures/{drawn(workshop.assets / 'pictures').name.removesuffix('.gz')}"
    async with visiting(tmp_path) as visitor:
        plain, packed = await visitor.ask(address), await visitor.ask(address, accept_encoding="br, gzip")
        assert plain.content == packed.content == SVG
        assert (plain.headers.get("content-encoding"), packed.headers["content-encoding"]) == (None, "gzip")
        assert int(plain.headers["content-length"]) == len(SVG) > int(packed.headers["content-length"])
        for answer in (plain, packed):
            assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
            assert answer.headers["content-type"] == "image/svg+xml"
            assert answer.headers["vary"] == "accept-encoding"
            assert answer.headers["content-security-policy"].startswith("default-src 'none'")
            assert answer.headers["x-content-type-options"] == "nosniff"
        head = await visitor.ask(address, "HEAD")
        assert (head.status_code, head.content, head.headers["content-length"]) == (200, b"", str(len(SVG)))
        post = await visitor.ask(address, "POST")
        assert (post.status_code, post.headers["allow"]) == (405, "GET, HEAD")


@pytest.mark.parametrize(
    "path",
    [
        "nothing.svg", "", picture_name(FACE, "ffffffffffff").removesuffix(".gz"), picture_name(FACE, "0123456789ab"),
        picture_name(OTHER_FACE, "0123456789ab").removesuffix(".gz"), "..%2F..%2Fpyproject.toml", f"{FACE}.svg",
    ],
)  # fmt: skip
async def test_other_addresses_lead_nowhere(workshop: FakeWorkshop, tmp_path: Path, path: str) -> None:
    drawn(workshop.assets / "pictures")
    async with visiting(tmp_path) as visitor:
        answer = await visitor.ask(f"/pictures/{path}")
        assert (answer.status_code, answer.content) == (404, b"")
        assert "immutable" not in answer.headers["cache-control"]


async def test_a_picture_that_somebody_cleared_away_is_gone(workshop: FakeWorkshop, tmp_path: Path) -> None:
    path = drawn(workshop.assets / "pictures")
    async with visiting(tmp_path) as visitor:
        path.unlink()
        assert (await visitor.ask(f"/pictures/{path.name.removesuffix('.gz')}")).status_code == 404


async def test_a_name_never_leads_out_of_the_folder(workshop: FakeWorkshop, tmp_path: Path) -> None:
    (tmp_path / "secret.svg.gz").write_bytes(gzip.compress(b"secret"))
    async with visiting(tmp_path) as visitor:
        await workshop.says({"ready": "pictures", "files": ["../../secret.svg.gz"]})
        await workshop.progresses("pictures", 1, 480)
        await visitor.told(lambda state: "pictures" in in_work(state))
        for path in (await visitor.ask("/api/pictures")).json().values():
            assert (await visitor.ask(path)).status_code == 404
