"""A code of six letters is a key: the same one everywhere, as fair as a shuffled deck, and hard to mistype."""

import json
from collections import Counter
from itertools import combinations, pairwise, product
from pathlib import Path
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from deckname.engine import EDITIONS
from deckname.engine.deal import check_key
from deckname.engine.record import format_key
from deckname.gadget.keys import (
    ALPHABET,
    BOXES,
    FORMS,
    LETTERS,
    MISTAKEN,
    NUMBERS,
    SEEDS,
    STIR,
    UNSTIR,
    KeyCodeError,
    key_card,
    new_card,
    other_face,
    read_code,
)

GOLDEN = json.loads((Path(__file__).parent / "golden.json").read_text("utf-8"))
seeds = st.integers(0, SEEDS - 1)
forms = st.integers(0, len(FORMS) - 1)


@pytest.mark.rule("X1")
@pytest.mark.parametrize("example", GOLDEN["keys"], ids=lambda example: example["code"])
def test_golden_keys(example):
    """Written on paper years ago: what a code means never changes. The web app's tests read the same file."""
    card = read_code(example["code"])
    assert (card.edition.id, card.starts, card.face) == (example["edition"], example["starts"], example["face"])
    assert json.loads(json.dumps(format_key(card.key))) == example["key"]
    other = other_face(card)
    assert (other and other.code) == example["other"]


@pytest.mark.parametrize("typed", GOLDEN["refused"], ids=repr)
def test_golden_refusals(typed):
    with pytest.raises(KeyCodeError) as refused:
        read_code(typed)
    assert refused.value.code == GOLDEN["refused"][typed]


def test_every_form_has_golden_keys():
    there = {(example["edition"], example["starts"], example["face"]) for example in GOLDEN["keys"]}
    assert there == set(FORMS)


@given(seeds, forms)
def test_a_code_carries_all_that_a_key_is(seed, form):
    card = key_card(seed, form)
    assert read_code(card.code) == card
    assert (card.edition.id, card.starts, card.face) == FORMS[form]
    check_key(card.edition, card.key, card.starts)


@given(seeds, forms, st.data())
def test_a_code_may_be_typed_as_people_type(seed, form, data):
    card = key_card(seed, form)
    heard = {letter: [letter, letter.lower()] for letter in ALPHABET}
    for instead, letter in MISTAKEN.items():
        heard[letter] += [instead, instead.lower()]
    gaps = st.sampled_from(["", " ", "-", " – ", "."])
    typed = "".join(data.draw(st.sampled_from(heard[letter])) + data.draw(gaps) for letter in card.code)
    assert read_code(typed) == card


@given(st.text(max_size=20))
def test_whatever_is_typed_is_a_key_or_refused(text):
    try:
        card = read_code(text)
    except KeyCodeError as error:
        assert error.code in {"wrong_letter", "wrong_length", "wrong_check"}
        assert all(error.sentence(language) for language in ("en", "fr", "de"))
    else:
        assert len(card.code) == LETTERS


@pytest.fixture(scope="module")
def valid():
    """For each word of six letters whether it is a code: all 4.8 million of them."""
    valid = np.zeros((len(ALPHABET),) * LETTERS, dtype=bool)
    for letters in product(range(len(ALPHABET)), repeat=LETTERS - 1):
        check = -sum(weight * letter for weight, letter in zip((6, 5, 4, 3, 2), letters, strict=True))
        valid[(*letters, check % len(ALPHABET))] = True
    return valid


def test_the_words_that_are_codes_are_those_that_are_read(valid):
    chance = np.random.default_rng(29)
    for letters in chance.integers(0, len(ALPHABET), (20_000, LETTERS)):
        word = "".join(ALPHABET[letter] for letter in letters)
        assert _is_code(word) == valid[tuple(letters)] or word in GOLDEN["spare"]
    for seed, form in product(range(0, SEEDS, 97), range(len(FORMS))):
        assert valid[tuple(ALPHABET.index(letter) for letter in key_card(seed, form).code)]


def _is_code(word):
    try:
        return bool(read_code(word))
    except KeyCodeError:
        return False


