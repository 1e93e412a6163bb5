"""What the referee answers."""

from dataclasses import asdict, dataclass
from enum import StrEnum


class Ruling(StrEnum):
    """The three answers, from best to worst."""

    VALID = "valid"
    ASK = "ask"
    INVALID = "invalid"

    @property
    def severity(self) -> int:
        """0 valid, 1 ask, 2 invalid."""
        return list(Ruling).index(self)


@dataclass(frozen=True, slots=True)
class Verdict:
    """The answer, the rule it rests on, the card it is about, and a sentence for people.

    `complete` is False while the data file is not there yet: then the answer rests on looks alone.
    """

    verdict: Ruling
    rule: str | None
    card: str | None
    reason: str
    complete: bool = True

    def as_json(self) -> dict[str, object]:
        """The public form."""
        return asdict(self)
