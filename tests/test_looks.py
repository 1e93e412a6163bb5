"""Every client can draw whatever look an edition may choose."""

import re
from pathlib import Path

import pytest

from deckname.engine.looks import COLOURS, EMBLEMS, PATTERNS
from deckname.terminal.look import MARKS, PAINTS
from tests.more_editions import EVERY_EDITION

WEB = Path(__file__).parents[1] / "web" / "src"


def test_the_terminal_has_a_paint_for_every_colour_and_a_mark_for_every_pattern():
    assert set(PAINTS) == set(COLOURS)
    assert set(MARKS) == set(PATTERNS)
    assert len(set(MARKS.values())) == len(MARKS)


def test_the_web_app_has_a_swatch_for_every_colour_and_pattern_and_a_portrait_for_every_emblem():
    swatches = (WEB / "style" / "swatches.css").read_text("utf-8")
    assert set(re.findall(r"\[data-colour='(\w+)'\] \{", swatches)) == set(COLOURS)
    assert set(re.findall(r"\.swatch\[data-pattern='(\w+)'\]", swatches)) == set(PATTERNS)
    (drawn,) = re.findall(r"const emblems = \{ (.+) \};", (WEB / "art" / "Emblems.svelte").read_text("utf-8"))
    assert drawn.split(", ") == list(EMBLEMS)


@pytest.mark.parametrize("edition", EVERY_EDITION.values(), ids=lambda edition: edition.id)
def test_an_edition_chooses_among_them(edition):
    for look in edition.looks.values():
        assert look.colour in COLOURS and look.pattern in PATTERNS and look.emblem in EMBLEMS
