"""Clues as people type them."""

import pytest

from deckname.terminal.wording import Wording


@pytest.mark.parametrize(
    ("text", "clue"),
    [
        ("tree 2", ("tree", 2)),
        ("tree: 2", ("tree", 2)),
        ("tree,2", ("tree", 2)),
        ("  New York   3 ", ("New York", 3)),
        ("tree ∞", ("tree", "unlimited")),
        ("tree Unlimited", ("tree", "unlimited")),
        ("tree 0", ("tree", 0)),
        ("tree -1", ("tree", -1)),
        ("tree", None),
        ("2", None),
        ("", None),
        ("tree two", None),
        ("tree 2.5", None),
        (" 3", None),
    ],
)
def test_a_typed_clue(text, clue):
    assert Wording("en").parse_clue(text) == clue


def test_unlimited_in_every_language():
    assert Wording("fr").parse_clue("arbre illimité") == ("arbre", "unlimited")
    assert Wording("de").parse_clue("Baum unbegrenzt") == ("Baum", "unlimited")
