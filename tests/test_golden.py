"""Golden games: one for every edition and mode and for the variants, kept as text that people can read and check.

When a rule changes on purpose, write them anew with `UPDATE_GOLDEN=1 pytest tests/test_golden.py` and read the diff.
"""

import os
from pathlib import Path
from random import Random

import pytest

from deckname.engine import EDITIONS
from deckname.engine.model import Mode, Options
from deckname.engine.record import format_record, parse_record
from tests.engine.random_play import Played, random_game
from tests.golden import as_text
from tests.more_editions import EVERY_EDITION

GAMES = Path(__file__).parent / "games"
PLAIN = {
    f"{edition.id}-{mode}": (edition, mode, Options()) for edition in EVERY_EDITION.values() for mode in edition.modes
}
VARIANTS = {
    "classic-teams-expert": (EDITIONS["classic"], Mode.TEAMS, Options(zero=True, unlimited=True)),
    "pictures-teams-assassin-last": (EDITIONS["pictures"], Mode.TEAMS, Options(assassin_last=True)),
    "pictures-coop-assassin-last": (EDITIONS["pictures"], Mode.COOP, Options(assassin_last=True)),
    "duet-several-clues": (EDITIONS["duet"], Mode.TEAMS, Options(several_clues=True, zero=True)),
    "duet-vatican": (EDITIONS["duet"], Mode.TEAMS, Options(mission="vatican")),
    "duet-reykjavik": (EDITIONS["duet"], Mode.TEAMS, Options(mission="reykjavik")),
    "duet-undo": (EDITIONS["duet"], Mode.TEAMS, Options()),
    "classic-teams-undo": (EDITIONS["classic"], Mode.TEAMS, Options()),
    "pictures-teams-gentle": (EDITIONS["pictures"], Mode.TEAMS, Options(gentle=True)),
    "three-teams-gentle": (EVERY_EDITION["three-teams"], Mode.TEAMS, Options(gentle=True)),
}


@pytest.mark.parametrize("name", [*PLAIN, *VARIANTS])
def test_golden_game(name):
    text, record = GAMES / f"{name}.txt", GAMES / f"{name}.json"
    if os.environ.get("UPDATE_GOLDEN"):
        played = random_game(Random(name), *(PLAIN | VARIANTS)[name], skill=0.8, regret=0.1 * name.endswith("-undo"))
        record.write_text(format_record(played.record), "utf-8")
        text.write_text(as_text(played), "utf-8")
    played = Played.of(parse_record(record.read_bytes(), EVERY_EDITION))
    assert as_text(played) == text.read_text("utf-8")
    assert format_record(played.record) == record.read_text("utf-8")
    setup = played.tables[0].setup
    assert (setup.edition, setup.mode, setup.options) == (PLAIN | VARIANTS)[name]


def test_no_golden_game_is_left_over():
    assert {file.stem for file in GAMES.iterdir()} == {*PLAIN, *VARIANTS}
