"""Whole games with bots on every seat, and with people who cheat or object without reason."""

from __future__ import annotations

from random import Random

from deckname.bots import fair_play
from deckname.bots.player import Bot, Manner, Question
from deckname.cards.library import deck
from deckname.engine import decide, evolve, legal_moves, new_game, to_move, view
from deckname.engine.model import Challenge, Edition, GiveClue, Mode, Options, Phase, Seat, Table
from deckname.engine.record import Move
from deckname.referee import Ruling
from deckname.referee.text import fold
from tests.engine.random_play import ENOUGH, Played


def deal(rng: Random, edition: Edition, mode: Mode, options: Options, language: str) -> Played:
    """A game laid out from the edition's own deck, fronts and backs mixed."""
    faces = [card.face(rng.random() < 0.5) for card in deck(language, edition.deck).cards]
    table, key = new_game(edition, list({face.lower(): face for face in faces}.values()), rng, mode, options)
    return Played([table], key, [], [])


def play(bot: Bot, rng: Random, game: Played, language: str, mischief: float = 0.0) -> Played:
    """Play to the end; an illegal move raises Refused. `mischief`: how often a person cheats or objects instead."""
    while (table := game.tables[-1]).phase is not Phase.OVER:
        assert len(game.moves) < ENOUGH, "the game does not end"
        seat = rng.choice(to_move(table))
        question = Question(view(table, game.key, seat), language, rng.choice(list(Manner)))
        move = mischievous(rng, game) if rng.random() < mischief else None
        move = move or fair_objection(game, language) or Move(seat, bot.answer(question).command)
        if isinstance(move.command, GiveClue) and not move.command.word.startswith("="):
            check_clue(question, move.command)
        step(game, move)
    return game


def step(game: Played, move: Move) -> None:
    table: Table = game.tables[-1]
    command = move.command
    if isinstance(command, GiveClue):
        command = GiveClue(command.word.removeprefix("="), command.number)
    events = decide(table, game.key, move.seat, command)
    for event in events:
        table = evolve(table, event)
    game.moves.append(Move(move.seat, command))
    game.events.append(events)
    game.tables.append(table)


def check_clue(question: Question, clue: GiveClue) -> None:
    assert clue.number in question.view.legal.clue
    assert fair_play.ruling(question, clue.word, clue.number) is Ruling.VALID, clue
    assert fold(clue.word) not in {fold(earlier.word) for earlier in question.view.log}, clue


def fair_objection(game: Played, language: str) -> Move | None:
    """What a bot objects to from a seat whose turn it is not."""
    table = game.tables[-1]
    for seat in challengers(game):
        if fair_play.challenges(Question(view(table, game.key, seat), language)):
            assert clue_was_cheated(table), table.log[-1]
            return Move(seat, Challenge())
    return None


def clue_was_cheated(table: Table) -> bool:
    return table.log[-1].word in table.setup.cards or "-" in table.log[-1].word


def challengers(game: Played) -> list[Seat]:
    table = game.tables[-1]
    return [seat for seat in table.setup.seats if legal_moves(table, game.key, seat).challenge]


def mischievous(rng: Random, game: Played) -> Move | None:
    """A clue that can't be allowed (marked by `=`), or an objection without a reason."""
    table = game.tables[-1]
    if table.phase is Phase.CLUE:
        words = [card for card, cover in zip(table.setup.cards, table.covers, strict=True) if cover is None]
        word = rng.choice(words)
        return Move(to_move(table)[0], GiveClue("=" + ("yes-no" if ":" in word else word), 1))
    able = challengers(game)
    return Move(rng.choice(able), Challenge()) if able else None
