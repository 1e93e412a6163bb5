"""What bots read off a view: what lies open, what a clue should lead to, and what it still speaks for."""

from dataclasses import replace

import pytest

from deckname.bots.player import Question
from deckname.bots.simple import Simple
from deckname.bots.view_reading import (
    allows,
    judged,
    open_to,
    rivals,
    said,
    seen,
    still_meant,
    sure_touch,
    targets,
    without_known_misses,
    words_in_sight,
)
from deckname.engine.model import UNLIMITED, Challenge, Cover, GiveClue, Guess, Stop, Waive
from tests.more_editions import THREE
from tests.playing import Game


def test_a_word_in_sight_is_one_that_lies_open():
    game = Game("duet")
    card = game.cards("green", layer=0)[0]
    miss = game.cards("bystander", layer=0)[-1]
    game.play("a.giver garden 2", f"b.guesser {card}", f"b.guesser {miss}")
    words = words_in_sight(game.view("b.giver"))
    assert game.table.setup.cards[card] not in words
    assert game.table.setup.cards[miss] in words  # one mark leaves it open to the other side (D9)


def test_a_word_that_both_sides_have_tried_is_covered():
    """D9: no clue has to keep clear of it."""
    game = Game("duet")
    miss = next(card for card in game.cards("bystander", layer=0) if game.key.layers[1][card] == "bystander")
    game.play("a.giver garden 1", f"b.guesser {miss}", "b.giver house 1", f"a.guesser {miss}")
    assert game.table.setup.cards[miss] not in words_in_sight(game.view("a.giver"))


def test_pictures_are_no_words_to_keep_clear_of():
    game = Game("pictures")
    _, *words = game.table.setup.cards
    game.table = game.table._replace(setup=replace(game.table.setup, cards=("picture:1", *words)))
    assert words_in_sight(game.view("red.giver")) == tuple(words)


def test_in_duet_a_card_that_one_side_has_tried_lies_open_for_the_other():
    """D9"""
    game = Game("duet")
    miss = game.cards("bystander", layer=0)[0]
    game.play("a.giver garden 1", f"b.guesser {miss}")
    seen = game.view("b.giver")
    assert miss in open_to(seen, "a") and miss not in open_to(seen, "b")
    assert miss in judged(seen), "b's clues are for a, who may still touch it"
    assert miss in targets(seen)
    assert miss not in judged(game.view("a.giver"))


def test_a_clue_speaks_for_what_is_not_found_yet():
    """A miss takes nothing from it, and a card too many gives nothing."""
    game = Game("classic", unlimited=True)
    first, second, third, *_ = game.cards("red")
    game.play("red.giver animal 3", f"red.guesser {first}", f"red.guesser {game.cards('bystander')[0]}")
    game.play("blue.giver fruit 1", *(f"blue.guesser {card}" for card in game.cards("blue")[:2]))
    game.play(f"red.giver music {UNLIMITED}", f"red.guesser {second}")
    meant = [still_meant(game.edition, clue, unsaid=2) for clue in game.table.log]
    assert meant == [2, 0, 1]
    game.play(f"red.guesser {third}", f"red.guesser {game.cards('red')[3]}")
    assert still_meant(game.edition, game.table.log[-1], unsaid=2) == 0


def test_agents_of_a_team_that_is_out_are_to_a_spymaster_as_bystanders_are():
    """N5"""
    game = Game(THREE)
    red, blue = game.cards("red")[0], game.cards("blue")[0]
    assert judged(game.view("red.giver"))[blue] == "blue"
    game.play("red.giver oops 1", f"red.guesser {game.cards('assassin')[0]}")
    seen = game.view("blue.giver")
    assert (judged(seen)[red], judged(seen)[blue]) == ("bystander", "blue")
    assert targets(seen) == tuple(game.cards("blue"))


def test_rivals_are_all_who_are_still_in_the_game():
    game = Game(THREE)
    assert rivals(game.view("blue.giver"), "blue") == (9, 8)
    game.play("red.giver oops 1", f"red.guesser {game.cards('assassin')[0]}")
    assert rivals(game.view("blue.giver"), "blue") == (8,)


def test_with_all_agents_found_a_clue_leads_to_the_assassin():
    """P7"""
    game = Game("classic", assassin_last=True)
    assert targets(game.view("red.giver")) == tuple(game.cards("red"))
    game.play("red.giver colour 9", *(f"red.guesser {card}" for card in game.cards("red")))
    assert targets(game.view("red.giver")) == tuple(game.cards("assassin"))


def test_a_bot_is_held_to_the_moves_of_its_seat():
    """Whatever is not allowed is never played: the simple bot answers instead."""
    game = Game("classic")
    giver = game.view("red.giver")
    assert allows(giver, GiveClue("garden", 2))
    assert not any(allows(giver, command) for command in (GiveClue("garden", 0), GiveClue("", 2), Guess(0), Stop()))
    game.play("red.giver garden 2")
    guesser = game.view("red.guesser")
    assert allows(guesser, Guess(0))
    assert not allows(guesser, Stop()), "one card has to be touched (T10)"
    game.play("red.guesser 0")
    guesser = game.view("red.guesser")
    assert allows(guesser, Stop())
    assert not any(allows(guesser, command) for command in (Guess(0), Guess(25), Cover(1), Waive(), Challenge()))


@pytest.mark.rule("G14")
def test_what_was_taken_back_is_known_to_bots():
    game = Game("classic")
    (miss, *_), (found, *_) = game.cards("bystander"), game.cards("red")
    game.play("red.giver garden 2", f"red.guesser {miss}", "red.guesser undo")
    narrowed = without_known_misses(game.view("red.guesser"))
    assert set(game.view("red.guesser").legal.guess) - set(narrowed.legal.guess) == {miss}
    assert sure_touch(narrowed) is None
    game.play(f"red.guesser {found}", "red.guesser undo", "red.guesser undo")
    assert said(game.view("red.giver")) == ["garden"]
    game.play("red.giver forest 2")
    assert sure_touch(game.view("red.guesser")) == found
    assert Simple().answer(Question(game.view("red.guesser"), "en")).command == Guess(found)
    game.play(f"red.guesser {found}")
    assert sure_touch(game.view("red.guesser")) is None
    game.play("red.guesser stop")
    assert seen(game.view("blue.guesser"), "blue") == {miss: "bystander"}, "what all saw, the other team saw, too"


@pytest.mark.rule("G14")
def test_in_duet_what_was_seen_tells_of_one_face_only():
    game = Game("duet")
    game.play("a.giver garden 2", "b.guesser 4", "b.guesser undo")
    assert seen(game.view("b.guesser"), "b") == {4: game.key.layers[0][4]}
    assert seen(game.view("a.guesser"), "a") == {}


@pytest.mark.rule("G14", "P7")
def test_with_all_agents_found_the_assassin_that_was_seen_is_right():
    game = Game("classic", assassin_last=True)
    (assassin,) = game.cards("assassin")
    game.play("red.giver x 9", f"red.guesser {assassin}", "red.guesser undo")
    assert assassin not in without_known_misses(game.view("red.guesser")).legal.guess
    game.play(*(f"red.guesser {card}" for card in game.cards("red")))
    assert sure_touch(game.view("red.guesser")) == assassin
