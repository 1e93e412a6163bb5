"""Judging a table of cases: how often the referee is right, where it errs."""

import csv
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from deckname.engine import EDITIONS
from deckname.engine.model import Edition
from deckname.referee.judge import Referee
from deckname.referee.profile import profile
from deckname.referee.verdict import Ruling, Verdict

_COLUMNS = ("clue", "board_word", "expected_verdict", "reason", "number", "edition", "options")
LARGEST_NUMBER = 999


@dataclass(frozen=True, slots=True)
class Case:
    """One line of a table."""

    clue: str
    board: tuple[str, ...]
    expected: Ruling
    reason: str
    number: int | None
    edition: Edition
    options: frozenset[str]
    language: str = ""  # where a table has a column for it


def read_cases(path: Path) -> list[Case]:
    """The cases of a table; ValueError names the line that is none."""
    with path.open(encoding="utf-8", newline="") as text:
        table = csv.DictReader(text, delimiter="\t", quoting=csv.QUOTE_NONE)
        missing = [name for name in _COLUMNS if name not in (table.fieldnames or ())]
        if missing:
            raise ValueError(f"{path.name}: no column {missing[0]!r}")
        return [_case(row, f"{path.name}, line {line}") for line, row in enumerate(table, 2)]


def _case(row: dict[str, str | None], where: str) -> Case:
    try:
        values = {name: row[name] or "" for name in _COLUMNS}
        case = Case(
            values["clue"],
            tuple(word for word in values["board_word"].split("|") if word),
            Ruling(values["expected_verdict"]),
            values["reason"],
            read_number(values["number"]),
            _edition(values["edition"] or "classic"),
            frozenset(option for option in values["options"].replace(";", ",").split(",") if option),
            row.get("language") or "",
        )
        profile(case.edition.clues, case.options)
        return case
    except (KeyError, ValueError) as error:
        raise ValueError(f"{where}: {error}") from error


def _edition(id: str) -> Edition:
    if id not in EDITIONS:
        raise ValueError(f"unknown edition {id!r}: choose one of {', '.join(EDITIONS)}")
    return EDITIONS[id]


def read_number(text: str) -> int | None:
    """A clue's number; None for unlimited."""
    if text in ("unlimited", "∞"):
        return None
    if not text.isdecimal() or len(text) > len(str(LARGEST_NUMBER)):
        raise ValueError(f"{text!r} is no number of cards")
    return int(text)


@dataclass
class CaseScore:
    """Counts over cases; flags are `ask` and `invalid` together."""

    cases: int = 0
    exact: int = 0
    flags: Counter[str] = field(default_factory=Counter)
    reasons: dict[str, list[int]] = field(default_factory=dict)
    misses: list[tuple[Case, Verdict]] = field(default_factory=list)

    def add(self, case: Case, verdict: Verdict) -> None:
        """Count one case."""
        right = verdict.verdict is case.expected
        self.cases += 1
        self.exact += right
        wanted, given = case.expected is not Ruling.VALID, verdict.verdict is not Ruling.VALID
        self.flags[f"{wanted}{given}"] += 1
        tally = self.reasons.setdefault(case.reason, [0, 0])
        tally[0] += right
        tally[1] += 1
        if not right:
            self.misses.append((case, verdict))

    @property
    def precision(self) -> float:
        """How many of the flagged clues deserved it."""
        hits = self.flags["TrueTrue"]
        return hits / (hits + self.flags["FalseTrue"] or 1)

    @property
    def recall(self) -> float:
        """How many of the clues that deserved a flag got one."""
        hits = self.flags["TrueTrue"]
        return hits / (hits + self.flags["TrueFalse"] or 1)

    def lines(self) -> Iterator[str]:
        """The report."""
        yield (
            f"{self.cases} cases: exact {self.exact / (self.cases or 1):.3f}, "
            f"flags precision {self.precision:.3f} recall {self.recall:.3f}"
        )
        for reason, (right, total) in sorted(self.reasons.items()):
            yield f"  {reason:12} {right}/{total}"
        for case, verdict in self.misses:
            options = f" {','.join(sorted(case.options))}" if case.options else ""
            yield (
                f"  miss: {case.clue} / {'|'.join(case.board) or '-'} ({case.edition.id}{options}, {case.reason}): "
                f"expected {case.expected}, got {verdict.verdict} {verdict.rule or ''} {verdict.reason}"
            )


def score(referee: Referee, cases: list[Case], language: str) -> CaseScore:
    """Judge all cases of one language."""
    result = CaseScore()
    for case in cases:
        result.add(
            case,
            referee.judge(case.clue, case.number, case.board, language, case.edition.clues, case.options),
        )
    return result
