"""Which names look alike."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deckname.lettering import look_alike
from deckname.lettering.skeletons import skeleton

CYRILLIC = dict(zip("ABCEHIJKMOPSTXYaceijopsxy", "АВСЕНІЈКМОРЅТХҮасеіјорѕху", strict=True))
GREEK = dict(zip("ABEHIKMNOPTXYZaijouvx", "ΑΒΕΗΙΚΜΝΟΡΤΧΥΖαιϳουνх", strict=True))
MATHEMATICAL = {chr(65 + i): chr(0x1D400 + i) for i in range(26)} | {chr(97 + i): chr(0x1D41A + i) for i in range(26)}
FULL_WIDTH = {chr(code): chr(code + 0xFEE0) for code in range(0x21, 0x7F)}
NAMES = ("Alice", "BOB", "Xavier", "Maya", "Tom", "Ping", "Zoe", "Jean-Paul 2", "AXEL", "Epsy")


@pytest.mark.parametrize(
    "letters", [CYRILLIC, GREEK, MATHEMATICAL, FULL_WIDTH], ids=["cyrillic", "greek", "maths", "wide"]
)
@pytest.mark.parametrize("name", NAMES)
def test_letters_of_other_alphabets_dont_make_another_name(letters: dict[str, str], name: str) -> None:
    for count in range(1, len(name) + 1):
        spoof = "".join(letters.get(letter, letter) for letter in name[:count]) + name[count:]
        assert look_alike(name, spoof), spoof
        if letters is not FULL_WIDTH:
            assert look_alike(name.swapcase(), spoof), spoof


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Alice", "ALICE"),
        ("Alice", "AIice"),
        ("Alice", "A1ice"),
        ("Alice", "Al\u0131ce"),
        ("Alice", "Al\u0456ce"),
        ("Alice", "Alic\u1eb9"),
        ("Alice", "A\u0329lice"),
        ("Bob", "B0b"),
        ("Carmen", "Carrnen"),
        ("Bob", "ΒOB"),
        ("Bob", "Вob"),
        ("Straße", "STRASSE"),
        ("Zoë", "zoe\u0308"),
        ("Ada 2", "Ada２"),
        ("Ada", "A\u200bd\ufe0fa"),
        ("❤️", "❤"),
        ("Анна", "Aннa"),
        ("Νίκος", "Nίκoς"),
        ("タロウ", "ﾀﾛｳ"),
    ],
)
def test_names_that_cant_be_told_apart(one: str, other: str) -> None:
    one = one.replace("Ada 2", "Ada2")
    assert look_alike(one, other) and look_alike(other, one)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ella", "Elia"),
        ("ELLA", "Elia"),
        ("Ella", "ELIA"),
        ("Ali", "All"),
        ("Dung", "Dũng"),
        ("Zoe", "Zoë"),
        ("Anna", "Ana"),
        ("Ada", "Ada 2"),
        ("Jan", "Ján"),
        ("Анна", "Инна"),
        ("राम", "रामा"),
        ("கமல", "கமல்"),
        ("王", "玉"),
    ],
)
def test_names_of_two_people(one: str, other: str) -> None:
    assert not look_alike(one, other)


def test_one_skeleton_stands_for_all_that_look_alike() -> None:
    for code in range(0x30000):
        if not 0xD800 <= code < 0xE000:
            assert skeleton(skeleton(chr(code))) == skeleton(chr(code)), hex(code)


@given(st.text())
def test_a_skeleton_has_itself_for_a_skeleton(text: str) -> None:
    assert skeleton(skeleton(text)) == skeleton(text)
    assert look_alike(text, text)
    assert look_alike(text, unicodedata.normalize("NFD", text))


@given(st.text(), st.text())
def test_looking_alike_is_mutual(one: str, other: str) -> None:
    assert look_alike(one, other) == look_alike(other, one)
