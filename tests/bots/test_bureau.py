"""The Bureau: whole games on every seat, what it hears in people's clues, what it says, and life without data."""

import csv
import json
from dataclasses import replace
from importlib import resources
from pathlib import Path
from random import Random

import numpy as np
import pytest

from deckname.assets import NotMadeError
from deckname.bots.bureau import PARAMETERS, Bureau, data, stranger_of
from deckname.bots.bureau.guesser import Belief, _across, believe, choose, own_face
from deckname.bots.bureau.listener import acquainted
from deckname.bots.bureau.spymaster import CluePlan, with_expert_number
from deckname.bots.bureau.stakes import TeamStakes
from deckname.bots.player import Manner, Question
from deckname.bots.view_reading import first_to_touch
from deckname.engine import EDITIONS, to_move, view
from deckname.engine.model import UNLIMITED, Cover, GiveClue, Guess, Mode, Options, Stop
from deckname.language import LANGUAGES
from deckname.referee.text import fold
from tests.bots.bot_play import deal, play
from tests.more_editions import EVERY_EDITION
from tests.playing import Game

pytestmark = pytest.mark.usefixtures("bots_data")

HERE = Path(__file__).parent

STRANGER = stranger_of(PARAMETERS)

GAMES = [
    ("classic", "teams", "en", {"zero": True, "unlimited": True}),
    ("classic", "coop", "fr", {}),
    ("family-easy", "trio", "de", {}),
    ("pictures", "teams", "fr", {"assassin_last": True}),
    ("duet", "teams", "de", {}),
    ("duet", "teams", "en", {"tokens": 4, "mistakes": 1}),
    ("three-teams", "teams", "en", {"unlimited": True}),
    ("four-teams", "teams", "fr", {}),
]


@pytest.mark.floats
@pytest.mark.parametrize(("edition", "mode", "language", "options"), GAMES)
def test_it_plays_whole_games_by_the_rules(edition, mode, language, options):
    """Every clue is valid and new, every move legal: `play` checks it."""
    rng = Random(f"{edition} {mode}")
    game = deal(rng, EVERY_EDITION[edition], Mode(mode), Options(**options), language)
    assert play(Bureau(), rng, game, language).tables[-1].outcome


def test_it_lives_with_cheats_and_objections():
    rng = Random(3)
    game = deal(rng, EDITIONS["family-advanced"], Mode.TEAMS, Options(), "en")
    assert play(Bureau(), rng, game, "en", mischief=0.3).tables[-1].outcome


# --- listening


def heard(language, half):
    """The share of people's clues for which the card they meant comes first of 25."""
    knowledge = data.open_knowledge(language)
    right = 0
    with (HERE / "clues" / f"{language}_{half}.tsv").open(encoding="utf-8") as table:
        cases = list(csv.DictReader(table, delimiter="\t"))
    for case in cases:
        cards = case["cards"].split(", ")
        pulls = STRANGER.mean(STRANGER.pulls(knowledge.near([(card,) for card in cards], case["clue"])))
        right += cards[int(np.argmax(pulls))] == case["meant"]
    return right / len(cases)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("half", [pytest.param("tuned", marks=pytest.mark.floats), "aside", "other"])
def test_it_understands_what_people_mean(language, half):
    """`other` has cards that are in none of our decks."""
    assert heard(language, half) >= 0.87  # without our associations, or any one source, it is 0.8 at most


@pytest.mark.floats
def test_it_learns_how_its_partner_listens():
    """Whoever takes what the clue speaks for is taken to listen closely."""
    knowledge = data.open_knowledge("en")
    game = Game("classic")
    faces = ["BANK", "RIVER", "MONEY", "TREE", "WOLF", "PIANO", "QUEEN", "APPLE", "SHIP", "SUN"] + [
        f"{chr(65 + n)}{chr(65 + n)}" for n in range(15)
    ]
    game.table = game.table._replace(setup=replace(game.table.setup, cards=tuple(faces)))
    game.play("red.giver water 2", "red.guesser 1", "red.guesser 8")
    known = acquainted(STRANGER, knowledge, game.view("red.giver"), "red", right_only=False)
    third = len(STRANGER.weights) // 3  # the first listen closely, the last badly
    assert known.weights[:third].sum() > STRANGER.weights[:third].sum()
    assert known.weights[-third:].sum() < STRANGER.weights[-third:].sum()


