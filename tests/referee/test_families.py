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
        ("en", "foolish", "FOOL", "invalid"),
        ("en", "leader", "LEAD", "invalid"),
        ("en", "personal", "PERSON", "invalid"),
        ("en", "boxer", "BOX", "ask"),
        ("en", "liver", "LIVE", "valid"),
        ("en", "policeman", "SNOWMAN", "ask"),
        ("en", "blueberry", "STRAWBERRY", "invalid"),
        ("fr", "poésie", "POÈTE", "invalid"),
        ("fr", "historien", "HISTOIRE", "invalid"),
        ("fr", "invité", "INVITATION", "invalid"),
        ("fr", "louper", "LOUP", "valid"),
        ("de", "überbrücken", "BRÜCKE", "invalid"),
        ("de", "übergehen", "GEHEN", "ask"),
        ("de", "eisig", "EIS", "invalid"),
        ("de", "Baeume", "BAUM", "invalid"),
        ("de", "Abenteuer", "FEUER", "valid"),
        ("de", "Kakteen", "KAKTUS", "invalid"),
        ("de", "verbrannt", "BRAND", "invalid"),
        ("de", "gegabelt", "GABEL", "invalid"),
        ("de", "Biergarten", "GARTEN", "invalid"),
        ("de", "Apfelbaumhaus", "HAUS", "invalid"),
        ("de", "Mondkäseturm", "TURM", "invalid"),
        ("de", "Mondkäseturm", "KÄSE", "invalid"),
    ],
)
def test_known_traps(referee: Referee, language: str, clue: str, card: str, expected: str) -> None:
    assert referee.judge(clue, 1, [card], language).verdict == expected


@pytest.mark.rule("K6")
@pytest.mark.parametrize("code", sorted(LANGUAGES))
def test_no_word_is_both_at_home_and_abroad(code: str) -> None:
    loans = LANGUAGES[code].loans
    assert loans.at_home
    assert loans.abroad
    assert not loans.at_home & loans.abroad


@pytest.mark.rule("K2")
def test_a_maybe_at_the_end_of_a_long_way_is_none(referee: Referee) -> None:
    assert referee.judge("import", 1, ["PORT"], "en").verdict == "ask"
    assert referee.judge("importance", 1, ["PASSPORT"], "en").verdict == "valid"
