"""Deck files and a host's own words: what they say, and what is refused."""

import unicodedata
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deckname.cards.decks import (
    MAX_TEXT,
    Card,
    Deck,
    DeckError,
    Report,
    built_in,
    decode,
    format_deck,
    is_picture,
    parse_deck,
    parse_words,
)

HEADERS = "name: Ours\nlanguage: en\n\n"
WORDS = [f"WORD{number}" for number in range(25)]


def own(text):
    return parse_words(text, "Ours", "en")


def refusal(function, *arguments):
    with pytest.raises(DeckError) as refused:
        function(*arguments)
    return refused.value.code, refused.value.details


# --- deck files


def test_a_deck_file_is_headers_and_a_card_a_line():
    cards = "\n".join(f"FRONT {number} / BACK {number}" for number in range(24))
    deck = parse_deck(f"id: night-sky\nname: The night sky\nlanguage: en\n\n{cards}\n\npicture:moon / MOON\nALONE\n")
    assert (deck.id, deck.name, deck.language) == ("night-sky", "The night sky", "en")
    assert deck.cards[0] == Card("FRONT 0", "BACK 0")
    assert deck.cards[-2:] == (Card("picture:moon", "MOON"), Card("ALONE"))
    assert is_picture(deck.cards[-2].front)
    assert not is_picture(deck.cards[-2].back)


def test_notes_may_stand_above_the_cards_and_a_card_may_begin_like_one():
    deck = parse_deck("# written: by us\n" + HEADERS.replace("\n\n", "\n# for the summer\n\n#1\n") + "\n".join(WORDS))
    assert (deck.name, deck.language) == ("Ours", "en")
    assert [card.front for card in deck.cards] == ["#1", *WORDS]


def test_a_deck_file_may_come_from_any_editor():
    """Byte order marks, Windows line ends, uneven spaces, headers in any order and case."""
    text = "\ufeffLanguage:en\r\n NAME : Ours \r\n\r\n" + "\r\n".join(f"  {word}  /  X{word} " for word in WORDS)
    deck = parse_deck(text)
    assert (deck.id, deck.name, deck.language) == ("own", "Ours", "en")
    assert deck.cards == tuple(Card(word, f"X{word}") for word in WORDS)


@pytest.mark.parametrize(
    ("text", "code", "details"),
    [
        ("", "missing_header", {"header": "name"}),
        ("name: Ours\n\nA / B\n", "missing_header", {"header": "language"}),
        ("name: Ours\nlanguage: en\n", "too_few_cards", {"count": 0, "minimum": 25}),
        ("name: Ours\nname: Theirs\nlanguage: en\n", "bad_header", {"line": 2}),
        ("name: Ours\nauthor: me\n", "bad_header", {"line": 2}),
        ("A / B\nC / D\n", "bad_header", {"line": 1}),
        ("name:\nlanguage: en\n", "bad_name", {"maximum": 60}),
        (f"name: {'x' * 61}\nlanguage: en\n", "bad_name", {"maximum": 60}),
        ("name: Ours\nlanguage: English\n", "bad_language", {"language": "English"}),
        ("id: ../x\nname: Ours\nlanguage: en\n", "bad_id", {"id": "../x"}),
        (HEADERS + "A / B / C\n", "bad_card", {"line": 4}),
        (HEADERS + "A / B\n\n / C\n", "bad_card", {"line": 6}),
        (HEADERS + "A / \n", "bad_card", {"line": 4}),
        (HEADERS + "A / …\n", "bad_card", {"line": 4}),
        (HEADERS + "A / a\n", "duplicate_word", {"word": "a", "line": 4}),
        (HEADERS + "A / B\nC / b\n", "duplicate_word", {"word": "b", "line": 5}),
        (HEADERS + "A\x00B\n", "strange_character", {"line": 4}),
        (HEADERS + "x" * 41, "word_too_long", {"word": "x" * 40 + "…", "maximum": 40}),
        (HEADERS + "\n".join(WORDS[:24]), "too_few_cards", {"count": 24, "minimum": 25}),
        (HEADERS + "\n".join(map(str, range(2001))), "too_many_cards", {"count": 2001, "maximum": 2000}),
        (HEADERS + "x\n" * MAX_TEXT, "text_too_long", {"maximum": MAX_TEXT}),
    ],
)
def test_bad_deck_files_are_refused_with_the_place(text, code, details):
    assert refusal(parse_deck, text) == (code, details)