# --- speaking


@pytest.mark.parametrize("language", LANGUAGES)
def test_its_words_are_polite_and_as_they_are_written(language):
    words = data.open_knowledge(language).words
    name = {"en": "english", "fr": "french", "de": "german"}[language]
    file = resources.files("glin_profanity").joinpath("data", "dictionaries", f"{name}.json")
    swear_words = {fold(word) for word in json.loads(file.read_text("utf-8"))["words"]}
    said = {fold(word) for word in words}
    assert said & swear_words == set()
    assert len(words) > 7_000
    assert len(said) > 0.97 * len(words)
    assert all(word.isalpha() for word in words)


def board(language, *moves, edition="classic"):
    """A game on cards of the edition's own deck."""
    rng = Random(5)
    options = Options() if edition == "duet" else Options(unlimited=True, zero=True)
    played = deal(rng, EDITIONS[edition], Mode.TEAMS, options, language)
    game = Game(edition, starts=played.tables[0].setup.starts)
    game.table, game.key = played.tables[0], played.key
    game.play(*moves)
    return game


@pytest.mark.floats
def test_a_clue_tells_what_it_means():
    game = board("en")
    seat = f"{game.table.turn}.giver"
    answer = Bureau().answer(Question(game.view(seat), "en"))
    assert isinstance(answer.command, GiveClue)
    assert answer.thought.by == "bureau"
    assert len(answer.thought.meant) == answer.command.number
    assert all(game.key.layers[0][card] == game.table.turn for card in answer.thought.meant)
    assert sum(answer.thought.chances) == pytest.approx(1, abs=0.01)


def test_the_bold_promise_no_less_than_the_cautious():
    game = board("en")
    view = game.view(f"{game.table.turn}.giver")
    numbers = {manner: Bureau().plans(Question(view, "en", manner))[0].number for manner in Manner}
    assert numbers[Manner.CAUTIOUS] <= numbers[Manner.BOLD]


def test_numbers_in_duet_are_no_larger_than_what_is_found():
    """Of clues for four, people find two: there are hardly any."""
    rng, numbers = Random(8), []
    for _ in range(12):
        game = deal(rng, EDITIONS["duet"], Mode.TEAMS, Options(), "en")
        seat = to_move(game.tables[-1])[0]
        (plan,) = Bureau().plans(Question(view(game.tables[-1], game.key, seat), "en"))
        numbers.append(plan.number)
    assert numbers.count(4) <= 1
    assert max(numbers) > 1, "one card at a time is too slow for the tokens"


@pytest.mark.floats
def test_a_guesser_touches_what_the_clue_names_and_stops_then():
    game = board("en")
    side = game.table.turn
    card = game.cards(side)[0]
    face = game.table.setup.cards[card]
    game.play(f"{side}.giver {face} 1")
    answer = Bureau().answer(Question(game.view(f"{side}.guesser"), "en"))
    assert answer.command == Guess(card)
    assert answer.thought.meant[0] == card
    game.play(f"{side}.guesser {card}")
    assert Bureau().answer(Question(game.view(f"{side}.guesser"), "en")).command == Stop()


