"""The simple bot: whole games of every kind, and that it is no fool."""

from collections import Counter
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from deckname.bots.player import Answer, Manner, Question
from deckname.bots.simple import Simple, themes
from deckname.bots.view_reading import shown
from deckname.cards.library import deck, deck_ids
from deckname.engine import EDITIONS
from deckname.engine.model import ASSASSIN, Challenge, Cover, GiveClue, Guess, Mode, Options, Phase, Stop, Waive
from deckname.language import LANGUAGES
from deckname.referee import Ruling, judge
from deckname.referee.text import fold
from tests.bots.bot_play import deal, play
from tests.engine.random_play import variants
from tests.playing import Game

every_language = pytest.mark.parametrize("language", LANGUAGES)


@settings(max_examples=40, deadline=None)
@given(st.randoms(use_true_random=False), variants(), st.sampled_from(LANGUAGES))
def test_whole_games_end_without_an_illegal_move_or_clue(rng, variant, language):
    assert play(Simple(), rng, deal(rng, *variant, language), language).tables[-1].outcome


@settings(max_examples=25, deadline=None)
@given(st.randoms(use_true_random=False), variants(), st.sampled_from(LANGUAGES))
def test_games_with_cheats_and_grumblers_end_too(rng, variant, language):
    assert play(Simple(), rng, deal(rng, *variant, language), language, mischief=0.25).tables[-1].outcome


def test_every_kind_of_command_comes_up():
    seen = Counter()
    for seed in range(3):
        for edition in EDITIONS.values():
            for mode in edition.modes:
                rng = Random(seed)
                game = play(Simple(), rng, deal(rng, edition, mode, Options(), "en"), "en", mischief=0.2)
                seen.update(type(move.command) for move in game.moves)
                seen.update(table.phase for table in game.tables)
    assert set(seen) == {GiveClue, Guess, Stop, Challenge, Waive, Cover, *Phase}


class Deaf(Simple):
    """Gives clues like the simple bot and guesses one card by chance."""

    def answer(self, question):
        legal = question.view.legal
        if legal.guess:
            return Answer(Stop() if legal.stop else Guess(Random(repr(question)).choice(legal.guess)))
        return super().answer(question)


@every_language
def test_two_of_them_understand_each_other(language):
    """A pair finds at least one and a half times the agents per clue that chance would."""
    assert found_per_clue(Simple(), language) > 1.5 * found_per_clue(Deaf(), language)


def found_per_clue(bot, language):
    found, clues = 0, 0
    for seed in range(8):
        rng = Random(seed)
        game = play(bot, rng, deal(rng, EDITIONS["classic"], Mode.TEAMS, Options(), language), language)
        log = game.tables[-1].log
        found += sum(touch.identity == clue.side for clue in log for touch in clue.touched)
        clues += len(log)
    return found / clues


@every_language
def test_the_themes_are_sound(language):
    known = themes.themes(language)
    hints = [hint for theme in known.values() for hint in theme.hints]
    assert [hint for hint, count in Counter(map(fold, hints)).items() if count > 1] == []
    assert [hint for hint in hints if judge(hint, 2, (), language).verdict is not Ruling.VALID] == []
    assert all(theme.members for theme in known.values())


@every_language
def test_the_themes_know_most_cards(language):
    """Also that no line of the picture themes names a theme that does not exist: its concepts would be homeless."""
    for code, id in deck_ids():
        if code == language:
            faces = {face for card in deck(language, id).cards for face in (card.front, card.back)}
            words = [themes.belonging(word, language) for face in faces for word in shown(face, language)]
            assert sum(map(bool, words)) / len(words) > 0.95, id


def test_the_same_question_gets_the_same_answer():
    game = Game("duet")
    question = Question(game.view("a.giver"), "en")
    assert Simple().answer(question) == Simple().answer(question)


def test_a_language_that_is_none_of_ours_is_played_in_english():
    game = Game("classic")
    answer = Simple().answer(Question(game.view("red.giver"), "es", Manner.BOLD))
    assert isinstance(answer.command, GiveClue)


def test_a_seat_that_can_only_object_is_not_asked_for_an_answer():
    game = Game("classic")
    game.play("red.giver tree 2")
    with pytest.raises(ValueError, match=r"fair_play\.challenges"):
        Simple().answer(Question(game.view("blue.giver"), "en"))


def test_chances_add_up():
    game = Game("classic")
    game.play("red.giver tree 2")
    thought = Simple().answer(Question(game.view("red.guesser"), "en")).thought
    assert thought and sum(thought.chances) + thought.stop == pytest.approx(1)
    assert thought.by == "simple"


@pytest.mark.parametrize("manner", Manner)
def test_no_more_cards_are_told_than_the_number_says(manner):
    game = Game("classic")
    faces = ["PIANO", "VIOLIN", "HARP", "DRUM", "FLUTE", *game.table.setup.cards[5:]]
    game.table = game.table._replace(setup=replace(game.table.setup, cards=tuple(faces)))
    answer = Simple().answer(Question(game.view("red.giver"), "en", manner))
    assert answer.command.number == len(answer.thought.meant) > 1


def test_a_zero_takes_nothing_away_from_what_was_promised_before():
    game = Game("classic", zero=True)
    ours, promised, warned = game.cards("red")[0], game.cards("red")[1], game.cards("assassin")[0]
    faces = list(game.table.setup.cards)
    faces[ours], faces[promised], faces[warned] = "PIANO", "VIOLIN", "APPLE"
    game.table = game.table._replace(setup=replace(game.table.setup, cards=tuple(faces)))
    game.play("red.giver melody 2", f"red.guesser {ours}", "red.guesser stop")
    game.play("blue.giver theirs 1", f"blue.guesser {game.cards('blue')[0]}", "blue.guesser stop")
    game.play("red.giver juice 0")
    chances = Simple().answer(Question(game.view("red.guesser"), "en")).thought.chances
    usual = chances[game.cards("bystander")[0]]
    assert chances[promised] > usual > chances[warned] > 0


def test_nobody_gives_up_on_the_last_stretch():
    """P7: stopping there loses, so the simple bot goes on however little it knows."""
    game = Game("pictures", assassin_last=True)
    game.play("red.giver tree 1", f"red.guesser {game.cards(ASSASSIN)[0]}", f"red.guesser {game.cards('red')[0]}")
    view = game.view("red.guesser")
    assert view.last_stretch and view.legal.stop
    assert isinstance(Simple().answer(Question(view, "en")).command, Guess)
