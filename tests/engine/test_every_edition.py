"""Section G: what holds in every edition."""

from collections import Counter
from itertools import pairwise
from random import Random

import pytest

from deckname.engine import EDITIONS, decide, new_game, new_table
from deckname.engine.deal import check_key, deal_cards, draw_key, key_turns, turn_key
from deckname.engine.editions import SetupError
from deckname.engine.errors import Refused
from deckname.engine.model import ClueGiven, GiveClue, Key, Refusal, parse_seat
from tests.more_editions import EVERY_EDITION
from tests.playing import Game

DECK = [f"CARD{number}" for number in range(60)]
every_edition = pytest.mark.parametrize("edition", EVERY_EDITION.values(), ids=lambda edition: edition.id)


@pytest.mark.rule("G1")
@every_edition
def test_cards_are_drawn_at_random_and_lie_once(edition):
    drawn = Counter()
    rng = Random(5)
    for _ in range(600):
        cards = deal_cards(edition, DECK, rng)
        assert len(cards) == len(set(cards)) == edition.size
        drawn.update(cards)
    expected = 600 * edition.size / len(DECK)
    assert set(drawn) == set(DECK)
    assert all(0.75 * expected < count < 1.25 * expected for count in drawn.values())


@pytest.mark.rule("G1")
def test_a_board_needs_enough_different_cards():
    with pytest.raises(SetupError, match="deck_too_small"):
        deal_cards(EDITIONS["classic"], DECK[:24], Random(1))
    for cards, code in (
        (DECK[:24], "wrong_card_count"),
        ([*DECK[:24], "card3"], "card_twice"),
        ([*DECK[:24], "  "], "unreadable_card"),
        ([*DECK[:24], "A\nB"], "unreadable_card"),
    ):
        with pytest.raises(SetupError, match=code):
            new_table(EDITIONS["classic"], cards, "red")


@pytest.mark.rule("G2", "T2")
@every_edition
def test_keys_are_drawn_uniformly(edition):
    """Every identity is equally likely on every card; each possible starter starts equally often."""
    rng, games = Random(11), 4000
    cells, starters = Counter(), Counter()
    for _ in range(games):
        key, starts = draw_key(edition, rng)
        check_key(edition, key, starts)
        starters[starts] += 1
        cells.update((position, faces) for position, faces in enumerate(zip(*key.layers, strict=True)))
    assert all(abs(count / games - 1 / len(edition.deals)) < 0.04 for count in starters.values())
    likely = Counter()
    for deal in edition.deals.values():
        for faces, count in deal.items():
            likely[faces] += count / edition.size / len(edition.deals)
    for position in range(edition.size):
        for faces, chance in likely.items():
            assert abs(cells[position, faces] / games - chance) < 0.04


@pytest.mark.rule("G2")
def test_the_same_seed_gives_the_same_game():
    games = [new_game(EDITIONS["duet"], DECK, Random(seed)) for seed in (3, 3, 4)]
    assert games[0] == games[1] != games[2]


@pytest.mark.rule("G2")
def test_a_single_sided_key_turns_any_way_that_fits():
    turns = {"classic": 4, "pictures": 2, "family-easy": 4, "family-advanced": 4, "duet": 1, "three-teams": 4}
    assert {id: key_turns(EVERY_EDITION[id]) for id in turns} == turns
    square = Key((tuple("ABCDEFGHIJKLMNOP"),))
    assert "".join(turn_key(EDITIONS["family-easy"], square, 1).layers[0]) == "MIEANJFBOKGCPLHD"
    assert turn_key(EDITIONS["family-easy"], square, 4) == square
    oblong = Key((tuple("ABCDEFGHIJKLMNOPQRST"),))
    assert "".join(turn_key(EDITIONS["pictures"], oblong, 1).layers[0]) == "TSRQPONMLKJIHGFEDCBA"


@pytest.mark.rule("G3", "D21")
@every_edition
def test_only_those_who_may_see_a_face_see_it(edition):
    game = Game(edition)
    for seat in game.table.setup.seats:
        spec = edition.side[seat.side]
        allowed = spec.giver_sees if seat.role == "giver" else spec.guesser_sees
        for index, card in enumerate(game.view(str(seat)).cards):
            for face, identity in enumerate(card.known):
                assert identity == (game.key.layers[face][index] if face in allowed else None)
    assert all(set(card.known) == {None} for card in game.view(None).cards)


@pytest.mark.rule("G3")
def test_team_spymasters_see_the_key_and_operatives_do_not():
    game = Game("classic")
    for seat, sees in {"red.giver": 25, "blue.giver": 25, "red.guesser": 0, "blue.guesser": 0}.items():
        assert sum(card.known != (None,) for card in game.view(seat).cards) == sees