@pytest.mark.floats
def test_no_more_cards_are_taken_for_meant_than_are_left():
    """Clues that were missed promise one card each, and in the end all of them the same one."""
    game = board("en")
    side, other = game.table.turn, next(team for team in ("red", "blue") if team != game.table.turn)
    *found, _ = game.cards(side)
    game.play(f"{side}.giver all 8", *(f"{side}.guesser {card}" for card in found), f"{side}.guesser stop")
    missed = zip(("animal", "metal", "music", "house"), game.cards("bystander"), game.cards(other), strict=False)
    for word, bystander, theirs in missed:
        game.play(f"{other}.giver theirs 1", f"{other}.guesser {theirs}", f"{other}.guesser stop")
        game.play(f"{side}.giver {word} 1", f"{side}.guesser {bystander}")
    game.play(f"{other}.giver theirs 1", f"{other}.guesser {game.cards(other)[4]}", f"{other}.guesser stop")
    game.play(f"{side}.giver colour 1")
    seen = game.view(f"{side}.guesser")
    assert seen.left[side] == 1
    assert 0.5 < believe(data.open_knowledge("en"), seen, STRANGER, PARAMETERS).named.sum() < 1.01


def test_who_is_well_ahead_goes_on_to_what_the_clue_means_all_the_same():
    """Stopping would hardly cost a chance to win, but who was told two is expected to look for two."""
    game = board("en")
    side = game.table.turn
    first, second, *_ = game.cards(side)
    game.play(f"{side}.giver two 2", f"{side}.guesser {first}")
    seen = game.view(f"{side}.guesser")
    stakes = TeamStakes(ours=2, theirs=8, imaginary=False, assassin_last=False)
    agent = np.array([0.45 if card == second else 0.02 for card in seen.legal.guess])
    danger = np.full(len(agent), 0.03)
    meant = Belief(seen.legal.guess, agent, agent, agent, danger, danger)
    assert choose(meant, seen, stakes, Manner.BALANCED)[0] == Guess(second)
    unmeant = replace(meant, named=np.zeros(len(agent)))
    assert choose(unmeant, seen, stakes, Manner.BALANCED)[0] == Stop()


def test_an_unlimited_clue_is_answered():
    game = board("de")
    side = game.table.turn
    game.play(f"{side}.giver Tier {UNLIMITED}")
    assert isinstance(Bureau().answer(Question(game.view(f"{side}.guesser"), "de")).command, Guess)


@pytest.mark.floats
def test_what_a_zero_warns_of_is_left_alone_and_so_it_is_told():
    game = board("en")
    side = game.table.turn
    warned = game.cards("assassin")[0]
    game.play(f"{side}.giver {game.table.setup.cards[warned]} 0")
    answer = Bureau().answer(Question(game.view(f"{side}.guesser"), "en"))
    chances = answer.thought.chances
    assert answer.command != Guess(warned)
    assert chances[warned] == min(chances) < chances[answer.command.card]
    assert sum(chances) == pytest.approx(1)


@pytest.mark.floats
def test_the_imaginary_teams_card_is_covered_that_gets_in_the_way():
    game = Game("classic", mode="coop")
    game.play("red.giver tree 1", f"red.guesser {game.cards('bystander')[0]}")
    answer = Bureau().answer(Question(game.view("red.giver"), "en"))
    assert isinstance(answer.command, Cover)
    assert answer.command.card in game.cards("blue")


@pytest.mark.floats
@pytest.mark.parametrize(
    ("language", "kind", "members", "others"),
    [
        ("en", "animal", "CRANE MUSSEL SARDINE SHRIMP WASP TOAD CRICKET", "BALCONY FUSE OATH RECEIPT CHAPTER MARGIN"),
        ("fr", "animal", "ROSSIGNOL BROCHET CHENILLE SARDINE THON MOUETTE", "BALCON FUSIBLE SERMENT FACTURE CHAPITRE"),
        ("de", "Tier", "HUMMER HUMMEL AUSTER HERING KRABBE KRÖTE WESPE", "BALKON EID QUITTUNG KAPITEL RAND KREDIT"),
        ("fr", "métier", "BERGER PLOMBIER TAILLEUR SOUFFLEUR", "BALCON FUSIBLE FACTURE CHAPITRE"),
        ("de", "Beruf", "HIRTE TAUCHER TISCHLER FÖRSTER", "BALKON EID QUITTUNG KAPITEL"),
        ("en", "vehicle", "CANOE TRAM FERRY WAGON", "BALCONY FUSE OATH RECEIPT"),
    ],
)
def test_every_member_of_a_family_answers_to_its_name(language, kind, members, others):
    knowledge = data.open_knowledge(language)
    for member in members.split():
        near = knowledge.near([(word,) for word in (member, *others.split())], kind)
        assert STRANGER.mean(STRANGER.pulls(near)).argmax() == 0, member


