"""Whatever is sent, judging it takes so many steps and no more. A step is a word that is looked up."""

from random import Random

import pytest

from deckname.cards.decks import built_in
from deckname.engine.clues import WORDS
from deckname.referee import Referee, Ruling, Verdict, family
from deckname.referee.languages import LANGUAGES
from deckname.referee.messages import sentence
from tests.hostile import HARDEST, KNOWN, ODD, Steps, hostile_words

every_language = pytest.mark.parametrize("language", sorted(LANGUAGES))


def board_of(language: str) -> list[str]:
    return [card.front for card in Random(4).sample(built_in(language, "classic").cards, 25)]


@pytest.fixture
def fresh(referee: Referee) -> Referee:
    """One that has not traced any word yet."""
    return Referee(referee.path)


@every_language
def test_hostile_words_are_judged_in_bounded_steps(
    fresh: Referee, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    board = board_of(language)
    fresh.judge("moment", 1, board, language)
    steps = Steps(fresh, language, monkeypatch)
    for word in (*KNOWN, HARDEST, *ODD, *hostile_words(language, 360)):
        steps.taken = 0
        assert fresh.judge(word, 1, board, language).reason, word


@every_language
def test_hostile_cards_are_read_in_bounded_steps(
    fresh: Referee, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    steps = Steps(fresh, language, monkeypatch)
    for card in (*KNOWN, *ODD, *hostile_words(language, 90, seed=6)):
        steps.taken = 0
        assert fresh.judge("moment", 1, [card], language).reason, card


def test_twice_as_long_a_word_takes_no_more_than_four_times_the_steps(
    fresh: Referee, monkeypatch: pytest.MonkeyPatch
) -> None:
    steps, taken = Steps(fresh, "de", monkeypatch), []
    for parts in (6, 12, 24):
        steps.taken = 0
        fresh.judge("xqz" + "tor" * parts, 1, [], "de")
        taken.append(steps.taken)
    assert taken[1] <= 4 * taken[0] and taken[2] <= 4 * taken[1], taken


@pytest.mark.parametrize("word", KNOWN)
def test_words_that_are_none_are_left_to_people(fresh: Referee, word: str, monkeypatch: pytest.MonkeyPatch) -> None:
    Steps(fresh, "de", monkeypatch)
    assert fresh.judge(word, 1, ["SONNE", "TOR"], "de").verdict == "ask"


# --- where even so many steps are too few


@pytest.fixture
def hasty(fresh: Referee, monkeypatch: pytest.MonkeyPatch) -> Referee:
    """One that gives up soon."""
    monkeypatch.setattr(family, "MOST_STEPS", 20)
    return fresh


def left_to_people(verdict: Verdict, language: str, word: str) -> bool:
    return verdict.verdict is Ruling.ASK and verdict.reason == sentence(language, "too_intricate", root=word)


@every_language
@pytest.mark.parametrize("board", [["ANKER"], []])
def test_what_takes_too_many_steps_is_left_to_people(hasty: Referee, language: str, board: list[str]) -> None:
    word = {"en": "handcooperationball", "fr": "antihippopotamement", "de": "hausbootmannschaftsraum"}[language]
    for _ in range(2):  # and stays so
        assert left_to_people(hasty.judge(word, 1, board, language), language, word)


def test_what_is_plainly_wrong_stays_so_however_long(hasty: Referee) -> None:
    long = "hausbootmannschaftsraum"
    assert hasty.judge(long, 1, [long.upper()], "de").rule == "K1"
    assert hasty.judge(f"{long} Sonne", 1, ["ANKER"], "de", WORDS).verdict == "invalid"


def test_a_card_that_takes_too_many_steps_hides_no_other(hasty: Referee) -> None:
    long = "hausbootmannschaftsraum"
    assert left_to_people(hasty.judge("Kuh", 1, [long, "ANKER"], "de"), "de", long)
    assert hasty.judge("Kuh", 1, [long, "KÜHE"], "de").card == "KÜHE"
