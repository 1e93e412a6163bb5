"""The reviewed families agree with themselves; roots are found and strangers kept apart."""

import pytest

from deckname.referee import Referee
from deckname.referee.languages import LANGUAGES


@pytest.mark.parametrize("code", sorted(LANGUAGES))
def test_no_pair_is_reviewed_twice(code: str) -> None:
    families = LANGUAGES[code].families
    tables = [families.same, families.distant, families.strangers]
    for place, table in enumerate(tables):
        for word, others in table.items():
            for later in tables[place + 1 :]:
                assert not (others - {word}) & later.get(word, set()), word


@pytest.mark.rule("K2", "K3")
@pytest.mark.parametrize(
    ("language", "clue", "card", "expected"),
    [
        ("de", "Jahrestag", "DIENSTAG", "ask"),
        ("de", "Walnuss", "WAL", "valid"),
        ("de", "Zeuge", "FLUGZEUG", "valid"),
        ("de", "schneien", "SCHNEE", "invalid"),
        ("fr", "ensanglanté", "SANG", "invalid"),
        ("fr", "impératrice", "EMPEREUR", "invalid"),
        ("en", "sunny", "SUN", "invalid"),
        ("en", "mankind", "MAN", "invalid"),
        ("en", "unhorsed", "HORSESHOE", "invalid"),
    ],
)
def test_known_traps(referee: Referee, language: str, clue: str, card: str, expected: str) -> None:
    assert referee.judge(clue, 1, [card], language).verdict == expected
