"""The tables of cases: our own, those we tuned to and those kept aside, and the sets of independent authors, in the
order in which they were opened (docs/referee.md tells them apart).
"""

from pathlib import Path

import pytest

from deckname.referee import Referee
from deckname.referee.cases import read_cases, score

TABLES = Path(__file__).parent / "cases"


# What is asked of each: exact verdicts, then precision and recall of flags.
LEAST = {
    "tuned": (0.95, 0.97), "aside": (0.95, 0.97), "fresh_tuned": (0.95, 0.97), "fresh_aside": (0.95, 0.97),
    "independent_1": (0.97, 0.98), "independent_2": (0.9, 0.95), "independent_3": (0.9, 0.95),
    "independent_4": (0.9, 0.95), "independent_5": (0.9, 0.95), "independent_6": (0.9, 0.95),
    "independent_7": (0.93, 0.97), "independent_8": (0.93, 0.97), "independent_9": (0.95, 0.97),
}  # fmt: skip


@pytest.mark.parametrize("name", sorted(file.stem for file in TABLES.glob("*.tsv")))
def test_the_referee_agrees_with_people(referee: Referee, name: str) -> None:
    language, _, table = name.partition("_")
    result = score(referee, read_cases(TABLES / f"{name}.tsv"), language)
    report = "\n".join(result.lines())
    exact, flags = LEAST[table]
    assert result.cases >= 100
    assert result.exact / result.cases >= exact, report
    assert result.precision >= flags, report
    assert result.recall >= flags, report


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("moon\tSUN\tmaybe\tok\t1\tclassic\t\town", "line 2: 'maybe'"),
        ("moon\tSUN\tvalid\tok\tmany\tclassic\t\town", "line 2: 'many' is no number"),
        ("moon\tSUN\tvalid\tok\t1\tchess\t\town", "line 2: unknown edition 'chess'"),
    ],
)
def test_a_bad_line_is_named(tmp_path: Path, line: str, complaint: str) -> None:
    head = "clue\tboard_word\texpected_verdict\treason\tnumber\tedition\toptions\tsource"
    table = tmp_path / "bad_en.tsv"
    table.write_text(f"{head}\n{line}\n", "utf-8")
    with pytest.raises(ValueError, match=complaint):
        read_cases(table)