text = st.text(st.characters(exclude_categories=["Cc", "Cs"], exclude_characters="\ufffd"), max_size=6)


@given(words=st.lists(text, min_size=25, max_size=40), name=text, sides=st.sampled_from([1, 2]))
def test_what_is_written_is_read_back(words, name, sides):
    """Whatever a host pastes: once it is a deck, its file is that deck again."""
    deck, _ = parse_words("\n".join(f"{n} {word}" for n, word in enumerate(words)), f"My {name}", "en")
    if sides == 2:
        deck = replace(deck, cards=tuple(Card(card.front, f"the back of {n}") for n, card in enumerate(deck.cards)))
    assert parse_deck(format_deck(deck)) == deck


@given(st.text(max_size=400))
def test_nothing_but_a_deck_or_a_refusal_comes_out(text):
    for read in (parse_deck, own):
        with pytest.raises(DeckError):
            read(text)
            pytest.fail("25 cards in 400 random characters")


def test_the_example_in_the_docs_is_a_deck_but_for_its_size():
    page = (Path(__file__).parents[2] / "docs" / "adding-a-deck.md").read_text("utf-8")
    example = page.split("```")[1].lstrip("\n")
    assert refusal(parse_deck, example) == ("too_few_cards", {"count": 4, "minimum": 25})
    longer = parse_deck(example + "\n".join(WORDS))
    assert longer.name == "The night sky"
    assert longer.cards[2:4] == (Card("picture:comet", "COMET"), Card("OWL"))


# --- built-in decks


def test_unknown_decks_are_refused():
    assert refusal(built_in, "en", "nonsense") == ("unknown_deck", {"language": "en", "id": "nonsense"})
    assert refusal(built_in, "..", "../secret")[0] == "unknown_deck"


# --- a host's own words


def test_own_words_come_in_lines_or_with_commas():
    deck, report = own("\n".join(WORDS))
    assert deck == Deck("own", "Ours", "en", tuple(map(Card, WORDS)))
    assert report == Report(duplicates=(), blanks=0)
    for separator in (",", ", ", ";", "\t", "\r\n", " / ", "、", "，", "، ", "\u2028"):
        assert own(separator.join(WORDS)) == (deck, report)


def test_own_words_keep_their_script_and_case():
    words = """яблоко,猫,犬,사과,שלום,مدرسة,می‌خواهم,क्षत्रिय,ไทย,Ελλάδα,Istanbul,ısı,Straße,L'été,AC/DC,
New York,🐙,42,C++,Ñandú,ქართული,ትግርኛ,ᏣᎳᎩ,தமிழ்,ខ្មែរ"""
    deck, _ = own(words)
    assert ",".join(card.front for card in deck.cards) == words.replace("\n", "")


def test_duplicates_and_blanks_are_left_out_and_reported():
    again = ["word3", "  WORD4 ", "Word5"]
    deck, report = own("\n".join([*WORDS, "", *again, " , ;", "---"]))
    assert len(deck.cards) == 25
    assert report == Report(duplicates=("word3", "WORD4", "Word5"), blanks=5)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("école", unicodedata.normalize("NFD", "École")),
        ("STRAẞE", "strasse"),
        ("ﬁlm", "FILM"),
        ("ＴＥＡ", "tea"),
        ("a", "A"),
        ("zero\u200bwidth", "zerowidth"),
        ("soft\u00adhyphen", "softhyphen"),
        ("\u202eabc\u202c", "abc"),
        ("می‌خواهم", "میخواهم"),
        ("New  York", "new\u2003york"),
        ("ab\u3164", "ab"),
        ("\u200dab \u200c", "ab"),
        ("Việt", unicodedata.normalize("NFD", "VIỆT")),
    ],
)
def test_the_same_word_in_another_guise_is_a_duplicate(one, other):
    _, report = own("\n".join([*WORDS, one, other]))
    assert len(report.duplicates) == 1


