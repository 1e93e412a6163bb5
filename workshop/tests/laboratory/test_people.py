"""A simulated person at a table with bots: `workshop people`, and what is counted of it."""

import pytest

from workshop.cli import main
from workshop.laboratory.people import wilson


@pytest.mark.floats
@pytest.mark.parametrize("edition", ["classic", "duet"])
def test_a_person_plays_with_a_bot(capsys, edition):
    with pytest.raises(SystemExit) as left:
        main(["people", "--edition", edition, "--games", "1", "--level", "easy"])
    out, _ = capsys.readouterr()
    assert left.value.code == 0
    assert "of 1," in out and "found" in out


def test_bounds_hold_the_share_and_narrow_with_more_games():
    few, many = wilson(5, 10), wilson(200, 400)
    assert few[0] < many[0] < 0.5 < many[1] < few[1]
    assert wilson(0, 10)[0] == pytest.approx(0, abs=1e-9)
