"""The tables of cases: of each pair one half was looked at while tuning, the other was not."""

from pathlib import Path

import pytest

from deckname.referee import Referee
from deckname.referee.cases import read_cases, score

TABLES = Path(__file__).parent / "cases"


@pytest.mark.parametrize("half", ["tuned", "aside", "fresh_tuned", "fresh_aside", "second", "third"])
@pytest.mark.parametrize("language", ["en", "fr", "de"])
def test_the_referee_agrees_with_people(referee: Referee, language: str, half: str) -> None:
    result = score(referee, read_cases(TABLES / f"{language}_{half}.tsv"), language)
    report = "\n".join(result.lines())
    assert result.cases >= 120
    assert result.exact / result.cases >= 0.9, report
    assert result.precision >= 0.95, report
    assert result.recall >= 0.95, report


@pytest.mark.parametrize("language", ["en", "fr", "de"])
def test_the_referee_has_learned_from_an_independent_author(referee: Referee, language: str) -> None:
    result = score(referee, read_cases(TABLES / f"{language}_independent.tsv"), language)
    report = "\n".join(result.lines())
    assert result.cases >= 200
    assert result.exact / result.cases >= 0.97, report
    assert result.precision >= 0.98, report
    assert result.recall >= 0.98, report


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
