"""Clues as people type them."""

from dataclasses import replace

import pytest

from deckname.engine.model import Clue, Role, Seat
from deckname.language import LANGUAGES
from deckname.terminal.wording import Wording
from tests.more_editions import FOUR, THREE
from tests.playing import Game


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


def test_no_clue_card_or_name_turns_what_stands_beside_it():
    game, wording = Game("classic"), Wording("en", ("Ada\u202e", "Bo", "Cleo", "Dan"))
    assert wording.clue(Clue("red", "x\u202eevil\u2066", 2)) == "Red: “xevil” for 2"
    assert wording.face("dlrow\u202e") == "dlrow" and wording.face("picture:\u2067") == "picture:"
    assert wording.seat(game.table, Seat("red", Role.GIVER)).startswith("Ada (")


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_edition_without_sentences_is_told_by_what_it_says_of_itself(language):
    wording = Wording(language)
    assert [wording.edition(edition) for edition in (THREE, FOUR)] == ["Three teams", "The Four of Them"]
    assert "3" in wording.about(THREE) and "6 × 6" in wording.about(THREE)


def test_a_side_that_no_language_knows_is_called_by_its_own_name():
    north = replace(THREE.sides[0], id="north", agent="north", clues_to="north")
    renamed = {"red": "north"}
    edition = replace(
        THREE,
        sides=(north, *THREE.sides[1:]),
        deals={
            renamed.get(starts, starts): {(renamed.get(of, of),): count for (of,), count in deal.items()}
            for starts, deal in THREE.deals.items()
        },
        looks={renamed.get(of, of): look for of, look in THREE.looks.items()},
    )
    table, wording = Game(edition, starts="north").table, Wording("en")
    assert wording.seat(table, Seat("north", Role.GIVER)) == "Spymaster of North"
    assert wording.identity(table, "north") == "agent of North"
    assert wording.identity(table, "amber") == "amber agent"
