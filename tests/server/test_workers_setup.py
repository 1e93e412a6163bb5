"""Who thinks for a server's bots, as its settings say."""

from __future__ import annotations

from pathlib import Path

import pytest

from deckname import protocol as wire
from deckname.bots.player import Question
from deckname.protocol import projection
from deckname.server.app import BOT, Node
from deckname.server.metrics import Figures
from deckname.server.settings import Settings
from deckname.tables.bot_players import PATIENCE
from deckname.tables.service import TableService
from deckname.tables.table_settings import TableSettings
from tests.bots.model_server import ModelServer, stalls
from tests.bots.test_workers import LONG, question, until


def node(folder: Path, **settings: object) -> Node:
    return Node(Settings(data=folder, **settings))  # type: ignore[arg-type]


def test_without_a_model_the_bureau_thinks(tmp_path: Path) -> None:
    pool = node(tmp_path)._worker_pool()
    assert pool and pool._recipe.factory == BOT
    assert node(tmp_path, bots=0)._worker_pool() is None


def test_a_model_leaves_the_bureau_time_to_stand_in(tmp_path: Path) -> None:
    pool = node(tmp_path, llm_url="http://localhost", llm_model="m")._worker_pool()
    assert pool and pool._recipe.arguments["timeout"] + 2 < PATIENCE


async def test_the_moves_of_bots_are_counted(tmp_path: Path) -> None:
    running = node(tmp_path)
    async with running.running():
        _, person = await running.people.new_device("Ada")
        table = await running.tables.directory.open_table(person, TableSettings(pace="quick"))
        await running.tables.submit(table, person, wire.Join(name="Ada"))
        await running.tables.submit(table, person, wire.Stand())
        await running.tables.submit(table, person, wire.Start(bots=True))
        await until(lambda: "deckname_bot_moves_total{by=" in running.figures.text())


def test_a_models_name_is_no_label(tmp_path: Path) -> None:
    figures = Figures(TableService(None, projection, clock=lambda: 0.0))  # type: ignore[arg-type]
    for by in ("bureau", "simple", "a-model", 'another"', ""):
        figures.bot_moved(by)
    counted = [line for line in figures.text().splitlines() if line.startswith("deckname_bot_moves_total{")]
    assert sorted(counted) == [
        'deckname_bot_moves_total{by="bureau"} 1.0',
        'deckname_bot_moves_total{by="model"} 3.0',
        'deckname_bot_moves_total{by="simple"} 1.0',
    ]


@pytest.mark.slow
async def test_the_bureau_stands_in_for_a_model_that_stalls(tmp_path: Path) -> None:
    asked: Question = question()
    with ModelServer(stalls) as server:
        pool = node(tmp_path, llm_url=server.url, llm_model="m")._worker_pool()
        assert pool
        async with pool:
            await until(lambda: pool.ready)
            answer = await pool.answer(asked, LONG)
    assert server.requests
    assert answer.thought and answer.thought.by == "bureau"