# --- what is known of the key and of the partner


def duet_in_sudden_death():
    """b has answered one clue and has to go on without any."""
    game = Game("duet", tokens=1)
    first, *rest = game.cards("green", 0)
    game.play("a.giver animal 2", f"b.guesser {first}", "b.guesser stop")
    assert game.table.sudden_death
    return game, rest


def chance_of_green(game):
    """What b believes of a card that is a bystander on b's own face."""
    seen = game.view("b.guesser")
    beige = next(card for card in seen.legal.guess if game.key.layers[1][card] == "bystander")
    return _across(seen, beige, own_face(seen))[0]


def test_what_is_found_in_sudden_death_is_counted():
    """D2, D15: of the bystanders on one's own face five are green on the other, and no more."""
    game, rest = duet_in_sudden_death()
    chances = [chance_of_green(game)]
    for card in rest:
        if game.key.layers[1][card] == "bystander":
            game.play(f"b.guesser {card}")
            chances.append(chance_of_green(game))
    assert chances == sorted(chances, reverse=True)
    assert chances[0] > 0.3 and chances[-1] == 0


@pytest.mark.floats
def test_in_sudden_death_the_likeliest_agent_is_touched_and_so_it_is_told():
    game, _ = duet_in_sudden_death()
    answer = Bureau().answer(Question(game.view("b.guesser"), "en"))
    chances = answer.thought.chances
    assert chances[answer.command.card] == max(chances) > 1.5 * min(filter(None, chances))


def test_one_s_own_face_tells_of_the_other():
    """D2: before any clue a card is green with 3 of 9, 5 of 13 or 1 of 3, and the assassin with 1 of 9, 13 or 3."""
    game = Game("duet")
    game.play("a.giver animal 1")
    seen = game.view("b.guesser")
    told = {game.key.layers[1][card]: _across(seen, card, own_face(seen)) for card in range(25)}
    assert told == {
        "green": pytest.approx((3 / 9, 1 / 9)),
        "bystander": pytest.approx((5 / 13, 1 / 13)),
        "assassin": pytest.approx((1 / 3, 1 / 3)),
    }


def test_in_sudden_death_the_side_that_clues_still_speak_to_touches_first():
    """D15"""
    game, _ = duet_in_sudden_death()
    seats = to_move(game.table)
    assert [seat.side for seat in seats] == ["a", "b"]
    assert first_to_touch(game.table, seats).side == "b"
    assert first_to_touch(Game("classic").table, seats).side == "a"


def test_an_agent_of_the_other_side_does_not_speak_for_the_giver():
    """Whoever guesses learns from cards that were meant, and no others."""
    knowledge = data.open_knowledge("en")

    def weights(identity):
        game = Game("classic")
        card = game.cards(identity)[0]
        cards = ["CAT" if place == card else face for place, face in enumerate(knowledge.words[100:125])]
        game.table = game.table._replace(setup=replace(game.table.setup, cards=tuple(cards)))
        game.play("red.giver animal 2", f"red.guesser {card}")
        return acquainted(STRANGER, knowledge, game.view("red.guesser"), "red", right_only=True).weights

    assert weights("blue") == pytest.approx(STRANGER.weights)
    assert weights("red") != pytest.approx(STRANGER.weights)


def on_cards(**faces):
    """A game in which these cards lie, by identity, and words that say nothing elsewhere."""
    game = Game("classic")
    cards = [f"zzqx{place}" for place in range(25)]
    for identity, words in faces.items():
        for card, word in zip(game.cards(identity), words.split(), strict=False):
            cards[card] = word
    game.table = game.table._replace(setup=replace(game.table.setup, cards=tuple(cards)))
    return game


