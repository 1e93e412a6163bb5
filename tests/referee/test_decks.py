"""The built-in decks before the referee: no two words of a deck from one family."""

import pytest

from deckname.cards.decks import built_in, built_in_ids

DISTANT = {frozenset({"CŒUR", "ACCORD"}), frozenset({"TOR", "TÜR"})}
"""Relatives that only a dictionary remembers: a question to the referee, none to a player."""


@pytest.mark.slow
@pytest.mark.rule("K2", "K3")
@pytest.mark.parametrize(("language", "id"), built_in_ids())
def test_no_two_words_of_a_deck_are_relatives(referee, language, id):
    words = [face for card in built_in(language, id).cards for face in (card.front, card.back)]
    related = []
    for place, word in enumerate(words):
        clue = word.capitalize() if language == "de" else word.lower()
        verdict = referee.judge(clue, 1, words[place + 1 :], language)
        if verdict.rule in ("K1", "K2", "K3") and frozenset({word, verdict.card}) not in DISTANT:
            related.append((word, verdict.card, verdict.reason))
    assert related == []
