"""What the design promises about the code itself."""

import ast
import re
from pathlib import Path

import pytest

import deckname
from deckname.engine import EDITIONS
from deckname.engine import model as engine_model

SOURCE = Path(deckname.__file__).parent
ROOT = SOURCE.parents[1]
RULES = [SOURCE / "engine" / f"{name}.py" for name in ("model", "rules", "view", "deal")]


@pytest.mark.parametrize("file", RULES, ids=lambda file: file.stem)
def test_the_rules_name_no_edition_and_no_colour(file):
    """What an edition is made of is data; code that asks which edition it is has no place in the rules."""
    tree = ast.parse(file.read_text())
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
    assert not re.search(r"edition(\.id)?\s*(==|!=|in)\s", file.read_text())


def test_evolve_and_the_table_never_see_the_key():
    rules = ast.parse((SOURCE / "engine" / "rules.py").read_text())
    functions = {node.name: node for node in ast.walk(rules) if isinstance(node, ast.FunctionDef)}
    evolving = re.findall(r": (_\w+),", (SOURCE / "engine" / "rules.py").read_text().split("_EVOLVE")[-1])
    assert len(evolving) == 11
    for name in ("evolve", "to_move", "agents_left", "guesses_left", *evolving):
        assert "key" not in [argument.arg for argument in functions[name].args.args]
    assert not any("key" in field.lower() for field in engine_model.Table._fields)


def test_no_event_has_a_field_for_a_key():
    events = engine_model.Event.__args__
    fields = {field for event in events for field in event.__dataclass_fields__}
    assert fields == {
        "side", "word", "number", "approved", "card", "identity", "face", "use", "next", "winners", "reason"
    }  # fmt: skip


def test_every_name_of_the_protocol_is_in_the_glossary():
    glossary = (ROOT / "docs" / "glossary.md").read_text()
    names = [kind.__name__ for kind in (*engine_model.Command.__args__, *engine_model.Event.__args__)]
    for name in [*names, *engine_model.Refusal, *engine_model.Reason, *engine_model.Phase]:
        assert f"`{name}`" in glossary, name
