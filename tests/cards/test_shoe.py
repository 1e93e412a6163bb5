"""Dealing: what a table sees of its decks, game after game."""

from collections import Counter
from itertools import pairwise
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deckname.cards import library
from deckname.cards.decks import Card, Deck, DeckError, built_in, built_in_ids, is_picture, open_shoe, same
from deckname.cards.twins import motifs
from deckname.engine.deal import new_game
from deckname.engine.model import MOST_CARDS
from tests.more_editions import EVERY_EDITION

CLASSIC = built_in("en", "classic")
TREASURES = Deck("treasures", "Treasures", "en", tuple(Card(f"picture:{n}", f"NAME {n}") for n in range(40)))
OWN = Deck("own", "Ours", "en", tuple(Card(f"OWN {n}") for n in range(MOST_CARDS)))
every_edition = pytest.mark.parametrize("edition", EVERY_EDITION.values(), ids=lambda edition: edition.id)

seeds = st.integers(0, 10**6)
all_faces = st.sampled_from(["front", "back", "mixed"])
small_words = st.sampled_from("ABCDEFGHabcdefgh")
small_decks = st.lists(st.builds(Card, small_words, st.one_of(st.just(""), small_words)), min_size=4, max_size=20)


def games(shoe, count, size, rng):
    for _ in range(count):
        shoe = shoe.deal(size, rng)
        yield shoe


@pytest.mark.rule("G1")
def test_cards_are_drawn_at_random():
    rng = Random(1)
    drawn = Counter()
    for _ in range(400):
        drawn.update(open_shoe([CLASSIC], "mixed", rng).deal(25, rng).board)
    assert len(drawn) == 400
    assert all(5 <= count <= 55 for count in drawn.values())  # 25 on average


@pytest.mark.rule("G1")
def test_the_same_chance_gives_the_same_cards():
    one, other = (open_shoe([CLASSIC], "mixed", Random(7)).deal(25, Random(8)) for _ in range(2))
    assert one == other
    assert one != open_shoe([CLASSIC], "mixed", Random(8)).deal(25, Random(8))


@pytest.mark.rule("G1")
@given(cards=small_decks, faces=all_faces, seed=seeds, size=st.integers(1, 6))
def test_no_face_lies_twice_on_a_board(cards, faces, seed, size):
    """Whatever is in the decks, also where they share words; a refusal only where a board would need a repeat."""
    rng = Random(seed)
    shoe = open_shoe([Deck("x", "X", "en", tuple(cards))], faces, rng)
    for turn in range(8):
        try:
            shoe = shoe.turn_over(rng) if turn % 3 == 2 else shoe.deal(size, rng)
        except DeckError as refused:
            assert refused.code == "not_enough_cards"
            assert refused.details["available"] < size <= len(cards) or size > len(cards)
            return
        assert len(shoe.board) == size == len({same(face) for face in shoe.board})


