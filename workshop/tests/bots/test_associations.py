"""Our own dictionary of associations: that it can be read, and what follows from it."""

from __future__ import annotations

import pytest

from deckname.bots.bureau import SOURCES, data
from deckname.language import LANGUAGES
from deckname.referee.text import fold, key
from workshop.bots import associations
from workshop.bots.vocabulary import card_words, unkind_words

pytestmark = pytest.mark.floats

GLOSS, THOUGHT = SOURCES.index("gloss"), SOURCES.index("thought")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_word_has_thoughts_that_can_be_said(language):
    found = associations.read(language)
    assert len(found) > 4_500
    for word, thoughts in found.items():
        assert 10 <= len(thoughts) <= 18, word
        assert len(set(thoughts)) == len(thoughts), word
        assert word not in thoughts
        assert all(thought and " " not in thought for thought in thoughts), word


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_card_of_our_word_decks_is_in_it(language):
    known = {key(word) for word in associations.read(language)}
    missing = [word for word in card_words(language) if word.isupper() and key(word) not in known]
    assert missing == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("read", "lines", "least"), [(associations.answers, 1_900, 2), (associations.byways, 900, 1)])
def test_clues_lead_to_cards_of_our_decks(language, read, lines, least):
    cards = {key(word) for word in card_words(language)}
    found = read(language)
    assert len(found) >= lines
    for clue, led_to in found.items():
        assert clue.isalpha() or read is associations.byways, clue
        assert len(led_to) >= least, clue
        assert len(set(led_to)) == len(led_to), clue
        assert {key(card) for card in led_to} <= cards - {key(clue)}, clue


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_answers_to_a_clue_is_on_no_byway_of_it(language):
    answers = associations.answers(language)
    for clue, by_the_way in associations.byways(language).items():
        assert not set(map(key, by_the_way)) & set(map(key, answers.get(clue, ()))), clue


@pytest.mark.usefixtures("bots_data")
@pytest.mark.parametrize(
    ("language", "clue", "answers", "by_the_way", "stranger"),
    [("en", "job", "CARPENTER", "CLOWN", "LIME"), ("fr", "fleuve", "NIL", "CASTOR", "HUBLOT"),
     ("de", "Gemüse", "TOMATE", "LINSE", "LÜGE")],
)  # fmt: skip
def test_a_card_that_somebody_might_touch_is_nearer_than_any_other(language, clue, answers, by_the_way, stranger):
    """A giver who does not see it sends people to the assassin."""
    near = data.open_knowledge(language).near([(answers,), (by_the_way,), (stranger,)], clue)[THOUGHT]
    assert near[0] > near[1] > near[2]


@pytest.mark.usefixtures("bots_data")
def test_ties_go_both_ways_and_to_words_with_the_same_thoughts():
    knowledge = data.open_knowledge("en")

    def tie(card, clue):
        return knowledge.near([(card,)], clue)[THOUGHT, 0]

    assert tie("BANK", "money") > tie("BANK", "piano")
    assert tie("MONEY", "bank") > tie("MONEY", "piano")
    assert tie("CENTURY", "time") > 0  # the most frequent words count here
    assert tie("BANK", "zzyzx") == 0
    assert 0 < tie("VIOLIN", "trumpet") < tie("VIOLIN", "bow")


@pytest.mark.usefixtures("bots_data")
@pytest.mark.parametrize(
    ("language", "heir", "base", "card", "stranger"),
    [("en", "learning", "learn", "SCHOOL", "COMET"), ("en", "running", "run", "HURDLE", "PIANO"),
     ("fr", "roulant", "rouler", "VÉLO", "PIANO")],
)  # fmt: skip
def test_a_word_without_a_line_makes_people_think_of_what_its_base_does(language, heir, base, card, stranger):
    assert heir not in associations.read(language), "it has thoughts of its own by now: take another word"
    knowledge = data.open_knowledge(language)
    inherited, nothing = knowledge.near([(card,), (stranger,)], heir)[THOUGHT]
    assert knowledge.near([(card,)], base)[THOUGHT, 0] > inherited > nothing + 3


@pytest.mark.usefixtures("bots_data")
def test_a_card_that_no_definition_speaks_of_is_not_near_to_everything():
    knowledge = data.open_knowledge("de")
    spoken_of, unknown = knowledge.terms(["SCHLANGE", "KATAPULT"])
    assert spoken_of.gloss.any()
    assert not unknown.gloss.any()
    for clue in ("Hydra", "Angler", "Tisch"):
        assert knowledge.near([("KATAPULT",)], clue)[GLOSS, 0] == 0


@pytest.mark.usefixtures("bots_data")
@pytest.mark.parametrize(
    ("language", "clue", "near", "far"),
    [("en", "saw", "WOOD", "EYE"), ("de", "Reis", "SUSHI", "URLAUB"),
     ("de", "Ass", "POKER", "TELLER"), ("fr", "serre", "PLANTE", "NŒUD")],
)  # fmt: skip
def test_a_word_is_not_taken_for_another_whose_form_it_could_be(language, clue, near, far):
    """*saw* of *see*, *Reis* of *Reise*, *serre* of *serrer*."""
    ties = data.open_knowledge(language).near([(near,), (far,)], clue)[THOUGHT]
    assert ties[0] > ties[1]


@pytest.mark.usefixtures("bots_data")
@pytest.mark.parametrize(
    ("language", "said", "never"),
    [("en", ["apple", "dice"], ["Apple", "condom", "Stalin"]), ("fr", ["rouge", "cheval"], ["Rouge", "proxénète"]),
     ("de", ["Fußball", "Straße", "Rasen"], ["Fussball", "Strasse", "Schwarzer", "KZ", "Völkermord"])],
)  # fmt: skip
def test_clues_are_written_as_people_write_them_and_are_fit_to_be_said(language, said, never):
    words = set(data.open_knowledge(language).words)
    assert words.issuperset(said) and words.isdisjoint(never)


@pytest.mark.usefixtures("bots_data")
@pytest.mark.parametrize(
    ("language", "obscure", "known"),
    [("en", ["Belisha", "YKK"], ["Napoleon", "NASA", "mousetrap"]), ("fr", ["Verchuren", "INSEE"], ["Picasso", "SNCF"]),
     ("de", ["Zwegat", "DGB"], ["Goethe", "DDR", "Schaltjahr"])],
)  # fmt: skip
def test_names_that_few_people_know_are_understood_and_not_said(language, obscure, known):
    knowledge = data.open_knowledge(language)
    assert set(knowledge.words).issuperset(known) and set(knowledge.words).isdisjoint(obscure)
    assert all(knowledge.index.rows_of(word)[1] >= 0 for word in obscure)


@pytest.mark.usefixtures("bots_data")
@pytest.mark.parametrize(
    ("language", "bent", "usual"), [("de", "Guten", "Nibelungen"), ("fr", "noire", "lunettes"), ("en", "sunk", "Wars")]
)
def test_forms_of_other_words_are_not_said_unless_people_do(language, bent, usual):
    assert bent in associations.thoughts(language), "it comes to mind, and is understood"
    words = data.open_knowledge(language).words
    assert bent not in words
    assert usual in words


@pytest.mark.usefixtures("bots_data")
@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_unkind_is_ever_said(language):
    assert {fold(word) for word in data.open_knowledge(language).words} & unkind_words(language) == set()