@pytest.mark.floats
def test_what_an_earlier_clue_promised_is_remembered():
    game = on_cards(red="WOLF BEAR PIANO", blue="APPLE")
    wolf, bear, piano, *_ = game.cards("red")
    game.play("red.giver animal 2", f"red.guesser {wolf}", "red.guesser stop")
    game.play("blue.giver fruit 1", f"blue.guesser {game.cards('blue')[0]}", "blue.guesser stop")
    game.play("red.giver music 1", f"red.guesser {piano}")
    belief = believe(data.open_knowledge("en"), game.view("red.guesser"), STRANGER, PARAMETERS)
    assert belief.cards[int(belief.agent.argmax())] == bear
    assert belief.agent.max() > 0.5


@pytest.mark.floats
def test_what_the_other_side_was_promised_is_left_to_it():
    game = on_cards(red="WOLF PIANO", blue="APPLE LEMON")
    wolf, *_ = game.cards("red")
    apple, lemon, *_ = game.cards("blue")
    game.play("red.giver animal 1", f"red.guesser {wolf}", "red.guesser stop")
    game.play("blue.giver fruit 2", f"blue.guesser {apple}", "blue.guesser stop", "red.giver music 1")
    belief = believe(data.open_knowledge("en"), game.view("red.guesser"), STRANGER, PARAMETERS)
    assert belief.cards[int(belief.theirs.argmax())] == lemon
    assert belief.agent[belief.cards.index(lemon)] == belief.agent.min()


@pytest.mark.floats
def test_a_bot_dares_more_among_bots():
    seen = board("en").view(f"{board('en').table.turn}.giver")
    alone, among = (Bureau().plans(Question(seen, "en", among_bots=among_bots), top=5) for among_bots in (False, True))
    assert sum(plan.number for plan in among) > sum(plan.number for plan in alone)


def test_unlimited_is_said_where_much_was_promised_and_time_is_short():
    """T13"""
    game = Game("classic", unlimited=True)
    plan = CluePlan("word", 1, (), {}, 0.5)
    theirs = game.cards("blue")
    assert with_expert_number(plan, game.view("red.giver"), PARAMETERS) == 1
    for number in range(3):
        game.play(f"red.giver {'abc'[number]} 3", f"red.guesser {game.cards('red')[number]}", "red.guesser stop")
        game.play(f"blue.giver {'def'[number]} 2", *(f"blue.guesser {card}" for card in theirs[2 * number :][:2]))
        game.play("blue.guesser stop")
    assert game.view("red.giver").left["blue"] == 2
    assert with_expert_number(plan, game.view("red.giver"), PARAMETERS) == UNLIMITED


def test_nobody_stops_on_the_last_stretch():
    """P7: ending the turn would be a mistake."""
    game = Game("classic", assassin_last=True)
    game.play("red.giver word 1", f"red.guesser {game.cards('assassin')[0]}")
    assert isinstance(Bureau().answer(Question(game.view("red.guesser"), "en")).command, Guess)


# --- without data


def test_it_says_so_until_its_data_is_there(tmp_path, monkeypatch):
    monkeypatch.setenv("DECKNAME_ASSETS", str(tmp_path))
    assert not data.ready()
    with pytest.raises(NotMadeError, match="no data for bots"):
        Bureau().answer(Question(Game("classic").view("red.giver"), "en"))


def test_data_that_was_made_with_other_vectors_is_not_used(tmp_path, monkeypatch, bots_data):
    """A host who names a model of their own makes the data anew with it."""
    (tmp_path / bots_data.name).mkdir()
    (tmp_path / bots_data.name / "encoder.txt").write_text("somebody's own")
    monkeypatch.setenv("DECKNAME_ASSETS", str(tmp_path))
    with pytest.raises(NotMadeError, match="somebody's own"):
        data.open_knowledge("en")
