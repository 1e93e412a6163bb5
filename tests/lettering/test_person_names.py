"""What a name may be: every real one, and none with something in it that nobody sees."""

from __future__ import annotations

import unicodedata
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deckname.engine.errors import Refused
from deckname.lettering import clean_name, look_alike
from deckname.lettering.person_names import LONGEST_NAME

LINES = [
    line for line in (Path(__file__).parent / "innocent_names.txt").read_text("utf-8").splitlines() if line[0] != "#"
]
INNOCENT = {script: names.split(", ") for script, _, names in (line.partition(": ") for line in LINES)}
UNSEEN = (
    "\u00ad", "\u034f", "\u061c", "\u115f", "\u1160", "\u17b4", "\u17b5", "\u180b", "\u180e", "\u200b", "\u200c",
    "\u200d", "\u200e", "\u200f", "\u202a", "\u202b", "\u202c", "\u202d", "\u202e", "\u2060", "\u2061", "\u2066",
    "\u2069", "\u206a",
    "\u2800", "\u3164", "\ufe00", "\ufe0e", "\ufe0f", "\ufeff", "\uffa0", "\U0001d159", "\U0001d173", "\U000e0001",
    "\U000e0041", "\U000e007f", "\U000e0100", "\U000e01ef",
)  # fmt: skip


@pytest.mark.parametrize("script", INNOCENT)
def test_names_of_all_scripts_are_welcome_as_they_are(script: str) -> None:
    for name in INNOCENT[script]:
        assert clean_name(name) == unicodedata.normalize("NFC", name)


def test_there_are_many_of_them_and_none_looks_like_another() -> None:
    names = [name for group in INNOCENT.values() for name in group]
    assert len(INNOCENT) >= 20 and len(names) >= 200
    alike = [(one, other) for i, one in enumerate(names) for other in names[:i] if look_alike(one, other)]
    assert alike == []


@pytest.mark.parametrize(
    ("given", "shown"),
    [
        ("  Ada  Lovelace ", "Ada Lovelace"),
        ("Zoe\u0308", "Zoë"),
        ("A\nB", "A B"),
        ("Ada\u3000\u00a0B\u2003", "Ada B"),
        ("x" * 40, "x" * LONGEST_NAME),
        ("x" * 29 + " y", "x" * 29),
    ],
)
def test_names_are_one_line(given: str, shown: str) -> None:
    assert clean_name(given) == shown


@pytest.mark.parametrize("character", UNSEEN, ids=lambda character: f"U+{ord(character):04X}")
@pytest.mark.parametrize("name", ["Alice{}", "{}Alice", "Al{}ice", "{}", "{}{}{}", "Анна{}", "李{}娜 {}"])
def test_what_nobody_sees_is_refused(name: str, character: str) -> None:
    if character in "\ufe00\ufe0e\ufe0f\U000e0100\U000e01ef" and name.startswith("李"):
        name = "{}李娜"  # behind a Chinese character it says which form is meant
    with pytest.raises(Refused, match="invisible_name"):
        clean_name(name.replace("{}", character))


@pytest.mark.parametrize(
    "name",
    [
        "❤️\ufe0f",
        "A\u200d❤",
        "❤\u200d",
        "👩\u200d\u200d🚀",
        "🏴\U000e0067",
        "1\ufe0f",
        "علی\u200c",
        "دא\u200cא",
        "न\u200dन",
        "x" * 28 + "❤\u200d🔥",
    ],
)
def test_joiners_stay_where_they_join_something(name: str) -> None:
    with pytest.raises(Refused, match="invisible_name"):
        clean_name(name)


@pytest.mark.parametrize(
    "name",
    [
        "",
        "   ",
        "\n",
        "\u0301",
        "\u0301a",
        "Z\u0335\u0321\u0349\u0301algo",
        "a" + "\u0301" * 20,
        "क" + "\u093c" * 6,
        "\ue000",
        "Bo\ue000",
        "\U0010ffff",
        "a\x00b",
        "a\x1b[31mb",
        "\ud800",
        "\u0378",
    ],
)
def test_what_cant_be_shown_is_no_name(name: str) -> None:
    with pytest.raises(Refused, match="bad_name"):
        clean_name(name)


@given(st.text(max_size=40))
def test_a_clean_name_stays_as_it_is(text: str) -> None:
    try:
        name = clean_name(text)
    except Refused as refused:
        assert refused.code in ("bad_name", "invisible_name")
    else:
        assert name and clean_name(name) == name and len(name) <= LONGEST_NAME
