"""Whatever is typed gets a verdict."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from deckname.engine import EDITIONS
from deckname.referee import OPTIONS, Referee
from deckname.referee.verdict import Ruling

ODD = [
    "",
    " ",
    "\x00\x1f",
    "-",
    "'",
    "...",
    "🐶",
    "ab🐶",
    "كلب",
    "пёс cat",
    "\u202edog\u202c",
    "a" * 10_000,
    "ǅ",
    "²",
    "ß",
]
clues = st.one_of(st.text(max_size=60), st.sampled_from(ODD), st.text(alphabet="aeioudrst-' ", max_size=30))


@pytest.mark.slow
@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    clue=clues,
    number=st.one_of(st.none(), st.integers(-3, 30)),
    board=st.lists(clues, max_size=4),
    language=st.sampled_from(["en", "fr", "de"]),
    edition=st.sampled_from(list(EDITIONS)),
    options=st.sets(st.sampled_from(OPTIONS)),
)
def test_any_clue_gets_a_verdict(  # noqa: PLR0917
    referee: Referee,
    clue: str,
    number: int | None,
    board: list[str],
    language: str,
    edition: str,
    options: set[str],
) -> None:
    verdict = referee.judge(clue, number, board, language, EDITIONS[edition].clues, options)
    assert verdict.verdict in Ruling
    assert verdict.reason
    assert "{" not in verdict.reason or "{" in clue or any("{" in card for card in board)


@pytest.mark.parametrize("clue", ["", "\t", "🐶", "…", "\x07", "a" * 10_000])
def test_what_is_no_word_is_refused(referee: Referee, clue: str) -> None:
    assert referee.judge(clue, 1, ["SUN"], "en").verdict == "invalid"


def test_invisible_characters_hide_nothing(referee: Referee) -> None:
    assert referee.judge("s\u200bu\u00adn", 1, ["SUN"], "en").rule == "K1"
    assert referee.judge("\u202esun", 1, ["SUN"], "en").rule == "K1"