@pytest.mark.rule("G4", "G6")
@every_edition
def test_a_turn_is_one_clue_then_at_least_one_guess(edition):
    game = Game(edition)
    giver = game.waiting_for[0]
    assert game.refusal(f"{giver.replace('giver', 'guesser')} 0") in (Refusal.NOT_YOUR_TURN,)
    game.play(f"{giver} tree 2")
    (guesser,) = game.waiting_for
    assert game.refusal(f"{giver} bush 1") == Refusal.NOT_YOUR_TURN
    assert game.refusal(f"{guesser} stop") == Refusal.GUESS_FIRST
    touched, *_ = game.play(f"{guesser} 0")
    assert touched.identity == game.key.layers[edition.side[guesser.split(".")[0]].judged_by][0]
    assert game.waiting_for == [guesser]
    game.play(f"{guesser} stop")
    assert game.waiting_for != [guesser]


@pytest.mark.rule("G5", "G11")
def test_a_clue_is_one_word_and_one_number_kept_as_written():
    game = Game("classic")
    assert game.play("red.giver Œuvre 2") == [ClueGiven("red", "Œuvre", 2)]
    for seat in ("red.giver", "red.guesser", "blue.giver", "blue.guesser", None):
        clue = game.view(seat).clue
        assert (clue.word, clue.number) == ("Œuvre", 2)


@pytest.mark.rule("G5")
@pytest.mark.parametrize(
    ("word", "code"),
    [
        ("", Refusal.EMPTY_CLUE),
        ("   ", Refusal.EMPTY_CLUE),
        ("a\x00b", Refusal.UNREADABLE_CLUE),
        ("x" * 101, "clue_too_long"),
    ],
)
def test_a_clue_must_be_readable(word, code):
    game = Game("classic")
    with pytest.raises(Refused) as refused:
        decide(game.table, game.key, parse_seat("red.giver"), GiveClue(word, 1))
    assert refused.value.code == code


@pytest.mark.rule("G7")
def test_earlier_clues_stay_visible_and_any_card_may_be_guessed():
    game = Game("classic")
    red, blue = game.cards("red"), game.cards("blue")
    game.play("red.giver tree 3", f"red.guesser {red[0]}", "red.guesser stop")
    game.play("blue.giver sea 1", f"blue.guesser {blue[0]}", "blue.guesser stop", "red.giver sky 1")
    game.play(f"red.guesser {red[1]}", f"red.guesser {red[2]}")
    log = game.view(None).log
    assert [(clue.side, clue.word, clue.number) for clue in log] == [
        ("red", "tree", 3),
        ("blue", "sea", 1),
        ("red", "sky", 1),
    ]
    assert [[touch.card for touch in clue.touched] for clue in log] == [[red[0]], [blue[0]], [red[1], red[2]]]


@pytest.mark.rule("G8")
@every_edition
def test_a_covered_card_cannot_be_touched(edition):
    game = Game(edition)
    giver = game.waiting_for[0]
    game.play(f"{giver} tree 2")
    (guesser,) = game.waiting_for
    game.play(f"{guesser} 0")
    assert game.refusal(f"{guesser} 0") == Refusal.CARD_COVERED
    assert 0 not in game.view(guesser).legal.guess
    for card in (-1, edition.size, 10**9):
        assert game.refusal(f"{guesser} {card}") == Refusal.NO_SUCH_CARD


@pytest.mark.rule("G9")
def test_the_answer_never_says_what_was_meant():
    """The same touch is answered alike whatever clue it followed."""
    games = [Game("classic") for _ in range(3)]
    answers = [
        game.play(f"red.giver {word} {n}", "red.guesser 0")
        for game, (word, n) in zip(games, [("sun", 1), ("moon", 5), ("sea", 25)], strict=True)
    ]
    assert answers[0] == answers[1] == answers[2]


@pytest.mark.rule("G10")
@every_edition
def test_after_the_game_everything_is_shown_to_everybody(edition):
    game = Game(edition)
    while not game.outcome:
        seat = game.waiting_for[0]
        legal = game.view(seat).legal
        game.play(
            f"{seat} word 25" if 25 in legal.clue else f"{seat} word 1" if legal.clue else f"{seat} {legal.guess[0]}"
        )
    for seat in (*map(str, game.table.setup.seats), None):
        view = game.view(seat)
        assert tuple(zip(*(card.known for card in view.cards), strict=True)) == game.key.layers
        assert not view.legal
        assert view.to_move == ()
    assert game.refusal("red.giver word 1") == Refusal.GAME_OVER


@pytest.mark.rule("G10")
def test_the_next_game_has_a_new_key():
    rng = Random(2)
    keys = [draw_key(EDITIONS["classic"], rng)[0] for _ in range(10)]
    assert all(one != other for one, other in pairwise(keys))


@every_edition
def test_seats_of_no_game_are_refused(edition):
    game = Game(edition)
    assert game.refusal("purple.giver tree 2") == Refusal.NO_SUCH_SEAT
    assert game.refusal("clock tree 2") == Refusal.NOT_YOUR_TURN