@pytest.mark.parametrize("place", range(LETTERS))
def test_one_wrong_letter_is_always_found(valid, place):
    """Whatever the other five are, exactly one letter makes them a code."""
    assert (valid.sum(axis=place) == 1).all()


@pytest.mark.parametrize(("one", "other"), [*combinations(range(LETTERS), 2)])
def test_two_letters_that_changed_places_are_always_found(valid, one, other):
    """Neighbours or not: a code that is still one with the two exchanged has the same letter there twice."""
    still = np.argwhere(valid & valid.swapaxes(one, other))
    assert (still[:, one] == still[:, other]).all()


def test_no_two_numbers_have_one_code():
    assert STIR * UNSTIR % NUMBERS == 1
    assert SEEDS * len(FORMS) <= NUMBERS < (SEEDS + 1) * len(FORMS)
    assert len(ALPHABET) == len(set(ALPHABET)) == 13
    assert not set(MISTAKEN) & set(ALPHABET) and set(MISTAKEN.values()) <= set(ALPHABET)


@given(seeds)
def test_the_faces_of_a_two_sided_key_have_codes_that_nobody_takes_for_each_other(seed):
    first, second = (key_card(seed, FORMS.index(("duet", None, face))) for face in (0, 1))
    assert first.key == second.key
    assert first.shown == first.key.layers[0] != second.shown == second.key.layers[1]
    assert other_face(first) == second and other_face(second) == first
    assert sum(a != b for a, b in zip(first.code, second.code, strict=True)) >= 2


def test_keys_for_teams_have_one_face():
    assert [other_face(key_card(7, form)) for form in range(8)] == [None] * 8


@pytest.mark.parametrize("edition", BOXES)
def test_a_new_key_is_any_of_its_edition(edition):
    chance = Random(29)
    cards = [new_card(edition, chance) for _ in range(200)]
    assert {card.edition.id for card in cards} == {edition}
    assert {card.starts for card in cards} == set(EDITIONS[edition].deals)
    assert {card.face for card in cards} == {0}
    assert len({card.code for card in cards}) > 190


EACH = 20_000
"""Keys of each of the five editions: 100,000 in all, taken from everywhere among the codes."""


def spread(edition):
    """EACH different keys of an edition, evenly over its seeds and starters."""
    of_it = [place for place, form in enumerate(FORMS) if form.edition == edition and form.face == 0]
    share = EACH // len(of_it)
    for form in of_it:
        yield from (key_card(number * SEEDS // share, form) for number in range(share))


@pytest.mark.rule("X1")
@pytest.mark.slow
@pytest.mark.parametrize("edition", BOXES)
def test_a_hundred_thousand_keys_are_drawn_fairly(edition):
    """Each identity is as often on each card, and beside each other one, as it is in a shuffled deck."""
    size, drawn = EDITIONS[edition].size, list(spread(edition))
    cells = Counter(
        (card.starts, place, of) for card in drawn for place, of in enumerate(zip(*card.key.layers, strict=True))
    )
    pairs = Counter(
        (card.starts, place, *both)
        for card in drawn
        for cards in [list(zip(*card.key.layers, strict=True))]
        for place, both in enumerate(pairwise(cards))
    )
    assert len({card.key for card in drawn}) > EACH * 0.99
    games = Counter(card.starts for card in drawn)
    for starts, deal in EDITIONS[edition].deals.items():
        for of, count in deal.items():
            expected = [games[starts] * count / size] * size
            assert fits([cells[starts, place, of] for place in range(size)], expected)
        expected, found = [], []
        for one, other in product(deal, repeat=2):
            likely = deal[one] * (deal[other] - (one == other)) / (size * (size - 1))
            expected += [games[starts] * likely] * (size - 1)
            found += [pairs[starts, place, one, other] for place in range(size - 1)]
        assert fits(found, expected)


def fits(found, expected):
    """Pearson's chi-square, far from what chance alone would do: six standard deviations above its mean."""
    off = sum((a - b) ** 2 / b for a, b in zip(found, expected, strict=True) if b)
    degrees = sum(1 for b in expected if b)
    return off < degrees + 6 * (2 * degrees) ** 0.5
