"""docs/protocol.md tells the truth: its bot plays, its example is what happens, its list of codes is complete."""

from __future__ import annotations

import asyncio
import inspect
import re
import sys
from pathlib import Path

import deckname
from deckname import protocol as wire
from deckname.cards import decks, library
from deckname.client import connect, new_device, open_table
from deckname.engine import editions
from deckname.engine.model import Refusal
from deckname.tables.decisions import admission, games
from tests.server.serving import Node
from tools.example_game import PAGE, page

DOCS = Path(__file__).parents[2] / "docs"
SOURCE = Path(deckname.__file__).parent
PROTOCOL = (DOCS / "protocol.md").read_text("utf-8")


async def test_the_bot_of_the_page_plays_a_game(node: Node, tmp_path: Path) -> None:
    found = re.search(r"<!-- example bot -->\n```python\n(.*?)```", PROTOCOL, re.DOTALL)
    assert found
    assert len([line for line in found[1].splitlines() if line.strip()]) <= 20
    (tmp_path / "bot.py").write_text(found[1], "utf-8")
    token = await new_device(node.address)
    table = await open_table(node.address, token, wire.SettingsForm(referee="off", edition="duet"))
    bots = [
        await asyncio.create_subprocess_exec(sys.executable, tmp_path / "bot.py", node.address, table, place)
        for place in ("a", "b")
    ]
    async with await connect(node.address, table, token=token, name="Host") as host:
        seated = {("Random at a", "a"), ("Random at b", "b")}
        await host.until(lambda state: seated <= {(person.name, person.place) for person in state.people})
        await host.start()
        await host.until(lambda state: state.table.stage == "over")
    assert [await bot.wait() for bot in bots] == [0, 0]


def test_the_example_is_what_happens() -> None:
    assert PAGE.read_text("utf-8") == page(), "run `make format`"


def test_the_example_is_a_whole_game_in_messages_of_the_protocol() -> None:
    lines = re.findall(r"^([<>]) (.*)$", PAGE.read_text("utf-8"), re.MULTILINE)
    said = [wire.decode_message(text) for direction, text in lines if direction == "<"]
    assert all(wire.decode_request(text) for direction, text in lines if direction == ">")
    assert isinstance(said[0], wire.Welcome) and isinstance(said[1], wire.StateMessage)
    assert any(isinstance(message, wire.Moved) and message.situation.end for message in said)


def codes_in(text: str, *errors: str) -> set[str]:
    """The codes with which an error is made: `Refused("…")`, also `Refused("…" if … else "…")`."""
    found = re.findall(rf'(?:{"|".join(errors)})\(\s*"([a-z_]+)"(?: if [^"]*? else "([a-z_]+)")?', text)
    return {code for pair in found for code in pair if code}


def test_the_page_lists_every_code_of_a_refusal() -> None:
    rows = re.findall(r"^\| (`.*?) \|", PROTOCOL.split("## Why not")[1], re.MULTILINE)
    listed = {code for row in rows for code in re.findall(r"`([a-z_]+)`", row)}
    known = {"broken", "too_fast", "bad_message"}
    for folder in ("lettering", "tables", "campaign", "server"):
        for file in (SOURCE / folder).rglob("*.py"):
            known |= codes_in(file.read_text("utf-8"), "Refused", "MapProblem", "problem")
    known |= set(re.findall(r'return "([a-z_]+)"', inspect.getsource(admission.place_refusal)))
    known |= codes_in(inspect.getsource(editions.check_options), "SetupError")
    known |= codes_in(
        inspect.getsource(decks.Shoe) + inspect.getsource(library) + inspect.getsource(games), "DeckError"
    )
    assert len(known) > 40
    assert listed == known


def test_the_glossary_lists_every_code_of_the_engine() -> None:
    glossary = (DOCS / "glossary.md").read_text("utf-8")
    assert {code.value for code in Refusal} <= set(re.findall(r"`([a-z_]+)`", glossary))
