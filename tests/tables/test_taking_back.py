"""A game at a table in which a move was taken back: what is counted by moves, and what readers are told."""

from random import Random

import pytest

from deckname import protocol as wire
from deckname.client import KnownState
from deckname.engine import EDITIONS, new_game
from deckname.engine.errors import Refused
from deckname.engine.model import CLOCK, UNLIMITED, GiveClue, Guess, Options, Stop, Undo, parse_seat
from deckname.engine.record import Move, final_table, format_record, parse_record
from deckname.engine.view import view
from deckname.protocol.game_projection import laid_out, moved, replay
from deckname.tables.bounds import MOVES_WITH_UNDO
from deckname.tables.events import MovePlayed
from deckname.tables.game import GameState
from tests.engine.random_play import WORDS

RED, GUESSER = parse_seat("red.giver"), parse_seat("red.guesser")


def begun(practice=True):
    rng = Random(4)
    while True:
        table, key = new_game(EDITIONS["classic"], WORDS, rng, options=Options(unlimited=True))
        if table.turn == "red":
            return GameState(1, table, key, "en", 0.0, practice)


def play(game, seat, command):
    """A move, and what everybody is told of it."""
    old, events = game.table, game.decide(seat, command)
    game.play(MovePlayed(0.0, "ada", Move(seat, command), events))
    return moved(game, old, events, seq=game.ply, by="ada")


def reds(game):
    return [card for card, identity in enumerate(game.key.layers[0]) if identity == "red"]


@pytest.mark.rule("G14")
def test_clues_and_touches_are_counted_without_what_was_taken_back():
    game = begun()
    one, other, *_ = reds(game)
    play(game, RED, GiveClue("sea", 1))
    play(game, GUESSER, Undo())
    assert game.clue_being_answered is None
    play(game, RED, GiveClue("tree", 2))
    assert game.clue_being_answered == 2
    play(game, GUESSER, Guess(one))
    play(game, GUESSER, Undo())
    play(game, GUESSER, Guess(other))
    assert (game.touched_for(2), game.touched_for(0)) == ((other,), ())
    assert [ply for ply in range(game.ply) if game.may_be_explained(ply)] == [5]
    assert final_table(parse_record(format_record(game.record))) == game.table


@pytest.mark.rule("G14")
def test_what_the_clock_has_ended_comes_back_too():
    game = begun()
    assert play(game, CLOCK, Stop()).time_up is not wire.UNSET
    assert len(game.time_ups) == 1
    assert play(game, RED, Undo()).time_ups == ()
    assert (game.time_ups, game.table.turn) == ([], "red")


def test_taking_back_comes_to_an_end():
    game = begun()
    for _ in range(MOVES_WITH_UNDO // 2):
        play(game, RED, GiveClue("tree", UNLIMITED))
        play(game, RED, Undo())
    play(game, RED, GiveClue("tree", 1))
    with pytest.raises(Refused, match="nothing_to_undo"):
        game.decide(RED, Undo())


@pytest.mark.rule("G14", "D12")
def test_readers_are_told_what_lies_there_again_and_what_was_seen():
    game = begun()
    card = reds(game)[0]
    play(game, RED, GiveClue("tree", 1))
    assert play(game, GUESSER, Guess(card)).cards == (wire.CardChange(card, "red", "red", ()),)
    told = play(game, GUESSER, Undo())
    assert told.cards == (wire.CardChange(card, None, None, ()),)
    assert (told.events[0].event, told.events[0].ply) == ("MoveTakenBack", 1)
    assert told.taken_back == (wire.TakenBackLine(0, touch=wire.TouchLine(card, "red", "red")),)
    assert (told.lines, told.line.touched) == (1, ())
    told = play(game, GUESSER, Undo())
    assert (told.lines, told.line) == (0, None)
    assert told.taken_back[-1].clue.word == "tree"


@pytest.mark.rule("G14")
def test_who_follows_move_by_move_sees_what_a_newcomer_sees():
    game = begun()
    one, other, *_ = reds(game)
    for seat, command in (
        (RED, GiveClue("tree", 2)),
        (GUESSER, Guess(one)),
        (GUESSER, Undo()),
        (GUESSER, Guess(other)),
        (GUESSER, Stop()),
        (CLOCK, Stop()),
        (RED, Undo()),
        (RED, Undo()),
        (GUESSER, Guess(one)),
    ):
        play(game, seat, command)
    again = replay(game.record, 1)
    follower = KnownState()
    follower.game = again.game
    for move in again.moves:
        follower.take(move)
    newcomer = laid_out(game, [view(game.table, game.key, None)])
    parts = ("log", "last_touches", "taken_back", "time_ups", "situation")
    for part in parts:
        assert getattr(follower.game, part) == getattr(newcomer, part), part
    assert [(c.cover, c.covered_by) for c in follower.game.cards] == [(c.cover, c.covered_by) for c in newcomer.cards]