@pytest.mark.rule("G10")
@given(faces=all_faces, seed=seeds, size=st.integers(1, 25))
def test_no_card_comes_again_before_all_have_come(faces, seed, size):
    """Through any number of games and shuffles, no card is ever dealt two times more than another."""
    rng = Random(seed)
    shoe = open_shoe([OWN, TREASURES], faces, rng)
    times = Counter(dict.fromkeys(range(len(shoe.cards)), 0))
    for game in games(shoe, 240 // size, size, rng):
        times.update(game.table)
        assert len(set(game.table)) == size
        assert max(times.values()) - min(times.values()) <= 1


@pytest.mark.rule("G10")
def test_mixed_decks_show_every_face_before_any_comes_again():
    rng = Random(3)
    shoe = open_shoe([CLASSIC], "mixed", rng)
    seen = [face for game in games(shoe, 16, 25, rng) for face in game.board]
    assert len(set(seen)) == len(seen) == 400


@pytest.mark.rule("G10")
@given(faces=all_faces, seed=seeds, size=st.integers(1, 35))
def test_the_next_game_takes_new_cards(faces, seed, size):
    """Also where the stock runs out in between: 70 cards are enough for two games of 35."""
    rng = Random(seed)
    for one, other in pairwise(games(open_shoe([OWN, TREASURES], faces, rng), 12, size, rng)):
        assert not set(one.table) & set(other.table)


@pytest.mark.rule("G1")
def test_every_round_is_shuffled_anew():
    shoe = open_shoe([OWN], "front", Random(13)).deal(MOST_CARDS, Random(13))
    assert len({shoe.deal(10, Random(seed)).table for seed in range(20)}) == 20


@pytest.mark.rule("G10", "P8")
@pytest.mark.parametrize("faces", ["front", "back", "mixed"])
def test_the_next_game_may_turn_the_same_cards_over(faces):
    rng = Random(5)
    pictures = Deck("p", "P", "en", tuple(Card(f"picture:{n}", f"picture:{n + 140}") for n in range(140)))
    shoe = open_shoe([pictures], faces, rng).deal(20, rng)
    over = shoe.turn_over(rng)
    assert over.table == shoe.table
    assert over.stock == shoe.stock
    for number, before, after in zip(shoe.table, shoe.board, over.board, strict=True):
        assert {before, after} == {pictures.cards[number].front, pictures.cards[number].back}
        assert before != after
    assert over.turn_over(rng) == shoe


@pytest.mark.rule("G10")
def test_cards_without_a_back_are_replaced_when_the_others_turn_over():
    rng = Random(6)
    shoe = open_shoe([TREASURES, OWN], "front", rng).deal(25, rng)
    over = shoe.turn_over(rng)
    assert len(over.board) == 25
    kept = [number for number in shoe.table if shoe.cards[number].back]
    assert 0 < len(kept) < 25
    assert over.table[: len(kept)] == tuple(kept)
    assert not set(over.table[len(kept) :]) & set(shoe.table)


@pytest.mark.rule("F4")
def test_a_game_uses_pictures_or_names_or_both():
    rng = Random(7)
    boards = {
        faces: [face for game in games(open_shoe([TREASURES], faces, rng), 30, 16, rng) for face in game.board]
        for faces in ("front", "back", "mixed")
    }
    assert all(map(is_picture, boards["front"]))
    assert not any(map(is_picture, boards["back"]))
    assert 180 < sum(map(is_picture, boards["mixed"])) < 300


@pytest.mark.rule("F4", "P8")
def test_a_game_of_pictures_stays_one_after_a_game_turned_over():
    rng = Random(8)
    shoe = open_shoe([TREASURES], "front", rng).deal(16, rng)
    names = shoe.turn_over(rng)
    assert not any(map(is_picture, names.board))
    for game in games(names, 10, 16, rng):
        assert all(map(is_picture, game.board))


@pytest.mark.rule("F6")
def test_decks_can_be_mixed():
    rng = Random(9)
    shoe = open_shoe([CLASSIC, TREASURES, OWN], "mixed", rng)
    seen = {face for game in games(shoe, 30, 25, rng) for face in game.board}
    for deck in (CLASSIC, TREASURES, OWN):
        assert seen & {card.front for card in deck.cards}
    assert any(map(is_picture, seen))


@pytest.mark.rule("F6", "G1")
@pytest.mark.parametrize("faces", ["front", "back", "mixed"])
def test_decks_that_share_words_can_be_mixed(faces):
    rng = Random(10)
    shouted = Deck("x", "X", "en", tuple(Card(card.front.title(), card.back.lower()) for card in CLASSIC.cards))
    shoe = open_shoe([CLASSIC, shouted], faces, rng)
    for game in games(shoe, 40, 25, rng):
        assert len({same(face) for face in game.board}) == 25
    first = shoe.deal(25, rng)
    assert sorted(first.stock + first.table) == sorted(shoe.stock)


@pytest.mark.rule("P9", "F6")
@every_edition
@pytest.mark.parametrize(
    "decks",
    [*([built_in(*deck)] for deck in built_in_ids()), [TREASURES], [OWN], [CLASSIC, TREASURES, OWN]],
    ids=lambda decks: "+".join(f"{deck.language}-{deck.id}" for deck in decks),
)
def test_any_deck_goes_on_any_grid(edition, decks):
    """An edition says only how many cards it needs; the engine takes what the shoe deals."""
    rng = Random(11)
    shoe = open_shoe(decks, "mixed", rng)
    for game in games(shoe, 3, edition.size, rng):
        table, _ = new_game(edition, game.board, rng)
        assert sorted(table.setup.cards) == sorted(game.board)


def test_too_small_decks_are_refused():
    rng = Random(12)
    shoe = open_shoe([OWN], "mixed", rng)
    assert len(shoe.deal(MOST_CARDS, rng).board) == MOST_CARDS
    with pytest.raises(DeckError) as refused:
        shoe.deal(MOST_CARDS + 1, rng)
    assert (refused.value.code, refused.value.details) == (
        "not_enough_cards",
        {"needed": MOST_CARDS + 1, "available": MOST_CARDS},
    )


PICTURES, FAMILY = (library.deck("en", id) for id in ("pictures", "family"))


def twins(board):
    """What is to be seen more than once on a board."""
    return {motif for motif, times in Counter(m for face in board for m in motifs(face)).items() if times > 1}


@pytest.mark.rule("G1")
@given(faces=all_faces, seed=seeds, size=st.sampled_from([16, 20, 25]))
def test_no_two_pictures_of_one_scene_or_one_thing_lie_on_a_board(faces, seed, size):
    """Game after game, turned over now and then, mixed with words and treasures or not."""
    rng = Random(seed)
    decks = [[PICTURES], [PICTURES, FAMILY], [FAMILY, CLASSIC]][seed % 3]
    shoe = open_shoe(decks, faces, rng)
    for turn in range(12):
        shoe = shoe.turn_over(rng) if turn % 3 == 2 else shoe.deal(size, rng)
        assert len(shoe.board) == size
        assert twins(shoe.board) == set()


@pytest.mark.rule("P8")
@given(seed=seeds)
def test_pictures_are_dealt_so_that_they_can_all_be_turned_over(seed):
    rng = Random(seed)
    shoe = open_shoe([PICTURES], "mixed", rng).deal(20, rng)
    assert shoe.turn_over(rng).table == shoe.table


def test_a_board_that_is_too_large_for_its_deck_shows_as_few_twins_as_it_must():
    rng = Random(10)
    shoe = open_shoe([PICTURES], "mixed", rng).deal(MOST_CARDS, rng)
    assert len(shoe.board) == MOST_CARDS == len(set(shoe.board))
    chance = open_shoe([PICTURES], "mixed", rng).cards[:MOST_CARDS]
    assert len(twins(shoe.board)) < len(twins([card.front for card in chance]))


def test_two_pictures_are_twins_if_one_would_call_them_the_same():
    cow = motifs("picture:giant-cow-temple")
    assert cow & motifs("picture:jigsaw-cow-mouse")
    assert cow & motifs("picture:giant-rabbit-fir")
    assert cow & motifs("treasure:cow")
    assert motifs("picture:balloonist-onion-giraffe") & motifs("picture:balloons-cherries-house")
    assert not cow & motifs("picture:saucer-bathtub-alien")
    assert motifs("COW") == motifs("picture:of-somebody-else") == motifs("treasure:none") == frozenset()
