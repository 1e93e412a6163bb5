"""What the design promises about the code itself."""

import ast
import re
from collections import Counter
from pathlib import Path

import pytest

import deckname
from deckname.engine import EDITIONS
from deckname.engine import model as engine_model

SOURCE = Path(deckname.__file__).parent
ROOT = SOURCE.parents[1]
RULES = [SOURCE / "engine" / f"{name}.py" for name in ("model", "table", "rules", "course", "view", "deal")]


@pytest.mark.parametrize("file", RULES, ids=lambda file: file.stem)
def test_the_rules_name_no_edition_and_no_colour(file):
    """What an edition is made of is data; code that asks which edition it is has no place in the rules."""
    tree = ast.parse(file.read_text("utf-8"))
    names = {id.replace("-", "_") for id in EDITIONS} | set(EDITIONS)
    sides = {spec.id for edition in EDITIONS.values() for spec in edition.sides}
    agents = {spec.agent for edition in EDITIONS.values() for spec in edition.sides}
    forbidden = names | sides | agents
    docstrings = {
        id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docstrings:
            assert node.value not in forbidden, f"{file.name}:{node.lineno} names {node.value}"
        identifier = getattr(node, "id", None) or getattr(node, "attr", None)
        if isinstance(identifier, str):
            assert identifier.lower() not in names, f"{file.name}:{node.lineno} names {identifier}"
    assert not re.search(r"edition(\.id)?\s*(==|!=|in)\s", file.read_text("utf-8"))


def test_the_table_knows_nothing_of_a_key():
    """`evolve` and everything else in table.py can't leak what they are never given."""
    source = (SOURCE / "engine" / "table.py").read_text("utf-8")
    tree = ast.parse(source)
    names = {getattr(node, "id", getattr(node, "arg", getattr(node, "attr", ""))) for node in ast.walk(tree)}
    imports = {alias.name for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) for alias in node.names}
    assert not {"Key", "key"} & (names | imports)
    modules = {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert modules == {"__future__", "collections.abc", "typing", "model"}
    assert not any("key" in field.lower() for field in engine_model.Table._fields)


def test_no_event_has_a_field_for_a_key():
    events = engine_model.Event.__args__
    fields = {field for event in events for field in event.__dataclass_fields__}
    assert fields == {
        "side", "word", "number", "approved", "card", "identity", "token", "use", "next", "winners", "reason", "ply"
    }  # fmt: skip


def test_every_name_of_the_protocol_is_in_the_glossary():
    glossary = (ROOT / "docs" / "glossary.md").read_text("utf-8")
    names = [
        kind.__name__ for kind in (*engine_model.Command.__args__, engine_model.Undo, *engine_model.Event.__args__)
    ]
    for name in [*names, *engine_model.Refusal, *engine_model.Reason, *engine_model.Phase]:
        assert f"`{name}`" in glossary, name


def test_no_class_name_is_defined_twice():
    """Whoever reads a name knows which class is meant, wherever they are."""
    defined = Counter(
        node.name
        for folder in (SOURCE, ROOT / "workshop" / "src")
        for file in folder.rglob("*.py")
        for node in ast.parse(file.read_text("utf-8")).body
        if isinstance(node, ast.ClassDef)
    )
    assert [name for name, times in defined.items() if times > 1] == [], "give one of them a name of its own"


SAME_IN_EVERY_ROOM = {"__init__", "__main__", "cli", "bot", "build", "en", "fr", "de"}
"""Files that are the same thing of another room: its door, its part of the command line, its bot, its languages …"""
ON_BOTH_SIDES = {"app", "assets"}
"""An application with sockets and one with screens; what was made ahead, and what makes it."""


OF_ONE_OWNER = {"campaign", "choices", "directory", "history", "marks", "people", "real_table", "table_settings"}
"""What a room keeps, what is said of it, who answers for it: the same thing in tables/, protocol/ and server/api/."""


def test_no_file_name_means_two_things():
    folders = (SOURCE, ROOT / "workshop" / "src")
    named = Counter(file.stem for folder in folders for file in folder.rglob("*.py"))
    twice = {name for name, times in named.items() if times > 1}
    assert twice - SAME_IN_EVERY_ROOM - ON_BOTH_SIDES - OF_ONE_OWNER == set()
