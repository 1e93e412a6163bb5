"""The data of the pictures: counts, completeness, and sentences in three languages."""

from collections import Counter

import pytest

from deckname.cards.pictures import catalogue
from deckname.cards.pictures.grammar import LANGUAGES


@pytest.mark.rule("P8")
def test_280_pictures_on_140_double_faced_cards():
    cards = catalogue.cards()
    faces = [face for card in cards for face in card]
    assert len(cards) == 140
    assert len(set(faces)) == 280
    assert set(faces) == {picture.face for picture in catalogue.pictures().values()}


def test_the_two_faces_of_a_card_are_unlike_each_other():
    for front, back in catalogue.cards():
        one, other = catalogue.picture(front), catalogue.picture(back)
        assert one.scene != other.scene
        assert not set(one.names) & set(other.names)


def test_every_picture_blends_two_or_three_different_concepts():
    for picture in catalogue.pictures().values():
        assert len(picture.concepts) in (2, 3)
        assert len(set(picture.names)) == len(picture.names), picture.id


def test_no_concept_and_no_scene_is_overused():
    pictures = catalogue.pictures().values()
    concepts = Counter(name for picture in pictures for name in picture.names)
    scenes = Counter(picture.scene for picture in pictures)
    assert max(concepts.values()) <= 8
    assert max(scenes.values()) <= 4
    assert len(concepts) >= 200
    assert scenes.keys() == catalogue.scenes().keys()


def test_every_concept_has_its_nouns():
    for concept in catalogue.concepts().values():
        for language in LANGUAGES:
            noun = concept.nouns[language]
            assert noun.word == noun.word.strip() != ""
            assert noun.plural == noun.plural.strip() != ""
            assert not set(noun.word) & set(",/|=;"), noun
            if language == "fr":
                assert noun.gender in ("m", "f"), noun
            if language == "de":
                assert noun.word[0].isupper(), noun
                assert noun.gender in ("m", "f", "n") or noun.kind == "p", noun


def test_no_two_concepts_are_called_the_same_unless_they_are_the_same():
    heads = {"pig-head": "pig", "monkey-head": "monkey"}
    ids = [id_ for id_ in catalogue.concepts() if id_ not in heads]
    for language in LANGUAGES:
        names = Counter(catalogue.concepts()[id_].name(language) for id_ in ids)
        assert [name for name, count in names.items() if count > 1] == []
        for head, whole in heads.items():
            assert catalogue.concepts()[head].name(language) == catalogue.concepts()[whole].name(language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_picture_is_described(language: str):
    sentences = set()
    for picture in catalogue.pictures().values():
        sentence = catalogue.describe(picture.face, language)
        assert "{" not in sentence
        assert "  " not in sentence
        assert sentence[0] == sentence[0].upper()
        assert not sentence.endswith(".")
        for noun in (concept.nouns[language] for concept in picture.concepts):
            stems = {noun.word.lower(), noun.oblique.lower(), noun.plural.lower()}
            assert any(stem in sentence.lower() for stem in stems), (sentence, noun)
        sentences.add(sentence)
    assert len(sentences) == 280


@pytest.mark.parametrize(
    ("face", "language", "sentence"),
    [
        ("picture:halves-fox-robot", "en", "A face sewn together, half fox and half robot"),
        ("picture:angler-otter-padlock", "en", "An otter in a boat hooks a padlock under water"),
        ("picture:dream-sloth-racing-car", "fr", "Un paresseux dort et rêve d’une voiture de course"),
        ("picture:mosaic-star-whale", "fr", "Une baleine, mosaïque d’étoiles"),
        ("picture:silhouetted-candle-liberty", "fr", "Une bougie projette l’ombre de la statue de la Liberté"),
        ("picture:cannon-santa-house", "de", "Eine Kanone schießt den Weihnachtsmann auf ein Haus"),
        ("picture:flight-elephant-paintbrush", "de", "Ein Elefant fliegt auf einem Pinsel durch die Wolken"),
        ("picture:moonrise-cookie-sheep", "de", "Ein Keks geht als Vollmond über Schafen auf"),
    ],
)
def test_sentences_are_good_grammar(face: str, language: str, sentence: str):
    assert catalogue.describe(face, language) == sentence


def test_an_unknown_picture_is_a_key_error():
    with pytest.raises(KeyError):
        catalogue.describe("picture:nothing", "en")
