"""Who thinks for a server's bots, as its settings say."""

from __future__ import annotations

from pathlib import Path

import pytest

from deckname.bots import cache
from deckname.bots.player import Question
from deckname.server.app import BOT, Node
from deckname.server.settings import Settings
from deckname.tables.botseats import PATIENCE
from tests.bots.model_server import ModelServer, stalls
from tests.bots.test_crew import LONG, question, until


def node(folder: Path, **settings: object) -> Node:
    return Node(Settings(data=folder, **settings))  # type: ignore[arg-type]


def test_without_a_model_the_bureau_thinks(tmp_path: Path) -> None:
    crew = node(tmp_path)._crew()
    assert crew and crew._recipe.factory == BOT
    assert node(tmp_path, bots=0)._crew() is None


def test_a_model_leaves_the_bureau_time_to_stand_in(tmp_path: Path) -> None:
    crew = node(tmp_path, llm_url="http://localhost", llm_model="m")._crew()
    assert crew and crew._recipe.arguments["timeout"] + 2 < PATIENCE


@pytest.mark.slow
async def test_the_bureau_stands_in_for_a_model_that_stalls(tmp_path: Path) -> None:
    cache.build()
    asked: Question = question()
    with ModelServer(stalls) as server:
        crew = node(tmp_path, llm_url=server.url, llm_model="m")._crew()
        assert crew
        async with crew:
            await until(lambda: crew.ready)
            answer = await crew.answer(asked, LONG)
    assert server.requests
    assert answer.thought and answer.thought.by == "bureau"