def test_only_a_slash_that_stands_alone_keeps_words_apart():
    deck, report = own("\n".join([*WORDS, "AC/DC", "km/h / mph", "/ and\u00a0/\u00a0or /"]))
    assert [card.front for card in deck.cards[25:]] == ["AC/DC", "km/h", "mph", "and", "or"]
    assert report.blanks == 2


def test_what_cannot_be_seen_is_no_word():
    invisible = ("\u200b", "\u2060", "\u202e", "\ufeff", "\u3164", "\u2800", "\u200d", "\u034f", "\u0301", "…", " ")
    deck, report = own(",".join([*WORDS, *invisible, "END"]))
    assert len(deck.cards) == 26
    assert report.blanks == len(invisible)


def test_no_mark_that_turns_the_reading_direction_survives():
    deck, _ = own("\n".join([*WORDS, "\u202eevil\u2066", "שלום\u200f"]))
    assert [card.front for card in deck.cards[-2:]] == ["evil", "שלום"]


@pytest.mark.parametrize(
    ("text", "code", "details"),
    [
        ("", "too_few_cards", {"count": 0, "minimum": 25}),
        (" \n,\n", "too_few_cards", {"count": 0, "minimum": 25}),
        ("\n".join(WORDS[:24]), "too_few_cards", {"count": 24, "minimum": 25}),
        ("A," * 1000, "too_few_cards", {"count": 1, "minimum": 25}),
        (",".join(map(str, range(2001))), "too_many_cards", {"count": 2001, "maximum": 2000}),
        ("x" * 41, "word_too_long", {"word": "x" * 40 + "…", "maximum": 40}),
        ("A\nB\nC\x1b[31m", "strange_character", {"line": 3}),
        ("A\nB\ud800", "strange_character", {"line": 2}),
        ("A\ufffd", "strange_character", {"line": 1}),
        ("A\nz" + "\u0301\u0316" * 5, "strange_character", {"line": 2}),
        ("\u0301\u0316" * 199_999, "strange_character", {"line": 1}),
        ("A,picture:moon", "picture_among_words", {"word": "picture:moon"}),
        ("A" * 10_000_000, "text_too_long", {"maximum": MAX_TEXT}),
        ("A\n" * 5_000_000, "text_too_long", {"maximum": MAX_TEXT}),
    ],
)
def test_bad_words_are_refused(text, code, details):
    assert refusal(own, text) == (code, details)


def test_2000_words_are_a_deck():
    deck, report = own("\n".join(f"{number:0>40}" for number in range(2000)))
    assert len(deck.cards) == 2000
    assert report == Report((), 0)


def test_the_names_of_own_decks_are_checked():
    assert refusal(parse_words, "\n".join(WORDS), " \u200b ", "en")[0] == "bad_name"
    assert refusal(parse_words, "\n".join(WORDS), "A\x07", "en")[0] == "strange_character"
    assert refusal(parse_words, "\n".join(WORDS), "Ours", "e n")[0] == "bad_language"
    assert parse_words("\n".join(WORDS), "  Our\n words ", "pt-BR")[0].name == "Our words"


# --- uploaded files


def test_uploads_are_utf_8_or_marked_utf_16():
    text = "Äpfel\nÉtoile\n"
    assert decode(text.encode()) == decode(text.encode("utf-16")).removeprefix("\ufeff") == text
    assert parse_words(decode(("\n".join(WORDS)).encode("utf-8-sig")), "Ours", "en")[0].cards[0] == Card("WORD0")


@pytest.mark.parametrize("data", [b"\xff\xd8\xff\xe0\x00\x10JFIF", "Äpfel".encode("latin-1"), b"\xff\xfe\x00"])
def test_other_files_are_no_text(data):
    assert refusal(decode, data) == ("not_text", {})


def test_huge_files_are_refused_before_they_are_decoded():
    assert refusal(decode, b"\xff" * 10_000_000) == ("text_too_long", {"maximum": MAX_TEXT})
