"""Articles, plurals, cases and French joins."""

import pytest

from deckname.cards.pictures.grammar import join_french, parse_noun


@pytest.mark.parametrize(
    ("language", "noun", "form", "said"),
    [
        ("en", "elephant", "", "an elephant"),
        ("en", "unicorn", "", "a unicorn"),
        ("en", "mouse, mice", "many", "mice"),
        ("en", "p glasses", "", "glasses"),
        ("en", "u popcorn", "many", "popcorn"),
        ("en", "d Statue of Liberty", "", "the Statue of Liberty"),
        ("fr", "f étoile", "many", "étoiles"),
        ("fr", "mu pop-corn", "", "du pop-corn"),
        ("fr", "fp lunettes", "", "des lunettes"),
        ("fr", "md père Noël", "", "le père Noël"),
        ("de", "m Elefant/Elefanten, Elefanten", "", "ein Elefant"),
        ("de", "m Elefant/Elefanten, Elefanten", "object", "einen Elefanten"),
        ("de", "f Katze, Katzen", "with", "einer Katze"),
        ("de", "m Apfel, Äpfel", "withmany", "Äpfeln"),
        ("de", "n Auto, Autos", "withmany", "Autos"),
        ("de", "p Kirschen", "with", "Kirschen"),
        ("de", "md Weihnachtsmann", "object", "den Weihnachtsmann"),
        ("de", "nu Popcorn", "object", "Popcorn"),
        ("de", "m Keks, Kekse", "bare", "Keks"),
    ],
)
def test_nouns(language: str, noun: str, form: str, said: str):
    assert format(parse_noun(noun, language), form) == said


@pytest.mark.parametrize(
    ("apart", "joined"),
    [
        ("rêve de un chat", "rêve d’un chat"),
        ("une pluie de étoiles", "une pluie d’étoiles"),
        ("l’ombre de le père Noël", "l’ombre du père Noël"),
        ("à côté de des lunettes", "à côté de lunettes"),
        ("une ville de hiboux", "une ville de hiboux"),
        ("mosaïque de hippopotames", "mosaïque d’hippopotames"),
        ("joue à le père Noël", "joue au père Noël"),
        ("mosaïque de yeux", "mosaïque d’yeux"),
        ("pèse plus que un éléphant", "pèse plus qu’un éléphant"),
    ],
)
def test_french_joins(apart: str, joined: str):
    assert join_french(apart) == joined
